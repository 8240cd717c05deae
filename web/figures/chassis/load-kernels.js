/**
 * Loads the kernels in another way after a figure's first call of a kernel has failed. They are
 * first loaded asynchronously. If this fails too, the scalar kernels are loaded. If the first call
 * succeeds, no function of this file runs.
 */
import { ready } from '../../index.js';
import { loadBeside } from './load-beside.js';

/** Loads the kernels. If the scalar kernels fail too, the error says what is missing. */
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
