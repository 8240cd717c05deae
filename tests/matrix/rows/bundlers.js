/* Rows for bundlers without configuration. Some of them also bundle a worker. */
import { ANSWER, WORKER, asksWorker, page, shows } from './programs.js';

const BUNDLED = page('<script type="module" src="dist/main.js"></script>');
const INDEX = { 'index.html': BUNDLED, 'src/index.js': shows() };
const WITH_WORKER = { ...INDEX, 'src/index.js': shows() + asksWorker, 'src/worker.js': WORKER };
const BOTH = `${ANSWER} ${ANSWER}`;
const HERE = { folder: '.' };
const SOURCE = {
  'index.html': page('<script type="module" src="/src/index.js"></script>'),
  'src/index.js': WITH_WORKER['src/index.js'],
  'src/worker.js': WORKER,
};

export const BUNDLERS = [
  {
    name: 'vite-dev',
    packages: ['vite@8.3.8'],
    files: SOURCE,
    serve: { command: 'vite --port $PORT' },
    says: BOTH,
  },
  {
    name: 'vite-build',
    packages: ['vite@8.3.8'],
    files: SOURCE,
    steps: ['vite build'],
    serve: { folder: 'dist' },
    says: BOTH,
  },
  {
    name: 'webpack-5',
    packages: ['webpack@5.112.2', 'webpack-cli@7.3.1'],
    files: WITH_WORKER,
    steps: ['webpack --mode production'],
    serve: HERE,
    says: BOTH,
  },
  {
    name: 'rspack',
    packages: ['@rspack/core@2.3.2', '@rspack/cli@2.2.8'],
    files: WITH_WORKER,
    steps: ['rspack build --mode production'],
    serve: HERE,
    says: BOTH,
  },
  {
    name: 'parcel-2',
    packages: ['parcel@2.16.4'],
    files: { ...SOURCE, 'index.html': SOURCE['index.html'].replace('/src', 'src') },
    steps: ['parcel build index.html'],
    serve: { folder: 'dist' },
    says: BOTH,
  },
  {
    name: 'rollup',
    packages: ['rollup@4.68.7', '@rollup/plugin-node-resolve@16.0.3'],
    files: INDEX,
    steps: [
      'rollup src/index.js --dir dist --entryFileNames main.js --plugin node-resolve --failAfterWarnings',
    ],
    serve: HERE,
    says: ANSWER,
  },
  {
    name: 'esbuild',
    packages: ['esbuild@0.28.2'],
    files: INDEX,
    steps: ['esbuild src/index.js --bundle --outfile=dist/main.js'],
    serve: HERE,
    says: ANSWER,
  },
  { name: 'webpack-4', not: 'webpack 4 does not parse ES2022, the syntax of posenc' },
];
