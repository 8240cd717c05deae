/*
 * Tests that models compute a number only when it is read. Otherwise the first picture of a figure
 * would wait for numbers that it does not show.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PeBugs, PeCombine, PeNetworks, PePrecision } from '../../../web/elements.js';
import { joined, keeping, lazily } from '../../../web/figures/parts/lazily.js';

test('a property is computed when it is first read, and only once, also in joined objects', () => {
  const made = [];
  const make = (name) => () => (made.push(name), [name]);
  const some = lazily({ one: make('one'), two: make('two') });
  const all = joined({ zero: 0 }, some);
  assert.deepEqual(Object.keys(all), ['zero', 'one', 'two']);
  assert.deepEqual(made, []);
  assert.equal(all.two, some.two);
  assert.equal(all.two, joined(all, { one: 1 }).two);
  assert.deepEqual(made, ['two']);
  assert.deepEqual({ ...all }, { zero: 0, one: ['one'], two: ['two'] });
});

test('a function that keeps its latest result computes others anew', () => {
  let calls = 0;
  const add = keeping((one, two) => (calls++, one + two));
  assert.deepEqual([add(1, 2), add(1, 2), add(2, 2), add(1, 2)], [3, 3, 4, 3]);
  assert.equal(calls, 3);
});

/** A value that must not be read. */
const unread = new Proxy({}, { get: (_, name) => assert.fail(`${String(name)} was read`) });

/**
 * A pen that draws nothing. Its properties are those of a figure for experts whose question is
 * open.
 */
const pen = new Proxy(
  {
    beginner: false,
    covered: true,
    onTheWay: false,
    judges: false,
    width: 800,
    ratio: 1,
    theme: { mode: 'light' },
    ctx: new Proxy({}, { get: () => () => 0 }),
    c: new Proxy({}, { get: (_, role) => role }),
    fit: (text) => ({ text }),
  },
  { get: (target, name) => target[name] ?? (() => 0) },
);

for (const [Figure, hide] of [
  [PeCombine, () => ({ shares: unread })],
  [PePrecision, () => ({ first: unread, still: unread, whole: unread })],
  [PeBugs, () => ({ verdicts: unread })],
  [
    PeNetworks,
    ({ lanes }) => ({
      lanes: lanes.map((lane) =>
        joined(lane, {
          differingDeep: unread,
          swapped: unread,
          ...(lane === lanes[2] && { outputs: unread }),
        }),
      ),
    }),
  ],
])
  test(`${Figure.tag}: while the question is open, the picture reads no number that it hides`, () => {
    const figure = new Figure();
    Object.defineProperty(figure, 'covered', { value: true });
    const model = figure.compute(figure.state);
    figure.draw(pen, joined(model, hide(model)), figure.motion.shown);
  });
