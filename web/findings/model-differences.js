/* Compares a table or a bias with what a model wants. */
import { withAssumption } from './model-sentences.js';
import { apart } from './reports.js';
import { scalingDifferences } from '../doctor/scaling-differences.js';
import { UNCHECKED, UNCHECKED_BOTH, lookedUp, weightDifferences } from './t5-weights.js';
import { NOTHING } from './tables.js';

/** @typedef {import('../inspect/describe-model.js').AnyDescription} Description */
/** @typedef {import('./tables.js').TensorFinding} TensorFinding */
/** @typedef {import('./tables.js').VectorFinding} VectorFinding */
/** @typedef {import('./tables.js').BiasFinding} BiasFinding */
/** @typedef {typeof import('../index.js')} Library */

/** Whether a model has tables without a formula. @param {Description} model */
const isLearned = ({ scheme }) => ['learned', 't5', 'relative', 'swin'].includes(scheme);

/**
 * Whether no formula explains a table, and the model has such tables.
 * @param {Description} model
 * @param {TensorFinding} found
 */
export const isLearnedTable = (model, { kind, data }) =>
  isLearned(model) && kind === 'table' && data.matched < NOTHING;

/**
 * Gives the scheme of a model for the scheme of its table or bias, if the two names differ.
 */
const KINDS = new Map([
  ['sinusoidal2d', 'sinusoidal'],
  ['relative', 't5'],
]);

/** For each scheme, the settings in which a model must agree with its table or bias. */
const SHARED = new Map([
  ['sinusoidal', ['layout', 'base', 'start']],
  ['rope', ['base']],
  ['t5', ['bidirectional', 'buckets', 'maxDistance']],
]);

/** Slopes may have this relative error: some models round them to bfloat16. */
const SLOPE_ERROR = 1 / 128;

/**
 * How a table or a bias fits a model.
 * @typedef {object} Fit
 * @property {string[]} differences sentences; empty if it is what the model wants
 * @property {string[]} notes further sentences of the verdict
 * @property {string} [part] for a model with several parts: the part that the bias fits
 * @property {true} [isUnchecked] whether learned weights or a mask could not be checked
 * @property {true} [isUndecided] whether the bias is right for one part only, and nothing shows
 *   whether it belongs to this part
 * @property {true} [isExplained] whether the differences name the cause, so that a report of the
 *   tensor alone is not needed
 */

/** A part of a model. @typedef {'encoder' | 'decoder'} Part */

/**
 * A model with which a table or a bias is compared.
 * @typedef {object} Wanted
 * @property {string} name
 * @property {Description} model
 * @property {import('./t5-weights.js').WeightTable} [weights] the learned table of its bias, if
 *   this table is given
 * @property {string[]} [names] names that may show which part of the model is meant, the most
 *   telling first
 */

/**
 * Compares a table or a bias with what a model wants. The buckets of T5 are compared by their
 * formula, and their weights with the learned table.
 * @param {Wanted} wanted
 * @param {TensorFinding} found
 * @param {Library} library
 * @param {number} [first] the position of the first row of a table; default 0
 * @returns {Fit}
 */
export function fitOf(wanted, found, library, first = 0) {
  const isMask = found.kind === 'bias' && found.data.scheme === 'none' && found.agrees;
  if (isMask && UNBIASED.includes(wanted.model.scheme))
    return { differences: [], notes: [], isUnchecked: true };
  const fit = lookupFit(wanted, found, library) ?? formulaFit(wanted, found, library, first);
  const isBuckets = found.kind === 'bias' && found.data.scheme === 't5' && found.agrees;
  if (fit.differences.length || !isBuckets) return fit;
  const differences = wanted.weights ? weightDifferences(found.data, wanted.weights) : [];
  if (differences.length) return { differences, notes: [] };
  if (wanted.weights) return fit;
  const note = found.data.bidirectional ? UNCHECKED_BOTH : UNCHECKED;
  return { ...fit, notes: [...fit.notes, note], isUnchecked: true };
}

/**
 * Schemes of models that add no bias to scores. A mask does not contradict such a model, but it
 * cannot be checked.
 */
const UNBIASED = ['rope', 'sinusoidal', 'learned', 'none'];

/** Names that match show which part of a model is meant. @type {Record<Part, RegExp>} */
const NAMED = { encoder: /(^|[^a-z])enc/i, decoder: /(^|[^a-z])dec/i };

/**
 * Compares a bias that departs from all formulas with what the learned table of T5 gives.
 * @param {Wanted} wanted
 * @param {TensorFinding} found
 * @param {Library} library
 * @returns {Fit | undefined} nothing if the table does not give most of the elements
 */
