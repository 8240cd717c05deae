/** Bundles the languages of web/languages/ into scripts that a page loads before the figures. */
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { FIGURES } from './figure-list.js';
import { bundled, packed } from './minify.js';

/** The languages that have a pack, such as 'de'. */
export const LANGUAGES = readdirSync('web/languages')
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.slice(0, -'.js'.length));

/** The figures and other elements that have packs of their own, for pages with only one of them. */
export const PARTS = [
  ...FIGURES.map(({ folder }) => folder),
  'checkup',
  'editor',
  'quiz',
  'tour',
  'worksheet',
];

/** Further files of a language that a part needs, besides its own file and the common files. */
const NEEDED = {
  checkup: ['errors', 'findings'],
  quiz: ['bank'],
  stretch: ['stretch-config', 'errors'],
};

/** Returns whether the pack of a whole language contains a file. The pack has no lab texts. */
const isForAll = (file) => !['lab', 'page'].includes(file);

/** Returns whether a page that can show every figure needs a file of a language. */
export const isForFigures = (file) =>
  ['chassis', 'listings', 'stretch-config', 'errors'].includes(file) ||
  FIGURES.some(({ folder }) => folder === file);

/** Returns a function that tells whether the pack of one part contains a file. */
const isFor = (part) => (file) =>
  ['chassis', 'listings', part, ...(NEEDED[part] ?? [])].includes(file);

/** Returns the source of a pack: the lines of web/languages/TAG.js that the pack needs. */
function packSource(language, isIn) {
  const left = new Set();
  const isNeeded = (line) => {
    const [, name, file] = /(\w+)(?: \})? from '\.\/\w+\/([\w-]+)\.js';$/.exec(line) ?? [];
    if (file && !isIn(file)) left.add(name);
    const [, word] = /^ {2}(?:\S+: )?(\w+)(?:\.\w+)?,$/.exec(line) ?? [];
    return !left.has(name) && !left.has(word);
  };
  const whole = readFileSync(`web/languages/${language}.js`, 'utf8');
  return whole.split('\n').filter(isNeeded).join('\n');
}

/** Gives esbuild the sources of packs, whose paths are like pack:de and pack:de/rope. */
const withPacks = {
  name: 'packs of a language',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^pack:/ }, ({ path }) => ({ path, namespace: 'pack' }));
    onLoad({ filter: /.*/, namespace: 'pack' }, ({ path }) => {
      const [, language, part] = path.split(/[:/]/);
      const contents = packSource(language, part ? isFor(part) : isForAll);
      return { contents, resolveDir: resolve('web/languages') };
    });
  },
};

/**
 * Lets esbuild leave out all code that a pack does not use, including the kernels. The texts of a
 * language import only a few constants from the models of the figures.
 */
const onlyUsed = {
  name: 'only what words use',
  setup({ onResolve, resolve: find }) {
    onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...others }) => {
      if (pluginData?.isResolved) return undefined;
      const found = await find(path, { ...others, pluginData: { isResolved: true } });
      return { ...found, sideEffects: false };
    });
  },
};

/** Returns the packs. Each works as a classic script, as an ES module, and with `require`. */
export async function languagePacks() {
  const names = LANGUAGES.flatMap((tag) => [tag, ...PARTS.map((part) => `${tag}/${part}`)]);
  const entryPoints = names.map((name) => ({ in: `pack:${name}`, out: `languages/${name}` }));
  const options = { format: 'iife', outdir: 'dist', charset: 'utf8' };
  const files = await packed({ entryPoints, ...options, plugins: [withPacks, onlyUsed] });
  for (const [path, script] of Object.entries(files)) {
    const name = path.slice('dist/'.length, -'.js'.length);
    files[`dist/cjs/${name}.js`] = script;
    for (const folder of ['dist/types', 'dist/cjs/types'])
      files[`${folder}/${name}.d.ts`] = 'export {};\n';
  }
  return files;
}

/**
 * Returns a script with the texts of a language for one page.
 * @param {string} language
 * @param {(file: string) => boolean} [isIn] whether the page needs a file of the language
 */
export const languageScript = (language, isIn = () => true) =>
  bundled({
    stdin: { contents: packSource(language, isIn), resolveDir: 'web/languages' },
    format: 'iife',
    charset: 'utf8',
    plugins: [onlyUsed],
  });
