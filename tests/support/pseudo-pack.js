/*
 * Runs in a page. Makes the pack of a language that nobody speaks: English with other letters, 40 %
 * longer. What has plain letters on screen was not read from the words.
 */
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const OTHER = [...'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁɃÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'];

/** Makes words of three letters and more longer. */
const longer = (text) =>
  text.replace(/\p{L}{3,}/gu, (word) => word + 'ø'.repeat(Math.round(word.length * 0.4)));

const said = (text) => longer(text).replace(/[a-z]/gi, (letter) => OTHER[PLAIN.indexOf(letter)]);

const shared = (globalThis[Symbol.for('posenc.languages')] ??= { packs: {}, now: 'en' });

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

/** The roles of coloured pieces of a text. */
const ROLES = ['b', 'quiet', 'you', 'other', 'pair', 'right', 'wrong', 'step', 'plus', 'minus'];

/** Translates the texts of an element, but no formula. */
function spokenNode(node) {
  if (node.nodeType === Node.TEXT_NODE) node.nodeValue = said(node.nodeValue);
  else if (node.localName !== 'math') [...node.childNodes].forEach(spokenNode);
  return node;
}

/** Translates a list: pieces of a text, options of a question, or other texts. */
function spokenList(list, key) {
  if (key === 'options') return list.map(([id, ...others]) => [id, ...others.map(spoken)]);
  if (key === 'presets') return list.map(([label, patch]) => [said(label), patch]);
  const isPiece = list.length === 2 && ROLES.includes(list[0]);
  return isPiece ? [list[0], said(list[1])] : list.map((each) => spoken(each));
}

/** Translates a group of texts. The function `show` of a table writes numbers. */
function spokenGroup(group) {
  const isKept = (key) => key === 'show' && 'columns' in group;
  const entries = Object.entries(group);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, isKept(key) ? each : spoken(each, key)]),
  );
}

/** Translates what a function returns, or any words. */
function spoken(value, key) {
  if (typeof value === 'string') return said(value);
  if (typeof value === 'function') return (...given) => inEnglish(() => spoken(value(...given)));
  if (Array.isArray(value)) return spokenList(value, key);
  if (value?.nodeType) return spokenNode(value);
  return value?.constructor === Object ? spokenGroup(value) : value;
}

/** Exports of words.js that are no texts, and the sentences of the figures. */
const KEPT = ['values', 'sentence', 'sentences', 'CHECK_ORDER', 'letterOf', 'ASKED'];

/** Adds the pack of these English words. */
export function addPseudo(language, english) {
  shared.packs[language] = Object.fromEntries(
    Object.entries(english).map(([name, words]) => {
      const texts = Object.entries(words).filter(([key]) => !KEPT.includes(key));
      return [name, Object.fromEntries(texts.map(([key, each]) => [key, spoken(each, key)]))];
    }),
  );
}
