/* Checks pe-worksheet in a page: its sheets, keys and own questions, its print, and the lab. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { PeClocks, PeRope } from '../../web/elements.js';
import { sinusoidal } from '../../web/index.js';
import { PeQuiz } from '../../web/quiz.js';
import { makeTasks } from '../../web/worksheet/tasks.js';
import { audit } from '../support/axe.js';
import { TAGS, chromium, on, server, useAuthors } from '../support/authors.js';
import { labFile, openPage } from '../support/browsers.js';
import { crossed, isWhole } from '../support/crossed.js';
import { LANGUAGES } from '../support/languages.js';

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
      letter: texts('.pw-letter', paper)[0].split(/[,，]/)[0],
      pages: texts('.pw-letter', paper),
      asks: texts('.pw-task > p:first-child', paper),
      labels: texts('.pw-answer', paper),
      figures: texts('h3', paper),
      picture: texts('svg text', paper).join('\n'),
    })),
    keys: [...shadowRoot.querySelectorAll('.pw-solutions tbody tr')].map((row) => ({
      letter: texts('th', row)[0],
      items: texts('td', row),
    })),
    allowed: [...shadowRoot.querySelectorAll('.pw-solutions thead')].flatMap((head) =>
      texts('th', head).slice(1),
    ),
    why: texts('.pw-why li'),
    formulas: texts('.pw-paper:has(header) .pw-formulas li'),
    alert: texts('[role=alert]').join(),
  };
}

/** Waits until the sheets are made, and returns what `look` finds in them. */
async function sheetsOf(page, selector = 'pe-worksheet') {
  await page.waitForSelector(`${selector} [aria-busy=false]`);
  return on(page, selector, look);
}

/** Changes attributes, and returns what `look` finds in the new sheets. */
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

/** Makes in Node the questions that the sheets in the page must have. */
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
      letter: `Sheet ${'ABC'[at]}`,
      asks: sheet.map(({ ask }) => ask),
    })),
  );
  assert.deepEqual(plain.keys, []);

  const keyed = await change(page, { key: '' });
  assert.deepEqual(keyed.sheets, plain.sheets);
  const solutions = tasks.map((sheet) => sheet.map(({ solve }) => solve()));
  assert.deepEqual(
    keyed.keys,
    solutions.map((sheet, at) => ({
      letter: 'ABC'[at],
      items: sheet.map(({ answer }) => answer),
    })),
  );
  assert.deepEqual(
    keyed.allowed,
    solutions[0].map(({ allowed = '' }, at) => `${at + 1}${allowed}`),
  );
  // Each question is explained once, with the numbers of each sheet.
  assert.deepEqual(
    keyed.why,
    tasks[0].map((_, of) => {
      const ways = solutions.map((sheet, at) => {
        const { right = '', note } = sheet[of];
        return `${'ABC'[at]}: ${right}${right && ': '}${note}`;
      });
      return `${of + 1}. ${ways.join('')}`;
    }),
  );
  for (const [at, { answer, note, right }] of solutions.flatMap((own, at) =>
    own.map((each) => [at, each]),
  )) {
    const { all: whole, picture } = plain.sheets[at];
    // The picture shows another encoding, which may contain the same number. So its texts are
    // left out.
    const all = picture.split('\n').reduce((text, each) => text.replace(each, ' '), whole);
    assert.ok(!all.includes(note), note);
    const [shown] = answer.split(' ');
    if (!right && /[.,]\d/.test(shown)) assert.doesNotMatch(all, wholeNumber(shown));
  }
  assert.deepEqual(errors, []);
});

const NOTE = 'In the picture, “?” hides what would answer a question.';

