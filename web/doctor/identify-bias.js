/* Finds the formula that made a bias of attention scores. */
import * as check from '../check.js';
import { courseNote, evidenceOf } from './bias-evidence.js';
import { fitAlibi, fitKerple, fitSandwich } from './bias-formulas.js';
import { findSwin, findT5 } from './bias-tables.js';
import { explain, findMask, readDistances } from './bias-values.js';
import { dtypeOf, narrowestType, readElements, roundingOf } from './elements.js';

/** @typedef {import('./bias-formulas.js').Fit} Fit */
/** @typedef {import('./bias-values.js').Bias} Bias */
/** @typedef {import('./bias-values.js').BiasDeparture} BiasDeparture */
/** @typedef {import('./bias-values.js').Distances} Distances */
/** @typedef {import('./bias-values.js').Mask} Mask */
/** @typedef {import('./elements.js').Dtype} Dtype */
/** @typedef {import('./elements.js').FloatArray} FloatArray */

/**
 * What made a bias. The properties have the names of the options of alibiBias, t5Bias, kerpleBias,
 * sandwichBias and swinBias.
 * @typedef {object} BiasIdentification
 * @property {'alibi' | 't5' | 'kerple' | 'sandwich' | 'swin' | 'relative' | 'none'} scheme
 *   'relative': each distance has a value of its own, and no formula makes them; 'none': the bias
 *   is not a function of distances or offsets
 * @property {boolean} [causal] whether keys after their query are masked; missing if there are no
 *   such keys
 * @property {number} [padding] the number of first keys that are masked for all queries
 * @property {number} [window] keys at this distance and farther back are masked
 * @property {'both' | 'before' | 'signed'} [direction] for formulas, the bias of keys after their
 *   query. 'both': the same as before the query; 'before': none; 'signed': the opposite sign
 * @property {'query' | 'first' | 'last'} [from] for ALiBi: distances are counted from the query,
 *   the first key or the last key. If they are counted from a key, all queries have equal rows
 * @property {Float64Array} [slopes] for ALiBi
 * @property {'paper' | 'geometric'} [rule] for ALiBi; missing if the slopes follow no rule
 * @property {number} [maxBias] for ALiBi, if the slopes follow a rule
 * @property {'log' | 'power'} [form] for KERPLE
 * @property {number[]} [p] for KERPLE
 * @property {number[]} [a] for KERPLE
 * @property {number} [dim] for Sandwich
 * @property {boolean} [bidirectional] for T5
 * @property {number} [buckets] for T5
 * @property {number} [maxDistance] for T5; for 'relative', the distance from which on all values
 *   are equal
 * @property {Float32Array} [weights] for T5: [buckets, heads], and NaN for buckets that no key has
 * @property {number} [height] for Swin
 * @property {number} [width] for Swin
 * @property {Float32Array} [table] for Swin: [(2 height - 1)(2 width - 1), heads]
 * @property {number} matched the fraction of the elements that this explains
 * @property {BiasDeparture} [departure] the first element that it does not explain
 * @property {string} [mistake] the note that names a mistake, such as ALiBi's slopes that are off by
 *   one, or keys in the reverse order. No known model has such a bias
 * @property {string[]} notes what is unusual, and which mistake may have caused it
 */

const readOptions = check.reader('identifyBias', [], ({ dtype }) => ({ dtype }));

/** A formula explains a bias if it explains the values of this fraction of the distances. */
const EXPLAINED = 0.95;

/**
 * The least relative error that is assumed for a bias. Formulas with logarithms are not computed
 * more precisely.
 */
const FINEST = 1 / 17592186044416; // 2^-44

/**
 * Finds the formula that made a bias, with its parameters. The last query is at the position of the
 * last key.
 *
 * It recognises ALiBi (even if its slopes follow no rule), KERPLE, Sandwich, T5's buckets and
 * Swin's windows. It reads learned values from the bias. FIRE depends on learned networks, and is
 * not recognised. A bias that no formula explains completely has the scheme 'relative' or 'none',
 * and `notes` gives the evidence.
 *
 * Short sequences do not show all parameters of T5. The missing parameters then get their usual
 * values, and `weights` has NaN for buckets that no key has.
 *
 * @param {FloatArray} bias [heads, queries, keys]: Float32Array, Float64Array, Float16Array, or a
 *   Uint16Array with the bits of float16 or bfloat16
 * @param {number} heads
 * @param {number} queries
 * @param {number} keys
 * @param {{dtype?: Dtype}} [options] dtype: what the bits in a Uint16Array are
 * @returns {BiasIdentification}
 * @throws {RangeError | TypeError}
 * @example
 * const unknown = alibiBias(12, 16, 16, { causal: true });
 * const { scheme, rule, maxBias, causal } = identifyBias(unknown, 12, 16, 16);
 * console.log(scheme, rule, maxBias, causal); // alibi paper 8 true
 */
