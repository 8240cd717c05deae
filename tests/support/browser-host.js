/*
 * Starts the browsers that all test files of a run share: one Chromium and one Firefox. A file asks
 * the host for a browser by HTTP. The answer says where the browser is, and stays open as long as
 * the file uses it. So a file that ends in any way gives its browser back.
 *
 * Chromium has room for all files at once. Firefox serves one session at a time: a file that asks
 * meanwhile hears that it is busy, and starts one of its own.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { chromiumOptions, startFirefox } from './browsers.js';

/** Starts something at the first call, and returns the same at each call. */
function lazy(start) {
  let started;
  return Object.assign(() => (started ??= start()), { isStarted: () => Boolean(started) });
}

/** Returns the address of a host that was started, and what stops it with its browsers. */
export async function startBrowserHost() {
  const chromiumServer = lazy(() => chromium.launchServer(chromiumOptions()));
  const firefox = lazy(startFirefox);
  let isBusy = false;
  const lend = {
    '/chromium': async () => ({ at: (await chromiumServer()).wsEndpoint(), giveBack() {} }),
    '/firefox': async () => {
      if (isBusy) return undefined;
      isBusy = true;
      const giveBack = () => (isBusy = false);
      return { at: (await firefox()).at, giveBack };
    },
  };
  const server = createServer(async (request, response) => {
    try {
      const lent = await lend[request.url]();
      if (!lent) return void response.writeHead(409).end();
      const { at, giveBack } = lent;
      response.once('close', giveBack);
      if (response.destroyed) giveBack();
      else response.write(at);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      if (chromiumServer.isStarted()) await (await chromiumServer()).close();
      if (firefox.isStarted()) (await firefox()).stop();
    },
  };
}
