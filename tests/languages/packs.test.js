/* Checks each language against the English words: nothing is missing, and every number is the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES } from '../support/authors.js';
import {
  LANGUAGES,
  differences,
  englishWords,
  missing,
  numbersOf,
  packOf,
  speakNow,
  textOf,
} from '../support/languages.js';

const english = await englishWords();

for (const language of LANGUAGES) {
  const pack = await packOf(language);

  test(`${language} has the form of the English words, and leaves none out`, () => {
    const found = Object.entries(english).flatMap(([name, words]) => [
      ...differences(words, pack[name] ?? {}, name),
      ...missing(words, pack[name], name),
    ]);
    assert.deepEqual(found, []);
  });

  test(`${language} says the numbers that English says, in every state that is offered`, () => {
    const found = [];
    // The vectors of pe-order are made from the letters of its words, so its numbers differ.
    for (const Figure of FIGURES.filter(({ tag }) => tag !== 'pe-order'))
      for (const state of statesOf(Figure)) {
        const own = sayings(Figure, state, language);
        for (const [at, text] of sayings(Figure, state, 'en').entries()) {
          const there = numbersOf(own[at], language);
          const lost = numbersOf(text, 'en').filter((number) => !there.includes(number));
          if (lost.length)
            found.push(`${Figure.tag} ${JSON.stringify(state)}: ${lost} not in ${own[at]}`);
        }
      }
    assert.deepEqual(found, []);
  });
}

/** Returns the states of a figure that a reader is led to: the first one and the presets. */
function statesOf(Figure) {
  speakNow('en');
  return [{}, ...(Figure.words.presets ?? []).map(([, patch]) => patch)];
}

/** Returns what a figure says in a state: its captions, its description and the names of its tables. */
function sayings(Figure, state, language) {
  speakNow(language);
  const figure = new Figure();
  figure.setState(state);
  const model = figure.compute(figure.state);
  figure.model = model;
  const { words } = Figure;
  const texts = [
    ...[false, true].map((beginner) => textOf(words.caption(model, false, beginner))),
    words.describe(model, false, false),
    ...words.tables(model).map(({ name }) => name),
  ];
  speakNow('en');
  return texts;
}
