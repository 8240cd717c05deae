/**
 * What a figure's state is made of, and how it is written into a link. No DOM here.
 *
 * @typedef {object} Field
 * @property {'number' | 'choice' | 'flag' | 'text'} kind
 * @property {any} value default
 * @property {string} label
 * @property {number | ((state: any) => number)} [min]
 * @property {number | ((state: any) => number)} [max]
 * @property {number} [step]
 * @property {string[]} [options] of a choice
 * @property {string[]} [names] the options as a reader sees them
 * @property {number[]} [picks] a number offered as a list
 * @property {boolean} [ease] moves to a new value instead of jumping
 * @property {boolean} [expert] hidden at level="beginner"
 * @property {number} [longest] of a text, in characters
 * @property {string} [hint] of a text: what an empty field shows
 * @property {(text: string, state: any) => string} [clean] the nearest allowed text
 * @property {(state: any) => boolean} [when] the control is there only then
 * @property {string} [control] 'range', 'select', 'number', 'check', 'toggle', 'text' or absent
 * @property {string} [unit]
 * @typedef {Record<string, Field>} Fields
 */

/** @param {Field['min']} limit @param {any} state @param {number} fallback */
const bound = (limit, state, fallback) => (typeof limit === 'function' ? limit(state) : limit ?? fallback);

/** @param {Field} field @param {any} state */
export const limits = (field, state) => ({ min: bound(field.min, state, -Infinity), max: bound(field.max, state, Infinity) });

/**
 * The nearest allowed value: whatever came, never throws.
 * @param {Field} field
 * @param {unknown} raw
 * @param {any} state fields declared earlier, already coerced
 */
export function coerce(field, raw, state) {
  if (field.kind === 'flag') return raw === true || (typeof raw === 'string' && raw !== 'false' && raw !== '0');
  if (field.kind === 'text') return typeof raw === 'string' ? raw.slice(0, field.longest ?? 200).replace(/\p{Cs}/gu, '') : field.value;
  if (field.kind === 'choice') return field.options?.includes(/** @type {string} */ (raw)) ? raw : field.value;
  let value = typeof raw === 'number' ? raw : typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : NaN;
  if (Number.isNaN(value)) value = field.value;
  const { min, max } = limits(field, state);
  value = Math.min(Math.max(value, min), max);
  if (field.step) {
    const from = Number.isFinite(min) ? min : 0;
    value = from + Math.round((value - from) / field.step) * field.step;
    if (value > max) value -= field.step;
  }
  return value === 0 ? 0 : value;
}

/**
 * A whole state from part of one. Fields are coerced in the order they are declared.
 * @param {Fields} fields
 * @param {Record<string, any>} [patch]
 * @param {Record<string, any>} [from] the state that the patch changes
 */
export function normalise(fields, patch = {}, from = {}) {
  /** @type {Record<string, any>} */
  const state = {};
  for (const key of Object.keys(fields)) {
    const raw = Object.hasOwn(patch, key) ? patch[key] : Object.hasOwn(from, key) ? from[key] : fields[key].value;
    state[key] = coerce(fields[key], raw, state);
    state[key] = fields[key].clean?.(state[key], state) ?? state[key];
  }
  return state;
}

const HEAD = '#pe1:';
const LONGEST = 4000;

/**
 * The part of a state that differs from another, as strings.
 * @param {Record<string, any>} state
 * @param {Record<string, any>} from
 */
export function differing(state, from) {
  /** @type {Record<string, string>} */
  const entry = {};
  for (const key of Object.keys(state)) {
    if (state[key] !== from[key]) entry[key] = typeof state[key] === 'boolean' ? (state[key] ? '1' : '0') : String(state[key]);
  }
  return entry;
}

/** @param {string} text */
const encode = (text) => encodeURIComponent(text).replace(/[!'()*~]/g, (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase());

/**
 * "#pe1:clocks/position=44,dim=128;shift/offset=7", or "" when nothing differs.
 * @param {Map<string, Record<string, string>>} entries by figure name
 */
export function formatHash(entries) {
  const parts = [];
  for (const [name, entry] of entries) {
    const pairs = Object.entries(entry).map(([key, value]) => `${encode(key)}=${encode(value)}`);
    if (pairs.length) parts.push(`${encode(name)}/${pairs.join(',')}`);
  }
  return parts.length ? HEAD + parts.join(';') : '';
}

/** @param {string} text */
const decode = (text) => {
  try { return decodeURIComponent(text); } catch { return null; }
};

/**
 * Reads any string; what it cannot read it leaves out.
 * @param {unknown} hash
 * @returns {Map<string, Record<string, string>>}
 */
export function parseHash(hash) {
  const entries = new Map();
  if (typeof hash !== 'string' || !hash.startsWith(HEAD) || hash.length > LONGEST) return entries;
  for (const part of hash.slice(HEAD.length).split(';')) {
    const slash = part.indexOf('/');
    const name = slash > 0 ? decode(part.slice(0, slash)) : null;
    if (!name) continue;
    const entry = Object.create(null);
    for (const pair of part.slice(slash + 1).split(',')) {
      const equals = pair.indexOf('=');
      const key = equals > 0 ? decode(pair.slice(0, equals)) : null;
      const value = decode(pair.slice(equals + 1));
      if (key && value != null) entry[key] = value;
    }
    entries.set(name, entry);
  }
  return entries;
}

/** What a text says about one figure: "position=44,dim=128", or a whole link. @param {string} text */
export const entryOf = (text) => [...parseHash(text.startsWith(HEAD) ? text : HEAD + (/^[^=,]*\//.test(text) ? '' : 'x/') + text).values()][0] ?? {};
