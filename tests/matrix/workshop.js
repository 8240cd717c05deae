/*
 * Makes a fresh folder for each row of rows.js, runs the row's commands there, and serves what they
 * built.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { projectFiles } from '../../web/build/sources.js';
import { root } from '../support/browsers.js';
import { installedPackage } from '../support/package.js';

/** Each command of a row may take this many milliseconds. */
const PATIENCE = 600_000;
/** With these variables, no tool reports usage, asks a question or colours its output. */
const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  OBSERVABLE_TELEMETRY_DISABLE: '1',
  WRANGLER_SEND_METRICS: 'false',
};

/** Ends a command together with all processes that it started. */
function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

function start(command, cwd, env = {}) {
  const path = `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`;
  const options = { cwd, detached: true, env: { ...process.env, ...QUIET, PATH: path, ...env } };
  const child = spawn('sh', ['-c', command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  const all = [];
  child.stdout.on('data', (data) => printed.push(data) && all.push(data));
  child.stderr.on('data', (data) => all.push(data));
  const ended = new Promise((done) => child.once('close', done));
  return { child, ended, printed: () => printed.join(''), text: () => all.join('') };
}

/** Returns the last lines of what a command printed. */
const tail = (text) => text.trim().split('\n').slice(-25).join('\n');

/** Runs a command in a folder, and returns what it prints. */
export async function sh(command, cwd) {
  const { child, ended, printed, text } = start(command, cwd);
  const timer = setTimeout(() => end(child), PATIENCE);
  const code = await ended;
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${tail(text())}`);
  return printed();
}

/** Returns a port that no server uses. */
const freePort = () =>
  new Promise((done) => {
    const server = createSocketServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Starts a server by a command that reads the variable PORT, and waits until it answers. */
export async function serveBy(command, cwd) {
  const port = await freePort();
  const { child, ended, text } = start(command, cwd, { PORT: String(port), HOST: '127.0.0.1' });
  let running = true;
  ended.then(() => (running = false));
  const origin = `http://localhost:${port}`;
  const deadline = Date.now() + 120_000;
  while (!(await fetch(origin).catch(() => null))) {
    if (!running || Date.now() > deadline) {
      end(child);
      throw new Error(`${command} does not answer:\n${tail(text())}`);
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  return { origin, close: () => (end(child), ended) };
}

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Returns the file for a path: the path itself, the path with .html, or the index.html of the
 * folder.
 */
function fileOf(folder, path) {
  const names = [path, `${path}.html`, `${path}/index.html`].map((name) => join(folder, name));
  return names.find((name) => existsSync(name) && statSync(name).isFile());
}

/** Serves the files of a folder. `headers` are sent with every file. */
export async function serveFolder(folder, headers = {}) {
  const server = createServer((request, response) => {
    const file = fileOf(folder, decodeURIComponent(request.url.split('?')[0]));
    if (!file) return response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('content-type', type);
    return response.end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://localhost:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Copies a folder of the project, without files that were installed or built in it. */
function copyFolder(folder, path) {
  for (const file of projectFiles(root).filter((file) => file.startsWith(`${folder}/`)))
    cpSync(join(root, file), join(path, file.slice(folder.length)));
}

/**
 * Packs the project once for all rows. `folder(row)` returns a new folder with the files of a row
 * and everything installed. `installed` is the folder of the package itself.
 */
export function openWorkshop() {
  const packed = installedPackage();
  const scratch = mkdtempSync(join(tmpdir(), 'posenc-matrix-'));
  const tarball = join(scratch, 'posenc.tgz');
  writeFileSync(tarball, packed.tarball);
  return {
    installed: packed.folder,
    async folder({ recipe, project, files = {}, packages = [] }) {
      const path = mkdtempSync(join(scratch, 'row-'));
      if (recipe) copyFolder(`web/recipes/${recipe}`, path);
      if (project) copyFolder(`tests/matrix/projects/${project}`, path);
      const manifest = join(path, 'package.json');
      if (!existsSync(manifest)) writeFileSync(manifest, '{"private": true, "type": "module"}');
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
      await sh(['npm install --no-audit --no-fund', tarball, ...packages].join(' '), path);
      return path;
    },
    removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
    close() {
      packed.remove();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