test('what a picture hides does not depend on the numbers of the questions', async () => {
  for (const tag of TAGS)
    for (const kinds of ['compute', 'own compute']) {
      const copies = isWhole ? 8 : 4;
      const plan = { figures: tag, copies, questions: 8, kinds, seed: 1, key: 'false' };
      const { sheets } = await change(page, plan);
      // If no question is the figure's own, its picture hides nothing.
      assert.ok(kinds !== 'compute' || !sheets.some(({ all }) => all.includes(NOTE)), tag);
      const pictures = new Set(sheets.map(({ picture }) => picture));
      assert.equal(pictures.size, 1, `${tag}, ${kinds}`);
    }
});

test('a picture hides what any option names, and then a sentence says so', async () => {
  const own = (right) => `<pe-worksheet kinds="own" questions="1"><pe-clocks dim="8">
    <pe-question shows="position=44,pair=0">How long does a turn take?
      <ul>${['6.28 positions', '62.83 positions', '19.87 positions']
        .map((text, at) => `<li ${at === right ? 'data-correct' : ''}>${text}</li>`)
        .join('')}</ul></pe-question></pe-clocks></pe-worksheet>${script}`;
  const seen = [];
  for (const right of [0, 2]) {
    const opened = await openPage(chromium, server.author(own(right)));
    const { sheets } = await sheetsOf(opened.page);
    seen.push(sheets[0].picture.split('\n').sort().join());
    assert.ok(sheets[0].all.includes(NOTE));
    await opened.close();
  }
  assert.equal(seen[0], seen[1]);
  assert.match(seen[0], /\?/);
  assert.doesNotMatch(seen[0], /6\.28|62\.83/);
});

test('on paper, pe-naive shows beginners its table, but for the answer', async () => {
  const own = `<pe-worksheet kinds="own" questions="1"><pe-naive level="beginner"></pe-naive>
    </pe-worksheet>${script}`;
  const opened = await openPage(chromium, server.author(own));
  const { sheets } = await sheetsOf(opened.page);
  assert.deepEqual(sheets[0].picture.match(/\?/g), ['?']);
  assert.equal(sheets[0].picture.match(/[✓✗]/g).length, 20);
  await opened.close();
});

test('a picture shows the numbers in the text of the question of a page', async () => {
  const own = `<pe-worksheet kinds="own" questions="1" key><pe-clocks dim="2">
    <pe-question shows="position=44" because="Count the turns.">
      Clock 0 needs 6.28 words for a turn. Which is near?
      <ul><li data-correct data-reply="Yes: 7 turns of 6.28 words need 43.98.">44</li>
      <li data-reply="That is half a turn.">3</li></ul></pe-question>
    </pe-clocks></pe-worksheet>${script}`;
  const { page: other, errors: wrong, close } = await openPage(chromium, server.author(own));
  const { sheets, why } = await sheetsOf(other);
  assert.ok(sheets[0].picture.split('\n').includes('6.28'), sheets[0].picture);
  assert.ok(!sheets[0].all.includes(NOTE));
  // The key has the replies to all options, as the author of the page wrote them.
  assert.match(why[0], /44: Count the turns\.44: Yes: 7 turns of 6\.28 words need 43\.98\./);
  assert.match(why[0], /3: That is half a turn\.$/);
  assert.deepEqual(wrong, []);
  await close();
});

/** Matches hints in pe-order and pe-rope to do something by hand, which paper does not allow. */
const HANDS = /drag|stamps on|watch the circle/;

test('pictures and keys on paper have no hints for hands', async () => {
  const html = '<pe-order level="beginner"></pe-order><pe-rope level="beginner"></pe-rope>';
  const own = `<pe-worksheet kinds="own" key>${html}<pe-order></pe-order></pe-worksheet>${html}`;
  const {
    page: other,
    errors: wrong,
    close,
  } = await openPage(chromium, server.author(own + script));
  const { sheets, why } = await sheetsOf(other);
  assert.match(sheets[0].picture, /the sentence now\n/);
  assert.match(sheets[0].picture, /each arrow turns as its word moves\n/);
  assert.doesNotMatch(sheets[0].picture, HANDS);
  assert.match(why.join('\n'), /who bit whom\.\s*$/m);
  assert.doesNotMatch(why.join('\n'), HANDS);
  assert.deepEqual(wrong, []);
  await close();
});

