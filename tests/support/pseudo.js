/**
 * Makes a pack of a language that nobody speaks: English with other letters, 40 % longer. A text on
 * screen with plain letters was not read from the words, so it cannot be translated.
 */
import { build } from 'esbuild';
import { FIGURES } from '../../web/build/figure-list.js';
import { root } from './browsers.js';

/** Runs in the page. Adds the pack, whose texts are made from the English words. */
function addPseudo(language, english) {
  const LETTERS = {
    ...Object.fromEntries(
      [...'abcdefghijklmnopqrstuvwxyz'].map((each, at) => [each, 'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž'[at]]),
    ),
    ...Object.fromEntries(
      [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((each, at) => [each, 'ÁɃÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'[at]]),
    ),
  };
  const longer = (text) =>
    text.replace(/\p{L}{3,}/gu, (word) => word + 'ø'.repeat(Math.round(word.length * 0.4)));
  const said = (text) => longer(text).replace(/[a-z]/gi, (letter) => LETTERS[letter]);
  const isPiece = (value) =>
    value.length === 2 && /^[a-z]+$/.test(value[0]) && typeof value[1] === 'string';

  const shared = globalThis[Symbol.for('posenc.languages')];
  /** Runs a function of English words, which read other English words. */
  function inEnglish(run) {
    const { now } = shared;
    shared.now = 'en';
    try {
      return run();
    } finally {
      shared.now = now;
    }
  }

  /** Translates what a function returns, or a group of words. */
  function spoken(value, key) {
    if (typeof value === 'string') return said(value);
    if (typeof value === 'function')
      return ['row', 'show'].includes(key)
        ? value
        : (...given) => inEnglish(() => spoken(value(...given)));
    const isGroup = Array.isArray(value) || value?.constructor === Object;
    if (!isGroup) return value;
    if (Array.isArray(value)) {
      if (key === 'options')
        return value.map(([id, ...others]) => [id, ...others.map((each) => spoken(each))]);
      if (key === 'presets') return value.map(([label, patch]) => [said(label), patch]);
      return isPiece(value) ? [value[0], said(value[1])] : value.map((each) => spoken(each));
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        KEPT.includes(name) ? each : spoken(each, name),
      ]),
    );
  }
  /** Exports that are not texts. */
  const KEPT = [
    'values',
    'sentence',
    'sentences',
    'CHECK_ORDER',
    'scenarios',
    'formula',
    'letterOf',
  ];
  const pack = Object.fromEntries(
    Object.entries(english).map(([name, words]) => [name, spoken({ ...words })]),
  );
  shared.packs[language] = pack;
}

/** Returns a script that adds the pack under the tag `xx`, after the figures were loaded. */
export async function pseudoPack() {
  const names = [
    ...FIGURES.map(({ folder }) => [folder, `./web/figures/${folder}/words.js`]),
    ['stretch-config', './web/figures/stretch/config-words.js'],
    ['listings', './web/figures/listings/words.js'],
  ];
  const imports = names.map(([, path], at) => `import * as m${at} from '${path}';`);
  const modules = names.map(([name], at) => `'${name}': m${at}`);
  const chassis = ['plot', 'transport', 'question', 'foot', 'table', 'help', 'panel', 'error'];
  const groups = chassis.map((name) => `'${name}': chassis.${name}Words`);
  const contents = `import * as chassis from './web/figures/chassis/words.js';
${imports.join('\n')}
(${addPseudo})('xx', { ${[...groups, ...modules].join(', ')} });`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].text;
}
