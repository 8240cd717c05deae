/*
 * Checks that every reader can use every figure, by touch, keyboard and tables. Also checks figures
 * with axe, a tool that finds accessibility faults.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  FIGURES,
  TAGS,
  chromium,
  classic,
  each,
  on,
  server,
  useAuthors,
} from '../../support/authors.js';
import { auditViews } from '../../support/axe.js';
import { openPage, settle, show } from '../../support/browsers.js';
import { clipping } from '../../support/clipped.js';
import { numbersIn, prints } from '../../support/printed.js';

useAuthors();

let shared;
/** Returns the page of all figures that the tests look at, one after the other. */
async function sharedPage() {
  if (!shared) {
    shared = await openPage(chromium, server.author(each() + classic));
    for (const tag of TAGS) await show(shared.page, tag);
  }
  return shared.page;
}
after(() => shared?.close());

/** The elements that a reader presses. For radio buttons and check boxes, that is the label. */
const TARGETS = [
  'button, select, textarea',
  'input:not([type=range], [type=radio], [type=checkbox])',
  'label:has(input[type=radio], input[type=checkbox])',
].join();

/** Lists the visible targets that are lower than `least` pixels, or narrower than 24. */
const smallTargets = (page, least) =>
  page.evaluate(
    ([tags, targets, least]) =>
      tags
        .flatMap((tag) => [...document.querySelector(tag).shadowRoot.querySelectorAll(targets)])
        .filter((each) => each.checkVisibility())
        .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
        .filter(([, box]) => box.height < least || box.width < 24)
        .map(([text, box]) => `${text}: ${box.width} x ${box.height}`),
    [TAGS, TARGETS, least - 0.5],
  );

test('pointers have targets of at least 24 px', async () =>
  assert.deepEqual(await smallTargets(await sharedPage(), 24), []));

test('Tab reaches every control in the order of the page, and leaves the last', async () => {
  const page = await sharedPage();
  await page.evaluate(
    (tags) =>
      tags.forEach((tag) => {
        document.querySelector(tag).toggle('table', true);
      }),
    TAGS,
  );
  const wanted = await page.evaluate((tags) => {
    const groups = new Set();
    const controls = 'a[href], button, select, textarea, input, [tabindex="0"]';
    return tags
      .flatMap((tag) => [...document.querySelector(tag).shadowRoot.querySelectorAll(controls)])
      .filter((each) => {
        if (!each.checkVisibility({ visibilityProperty: true }) || each.disabled) return false;
        if (each.type !== 'radio') return true;
        // The Tab key reaches only one radio button of each group.
        return groups.size !== groups.add(each.getRootNode()).size;
      })
      .map((each, at) => (each.dataset.at = at)).length;
  }, TAGS);
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate((tags) => {
    window.reached = [];
    for (const tag of tags)
      document.querySelector(tag).shadowRoot.addEventListener('focusin', ({ target }) => {
        window.reached.push(target.dataset.at);
      });
  }, TAGS);
  // The key repeats while it is held. Keys that are sent together share a frame.
  const presses = Array.from({ length: wanted + 1 }, () => page.keyboard.down('Tab'));
  await Promise.all(presses);
  await page.keyboard.up('Tab');
  const reached = (await page.evaluate(() => window.reached)).map(Number);
  assert.deepEqual(reached, [...Array(wanted).keys()]);
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'body');
});

/** Finds out which of the arrow keys, Home and End change the state of the focused figure. */
async function keysThatMove(page, state) {
  const moved = [];
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'End', 'Home']) {
    const before = await state();
    await page.keyboard.press(key);
    if (JSON.stringify(before) !== JSON.stringify(await state())) moved.push(key);
  }
  return moved;
}

/** Waits until the live region has the text that `describe` returns, and returns that text. */
async function spoken(page, tag) {
  const handle = await page.waitForFunction((tag) => {
    const figure = document.querySelector(tag);
    const said = figure.shadowRoot.querySelector('[part=live]').textContent;
    return said && said === figure.describe() && said;
  }, tag);
  return handle.jsonValue();
}

/** Checks that the ? key opens and closes the list of keys, and that it lists the figure's keys. */
async function checkHelp(page, figure, Figure) {
  await page.keyboard.press('?');
  const help = await figure.locator('.pe-help').innerText();
  for (const [key, label] of [...new Figure().keys(), ...Figure.words.arrows])
    assert.ok(
      help.includes(label) && help.toLowerCase().includes(key.toLowerCase()),
      `${key} is not listed`,
    );
  assert.match(await figure.locator('[part=live]').textContent(), /list of keys/i);
  await page.keyboard.press('?');
  assert.equal(await figure.locator('.pe-help').isVisible(), false);
}

