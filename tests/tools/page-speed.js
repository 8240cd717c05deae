/*
 * Measures how fast a page becomes ready in Chromium, and prints medians and minima.
 *   first   the time from the start of the script to the first drawing of a figure, in a process
 *           that has drawn nothing yet. At 4x the processor is slowed to a quarter
 *   lab     the blocking time of the lab on a phone, as Lighthouse defines it: the sum of all tasks
 *           after the first contentful paint, each without its first 50 ms, if every task takes four
 *           times as long. `before` is the same for the tasks before that paint. `elements` is the
 *           number of elements of the document, with those in shadow roots
 * "cpu" is the time that the main thread really ran. Other work of the machine changes it little.
 *   node tests/tools/load.js [pe-clocks ... lab] [--rounds 5] [--against FOLDER]
 * With --against, it measures another dist folder in turn with dist/, to compare two versions.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TAGS } from '../support/authors.js';
import { launchChromium, root } from '../support/browsers.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, against: { type: 'string' } },
});
const ROUNDS = Number(values.rounds);
const FOLDERS = [join(root, 'dist'), ...(values.against ? [values.against] : [])];
const wanted = positionals.length ? positionals : [...TAGS, 'lab'];
const BARS = { '1x': 80, '4x': 320, blocking: 100, elements: 1200 };
const SLOW = 4;
const BLOCKING_MS = 50;
const PHONE = {
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const DESKTOP = { viewport: { width: 1280, height: 900 } };

const lesson = (tag) =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A lesson</title>' +
  '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>' +
  `<body><main><h1>A lesson</h1><${tag}></${tag}><p>Text below</p></main>` +
  '<script src="figures.iife.js"></script></body></html>';

/** Answers /0/posenc-lab.html with a file of the first folder, and /0/pe-clocks with a lesson. */
const server = createServer((request, response) => {
  const [, folder, name] = request.url.split('/');
  const isScript = name.endsWith('.js');
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  const file = () => readFileSync(join(FOLDERS[folder], name));
  if (isScript) response.end(`performance.mark('start');${file()}`);
  else response.end(name.endsWith('.html') ? file() : lesson(name));
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const origin = `http://127.0.0.1:${server.address().port}`;
const chromium = await launchChromium();
const browser = await chromium.newBrowserCDPSession();

/** Records a trace of these categories while `work` runs, and returns its events. */
async function traced(includedCategories, work) {
  const events = [];
  const take = ({ value }) => events.push(...value);
  browser.on('Tracing.dataCollected', take);
  const traceConfig = { includedCategories };
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await work();
  const complete = new Promise((done) => browser.once('Tracing.tracingComplete', done));
  await browser.send('Tracing.end');
  await complete;
  browser.off('Tracing.dataCollected', take);
  return events;
}

/** Runs `work` with a page in a new process. */
async function inPage(options, rate, work) {
  const context = await chromium.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript(() => {
    addEventListener('pe-ready', () => performance.mark('drawn'), { once: true });
  });
  await work(page);
  await context.close();
}

/** Measures the first drawing of a figure, in milliseconds. */
async function firstDrawing(folder, tag, rate) {
  const marks = {};
  const events = await traced(['blink.user_timing'], () =>
    inPage(DESKTOP, rate, async (page) => {
      await page.goto(`${origin}/${folder}/${tag}`);
      await page.waitForFunction(() => performance.getEntriesByName('drawn').length);
    }),
  );
  for (const event of events)
    if (['start', 'drawn'].includes(event.name)) marks[event.name] = event;
  const { start, drawn } = marks;
  return { wall: (drawn.ts - start.ts) / 1000, cpu: (drawn.tts - start.tts) / 1000 };
}

/** Counts the elements of the document, with those in shadow roots. Runs in the page. */
function countElements(from = document) {
  const elements = [...from.querySelectorAll('*')];
  const shadows = elements.map(({ shadowRoot }) => (shadowRoot ? countElements(shadowRoot) : 0));
  return shadows.reduce((sum, count) => sum + count, elements.length);
}

/** Returns the outermost tasks of the main thread of the page, in order. */
function tasksOf(events) {
  const loaded = ({ name, args }) =>
    name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith(origin);
  const { pid, ts } = events.findLast(loaded);
  const mine = events.filter((event) => event.pid === pid && event.ts >= ts);
  const { tid } = mine.find(({ name }) => name === 'EvaluateScript');
  const paint = mine.find(({ name }) => name === 'firstContentfulPaint');
  const all = mine.filter((event) => event.tid === tid && event.ph === 'X');
  let end = 0;
  const tasks = all
    .filter(({ name }) => name.endsWith('RunTask'))
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter((task) => {
      if (task.ts < end) return false;
      end = task.ts + task.dur;
      return true;
    });
  return { tasks, paint };
}

/** Measures how the lab loads on a phone. */
async function labLoad(folder) {
  let elements;
  const events = await traced(
    ['toplevel', 'devtools.timeline', 'loading', 'blink.user_timing'],
    () =>
      inPage(PHONE, 1, async (page) => {
        await page.goto(`${origin}/${folder}/posenc-lab.html`);
        await page.waitForTimeout(4000);
        elements = await page.evaluate(`(${countElements})()`);
      }),
  );
  const { tasks, paint } = tasksOf(events);
  const blocking = (some) =>
    some.reduce((sum, { tdur }) => sum + Math.max(0, (SLOW * (tdur ?? 0)) / 1000 - BLOCKING_MS), 0);
  return {
    blocking: blocking(tasks.filter(({ ts }) => ts >= paint.ts)),
    before: blocking(tasks.filter(({ ts }) => ts < paint.ts)),
    elements,
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Prints the median and the minimum of each number, and "!" if the median is above its bar. */
function print(name, folder, runs) {
  const cells = Object.keys(runs[0]).map((key) => {
    const found = runs.map((run) => run[key]);
    const bar = BARS[key.split(' ')[0]];
    const mark = median(found) > bar ? ' !' : '';
    return `${key} ${median(found).toFixed(0)} (${Math.min(...found).toFixed(0)})${mark}`;
  });
  console.log([name.padEnd(14), FOLDERS[folder], ...cells].join('  '));
}

for (const name of wanted) {
  const runs = FOLDERS.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const folder of FOLDERS.keys()) {
      if (name === 'lab') {
        runs[folder].push(await labLoad(folder));
        continue;
      }
      const once = await firstDrawing(folder, name, 1);
      const slow = await firstDrawing(folder, name, SLOW);
      const row = { '1x': once.wall, '1x cpu': once.cpu, '4x': slow.wall, '4x cpu': slow.cpu };
      runs[folder].push(row);
    }
  FOLDERS.forEach((_, folder) => print(name, folder, runs[folder]));
}
await chromium.close();
server.close();
