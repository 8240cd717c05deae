/* Each figure asks before it shows, and by keyboard alone its surprise is a few keys away. */
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {FIGURES, chromium, classic, each, server, useAuthors} from './authors.js';
import {openPage, show} from './browsers.js';

useAuthors();

for (const Figure of FIGURES)
  test(`${Figure.tag}: a prediction, its answer in at most 25 keystrokes, and the question once more`, async t => {
    const {page, errors, close} = await openPage(chromium, server.author(each('', [Figure.tag]) + classic));
    const figure = await show(page, Figure.tag), card = figure.locator('.pe-predict'), now = run => page.evaluate(([tag, source]) => (0, eval)(source)(document.querySelector(tag)), [Figure.tag, `(${run})`]);
    const {answer, options} = await now(each => { const {answer, options} = each.question(); return {answer, options}; });
    await now(each => { each.told = []; for (const type of ['pe-predict', 'pe-reveal']) document.addEventListener(type, event => each.told.push({type, ...event.detail})); });
    await now(each => { document.activeElement?.blur?.(); });
    const before = await card.textContent();
    let keys = 0;
    const press = key => (keys++, page.keyboard.press(key));
    // an early Reveal only asks for an answer
    while (!await card.evaluate(element => element.contains(document.activeElement))) await press('Tab');
    if (options) {
      await press('Space');
      for (let at = 0; at < options.findIndex(([value]) => value === answer); at++) await press('ArrowDown');
    } else for (const digit of String(answer)) await press(digit);
    await press(options ? 'Tab' : 'Enter');
    if (options) await press('Enter');
    assert.ok(keys <= 25, `${keys} keystrokes`);
    t.diagnostic(`${keys} keystrokes`);
    assert.deepEqual(await now(each => each.told), [{type: 'pe-predict', answer}, {type: 'pe-reveal', correct: true}]);
    const surprise = await card.locator('.pe-surprise').textContent();
    assert.ok(surprise && surprise === await now(each => each.question().surprise(each.currentModel())), surprise);
    assert.ok(surprise.length < 4 || !before.includes(surprise), `${surprise} stands there before it is asked for`);
    assert.match(await card.textContent(), /✓ Right/);
    // again, and wrong
    await card.getByRole('button', {name: 'Ask me again'}).press('Enter');
    assert.equal((await card.locator('.pe-result').textContent()).trim(), '');
    await card.getByRole('button', {name: 'Reveal'}).press('Enter');
    assert.match(await card.textContent(), /first: a guess is enough/);
    if (options) await card.locator(`input[value="${options.find(([value]) => value !== answer)[0]}"]`).check();
    else await card.locator('input').fill(String(answer + 1));
    await card.getByRole('button', {name: 'Reveal'}).press('Enter');
    assert.equal(await now(each => each.told.at(-1).correct), false);
    assert.match(await card.textContent(), /✗ Not quite/);
    assert.deepEqual(errors, []);
    await close();
  });
