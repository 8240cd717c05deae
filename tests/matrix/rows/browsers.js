/* Rows for old Chromiums, which an npm package contains, and for a processor without SIMD. */
import { page } from './programs.js';

const DIST = '/node_modules/posenc/dist';

/** Returns a page that awaits ready(), which old Chromiums need. Its script begins with `first`. */
const awaits = (first = '') => ({
  files: {
    'index.html': page('<script type="module" src="main.js"></script>'),
    'main.js': `
      ${first}
      import { ready, sinusoidal } from '${DIST}/posenc.js';
      import '${DIST}/figures.js';
      await ready();
      document.querySelector('output').append(sinusoidal(2, 4)[4].toFixed(4));`,
  },
  serve: { folder: '.' },
  says: '0.8415',
});

/** Returns the row of a version of Chromium. */
const chromium = (version) => ({
  ...awaits(),
  name: `chromium-${version.split('.')[0]}`,
  packages: [`@sparticuz/chromium@${version}`],
  browser: 'node_modules/@sparticuz/chromium/bin/chromium.br',
});

export const BROWSERS = [
  ...['103.0.0', '113.0.0', '114.0.0', '115.0.0'].map(chromium),
  {
    ...awaits(`import '${DIST}/scalar.js';`),
    name: 'no-simd',
    flags: ['--js-flags=--no-enable-sse3'],
  },
  { name: 'chromium-92', not: 'posenc promises Chrome 103 and later' },
  { name: 'safari', not: 'Safari needs a Mac' },
];
