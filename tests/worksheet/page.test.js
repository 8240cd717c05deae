/* Checks pe-worksheet in a page: sheets without answers, keys, own questions, print, and the lab. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { PeClocks, PeRope } from '../../web/elements.js';
import { PeQuiz } from '../../web/quiz.js';
import { makeTasks } from '../../web/worksheet/tasks.js';
import { audit } from '../support/axe.js';
import { chromium, on, server, useAuthors } from '../support/authors.js';
import { labFile, openPage } from '../support/browsers.js';

useAuthors();

const script = '<script type="module" src="worksheet.js"></script>';
const lesson = `<h1>Class</h1>
<pe-worksheet figures="pe-rope clocks/position=44" seed="7" copies="3" questions="8"
  kinds="compute"></pe-worksheet>${script}`;

/** Runs in the page. Returns all texts that a reader or a screen reader can find in the sheets. */
function look({ shadowRoot }) {
  const texts = (selector, within = shadowRoot) =>
    [...within.querySelectorAll(selector)].map((each) => each.textContent.trim());
  return {
    sheets: [...shadowRoot.querySelectorAll('.pw-paper:has(header)')].map((paper) => ({
      all: paper.textContent,
      letter: texts('.pw-letter', paper)[0],
      asks: texts('.pw-task > p:first-child', paper),
      labels: texts('.pw-answer', paper),
      figures: texts('h3', paper),
      picture: texts('svg text', paper).join('\n'),
    })),
    keys: [...shadowRoot.querySelectorAll('.pw-solutions')].map((key) => ({
      letter: texts('h3', key)[0],
      items: texts('li', key),
    })),
    alert: texts('[role=alert]').join(),
  };
}

/** Waits until the sheets are there, and looks at them. */
async function sheetsOf(page, selector = 'pe-worksheet') {
  await page.waitForSelector(`${selector} [aria-busy=false]`);
  return on(page, selector, look);
}

/** Changes attributes, and looks at the sheets that follow. */
async function change(page, attributes) {
  await on(
    page,
    'pe-worksheet',
    async (sheets, attributes) => {
      for (const [name, value] of Object.entries(attributes)) sheets.setAttribute(name, value);
      // The observer of the element runs in the next microtask.
      await null;
    },
    attributes,
  );
  return sheetsOf(page);
}

/** Makes the questions of the same sheets in Node. */
function tasksInNode() {
  const exhibits = [
    [PeRope, {}],
    [PeClocks, { position: 44 }],
  ].map(([Figure, patch]) => {
    const figure = new Figure();
    figure.setState(patch);
    const name = Figure.tag.slice(3);
    return { name, state: figure.getState(), question: null, isIn: () => false };
  });
  return makeTasks(exhibits, { seed: '7', copies: 3, count: 8, sources: ['compute'], quiz: [] });
}

/** Matches a text that is not a part of a longer number. */
const wholeNumber = (text) =>
  new RegExp(`(?<![\\d.,])${text.replace(/[.°]/g, '\\$&')}(?![\\d.,]*\\d)`);

let page;
let errors;

test('sheets in a page equal sheets from Node, and contain no answers without a key', async () => {
  ({ page, errors } = await openPage(chromium, server.author(lesson)));
  const plain = await sheetsOf(page);
  const tasks = tasksInNode().map((sheet) => sheet.flat());
  assert.deepEqual(
    plain.sheets.map(({ letter, asks }) => ({ letter, asks })),
    tasks.map((sheet, at) => ({
      letter: `Sheet ${'ABC'[at]} · 7`,
      asks: sheet.map(({ ask }) => ask),
    })),
  );
  assert.deepEqual(plain.keys, []);

  const keyed = await change(page, { key: '' });
  assert.deepEqual(keyed.sheets, plain.sheets);
  const solutions = tasks.map((sheet) => sheet.map(({ solve }) => solve()));
  assert.deepEqual(
    keyed.keys.map(({ items }) => items),
    solutions.map((sheet) => sheet.map(({ answer, note }) => `${answer}${note && `: ${note}`}`)),
  );
  for (const [at, { answer, note }] of solutions.flatMap((own, at) =>
    own.map((each) => [at, each]),
  )) {
    const { all } = plain.sheets[at];
    assert.ok(!all.includes(note), note);
    const [shown] = answer.split(' ');
    if (/[.,]\d/.test(shown)) assert.doesNotMatch(all, wholeNumber(shown));
  }
  assert.deepEqual(errors, []);
});

