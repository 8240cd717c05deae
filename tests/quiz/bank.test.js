/* Checks each question of the bank: its form, its numbers, and the figure that shows its answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANK, SETS, written } from '../../web/quiz/bank.js';
import { boxOf, moveBox, nextQuestions, readBoxes } from '../../web/quiz/boxes.js';
import { stateOf } from '../../web/quiz/numbers.js';
import { FIGURES } from '../support/authors.js';
import { entryOf } from '../../web/figures/chassis/state.js';

/** The figures about which nothing is asked yet. */
const NOT_ASKED = ['pe-train'];

const questions = [...BANK.values()].map((entry) => ({ entry, ...written(entry) }));
const figureOf = (name) => FIGURES.find(({ tag }) => tag === `pe-${name}`);
const numbersIn = (text) =>
  text.match(/\d[\d,.]*(?:×10\S+)?/g)?.map((number) => number.replace(/[,.]$/, '')) ?? [];

test('there are at least 60 questions, at least 5 about each figure, and their ids are unique', () => {
  const entries = Object.entries(SETS).filter(([name]) => name !== 'mixed');
  assert.ok(BANK.size >= 60, `${BANK.size}`);
  assert.equal(BANK.size, SETS.mixed.length);
  const asked = entries.map(([name]) => `pe-${name}`);
  const tags = FIGURES.map(({ tag }) => tag);
  const lacking = tags.filter((tag) => !asked.includes(tag) && !NOT_ASKED.includes(tag));
  assert.deepEqual(lacking, []);
  assert.deepEqual(
    asked.filter((tag) => !tags.includes(tag)),
    [],
  );
  for (const [name, set] of entries) {
    assert.ok(set.length >= 5, name);
    for (const { id } of set) assert.ok(id.startsWith(`${name}-`), id);
  }
});

test('every question has 2 to 5 options, one right option, and a different reply to each', () => {
  const places = [0, 0, 0, 0, 0];
  for (const { id, ask, options, answer } of questions) {
    const values = options.map(([value]) => value);
    assert.ok(options.length >= 2 && options.length <= 5, id);
    assert.equal(values.filter((value) => value === answer).length, 1, id);
    for (const at of [0, 1, 2])
      assert.equal(new Set(options.map((option) => option[at])).size, options.length, id);
    places[values.indexOf(answer)]++;
    for (const text of [ask, ...options.flat()]) {
      assert.ok(text && !/undefined|NaN|null|Infinity|[{}]/.test(text), `${id}: ${text}`);
      for (const sentence of text.split(/[.?!:;] /))
        assert.ok(sentence.split(' ').length <= 20, `${id}: ${sentence}`);
    }
  }
  // A reader who always chooses the option at the same place is wrong in most questions.
  for (const count of places) assert.ok(count < questions.length / 2, `${places}`);
});

test('no text of a question contains a typed number: each comes from the model of a figure', () => {
  const names = /\bT5\b|\bb?float\d+\b/g;
  for (const { entry } of questions)
    for (const text of [
      entry.ask,
      entry.shows,
      ...entry.options.flatMap((option) => option.slice(1)),
    ])
      if (typeof text === 'string')
        assert.doesNotMatch(text.replace(/\{[^}]*\}/g, '').replace(names, ''), /\d/, entry.id);
});

test('every state is restored exactly, also in a figure that shows another state', () => {
  for (const { id, figure, state } of questions) {
    const wanted = stateOf(figure, state);
    for (const [key, text] of Object.entries(entryOf(state)))
      assert.ok(
        [String(wanted[key]), wanted[key] === true && '1'].includes(text),
        `${id}: ${key}=${text} became ${wanted[key]}`,
      );
    const other = new (figureOf(figure))();
    for (const { figure: name, state: before } of questions)
      if (name === figure) other.setState(stateOf(name, before));
    other.setState(wanted);
    assert.deepEqual(other.getState(), wanted, id);
  }
});

test('the right option has the numbers that the figure shows', () => {
  for (const { id, options, answer, shows } of questions) {
    const right = options.find(([value]) => value === answer).join(' ');
    const numbers = numbersIn(shows.replace('T5', ''));
    for (const part of numbers.length ? numbers : [shows])
      assert.ok(right.includes(part), `${id}: the right option lacks “${part}”`);
  }
});

test('missed questions come first, then new questions, then those answered right', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  moveBox('b', true);
  moveBox('d', true);
  moveBox('c', false);
  moveBox('d', true);
  assert.deepEqual(ids.map(boxOf), [1, 2, 1, 3, 1]);
  assert.deepEqual(nextQuestions(ids, 5), ['c', 'a', 'e', 'b', 'd']);
  moveBox('d', false);
  assert.equal(boxOf('d'), 1);
  assert.deepEqual(nextQuestions(ids, 3), ['c', 'd', 'a']);
});

test('places that were stored are read; anything else in the store is ignored', (t) => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
  t.after(() => delete globalThis.localStorage);
  readBoxes();
  moveBox('b', true);
  const [[key, stored]] = kept;
  readBoxes();
  assert.equal(boxOf('b'), 2);
  for (const damaged of [
    '',
    '7',
    'null',
    '{"b":[]}',
    '{"b":[2]}',
    '{"b":[2,null]}',
    '{"b":[2,1,1]}',
  ]) {
    kept.set(key, damaged);
    readBoxes();
    assert.equal(boxOf('b'), 1, damaged);
    moveBox('c', true);
    assert.equal(kept.get(key), '{"c":[2,1]}', damaged);
  }
  kept.set(key, stored);
  readBoxes();
  assert.equal(boxOf('b'), 2);
});
