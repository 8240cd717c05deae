/*
 * Trains six models for 300 steps in Chromium, while a page is drawn. Prints how many seconds a run
 * takes, and the 95th percentile of the time from one frame to the next. It measures without a run,
 * with a run in a worker, and with a run between the frames. The figure trains between the frames
 * if it can start no worker.
 *
 *   node tests/tools/train-frames.js
 */
import { launchChromium, openPage, show, wholeLab } from '../support/browsers.js';

/** Runs in the page. Measures frames until `end` resolves. */
async function framesUntil(end) {
  const gaps = [];
  let last = 0;
  let isOver = false;
  const onFrame = (now) => {
    if (last) gaps.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  const start = performance.now();
  await end();
  isOver = true;
  gaps.sort((a, b) => a - b);
  const p95 = gaps[Math.floor(0.95 * gaps.length)];
  return { seconds: (performance.now() - start) / 1000, p95, worst: gaps.at(-1) };
}

/** Runs in the page. Waits until the figure has trained its models. */
function trained(figure) {
  const done = new Promise((resolve) => figure.addEventListener('pe-reveal', resolve));
  figure.train(false);
  return done;
}

const browser = await launchChromium();
for (const name of ['no run', 'worker', 'slices']) {
  const { page, close } = await openPage(browser, wholeLab);
  await show(page, 'pe-train');
  const result = await page.evaluate(
    async ([measure, train, name]) => {
      const figure = document.querySelector('pe-train');
      if (name === 'slices') delete globalThis.Worker;
      const rest = () => new Promise((done) => setTimeout(done, 3000));
      const end = name === 'no run' ? rest : () => (0, eval)(`(${train})`)(figure);
      const result = await (0, eval)(`(${measure})`)(end);
      return { ...result, place: figure.run.place };
    },
    [`${framesUntil}`, `${trained}`, name],
  );
  const { seconds, p95, worst, place } = result;
  const where = place ? `, in the ${place}` : '';
  console.log(
    `${name}${where}: ${seconds.toFixed(1)} s, p95 of a frame ${p95.toFixed(1)} ms, ` +
      `longest ${worst.toFixed(1)} ms`,
  );
  await close();
}
await browser.close();
