/** Bundles web/ into dist/: the modules, the classic script, and each page as a single file. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { minify } from 'terser';

const COMMON = {
  bundle: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  minifyWhitespace: true,
  target: 'es2022',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
};

/** Leaves a source file out of a bundle, which loads another file in dist/ instead. */
const beside = (filter, path) => ({
  name: `beside ${path}`,
  setup: ({ onResolve }) => onResolve({ filter }, () => ({ path, external: true })),
});

/** A page with figures.js and posenc.js then has only one copy of the kernels. */
const besideLibrary = beside(/\/index\.js$/, './posenc.js');

/** The scalar kernels are loaded only where they are needed. */
export const besideScalar = beside(/\/scalar\.js$/, './scalar.js');

/** Bundles an entry with esbuild, and returns the text. */
export async function bundled(options) {
  const { outputFiles } = await build({ ...COMMON, ...options });
  return outputFiles[0].text.trim();
}

/**
 * Marks each call of a function that its source declares to have no side effects. Then bundlers
 * leave out the calls whose results an app does not use. esbuild keeps the mark of the function
 * only, and terser keeps the marks of calls only.
 */
function markPureCalls(text) {
  let marked = text;
  for (const [, name] of text.matchAll(/@__NO_SIDE_EFFECTS__\s+(?:\*\/\s*)?function (\w+)/g))
    marked = marked.replaceAll(`= ${name}(`, `= /* @__PURE__ */ ${name}(`);
  return marked;
}

/** Bundles an entry, and makes the bundle about 2 % smaller with a second minifier. */
async function packed(entry, format, plugins) {
  const text = await bundled({ entryPoints: [entry], format, plugins, minifyWhitespace: false });
  const options = {
    module: format === 'esm',
    ecma: 2020,
    // Otherwise the minifier moves a function that is called once into its caller, which then makes
    // it anew at each call. It also moves the digits of the kernels away from the beginning.
    compress: { reduce_vars: false, sequences: false },
    format: { comments: false, preserve_annotations: true },
  };
  return (await minify(markPureCalls(text), options)).code;
}

const hashOf = (source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Replaces the only line of a page that matches a pattern. Throws if there is not exactly one. */
function replaceLine(page, name, pattern, replacement) {
  const lines = page.split('\n');
  const found = [...lines.keys()].filter((at) => pattern.test(lines[at]));
  if (found.length !== 1) throw new Error(`${name}: expected exactly one line with ${pattern}`);
  lines[found[0]] = replacement;
  return lines.join('\n');
}

/**
 * Writes a page of web/lab/ as a single file. Its content security policy forbids every request to
 * the network.
 */
async function singlePage({ page, style, script, out }) {
  const name = `web/lab/${page}`;
  const css = await bundled({ entryPoints: [`web/lab/${style}`], bundle: false });
  const entry = { entryPoints: [`web/lab/${script}`], format: 'iife' };
  const js = await bundled({ ...entry, plugins: [besideScalar] });
  const scalar = readFileSync('dist/scalar.js', 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(js)} ${hashOf(scalar)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(css)}`,
    'img-src data: blob:',
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  let text = readFileSync(name, 'utf8');
  text = replaceLine(text, name, /<link rel="stylesheet"/, `${meta}\n<style>${css}</style>`);
  const carried = `<script type="text/plain" id="posenc-scalar">${scalar}</script>`;
  text = replaceLine(text, name, /<script /, `${carried}\n<script>${js}</script>`);
  writeFileSync(`dist/${out}`, text);
}

export async function bundle() {
  writeFileSync('dist/posenc.js', await packed('web/index.js', 'esm'));
  writeFileSync('dist/scalar.js', await packed('web/scalar.js', 'iife'));
  const others = [besideLibrary, besideScalar];
  writeFileSync('dist/figures.js', await packed('web/elements.js', 'esm', others));
  writeFileSync('dist/figures.iife.js', await packed('web/elements.js', 'iife', [besideScalar]));
  await singlePage({
    page: 'embed.html',
    style: 'embed.css',
    script: 'embed.js',
    out: 'embed.html',
  });
  await singlePage({
    page: 'index.html',
    style: 'lab.css',
    script: 'lab.js',
    out: 'posenc-lab.html',
  });
}

if (process.argv[1] === import.meta.filename) await bundle();