test('a sheet has the formulas that it needs, each once, unless they are hidden', async () => {
  const sheet = { figures: 'pe-clocks', copies: 1, questions: 12, kinds: 'compute', key: 'false' };
  const { formulas } = await change(page, sheet);
  assert.deepEqual(
    formulas.map((text) => text.split(' ')[0]),
    ['θ', '2π/θ', 'p', 'sin(p'],
  );
  assert.match(formulas[0], /^θ = base\^\(−2i\/dim\) Clock i/);
  assert.deepEqual((await change(page, { questions: 2 })).formulas.length, 2);
  assert.deepEqual((await change(page, { hide: 'formulas' })).formulas, []);
  assert.deepEqual((await change(page, { hide: '', kinds: 'own choice' })).formulas, []);
});

test('the key to 25 sheets has a row for each, and explains each question of each sheet', async () => {
  const all = { figures: 'pe-clocks', copies: 25, questions: 6, kinds: 'own compute choice' };
  const { keys, why } = await change(page, { ...all, key: '' });
  assert.equal(keys.map(({ letter }) => letter).join(''), 'ABCDEFGHIJKLMNOPQRSTUVWXY');
  for (const { items } of keys) assert.equal(items.length, 6);
  for (const [at, letter] of ['A', 'Y'].entries())
    for (const text of why) {
      const computed = !/\?/.test(text);
      if (computed) assert.match(text, new RegExp(`\\b${letter}(, [A-Y])*: `), `${at}: ${text}`);
    }
  // Explanations are in the order of their numbers. Those with the same number name their sheets.
  const numbers = why.map((text) => parseInt(text, 10));
  assert.deepEqual(
    numbers,
    [...numbers].sort((one, two) => one - two),
  );
  for (const [at, text] of why.entries())
    if (numbers.filter((number) => number === numbers[at]).length > 1)
      assert.match(text, /^\d+\. \(Sheets? [A-Y](, [A-Y])*\) /);
  const pages = await printed('A4');
  const at = pages.findIndex((text) => text.startsWith('Key'));
  assert.ok(pages.length - at <= 4, `${pages.length - at} pages`);
});

test('the key says once what it says of several sheets', async () => {
  const own = (reply) => `<pe-worksheet kinds="own" questions="1" copies="6" key>
    <pe-clocks><pe-question shows="position=5,pair=1|2" answer="row pair, column 2"
      because="So it is." reply="${reply}">How long is a turn of clock {pair}?</pe-question>
    </pe-clocks></pe-worksheet>${script}`;
  for (const [reply, count] of [
    ['Count again.', 1],
    ['Clock {pair} is slower.', 2],
  ]) {
    const opened = await openPage(chromium, server.author(own(reply)));
    const { why } = await sheetsOf(opened.page);
    assert.equal(why.length, 1);
    assert.match(why[0], /A, C, E: .*B, D, F: /);
    assert.equal(why[0].match(/So it is\./g).length, 2);
    assert.equal(why[0].match(/other answers/g).length, count, why[0]);
    await opened.close();
  }
});

test('printed, the rest of a page is room to write', async () => {
  const size = page.viewportSize();
  const sheet = { figures: 'order', level: 'beginner', questions: 2, kinds: 'own compute' };
  await change(page, { ...sheet, copies: 1, key: 'false' });
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 688, height: 1017 });
  const { room, end } = await on(page, 'pe-worksheet', ({ shadowRoot }) => {
    const boxOf = (selector) => shadowRoot.querySelector(selector).getBoundingClientRect();
    const answer = boxOf('.pw-answer');
    return {
      room: answer.top - boxOf('.pw-room').top,
      end: boxOf('.pw-page').bottom - answer.bottom,
    };
  });
  assert.ok(room > 100, `${room} px above the line`);
  assert.ok(end >= 0 && end < 60, `${end} px below the line`);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(size);
  await change(page, { level: 'full' });
});

