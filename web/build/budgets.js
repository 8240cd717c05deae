/**
 * The size budgets: how many bytes a page or an app may download, after gzip -9 unless a budget
 * says otherwise. tests/package/sizes.test.js checks the budgets, and `npm run size` prints them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bundled } from './bundle.js';

const gzipped = (bytes) =>
  execFileSync('gzip', ['-9', '-c'], { input: bytes, maxBuffer: 1 << 25 }).length;
const product = (name) => readFileSync(`dist/${name}`);

/** Bundles an app that consists of these lines. */
export const app = (contents) => bundled({ stdin: { contents, resolveDir: '.' }, format: 'esm' });

/** Returns the class name, tag and folder of each figure. */
export function figuresOf(elements) {
  return Object.entries(elements)
    .filter(([, Figure]) => Figure.tag)
    .map(([name, { tag }]) => ({ name, tag, folder: tag.slice('pe-'.length) }));
}

/** Returns the source of an app that defines one figure. */
export const defining = ({ name, tag, folder }) =>
  `import { ${name} } from './web/figures/${folder}/${folder}.js'; ${name}.define('${tag}');`;

/** The budgets. `of` names what is measured, and `limit` is in bytes. */
export const BUDGETS = [
  { of: 'posenc.js', limit: 64_500, measure: () => gzipped(product('posenc.js')) },
  {
    of: 'an app that imports only sinusoidal',
    limit: 22_000,
    measure: async () =>
      gzipped(await app(`import { sinusoidal } from './dist/posenc.js'; console.log(sinusoidal);`)),
  },
  {
    of: 'an app that imports only applyRope',
    limit: 26_000,
    measure: async () =>
      gzipped(await app(`import { applyRope } from './dist/posenc.js'; console.log(applyRope);`)),
  },
  {
    of: 'figures.js with posenc.js',
    limit: 155_500,
    measure: () => gzipped(product('figures.js')) + gzipped(product('posenc.js')),
  },
  {
    of: 'figures.iife.js',
    limit: 140_000,
    measure: () => gzipped(product('figures.iife.js')),
  },
  {
    of: 'posenc-lab.html, uncompressed',
    limit: 600_000,
    measure: () => product('posenc-lab.html').length,
  },
  { of: 'embed.html, uncompressed', limit: 600_000, measure: () => product('embed.html').length },
];

/**
 * Larger limits of three pages: all options of RoPE, six schemes at once, and the families of
 * describeModel.
 */
const LARGE_FIGURES = { 'pe-rope': 55_000, 'pe-schemes': 58_000, 'pe-stretch': 70_000 };

/** The budget of a page with one figure, which is bundled from source with the kernels. */
export const ONE_FIGURE = {
  limitOf: ({ tag }) => LARGE_FIGURES[tag] ?? 50_000,
  measure: async (figure) => gzipped(await app(defining(figure))),
};
