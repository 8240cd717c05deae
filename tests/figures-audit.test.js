/* What every figure promises to every reader: by machine (axe), by touch, by keyboard, by table. */
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {FIGURES, TAGS, chromium, classic, each, server, useAuthors} from './authors.js';
import {MEDIA, audit} from './axe.js';
import {openPage, settle, show} from './browsers.js';
import {numbersIn, prints} from './printed.js';

useAuthors();

async function open(options) {
  const opened = await openPage(chromium, server.author(each() + classic), options);
  for (const tag of TAGS) await show(opened.page, tag);
  return opened;
}
/** Runs in the page with the figure of a tag. */
const on = (page, tag, run, argument) => page.evaluate(([tag, source, argument]) => (0, eval)(source)(document.querySelector(tag), argument), [tag, `(${run})`, argument]);

for (const [name, media] of MEDIA)
  test(`axe finds nothing in ${name}, at 360, 768 and 1280 px, tables and lists open, questions answered`, async () => {
    const {page, close} = await open(media);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({width, height: 900});
      for (const tag of TAGS) await show(page, tag);
      await page.evaluate(tags => {
        for (const tag of tags) {
          const figure = document.querySelector(tag);
          const input = figure.querySelector('.pe-predict input:not(:disabled, :read-only), .pe-predict input[type=radio]:enabled');
          if (input?.type === 'radio') input.click();
          else if (input) { input.value = '1'; input.dispatchEvent(new Event('input')); }
          figure.querySelector('.pe-reveal')?.click();
          figure.toggle('help', true);
          figure.toggle('table', true);
          // the cells of a table are alike: a few say what all would
          for (const cell of figure.querySelectorAll('.pe-scroll tr:nth-child(n + 4), .pe-scroll :is(td, th):nth-child(n + 7)')) cell.remove();
        }
      }, TAGS);
      await audit(page, `${width} px`);
    }
    await close();
  });

test('coarse pointers have targets of at least 44 px, others of at least 24', async () => {
  for (const [least, options] of [[24, {}], [44, {hasTouch: true, isMobile: true, viewport: {width: 360, height: 740}}]]) {
    const {page, close} = await open(options);
    const small = await page.evaluate(([tags, least]) => tags.flatMap(tag => [...document.querySelector(tag).querySelectorAll('button, select, textarea, input:not([type=range], [type=radio], [type=checkbox]), label:has(input[type=radio], input[type=checkbox])')])
      .filter(each => each.checkVisibility()).map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
      .filter(([, box]) => box.height < least || box.width < 24).map(([text, box]) => `${text}: ${box.width} x ${box.height}`), [TAGS, least - 0.5]);
    assert.deepEqual(small, []);
    await close();
  }
});

test('Tab reaches every control of every figure, in the order of the page, and leaves it', async () => {
  const {page, close} = await open();
  await page.evaluate(tags => tags.forEach(tag => { document.querySelector(tag).toggle('table', true); }), TAGS);
  const wanted = await page.evaluate(() => {
    const groups = new Set();
    return [...document.querySelectorAll('main :is(button, select, textarea, input, [tabindex="0"])')].filter(each => {
      if (!each.checkVisibility() || each.disabled) return false;
      if (each.type !== 'radio') return true;
      // of radio buttons, Tab goes to one in a group
      return groups.size !== groups.add(each.name).size;
    }).map((each, at) => each.dataset.at = at).length;
  });
  await page.evaluate(() => document.activeElement.blur());
  const reached = [];
  for (let presses = 0; presses <= wanted + 1; presses++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => document.activeElement?.dataset?.at);
    if (at === undefined) break;
    reached.push(Number(at));
  }
  assert.deepEqual(reached, [...Array(wanted).keys()]);
  await close();
});

