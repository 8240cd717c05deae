/* Old Chromiums, which a package of npm contains. The page awaits ready() for the oldest. */
import { page } from './programs.js';

const DIST = '/node_modules/posenc/dist';

/** A version of Chromium. */
const chromium = (version) => ({
  name: `chromium-${version.split('.')[0]}`,
  packages: [`@sparticuz/chromium@${version}`],
  browser: 'node_modules/@sparticuz/chromium/bin/chromium.br',
  files: {
    'index.html': page('<script type="module" src="main.js"></script>'),
    'main.js': `
      import { ready, sinusoidal } from '${DIST}/posenc.js';
      import '${DIST}/figures.js';
      await ready();
      document.querySelector('output').append(sinusoidal(2, 4)[4].toFixed(4));`,
  },
  serve: { folder: '.' },
  says: '0.8415',
});

export const BROWSERS = [
  ...['103.0.0', '113.0.0', '114.0.0', '115.0.0', '131.0.0'].map(chromium),
  { name: 'safari', not: 'Safari needs a Mac' },
];
