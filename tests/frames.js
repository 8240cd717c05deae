/*
 * Prints what each figure's default costs in Chromium: the script of a frame while scrubbing and playing (95th
 * percentile of the thread's own time, as it is and slowed to a quarter; bars 8 and 16.7 ms); the time from the
 * script's start to the first drawing (bars 50 and 200 ms) where the tab has shown another page before, where it has
 * shown this one (again), and in a process that has drawn nothing yet (cold); and how much the page shifts (0). "!"
 * marks a bar missed. Slowing and waiting count more on a busy machine: let it rest.
 *   node tests/frames.js [pe-clocks ...]
 */
import {TAGS, classic, each, serveAuthors} from './authors.js';
import {launchChromium} from './browsers.js';

const wanted = process.argv.slice(2), RUNS = 5, FRAMES = 100;
const BARS = {'hand 1x': 8, 'play 1x': 8, 'hand 4x': 16.7, 'play 4x': 16.7, 'first 1x': 50, 'again 1x': 50, 'cold 1x': Infinity, 'first 4x': 200, 'again 4x': 200, 'cold 4x': Infinity, 'shift 1x': 0.001};
const server = await serveAuthors('window.start_ = performance.now();'), chromium = await launchChromium();
const percentile = (values, part) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];

/** In every page before its scripts: when the first drawing was done, shifts of the layout, and frames. */
function before() {
  window.shift_ = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shift_ += entry.value; }).observe({type: 'layout-shift', buffered: true});
  window.beats_ = 0;
  let last = 0;
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = work => ask.call(window, now => {
    if (now !== last) window.beats_++;
    last = now;
    work(now);
  });
  // A figure is ready when it has been drawn.
  addEventListener('pe-ready', () => { window.drawn_ ??= performance.now(); });
}

/** In the page: one move by hand, along the timeline and across it, and the frame that shows it. */
function byHand(tag, i) {
  const figure = document.querySelector(tag), way = i % 40 < 20 ? 1 : -1;
  if (figure.timeline) figure.step(way);
  else figure.move(way, 0);
  if (i % 4 === 0) figure.move(0, i % 8 ? 1 : -1);
  return new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}
const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));

const metric = async (session, wanted) => (await session.send('Performance.getMetrics')).metrics.find(({name}) => name === wanted).value;

/** The script of each frame, in milliseconds of the thread's own time. */
async function costs(session, page, drive) {
  const script = async () => 1000 * await metric(session, 'ScriptDuration');
  const found = [], beats = () => page.evaluate('beats_');
  for (let i = 0; i < FRAMES; i++) {
    // on a busy machine more than one frame may pass
    const [from, first] = [await script(), await beats()];
    await drive(i);
    const last = await beats();
    found.push((await script() - from) / Math.max(1, last - first));
  }
  return percentile(found, 0.95);
}

async function open(rate) {
  const page = await chromium.newPage({viewport: {width: 1280, height: 900}}), session = await page.context().newCDPSession(page);
  await page.addInitScript(before);
  await session.send('Performance.enable', {timeDomain: 'threadTicks'});
  await session.send('Emulation.setCPUThrottlingRate', {rate});
  return {page, session};
}

/** Text, controls and a canvas, as another page of the same reader has them. */
const another = server.author(`<p>Position</p><code>12</code><input type="range"><select><option>0</option></select><canvas></canvas>
  <script>document.querySelector('canvas').getContext('2d').fillText('Position', 9, 9)</script>`);

async function measure(tag, rate) {
  const lesson = server.author(`${classic}${each('', [tag])}<p>Text below</p>`), found = {};
  /** From the script's start to the first drawing. */
  const drawn = async (page, address) => {
    await page.goto(address);
    await page.waitForFunction(() => window.drawn_);
    return page.evaluate(() => window.drawn_ - window.start_);
  };
  const cold = await open(rate);
  found.cold = await drawn(cold.page, lesson);
  await cold.page.context().close();
  const {page, session} = await open(rate);
  await page.goto(another);
  await page.waitForTimeout(300);
  found.first = await drawn(page, lesson);
  found.again = await drawn(page, `${lesson}?again`);
  await page.waitForTimeout(300);
  found.hand = await costs(session, page, i => page.evaluate(`(${byHand})('${tag}', ${i})`));
  found.play = 0;
  if (await page.evaluate(tag => { const figure = document.querySelector(tag); figure.reset(); figure.setState({speed: 64}); figure.play(); return figure.playing; }, tag))
    found.play = await costs(session, page, () => page.evaluate(`(${frame})()`));
  found.shift = await page.evaluate(() => window.shift_);
  await page.context().close();
  return found;
}

console.log(['figure'.padEnd(14), ...Object.keys(BARS).map(name => name.padStart(10))].join(''));
for (const tag of wanted.length ? wanted : TAGS) {
  const row = {};
  for (const rate of [1, 4]) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(tag, rate));
    for (const what of Object.keys(runs[0])) row[`${what} ${rate}x`] = percentile(runs.map(found => found[what]), 0.5);
  }
  const cell = ([name, bar]) => `${row[name].toFixed(name.startsWith('shift') ? 3 : 1)}${row[name] > bar ? ' !' : '  '}`;
  console.log([tag.padEnd(14), ...Object.entries(BARS).map(entry => cell(entry).padStart(10))].join(''));
}
await chromium.close();
server.close();