export function identifyBias(bias, heads, queries, keys, options) {
  const dtype = dtypeOf(readOptions(options).dtype);
  check.count('heads', heads, 1, 65536);
  check.count('queries', queries, 1);
  check.count('keys', keys, 1);
  const length = heads * queries * keys;
  const { values, type } = readElements('bias', bias, dtype, length, '[heads, queries, keys]');
  const narrow = narrowestType(values.filter(Number.isFinite), type);
  const shape = { values, heads, queries, keys, grain: roundingOf(narrow) };
  const found = identifyWith(shape, type);
  if (!isUnnamed(found)) return found;
  const shifted = identifyShifted(shape, type);
  if (shifted) return shifted;
  if (narrow === type) return identifyChanged(shape, type) ?? found;
  const rounded = identifyWith(shape, narrow);
  if (isUnnamed(rounded)) return identifyChanged(shape, narrow) ?? found;
  return { ...rounded, notes: [...rounded.notes, `Elements are rounded to ${narrow}.`] };
}

/**
 * Identifies a bias whose rows are shifted, each by a constant of its own. It moves each row so
 * that the key at the query's position has the bias 0.
 * @param {Omit<Bias, 'rounding'>} shape
 * @param {Dtype} type
 * @returns {BiasIdentification | undefined} nothing if no formula explains all elements
 */
function identifyShifted({ values, ...shape }, type) {
  const { queries, keys } = shape;
  const ownOf = (/** @type {number} */ i) => {
    const row = Math.floor(i / keys);
    return values[row * keys + keys - queries + (row % queries)];
  };
  const moved = values.map((x, i) => x - ownOf(i));
  if (queries > keys || !moved.some((x, i) => x !== values[i])) return undefined;
  const found = identifyWith({ ...shape, values: moved }, type);
  if (isUnnamed(found) || found.departure) return undefined;
  return { ...found, notes: [...found.notes, SHIFTED] };
}

/**
 * Identifies a bias whose keys are in the reverse order, or whose values have the opposite sign.
 * @param {Omit<Bias, 'rounding'>} shape
 * @param {Dtype} type
 * @returns {BiasIdentification | undefined} nothing if no formula explains all elements
 */
function identifyChanged({ values, ...shape }, type) {
  const { keys } = shape;
  const ways = /** @type {[string, (x: number, i: number) => number][]} */ ([
    [REVERSED, (_, i) => values[i - (i % keys) + keys - 1 - (i % keys)]],
    [NEGATED, (x) => (Number.isFinite(x) ? -x : x)],
  ]);
  for (const [mistake, change] of ways) {
    const found = identifyWith({ ...shape, values: values.map(change) }, type);
    const isPlain = !isUnnamed(found) && !found.departure && !found.mistake;
    // Learned values may have any order and any sign, so they do not show these mistakes.
    if (isPlain && FORMULAS.includes(found.scheme))
      return { ...found, mistake, notes: [mistake, ...found.notes] };
  }
  return undefined;
}

/** The schemes whose values are computed. */
const FORMULAS = ['alibi', 'kerple', 'sandwich'];

const REVERSED = 'The keys are in the reverse order.';
const NEGATED = 'The sign of all values is flipped.';

/** The note for a bias whose rows are shifted, each by a constant of its own. */
const SHIFTED = 'Each row differs by a constant of its own. Softmax ignores the difference.';

/** @param {BiasIdentification} found */
const isUnnamed = ({ scheme }) => scheme === 'relative' || scheme === 'none';

/**
 * @param {Omit<Bias, 'rounding'>} shape
 * @param {Dtype} type
 * @returns {BiasIdentification}
 */
function identifyWith(shape, type) {
  const bias = { ...shape, rounding: Math.max(roundingOf(type), FINEST) };
  const mask = findMask(bias);
  const distances = readDistances(bias, mask);
  const flat = flatOf(bias, mask, distances) ?? rowOf(bias, mask);
  const { causal, padding, window } = mask;
  const named = flat ?? byFormula(bias, mask, distances) ?? byTable(bias, mask, distances);
  const { notes, ...found } = named;
  return {
    causal,
    padding: padding || undefined,
    window,
    ...found,
    notes: [...notes, ...maskNotes(mask)],
  };
}

/** @typedef {Omit<BiasIdentification, 'causal' | 'padding' | 'window'>} Named */

/** @param {Mask} mask */
function maskNotes({ causal, padding, window, value }) {
  const isMasked = causal || padding || window;
  const notes = [
    padding && `The first ${padding} keys are masked for all queries, as padding is.`,
    window && `Keys at a distance of ${window} and more are masked.`,
    isMasked && value !== -Infinity && `Masked keys have ${value}, not -Infinity.`,
  ];
  return notes.filter((note) => typeof note === 'string');
}

