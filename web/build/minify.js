/** Bundles and minifies modules of web/. */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build, transform } from 'esbuild';
import { minify } from 'terser';
import { CLASSES } from './figure-list.js';

/** The first line of every script. */
export const LICENCE = '/* SPDX-License-Identifier: MIT */';

/** The licences of packages that bundles may contain. Each package has its own text in web/. */
const LICENCES = new Map([
  ['fflate', 'web/files/fflate-LICENSE'],
  ['marked', 'web/editor/marked-LICENSE'],
]);

/** Returns the path of the licence of a package. */
function licenceOf(name) {
  const path = LICENCES.get(name);
  if (!path) throw new Error(`a bundle contains ${name}: add its licence to web/build/minify.js`);
  return path;
}

/** Returns the notices of the packages in a file that esbuild wrote, one in a line. */
function noticesOf({ inputs }) {
  const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const names = used.flatMap(
    ([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)]
    .sort()
    .map((name) => `\n/* Contains ${name}, MIT licence: see ${licenceOf(name)}. */`)
    .join('');
}

/** Returns the licences of all packages that scripts contain, by the notices in the scripts. */
export function licencesIn(sources) {
  const found = sources.flatMap((source) => [
    ...source.matchAll(/\/\* Contains (\S+), MIT licence/g),
  ]);
  const names = [...new Set(found.map(([, name]) => name))].sort();
  return names.map((name) => ({ name, text: readFileSync(licenceOf(name), 'utf8').trim() }));
}

/** Leaves a source file out of a bundle. The bundle loads another file of dist/ instead. */
export const beside = (filter, path) => ({
  name: `beside ${path}`,
  setup: ({ onResolve }) => onResolve({ filter }, () => ({ path, external: true })),
});

/**
 * Leaves out the scalar kernels, and the code that trains models. They are loaded from `folder`,
 * only where they are needed.
 */
const besideLateIn = (folder) => ({
  name: `beside late scripts in ${folder}`,
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(scalar|trainer|train-scalar)\.js$/ }, ({ path }) => ({
      path: `${folder}/${basename(path)}`,
      external: true,
    })),
});
export const besideLate = besideLateIn('.');
export const besideLateAbove = besideLateIn('..');

/** Leaves out pe-editor and pe-doctor. The lab loads them only where they are needed. */
export const besideApps = {
  name: 'beside apps',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/(editor|checkup)\.js$/ }, ({ path }) => ({
      path: `./${basename(path)}`,
      external: true,
    })),
};

/**
 * Includes the module that a figure loads late. esbuild alone would also include this module. But
 * each module that the late module imports would become a function. Then the bundle would be larger
 * and slower.
 */
const withLateModule = {
  name: 'with late module',
  setup({ onLoad }) {
    const contents = `
      import * as late from './late.js';
      export const loadLate = () => Promise.resolve(late);`;
    onLoad({ filter: /\/load-late\.js$/ }, ({ path }) => ({ contents, resolveDir: dirname(path) }));
  },
};

