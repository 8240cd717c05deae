/* Rows for pages without a build: workers, import maps, policies, and tests of the project. */
import { ANSWER, page, shows, testsOf } from './programs.js';

const DIST = '/node_modules/posenc/dist';
const HERE = { folder: '.' };
const MAIN = { 'main.js': shows(`${DIST}/posenc.js`, `${DIST}/figures.js`) };
const INDEX = page('<script type="module" src="main.js"></script>');

const MAP = {
  imports: { posenc: `${DIST}/posenc.js`, 'posenc/figures': `${DIST}/figures.js` },
};

/** Returns the row of a page under a content security policy. */
const policy = (name, text) => ({
  name,
  files: { ...MAIN, 'index.html': INDEX },
  serve: HERE,
  headers: { 'content-security-policy': text },
  says: ANSWER,
});
const test = (name, file, pattern) => ({ name, test: testsOf(file, pattern) });

export const PAGES = [
  {
    name: 'workers',
    project: 'workers',
    serve: HERE,
    says: Array(4).fill(ANSWER).join(' '),
  },
  {
    name: 'import-map',
    files: {
      'index.html': page(
        `<script type="importmap">${JSON.stringify(MAP)}</script>
        <script type="module">${shows()}</script>`,
      ),
    },
    serve: HERE,
    says: ANSWER,
  },
  policy('csp-wasm', "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:"),
  policy(
    'trusted-types',
    "script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
  ),
  test('csp-none', 'figures/chassis/elements', 'a page that forbids WebAssembly'),
  test('file-classic', 'package/scripts', 'a classic script in a file'),
  test('file', 'pages/environments', 'from a file'),
  test('srcdoc', 'pages/environments', 'from a file, Chromium|a sandboxed srcdoc'),
  test('no-wasm', 'pages/scalar', 'loads the scalar kernels beside it'),
  test('tarball', 'package/tarball', '.'),
  test('content-network', 'package/scripts', 'cdn.js'),
];