test('exponents stand raised, even decimals, and in keys', async () => {
  await change(page, { figures: 'pe-order', copies: 2, questions: 2, kinds: 'compute', key: '' });
  const raised = await on(page, 'pe-worksheet', ({ shadowRoot }) =>
    [...shadowRoot.querySelectorAll('.pw-why sup')].map(({ textContent }) => textContent),
  );
  assert.ok(raised.length >= 8, raised.join());
  for (const text of raised) assert.match(text, /^\^\d\.\d$/);
});

test('questions of the page and of the figure come before questions of the quiz', async () => {
  const own = `<pe-worksheet copies="2" kinds="own choice" questions="5" key>
    <pe-clocks dim="32"><pe-question answer="position=44" because="It is seven turns on.">
      Which position looks like 0?</pe-question></pe-clocks>
    <pe-shift></pe-shift></pe-worksheet>${script}`;
  const { page: other, errors: wrong, close } = await openPage(chromium, server.author(own));
  const { sheets, keys, why } = await sheetsOf(other);
  const [{ asks, labels, figures }] = sheets;
  assert.equal(asks[0], 'Which position looks like 0?');
  assert.equal(labels[0], 'Position:');
  assert.equal(keys[0].items[0], 'Position 44');
  assert.match(why[0], /^1\. Which position looks like 0\? It is seven turns on\.$/);
  // The title of a covered figure does not answer its question.
  assert.deepEqual(figures, ['A stack of clocks shows the position', 'A head that looks back']);
  assert.equal(asks.length, 5);
  assert.match(asks[3], /^This attention head looks from position 10/);
  assert.ok(
    why.some((item) => item.includes('? at position 25')),
    why.join('\n'),
  );
  assert.match(keys[1].items.join(' '), /^Position 44( [A-D]){4}$/);
  assert.deepEqual(wrong, []);
  await close();
});

/** Returns the sine of a clock of pe-clocks, which has 32 clocks. */
const sineOf = (position, pair) =>
  sinusoidal(1, 64, { start: position, dtype: 'float64' })[2 * pair];

test('the numbers of an own question vary, and the kernels compute each answer', async () => {
  const own = (seed) => `<pe-worksheet kinds="own" questions="2" copies="6" seed="${seed}" key>
    <pe-clocks><pe-question shows="position=5..40,pair=1|2|3" answer="row pair, column 3"
      tolerance="0.002" because="Clock {pair} at {position}.">
      Which sine has clock {pair} at position {position}?</pe-question></pe-clocks>
    <pe-waves><pe-question answer="position=20..60">
      Clock 0 has made {row position, column 2} turns. Where is it?</pe-question></pe-waves>
    </pe-worksheet>${script}`;
  const { page: other, errors: wrong, close } = await openPage(chromium, server.author(own(7)));
  const { sheets, keys, why, allowed } = await sheetsOf(other);
  const asked = sheets.map(({ asks }) => {
    const [pair, position] = asks[0].match(/\d+/g).map(Number);
    assert.equal(asks[0], `Which sine has clock ${pair} at position ${position}?`);
    assert.ok([1, 2, 3].includes(pair) && position >= 5 && position <= 40, asks[0]);
    return { pair, position, turns: Number(asks[1].match(/[\d.]+/g)[1]) };
  });
  assert.equal(new Set(sheets.map(({ asks }) => asks[0])).size, 6);
  assert.equal(new Set(sheets.map(({ asks }) => asks[1])).size, 6);
  for (const [at, { items }] of keys.entries()) {
    const { pair, position, turns } = asked[at];
    const right = sineOf(position, pair);
    assert.equal(items[0], `${right < 0 ? '−' : '+'}${Math.abs(right).toFixed(4)}`);
    const where = Number(/^Position (\d+)$/.exec(items[1])[1]);
    assert.ok(where >= 20 && where <= 60 && where !== 12, items[1]);
    assert.ok(Math.abs(where / (2 * Math.PI) - turns) < 0.01, `${where}: ${turns} turns`);
  }
  assert.deepEqual(allowed, ['1± 0.002', '2']);
  const [{ pair, position }] = asked;
  assert.ok(
    why[0].startsWith(`1. A: ${keys[0].items[0]}. Clock ${pair} at ${position}.B: `),
    why[0],
  );
  assert.equal(why.length, 2);
  const again = await change(other, { key: 'false' });
  assert.deepEqual(again.sheets, sheets);
  const next = await change(other, { seed: 8 });
  assert.notDeepEqual(next.sheets[0].asks, sheets[0].asks);
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
  assert.ok((await sheetsOf(page)).formulas.length > 2);
  for (const key of 'ArrowUp Tab ArrowDown Tab Tab Space Tab Space Tab'.split(' '))
    await page.keyboard.press(key);
  const { sheets, keys, formulas } = await sheetsOf(page);
  assert.deepEqual([sheets.length, sheets[0].asks.length, keys.length], [3, 3, 0]);
  assert.deepEqual(formulas, []);
  await page.evaluate(() => (window.print = () => (window.printed = true)));
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => window.printed), true);
  await audit(page);
});

