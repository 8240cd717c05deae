/*
 * Starts WebKit for the tests: WebKitGTK's MiniBrowser on a virtual screen. It is driven by the
 * WebDriver protocol, since neither playwright-core nor puppeteer-core drives the system's WebKit.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { program } from './browsers.js';

/** The size of the window with its bars. The page in the window is 1280 x 900. */
const WINDOW = { width: 1280, height: 938 };

/** The driver may take this long to start, in milliseconds. */
const PATIENCE = 30_000;

/** Returns a port of this machine that nobody listens to. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a virtual screen, and returns its process and the value of DISPLAY. */
async function startScreen() {
  const size = ['-screen', '0', '1280x1000x24'];
  const child = spawn(program('XVFB_PATH', '/usr/bin/Xvfb'), ['-displayfd', '3', ...size], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(child.stdio[3], 'data');
  return { child, display: `:${String(number).trim()}` };
}

/** A session of WebKit with one window. Each method sends one or more commands to the driver. */
class WebKit {
  /** @param {string} address the address of the session at the driver */
  constructor(address) {
    this.address = address;
  }

  /** Sends a command, and returns the value of the answer. */
  static async send(method, address, body) {
    const options = { method, body: body && JSON.stringify(body) };
    const { value } = await (await fetch(address, options)).json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  post = (command, body = {}) => WebKit.send('POST', `${this.address}/${command}`, body);
  goto = (url) => this.post('url', { url });

  /** Runs a function in the page, and returns its result, or the value of its promise. */
  evaluate = (run, argument) =>
    this.post('execute/sync', {
      script: `return (${run})(...arguments)`,
      args: [argument ?? null],
    });

  /** Presses keys, which are named as the protocol names them. */
  press(...keys) {
    const actions = keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    return this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
}

/** Waits until a driver answers. */
async function driverAt(origin) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50))
    if (await WebKit.send('GET', `${origin}/status`).catch(() => false)) return;
  throw new Error(`the driver of WebKit has not started within ${PATIENCE} ms`);
}

/** Starts a session at the driver that listens to a port. */
async function startSession(port) {
  const origin = `http://127.0.0.1:${port}`;
  await driverAt(origin);
  const { sessionId } = await WebKit.send('POST', `${origin}/session`, { capabilities: {} });
  const webkit = new WebKit(`${origin}/session/${sessionId}`);
  await webkit.post('window/rect', WINDOW);
  return webkit;
}

/** Starts WebKit on a virtual screen. `close` ends WebKit and the screen. */
export async function launchWebKit() {
  const path = program('WEBKIT_DRIVER_PATH', '/usr/bin/WebKitWebDriver');
  const { child: screen, display } = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' };
  const driver = spawn(path, [`--port=${port}`], { env, stdio: 'ignore' });
  const stop = () => [driver, screen].forEach((child) => child.kill());
  try {
    const webkit = await startSession(port);
    const close = () => WebKit.send('DELETE', webkit.address).finally(stop);
    return Object.assign(webkit, { close });
  } catch (error) {
    stop();
    throw error;
  }
}
