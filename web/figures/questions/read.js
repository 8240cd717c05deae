/** Reads the question of a page from the markup of a pe-question. No text is read as HTML. */
import { entryOf, limits, normalise } from '../chassis/state.js';
import { linkName } from '../chassis/links.js';
import { localized } from '../chassis/format.js';
import { NumberInput } from './number-input.js';
import { PointInput, shownValue } from './point-input.js';
import { problems } from './words.js';

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../chassis/question.js').Question} Question */
/** @typedef {import('../chassis/state.js').Entry} Entry */

/**
 * One option, as the author of the page wrote it. The figure goes to the state `shows` if a reader
 * chooses this option and it is wrong.
 * @typedef {{value: string, text: string, reply: string, isRight: boolean, shows: Entry | null}} Option
 */

/** The rounding error of a difference is at most this share of the larger number. */
const ROUNDING = 1e-15;

/**
 * Where an author's question has a fault. `isLocked` says that the author has locked the field.
 * @typedef {{element: Element, attribute: string, isLocked?: boolean}} Fault
 */

/** The error of an attribute in an author's question. */
export class AttributeError extends Error {
  /** @param {string} message @param {Fault} fault */
  constructor(message, fault) {
    super(message);
    this.fault = fault;
  }
}

/** Returns the text of an element, without line breaks. @param {Element} element */
const textOf = (element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/**
 * Whether an element has a flag. Frameworks may write "false" for a missing flag.
 * @param {Element} element
 * @param {string} name
 */
const hasFlag = (element, name) => !['false', null].includes(element.getAttribute(name));

/** Returns the text of a question, without its options. @param {Element} element */
function askedBy(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const list of copy.querySelectorAll('ul, ol')) list.remove();
  const text = textOf(copy);
  if (!text) throw new Error(problems.text);
  return text;
}

/**
 * Describes the values that a field may have.
 * @param {import('../chassis/state.js').Field} field
 * @param {import('../chassis/state.js').State} state
 */
function allowed(field, state) {
  const { min, max } = limits(field, state);
  return {
    number: () => problems.between(min, max, field.step),
    choice: () => (field.options ?? []).join(' | '),
    flag: () => '0 | 1',
    text: () => '',
  }[field.kind]();
}

/**
 * Whether the value of a field is the value that a text names.
 * @param {unknown} value
 * @param {string} text
 */
function isNamed(value, text) {
  if (typeof value === 'number') return value === Number(text);
  if (typeof value === 'boolean') return ['0', '1', 'false', 'true'].includes(text);
  return value === text;
}

/**
 * Reads a state from an attribute. Throws if the figure does not have the field or the value, or if
 * the author has locked the field.
 * @param {Element} element
 * @param {string} name the name of the attribute
 * @param {Figure} figure
 * @returns {Entry | null} null if there is no attribute
 */
function stateOf(element, name, figure) {
  const text = element.getAttribute(name);
  if (text === null) return null;
  const place = { element, attribute: name };
  const entry = entryOf(text);
  if (!Object.keys(entry).length)
    throw new AttributeError(problems.state(name, text || '""'), place);
  const fields = figure.definition.allFields;
  for (const key of Object.keys(entry)) {
    const { tag } = figure.definition;
    const names = Object.keys(fields).join(', ');
    if (!Object.hasOwn(fields, key))
      throw new AttributeError(problems.field(name, key, tag, names), place);
  }
  const state = normalise(fields, entry, figure.initial);
  for (const [key, got] of Object.entries(entry)) {
    const field = fields[key];
    if (field.kind !== 'text' && !isNamed(state[key], got))
      throw new AttributeError(problems.value(name, key, allowed(field, state), got), place);
    if (figure.locks(key) && state[key] !== figure.state[key])
      throw new AttributeError(problems.locked(name, key), { ...place, isLocked: true });
  }
  return entry;
}

/** @param {Element} item @param {Figure} figure @returns {Option} */
function optionOf(item, figure) {
  const text = textOf(item);
  return {
    text,
    value: item.getAttribute('data-value') ?? text,
    reply: item.getAttribute('data-reply') ?? '',
    isRight: hasFlag(item, 'data-correct'),
    shows: stateOf(item, 'data-shows', figure),
  };
}

/**
 * Reads a question with options.
 * @param {Element} list
 * @param {Figure} figure
 * @returns {Partial<Question>}
 */
