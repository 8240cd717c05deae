/** Writes a page of web/lab/ as a single file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { TYPE, carrying } from '../lab/carried.js';
import { LANGUAGES, languageScript } from './languages.js';
import { bundled, licencesIn } from './minify.js';

const hashOf = (source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Replaces the only line of a page that matches a pattern. Throws if there is not exactly one. */
function replaceLine(page, name, pattern, replacement) {
  const lines = page.split('\n');
  const found = [...lines.keys()].filter((at) => pattern.test(lines[at]));
  if (found.length !== 1) throw new Error(`${name}: expected exactly one line with ${pattern}`);
  lines[found[0]] = replacement;
  return lines.join('\n');
}

/** Returns a script of dist/ that a page contains. @param {string} id its name without .js */
export const builtScript = (id) => ({ id, source: readFileSync(`dist/${id}.js`, 'utf8') });

/** Returns the scripts of the languages of a page. `isIn` chooses the files of a language. */
const carriedLanguages = (languages, isIn) =>
  Promise.all(languages.map(async (id) => ({ id, source: await languageScript(id, isIn) })));

/** Returns an element with a deflated script. The page inflates the script when it needs it. */
const deflatedCarrier = ({ id, source }) => {
  const text = carrying(deflateRawSync(source, { level: 9 }));
  return `<script type="${TYPE}" id="posenc-${id}">${text}</script>`;
};

/** Returns an element that runs a script. An id lets the editor find it. */
const scriptOf = ({ id, source }) => `<script${id ? ` id="posenc-${id}"` : ''}>${source}</script>`;

/**
 * Returns a comment with the licences of posenc and of all packages in the scripts of a page. Pages
 * in a single file are passed on alone, so the licences must be in them.
 */
function licenceComment(sources) {
  const own = readFileSync('LICENSE', 'utf8').trim();
  const others = licencesIn(sources).map(
    ({ name, text }) => `This page also contains ${name}.\n\n${text}`,
  );
  const all = ['This page is a part of posenc.', own, ...others].join('\n\n');
  if (all.includes('--')) throw new Error('a licence has two dashes, which could end a comment');
  return `<!--\n${all}\n-->`;
}

/** Returns the elements that contain the languages of the lab. */
export const labLanguages = async () =>
  (await carriedLanguages(LANGUAGES)).map(deflatedCarrier).join('');

/**
 * Returns a page of web/lab/ as a single file. The page runs `scripts` in their order. It also
 * contains the scalar kernels and the scripts of `later`. They are deflated, and run only if they
 * are needed. `isIn` chooses the files of its languages. The content security policy of the page
 * forbids every request to the network. It allows a worker whose text is from the page. The worker
 * inherits the policy.
 */
export async function pageText({ page, style, scripts, later = [], ...about }) {
  const { languages = LANGUAGES, isIn } = about;
  const name = `web/lab/${page}`;
  const css = await bundled({ entryPoints: [`web/lab/${style}`], bundle: false });
  const words = await carriedLanguages(languages, isIn);
  const carried = [...words, ...later, builtScript('scalar')];
  const hashes = [...scripts, ...carried].map(({ source }) => hashOf(source));
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${hashOf(css)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  // The spaces that indent lines are removed: they are a quarter of the lab's HTML.
  let text = readFileSync(name, 'utf8').replace(/\n\s+/g, '\n');
  text = replaceLine(text, name, /<link rel="stylesheet"/, `${meta}\n<style>${css}</style>`);
  const sources = [...scripts, ...carried].map(({ source }) => source);
  const elements = [...carried.map(deflatedCarrier), ...scripts.map(scriptOf)];
  const added = [licenceComment(sources), ...elements].join('\n');
  return replaceLine(text, name, /<script /, added);
}

/** Returns a page of web/lab/ as a single file: its text by its path. */
export async function singlePage({ out, ...page }) {
  return { [`dist/${out}`]: await pageText(page) };
}