test('a question mark replaces each number in the picture that answers a question', async () => {
  // Clock 5 of 16 turns once in 2π · √10 positions, and so does one of the picture's 64 clocks.
  const { sheets, keys } = await change(page, {
    figures: 'pe-clocks',
    copies: 26,
    questions: 1,
    key: '',
  });
  const turns = keys.map(({ items }) => /^[\d.,]+/.exec(items[0])[0]);
  const isPictured = (turn) => sheets.some(({ picture }) => picture.split('\n').includes(turn));
  assert.ok(turns.filter(isPictured).length > 3, `${turns}`);
  for (const [at, { picture }] of sheets.entries())
    assert.ok(!picture.split('\n').includes(turns[at]), `${turns[at]} in ${picture}`);
});

test('questions of the page and of the figure come before questions of the quiz', async () => {
  const own = `<pe-worksheet copies="2" kinds="own choice" questions="5" key>
    <pe-clocks dim="32"><pe-question answer="position=44" because="It is seven turns on.">
      Which position looks like 0?</pe-question></pe-clocks>
    <pe-shift></pe-shift></pe-worksheet>${script}`;
  const { page: other, errors: wrong, close } = await openPage(chromium, server.author(own));
  const { sheets, keys } = await sheetsOf(other);
  const [{ asks, labels, figures }] = sheets;
  assert.equal(asks[0], 'Which position looks like 0?');
  assert.equal(labels[0], 'Position:');
  assert.match(keys[0].items[0], /^Position 44: It is seven turns on\.$/);
  // The title of a covered figure does not answer its question.
  assert.deepEqual(figures, ['A stack of clocks shows the position', 'A head that looks back']);
  assert.equal(asks.length, 5);
  assert.match(asks[3], /^This attention head looks from position 10/);
  assert.ok(
    keys[1].items.some((item) => /^[A-D]: at position 25/.test(item)),
    keys[1].items,
  );
  assert.deepEqual(wrong, []);
  await close();
});

test('a sheet asks the questions of the quiz that are named, about their figures', async () => {
  const own = `<pe-worksheet quiz="rope-far, alibi-twelve" copies="2"></pe-worksheet>${script}`;
  const { page: other, errors: wrong, close } = await openPage(chromium, server.author(own));
  const { sheets } = await sheetsOf(other);
  const asks = ['rope-far', 'alibi-twelve'].map((name) => PeQuiz.question(name).ask);
  assert.deepEqual(
    sheets.map((sheet) => sheet.asks),
    [asks, asks],
  );
  assert.equal(sheets[0].figures.length, 2);
  assert.deepEqual(wrong, []);
  await close();
});

test('the bar works by keyboard, and changes the sheets', async () => {
  await change(page, { figures: 'pe-rope', copies: 2, questions: 4, seed: 7 });
  await page.locator('pe-worksheet').getByLabel('Sheets').focus();
  for (const key of ['ArrowUp', 'Tab', 'ArrowDown', 'Tab', 'Space', 'Tab'])
    await page.keyboard.press(key);
  const { sheets, keys } = await sheetsOf(page);
  assert.deepEqual([sheets.length, sheets[0].asks.length, keys.length], [3, 3, 0]);
  await page.evaluate(() => (window.print = () => (window.printed = true)));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => window.printed), true);
  await audit(page);
});

const MARGIN = Object.fromEntries(['top', 'right', 'bottom', 'left'].map((at) => [at, '14mm']));

/** Prints a page, and returns the text of each sheet of paper. */
async function printed(format) {
  const input = await page.pdf({ format, margin: MARGIN });
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input, encoding: 'utf8' });
  return text.split('\f').slice(0, -1);
}

const squeezed = (text) => text.replace(/\s+/g, '');