/** Checks that the Space key plays and pauses. */
async function checkSpace(page, tag, timeline, first) {
  await page.keyboard.press(' ');
  assert.ok(await on(page, tag, (figure) => figure.playing), 'Space does not play');
  await page.waitForFunction(
    ([tag, timeline, from]) => document.querySelector(tag).state[timeline] !== from,
    [tag, timeline, first[timeline]],
  );
  await page.keyboard.press(' ');
  assert.equal(await on(page, tag, (figure) => figure.playing), false);
}

/** Keys that mean the same in every figure. Arrow keys are not in this list. */
const COMMON_KEYS = ['r', 't', '?', 'Escape', ' ', 'PageUp', 'PageDown', 'Home', 'End'];

test('no figure has a key of its own that means something else in every figure', () => {
  for (const Figure of FIGURES)
    for (const [key] of new Figure().keys())
      assert.ok(!COMMON_KEYS.includes(key), `${Figure.tag} uses ${key}`);
});

for (const Figure of FIGURES)
  test(`${Figure.tag} is used by keyboard alone`, async () => {
    const { tag } = Figure;
    const { timeline } = new Figure();
    const page = await sharedPage();
    await page.evaluate(
      (tags) => tags.forEach((tag) => document.querySelector(tag).toggle('table', false)),
      TAGS,
    );
    await on(page, tag, (figure) => figure.reset());
    const figure = await show(page, tag);
    const state = () => on(page, tag, (each) => each.getState());
    await figure.locator('.pe-plot').focus();
    const first = await state();
    const moved = await keysThatMove(page, state);
    assert.ok(moved.length >= 2, `only ${moved} move anything`);
    const said = await spoken(page, tag);
    assert.ok(numbersIn(said).length, `the live region says no number: ${said}`);
    await checkHelp(page, figure, Figure);
    await page.keyboard.press('t');
    assert.ok(await figure.locator('table').last().isVisible(), 'T shows no table');
    await page.keyboard.press('r');
    assert.deepEqual(await state(), first, 'R does not reset');
    for (const [key] of new Figure().keys()) {
      await page.keyboard.press(key);
      await settle(page);
    }
    await page.keyboard.press('r');
    if (timeline) await checkSpace(page, tag, timeline, first);
    await page.keyboard.press('r');
    assert.deepEqual(await state(), first, 'R does not reset after playing');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'body');
    assert.deepEqual(shared.errors, []);
  });

test('keys and wheel belong to the page, except keys that a focused plot uses', async () => {
  const page = await sharedPage();
  const taken = await page.evaluate((tags) => {
    const taken = [];
    const tell = (target, what, event) => {
      if (!target.dispatchEvent(event))
        taken.push(`${target.localName}.${target.className}: ${what}`);
    };
    const key = (name) =>
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
    for (const name of [' ', 'ArrowDown', 'PageDown', 'Home', 't', 'r', '?', 'Escape'])
      tell(document.body, name, key(name));
    for (const tag of tags) {
      const figure = document.querySelector(tag);
      for (const target of [
        figure,
        ...figure.shadowRoot.querySelectorAll('.pe-root, .pe-plot, canvas, .pe-caption, button'),
      ]) {
        tell(
          target,
          'wheel',
          new WheelEvent('wheel', { deltaY: 9, bubbles: true, cancelable: true }),
        );
        tell(
          target,
          'ctrl wheel',
          new WheelEvent('wheel', { deltaY: 9, ctrlKey: true, bubbles: true, cancelable: true }),
        );
      }
      for (const name of ['Tab', 'F5', 'y'])
        tell(figure.shadowRoot.querySelector('.pe-plot'), name, key(name));
      for (const name of ['ArrowDown', ' ', 't'])
        tell(figure.shadowRoot.querySelector('button'), name, key(name));
    }
    return taken;
  }, TAGS);
  assert.deepEqual(taken, []);
});

/** Runs in the page. Returns each table: what the panel shows, the table's values, and its CSV. */
function tablesOf(figure) {
  figure.toggle('table', true);
  const pick = figure.shadowRoot.querySelector('[part=table] select');
  return figure.tables(figure.model).map((_, which) => {
    pick.value = String(which);
    pick.dispatchEvent(new Event('change'));
    const table = figure.tables(figure.model)[which];
    const rows = [...figure.shadowRoot.querySelectorAll('.pe-scroll tbody tr')].map((row) =>
      [...row.children].map((cell) => [cell.dataset.v, cell.textContent]),
    );
    return {
      name: table.name,
      columns: table.columns.length,
      count: table.rows,
      rows,
      model: rows.map((_, row) => table.row(row)),
      csv: figure.toCSV(),
    };
  });
}

