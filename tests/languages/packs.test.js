/* Checks each language against the English words: no word is missing, and all numbers are equal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES } from '../support/authors.js';
import {
  LANGUAGES,
  differences,
  englishWords,
  lostNumbers,
  missing,
  numbersOf,
  otherOptions,
  packOf,
  speakNow,
  textOf,
} from '../support/languages.js';

const english = await englishWords();

for (const language of LANGUAGES) {
  const pack = await packOf(language);

  test(`the words in ${language} are complete, in the structure of the English words`, () => {
    const found = Object.entries(english).flatMap(([name, words]) => [
      ...differences(words, pack[name] ?? {}, name),
      ...missing(words, pack[name], name),
    ]);
    assert.deepEqual(found, []);
    const others = Object.keys(pack).filter((name) => !(name in english));
    assert.deepEqual(others.sort(), ['errors', 'findings', 'page'], 'which other tests check');
  });

  test(`questions and the tour in ${language} have the English options and numbers`, () => {
    assert.deepEqual(otherOptions(english.bank, pack.bank), []);
    assert.deepEqual(lostNumbers(english.bank, pack.bank, 'bank'), []);
    const script = 'tour-script';
    assert.deepEqual(lostNumbers(english[script], pack[script], script), []);
    const seconds = (chapters) => chapters.map(({ lines }) => lines.map(([time]) => time));
    assert.deepEqual(seconds(pack[script]), seconds(english[script]));
  });

  test(`texts in ${language} have the English numbers, in the first state and presets`, () => {
    const found = [];
    // The vectors of pe-order are made from the letters of its words. So its numbers differ.
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

/** Returns the first state of a figure, and the states of its presets. */
function statesOf(Figure) {
  speakNow('en');
  return [{}, ...(Figure.words.presets ?? []).map(([, patch]) => patch)];
}

/** Returns the texts of a figure in a state: captions, description and names of the tables. */
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