test('printed, each sheet and the keys have pages of their own, and nothing is cut', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { sheets, keys } = await change(page, {
    // Commas also separate the names.
    figures: 'pe-rope,pe-networks',
    copies: 2,
    questions: 6,
    kinds: 'own compute choice',
    key: '',
  });
  for (const format of ['A4', 'Letter']) {
    const pages = await printed(format);
    const starts = pages.flatMap((text, at) => (text.includes('Date:') ? [at] : []));
    const keyAt = pages.findIndex((text) => text.includes('Key to sheet A'));
    assert.equal(starts.length, 2);
    // Each figure says whose sheet it is, because it may begin a page.
    for (const letter of ['A', 'B']) {
      const named = pages.join('\n').match(new RegExp(`Name:\\s+Sheet ${letter} `, 'g')) ?? [];
      assert.equal(named.length, 1, `${letter}: ${pages.join('\n').slice(0, 2000)}`);
    }
    assert.equal(keyAt, pages.length - 1, format);
    assert.ok(pages.length <= starts[0] + 7, `${format}: ${pages.length} pages`);
    const parts = [pages.slice(0, starts[1]), pages.slice(starts[1], keyAt)].map((own) =>
      squeezed(own.join('')),
    );
    for (const [at, { asks }] of sheets.entries())
      for (const ask of asks) assert.ok(parts[at].includes(squeezed(ask)), ask);
    // A question stays on one page.
    const [first] = sheets[0].asks;
    assert.ok(pages.some((text) => squeezed(text).includes(squeezed(first))));
    for (const { items } of keys)
      for (const item of items) assert.ok(squeezed(pages[keyAt]).includes(squeezed(item)), item);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const look = await on(page, 'pe-worksheet', ({ shadowRoot }) => {
    const paper = shadowRoot.querySelector('.pw-paper');
    const { right, left } = paper.getBoundingClientRect();
    const boxes = [...paper.querySelectorAll(':not(svg *)')]
      .map((each) => each.getBoundingClientRect())
      .filter((box) => box.width > 0);
    const { color, backgroundColor } = getComputedStyle(paper);
    return {
      color,
      backgroundColor,
      outside: boxes.filter((box) => box.right > right + 1 || box.left < left - 1).length,
      bar: getComputedStyle(shadowRoot.querySelector('.pw-bar')).display,
    };
  });
  assert.deepEqual(look, {
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    outside: 0,
    bar: 'none',
  });
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
});

test('printed above few questions, a picture grows to the width of the page', async () => {
  const size = page.viewportSize();
  await change(page, { figures: 'clocks shift', copies: 1, questions: 4, kinds: 'own choice' });
  await page.emulateMedia({ media: 'print' });
  // The sizes of A4 and Letter without margins of 14 mm, in CSS pixels.
  for (const [width, height] of [
    [688, 1017],
    [710, 950],
  ]) {
    await page.setViewportSize({ width, height });
    const parts = await on(page, 'pe-worksheet', ({ shadowRoot }) => {
      const paper = shadowRoot.querySelector('.pw-paper');
      return [...shadowRoot.querySelectorAll('.pw-part')].map((part, at) => {
        const picture = part.querySelector('svg');
        const { width: wide, height: high } = picture.getBoundingClientRect();
        const { width, height } = picture.viewBox.baseVal;
        const end = part.querySelector('ol').getBoundingClientRect().bottom;
        // The first page begins with the head of the sheet.
        const used = end - (at ? part : paper).getBoundingClientRect().top;
        return { share: Math.min(wide, (high * width) / height) / paper.clientWidth, used };
      });
    });
    assert.equal(parts.length, 2);
    for (const { share, used } of parts) {
      assert.ok(share > 0.85, `${width} x ${height}: ${share}`);
      assert.ok(used <= height, `${width} x ${height}: ${used}`);
      assert.ok(used > 0.95 * height, `${width} x ${height}: ${used}`);
    }
  }
  await page.setViewportSize(size);
  await page.emulateMedia({ media: 'screen' });
});

test('the error for an unknown figure names the figure', async () => {
  const { alert, sheets } = await change(page, { figures: 'pe-rope pe-ropes' });
  assert.match(
    alert,
    /figures: expected names of figures with spaces between them \(.*pe-rope.*\), got pe-ropes$/,
  );
  assert.deepEqual(sheets, []);
  await page.context().close();
});

test('the lab links from the state of a figure to its sheet, in the same language', async () => {
  const {
    page: lab,
    errors: wrong,
    close,
  } = await openPage(chromium, `${labFile}?level=full&lang=de`);
  await on(lab, '#clocks', (clocks) => clocks.setState({ position: 33 }));
  const link = lab.locator('#clocks ~ a.show').first();
  assert.equal(await link.textContent(), 'Arbeitsblatt');
  const opened = lab.waitForEvent('popup');
  await link.press('Enter');
  const popup = await opened;
  const { sheets } = await sheetsOf(popup);
  assert.equal(new URL(popup.url()).searchParams.get('worksheet'), 'clocks/position=33');
  assert.equal(sheets[0].letter, 'Blatt A · 1');
  assert.equal(await popup.locator('.top nav').count(), 0);
  assert.deepEqual(wrong, []);
  await close();
});
