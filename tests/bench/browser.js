/*
 * Runs the bench in headless Chromium. The code is bundled into a page. The page is cross-origin
 * isolated, because only such a page gets a precise clock from the browser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchChromium } from '../support/browsers.js';
import { firstCall, root } from './tools.js';

const ADDRESS = 'http://localhost/';
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
const PAGE = {
  contentType: 'text/html',
  headers: ISOLATED,
  body: '<!doctype html><title>posenc bench</title>',
};

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

/** Runs the bench in fresh pages of one browser. */
class BrowserBench {
  place = 'page';

  constructor(browser, script, limit, filter) {
    this.browser = browser;
    this.script = script;
    this.limit = limit;
    this.filter = filter;
    this.name = `Chromium ${browser.version()}`;
  }

  /** Runs `work` in a new page, and closes the page. */
  async inPage(script, work) {
    const page = await (await this.browser.newContext()).newPage();
    await page.route('**', (route) => route.fulfill(PAGE));
    await page.goto(ADDRESS);
    if (script) await page.addScriptTag({ content: script });
    const result = await work(page);
    await page.context().close();
    return result;
  }

  table(report) {
    return this.inPage(this.script, async (page) => {
      await page.exposeFunction('report', report);
      const run = ([bytes, filter]) => globalThis.bench.table(bytes, filter);
      await page.evaluate(run, [[...this.limit], this.filter]);
    });
  }

  growth() {
    return this.inPage(this.script, (page) => page.evaluate(() => globalThis.bench.growth()));
  }

  async firstCalls(count) {
    const source = readFileSync(join(root, 'dist/posenc.js'), 'utf8');
    const samples = [];
    for (let i = 0; i < count; i++)
      samples.push(
        await this.inPage('', (page) => page.evaluate(firstCallOf, [source, firstCall])),
      );
    return samples;
  }

  close() {
    return this.browser.close();
  }
}

/**
 * Prepares the bench in Chromium.
 * @param {Uint8Array} limit the result of compileLimit
 * @param {string} filter only cases whose names contain this text are measured
 */
export async function inChromium(limit, filter) {
  const bundled = await build({
    entryPoints: [join(root, 'tests/bench/page.js')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return new BrowserBench(await launchChromium(), bundled.outputFiles[0].text, limit, filter);
}
