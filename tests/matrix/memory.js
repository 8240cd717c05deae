/* Measures the memory that a page still uses after its figures were removed. */
import assert from 'node:assert/strict';

const MEGABYTE = 1 << 20;

/** Runs in the page. Repeats `count` times: shows the figure, waits for its drawing, removes it. */
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

/** Collects garbage. Then returns the numbers of nodes and listeners, and the bytes of the heap. */
async function held(session) {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { nodes, listeners: jsEventListeners, bytes: usedSize };
}

/**
 * Mounts and unmounts a figure many times. Fails if each mount leaves a node or a listener behind,
 * or if all mounts together leave a megabyte.
 * @param {import('playwright-core').Page} page a page with the functions `mount` and `unmount`
 * @param {number} mounts
 */
export async function flatMemory(page, mounts = 200) {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => globalThis.unmount());
  await page.evaluate(mountAndUnmount, 20);
  const before = await held(session);
  await page.evaluate(mountAndUnmount, mounts);
  const after = await held(session);
  const grown = (what) => after[what] - before[what];
  const message = `memory: ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  assert.ok(grown('nodes') < mounts, message);
  assert.ok(grown('listeners') < mounts, message);
  assert.ok(grown('bytes') < MEGABYTE, message);
}