for (const Figure of FIGURES)
  test(`${Figure.tag} is used by keyboard alone`, async () => {
    const {tag} = Figure, {timeline} = new Figure();
    const {page, errors, close} = await openPage(chromium, server.author(each('', [tag]) + classic));
    const figure = await show(page, tag), plot = figure.locator('.pe-plot'), state = () => on(page, tag, each => each.getState());
    await plot.focus();
    const first = await state(), moved = [];
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'End', 'Home']) {
      const before = await state();
      await page.keyboard.press(key);
      if (JSON.stringify(before) !== JSON.stringify(await state())) moved.push(key);
    }
    assert.ok(moved.length >= 2, `only ${moved} move anything`);
    const wanted = await page.waitForFunction(tag => { const each = document.querySelector(tag), said = each.querySelector('[data-part=live]').textContent; return said && said === each.describe() && said; }, tag);
    const said = await wanted.jsonValue();
    assert.ok(numbersIn(said).length, `the live region says no number: ${said}`);
    // its own keys do something and are listed
    await page.keyboard.press('?');
    const help = await figure.locator('.pe-help').innerText();
    for (const [key, label, ] of [...new Figure().keys(), ...Figure.arrows]) assert.ok(help.includes(label) && help.toLowerCase().includes(key.toLowerCase()), `${key} is not listed`);
    assert.match(await figure.locator('[data-part=live]').textContent(), /list of keys/i);
    await page.keyboard.press('?');
    assert.equal(await figure.locator('.pe-help').isVisible(), false);
    await page.keyboard.press('t');
    assert.ok(await figure.locator('table').last().isVisible(), 'T shows no table');
    await page.keyboard.press('r');
    assert.deepEqual(await state(), first, 'R does not reset');
    for (const [key] of new Figure().keys()) {
      await page.keyboard.press(key);
      await settle(page);
    }
    await page.keyboard.press('r');
    if (timeline) {
      await page.keyboard.press(' ');
      assert.ok(await on(page, tag, each => each.playing), 'Space does not play');
      await page.waitForFunction(([tag, timeline, from]) => document.querySelector(tag).state[timeline] !== from, [tag, timeline, first[timeline]]);
      await page.keyboard.press(' ');
      assert.equal(await on(page, tag, each => each.playing), false);
    }
    await page.keyboard.press('r');
    assert.deepEqual(await state(), first, 'R does not reset after playing');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'body');
    assert.deepEqual(errors, []);
    await close();
  });

test('keys and wheel belong to the page, but for those a focused plot uses', async () => {
  const {page, close} = await open();
  const taken = await page.evaluate(tags => {
    const taken = [], tell = (target, what, event) => { if (!target.dispatchEvent(event)) taken.push(`${target.localName}.${target.className}: ${what}`); };
    const key = name => new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true});
    for (const name of [' ', 'ArrowDown', 'PageDown', 'Home', 't', 'r', '?', 'Escape']) tell(document.body, name, key(name));
    for (const tag of tags) {
      const figure = document.querySelector(tag);
      for (const target of [figure, ...figure.querySelectorAll('.pe-root, .pe-plot, canvas, .pe-caption, button')]) {
        tell(target, 'wheel', new WheelEvent('wheel', {deltaY: 9, bubbles: true, cancelable: true}));
        tell(target, 'ctrl wheel', new WheelEvent('wheel', {deltaY: 9, ctrlKey: true, bubbles: true, cancelable: true}));
      }
      for (const name of ['Tab', 'F5', 'a']) tell(figure.querySelector('.pe-plot'), name, key(name));
      for (const name of ['ArrowDown', ' ', 't']) tell(figure.querySelector('button'), name, key(name));
    }
    return taken;
  }, TAGS);
  assert.deepEqual(taken, []);
  await close();
});

test('every cell of every table is the number it holds, at the digits it shows, and so is the CSV', async () => {
  const {page, close} = await open();
  for (const tag of TAGS) {
    const found = await on(page, tag, async figure => {
      figure.toggle('table', true);
      const pick = figure.querySelector('[data-part=table] select'), results = [];
      for (let which = 0; which < figure.tables(figure.model).length; which++) {
        pick.value = String(which);
        pick.dispatchEvent(new Event('change'));
        const table = figure.tables(figure.model)[which];
        const rows = [...figure.querySelectorAll('.pe-scroll tbody tr')].map(row => [...row.children].map(cell => [cell.dataset.v, cell.textContent]));
        results.push({name: table.name, columns: table.columns.length, count: table.rows, rows, model: rows.map((_, row) => table.row(row)), csv: figure.toCSV()});
      }
      return results;
    });
    for (const {name, columns, count, rows, model, csv} of found) {
      assert.ok(rows.length === Math.min(count, 25) && count > 0, `${tag}, ${name}: ${rows.length} rows`);
      rows.forEach((row, r) => {
        assert.equal(row.length, columns);
        row.forEach(([held, text], c) => {
          const cell = model[r][c];
          assert.equal(held, String(cell));
          assert.ok(typeof cell === 'string' ? text === cell : prints(text, cell), `${tag}, ${name}, row ${r}, column ${c}: ${text} is not ${cell}`);
        });
      });
      assert.equal(csv.trimEnd().split('\n').length, count + 1);
      const plain = model[0].findIndex(cell => typeof cell === 'number' && Number.isFinite(cell));
      if (plain >= 0 && !csv.includes('"')) assert.equal(Number(csv.split('\n')[1].split(',')[plain]), model[0][plain]);
    }
  }
  await close();
});
