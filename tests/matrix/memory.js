/* Measures what a page keeps after its figures were removed. */
import assert from 'node:assert/strict';

const MOUNTS = 200;
const MEGABYTE = 1 << 20;

/** Runs in the page: shows the figure, waits until it is drawn, and removes it. */
async function mountAndUnmount(count) {
  const { mount, unmount } = globalThis;
  for (let i = 0; i < count; i++) {
    const drawn = new Promise((done) =>
      document.addEventListener('pe-ready', done, { once: true }),
    );
    mount();
    await drawn;
    unmount();
  }
  performance.clearMeasures();
  performance.clearMarks();
}

/** Returns the numbers of nodes and listeners and the bytes of the heap, after collecting. */
async function held(session) {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { nodes, listeners: jsEventListeners, bytes: usedSize };
}

/** Fails if 200 mounts and unmounts leave nodes, listeners or more than a megabyte behind. */
export async function flatMemory(page) {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => globalThis.unmount());
  await page.evaluate(mountAndUnmount, 20);
  const before = await held(session);
  await page.evaluate(mountAndUnmount, MOUNTS);
  const after = await held(session);
  const grown = (what) => after[what] - before[what];
  const message = `${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  assert.ok(grown('nodes') < MOUNTS, message);
  assert.ok(grown('listeners') < MOUNTS, message);
  assert.ok(grown('bytes') < MEGABYTE, message);
}
