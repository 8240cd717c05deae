/* Tests what generated texts consist of, and that texts for tests are not training texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTraining, trainingText } from '../../web/train/index.js';

const TASKS = ['sentences', 'far', 'copy'];
const ALPHABETS = Object.fromEntries(
  TASKS.map((task) => [task, createTraining({ scheme: 'none', task }).alphabet]),
);
const written = (task, { tokens }) =>
  Array.from(tokens, (token) => ALPHABETS[task][token]).join(task === 'far' ? ' ' : '');
const texts = (task, length, count, options) =>
  Array.from({ length: count }, (_, index) => trainingText(task, length, { index, ...options }));

const SENTENCE = /the (\w+) (\w+) (\w+) the (\w+)\. /g;
const sentencesOf = (list) =>
  new Set(list.flatMap((text) => written('sentences', text).match(SENTENCE) ?? []));

test('sentences have words from four lists, and half of them are for tests', () => {
  const training = sentencesOf(texts('sentences', 1024, 100));
  const tests = sentencesOf(texts('sentences', 1024, 100, { test: true }));
  for (const sentence of tests) assert.ok(!training.has(sentence), sentence);
  assert.equal(training.size + tests.size, 1024);
  assert.ok(Math.abs(tests.size - 512) < 64, `${tests.size}`);
  const words = [1, 2, 3, 4].map(
    (place) => new Set([...training].map((sentence) => sentence.split(' ')[place + (place > 3)])),
  );
  assert.deepEqual(
    words.map(({ size }) => size),
    [4, 8, 4, 8],
  );
});

test('the floor of sentences is their entropy: four choices in each sentence', () => {
  const { floor } = createTraining({ scheme: 'none' });
  const tests = [...sentencesOf(texts('sentences', 1024, 100, { test: true }))];
  const length = tests.join('').length / tests.length;
  assert.ok(Math.abs(floor - Math.log(4 * 8 * 4 * 8) / length) < 1e-12);
  for (const task of ['far', 'copy'])
    assert.equal(createTraining({ scheme: 'none', task }).floor, 0);
});

test('the answer in sentences is the next character, and texts begin anywhere', () => {
  const list = texts('sentences', 40, 50);
  for (const { tokens, targets } of list)
    assert.deepEqual([...targets].slice(0, -1), [...tokens].slice(1));
  const starts = new Set(list.map((text) => written('sentences', text).slice(0, 4)));
  assert.ok(starts.size > 20, `${starts.size}`);
});

test('the answer in "far" is the fact about the name, which is among the first 12 tokens', () => {
  let questions = 0;
  for (const text of texts('far', 200, 40)) {
    const names = ALPHABETS.far;
    const words = written('far', text).split(' ');
    const facts = words.slice(0, 12).filter((word) => /^[a-d][1-4]$/.test(word));
    assert.deepEqual(facts.map(([name]) => name).sort(), ['a', 'b', 'c', 'd']);
    words.forEach((word, i) => {
      const answer = text.targets[i] < 0 ? undefined : names[text.targets[i]];
      const isQuestion = /^[a-d]\?$/.test(word);
      if (isQuestion) questions++;
      assert.equal(answer, isQuestion ? facts.find(([name]) => name === word[0]) : undefined);
      assert.ok(i >= 12 || !isQuestion);
      assert.ok(i < 12 || !/\d/.test(word));
    });
  }
  assert.ok(Math.abs(questions / (40 * 188) - 0.5) < 0.03, `${questions}`);
});

test('the answer in "copy" is the character before', () => {
  const counts = new Array(24).fill(0);
  for (const { tokens, targets } of texts('copy', 100, 50)) {
    assert.deepEqual([...targets], [-1, ...[...tokens].slice(0, -1)]);
    for (const token of tokens) counts[token]++;
  }
  for (const count of counts) assert.ok(Math.abs(count / 5000 - 1 / 24) < 0.015, `${counts}`);
});

for (const task of TASKS)
  test(`${task}: test texts begin unlike training texts; texts with one number begin alike`, () => {
    const begins = (test) =>
      texts(task, 16, 2000, { test, seed: 1 }).map((text) => written(task, text));
    const training = new Set(begins(false));
    for (const begin of begins(true)) assert.ok(!training.has(begin), begin);
    const [short] = texts(task, 7, 1);
    const [long] = texts(task, 70, 1);
    assert.deepEqual(long.tokens.slice(0, 7), short.tokens);
    assert.deepEqual(long.targets.slice(0, 7), short.targets);
  });

test('each seed and each number gives another text, and the same text every time', () => {
  const options = [{}, { seed: 1 }, { seed: 2 ** 32 }, { seed: 2 ** 53 - 1 }, { index: 1 }];
  const all = options.map((each) => written('copy', trainingText('copy', 30, each)));
  assert.equal(new Set(all).size, options.length);
  assert.deepEqual(trainingText('copy', 30), trainingText('copy', 30, { seed: 0, test: false }));
});
