/* Checks that presets lead to the states that they name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as elements from '../../../web/elements.js';
import { ENCODINGS } from '../../../web/figures/naive/model.js';
import { similarityModel } from '../../../web/figures/similarity/model.js';

const FIGURES = Object.values(elements).filter((Figure) => Figure.tag);
const { PeSimilarity, PeNaive } = elements;

test('all figures have presets, except pe-train, where a state needs a new training', () => {
  const without = FIGURES.filter(({ words }) => !words.presets).map(({ tag }) => tag);
  assert.deepEqual(without, ['pe-train']);
});

for (const Figure of FIGURES.filter(({ words }) => words.presets))
  test(`${Figure.tag}: every preset is an allowed state`, () => {
    for (const [label, patch] of Figure.words.presets) {
      const figure = new Figure();
      figure.setState(patch);
      const state = figure.getState();
      for (const [key, value] of Object.entries(patch)) {
        assert.ok(key in Figure.fields, `${label}: ${key}`);
        // The state replaces two values. An empty order becomes the order without moved words.
        // Too many arrows become as many as there are pairs.
        if (value !== '' && key !== 'arrows') assert.equal(state[key], value, `${label}: ${key}`);
      }
    }
  });

test('the presets of pe-naive are its five ideas', () =>
  assert.deepEqual(
    PeNaive.words.presets.map(([, { encoding }]) => encoding),
    ENCODINGS,
  ));

test('the dips of pe-similarity are dips, and do not answer its game', () => {
  const dips = PeSimilarity.words.presets.map(([, patch]) => patch).filter(({ offset }) => offset);
  assert.equal(dips.length, 2);
  for (const { offset, ...patch } of dips) {
    const { values, first, largest } = similarityModel({ base: 10000, ...patch });
    assert.ok(values[offset] < values[offset - 1] && values[offset] < values[offset + 1], offset);
    assert.ok(offset !== first && offset !== largest, offset);
  }
});
