/* Checks the element pe-question, with which a page asks its own question in a figure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sinusoidal, wavelengths } from '../../../web/index.js';
import { chromium, classic, on, server, useAuthors } from '../../support/authors.js';
import { audit } from '../../support/axe.js';
import { goOn, openPage, show } from '../../support/browsers.js';

useAuthors();

/** A question with options. Some of its texts look like markup. */
const CHOICE = `<pe-question id="twin" shows="position=44,pair=0" because="It is &lt;i&gt;so&lt;/i&gt;.">
    Which position does the <b>fastest</b> clock &lt;u&gt; confuse with 0?
    <ul>
      <li data-value="half" data-shows="position=3" data-reply="Half a turn &lt;img src=x&gt;.">3</li>
      <li data-value="many" data-correct data-reply="Seven turns.">44</li>
    </ul>
  </pe-question>`;
const LENGTH = `<pe-question shows="query=8,key=3" answer="0.5" tolerance="0.1" unit="turns"
    reply="Count again.">How far?</pe-question>`;
const POINT = `<pe-question id="up" answer="position=6,pair=0" tolerance="1" from="position=2"
    reply="Too far.">Where is hand 0 up again?</pe-question>`;

/** Opens a page with figures. Records the answers and the reveals. */
async function open(html, { script = classic, ...options } = {}) {
  const listen = `<script>
    window.told = [];
    for (const type of ['pe-answer', 'pe-reveal'])
      addEventListener(type, ({ detail }) => told.push({ type, ...detail }));
  </script>`;
  const address = server.author(listen + html + script);
  const opened = await openPage(chromium, address, { reducedMotion: 'reduce', ...options });
  return { ...opened, told: () => opened.page.evaluate(() => window.told) };
}

const cardOf = (page, tag) => page.locator(`${tag} .pe-predict`);
const textOf = async (card) => (await card.innerText()).replace(/\s+/g, ' ');
const press = (card, name) => card.getByRole('button', { name }).press('Enter');

test('each option has a reply, texts are no markup, and the page is unchanged', async () => {
  const { page, errors, told, close } = await open(`<pe-clocks>${CHOICE}</pe-clocks>`);
  const figure = await show(page, 'pe-clocks');
  const card = cardOf(page, 'pe-clocks');
  const before = await page.locator('main').evaluate((main) => main.innerHTML);
  assert.match(
    await textOf(card),
    /reveal Which position does the fastest clock <u> confuse with 0\? 3 44 Reveal/,
  );
  assert.equal(await figure.evaluate((each) => each.covered), true);
  await card.locator('input[value=half]').check();
  await press(card, 'Reveal');
  assert.match(await textOf(card), /✗ Wrong\. Half a turn <img src=x>\.$/);
  assert.equal(await figure.evaluate((each) => each.state.position), 3);
  assert.equal(await figure.evaluate((each) => each.covered), true);
  await goOn(card);
  // The card shows only texts of the page's question, and none of the figure's own question.
  assert.match(
    await textOf(card),
    /✗ Wrong\. You said: 3\. Half a turn <img src=x>\. It is <i>so<\/i>\.$/,
  );
  assert.equal(await figure.evaluate((each) => each.state.position), 44);
  assert.equal(await figure.evaluate((each) => each.covered), false);
  await press(card, 'Ask me again');
  await card.locator('input[value=many]').check();
  await press(card, 'Reveal');
  await goOn(card);
  assert.match(await textOf(card), /✓ Right\. Seven turns\. It is <i>so<\/i>\.$/);
  await press(card, 'Ask me again');
  await press(card, 'Just show me');
  await goOn(card);
  assert.doesNotMatch(await textOf(card), /Right|Wrong/);
  const answers = (await told()).filter(({ type }) => type === 'pe-answer');
  assert.deepEqual(
    answers.map(({ figure, question, option, said, correct, attempt, state }) => [
      ...[figure, question, option, said, correct, attempt, state.dim],
    ]),
    [
      ['clocks', 'twin', 'half', '3', false, 1, 64],
      ['clocks', 'twin', 'many', '44', true, 2, 64],
      ['clocks', 'twin', null, '', null, 3, 64],
    ],
  );
  assert.equal((await told()).length, 6);
  // The reader has changed the figure's state, so its attributes differ. Its children do not.
  assert.equal(
    await page.locator('main').evaluate((main) => main.innerHTML.replace(/<pe-clocks.*?>/, '')),
    before.replace(/<pe-clocks.*?>/, ''),
  );
  assert.deepEqual(errors, []);
  await close();
});

