/** Defines the figures as elements, in a page; in Node it only exports the classes. */
import { PeAlibi } from './figures/alibi.js';
import { PeClocks } from './figures/clocks.js';
import { PeFigure } from './figures/figure.js';
import { PeHeatmap } from './figures/heatmap.js';
import { PeRope } from './figures/rope.js';
import { PeShift } from './figures/shift.js';

PeAlibi.define('pe-alibi');
PeClocks.define('pe-clocks');
PeHeatmap.define('pe-heatmap');
PeRope.define('pe-rope');
PeShift.define('pe-shift');

export { PeAlibi, PeClocks, PeFigure, PeHeatmap, PeRope, PeShift };