function lookupFit({ name, model, weights: table }, found, library) {
  if (found.kind !== 'bias' || model.scheme !== 't5' || !table) return undefined;
  const { values, shape, data } = found;
  if (!values || !shape || (data.scheme === 't5' && found.agrees)) return undefined;
  const { parts, buckets, maxDistance, bidirectional } = model;
  const [best] = Object.values(parts ?? { own: { bidirectional } })
    .map((kind) => ({ buckets, maxDistance, ...kind }))
    .map((options) => lookedUp({ values, shape, options, table, library }))
    .sort((one, other) => one.differ - other.differ);
  if (!best.differ || best.differ > best.count / 2) return undefined;
  const [differ, count] = [best.differ, best.count].map((each) => each.toLocaleString('en'));
  const says = `${differ} of ${count} elements are not what ${name} and the learned table give.`;
  const isExplained = best.causes.length ? /** @type {const} */ (true) : undefined;
  return { differences: [...best.causes, says], notes: [], isExplained };
}

/**
 * Compares the formula of a table or a bias with what a model wants. In a model with an encoder and
 * a decoder, names or a causal mask may show which part is meant. Otherwise, the formula of either
 * part fits.
 * @type {(...args: Required<Parameters<typeof fitOf>>) => Fit}
 */
function formulaFit({ name, model, names = [] }, found, library, first) {
  const { parts, readAs, ...whole } = model;
  if (readAs) return assumedFit({ name, model }, found, library, first);
  if (!parts)
    return { differences: differencesOf({ name, model }, found, library, first), notes: [] };
  const all = /** @type {Part[]} */ (['encoder', 'decoder']).map((part) => {
    const wanted = { name, model: { ...whole, ...parts[part] } };
    const named = names.findIndex((each) => NAMED[part].test(each)) + 1 || Infinity;
    return { part, named, differences: differencesOf(wanted, found, library, first) };
  });
  const [own, rest] = [...all].sort((a, b) => (a.named < b.named ? -1 : 1));
  const isNamed = own.named < rest.named;
  const isCausal = found.kind === 'bias' && found.data.causal;
  const [one, other] = isNamed
    ? [own, rest]
    : all.sort((a, b) => a.differences.length - b.differences.length);
  const { part, differences } = one;
  if (differences.length) {
    const why =
      isNamed && !other.differences.length ? [`By its name, it belongs to the ${part}.`] : [];
    return { differences: [...differences, ...why], notes: [] };
  }
  if (!other.differences.length || !found.agrees) return { differences, notes: [] };
  const notes = [rightFor(part, other.part, parts)];
  // If the other part has another scheme, the scheme of the table shows which part is meant.
  const isKnown = isNamed || isCausal || 'scheme' in parts[other.part];
  if (isKnown) return { differences, part, notes };
  return { differences, part, notes: [...notes, UNKNOWN_PART], isUndecided: true };
}

/** The hint if nothing shows to which part a bias belongs. */
const UNKNOWN_PART = 'Nothing tells which part it belongs to: name the file encoder or decoder.';

/**
 * Compares a table with what a model of an unknown type wants. The verdict says what was assumed.
 * @type {(...args: Required<Parameters<typeof fitOf>>) => Fit}
 */
function assumedFit(wanted, found, library, first) {
  const { name, model } = wanted;
  const [difference, ...others] = differencesOf(wanted, found, library, first);
  if (!difference) {
    const verdict = `This is what ${name} wants.`;
    return { differences: [], notes: [withAssumption(verdict, name, model.readAs)] };
  }
  return { differences: [withAssumption(difference, name, model.readAs), ...others], notes: [] };
}

/**
 * Says for which part a table or a bias is right, and what the other part has instead.
 * @param {'encoder' | 'decoder'} part
 * @param {'encoder' | 'decoder'} other
 * @param {import('../inspect/describe-model.js').Parts} parts
 */
function rightFor(part, other, parts) {
  const [[key, value]] = Object.entries(parts[other]);
  return part === 'encoder'
    ? `This is right for the encoder. In the decoder, ${key} is ${value}.`
    : `This is right for the decoder. In the encoder, ${key} is ${value}.`;
}

/**
 * Lists how a table or a bias differs from what a model wants.
 * @param {{name: string, model: Description}} wanted
 * @param {TensorFinding} found
 * @param {Library} library
 * @param {number} first
 * @returns {string[]}
 */
function differencesOf({ name, model }, found, library, first) {
  const { agrees, data } = found;
  const isKnown = agrees || ('mistake' in data && data.mistake !== undefined);
  if (!isKnown) {
    return isLearned(model)
      ? []
      : [`${name} wants ${model.scheme}. No formula explains this tensor.`];
  }
  const scheme = KINDS.get(data.scheme) ?? data.scheme;
  if (scheme !== model.scheme)
    return [`${name} wants ${model.scheme}, but this tensor is ${data.scheme}.`];
  if (scheme === 'alibi')
    return slopeDifferences(model, /** @type {{slopes?: Float64Array}} */ (data), library);
  if (found.kind === 'vector') return frequencyDifferences({ name, model }, found, library);
  const { padding } = /** @type {{padding?: number}} */ (found);
  const from = padding !== undefined && first === 0 && hasAllRows(model, found) ? 0 : model.start;
  const here = { ...model, start: from === undefined ? undefined : from + first };
  const isPadding = from === 0 && padding === Number(model.start) - 1;
  const zero =
    padding === undefined || isPadding
      ? []
      : [`Row ${padding} is zero, but ${name} wants no row of zeros.`];
  const [got, wanted] = [data, here].map(
    (each) => /** @type {Record<string, unknown>} */ (/** @type {object} */ (each)),
  );
  const differences = (SHARED.get(scheme) ?? [])
    .filter((key) => ![got[key], undefined].includes(wanted[key]) && got[key] !== undefined)
    .map((key) =>
      key === 'layout' && found.kind === 'table'
        ? layoutDiffers(got[key], wanted[key], found.dim)
        : valueDiffers(key, got[key], wanted[key]),
    );
  return differences.length ? differences : zero;
}

