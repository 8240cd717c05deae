/** Turns a model's config.json into a state of PeStretch, and into notes for the reader. */
import { describeModel, ropeFrequencies, wavelengths } from '../../index.js';
import { planStrip } from './layers.js';
import { methodOf } from './model.js';
import { LONGEST_CONFIG } from './config-box.js';
import { translated } from '../chassis/language.js';
import { plainMessage, translatedPhrase } from '../chassis/phrases.js';
import * as english from './config-words.js';

const words = translated('stretch-config', english);

/** @typedef {import('./model.js').Scaling} Scaling */
/** @typedef {import('./model.js').ModelScaling} ModelScaling */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./layers.js').LayerPlan} LayerPlan */

/** @typedef {import('../../inspect/describe-model.js').AnyDescription} Description */

/**
 * The part of a config that concerns a model's rotary pairs.
 * @typedef {object} Found
 * @property {string} scheme
 * @property {number} base
 * @property {number} rotaryDim
 * @property {Scaling} [scaling]
 * @property {number} [contextLength]
 * @property {Description} [description] not present if the text is a `rope_scaling` alone
 */

/**
 * What the page says about a config, in addition to the state that the config sets.
 * @typedef {object} Reading
 * @property {string} type the `model_type` of the config
 * @property {Description} [description] not present if the text is a `rope_scaling` alone
 * @property {LayerPlan | null} plan the layers, if they differ
 * @property {boolean} isAssumed whether the trained length is only assumed
 * @property {boolean} namesBase whether the text names a base
 * @property {string} ignored the type of a scaling that does not stretch; mostly ''
 */

/** A config is refused if its objects and lists are nested more deeply than this. */
const MOST_LEVELS = 20;

/**
 * Returns whether the objects and lists of a value are nested more deeply than `levels`.
 * @param {unknown} value parsed JSON
 * @param {number} levels
 * @returns {boolean}
 */
const isDeeper = (value, levels) =>
  value instanceof Object &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));

/**
 * Reads a pasted config.json, or its `rope_scaling` alone.
 * @param {string} text
 * @param {Pick<State, 'base' | 'dim' | 'length'>} state gives the values that are not in the text
 * @returns {{patch?: Partial<State>, error?: string, reading?: Reading}}
 */
export function readConfig(text, state) {
  if (text.length > LONGEST_CONFIG) return { error: words.problems.tooLong(LONGEST_CONFIG) };
  let config;
  try {
    config = JSON.parse(text);
  } catch (refused) {
    return { error: words.problems.notJson(messageOf(refused)) };
  }
  if (isDeeper(config, MOST_LEVELS)) return { error: words.problems.tooDeep(MOST_LEVELS) };
  try {
    const found = findRotary(config, state);
    if (found.scheme !== 'rope' || !found.rotaryDim)
      return { error: words.problems.notRotary(found.scheme) };
    return { patch: patchOf(found, state), reading: readingOf(found, config.model_type, text) };
  } catch (refused) {
    return { error: translatedPhrase(`${messageOf(refused)}.`) };
  }
}

/**
 * Returns the message of a caught error.
 * @param {unknown} error
 */
const messageOf = (error) => plainMessage(error);

/**
 * Finds the rotary pairs in a config, or in a `rope_scaling` alone.
 * @param {any} config parsed JSON; describeModel checks it
 * @param {Pick<State, 'base' | 'dim'>} state
 * @returns {Found}
 */
function findRotary(config, state) {
  const type =
    config && typeof config === 'object' && !config.model_type && (config.rope_type ?? config.type);
  if (!type) {
    const description = describeModel(config);
    return /** @type {Found} */ ({ ...description, description });
  }
  return {
    scheme: 'rope',
    base: config.rope_theta ?? state.base,
    rotaryDim: state.dim,
    scaling: { ...config, rope_type: type },
  };
}

/**
 * Returns the type of the scaling.
 * @param {Found} found
 */