const MARGIN = Object.fromEntries(['top', 'right', 'bottom', 'left'].map((at) => [at, '14mm']));

/** Prints a page, and returns the text of each sheet of paper. */
async function printed(format, from = page) {
  const input = await from.pdf({ format, margin: MARGIN });
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input, encoding: 'utf8' });
  return text.split('\f').slice(0, -1);
}

/** Matches the head of a page: blanks for name and date, and the letter of the sheet. */
const headOf = (letter) => new RegExp(`^\\S+\\s+\\S+\\s+(?:\\S+\\s)?${letter}(?=[,\\s])`);

const squeezed = (text) => text.replace(/\s+/g, '');

/** Runs in the page. Returns the look of the first sheet. */
function lookOfPaper({ shadowRoot }) {
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
}

test('printed, each sheet and the keys have pages of their own, and nothing is cut', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const { sheets, keys, why } = await change(page, {
    // Commas may separate the names of figures, as spaces do.
    figures: 'pe-rope,pe-networks',
    copies: 2,
    questions: 6,
    kinds: 'own compute choice',
    key: '',
  });
  for (const format of ['A4', 'Letter']) {
    const pages = await printed(format);
    const starts = ['A', 'B'].map((letter) => pages.findIndex((text) => headOf(letter).test(text)));
    const keyAt = pages.findIndex((text) => text.startsWith('Key to version 7'));
    // Each page shows the letter of its sheet, and its own number within the sheet.
    for (let at = starts[0]; at < keyAt; at++) {
      const [letter, start] = at < starts[1] ? ['A', starts[0]] : ['B', starts[1]];
      assert.match(pages[at], headOf(letter), `${format}, page ${at}`);
      assert.match(pages[at], new RegExp(`page ${at - start + 1} of ${starts[1] - starts[0]}\\n`));
    }
    assert.equal(keyAt - starts[1], starts[1] - starts[0]);
    const sheetPages = pages.length - starts[0];
    const said = await page.locator('pe-worksheet .pw-facts').textContent();
    assert.match(said, new RegExp(`^This prints ${sheetPages} pages: 2 sheets of `), format);
    assert.ok(sheetPages <= 8, `${format}: ${sheetPages} pages`);
    const parts = [pages.slice(0, starts[1]), pages.slice(starts[1], keyAt)].map((own) =>
      squeezed(own.join('')),
    );
    for (const [at, { asks }] of sheets.entries())
      for (const ask of asks) assert.ok(parts[at].includes(squeezed(ask)), ask);
    // A question stays on one page.
    const [first] = sheets[0].asks;
    assert.ok(pages.some((text) => squeezed(text).includes(squeezed(first))));
    const key = squeezed(pages.slice(keyAt).join(''));
    for (const { letter, items } of keys)
      assert.ok(key.includes(squeezed(letter + items.join(''))), `${letter}: ${items}`);
    // The key contains the beginning of each explanation.
    for (const item of why) assert.ok(key.includes(squeezed(item).slice(0, 20)), item);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.deepEqual(await on(page, 'pe-worksheet', lookOfPaper), {
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(255, 255, 255)',
    outside: 0,
    bar: 'none',
  });
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
});

