/* Checks the packs of single figures: each has the words that the whole pack has for its figure. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { PARTS } from '../../web/build/languages.js';
import { root } from '../support/browsers.js';
import { LANGUAGES } from '../support/languages.js';

/** Runs scripts of dist/languages/ in one page, and returns its words as texts, by module. */
function wordsFrom(language, scripts) {
  const page = createContext({});
  for (const name of scripts)
    runInContext(readFileSync(join(root, `dist/languages/${name}.js`), 'utf8'), page);
  const { packs } = runInContext("globalThis[Symbol.for('posenc.languages')]", page);
  const texts = Object.entries(packs[language]).map(([name, words]) => [
    name,
    JSON.stringify(words),
  ]);
  return Object.fromEntries(texts);
}

for (const language of LANGUAGES)
  test(`the small packs of ${language} have all words, each those of its own figure`, () => {
    const whole = wordsFrom(language, [language]);
    const parts = PARTS.map((part) => `${language}/${part}`);
    assert.deepEqual(wordsFrom(language, parts), whole);
    assert.ok(!('lab' in whole) && !('page' in whole));
    const others = Object.keys(wordsFrom(language, [`${language}/tour`]));
    assert.ok(others.includes('tour-script') && others.includes('plot'), `${others}`);
    for (const [index, part] of PARTS.entries()) {
      const alone = wordsFrom(language, [parts[index]]);
      assert.ok(alone[part].length > 50, part);
      assert.ok(part === 'rope' || !('rope' in alone), part);
      assert.ok(Object.keys(alone).length <= others.length + 1, part);
    }
  });
