/* Reports how much of its work a command has done, once it has run for a second. */
import { stderr } from 'node:process';
import { tellAgain } from './terminal.js';

/** At least this many milliseconds pass before the first report, and between later ones. */
const PATIENCE = 1000;

/**
 * Returns functions that report how much of the work is done, and that all of it is done.
 * @param {string} what for example "reading pe.npy"
 * @param {import('./run.js').Stream} [stream]
 */
export function progressOf(what, stream = stderr) {
  const start = performance.now();
  let last = start;
  let isShown = false;
  return {
    /** @param {number} fraction how much is done, from 0 to 1 */
    at(fraction) {
      const now = performance.now();
      if (now - last < PATIENCE) return;
      last = now;
      isShown = true;
      tellAgain(stream, `posenc: ${what}, ${Math.round(100 * fraction)} %`);
    },
    done() {
      if (isShown) tellAgain(stream, '');
    },
  };
}
