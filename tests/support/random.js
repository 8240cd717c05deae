/* fast-check with the seed of the tests: a run draws the same cases as the run before. */
import fc from 'fast-check';
import { FIRST_SEED } from './reference.js';

fc.configureGlobal({ seed: FIRST_SEED });

export default fc;