/**
 * Names a bias whose elements are all equal.
 * @param {Bias} bias
 * @param {Mask} mask
 * @param {Distances} distances
 * @returns {Named | undefined}
 */
function flatOf(bias, mask, { values }) {
  const known = values.flatMap((list) => [...list]).filter((x) => !Number.isNaN(x));
  const [first = 0] = known;
  if (known.some((x) => x !== first)) return undefined;
  const isEmpty = !known.length;
  const note = `All elements are ${first}, which changes nothing.`;
  const notes = [isEmpty ? 'No element is a finite number.' : note];
  return { scheme: 'none', ...explain(bias, mask, () => first), notes };
}

/**
 * Names ALiBi whose rows are equal for all queries, as BLOOM's and MPT's are.
 * @param {Bias} bias
 * @param {Mask} mask
 * @returns {Named | undefined}
 */
function rowOf(bias, mask) {
  const { values, heads, queries, keys } = bias;
  if (queries < 3 || keys < 4) return undefined;
  const last = (/** @type {number} */ head, /** @type {number} */ key) =>
    values[((head + 1) * queries - 1) * keys + key];
  const rows = Float64Array.from({ length: heads * keys }, (_, i) =>
    last(Math.floor(i / keys), i % keys),
  );
  const isRow = explain(bias, mask, (head, _, key) => last(head, key)).matched === 1;
  if (!isRow) return undefined;
  const end = (/** @type {number} */ head) => (Number.isFinite(last(head, keys - 1)) ? 1 : NaN);
  const moved = rows.map((x, i) => {
    const head = Math.floor(i / keys);
    return x - last(head, keys - 1) * end(head);
  });
  const one = { ...bias, values: moved, queries: 1 };
  const fit = fitAlibi(one, readDistances(one, { ...mask, causal: undefined, window: undefined }));
  if (!fit || fit.explained < EXPLAINED) return undefined;
  const isFirst = Math.abs(last(0, mask.padding)) < Math.abs(last(0, keys - 1));
  const found = explain(bias, mask, (head, _, key) => {
    const slope = /** @type {Float64Array} */ (fit.settings.slopes)[head];
    return isFirst ? slope * key : 0 - slope * (keys - 1 - key);
  });
  const which = isFirst ? 'first' : 'last';
  return {
    scheme: 'alibi',
    ...fit.settings,
    from: which,
    ...found,
    notes: [
      ...fit.notes,
      isFirst
        ? 'Distances are counted from the first key. Softmax ignores the difference.'
        : 'Distances are counted from the last key. Softmax ignores the difference.',
    ],
  };
}

/** @typedef {(head: number, query: number, key: number) => number} ValueAt */

/**
 * Names a bias by a formula of the distance.
 * @param {Bias} bias
 * @param {Mask} mask
 * @param {Distances} distances
 * @returns {Named | undefined}
 */
function byFormula(bias, mask, distances) {
  const formula = bestFit(bias, distances);
  return formula && namedBy(bias, mask, ...formula);
}

/**
 * Names a bias that is looked up: by buckets of distances, by distances, or by offsets.
 * @param {Bias} bias
 * @param {Mask} mask
 * @param {Distances} distances
 * @returns {Named}
 */
function byTable(bias, mask, distances) {
  const { keys, queries } = bias;
  /** @type {ValueAt} */
  const at = (head, query, key) => distances.values[head][key - query + queries - 1];
  const found = explain(bias, mask, at, () => distances.size);
  const isFunction = queries > 1 && keys > 1 && found.matched >= EXPLAINED;
  if (isFunction || queries === 1) {
    const named = byBucket(bias, mask, distances);
    if (named) return named;
  }
  if (isFunction) return byEach(bias, distances, found);
  return byOffset(bias, mask) ?? nothing(bias, mask, found);
}

/**
 * @param {Bias} bias
 * @param {Mask} mask
 * @param {Distances} distances
 * @returns {Named | undefined}
 */
function byBucket(bias, mask, distances) {
  const t5 = findT5(bias, distances);
  if (!t5) return undefined;
  const { bucketOf, weights, ...settings } = t5;
  const { heads, queries, keys } = bias;
  /** @type {ValueAt} */
  const at = (head, query, key) => weights[bucketOf(key - query - keys + queries) * heads + head];
  // If bidirectional, the bucket for keys after their query at distance 0 is never used.
  const unused = settings.bidirectional ? 1 : 0;
  const hidden = weights.filter(Number.isNaN).length / heads - unused;
  return {
    scheme: 't5',
    ...settings,
    weights: Float32Array.from(weights),
    ...explain(bias, mask, at),
    notes: hidden ? [`Keys have all but ${hidden} of the ${settings.buckets} buckets.`] : [],
  };
}

