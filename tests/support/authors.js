/* Makes lessons as authors write them, on a server together with dist/, or in a file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as elements from '../../web/elements.js';
import { launchChromium, root } from './browsers.js';

/** The classes of figures that web/elements.js defines. */
export const FIGURES = Object.values(elements).filter((Figure) => Figure.tag);
export const TAGS = FIGURES.map((Figure) => Figure.tag);
export const classic = '<script src="figures.iife.js"></script>';

/** Returns the HTML of one figure for each tag, with these attributes. */
export const each = (attributes = '', tags = TAGS) =>
  `<h1>A lesson</h1>${tags.map((tag) => `<${tag} ${attributes}></${tag}>`).join('\n')}`;

/**
 * Runs a function in the page on the first element that matches a selector, and returns its result.
 */
export const on = (page, selector, run, argument) =>
  page.evaluate(
    ([selector, source, argument]) => (0, eval)(source)(document.querySelector(selector), argument),
    [selector, `(${run})`, argument],
  );

const TYPES = { '.js': 'text/javascript', '.html': 'text/html' };

const HEAD = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width">',
  '<title>A lesson</title>',
  '<link rel="icon" href="data:,">',
].join('');

const lesson = (html) =>
  `<!doctype html><html lang="en"><head>${HEAD}</head><body><main>${html}</main></body></html>`;

/**
 * Starts a server of dist/ and of lessons. `author(html, policy)` adds a page and returns its
 * address. `policy` is the content security policy of the page, if given.
 */
export async function serveAuthors() {
  const pages = {};
  const server = createServer((request, response) => {
    const name = request.url.split('?')[0];
    const page = pages[name];
    const type = TYPES[page ? '.html' : extname(name)] ?? 'application/octet-stream';
    response.setHeader('content-type', type);
    if (extname(name) === '.js') response.setHeader('cache-control', 'max-age=3600');
    if (page?.policy) response.setHeader('content-security-policy', page.policy);
    try {
      response.end(page ? lesson(page.html) : readFileSync(`${root}/dist${name}`));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    author(html, policy) {
      const name = `/lesson-${Object.keys(pages).length}`;
      pages[name] = { html, policy };
      return origin + name;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Writes a lesson into a file of its own, which loads the classic script from dist/. */
export function lessonFile(html) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-lesson-'));
  const name = join(folder, 'lesson.html');
  const script = pathToFileURL(join(root, 'dist/figures.iife.js')).href;
  writeFileSync(name, lesson(html.replaceAll('"figures.iife.js"', `"${script}"`)));
  return { url: pathToFileURL(name).href, remove: () => rmSync(folder, { recursive: true }) };
}

/**
 * The server of lessons, in a test file that calls useAuthors.
 * @type {Awaited<ReturnType<typeof serveAuthors>>}
 */
export let server;
/** The browser, in a test file that calls useAuthors. @type {import('playwright-core').Browser} */
export let chromium;

/**
 * Starts a server of lessons and a browser before the tests of a file, and stops them afterwards.
 */
export function useAuthors() {
  before(async () => {
    server = await serveAuthors();
    chromium = await launchChromium();
  });
  after(async () => {
    await chromium?.close();
    server.close();
  });
}
