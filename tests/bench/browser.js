/*
 * Runs the bench in headless Chromium or Firefox. The code is bundled into a page. The page is
 * cross-origin isolated, because only such a page gets a precise clock from the browser.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchChromium, launchFirefox } from '../support/browsers.js';
import { firstCall, root } from './tools.js';

const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
const LAUNCH = { Chromium: launchChromium, Firefox: launchFirefox };

/** Runs in the page. Times the first import and the first call of a module from its source. */
async function firstCallOf([source, firstCall]) {
  const time = async (text) => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const start = performance.now();
    const module = await import(url);
    return [performance.now() - start, module];
  };
  await time('');
  const [empty] = await time('export {};');
  const [loaded, posenc] = await time(source);
  const call = new Function('posenc', `${firstCall} return call;`)(posenc);
  return { imported: loaded - empty, call };
}

/** Serves an empty page at / and the page of the bench at /bench. Returns the server. */
async function serve() {
  const bundled = await build({
    entryPoints: [join(root, 'tests/bench/page.js')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    write: false,
  });
  const page = '<!doctype html><meta charset="utf-8"><title>posenc bench</title>';
  const script = bundled.outputFiles[0].text.replaceAll('</script', '<\\/script');
  const pages = { '/': page, '/bench': `${page}<script>${script}</script>` };
  const server = createServer((request, response) => {
    const found = pages[request.url];
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html', ...ISOLATED });
    response.end(found);
  });
  await new Promise((done) => server.listen(0, 'localhost', done));
  return server;
}

/** Runs the bench in pages of one browser. */
class BrowserBench {
  place = 'page';

  constructor(engine, browser, version, server) {
    this.engine = engine;
    this.name = `${engine} ${version}`;
    this.browser = browser;
    this.server = server;
  }

  async open(path) {
    const page = await this.browser.newPage();
    await page.goto(`http://localhost:${this.server.address().port}${path}`);
    if (!(await page.evaluate(() => globalThis.crossOriginIsolated)))
      throw new Error(`${this.name}: expected an isolated page, which has a precise clock`);
    return page;
  }

  /** @param {Uint8Array} limit the result of compileLimit */
  async start(limit) {
    this.page = await this.open('/bench');
    await this.page.evaluate((bytes) => globalThis.bench.start(bytes), [...limit]);
  }

  measure(index) {
    return this.page.evaluate((index) => globalThis.bench.measure(index), index);
  }

  growth() {
    return this.page.evaluate(() => globalThis.bench.growth());
  }

  async firstCalls(count) {
    const source = readFileSync(join(root, 'dist/posenc.js'), 'utf8');
    const samples = [];
    for (let i = 0; i < count; i++) {
      const page = await this.open('/');
      samples.push(await page.evaluate(firstCallOf, [source, firstCall]));
      await page.close();
    }
    return samples;
  }

  async close() {
    await this.browser.close();
    this.server.close();
  }
}

/**
 * Prepares the bench in a browser.
 * @param {'Chromium' | 'Firefox'} engine
 * @param {Uint8Array} limit the result of compileLimit
 */
export async function inBrowser(engine, limit) {
  const server = await serve();
  const browser = await LAUNCH[engine]();
  const version = /[\d.]+$/.exec(await browser.version())[0];
  const bench = new BrowserBench(engine, browser, version, server);
  await bench.start(limit);
  return bench;
}
