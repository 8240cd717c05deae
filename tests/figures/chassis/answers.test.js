/*
 * Checks the event pe-answer for tasks outside the card of the question. These are the games of
 * pe-clocks and pe-similarity, and the cases of pe-schemes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, each, classic, on, server, useAuthors } from '../../support/authors.js';
import { goOn, openPage, settle, show } from '../../support/browsers.js';

useAuthors();

const HTML = `<script>
  window.told = [];
  window.asks = {};
  addEventListener('pe-answer', ({ detail: { state, ask, ...rest } }) => {
    asks[rest.question] = ask;
    told.push(Object.values(rest));
  });
</script>${each('', ['pe-clocks', 'pe-similarity', 'pe-schemes'])}${classic}`;

/** Checks that the record of each answer contains the text of its task. */
async function checkAsks(page) {
  const asks = await page.evaluate(() => window.asks);
  assert.match(asks['clocks-game'], /^Find a position other than 44 /);
  assert.match(asks['similarity-game'], /^A larger separation beats .* margin\.$/);
  assert.match(asks['schemes-case-1'], /^A classifier of short texts\./);
  assert.ok(asks['clocks-predict'] && asks['similarity-predict'], JSON.stringify(asks));
}

test('a find in a game or an answer to a case sends one event when the picture rests', async () => {
  const { page, errors, close } = await openPage(chromium, server.author(HTML), {
    reducedMotion: 'reduce',
  });
  const told = () => page.evaluate(() => window.told.splice(0));
  await page.clock.install();
  /** Lets the picture rest. 800 ms are longer than a game or a card waits. */
  const rest = async () => {
    await settle(page);
    await page.clock.fastForward(800);
    await settle(page);
  };
  await show(page, 'pe-clocks');
  // The game of pe-clocks counts a position only after the question has been answered.
  await on(page, 'pe-clocks', (figure) => figure.setState({ position: 710 }));
  await rest();
  assert.deepEqual(await told(), []);
  const decline = async (tag) => {
    const card = page.locator(`${tag} .pe-predict`);
    await card.getByText('Just show me').click();
    await goOn(card);
  };
  await decline('pe-clocks');
  await rest();
  assert.deepEqual(await told(), [['clocks', 'clocks-predict', null, '', null, 1]]);
  // The figure passes 710 and goes on. Then it rests at 710 twice.
  await on(page, 'pe-clocks', async (figure) => {
    figure.setState({ position: 710, other: 0, pair: 0 });
    await new Promise(requestAnimationFrame);
    figure.setState({ position: 711 });
  });
  await rest();
  assert.deepEqual(await told(), []);
  for (const position of [710, 700, 710]) {
    await on(page, 'pe-clocks', (figure, position) => figure.setState({ position }), position);
    await rest();
  }
  assert.deepEqual(await told(), [['clocks', 'clocks-game', '710', '710', true, 1]]);

  await show(page, 'pe-similarity');
  await decline('pe-similarity');
  await rest();
  await told();
  await on(page, 'pe-similarity', (figure) => figure.setState({ offset: 46 }));
  await rest();
  const finds = await told();
  assert.deepEqual(finds, [['similarity', 'similarity-game', '46', '46', true, 1]]);

  await show(page, 'pe-schemes');
  const panel = page.locator('pe-schemes [part=choice]');
  await panel.getByRole('button', { name: 'RoPE' }).click();
  await panel.getByRole('button', { name: 'Learned' }).click();
  assert.deepEqual(await told(), [
    ['schemes', 'schemes-case-1', 'rope', 'RoPE', false, 1],
    ['schemes', 'schemes-case-1', 'learned', 'Learned', true, 2],
  ]);
  await checkAsks(page);
  assert.deepEqual(errors, []);
  await close();
});
