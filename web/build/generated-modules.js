/**
 * Writes the two modules that are generated from other files, so that web/ runs without bundling.
 * web/kernels.js is made from dist/posenc.wasm, and web/figures/chassis/style-text.js is made from
 * style.css.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';

/** Returns the source of a module whose default export is a string. */
const moduleOf = (text) =>
  `/** @type {string} */\nconst text = ${JSON.stringify(text)};\nexport default text;\n`;

// The kernels are written in hexadecimal, which is a fifth smaller than base64 after gzip.
export function writeKernels() {
  writeFileSync('web/kernels.js', moduleOf(readFileSync('dist/posenc.wasm', 'hex')));
}

export async function writeStyle() {
  const source = readFileSync('web/figures/chassis/style.css', 'utf8');
  const { code } = await transform(source, { loader: 'css', minify: true, target: 'es2022' });
  writeFileSync('web/figures/chassis/style-text.js', moduleOf(code.trim()));
}

const [which] = process.argv.slice(2);
if (which === 'kernels') writeKernels();
if (which === 'style') await writeStyle();
