/* Pages as authors write them, served beside dist/ or from a file, with every element there is. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {extname, join} from 'node:path';
import {after, before} from 'node:test';
import {pathToFileURL} from 'node:url';
import * as elements from '../web/elements.js';
import {launchChromium, root} from './browsers.js';

/** The classes that web/elements.js defines. */
export const FIGURES = Object.values(elements).filter(Figure => Figure.tag);
export const TAGS = FIGURES.map(Figure => Figure.tag);
export const classic = '<script src="figures.iife.js"></script>';
/** One of each, or of those named, with attributes. */
export const each = (attributes = '', tags = TAGS) => `<h1>A lesson</h1>${tags.map(tag => `<${tag} ${attributes}></${tag}>`).join('\n')}`;

const TYPES = {'.js': 'text/javascript', '.html': 'text/html'};
const lesson = html => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A lesson</title><link rel="icon" href="data:,"></head><body><main>${html}</main></body></html>`;

/** A server of dist/ and of lessons: `author(html, policy)` gives the address of a page, with a content security policy if one is named; `first` runs before the scripts. */
export async function serveAuthors(first = '') {
  const pages = {};
  const server = createServer((request, response) => {
    const name = request.url.split('?')[0], page = pages[name];
    response.setHeader('content-type', TYPES[page ? '.html' : extname(name)] ?? 'application/octet-stream');
    if (page?.policy) response.setHeader('content-security-policy', page.policy);
    try {
      response.end(page ? lesson(page.html) : (name.endsWith('.js') ? first : '') + readFileSync(`${root}/dist${name}`));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    author(html, policy) {
      const name = `/lesson-${Object.keys(pages).length}`;
      pages[name] = {html, policy};
      return origin + name;
    },
    close: () => { server.close(); server.closeAllConnections(); }
  };
}

/** A lesson in a file of its own that takes the classic script from dist/ beside it. */
export function lessonFile(html) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-lesson-')), name = join(folder, 'lesson.html');
  const script = pathToFileURL(join(root, 'dist/figures.iife.js')).href;
  writeFileSync(name, lesson(html.replaceAll('"figures.iife.js"', `"${script}"`)));
  return {url: pathToFileURL(name).href, remove: () => rmSync(folder, {recursive: true})};
}

/** Of a test file that asked for them. @type {Awaited<ReturnType<typeof serveAuthors>>} */
export let server;
/** @type {import('playwright-core').Browser} */
export let chromium;

/** A server of lessons and a browser, for the tests of the file that calls it, and for as long as they run. */
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
