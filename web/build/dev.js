/**
 * Serves web/ without bundling, on this machine only, until Ctrl-C. A change in web/ reloads the
 * page. A change in c/ or in the style sheet first rebuilds the files that depend on it. The
 * environment variable PORT sets the port.
 */
import { spawn } from 'node:child_process';
import { readFileSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { labLanguages } from './single-page.js';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A script that is added to every page. It reloads the page when the server reports a change. */
const RELOAD =
  "<script>new EventSource('/changes').onmessage = () => location.reload();</script>\n</body>";

/** The open connections of pages that wait for a change. */
const waiting = new Set();

/** Keeps the connection of a page open until the page is closed. */
function wait(request, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('\n');
  waiting.add(response);
  request.on('close', () => waiting.delete(response));
}

/** The packages that sources import by name. The bundles contain them. */
const PACKAGES = {
  fflate: 'node_modules/fflate/esm/browser.js',
  marked: 'node_modules/marked/lib/marked.esm.js',
};

/** The files of these packages, by the addresses at which they are served. */
const FILES = Object.fromEntries(
  Object.entries(PACKAGES).map(([name, file]) => [`/packages/${name}.js`, file]),
);

const imports = Object.fromEntries(
  Object.keys(PACKAGES).map((name) => [name, `/packages/${name}.js`]),
);

/** Tells the browser where these packages are. */
const IMPORTS = `<head>\n<script type="importmap">${JSON.stringify({ imports })}</script>`;

/** Adds the languages to the lab, as the build does. */
async function withLanguages(text, path) {
  if (path !== '/lab/index.html') return text;
  const languages = await labLanguages();
  return text.replace('<script ', () => `${languages}<script `);
}

/** Sends a file of web/, or a package. */
async function send(path, response) {
  try {
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    let body = readFileSync(FILES[path] ?? join('web', path));
    if (type.startsWith('text/html'))
      body = (await withLanguages(body.toString(), path))
        .replace('</body>', () => RELOAD)
        .replace('<head>', () => IMPORTS);
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`no ${path} in web/`);
  }
}

/** Returns the path of a request, or an address that no file has if it is malformed. */
function pathOf({ url }) {
  try {
    return normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  } catch {
    return '/%';
  }
}

const server = createServer((request, response) => {
  const path = pathOf(request);
  if (path === '/changes') wait(request, response);
  else if (path === '/') response.writeHead(302, { location: '/lab/index.html' }).end();
  else send(path, response);
});

/**
 * Runs one step of build.sh. If the step fails, it prints the errors and does not change its files.
 */
const step = (name) =>
  new Promise((done) => spawn('./build.sh', [name], { stdio: 'inherit' }).once('exit', done));

const reload = () => waiting.forEach((response) => response.write('data: changed\n\n'));

/**
 * Returns a function that runs `work` when 80 ms have passed without another call. An editor writes
 * a file in several steps, and `work` runs only once after all of them.
 */
function afterPause(work) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, 80);
  };
}

const GENERATED = /(^|\/)(kernels|style-text)\.js$/;
const sourceChanged = afterPause(reload);
const styleChanged = afterPause(async () => {
  await step('style');
  reload();
});
const kernelChanged = afterPause(async () => {
  await step('kernels');
  reload();
});

watch('web', { recursive: true }, (_, name) => {
  if (name?.endsWith('style.css')) styleChanged();
  else if (!GENERATED.test(name ?? '')) sourceChanged();
});
watch('c', kernelChanged);

server.listen(Number(process.env.PORT ?? 8000), '127.0.0.1', () => {
  const { port } = server.address();
  console.log(`posenc: web/ is at http://localhost:${port}/ and reloads on change (Ctrl-C stops)`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