/**
 * The usual sheets with these figures may have a second page. On a single page, their texts would
 * be too small.
 */
const TWO_PAGES = ['pe-combine', 'pe-networks', 'pe-schemes'];

/** The figures whose sheets are printed in each language. All others are only laid out in it. */
const PRINTED = crossed(
  { tag: TAGS, lang: ['en', ...LANGUAGES], format: ['A4', 'Letter'] },
  { anyPair: false },
);

for (const lang of ['en', ...LANGUAGES])
  test(`printed, the usual sheet of every figure fits on one page: ${lang}`, async () => {
    const html = `<pe-worksheet lang="${lang}" figures="clocks" copies="2"></pe-worksheet>`;
    const words = lang === 'en' ? '' : `<script type="module" src="languages/${lang}.js"></script>`;
    const opened = await openPage(chromium, server.author(html + words + script));
    await opened.page.addStyleTag({ content: 'h1 { display: none } body { margin: 0 }' });
    await sheetsOf(opened.page);
    for (const tag of TAGS) {
      const { sheets, alert } = await change(opened.page, { figures: tag });
      assert.deepEqual([sheets.length, alert], [2, ''], tag);
      const counts = sheets.map(({ pages }) => pages.length);
      const most = TWO_PAGES.includes(tag) ? 2 : 1;
      for (const count of counts) assert.ok(count >= 1 && count <= most, `${tag}: ${count} pages`);
      for (const { format } of PRINTED.filter((row) => row.tag === tag && row.lang === lang)) {
        const pages = await printed(format, opened.page);
        const own = ['A', 'B'].map((letter) => pages.filter((text) => headOf(letter).test(text)));
        assert.equal(own.flat().length, pages.length, `${tag}: ${pages}`);
        const printedCounts = own.map(({ length }) => length);
        assert.deepEqual(printedCounts, counts, `${tag} on ${format}`);
      }
    }
    await opened.close();
  });

test('a unit is beside its blank, and all lines of an option begin below each other', async () => {
  const kinds = {
    figures: 'clocks buckets',
    questions: 12,
    kinds: 'own compute choice',
    copies: 1,
  };
  await change(page, { ...kinds, key: 'false', hide: '' });
  const size = page.viewportSize();
  await page.setViewportSize({ width: 688, height: 1017 });
  for (const media of ['screen', 'print']) {
    await page.emulateMedia({ media });
    const { units, lines } = await on(page, 'pe-worksheet', ({ shadowRoot }) => {
      const texts = (selector) => [...shadowRoot.querySelectorAll(selector)];
      const leftsOf = (text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].map(({ left }) => Math.round(left));
      };
      return {
        units: texts('.pw-answer').map((answer) => {
          const { height } = answer.getBoundingClientRect();
          return height / parseFloat(getComputedStyle(answer).fontSize);
        }),
        lines: texts('.pw-options li > span:last-child').map(leftsOf),
      };
    });
    assert.ok(units.length > 4, `${units}`);
    assert.ok(Math.max(...units) < 2, `${units}`);
    assert.ok(
      lines.some(({ length }) => length > 1),
      media,
    );
    for (const lefts of lines) assert.equal(new Set(lefts).size, 1, `${media}: ${lefts}`);
  }
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(size);
});

/** The sizes of A4 and Letter without margins of 14 mm, in CSS pixels. */
const PAPERS = [
  [688, 1017],
  [710, 950],
];

