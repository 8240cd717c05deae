/* The public names of posenc, and nothing else. */
export {wavelengths} from './angles.js';
export {sinusoidal, sinusoidalPE} from './sinusoidal.js';
export {addPositional} from './add.js';
export {shiftMatrix, shiftRows} from './shift.js';
export {learnedTable, lookup} from './learned.js';
export {ropeFrequencies, ropeTable, applyRope, swapRopeLayout} from './rope.js';
export {alibiSlopes, alibiBias, addAlibi} from './alibi.js';
export {t5Buckets, t5Bias} from './t5.js';
export {attention} from './attention.js';
export {similarity} from './similarity.js';
export {describeModel} from './models.js';
export {positionsFromMask, mropePositions} from './positions.js';
export {identify} from './identify.js';
export {colorize} from './colors.js';
export {createArena} from './arena.js';
export {useModule} from './wasm.js';
