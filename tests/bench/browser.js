/* The bench in headless Chromium: the same code, bundled into a page that is isolated, so that its clock is fine. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';
import {launchChromium} from '../browsers.js';
import {firstCall, root} from './tools.js';

const ADDRESS = 'http://localhost/', ISOLATED = {'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp'};

/** @param {Uint8Array} limit of compileLimit @param {string} filter */
export async function inChromium(limit, filter) {
  const bundled = await build({entryPoints: [join(root, 'tests/bench/page.js')], bundle: true, format: 'iife', target: 'es2022', write: false});
  const browser = await launchChromium();

  async function open(script) {
    const page = await (await browser.newContext()).newPage();
    await page.route('**', route => route.fulfill({contentType: 'text/html', headers: ISOLATED, body: '<!doctype html><title>posenc bench</title>'}));
    await page.goto(ADDRESS);
    if (script) await page.addScriptTag({content: script});
    return page;
  }

  async function table(report) {
    const page = await open(bundled.outputFiles[0].text);
    await page.exposeFunction('report', report);
    await page.evaluate(([bytes, filter]) => globalThis.bench.table(bytes, filter), [[...limit], filter]);
    await page.context().close();
  }

  async function growth() {
    const page = await open(bundled.outputFiles[0].text), results = await page.evaluate(() => globalThis.bench.growth());
    await page.context().close();
    return results;
  }

  /** Fresh pages: the module comes from memory, so that no server is timed. */
  async function firstCalls(count) {
    const source = readFileSync(join(root, 'dist/posenc.js'), 'utf8'), samples = [];
    for (let i = 0; i < count; i++) {
      const page = await open();
      samples.push(await page.evaluate(async ([source, firstCall]) => {
        const time = async text => {
          const url = URL.createObjectURL(new Blob([text], {type: 'text/javascript'})), start = performance.now(), module = await import(url);
          return [performance.now() - start, module];
        };
        await time('');
        const [empty] = await time('export {};'), [loaded, posenc] = await time(source);
        return {imported: loaded - empty, call: new Function('posenc', `${firstCall} return call;`)(posenc)};
      }, [source, firstCall]));
      await page.context().close();
    }
    return samples;
  }

  return {name: `Chromium ${browser.version()}`, place: 'page', table, growth, firstCalls, close: () => browser.close()};
}
