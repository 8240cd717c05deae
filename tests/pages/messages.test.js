/* Checks the messages between embed.html and the page around it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, server, useAuthors } from '../support/authors.js';
import { goOn, openPage } from '../support/browsers.js';

useAuthors();

/** Opens a page that records the messages of its frame, and can send messages to the frame. */
async function open(query) {
  const address = server.author(`<h1>A lesson</h1>
    <iframe title="A figure" width="600" height="700" sandbox="allow-scripts" src="embed.html?${query}"></iframe>
    <script>
      window.heard = [];
      window.returned = 0;
      const frame = document.querySelector('iframe');
      addEventListener('message', ({ data, source }) => {
        if (source !== frame.contentWindow) return;
        if (data?.lap) returned = data.lap;
        else heard.push(data);
      });
      const say = (message) => frame.contentWindow.postMessage(message, '*');
    </script>`);
  const opened = await openPage(chromium, address, { reducedMotion: 'reduce' });
  const inside = opened.page.frames()[1];
  await inside.waitForFunction(
    () => document.querySelector('pe-clocks')?.shadowRoot.querySelector('canvas')?.width > 1,
  );
  const state = () => inside.evaluate(() => document.querySelector('pe-clocks').getState());
  await inside.evaluate(() =>
    addEventListener('message', ({ data, source }) => {
      // After two frames, the figure has answered what came before this message.
      if (data?.lap)
        requestAnimationFrame(() => requestAnimationFrame(() => source.postMessage(data, '*')));
    }),
  );
  let laps = 0;
  /** Waits until a message has gone into the frame and back, after all that were sent before. */
  const lap = async () => {
    await opened.page.evaluate((lap) => window.eval('say')({ lap }), ++laps);
    await opened.page.waitForFunction((lap) => window.returned === lap, laps);
  };
  const say = async (message) => {
    await opened.page.evaluate((message) => window.eval('say')(message), message);
    await lap();
  };
  const heard = (type) =>
    opened.page.evaluate((type) => window.heard.filter((each) => each.type === type), type);
  return { ...opened, inside, state, lap, say, heard };
}

test('with origin=, a frame sends ready, height, state and answer, and gets settings', async () => {
  const { page, inside, state, say, heard, errors, close } = await open(
    `figure=clocks&dim=32&lang=en-GB&origin=${encodeURIComponent(`${server.origin}/`)}`,
  );
  await page.waitForFunction(() => window.heard.some(({ type }) => type === 'ready'));
  const [ready] = await heard('ready');
  assert.deepEqual([ready.posenc, ready.figure, ready.state.dim], [1, 'clocks', 32]);
  const [{ posenc, height }] = await heard('height');
  assert.ok(posenc === 1 && height > 300, `${height}`);
  assert.equal((await heard('posenc:resize'))[0].height, height);
  assert.equal(await inside.evaluate(() => document.documentElement.lang), 'en-GB');
  // Fields that change together are sent in one message.
  await say({ posenc: 1, type: 'set', state: { position: 9, pair: 2 } });
  const states = await heard('state');
  assert.deepEqual(
    states.map(({ posenc, figure, state }) => [posenc, figure, state.position, state.pair]),
    [[1, 'clocks', 9, 2]],
  );
  await say({
    posenc: 1,
    type: 'set',
    state: 'position=4',
    level: 'beginner',
    group: 'a',
    lang: 'de',
  });
  assert.deepEqual([(await state()).position, (await state()).pair], [4, 0]);
  const attributes = () =>
    inside.evaluate(() =>
      ['level', 'group', 'lang', 'onclick'].map((name) =>
        document.querySelector('pe-clocks').getAttribute(name),
      ),
    );
  assert.deepEqual(await attributes(), ['beginner', 'a', 'de', null]);
  await say({ posenc: 1, type: 'set', level: null, onclick: 'alert(1)', theme: {} });
  assert.deepEqual(await attributes(), [null, 'a', 'de', null]);
  await inside.locator('pe-clocks input[value="3"]').check();
  await inside.getByRole('button', { name: 'Reveal' }).press('Enter');
  await page.waitForFunction(() => window.heard.some(({ type }) => type === 'answer'));
  const [{ answer }] = await heard('answer');
  const { figure, question, option, correct, attempt } = answer;
  const wanted = ['clocks', 'clocks-predict', '3', false, 1];
  assert.deepEqual([figure, question, option, correct, attempt], wanted);
  assert.equal(answer.state.position, 4);
  assert.deepEqual(errors, []);
  await close();
});

