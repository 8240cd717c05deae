import { applyRope, sinusoidal } from 'posenc';
import { PeClocks } from 'posenc/figures/clocks';

const table: Float32Array = sinusoidal(4, 8, { layout: 'concatenated' });
applyRope(table, { heads: 1, headDim: 8 });
const clocks: PeClocks = document.createElement('pe-clocks');
clocks.position = table.length;
// @ts-expect-error no such layout
sinusoidal(4, 8, { layout: 'halves' });
export { clocks };