test('by keyboard, numbers within the tolerance and answers in the picture are right', async () => {
  const { page, errors, told, close } = await open(
    `<h1>A lesson</h1><pe-rope id="own">${LENGTH}</pe-rope><pe-waves>${POINT}</pe-waves>`,
  );
  await show(page, 'pe-rope');
  const length = cardOf(page, 'pe-rope');
  // In binary arithmetic, 0.6 - 0.5 is more than the tolerance of 0.1.
  for (const [typed, right] of [
    ['0.6', true],
    ['0.39', false],
    ['0.61', false],
    ['0,4', true],
  ]) {
    await length.locator('.pe-option input').fill(typed);
    await page.keyboard.press('Enter');
    if (!right) assert.match(await textOf(length), /✗ Wrong\. Count again\.$/);
    await goOn(length);
    assert.match(
      await textOf(length),
      right ? /✓ Right\. 0\.5 turns$/ : /said: 0.\d+ turns\. Count again\. 0\.5 turns$/,
    );
    await press(length, 'Ask me again');
  }
  const figure = await show(page, 'pe-waves');
  const point = cardOf(page, 'pe-waves');
  assert.equal(await figure.evaluate((each) => each.state.position), 2);
  assert.equal(await figure.evaluate((each) => each.getAttribute('position')), null);
  await press(point, 'Reveal');
  await audit(page, 'with two questions of the page');
  assert.match(await textOf(point), /set “Position” and “Clock”\. .*Change the picture first/);
  for (let count = 0; count < 6; count++) await page.keyboard.press('ArrowRight');
  assert.match(await textOf(point), /Position 8, Clock 0/);
  await press(point, 'Reveal');
  assert.match(await textOf(point), /✗ Wrong\. Too far\.$/);
  await goOn(point);
  assert.match(await textOf(point), /said: Position 8, Clock 0\. Too far\. Position 6, Clock 0$/);
  assert.equal(await figure.evaluate((each) => each.state.position), 6);
  await press(point, 'Ask me again');
  await figure.locator('.pe-plot').press('ArrowRight');
  await press(point, 'Reveal');
  await goOn(point);
  assert.match(await textOf(point), /✓ Right\./);
  const answers = (await told()).filter(({ type }) => type === 'pe-answer');
  assert.deepEqual(
    answers.map(({ question, option, said, correct }) => [question, option, said, correct]),
    [
      ['own-own', '0.6', '0.6 turns', true],
      ['own-own', '0.39', '0.39 turns', false],
      ['own-own', '0.61', '0.61 turns', false],
      ['own-own', '0.4', '0,4 turns', true],
      ['up', 'position=8,pair=0', 'Position 8, Clock 0', false],
      ['up', 'position=7,pair=0', 'Position 7, Clock 0', true],
    ],
  );
  await figure.evaluate((each) => each.reset());
  assert.equal(await figure.evaluate((each) => each.state.position), 2);
  assert.deepEqual(errors, []);
  await close();
});

const LIST = '<ul><li data-correct>a</li><li>b</li></ul>';
/** Wrong uses of pe-question, each with a pattern of its error message. */
const WRONG = [
  [
    `<pe-question shows="position=1">Q</pe-question>`,
    /^pe-question: expected a list with options, or the attribute answer$/,
  ],
  [`<pe-question shows="position=1">${LIST}</pe-question>`, /^pe-question: expected the text/],
  [`<pe-question>Q${LIST}</pe-question>`, /^shows: expected the state that shows the answer/],
  [
    `<pe-question shows="position=1">Q<ul><li>a</li><li>b</li></ul></pe-question>`,
    /^data-correct: .*one option with it, got 0$/,
  ],
  [
    `<pe-question shows="position=1">Q<ul><li data-correct>a</li><li data-correct>b</li></ul></pe-question>`,
    /^data-correct: .* got 2$/,
  ],
  [
    `<pe-question shows="position=1">Q<ul><li data-correct>a</li></ul></pe-question>`,
    /^pe-question: expected at least two options/,
  ],
  [
    `<pe-question shows="position=1">Q<ul><li data-correct>a</li><li>a</li></ul></pe-question>`,
    /^data-value: .* got a twice$/,
  ],
  [
    `<pe-question shows="positon=1">Q${LIST}</pe-question>`,
    /^shows: expected fields of pe-heatmap \(length, .*\), got positon$/,
  ],
  [
    `<pe-question shows="position=64">Q${LIST}</pe-question>`,
    /^shows: expected position=0 to 63, a whole number, got 64$/,
  ],
  [
    `<pe-question shows="layout=halves">Q${LIST}</pe-question>`,
    /^shows: expected layout=interleaved \| concatenated, got halves$/,
  ],
  [`<pe-question shows="here">Q${LIST}</pe-question>`, /^shows: expected a state such as/],
  [
    `<pe-question shows="position=1" from="dim=x">Q${LIST}</pe-question>`,
    /^from: expected dim=2 to 512, got x$/,
  ],
  [
    `<pe-question shows="dim=32">Q${LIST}</pe-question>`,
    /^shows: expected fields that the figure does not lock, got dim$/,
  ],
  [
    `<pe-question answer="dim=32">Q</pe-question>`,
    /^answer: expected fields that the figure does not lock, got dim$/,
  ],
  [
    `<pe-question shows="position=1" answer="twelve">Q</pe-question>`,
    /^answer: expected a number, or a state .* got twelve$/,
  ],
  [
    `<pe-question shows="position=1" answer="1" tolerance="-1">Q</pe-question>`,
    /^tolerance: expected a number of at least 0, got -1$/,
  ],
  [
    `<pe-question shows="position=1" answer="1">Q${LIST}</pe-question>`,
    /^answer: expected a list with options or this attribute/,
  ],
  [
    `<pe-question shows="position=1" tolerance="1">Q${LIST}</pe-question>`,
    /^tolerance: expected the attribute answer/,
  ],
  [
    `<pe-question shows="position=1..99999">{position}${LIST}</pe-question>`,
    /^shows: expected position=0 to \d+, a whole number, got 99999$/,
  ],
  [
    `<pe-question shows="position=1..9">Q${LIST}</pe-question>`,
    /^pe-question: expected {position} in its text, since position has several values$/,
  ],
  [
    `<pe-question shows="position=1..9">{postion}${LIST}</pe-question>`,
    /^pe-question: expected fields in braces \(.*position.*\), got {postion}$/,
  ],
  [
    `<pe-question shows="position=1" answer="row 9999, column 2">Q</pe-question>`,
    /^table: expected the row and the column of a number, got row 9999, column 2$/,
  ],
  [
    `<pe-question shows="position=1">Q${LIST}</pe-question>`.repeat(2),
    /^pe-question: expected one for each figure/,
  ],
];

