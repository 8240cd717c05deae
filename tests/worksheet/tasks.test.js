/* Checks which questions of the quiz each sheet asks, and the order of their options. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANK, SETS, written as writtenEntry } from '../../web/quiz/bank.js';
import { makeTasks } from '../../web/worksheet/tasks.js';

const COPIES = 6;

/** The figures that have questions in the quiz. The set `mixed` has questions of all figures. */
const NAMES = Object.keys(SETS).filter((name) => name !== 'mixed');

const written = (id) => writtenEntry(BANK.get(id));

/** Returns the questions of each sheet about one figure. */
function sheetsOf(name, plan, more) {
  const exhibit = { name, state: {}, question: null, isIn: () => false, ...more };
  const usual = { seed: '7', copies: COPIES, count: 2, sources: ['choice'], quiz: [] };
  return makeTasks([exhibit], { ...usual, ...plan }).map(([tasks]) => tasks);
}

const asksOf = (tasks) => tasks.map(({ ask }) => ask);

test('neighbours get other questions of the quiz, as far as it has enough', () => {
  for (const name of NAMES)
    for (const count of [1, 2, 3]) {
      const sheets = sheetsOf(name, { count }).map(asksOf);
      const most = Math.max(0, 2 * count - SETS[name].length);
      for (const [at, asks] of sheets.entries()) {
        assert.equal(new Set(asks).size, count, name);
        const shared = asks.filter((ask) => sheets[at - 1]?.includes(ask));
        assert.ok(shared.length <= most, `${name}, ${count} questions: ${shared}`);
      }
    }
});

test('if neighbours get the same question, its right option has another letter', () => {
  const pairs = NAMES.flatMap((name) => {
    const quiz = SETS[name].map(({ id }) => id);
    const sheets = sheetsOf(name, { quiz, count: quiz.length });
    return sheets.slice(1).flatMap((sheet, at) => sheet.map((task, of) => [sheets[at][of], task]));
  });
  assert.ok(pairs.length > 500, `${pairs.length}`);
  for (const [one, two] of pairs) {
    assert.equal(one.ask, two.ask);
    assert.deepEqual([...one.options].sort(), [...two.options].sort());
    assert.notEqual(one.solve().answer[0], two.solve().answer[0], one.ask);
  }
});

test('beginners get only questions about what they have seen', () => {
  for (const name of NAMES) {
    const plan = { count: 30, sources: ['compute', 'choice'] };
    const asksFor = (level) => new Set(asksOf(sheetsOf(name, plan, { beginner: level })[0]));
    const [some, all] = [asksFor(true), asksFor(false)];
    const full = SETS[name]
      .filter(({ level }) => level === 'full')
      .map(({ id }) => written(id).ask);
    for (const ask of full) assert.ok(all.has(ask) && !some.has(ask), ask);
    assert.ok(some.size > 1, name);
    for (const ask of some)
      assert.doesNotMatch(
        ask,
        /radian|permutation|causal|with base|bfloat16 has|dot product/,
        name,
      );
  }
});

test('a question that is named comes once, and not again from the quiz', () => {
  const [{ id, ask }] = SETS.rope;
  for (const tasks of sheetsOf('rope', { quiz: [id], count: SETS.rope.length }))
    assert.equal(new Set(asksOf(tasks)).size, SETS.rope.length, `${ask}`);
});
