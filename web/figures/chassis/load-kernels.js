/**
 * Loads the kernels in another way after the first call of a figure has failed. It first loads them
 * asynchronously. If this fails too, it loads the scalar kernels. If the first call succeeds, no
 * function of this file runs.
 */
import { ready } from '../../index.js';
import { loadBeside } from './load-beside.js';

/** Loads the kernels. If both ways fail, it throws an error that says what is missing. */
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