function choicesOf(list, figure) {
  const options = [...list.children].map((item) => optionOf(item, figure));
  if (options.length < 2) throw new Error(problems.options);
  const right = options.filter(({ isRight }) => isRight);
  if (right.length !== 1) throw new Error(problems.correct(right.length));
  const values = options.map(({ value }) => value);
  const twice = values.find((value, at) => values.indexOf(value) !== at);
  if (twice !== undefined) throw new Error(problems.same(twice));
  const [{ value: answer }] = right;
  return {
    answer,
    options: options.map((each) => [each.value, each.text, each.reply]),
    tries: Object.fromEntries(
      options.flatMap(({ value, shows }) => (shows ? [[value, { to: shows }]] : [])),
    ),
  };
}

/** @param {Element} element */
function toleranceOf(element) {
  const text = element.getAttribute('tolerance') ?? '0';
  const tolerance = text.trim() ? Number(text) : NaN;
  if (!(tolerance >= 0))
    throw new AttributeError(problems.tolerance(text || '""'), { element, attribute: 'tolerance' });
  return tolerance;
}

/**
 * Whether a number is within the tolerance. The rounding error of the difference does not count.
 * @param {number} given
 * @param {number} right
 * @param {number} tolerance
 */
const isNear = (given, right, tolerance) =>
  Math.abs(given - right) <=
  tolerance + ROUNDING * Math.max(Math.abs(given), Math.abs(right), tolerance);

/**
 * Reads a question for a number.
 * @param {Element} element
 * @param {number} answer
 * @returns {Partial<Question>}
 */
function numberOf(element, answer) {
  const tolerance = toleranceOf(element);
  const unit = element.getAttribute('unit') ?? '';
  return {
    answer,
    unit,
    makeInput: (onInput) => new NumberInput(unit, onInput),
    isRight: (given) => isNear(Number(given), answer, tolerance),
    surprise: () => `${localized(String(answer))} ${unit}`.trim(),
  };
}

/**
 * Reads a question whose answer the reader puts into the figure.
 * @param {Element} element
 * @param {Figure} figure
 * @returns {Partial<Question>}
 */
function pointOf(element, figure) {
  const entry = /** @type {Entry} */ (stateOf(element, 'answer', figure));
  const keys = Object.keys(entry);
  const locked = keys.find((key) => figure.locks(key));
  if (locked) {
    const fault = { element, attribute: 'answer', isLocked: true };
    throw new AttributeError(problems.locked('answer', locked), fault);
  }
  const tolerance = toleranceOf(element);
  const right = normalise(figure.definition.allFields, entry, figure.initial);
  /** @param {string} key */
  const isReached = (key) => {
    const value = figure.state[key];
    return typeof value === 'number' ? isNear(value, right[key], tolerance) : value === right[key];
  };
  return {
    answer: keys.map((key) => `${key}=${right[key]}`).join(),
    fields: keys,
    isRight: () => keys.every(isReached),
    makeInput: (onInput) => new PointInput(figure, keys, onInput),
    surprise: () => shownValue(figure, keys, right),
    shows: { to: entry },
  };
}

/**
 * Reads the kind of the question, and its right answer.
 * @param {Element} element
 * @param {Figure} figure
 * @returns {Partial<Question>}
 */
function answerOf(element, figure) {
  const list = element.querySelector('ul, ol');
  const answer = element.getAttribute('answer');
  if (list && answer !== null) throw new Error(problems.both);
  if (list && element.hasAttribute('tolerance')) throw new Error(problems.unused);
  if (list) return choicesOf(list, figure);
  if (answer === null) throw new Error(problems.kind);
  if (answer.trim() && Number.isFinite(Number(answer))) return numberOf(element, Number(answer));
  if (!answer.includes('=')) throw new Error(problems.answer(answer || '""'));
  return pointOf(element, figure);
}

/**
 * Reads the question of a pe-question. Throws an error for its author if the markup is wrong.
 * @param {Element} element
 * @param {Figure} figure
 * @returns {{question: Question, from: Entry}} `from`: the fields of the state in which it is asked
 */
export function readQuestion(element, figure) {
  const kind = answerOf(element, figure);
  const shows = stateOf(element, 'shows', figure);
  const because = element.getAttribute('because') ?? '';
  const movement = shows ? { to: shows } : kind.shows;
  if (!movement) throw new Error(problems.shows);
  const question = {
    id: element.id || `${linkName(figure)}-own`,
    ask: askedBy(element),
    reply: element.getAttribute('reply') ?? '',
    answer: '',
    ...kind,
    shows: movement,
    because: () => [` ${because}`],
  };
  return { question, from: stateOf(element, 'from', figure) ?? {} };
}
