/**
 * The size budgets: how many bytes a page or an app may download. The bytes are counted after
 * gzip -9, unless a budget says otherwise. tests/package/sizes.test.js checks the budgets, and
 * `npm run size` prints them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGES, PARTS } from './languages.js';
import { besideLate, bundled, divided } from './minify.js';

const gzipped = (bytes) =>
  execFileSync('gzip', ['-9', '-c'], { input: bytes, maxBuffer: 1 << 25 }).length;
const product = (name) => readFileSync(`dist/${name}`);

/** Measures the pack of each of these parts in each language, and returns the largest size. */
const largestPack = (parts) =>
  Math.max(
    ...LANGUAGES.flatMap((language) =>
      parts.map((part) => gzipped(product(`languages/${language}${part}.js`))),
    ),
  );

/** Bundles an app from its source text. The app loads the scalar kernels only if it needs them. */
export const app = (contents) =>
  bundled({
    stdin: { contents, resolveDir: '.' },
    format: 'esm',
    plugins: [besideLate],
  });

/** An app that makes the rotations of a model's layers from its config. */
const DESCRIBED = `import { createRopes, describeModel } from './dist/posenc.js';
  console.log(createRopes, describeModel);`;

/** The budgets. `of` names what is measured, and `limit` is in bytes. */
export const BUDGETS = [
  { of: 'posenc.js', limit: 73_500, measure: () => gzipped(product('posenc.js')) },
  {
    of: 'an app that imports only sinusoidal',
    limit: 23_500,
    measure: async () =>
      gzipped(await app(`import { sinusoidal } from './dist/posenc.js'; console.log(sinusoidal);`)),
  },
  {
    of: 'an app that imports only applyRope',
    limit: 29_500,
    measure: async () =>
      gzipped(await app(`import { applyRope } from './dist/posenc.js'; console.log(applyRope);`)),
  },
  {
    of: 'an app that imports only createRopes and describeModel',
    limit: 48_500,
    measure: async () => gzipped(await app(DESCRIBED)),
  },
  { of: 'train.js', limit: 27_500, measure: () => gzipped(product('train.js')) },
  { of: 'doctor.js', limit: 39_000, measure: () => gzipped(product('doctor.js')) },
  { of: 'trainer.js', limit: 29_000, measure: () => gzipped(product('trainer.js')) },
  {
    of: 'train-scalar.js',
    limit: 23_500,
    measure: () => gzipped(product('train-scalar.js')),
  },
  { of: 'answers.js', limit: 3_500, measure: () => gzipped(product('answers.js')) },
  { of: 'files.js', limit: 17_500, measure: () => gzipped(product('files.js')) },
  { of: 'tour.js, without its imports', limit: 13_000, measure: () => gzipped(product('tour.js')) },
  {
    of: 'worksheet.js, without its imports',
    limit: 22_000,
    measure: () => gzipped(product('worksheet.js')),
  },
  {
    of: 'checkup.js, without its imports',
    limit: 40_000,
    measure: () => gzipped(product('checkup.js')),
  },
  {
    of: 'editor.js, without its imports',
    limit: 46_000,
    measure: () => gzipped(product('editor.js')),
  },
  { of: 'scalar.js', limit: 24_000, measure: () => gzipped(product('scalar.js')) },
  {
    of: 'figures.js with posenc.js',
    limit: 270_000,
    measure: () => gzipped(product('figures.js')) + gzipped(product('posenc.js')),
  },
  {
    of: 'figures.iife.js',
    limit: 268_000,
    measure: () => gzipped(product('figures.iife.js')),
  },
  { of: 'quiz.js, without its imports', limit: 33_000, measure: () => gzipped(product('quiz.js')) },
  { of: 'all words of a language', limit: 103_500, measure: () => largestPack(['']) },
  { of: 'the quiz in a language', limit: 25_000, measure: () => largestPack(['/quiz']) },
  {
    of: 'one figure in a language',
    limit: 9_000,
    measure: () =>
      largestPack(
        PARTS.filter((part) => !['checkup', 'quiz'].includes(part)).map((part) => `/${part}`),
      ),
  },
  {
    of: 'the check of files in a language',
    limit: 21_500,
    measure: () => largestPack(['/checkup']),
  },
  {
    of: 'posenc-lab.html, uncompressed',
    limit: 1_500_000,
    measure: () => product('posenc-lab.html').length,
  },
  { of: 'embed.html, uncompressed', limit: 930_000, measure: () => product('embed.html').length },
];

/** The limit for a page with one figure. Figures that need more have their own limits. */
const FIGURE_LIMIT = 57_000;
const LARGE_FIGURES = {
  'pe-alibi': 61_500,
  'pe-bugs': 63_000,
  'pe-clocks': 60_500,
  'pe-combine': 61_500,
  'pe-heatmap': 58_000,
  'pe-naive': 58_500,
  'pe-networks': 61_000,
  'pe-order': 63_500,
  'pe-patches': 61_500,
  'pe-range': 59_000,
  'pe-rope': 67_000,
  'pe-schemes': 66_500,
  'pe-shift': 63_000,
  'pe-stretch': 66_000,
  'pe-train': 59_500,
  'pe-waves': 60_000,
};

/** Matches the static imports of a minified module, but not its dynamic imports. */
const IMPORTS = /\b(?:from|import)"(\.[^"]+)"/g;

/** Returns the size of a module and of all modules that it imports statically. */
function sizeWithImports(entry, read) {
  const found = new Set([entry]);
  for (const path of found)
    for (const [, to] of read(path).matchAll(IMPORTS)) found.add(join(dirname(path), to));
  return [...found].reduce((sum, path) => sum + gzipped(read(path)), 0);
}

/** The budget of a page that loads the entry of one figure, and its static imports. */
export const ONE_FIGURE = {
  limitOf: ({ tag }) => LARGE_FIGURES[tag] ?? FIGURE_LIMIT,
  measure: ({ folder }) =>
    sizeWithImports(`dist/figures/${folder}.js`, (path) => readFileSync(path, 'utf8')),
};

/** The budget of an app that bundles the entry of one figure. */
export const BUNDLED_FIGURE = {
  limitOf: ({ tag }) => LARGE_FIGURES[tag] ?? FIGURE_LIMIT,
  async measure({ folder }) {
    const texts = await divided(`import './dist/figures/${folder}.js';`);
    const [entry] = Object.keys(texts);
    return sizeWithImports(entry, (path) => texts[path]);
  },
};