function checkTable({ name, columns, count, rows, model, csv }, tag) {
  const where = `${tag}, ${name}`;
  assert.ok(rows.length === Math.min(count, 25) && count > 0, `${where}: ${rows.length} rows`);
  rows.forEach((row, r) => {
    assert.equal(row.length, columns);
    row.forEach(([held, text], c) => {
      const cell = model[r][c];
      assert.equal(held, String(cell));
      assert.ok(
        typeof cell === 'string' ? text === cell : prints(text, cell),
        `${where}, row ${r}, column ${c}: ${text} is not ${cell}`,
      );
    });
  });
  // Lines that begin with # say how the numbers were made.
  const lines = csv
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  assert.equal(lines.length, count + 1);
  const plain = model[0].findIndex((cell) => typeof cell === 'number' && Number.isFinite(cell));
  if (plain >= 0 && !csv.includes('"'))
    assert.equal(Number(lines[1].split(',')[plain]), model[0][plain]);
}

test('every cell of every table, and of the CSV, is the number it holds', async () => {
  const page = await sharedPage();
  for (const tag of TAGS) for (const table of await on(page, tag, tablesOf)) checkTable(table, tag);
});

test('screen readers read no value aloud while a slider moves: the slider has the value', async () => {
  const page = await sharedPage();
  const loud = await page.evaluate(
    (tags) =>
      tags
        .flatMap((tag) => [...document.querySelector(tag).shadowRoot.querySelectorAll('output')])
        .filter((output) => output.getAttribute('aria-live') !== 'off')
        .map((output) => output.outerHTML),
    TAGS,
  );
  assert.deepEqual(loud, []);
});

/** The spacing that success criterion 1.4.12 of WCAG lets readers set. */
const SPACING = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
} p { margin-bottom: 2em !important; }`;

test('a reader may space letters, words, lines and paragraphs, and no text is cut', async () => {
  const page = await sharedPage();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const faults = await page.evaluate(
      ([tags, spacing, clipping]) => {
        const faultsOf = new Function(`return ${clipping}`)();
        return tags.flatMap((tag) => {
          const root = document.querySelector(tag).shadowRoot;
          const style = Object.assign(document.createElement('style'), { textContent: spacing });
          root.append(style);
          const faults = faultsOf(root).map((fault) => `${tag}: ${fault}`);
          style.remove();
          return faults;
        });
      },
      [TAGS, SPACING, String(clipping)],
    );
    assert.deepEqual(faults, [], `${width} px`);
  }
});

test('coarse pointers have targets of at least 44 px', async () => {
  const page = await sharedPage();
  const debug = await page.context().newCDPSession(page);
  await debug.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await settle(page);
  assert.ok(await page.evaluate(() => matchMedia('(hover: none) and (pointer: coarse)').matches));
  assert.deepEqual(await smallTargets(page, 44), []);
  await debug.send('Emulation.setTouchEmulationEnabled', { enabled: false });
});

/** Runs in the page. Answers the question of a figure, and opens its keys, table and code. */
function unfold(figure) {
  figure.reset();
  const input = figure.shadowRoot.querySelector(
    '.pe-predict input:not(:disabled, :read-only), .pe-predict input[type=radio]:enabled',
  );
  if (input?.type === 'radio') input.click();
  else if (input) {
    input.value = '1';
    input.dispatchEvent(new Event('input'));
  }
  figure.shadowRoot.querySelector('.pe-reveal')?.click();
  figure.toggle('help', true);
  figure.toggle('table', true);
  figure.toggle('code', true);
  // The answer to pe-train begins to train models.
  figure.halt?.();
}

/** Runs in the page. All cells of a table are built in the same way, so axe needs only a few. */
function shortenTables(figure) {
  for (const cell of figure.shadowRoot.querySelectorAll(
    '.pe-scroll tr:nth-child(n + 4), .pe-scroll :is(td, th):nth-child(n + 7)',
  ))
    cell.remove();
}

test('axe finds nothing in any theme, at any width, with all panels open', async () => {
  const page = await sharedPage();
  for (const tag of TAGS) await on(page, tag, unfold);
  await settle(page);
  for (const tag of TAGS) await on(page, tag, shortenTables);
  await auditViews(page, 'all figures');
});
