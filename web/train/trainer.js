/*
 * What the figure pe-train loads when its reader starts a training: a function that returns the
 * module runner.js. In dist/, the text of this function contains the module, so that a worker can
 * run it. There this file may be loaded as a module or as a classic script.
 */
import * as runner from './runner.js';

Object.defineProperty(globalThis, Symbol.for('posenc-trainer'), {
  value: () => runner,
  configurable: true,
});