const typeOf = ({ scaling }) => scaling?.rope_type ?? 'default';

/**
 * Returns whether the config gives only the length after stretching. A config with linear scaling
 * has only this length, not the trained length.
 * @param {Found} found
 */
const givesStretchedLength = (found) => typeOf(found) === 'linear' && !!found.contextLength;

/**
 * Returns the length that the model was trained on.
 * @param {Found} found
 * @param {number} fallback the length if the config gives none
 * @returns {number}
 */
function trainedLength(found, fallback) {
  const { scaling, contextLength } = found;
  const whole = contextLength ?? scaling?.max_position_embeddings ?? fallback;
  const stated = givesStretchedLength(found) ? whole / Number(scaling?.factor) : whole;
  return scaling?.original_max_position_embeddings ?? stated;
}

/**
 * Returns the state that shows a model. Throws an error if the library rejects the scaling.
 * @param {Found} found
 * @param {Pick<State, 'length'>} state
 * @returns {Partial<State>}
 */
export function patchOf(found, state) {
  const { base, rotaryDim, scaling, contextLength } = found;
  const method = methodOf(scaling);
  const length = trainedLength(found, state.length);
  const factor = scaling?.factor ?? Math.max(1, (contextLength ?? length) / length);
  const isLonger = contextLength !== undefined && contextLength > length;
  const target = isLonger && contextLength !== length * factor ? contextLength : 0;
  ropeFrequencies(rotaryDim, {
    rotaryDim,
    base,
    scaling: /** @type {ModelScaling | null} */ (scaling ?? null),
    contextLength: target || 2 * length,
    originalMaxPositions: length,
  });
  return {
    dim: rotaryDim,
    base,
    length,
    factor,
    target,
    method,
    scaling: method === 'none' ? '' : scalingText(scaling),
    pair: partlySeenPair(rotaryDim, base, length),
    ramp: scaling?.truncate === false ? 'exact' : 'code',
  };
}

/**
 * Chooses a pair that has seen only a part of its circle in training.
 * @param {number} rotaryDim
 * @param {number} base
 * @param {number} length
 */
function partlySeenPair(rotaryDim, base, length) {
  const pairs = rotaryDim / 2;
  const whole = wavelengths(rotaryDim, { base }).filter((wave) => wave <= length).length;
  return Math.min(pairs - 1, Math.floor((3 * whole + pairs) / 4));
}

/**
 * Writes a scaling as JSON, for the state and for links. Leaves out fields that the figure does not
 * show: those whose names begin with `mrope` or `partial`.
 * @param {Scaling | undefined} scaling
 */
function scalingText(scaling) {
  const shown = Object.entries(scaling ?? {}).filter(([name]) => !/^mrope|^partial/.test(name));
  return JSON.stringify(Object.fromEntries(shown.map(([name, value]) => [name, rounded(value)])));
}

/**
 * Rounds numbers, also in lists, to 8 digits, which are enough for float32. This keeps links short.
 * @param {unknown} value
 * @returns {unknown}
 */
function rounded(value) {
  if (typeof value === 'number') return Number(value.toPrecision(8));
  return Array.isArray(value) ? value.map(rounded) : value;
}

/** A model_type with more characters than this is shortened. */
const LONGEST_TYPE = 40;

/**
 * Returns what the figure says about a config, in addition to the fields that the config sets.
 * @param {Found} found
 * @param {unknown} type the `model_type` at the outermost level of the config, if it is there
 * @param {string} text the config
 * @returns {Reading}
 */
function readingOf(found, type, text) {
  const { description } = found;
  const scaled = typeOf(found);
  return {
    type: typeof type === 'string' ? type.slice(0, LONGEST_TYPE) : '',
    description,
    plan: description ? planStrip(description) : null,
    isAssumed: givesStretchedLength(found),
    namesBase: /"[^"]*(theta|_base)"/.test(text),
    ignored: methodOf(found.scaling) === 'none' && scaled !== 'default' ? scaled : '',
  };
}
