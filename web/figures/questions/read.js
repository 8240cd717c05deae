/** Reads the question of a page from the markup of a pe-question. No text is read as HTML. */
import { entryOf, limits, normalise } from '../chassis/state.js';
import { linkName } from '../chassis/links.js';
import { localized } from '../chassis/format.js';
import { AttributeError } from './fault.js';
import { NumberInput } from './number-input.js';
import { PointInput, shownValue } from './point-input.js';
import { Filler, SHARE, drawEntry, endsOf, isCell, nearEnough, takeFirst } from './variants.js';
import { problems } from './words.js';

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../chassis/question.js').Question} Question */
/** @typedef {import('../chassis/state.js').Entry} Entry */

/**
 * One option, as the author of the page wrote it. The figure goes to the state `shows` if a reader
 * chooses this option and it is wrong.
 * @typedef {{value: string, text: string, reply: string, isRight: boolean, shows: Entry | null}} Option
 */

/**
 * What the functions below need to read a part of a question. `varied` has the fields with several
 * values. `fill` writes numbers into a text.
 * @typedef {object} Draft
 * @property {Figure} figure
 * @property {string[]} varied
 * @property {(text: string) => string} fill
 * @property {(text: string) => import('./variants.js').Cell} cell
 */

/** The rounding error of a difference is at most this share of the larger number. */
const ROUNDING = 1e-15;

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
  const entry = entryOf(text);
  checkState(element, name, figure, entry, text);
  return entry;
}

/**
 * Reads a state in which a field may have several values. Chooses one value for each field.
 * @param {Element} element
 * @param {string} name the name of the attribute
 * @param {Figure} figure
 * @param {import('./variants.js').Pick} pick
 */
function drawnState(element, name, figure, pick) {
  const text = element.getAttribute(name) ?? '';
  const given = entryOf(text);
  if (pick === takeFirst)
    for (const each of endsOf(given, figure)) checkState(element, name, figure, each, text);
  const drawn = drawEntry(given, figure, pick);
  checkState(element, name, figure, drawn.entry, text);
  return drawn;
}

/**
 * Throws if the figure does not have a field or a value of the state, or if a field is locked.
 * @param {Element} element
 * @param {string} name the name of the attribute
 * @param {Figure} figure
 * @param {Entry} entry
 * @param {string} text the attribute
 */
function checkState(element, name, figure, entry, text) {
  const place = { element, attribute: name };
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
}

/** @param {Element} item @param {Draft} draft @returns {Option} */
function optionOf(item, { figure, fill }) {
  const text = fill(textOf(item));
  return {
    text,
    value: item.getAttribute('data-value') ?? text,
    reply: fill(item.getAttribute('data-reply') ?? ''),
    isRight: hasFlag(item, 'data-correct'),
    shows: stateOf(item, 'data-shows', figure),
  };
}

/**
 * Reads a question with options.
 * @param {Element} list
 * @param {Draft} draft
 * @returns {Partial<Question>}
 */
function choicesOf(list, draft) {
  const options = [...list.children].map((item) => optionOf(item, draft));
  if (options.length < 2) throw new Error(problems.options);
  const right = options.filter(({ isRight }) => isRight);
  if (right.length !== 1) throw new Error(problems.correct(right.length));
  const values = options.map(({ value }) => value);
  const twice = values.find((value, at) => values.indexOf(value) !== at);
  if (twice !== undefined) throw new AttributeError(problems.same(twice), { attribute: 'same' });
  const [{ value: answer }] = right;
  return {
    answer,
    options: options.map((each) => [each.value, each.text, each.reply]),
    tries: Object.fromEntries(
      options.flatMap(({ value, shows }) => (shows ? [[value, { to: shows }]] : [])),
    ),
  };
}

