/** Reads the arguments of `npm run worksheet`. Each mistake is an error of one line. */
import { parseArgs } from 'node:util';
import { entryOf } from '../figures/chassis/state.js';
import { NUMBERS } from '../worksheet/element.js';
import { SOURCES } from '../worksheet/tasks.js';
import { FIGURES } from './figure-list.js';
import { LANGUAGES } from './languages.js';

/** The options that become attributes of pe-worksheet. */
export const ATTRIBUTES = ['seed', 'copies', 'questions', 'kinds', 'heading'];

const OPTIONS = {
  ...Object.fromEntries(ATTRIBUTES.map((name) => [name, { type: 'string' }])),
  language: { type: 'string', default: 'en' },
  key: { type: 'boolean', default: false },
  out: { type: 'string', default: 'sheet.html' },
};

/** @returns {never} */
function refuse(message) {
  throw new TypeError(message);
}

/** Parses the arguments. Of an error of Node, only the first sentence is kept. */
function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch ({ message }) {
    return refuse(message.split(/\. |\n/)[0]);
  }
}

/** Refuses a figure or a state that does not exist. @param {string} text such as rope/position=44 */
function checkFigure(text) {
  const [name, state] = text.replace(/^pe-/, '').split(/\/(.*)/s);
  const found = FIGURES.find(({ folder }) => folder === name);
  const names = FIGURES.map(({ folder }) => folder).join(', ');
  if (!found) refuse(`expected names of figures (${names}), got ${text}`);
  if (state === undefined) return;
  const fields = Object.keys(found.Figure.allFields);
  const got = Object.keys(entryOf(state));
  const unknown = got.length ? got.find((key) => !fields.includes(key)) : state;
  if (unknown !== undefined)
    refuse(`${text}: expected fields of pe-${name} (${fields.join(', ')}), got ${unknown}`);
}

/** Refuses the values of options that pe-worksheet would replace by other values. */
function checkOptions({ language, kinds = 'own', ...values }) {
  for (const [name, { most }] of Object.entries(NUMBERS)) {
    const value = Number(values[name] ?? 1);
    if (!(Number.isInteger(value) && value >= 1 && value <= most))
      refuse(`--${name}: expected a whole number from 1 to ${most}, got ${values[name]}`);
  }
  const unknown = kinds.split(' ').find((kind) => !SOURCES.includes(kind));
  if (unknown !== undefined) refuse(`--kinds: expected ${SOURCES.join(', ')}, got ${unknown}`);
  const languages = ['en', ...LANGUAGES];
  if (!languages.includes(language))
    refuse(`--language: expected ${languages.join(', ')}, got ${language}`);
}

/**
 * Reads the arguments.
 * @param {string[]} args
 * @returns {{figures: string[], options: Record<string, any>}}
 */
export function readArguments(args) {
  const { values, positionals } = parsed(args);
  if (!positionals.length) refuse('expected a figure, such as pe-rope');
  positionals.forEach(checkFigure);
  checkOptions(values);
  return { figures: positionals, options: values };
}