test('numbers that vary have their first values, and the kernels compute the answer', async () => {
  const { page, errors, told, close } = await open(
    `<pe-clocks><pe-question shows="position=7..9,pair=2|3" answer="row pair, column 3"
      because="It has {row pair, column 2} positions per turn.">
      Which sine has clock {pair} at { position }, and not at {nothing]?</pe-question></pe-clocks>`,
  );
  const figure = await show(page, 'pe-clocks');
  const card = cardOf(page, 'pe-clocks');
  assert.match(await textOf(card), /Which sine has clock 2 at 7, and not at {nothing\]\?/);
  const row = sinusoidal(1, 64, { start: 7, dtype: 'float64' });
  for (const [typed, isRight] of [
    [row[4] * 1.02, false],
    [row[4] * 1.009, true],
  ]) {
    await card.locator('.pe-option input').fill(String(typed));
    await press(card, 'Reveal');
    await goOn(card);
    assert.equal((await told()).filter(({ type }) => type === 'pe-answer').at(-1).correct, isRight);
    if (!isRight) await press(card, 'Ask me again');
  }
  const turn = wavelengths(64)[2].toFixed(3);
  const shown = `−${Math.abs(row[4]).toFixed(4)}`;
  assert.match(
    await textOf(card),
    new RegExp(`${shown.replace('.', '\\.')} It has ${turn}\\d* positions per turn\\.$`),
  );
  const { position, pair } = await figure.evaluate((each) => each.state);
  assert.deepEqual([position, pair], [7, 2]);
  assert.deepEqual(errors, []);
  await close();
});

