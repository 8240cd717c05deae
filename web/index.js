/* The public names of posenc, and nothing else. */
export {wavelengths} from './angles.js';
export {sinusoidal, sinusoidalPE} from './sinusoidal.js';
export {sinusoidal2d, sinusoidal3d, resizeGrid} from './grid.js';
export {timestepEmbedding, fourierFeatures, gaussianFeatures} from './timestep.js';
export {addPositional} from './add.js';
export {shiftMatrix, shiftRows} from './shift.js';
export {learnedTable, lookup} from './learned.js';
export {ropeFrequencies, ropeTable, applyRope, swapRopeLayout} from './rope.js';
export {createRope} from './rope-cache.js';
export {gridPositions, ropeMixedTable} from './rope-grid.js';
export {applyPope} from './pope.js';
export {alibiSlopes, alibiBias, addAlibi} from './alibi.js';
export {t5Buckets, t5Bias} from './t5.js';
export {attention} from './attention.js';
export {similarity} from './similarity.js';
export {colorize} from './colors.js';
export {createArena} from './arena.js';
export {useModule} from './wasm.js';