/** Minifies the style sheets of elements, which are texts in their modules. */
const withShortStyles = {
  name: 'with short styles',
  setup({ onLoad }) {
    onLoad(
      {
        filter:
          /(?:\/(?:checkup|editor|tour|worksheet)\/|\/worksheet\/paper-|\/figures\/.*-)style\.js$/,
      },
      async ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const [, sheet] = /^const CSS = `([^`$]+)`;$/m.exec(text);
        // In a template literal, each backslash of the style sheet is doubled.
        const css = sheet.replaceAll('\\\\', '\\');
        const { code } = await transform(css, { loader: 'css', minify: true });
        return { contents: text.replace(sheet, () => code.trim().replaceAll('\\', '\\\\')) };
      },
    );
  },
};

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

/** Returns the options with the plugins `more` before their own plugins. */
const withPlugins = (more, { plugins = [], ...options }) => ({
  ...options,
  plugins: [...more, ...plugins],
});

/** Returns the options with the plugins that a bundle of one file needs. */
const inOneFile = (options) => withPlugins([withLateModule, withShortStyles], options);

/**
 * Bundles an entry with esbuild, and returns the text. It begins with the notices of the packages
 * that it contains.
 */
export async function bundled(options) {
  const { outputFiles, metafile } = await build({
    ...{ ...COMMON, ...inOneFile(options), metafile: true },
  });
  const notices = noticesOf(Object.values(metafile.outputs)[0]).trim();
  const text = outputFiles[0].text.trim();
  return notices ? `${notices}\n${text}` : text;
}

/** Returns the paths of the modules that a bundle contains. */
export async function modulesOf(options) {
  const how = { ...COMMON, ...inOneFile(options), metafile: true };
  const { metafile } = await build({ ...how, format: 'esm', outfile: 'bundle.js' });
  return Object.keys(metafile.inputs);
}

/** Bundles an app that may load modules late. Returns the texts of its files by their paths. */
export async function divided(contents) {
  const { outputFiles } = await build({
    ...COMMON,
    stdin: { contents, resolveDir: '.' },
    format: 'esm',
    splitting: true,
    outdir: 'app',
    plugins: [withShortStyles, besideLate],
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path, text]));
}

/**
 * Marks each call of a function whose source declares that it has no side effects. Then bundlers
 * leave out the calls whose results an app does not use. The mark of the function is not enough,
 * because terser keeps only the marks of calls.
 */
function markPureCalls(text) {
  let marked = text;
  for (const [, name] of text.matchAll(/@__NO_SIDE_EFFECTS__\s+(?:\*\/\s*)?function (\w+)/g))
    marked = marked.replaceAll(`= ${name}(`, `= /* @__PURE__ */ ${name}(`);
  // terser would move this mark before `return`. There the mark has no meaning, and Rollup warns
  // about it.
  return marked.replaceAll('return /* @__PURE__ */ ', 'return ');
}

/**
 * Minifies a bundle. The result is about 2 % smaller than with esbuild alone. A classic script is
 * pure ASCII, so that a page without a charset can load it. Only languages are UTF-8, because ASCII
 * would double their size. Browsers always read a module as UTF-8.
 */
function minified(text, { format, isAscii, lineLimit }, map, notice = '') {
  return minify(markPureCalls(text), {
    module: format === 'esm',
    ecma: 2020,
    // Otherwise the minifier moves a function that is called once into its caller. The caller then
    // makes the function again at each call. The minifier also moves the digits of the kernels away
    // from the beginning.
    compress: { reduce_vars: false, sequences: false },
    mangle: { reserved: CLASSES },
    format: {
      comments: false,
      preserve_annotations: true,
      max_line_len: lineLimit,
      ascii_only: isAscii,
      preamble: LICENCE + notice,
    },
    sourceMap: map && { content: map, asObject: true },
  });
}

/** Returns the path of the original of a source, which may be a copy: see figure-entries.js. */
const sourcePath = (path) =>
  path.replace(/\?.*/, '').replace(/^figure:.*/, '../../web/elements.js');

/**
 * Bundles entries, and minifies what esbuild wrote. Returns the texts of the files by their paths.
 * Module builds have source maps, whose sources are in the package.
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<Record<string, string>>}
 */
export async function packed(options) {
  const isModule = options.format === 'esm';
  const { outputFiles, metafile } = await build({
    ...COMMON,
    minifyIdentifiers: false,
    minifyWhitespace: false,
    sourcemap: isModule && 'external',
    sourcesContent: false,
    metafile: true,
    ...(options.splitting ? withPlugins([withShortStyles], options) : inOneFile(options)),
  });
  const textOf = (path) => outputFiles.find((file) => file.path.endsWith(`/${path}`))?.text;
  const files = {};
  for (const path of Object.keys(metafile.outputs).filter((path) => path.endsWith('.js'))) {
    const kind = {
      format: options.format,
      isAscii: !isModule && options.charset !== 'utf8',
      lineLimit: options.lineLimit,
    };
    const notice = noticesOf(metafile.outputs[path]);
    const { code, map } = await minified(textOf(path), kind, textOf(`${path}.map`), notice);
    files[path] = code;
    if (!map) continue;
    const name = path.split('/').at(-1);
    files[path] += `\n//# sourceMappingURL=${name}.map\n`;
    files[`${path}.map`] = JSON.stringify({
      ...map,
      file: name,
      sources: map.sources.map(sourcePath),
    });
  }
  return files;
}
