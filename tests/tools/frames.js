/*
 * Measures how much time each figure takes in Chromium, in its default state, and prints the
 * results. "!" marks a result above its limit in BARS.
 *   hand, play           the time of scripts in a frame, by hand (while scrubbing) and while
 *                        playing: the 95th percentile, in milliseconds of the thread's own time
 *   first, again, cold   the time from the start of the script to the first drawing. For `first`,
 *                        the tab has shown another page before; for `again`, it has shown this
 *                        page. For `cold`, the process has drawn nothing yet
 *   shift                how much the layout of the page shifts
 * 4x means that the processor is slowed to a quarter. On a busy machine the results are too high,
 * most of all at 4x, so run this on an idle machine.
 *   node tests/tools/frames.js [pe-clocks ...]
 */
import { TAGS, classic, each, serveAuthors } from '../support/authors.js';
import { launchChromium } from '../support/browsers.js';

const wanted = process.argv.slice(2);
const RUNS = 5;
const FRAMES = 100;
const BARS = {
  'hand 1x': 8,
  'play 1x': 8,
  'hand 4x': 16.7,
  'play 4x': 16.7,
  'first 1x': 50,
  'again 1x': 50,
  'cold 1x': 80,
  'first 4x': 200,
  'again 4x': 200,
  'cold 4x': 320,
  'shift 1x': 0.001,
};
const server = await serveAuthors('window.start_ = performance.now();');
const chromium = await launchChromium();
const percentile = (values, part) =>
  values.sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];

/**
 * Runs in every page before its scripts. Records the first drawing, shifts of the layout, and
 * frames.
 */
function before() {
  window.shift_ = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift_ += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  window.beats_ = 0;
  let last = 0;
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (work) =>
    ask.call(window, (now) => {
      if (now !== last) window.beats_++;
      last = now;
      work(now);
    });
  // A figure sends this event when it has been drawn.
  addEventListener('pe-ready', () => {
    window.drawn_ ??= performance.now();
  });
}

/**
 * Runs in the page. Makes one move by hand, along the timeline and across it, and waits for the
 * frame that shows it.
 */
function byHand(tag, i) {
  const figure = document.querySelector(tag);
  const way = i % 40 < 20 ? 1 : -1;
  if (figure.timeline) figure.step(way);
  else figure.move(way, 0);
  if (i % 4 === 0) figure.move(0, i % 8 ? 1 : -1);
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

const metric = async (session, wanted) =>
  (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted).value;

/** Measures the time of scripts in each frame, in milliseconds of the thread's own time. */
async function costs(session, page, drive) {
  const script = async () => 1000 * (await metric(session, 'ScriptDuration'));
  const found = [];
  const beats = () => page.evaluate('beats_');
  for (let i = 0; i < FRAMES; i++) {
    // On a busy machine, more than one frame may pass.
    const [from, first] = [await script(), await beats()];
    await drive(i);
    const last = await beats();
    found.push(((await script()) - from) / Math.max(1, last - first));
  }
  return percentile(found, 0.95);
}

async function open(rate) {
  const page = await chromium.newPage({ viewport: { width: 1280, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(before);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, session };
}

/** A page with text, controls and a canvas, as a reader may have seen before a lesson. */
const another = server.author(`<p>Position</p><code>12</code><input type="range">
  <select><option>0</option></select><canvas></canvas>
  <script>document.querySelector('canvas').getContext('2d').fillText('Position', 9, 9)</script>`);

async function measure(tag, rate) {
  const lesson = server.author(`${classic}${each('', [tag])}<p>Text below</p>`);
  const found = {};
  /** Measures the time from the start of the script to the first drawing. */
  const drawn = async (page, address) => {
    await page.goto(address);
    await page.waitForFunction(() => window.drawn_);
    return page.evaluate(() => window.drawn_ - window.start_);
  };
  const cold = await open(rate);
  found.cold = await drawn(cold.page, lesson);
  await cold.page.context().close();
  const { page, session } = await open(rate);
  await page.goto(another);
  await page.waitForTimeout(300);
  found.first = await drawn(page, lesson);
  found.again = await drawn(page, `${lesson}?again`);
  await page.waitForTimeout(300);
  found.hand = await costs(session, page, (i) => page.evaluate(`(${byHand})('${tag}', ${i})`));
  found.play = 0;
  if (
    await page.evaluate((tag) => {
      const figure = document.querySelector(tag);
      figure.reset();
      figure.setState({ speed: 64 });
      figure.play();
      return figure.playing;
    }, tag)
  )
    found.play = await costs(session, page, () => page.evaluate(`(${frame})()`));
  found.shift = await page.evaluate(() => window.shift_);
  await page.context().close();
  return found;
}

console.log(['figure'.padEnd(14), ...Object.keys(BARS).map((name) => name.padStart(10))].join(''));
for (const tag of wanted.length ? wanted : TAGS) {
  const row = {};
  for (const rate of [1, 4]) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(tag, rate));
    for (const what of Object.keys(runs[0]))
      row[`${what} ${rate}x`] = percentile(
        runs.map((found) => found[what]),
        0.5,
      );
  }
  const cell = ([name, bar]) =>
    `${row[name].toFixed(name.startsWith('shift') ? 3 : 1)}${row[name] > bar ? ' !' : '  '}`;
  console.log(
    [tag.padEnd(14), ...Object.entries(BARS).map((entry) => cell(entry).padStart(10))].join(''),
  );
}
await chromium.close();
server.close();
