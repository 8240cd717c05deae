/**
 * Loads the kernels in another way, where the first call of a figure failed: asynchronously, and if
 * that fails too, the scalar kernels. Where the first call succeeds, nothing here runs.
 */
import { ready } from '../../index.js';
import { loadBeside } from './load-beside.js';

/** Loads the kernels. Throws an error that says what is missing, if nothing helps. */
async function load() {
  try {
    await ready();
  } catch {
    await loadBeside('scalar', () => import('../../scalar.js'));
    await ready();
  }
}

/** @type {Promise<void> | undefined} */
let loading;

/** Loads the kernels once for all figures of a page. */
export const loadKernels = () => (loading ??= load());
