/**
 * Defines which values the fields of a figure may have, and writes and reads them in links. The
 * code of this file also runs without a document.
 */

/**
 * The value of one field: a number, a string or a boolean. The type is `any`, because it depends on
 * the `kind` of the field. The kind is known only when the code runs.
 * @typedef {any} Value
 */

/**
 * The value of each field, by the name of the field. Each figure declares the exact type in its own
 * model.js. Here the type is `any`, because the chassis reads values only by name.
 * @typedef {any} State
 */

/**
 * A limit of a number: fixed, or computed from the fields that are declared before this field.
 * @typedef {number | ((state: State) => number)} Limit
 */

/**
 * One parameter or cursor of a figure. Its name is an attribute and a property of the element.
 * Some properties are only for numbers, for choices or for texts.
 * @typedef {object} Field
 * @property {'number' | 'choice' | 'flag' | 'text'} kind
 * @property {Value} value the default
 * @property {Limit} [min] numbers: the smallest allowed value
 * @property {Limit} [max] numbers: the largest allowed value
 * @property {number} [step] numbers: the distance between allowed values, counted from `min`
 * @property {string[]} [options] choices: the allowed values
 * @property {string[] | Record<string, string>} [names] choices: the texts that the reader sees
 *   for the options, in their order or by option
 * @property {number[]} [picks] numbers: the values in the list of a select control
 * @property {number} [longest] texts: the largest number of characters
 * @property {string} [hint] texts: the placeholder of an empty control
 * @property {(text: string, state: State) => string} [clean] texts: returns the nearest allowed
 *   text
 * @property {boolean} [ease] whether the picture moves smoothly to a new value instead of jumping
 * @property {boolean} [expert] whether level="beginner" hides the control
 * @property {(state: State) => boolean} [when] whether the control is shown in a state
 * @property {'range' | 'select' | 'number' | 'check' | 'toggle' | 'text'} [control] the type of the
 *   control; without it the field has no control
 * @property {string} [unit]
 */

/** @typedef {Record<string, Field>} Fields */

/** A state or a part of a state, as text in a link. @typedef {Record<string, string>} Entry */

/** The largest number of characters of a text field without `longest`. */
const LONGEST_TEXT = 200;

/**
 * Computes a limit in a state.
 * @param {Limit | undefined} limit
 * @param {State} state
 * @param {number} fallback
 */
const bound = (limit, state, fallback) =>
  typeof limit === 'function' ? limit(state) : (limit ?? fallback);

/**
 * Returns the smallest and the largest value of a number field in a state.
 * @param {Field} field
 * @param {State} state
 */
export const limits = (field, state) => ({
  min: bound(field.min, state, -Infinity),
  max: bound(field.max, state, Infinity),
});

/** Returns the largest number of characters of a text field. @param {Field} field */
export const longest = (field) => field.longest ?? LONGEST_TEXT;

/** Converts a raw value to a number, or to NaN if it is not a number. @param {unknown} raw */
function numberOf(raw) {
  if (typeof raw === 'number') return raw;
  return typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : NaN;
}

/**
 * @param {Field} field
 * @param {unknown} raw
 * @param {State} state
 */
function nearestNumber(field, raw, state) {
  const { min, max } = limits(field, state);
  let value = numberOf(raw);
  if (Number.isNaN(value)) value = field.value;
  value = Math.min(Math.max(value, min), max);
  if (field.step) {
    const from = Number.isFinite(min) ? min : 0;
    value = from + Math.round((value - from) / field.step) * field.step;
    if (value > max) value -= field.step;
  }
  // Turns -0 into 0.
  return value === 0 ? 0 : value;
}

/**
 * @param {Field} field
 * @param {unknown} raw
 */
function nearestText(field, raw) {
  if (typeof raw !== 'string') return field.value;
  // Half of a surrogate pair (Unicode) cannot be written into a link.
  return raw.slice(0, longest(field)).replace(/\p{Cs}/gu, '');
}