/** @param {Element} element @param {number} [usual] */
function toleranceOf(element, usual = 0) {
  const text = element.getAttribute('tolerance') ?? String(usual);
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
 * Reads a question whose answer is a number.
 * @param {Element} element
 * @param {string} answer
 * @param {Draft} draft
 * @returns {Partial<Question>}
 */
function numberOf(element, answer, { cell }) {
  const computed = isCell(answer) ? cell(answer) : null;
  const { value, text } = computed ?? {
    value: Number(answer),
    text: localized(String(Number(answer))),
  };
  const within = toleranceOf(element, computed ? nearEnough(computed) : 0);
  const unit = element.getAttribute('unit') ?? '';
  const isUsual = computed && within > 0 && !element.hasAttribute('tolerance');
  return {
    answer: value,
    unit,
    within,
    share: isUsual ? SHARE : 0,
    shown: text,
    isComputed: computed !== null,
    makeInput: (onInput) => new NumberInput(unit, onInput),
    isRight: (given) => isNear(Number(given), value, within),
    surprise: () => `${text} ${unit}`.trim(),
  };
}

/**
 * Reads a question whose answer the reader puts into the figure.
 * @param {Element} element
 * @param {Entry} entry the right answer
 * @param {Draft} draft
 * @returns {Partial<Question>}
 */
function pointOf(element, entry, { figure }) {
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
 * @param {Entry | null} point the right answer, if it is a state
 * @param {Draft} draft
 * @returns {Partial<Question>}
 */
function answerOf(element, point, draft) {
  const list = element.querySelector('ul, ol');
  const answer = element.getAttribute('answer');
  if (list && answer !== null) throw new Error(problems.both);
  if (list && element.hasAttribute('tolerance')) throw new Error(problems.unused);
  if (list) return choicesOf(list, draft);
  if (answer === null) throw new Error(problems.kind);
  if (point) return pointOf(element, point, draft);
  if (isCell(answer) || (answer.trim() && Number.isFinite(Number(answer))))
    return numberOf(element, answer, draft);
  throw new Error(problems.answer(answer || '""'));
}

/**
 * Chooses the numbers of a question, and prepares the functions that write them into its texts.
 * @param {Element} element
 * @param {Figure} figure
 * @param {import('./variants.js').Pick} pick
 */
function draftOf(element, figure, pick) {
  const isPoint = element.getAttribute('answer')?.includes('=');
  const drawn = (/** @type {string} */ name) => drawnState(element, name, figure, pick);
  const point = isPoint ? drawn('answer') : null;
  const shown = element.getAttribute('shows') === null ? null : drawn('shows');
  const from = stateOf(element, 'from', figure) ?? {};
  const varied = [...new Set([...(point?.varied ?? []), ...(shown?.varied ?? [])])];
  const entry = { ...from, ...shown?.entry, ...point?.entry };
  const filler = new Filler(figure, entry);
  const fill = (/** @type {string} */ text) => filler.fill(text, varied.length > 0);
  const cell = (/** @type {string} */ text) => filler.cell(text);
  const draft = { figure, varied, fill, cell };
  return { draft, filler, from, point: point?.entry ?? null, shows: shown?.entry ?? null };
}

/**
 * Reads the question of a pe-question. Throws an error for its author if the markup is wrong.
 * @param {Element} element
 * @param {Figure} figure
 * @param {import('./variants.js').Pick} [pick] chooses one of several values
 * @returns {{question: Question, from: Entry, varies: boolean}} `from`: the fields of the state in
 *   which the question is asked; `varies`: whether another choice gives another question
 */
export function readQuestion(element, figure, pick = takeFirst) {
  const { draft, filler, from, point, shows } = draftOf(element, figure, pick);
  const { fill, varied } = draft;
  const ask = fill(askedBy(element));
  const kind = answerOf(element, point, draft);
  if (varied.length && !filler.isUsed) {
    const [got] = varied;
    throw new AttributeError(problems.unnamed(got), { attribute: 'unnamed', got });
  }
  const because = fill(element.getAttribute('because') ?? '');
  const movement = shows ? { to: shows } : kind.shows;
  if (!movement) throw new Error(problems.shows);
  const question = {
    id: element.id || `${linkName(figure)}-own`,
    ask,
    reply: fill(element.getAttribute('reply') ?? ''),
    answer: '',
    ...kind,
    shows: movement,
    because: () => [` ${because}`],
  };
  return { question, from, varies: varied.length > 0 };
}