/**
 * Whether a table has the rows of all positions, and also `start` rows before the first position.
 * @param {Description} model
 * @param {TensorFinding} found
 */
const hasAllRows = ({ start, contextLength }, found) =>
  found.kind === 'table' &&
  Number(start) > 0 &&
  found.length >= Number(contextLength) + Number(start);

/**
 * Returns the position of the first row if a table is what a model wants, except that it begins
 * later. Otherwise, it returns undefined.
 * @param {{name: string, model: Description}} wanted
 * @param {TensorFinding} found
 * @param {Library} library
 */
export function laterFirst(wanted, found, library) {
  const { start } = /** @type {{start?: number}} */ (found.data);
  const first = Number(start) - Number(wanted.model.start);
  const isLater = found.kind === 'table' && Number.isInteger(first) && first > 0;
  return isLater && !fitOf(wanted, found, library, first).differences.length ? first : undefined;
}

/** @param {string} key @param {unknown} got @param {unknown} wanted */
export const valueDiffers = (key, got, wanted) => `The value of ${key} is ${got}, not ${wanted}.`;

/**
 * Says how the layout of a table differs. The layout 'fairseq' is like 'concatenated', but the
 * divisor of its exponents is smaller by 1.
 * @param {unknown} got
 * @param {unknown} wanted
 * @param {number} dim
 */
function layoutDiffers(got, wanted, dim) {
  const divisorOf = (/** @type {unknown} */ layout) => dim / 2 - Number(layout === 'fairseq');
  const isDivisor = [got, wanted].sort().join() === 'concatenated,fairseq';
  return isDivisor
    ? `Exponents are divided by ${divisorOf(got)}, not by ${divisorOf(wanted)}.`
    : valueDiffers('layout', got, wanted);
}

/** Frequencies in float32 may have this relative error. */
const FREQUENCY_ERROR = 1 / 524288; // 2^-19

/**
 * Compares frequencies with those of a model. Layers may have frequencies of their own.
 * @param {{name: string, model: Description}} wanted
 * @param {VectorFinding} found
 * @param {Library} library
 * @returns {string[]}
 */
function frequencyDifferences({ name, model }, { values, data }, { ropeFrequencies }) {
  const { perLayer = [], ...main } = model;
  const layers = [main, ...new Set(perLayer.filter(({ scheme }) => scheme === 'rope'))];
  const all = layers.map((layer) => ropeFrequencies(layer.headDim, layer).frequencies);
  const differing = (/** @type {Float64Array} */ list) =>
    list.findIndex((x, i) => !(Math.abs(values[i] - x) <= FREQUENCY_ERROR * x));
  if (all.some((list) => list.length === values.length && differing(list) < 0)) return [];
  const [own] = all;
  if (own.length !== values.length)
    return [`${name} wants ${own.length} frequencies, and this vector has ${values.length}.`];
  const index = differing(own);
  const [got, wanted] = apart([values[index], own[index]]);
  const { base, scaling } = data;
  return [
    ...(base === model.base ? [] : [valueDiffers('base', base, model.base)]),
    ...scalingDifferences(scaling, model.scaling),
    `Frequency ${index} is ${got}, not ${wanted}.`,
  ];
}

/**
 * @param {Description} model
 * @param {{slopes?: Float64Array}} found
 * @param {Library} library
 */
function slopeDifferences({ heads, maxBias }, { slopes = new Float64Array(0) }, { alibiSlopes }) {
  if (slopes.length !== heads) return [`The bias has ${slopes.length} heads, not ${heads}.`];
  const wanted = alibiSlopes(heads, { maxBias });
  const differing = [...slopes.keys()].filter(
    (i) => !(Math.abs(slopes[i] / wanted[i] - 1) <= SLOPE_ERROR),
  );
  if (!differing.length) return [];
  const [head] = differing;
  const [got, expected] = apart([slopes[head], wanted[head]]);
  if (differing.length === 1) return [`The slope of head ${head} is ${got}, not ${expected}.`];
  const { length } = differing;
  return [`${length} of ${heads} slopes differ: that of head ${head} is ${got}, not ${expected}.`];
}
