/*
 * The scalar kernels: the same C as posenc.wasm, translated to JavaScript. posenc uses them where
 * WebAssembly with SIMD is missing or forbidden. They give the same bits, and are slower.
 *
 * This file only stores a function in a property of globalThis. The function makes the kernels, and
 * wasm.js finds it there. The file may be loaded as a module or as a classic script, before or
 * after posenc.
 */
import makeKernels from './kernels-scalar.js';

Object.defineProperty(globalThis, Symbol.for('posenc scalar kernels'), {
  value: makeKernels,
  configurable: true,
});
