/*
 * The scalar kernels that train: the same C as train.wasm, translated to JavaScript. posenc/train
 * and pe-train use them where WebAssembly with SIMD is missing or forbidden. They give the same
 * bits, and are slower.
 *
 * This file only stores a function in a property of globalThis. The function makes the kernels, and
 * wasm.js finds it there. In dist/, the text of the function contains the kernels, so that a worker
 * can run it. The file in dist/ may be loaded as a module or as a classic script, before or after
 * posenc/train.
 */
import makeKernels from './kernels-scalar.js';

Object.defineProperty(globalThis, Symbol.for('posenc-train-scalar'), {
  value: makeKernels,
  configurable: true,
});