/** @type {Record<Field['kind'], (field: Field, raw: unknown, state: State) => Value>} */
const NEAREST = {
  number: nearestNumber,
  text: nearestText,
  choice: (field, raw) => (field.options?.some((option) => option === raw) ? raw : field.value),
  flag: (_field, raw) =>
    raw === true || (typeof raw === 'string' && raw !== 'false' && raw !== '0'),
};

/**
 * Returns the allowed value that is nearest to a raw value. It accepts anything and never throws.
 * @param {Field} field
 * @param {unknown} raw
 * @param {State} state the fields that are declared before this field, with valid values
 * @returns {Value}
 */
export const coerce = (field, raw, state) => NEAREST[field.kind](field, raw, state);

/**
 * Makes a complete state from a part of a state. Each value becomes the nearest allowed value.
 * An earlier field is set first, because the limits of a later field may depend on it.
 * @param {Fields} fields
 * @param {Record<string, unknown>} [patch] the values that change
 * @param {Record<string, unknown>} [from] the state that the patch changes
 * @returns {State}
 */
export function normalise(fields, patch = {}, from = {}) {
  /** @type {State} */
  const state = {};
  for (const [key, field] of Object.entries(fields)) {
    let raw = field.value;
    if (Object.hasOwn(patch, key)) raw = patch[key];
    else if (Object.hasOwn(from, key)) raw = from[key];
    state[key] = coerce(field, raw, state);
    state[key] = field.clean?.(state[key], state) ?? state[key];
  }
  return state;
}

/** Writes a value as text for a link. @param {Value} value */
const written = (value) => String(typeof value === 'boolean' ? Number(value) : value);

/**
 * Returns the fields of a state that differ from another state, as text for a link.
 * @param {State} state
 * @param {State} from
 */
export function differing(state, from) {
  /** @type {Entry} */
  const entry = {};
  for (const key of Object.keys(state))
    if (state[key] !== from[key]) entry[key] = written(state[key]);
  return entry;
}

/** Every link to a state begins with this text. */
const HEAD = '#pe1:';
/** A hash with more characters than this is ignored. */
const LONGEST_HASH = 4000;

/** @param {string} text */
const encode = (text) =>
  encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase(),
  );

/** Decodes a text of a link. Returns null if it is not valid. @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Writes entries as "#pe1:clocks/position=44,dim=128;shift/offset=7", or as "" if all are empty.
 * @param {Map<string, Entry>} entries the entries, by the names of the figures in links
 */
export function formatHash(entries) {
  const parts = [];
  for (const [name, entry] of entries) {
    const pairs = Object.entries(entry).map(([key, value]) => `${encode(key)}=${encode(value)}`);
    if (pairs.length) parts.push(`${encode(name)}/${pairs.join(',')}`);
  }
  return parts.length ? HEAD + parts.join(';') : '';
}

/** Reads a text such as "position=44,dim=128". @param {string} text */
function parseEntry(text) {
  /** @type {Entry} */
  const entry = Object.create(null);
  for (const pair of text.split(',')) {
    const equals = pair.indexOf('=');
    const key = equals > 0 ? decode(pair.slice(0, equals)) : null;
    const value = decode(pair.slice(equals + 1));
    if (key && value !== null) entry[key] = value;
  }
  return entry;
}

/**
 * Reads a hash that formatHash has written. It accepts any value, and leaves out the parts that it
 * cannot read.
 * @param {unknown} hash
 */
export function parseHash(hash) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  if (typeof hash !== 'string' || !hash.startsWith(HEAD) || hash.length > LONGEST_HASH)
    return entries;
  for (const part of hash.slice(HEAD.length).split(';')) {
    const slash = part.indexOf('/');
    const name = slash > 0 ? decode(part.slice(0, slash)) : null;
    if (name) entries.set(name, parseEntry(part.slice(slash + 1)));
  }
  return entries;
}

/**
 * Reads the state of one figure from a text such as "position=44,dim=128", or from a whole link.
 * @param {string} text
 * @returns {Entry}
 */
export function entryOf(text) {
  const isNamed = /^[^=,]*\//.test(text);
  const body = isNamed ? text : `x/${text}`;
  const [entry] = parseHash(text.startsWith(HEAD) ? text : HEAD + body).values();
  return entry ?? {};
}