test('for beginners, texts and answers have decimals instead of powers of ten', async () => {
  const ask = `<pe-question shows="pair=3|2" answer="row pair, column 3"
    because="It was {row pair, column 3}.">How far does pair {pair} turn?</pe-question>`;
  for (const [level, shown] of [
    ['beginner', '0.0316'],
    ['full', '3.1623×10⁻²'],
  ]) {
    const html = `<pe-rope level="${level}" dim="16">${ask}</pe-rope>`;
    const { page, errors, told, close } = await open(html);
    await show(page, 'pe-rope');
    const card = cardOf(page, 'pe-rope');
    await card.locator('.pe-option input').fill('0.0316');
    await press(card, 'Reveal');
    await goOn(card);
    assert.equal((await told()).find(({ type }) => type === 'pe-answer').correct, true);
    const text = await textOf(card);
    assert.ok(text.endsWith(`${shown} It was ${shown}.`), text);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('each wrong use gives one message with the attribute; the figure still works', async () => {
  const { page, errors, close } = await open('<pe-heatmap lock="dim" hide="predict"></pe-heatmap>');
  await show(page, 'pe-heatmap');
  for (const [html, wanted] of WRONG) {
    const said = await on(
      page,
      'pe-heatmap',
      async (figure, html) => {
        figure.innerHTML = html;
        const { error, canvas } = figure.ui;
        for (let count = 0; count < 50 && error.hidden; count++)
          await new Promise((done) => setTimeout(done, 20));
        const text = error.textContent;
        figure.innerHTML = '';
        for (let count = 0; count < 50 && !error.hidden; count++)
          await new Promise((done) => setTimeout(done, 20));
        return { text, gone: error.hidden, isDrawn: canvas.width > 1 };
      },
      html,
    );
    assert.match(said.text, wanted, html);
    assert.ok(said.gone && said.isDrawn, html);
    assert.match(
      errors.shift() ?? '',
      wanted.source.startsWith('^')
        ? new RegExp(wanted.source.slice(1).replace(/\$$/, ''))
        : wanted,
    );
  }
  assert.deepEqual(errors, []);
  await close();
});

test('children can come late, be rendered again, change, and be removed', async () => {
  const { page, errors, told, close } = await open(`<div><pe-clocks></pe-clocks></div>`);
  const figure = await show(page, 'pe-clocks');
  const card = cardOf(page, 'pe-clocks');
  const ask = () => card.locator('legend').innerText();
  const own = await ask();
  const settle = () => page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
  // Like React, this makes the elements outside the page, and then inserts all of them at once.
  const render = async (html) => {
    await figure.evaluate((each, html) => {
      const template = document.createElement('template');
      template.innerHTML = html;
      each.replaceChildren(template.content);
    }, html);
    await settle();
  };
  await render(CHOICE);
  assert.match(await ask(), /fastest clock/);
  await card.locator('input[value=half]').check();
  await render(CHOICE);
  assert.ok(await card.locator('input[value=half]').isChecked(), 'the card was made again');
  // A framework changes a text in place.
  await page.evaluate(() => {
    document.querySelector('pe-question b').firstChild.data = 'slowest';
  });
  await settle();
  assert.match(await ask(), /slowest clock/);
  // Vue and Svelte add one option after the other.
  await page.evaluate(() => {
    const item = document.createElement('li');
    document.querySelector('pe-question ul').append(item);
    item.textContent = '710';
  });
  await settle();
  assert.equal(await card.locator('input').count(), 4); // three options, and the bar that rewinds
  // A question that is removed while its scene plays shows no result.
  await card.locator('input[value=half]').check();
  await press(card, 'Reveal');
  await figure.evaluate((each) => each.replaceChildren());
  await settle();
  assert.equal(await ask(), own);
  assert.equal(await card.locator('.pe-result').innerText(), '');
  // If the page moves the element to another place, it keeps the question and the answer.
  await render(CHOICE);
  await card.locator('input[value=many]').check();
  await figure.evaluate((each) => document.querySelector('main').append(each));
  await settle();
  assert.ok(await card.locator('input[value=many]').isChecked());
  assert.equal((await told()).length, 1);
  assert.deepEqual(errors, []);
  await close();
});

test('pe-train asks the page’s question above its own card, and asks for no order', async () => {
  const { page, errors, close } = await open(
    `<pe-train><pe-question shows="scheme=rope">Which?
      <ol><li data-correct>b</li><li>a</li></ol></pe-question></pe-train>`,
  );
  const figure = await show(page, 'pe-train');
  assert.match(await cardOf(page, 'pe-train').first().innerText(), /Which\?/);
  assert.ok(await figure.getByRole('button', { name: 'Train', exact: true }).isVisible());
  assert.equal(await figure.locator('[data-scheme]:visible').count(), 0);
  await page.locator('pe-train .pe-predict').first().getByText('Just show me').click();
  assert.equal(await figure.evaluate((each) => each.state.scheme), 'rope');
  assert.deepEqual(errors, []);
  await close();
});

test('the module of one figure asks the page’s question first, and obeys a link', async () => {
  const script = `<script>
    addEventListener('pe-ready', ({ target }) => {
      window.asked = target.shadowRoot.querySelector('legend').textContent;
    });
  </script><script type="module" src="figures/clocks.js"></script>`;
  const { page, errors, requests, close } = await open(
    `<pe-clocks>${CHOICE.replace('id=', 'from="position=9" id=')}</pe-clocks>`,
    { script },
  );
  await page.waitForFunction(() => window.asked);
  assert.match(await page.evaluate(() => window.asked), /fastest clock/);
  assert.equal(await on(page, 'pe-clocks', ({ state }) => state.position), 9);
  assert.ok(requests.some((url) => /late-/.test(url)));
  await page.goto(`${page.url()}#pe1:clocks/position=5`);
  await page.reload();
  await page.waitForFunction(() => window.asked);
  assert.equal(await on(page, 'pe-clocks', ({ state }) => state.position), 5);
  assert.deepEqual(errors, []);
  await close();
});
