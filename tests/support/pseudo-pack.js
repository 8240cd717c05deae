/*
 * Runs in a page. Makes the packs of invented languages: English with other letters, and 40 %
 * longer. A text that still has plain letters on screen does not come from a pack.
 */
const PLAIN = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The letters of each language that replace the letters of PLAIN. Hebrew letters run from right to
 * left.
 */
const LETTERS = {
  xx: [...'áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýž'],
  he: [...'אבגדהוזחטיכלמנסעפצקרשתםןףץ'],
};

const shared = (globalThis[Symbol.for('posenc.languages')] ??= { packs: {}, now: 'en' });

/** Lengthens words of three or more letters. */
const longer = (text) =>
  text.replace(/[a-z]{3,}/gi, (word) => word + 'o'.repeat(Math.round(word.length * 0.4)));

/** Writes a text with the letters of the current language. */
function said(text) {
  const letters = LETTERS[shared.now];
  return longer(text).replace(/[a-z]/gi, (plain) => {
    const letter = letters[PLAIN.indexOf(plain.toLowerCase())];
    return plain === plain.toLowerCase() ? letter : letter.toUpperCase();
  });
}

/**
 * Runs a function of the English words under a language tag that has no pack. So the words that the
 * function reads are English. Its numbers have the marks of the current language, because Intl
 * ignores the private-use subtag at the end of the tag.
 */
function inEnglish(run) {
  const { now } = shared;
  shared.now = `${now}-x-plain`;
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
  if (key === 'presets') return list.map(([label, ...rest]) => [said(label), ...rest]);
  const isPiece = list.length === 2 && ROLES.includes(list[0]);
  return isPiece ? [list[0], said(list[1])] : list.map((each) => spoken(each));
}

/** Translates a group of texts. The function `show` of a table stays, since it writes numbers. */
function spokenGroup(group) {
  const isKept = (key) => key === 'show' && 'columns' in group;
  const entries = Object.entries(group);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, isKept(key) ? each : spoken(each, key)]),
  );
}

/** Translates words. A function becomes a function whose results are translated. */
function spoken(value, key) {
  if (typeof value === 'string') return said(value);
  if (typeof value === 'function') return (...given) => spoken(inEnglish(() => value(...given)));
  if (Array.isArray(value)) return spokenList(value, key);
  if (value?.nodeType) return spokenNode(value);
  return value?.constructor === Object ? spokenGroup(value) : value;
}

/** Exports of words.js that are not texts, and the sentences of the figures. */
const KEPT = ['values', 'sentence', 'sentences', 'CHECK_ORDER', 'letterOf', 'ASKED'];

/** Makes a pack for each invented language from the English texts, and adds it. */
export function addPseudo(english) {
  for (const language of Object.keys(LETTERS)) {
    shared.now = language;
    shared.packs[language] = Object.fromEntries(
      Object.entries(english).map(([name, words]) => {
        const texts = Object.entries(words).filter(([key]) => !KEPT.includes(key));
        return [name, Object.fromEntries(texts.map(([key, each]) => [key, spoken(each, key)]))];
      }),
    );
  }
  shared.now = 'en';
}
