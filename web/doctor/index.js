/*
 * The entry posenc/doctor: functions that compare the arrays of a port with exact arrays, and that
 * make numbers to test a port against. The entry is bundled beside posenc.js, and so uses only the
 * public functions of posenc and modules without kernels.
 */
export { compare, compareRows } from './compare.js';
export { describeGguf } from './describe-gguf.js';
export { golden } from './golden.js';
export { identifyBias } from './identify-bias.js';
export { identifyRotation } from './identify-rotation.js';
export { identifyTable } from './identify-table.js';
export { identifyVector } from './identify-vector.js';
