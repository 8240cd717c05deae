/**
 * Writes the modules that are generated from other files, so that web/ runs without bundling.
 *   web/kernels.js                         from dist/posenc.wasm
 *   web/train/kernels.js                   from dist/train.wasm
 *   web/kernels-scalar.js                  from the output of wasm2js
 *   web/train/kernels-scalar.js            from the output of wasm2js, too
 *   web/figures/chassis/style-text.js      from style.css
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';

/** Returns the source of a module whose default export is a string. */
const moduleOf = (text) =>
  `/** @type {string} */\nconst text = ${JSON.stringify(text)};\nexport default text;\n`;

// The kernels are written in hexadecimal, which is a fifth smaller than base64 after gzip.
export function writeKernels() {
  writeFileSync('web/kernels.js', moduleOf(readFileSync('dist/posenc.wasm', 'hex')));
  writeFileSync('web/train/kernels.js', moduleOf(readFileSync('dist/train.wasm', 'hex')));
  writeScalarKernels('web/kernels-scalar.js');
  writeScalarKernels('web/train/kernels-scalar.js');
}

/**
 * wasm2js writes a module that makes one instance of the kernels and exports its functions. This
 * function changes it into a module whose default export makes an instance.
 */
function writeScalarKernels(name) {
  const [functions] = readFileSync(name, 'utf8').split('\nvar retasmFunc = ');
  writeFileSync(
    name,
    `// @ts-nocheck\n${functions}
/** @returns {Record<string, unknown>} */
export default () =>
  asmFunc({
    abort() {
      throw new Error('a kernel has failed');
    },
  });
`,
  );
}

export async function writeStyle() {
  const source = readFileSync('web/figures/chassis/style.css', 'utf8');
  const { code } = await transform(source, { loader: 'css', minify: true, target: 'es2022' });
  writeFileSync('web/figures/chassis/style-text.js', moduleOf(code.trim()));
}

const [which] = process.argv.slice(2);
if (which === 'kernels') writeKernels();
if (which === 'style') await writeStyle();
