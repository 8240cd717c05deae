/*
 * Stores a function in a property of globalThis. The function returns the module runner.js. The
 * figure pe-train loads this file when a reader starts a training, and finds the function there. In
 * dist/, the text of the function contains the module, so that a worker can run it. The file in
 * dist/ may be loaded as a module or as a classic script.
 */
import * as runner from './runner.js';

Object.defineProperty(globalThis, Symbol.for('posenc-trainer'), {
  value: () => runner,
  configurable: true,
});
