/* Checks that every language translates the findings, notes and errors of the library. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from '../../web/checkup/examine.js';
import { exampleFiles } from '../../web/checkup/example.js';
import { translatedPhrase } from '../../web/figures/chassis/phrases.js';
import { readConfig } from '../../web/figures/stretch/read-config.js';
import { openFile } from '../../web/files/index.js';
import { alibiBias, applyRope, learnedTable, sinusoidal } from '../../web/index.js';
import { LANGUAGES, missingPhrases, packOf, speakNow, wrongPhrases } from '../support/languages.js';
import { NOTHING, npy } from '../support/opened.js';
import { phrases } from '../support/phrases.js';

/** Names and values that are the same in every language. */
const NAMES =
  /\b(half|interleaved|fairseq|Transformers|long_factor|llama\d?|float\d+|config|json|model_type)\b/g;

/** Matches a common English word. Nearly every English sentence contains one of these words. */
const ENGLISH = /\b(the|is|are|of|and|not|rows?|expected|got|elements|for|this)\b/i;

/** Returns lists of files, as a reader would drop them. Their reports have many sentences. */
async function files() {
  const queries = learnedTable(64, 256, { seed: 1, std: 1 });
  const shape = [64, 4, 64];
  const rotated = applyRope(queries.slice(), { heads: 4, headDim: 64, start: 3, base: 500000 });
  const broken = rotated.slice();
  broken[3000] += 0.5;
  const table = sinusoidal(64, 32);
  table[700] = 2;
  return Promise.all(
    [
      [npy('before.npy', queries, shape), npy('after.npy', rotated, shape)],
      [npy('before.npy', queries, shape), npy('after.npy', broken, shape)],
      [npy('mine.npy', table, [64, 32])],
      [npy('noise.npy', learnedTable(64, 32, { seed: 2 }), [64, 32])],
      [npy('bias.npy', alibiBias(8, 16, 16), [8, 16, 16])],
      [npy('table.npy', sinusoidal(64, 32, { layout: 'concatenated', start: 1 }), [64, 32])],
      (await exampleFiles()).map((file) => openFile(file, file.name)),
    ].map((list) => Promise.all(list)),
  );
}

const all = phrases();
const given = await files();

for (const language of LANGUAGES) {
  const { errors, findings } = await packOf(language);

  test(`${language} translates every sentence in the code of the library, and no other`, () => {
    for (const [name, book] of Object.entries({ errors, findings })) {
      assert.deepEqual(missingPhrases(all[name], book, name), []);
      assert.deepEqual(wrongPhrases(all[name], book, name), []);
    }
  });

  test(`${language}: no report of files has an English sentence`, async () => {
    speakNow(language);
    for (const opened of given) {
      const reports = await examine(opened, NOTHING);
      const said = reports.flatMap(({ says, sure = '', heat }) => [
        ...says.map(translatedPhrase),
        sure,
        heat?.says ?? '',
      ]);
      for (const text of said) assert.doesNotMatch(text.replace(NAMES, ''), ENGLISH, text);
    }
    speakNow('en');
  });

  test(`${language}: the errors of a config are translated, with their numbers and names`, () => {
    speakNow(language);
    const state = { base: 10000, dim: 64, length: 2048 };
    const heads = { num_attention_heads: 4, hidden_size: 256 };
    const errors = [
      { model_type: 'lama' },
      { model_type: 'llama', ...heads, hidden_size: 'many' },
      { model_type: 'llama', ...heads, num_attention_heads: -3 },
      { model_type: 'llama', ...heads, rope_theta: 'x' },
    ].map((config) => readConfig(JSON.stringify(config), state).error);
    for (const text of errors) assert.doesNotMatch(text.replace(NAMES, ''), ENGLISH, text);
    assert.match(errors[2], /num_attention_heads.*[-−]3/);
    speakNow('en');
  });
}

test('an unknown sentence stays English; numbers have the marks of the current language', () => {
  speakNow('de');
  assert.equal(translatedPhrase('Nobody has said this before.'), 'Nobody has said this before.');
  assert.match(translatedPhrase('The context has 131,072 positions.'), /131\.072/);
  assert.match(
    translatedPhrase('The nearest formula explains 12.50 % of the elements.'),
    /12,50 %/,
  );
  speakNow('en');
  assert.equal(
    translatedPhrase('The base (rope_theta) is 10,000.'),
    'The base (rope_theta) is 10,000.',
  );
});
