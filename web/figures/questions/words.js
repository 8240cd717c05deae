/** The texts of questions that a page asks: hints for the reader, and errors for its author. */

import { translated } from '../chassis/language.js';

/** The texts around an answer that the reader types, or gives in the picture. */
export const inputWords = translated('questions', {
  /** Asks for these fields. @param {string} labels */
  task: (labels) => `Answer in the picture: set ${labels}.`,
  /** @param {string} label */
  quoted: (label) => `“${label}”`,
  and: ' and ',
  number: 'Your number',
  typeFirst: 'Type a number first. A guess is enough.',
  moveFirst: 'Change the picture first. A guess is enough.',
  /** @param {string} label @param {string} value */
  value: (label, value) => `${label} ${value}`,
  yes: 'yes',
  no: 'no',
});

/** The errors in the markup of a question. Each names the attribute or the missing part. */
export const problems = {
  several: 'pe-question: expected one for each figure, got more',
  text: 'pe-question: expected the text of the question',
  kind: 'pe-question: expected a list with options, or the attribute answer',
  both: 'answer: expected a list with options or this attribute, got both',
  shows: 'shows: expected the state that shows the answer, such as position=12',
  options: 'pe-question: expected at least two options in the list',
  /** @param {number} count */
  correct: (count) => `data-correct: expected one option with it, got ${count}`,
  /** @param {string} value */
  same: (value) => `data-value: expected a different value for each option, got ${value} twice`,
  /** @param {string} text */
  answer: (text) =>
    'answer: expected a number, or a state such as position=12, or a place in the table such as ' +
    `row 3, column 2, got ${text}`,
  /** @param {string} text */
  tolerance: (text) => `tolerance: expected a number of at least 0, got ${text}`,
  /** @param {string} text */
  cell: (text) => `table: expected the row and the column of a number, got ${text}`,
  /** @param {string} got @param {string} fields */
  braces: (got, fields) => `pe-question: expected fields in braces (${fields}), got ${got}`,
  /** @param {string} key */
  unnamed: (key) => `pe-question: expected {${key}} in its text, since ${key} has several values`,
  unused: 'tolerance: expected the attribute answer as well, got none',
  /** @param {string} name @param {string} text */
  state: (name, text) => `${name}: expected a state such as position=12,pair=3, got ${text}`,
  /** @param {string} name @param {string} key @param {string} tag @param {string} fields */
  field: (name, key, tag, fields) => `${name}: expected fields of ${tag} (${fields}), got ${key}`,
  /** @param {string} name @param {string} key @param {string} allowed @param {string} got */
  value: (name, key, allowed, got) => `${name}: expected ${key}=${allowed}, got ${got}`,
  /** @param {string} name @param {string} key */
  locked: (name, key) => `${name}: expected fields that the figure does not lock, got ${key}`,
  /** @param {number} min @param {number} max @param {number} [step] */
  between: (min, max, step) => `${min} to ${max}${step === 1 ? ', a whole number' : ''}`,
};