test('without origin=, a frame sends only its height, and ignores wrong messages', async () => {
  const { inside, state, say, heard, errors, close } = await open('figure=clocks');
  const wrong = [
    { posenc: 2, type: 'set', state: 'position=9' },
    { type: 'set', state: 'position=9' },
    { posenc: 1, type: 'state', state: 'position=9' },
    { posenc: 1, type: 'set', state: { nonsense: 9 } },
    { posenc: 1, type: 'set', state: 9 },
    'position=9',
    null,
  ];
  const { position } = await state();
  for (const message of wrong) await say(message);
  // The frame must ignore this message, because it comes from the frame itself and not from the
  // page around it.
  await inside.evaluate(() => postMessage({ posenc: 1, type: 'set', state: 'position=9' }, '*'));
  assert.equal((await state()).position, position);
  await say({ posenc: 1, type: 'set', state: 'position=9' });
  assert.equal((await state()).position, 9);
  await inside.getByRole('button', { name: 'Just show me' }).click();
  for (const type of ['ready', 'state', 'answer']) assert.deepEqual(await heard(type), [], type);
  assert.ok((await heard('height')).length > 0);
  assert.deepEqual(errors, []);
  await close();
});

test('a page whose origin is not origin= can neither read nor set anything', async () => {
  const other = encodeURIComponent('https://school.example');
  const { inside, state, lap, say, close, page } = await open(`figure=clocks&origin=${other}`);
  const { position } = await state();
  await say({ posenc: 1, type: 'set', state: 'position=9' });
  await inside.getByRole('button', { name: 'Just show me' }).click();
  await lap();
  assert.deepEqual(await page.evaluate(() => window.heard), []);
  assert.notEqual(position, 9);
  assert.equal(
    await inside.evaluate(() => document.querySelector('pe-clocks').initial.position),
    position,
  );
  await close();
});

test('a wrong origin= is an error that names it', async () => {
  const { errors, close } = await openPage(
    chromium,
    `${server.origin}/embed.html?figure=clocks&origin=school`,
  );
  assert.match(
    errors.join(),
    /origin: expected an origin such as https:\/\/school\.example, got school/,
  );
  await close();
});

/** Returns the query of a frame that asks a given question. */
const asking = (question) => `figure=clocks&question=${encodeURIComponent(question)}`;

test('a frame asks the question of its address, and tells its page the answer', async () => {
  const question = {
    ask: 'Where is the hand of <b>clock 0</b> after 3 words?',
    shows: 'position=3',
    id: 'our-hand',
    onclick: 'alert(1)',
    options: [
      { text: 'up', reply: 'That is after 6.' },
      { text: 'down', correct: true },
    ],
  };
  const origin = encodeURIComponent(server.origin);
  const { page, inside, state, heard, errors, close } = await open(
    `${asking(JSON.stringify(question))}&origin=${origin}`,
  );
  const card = inside.locator('.pe-predict');
  await card.getByText('Where is the hand of <b>clock 0</b> after 3 words?').waitFor();
  assert.equal(await inside.locator('pe-question[onclick]').count(), 0);
  await card.getByLabel('up').check();
  await card.getByRole('button', { name: 'Reveal' }).press('Enter');
  await card.getByText('That is after 6.').waitFor();
  await page.waitForFunction(() => window.heard.some(({ type }) => type === 'answer'));
  const [{ answer }] = await heard('answer');
  assert.deepEqual([answer.question, answer.option, answer.correct], ['our-hand', 'up', false]);
  await goOn(card);
  assert.equal((await state()).position, 3);
  assert.deepEqual(errors, []);
  await close();
});

test('a wrong question gives one sentence in the frame, which asks its own question', async () => {
  for (const wrong of ['{', 'null', '[]', '{"ask": 4}']) {
    const { inside, errors, close } = await open(asking(wrong));
    const alert = inside.getByRole('alert');
    await alert.waitFor();
    const wanted =
      wrong === '{'
        ? /expected JSON such as/
        : /pe-question: expected (a list|the text of the question)/;
    assert.match(await alert.textContent(), wanted);
    assert.match(await inside.locator('.pe-predict').textContent(), /Clock 0 turns once/);
    assert.ok(
      errors.every((each) => !/Uncaught/.test(each)),
      `${wrong}: ${errors}`,
    );
    await close();
  }
});
