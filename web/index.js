/* Exports the public functions of posenc. */
export { ready, useModule } from './wasm.js';
export { wavelengths } from './angles/angles.js';
export { sinusoidal, sinusoidalPE } from './tables/sinusoidal.js';
export { sinusoidal2d, sinusoidal3d } from './tables/grid.js';
export { resizeGrid } from './tables/resize.js';
export { timestepEmbedding } from './tables/timestep.js';
export { fourierFeatures } from './tables/fourier.js';
export { addPositional } from './tables/add.js';
export { shiftMatrix, shiftRows } from './tables/shift.js';
export { learnedTable, lookup } from './tables/learned.js';
export { ropeFrequencies, ropeTable, applyRope, swapRopeLayout } from './rope/rope.js';
export { createRope, createRopes } from './rope/create-rope.js';
export { gridPositions, ropeMixedTable } from './rope/mixed.js';
export { applyPope } from './rope/pope.js';
export { alibiSlopes, alibiBias, addAlibi } from './bias/alibi.js';
export { t5Buckets, t5Bias } from './bias/t5.js';
export { kerpleBias } from './bias/kerple.js';
export { sandwichBias } from './bias/sandwich.js';
export { fireBias } from './bias/fire.js';
export { copePositions, copeBias } from './bias/cope.js';
export { shawBuckets, shawBias, shawValues } from './bias/shaw.js';
export { transformerXLBias } from './bias/transformerxl.js';
export { xlnetTable } from './bias/xlnet.js';
export { debertaBuckets, debertaBias } from './bias/deberta.js';
export { swinIndex, swinBias, swinV2Coordinates, swinV2Table } from './bias/swin.js';
export { attentionTemperature } from './attention/temperature.js';
export { attention } from './attention/attention.js';
export { similarity } from './attention/similarity.js';
export { describeModel } from './inspect/describe-model.js';
export { positionsFromMask, mropePositions } from './rope/positions.js';
export { identify } from './inspect/identify.js';
export { colorize } from './inspect/colorize.js';
export { createArena } from './arena.js';

/** @typedef {import('./check.js').Tensor} Tensor */
/** @typedef {import('./check.js').Positions} Positions */
/** @typedef {import('./dtypes.js').Dtype} Dtype */
/** @typedef {import('./inspect/describe-model.js').Description} Description */
/** @typedef {import('./inspect/describe-model.js').Layer} Layer */
/** @typedef {import('./rope/axes.js').Axes} Axes */
/** @typedef {import('./rope/create-rope.js').Rope} Rope */
/** @typedef {import('./rope/rope.js').RopeOptions} RopeOptions */
/** @typedef {import('./rope/rope.js').RopeTable} RopeTable */
/** @typedef {import('./rope/scaling.js').Scaling} Scaling */
