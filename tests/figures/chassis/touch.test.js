/*
 * Checks touches on a plot. A swipe that scrolls changes no figure. A tap or a drag can change the
 * figure.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { figurePage, launchChromium, settle } from '../../support/browsers.js';

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

/** Some figures of the course for beginners. */
const TAGS = ['pe-order', 'pe-clocks', 'pe-heatmap', 'pe-shift', 'pe-schemes'];

test('a vertical swipe scrolls and changes no figure; taps and drags change figures', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    `${TAGS.map((tag) => `<${tag} level="beginner"></${tag}>`).join('')}<p style="height: 2000px">`,
    { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
  );
  const session = await page.context().newCDPSession(page);
  const send = (type, ...touchPoints) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const move = async (x, y, across, down) => {
    await send('touchStart', { x, y });
    for (let part = 1; part <= 10; part++)
      await send('touchMove', { x: x + (part / 10) * across, y: y + (part / 10) * down });
    await send('touchEnd');
    await settle(page);
  };
  const stateOf = (tag) => page.$eval(tag, (figure) => JSON.stringify(figure.getState()));
  let changed = 0;
  for (const tag of TAGS) {
    const plot = page.locator(tag).locator('.pe-plot');
    await page.$eval(tag, (figure) => scrollTo(0, figure.offsetTop - 60));
    await settle(page);
    const before = await stateOf(tag);
    const box = await plot.boundingBox();
    const [x, y] = [box.x + 0.7 * box.width, box.y + 0.6 * Math.min(box.height, 500)];
    const scrolled = await page.evaluate(() => scrollY);
    await move(x, y, 6, -120);
    assert.ok((await page.evaluate(() => scrollY)) > scrolled + 50, `${tag}: does not scroll`);
    assert.equal(await stateOf(tag), before, `${tag}: the swipe changed it`);
    await page.evaluate((top) => scrollTo(0, top), scrolled);
    await move(x, y, 0, 0);
    const tapped = await stateOf(tag);
    await move(x, y, -90, 4);
    if (tapped !== before || (await stateOf(tag)) !== tapped) changed++;
  }
  assert.ok(changed >= 3, `taps and drags changed ${changed} figures`);
  assert.deepEqual(errors, []);
  await close();
});