test('printed, figures share pages, pictures fill them, and their texts have 6 points', async () => {
  const size = page.viewportSize();
  const sets = [
    ['buckets similarity', 'full', 4],
    ['order naive clocks', 'beginner', 7],
    ['order precision buckets', 'beginner', 6],
  ];
  for (const [figures, level, questions] of sets) {
    await change(page, { figures, level, copies: 2, questions, kinds: 'own choice', key: 'false' });
    await page.emulateMedia({ media: 'print' });
    for (const [width, height] of PAPERS) {
      await page.setViewportSize({ width, height });
      const pages = await on(page, 'pe-worksheet', ({ shadowRoot }) =>
        [...shadowRoot.querySelectorAll('.pw-paper:first-of-type .pw-page')].map((each) => ({
          used: each.getBoundingClientRect().height,
          pictures: [...each.querySelectorAll('svg')].map((picture) => {
            const { width: wide, height: high } = picture.getBoundingClientRect();
            const box = picture.viewBox.baseVal;
            const scale = Math.min(wide / box.width, high / box.height);
            const texts = [...picture.querySelectorAll('text')];
            const sizes = texts.map((text) =>
              text.closest('[font-size]').getAttribute('font-size'),
            );
            return { text: scale * Math.min(...sizes), share: (scale * box.width) / innerWidth };
          }),
        })),
      );
      const name = `${figures} on ${width} x ${height}`;
      assert.ok(pages.length < figures.split(' ').length, `${name}: ${pages.length} pages`);
      for (const { used, pictures } of pages) {
        assert.ok(used <= height + 1, `${name}: ${used} px`);
        for (const { text, share } of pictures) {
          assert.ok(text >= 8 - 0.01, `${name}: texts of ${text} px`);
          assert.ok(share > 0.5, `${name}: ${share}`);
        }
      }
    }
    await page.emulateMedia({ media: 'screen' });
  }
  await page.setViewportSize(size);
  await change(page, { level: 'full' });
});

test('the sheet takes the level of its figures, and the bar changes it', async () => {
  const own = `<pe-worksheet questions="8" key><pe-order level="beginner"></pe-order>
    <pe-clocks level="beginner"></pe-clocks></pe-worksheet>${script}`;
  const opened = await openPage(chromium, server.author(own));
  const plain = await sheetsOf(opened.page);
  const said = [...plain.sheets[0].asks, ...plain.formulas].join('\n');
  assert.doesNotMatch(said, /invariant|causal|mask|\^|radian/);
  const box = opened.page.locator('pe-worksheet').getByLabel('For beginners');
  assert.equal(await box.isChecked(), true);
  await box.press('Space');
  const full = await sheetsOf(opened.page);
  assert.match([...full.sheets[0].asks, ...full.formulas].join('\n'), /\^|radian/);
  assert.equal(await box.isChecked(), false);
  await opened.close();
});

test('printed, the smallest texts of every picture have at least 6 points', async () => {
  const size = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  for (const tag of TAGS) {
    await change(page, { figures: tag, questions: 6, kinds: 'own compute choice' });
    for (const [width, height] of PAPERS) {
      await page.setViewportSize({ width, height });
      const points = await on(page, 'pe-worksheet', ({ shadowRoot }) => {
        const picture = shadowRoot.querySelector('.pw-body svg');
        const box = picture.getBoundingClientRect();
        const { width, height } = picture.viewBox.baseVal;
        const scale = Math.min(box.width / width, box.height / height);
        const sizes = [...picture.querySelectorAll('text')].map((text) =>
          parseFloat(getComputedStyle(text).fontSize),
        );
        return Math.min(...sizes) * scale * 0.75;
      });
      assert.ok(points > 5.99, `${tag}, ${width} x ${height}: ${points} points`);
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
  assert.equal(sheets[0].letter, 'Blatt A');
  assert.equal(new URL(popup.url()).searchParams.get('level'), 'full');
  assert.equal(await popup.locator('.top nav').count(), 0);
  assert.deepEqual(wrong, []);
  await close();
});