/**
 * Returns the first formula that explains enough of the distances, with its name.
 * @param {Bias} bias
 * @param {Distances} distances
 * @returns {['alibi' | 'sandwich' | 'kerple', Fit] | undefined}
 */
function bestFit(bias, distances) {
  const fits = /** @type {['alibi' | 'sandwich' | 'kerple', () => Fit | undefined][]} */ ([
    ['alibi', () => fitAlibi(bias, distances)],
    [
      'sandwich',
      () => fitSandwich({ ...bias, rounding: Math.max(bias.rounding, 1 / 16777216) }, distances),
    ],
    ['kerple', () => fitKerple(bias, distances, 'log')],
    ['kerple', () => fitKerple(bias, distances, 'power')],
  ]);
  for (const [name, fit] of fits) {
    const found = fit();
    if (found && found.explained >= EXPLAINED) return [name, found];
  }
  return undefined;
}

/**
 * @param {Bias} bias
 * @param {Mask} mask
 * @param {'alibi' | 'sandwich' | 'kerple'} scheme
 * @param {Fit} fit
 * @returns {Named}
 */
function namedBy(bias, mask, scheme, { settings, at, slack, notes }) {
  const offset = bias.keys - bias.queries;
  const found = explain(bias, mask, (head, query, key) => at(head, key - query - offset), slack);
  const { direction } = settings;
  const more = [
    direction === 'signed' && 'Keys after their query have the opposite sign.',
    direction === 'before' && 'Keys after their query have no bias.',
  ];
  const all = [...notes, ...more.filter((note) => typeof note === 'string')];
  const from = scheme === 'alibi' ? /** @type {const} */ ('query') : undefined;
  return { scheme, ...settings, from, ...found, notes: all };
}

/**
 * Names a bias that is a function of the offset in a window of an image.
 * @param {Bias} bias
 * @param {Mask} mask
 * @returns {Named | undefined}
 */
function byOffset(bias, mask) {
  const swin = findSwin(bias);
  if (!swin) return undefined;
  const { height, width, table, index } = swin;
  const { heads, keys } = bias;
  /** @type {ValueAt} */
  const at = (head, query, key) => table[index[query * keys + key] * heads + head];
  const isV2 = table.every((x) => x > 0 && x < 16) && table.some((x) => x > 1);
  return {
    scheme: 'swin',
    height,
    width,
    table: Float32Array.from(table),
    ...explain(bias, mask, at),
    notes: isV2 ? ["All values lie between 0 and 16, as those of Swin V2's network do."] : [],
  };
}

/**
 * Describes a bias in which each distance has a value of its own.
 * @param {Bias} bias
 * @param {Distances} distances
 * @param {Pick<Named, 'matched' | 'departure'>} found
 * @returns {Named}
 */
function byEach(bias, distances, found) {
  const last = clippedAt(bias, distances);
  const notes = [
    'No formula explains the values: they may be learned.',
    'Keys at the same distance have the same value.',
    courseNote(distances.values.map((list) => [list.subarray(0, bias.keys)])),
    ...(last === undefined ? [] : [`From the distance ${last} on, all values are equal.`]),
  ];
  return { scheme: 'relative', maxDistance: last, ...found, notes };
}

/**
 * Describes a bias that no formula and no table explains.
 * @param {Bias} bias
 * @param {Mask} mask
 * @param {Pick<Named, 'matched' | 'departure'>} found
 * @returns {Named}
 */
function nothing(bias, mask, found) {
  const evidence =
    bias.queries < 2
      ? ['A single query does not show whether the bias depends only on distance.']
      : [
          `Only ${percent(found.matched)} of the elements have the value that is usual at their distance.`,
          ...evidenceOf(bias, mask),
        ];
  return { scheme: 'none', ...found, notes: ['No formula explains this bias.', ...evidence] };
}

/** @param {number} fraction */
const percent = (fraction) => `${Number((100 * fraction).toPrecision(3))} %`;

/**
 * Returns the distance from which on all values before the query are equal, if there is one.
 * @param {Bias} bias
 * @param {Distances} distances
 */
function clippedAt({ keys }, { values, counts }) {
  let end = keys - 1;
  while (end > 0 && !counts[keys - 1 - end]) end--;
  let last = end;
  const isEqual = (/** @type {number} */ distance) =>
    values.every((list) => list[keys - 1 - distance] === list[keys - 1 - end]);
  while (last > 0 && isEqual(last - 1)) last--;
  return last < end - 1 ? last : undefined;
}
