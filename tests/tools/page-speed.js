/*
 * Measures how fast figures and the lab are in Chromium, and prints medians of some rounds, with
 * minima in brackets. "!" marks a median above its limit in BARS. For a figure, in milliseconds:
 *   cold, first, again   the time from the start of the script to the first drawing. For `cold`,
 *                        the process has drawn nothing yet. For `first`, the tab has shown another
 *                        page. For `again`, the tab has shown this page
 *   cpu                  the processor time of the main thread for `cold`, which other programs
 *                        hardly change
 *   hand, play           the processor time of the scripts in a frame (95th percentile): while a
 *                        hand moves the figure, and while it plays
 *   shift                how much the layout of the page shifts, in thousandths
 * A name with "4x" says that the processor is slowed to a quarter of its speed. For the lab on a
 * phone:
 *   blocking             the blocking time as Lighthouse defines it: the sum of all tasks after the
 *                        first contentful paint, each without its first 50 ms. The time of each
 *                        task is first multiplied by four, because a phone is slower
 *   before               the blocking time of the tasks before the first contentful paint
 *   elements             the number of elements of the document, with those in shadow roots
 * On a busy machine, the results are too high, most of all at 4x.
 *   node tests/tools/page-speed.js [pe-clocks ... lab] [--rounds 5] [--against FOLDER]
 * With --against, it measures dist/ and another dist folder in turns, to compare two versions.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TAGS } from '../support/authors.js';
import { launchChromium, root } from '../support/browsers.js';
import { settled } from '../support/settled.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, against: { type: 'string' } },
});
const ROUNDS = Number(values.rounds);
const FOLDERS = [join(root, 'dist'), ...(values.against ? [values.against] : [])];
const wanted = positionals.length ? positionals : [...TAGS, 'lab'];
const BARS = {
  'cold 1x': 80,
  'first 1x': 50,
  'again 1x': 50,
  'hand 1x': 8,
  'play 1x': 8,
  'shift 1x': 1,
  'cold 4x': 320,
  'first 4x': 200,
  'again 4x': 200,
  'hand 4x': 16.7,
  'play 4x': 16.7,
  blocking: 100,
  elements: 1200,
};
/** The number of moves by hand: half of them go forward, and half of them back. */
const FRAMES = 40;
const SLOW = 4;
const BLOCKING_MS = 50;
/** The lab has loaded if it has the same elements at this many looks, 100 ms apart. */
const QUIET = 20;
const PHONE = {
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const DESKTOP = { viewport: { width: 1280, height: 900 } };

const page = (html) =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A lesson</title>' +
  '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>' +
  `<body><main><h1>A lesson</h1>${html}</main></body></html>`;
const lesson = (tag) =>
  page(`<script src="figures.iife.js"></script><${tag}></${tag}><p>Text below</p>`);

/** A page with text, controls and a canvas, as a reader may have seen before a lesson. */
const another = page(`<p>Position</p><code>12</code><input type="range">
  <select><option>0</option></select><canvas></canvas>
  <script>document.querySelector('canvas').getContext('2d').fillText('Position', 9, 9)</script>`);

/** Answers /0/posenc-lab.html with a file of the first folder, and /0/pe-clocks with a lesson. */
const server = createServer((request, response) => {
  const [, folder, name] = request.url.split('?')[0].split('/');
  const isScript = name.endsWith('.js');
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  const file = () => readFileSync(join(FOLDERS[folder], name));
  if (isScript) response.end(`performance.mark('start');${file()}`);
  else if (name === 'another') response.end(another);
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

/** Runs in every page before its scripts. Records the first drawing, shifts and frames. */
function record() {
  window.shift_ = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift_ += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  window.frames_ = 0;
  let last = 0;
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (work) =>
    ask.call(window, (now) => {
      if (now !== last) window.frames_++;
      last = now;
      work(now);
    });
  addEventListener('pe-ready', () => performance.mark('drawn'), { once: true });
}

/** Runs `work` with a page in a new process, and with its session. Returns the result of `work`. */
async function inPage(options, rate, work) {
  const context = await chromium.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript(record);
  const result = await work(page, session);
  await context.close();
  return result;
}

/** Opens a lesson. Returns the time from the start of its script to the first drawing. */
async function firstDrawing(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length);
  return page.evaluate(() => performance.measure('first', 'start', 'drawn').duration);
}

/** Measures the first drawing in a process that has drawn nothing yet. */
async function coldDrawing(url, rate) {
  let cold;
  const events = await traced(['blink.user_timing'], async () => {
    cold = await inPage(DESKTOP, rate, (page) => firstDrawing(page, url));
  });
  const at = (mark) => events.findLast(({ name, ph }) => name === mark && 'IRn'.includes(ph)).tts;
  return { cold, cpu: (at('drawn') - at('start')) / 1000 };
}

/**
 * Runs in the page. Makes one move by hand, along the timeline and across it, and waits for the
 * frame that shows it.
 */
function moveByHand([tag, i]) {
  const figure = document.querySelector(tag);
  const way = i < 20 ? 1 : -1;
  if (figure.timeline) figure.step(way);
  else figure.move(way, 0);
  if (i % 4 === 0) figure.move(0, i % 8 ? 1 : -1);
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/** Runs in the page. Plays a figure fast. Returns whether it plays: not every figure can. */
function play(tag) {
  const figure = document.querySelector(tag);
  figure.reset();
  figure.setState({ speed: 64 });
  figure.play();
  return figure.playing;
}

/**
 * Runs in the page. Waits for a frame of a figure that plays. At its end, the figure plays again:
 * frames in which nothing moves would hide the others in the percentile.
 */
function goOnPlaying([tag]) {
  const figure = document.querySelector(tag);
  if (!figure.playing) figure.play();
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const median = (numbers) => sorted(numbers)[numbers.length >> 1];

/**
 * Returns the 95th percentile of the time of scripts in a frame. `drive` runs in the page, and
 * waits for a frame.
 */
async function frameTime(page, session, tag, drive) {
  const script = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ScriptDuration').value;
  };
  const frames = () => page.evaluate(() => window.frames_);
  const found = [];
  for (let i = 0; i < FRAMES; i++) {
    // On a busy machine, more than one frame may pass.
    const [from, first] = [await script(), await frames()];
    await page.evaluate(drive, [tag, i]);
    const last = await frames();
    found.push(((await script()) - from) / Math.max(1, last - first));
  }
  return sorted(found)[Math.floor((FRAMES - 1) * 0.95)];
}

/** Measures the drawings and the frames of a figure in a tab that has shown another page. */
const warmFigure = (folder, tag, rate) =>
  inPage(DESKTOP, rate, async (page, session) => {
    const url = `${origin}/${folder}/${tag}`;
    const rest = () => settled(() => page.evaluate(`(${countElements})()`));
    await page.goto(`${origin}/${folder}/another`);
    await rest();
    const first = await firstDrawing(page, url);
    const again = await firstDrawing(page, `${url}?again`);
    await rest();
    const hand = await frameTime(page, session, tag, moveByHand);
    const plays = await page.evaluate(play, tag);
    const played = plays ? await frameTime(page, session, tag, goOnPlaying) : 0;
    const shift = 1000 * (await page.evaluate(() => window.shift_));
    return { first, again, hand, play: played, shift };
  });

/** Measures a figure at the full speed of the processor, and at a quarter of it. */
async function figureSpeed(folder, tag) {
  const row = {};
  for (const rate of [1, SLOW]) {
    const cold = await coldDrawing(`${origin}/${folder}/${tag}`, rate);
    const found = { ...cold, ...(await warmFigure(folder, tag, rate)) };
    for (const [name, value] of Object.entries(found)) row[`${name} ${rate}x`] = value;
  }
  return row;
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
async function labSpeed(folder) {
  let elements;
  const events = await traced(
    ['toplevel', 'devtools.timeline', 'loading', 'blink.user_timing'],
    async () => {
      elements = await inPage(PHONE, 1, async (page) => {
        await page.goto(`${origin}/${folder}/posenc-lab.html`);
        return settled(() => page.evaluate(`(${countElements})()`), QUIET);
      });
    },
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

/** Prints the median and the minimum of each number, and "!" if the median is above its limit. */
function print(name, folder, runs) {
  const cells = Object.keys(runs[0]).map((key) => {
    const found = runs.map((run) => run[key]);
    const mark = median(found) > BARS[key] ? ' !' : '';
    return `${key} ${median(found).toFixed(1)} (${Math.min(...found).toFixed(1)})${mark}`;
  });
  console.log([name.padEnd(14), FOLDERS[folder], ...cells].join('  '));
}

for (const name of wanted) {
  const runs = FOLDERS.map(() => []);
  const measure = name === 'lab' ? labSpeed : figureSpeed;
  for (let round = 0; round < ROUNDS; round++)
    for (const folder of FOLDERS.keys()) runs[folder].push(await measure(folder, name));
  FOLDERS.forEach((_, folder) => print(name, folder, runs[folder]));
}
await chromium.close();
server.close();
