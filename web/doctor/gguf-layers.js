/* Lists how the layers of a model in a GGUF file differ: their windows, bases and heads. */
import * as check from '../check.js';
import { LAYERS } from './gguf-architectures.js';

/** @typedef {import('../inspect/describe-model.js').AnyDescription} AnyDescription */
/** @typedef {Omit<AnyDescription, 'notes' | 'perLayer'>} Layer */
/** @typedef {import('./describe-gguf.js').Base} Base */
/** @typedef {import('./describe-gguf.js').GgufRotation} GgufRotation */
/** @typedef {import('./describe-gguf.js').Metadata} Metadata */
/** @typedef {import('./gguf-architectures.js').LayerRule} LayerRule */

/** llama.cpp runs models with at most this many layers. */
const MOST_LAYERS = 512;

/** The field with the period of layers without a window, or a list of the layers with a window. */
const PATTERN = 'attention.sliding_window_pattern';

/** The field that says how many tokens make one compressed token in each layer; 0 for none. */
const COMPRESSION = 'attention.compress_ratios';

/** The field with the number of layers at the beginning of the model that have no experts. */
const DENSE = 'leading_dense_block_count';

/**
 * What the description of a layer is made from.
 * @typedef {object} Stack
 * @property {LayerRule} rule
 * @property {Metadata} fields
 * @property {Base} base
 * @property {GgufRotation} rotation
 * @property {number} window the width of windows; 0 if no layer has one
 */

/**
 * Describes the layers, and in `kind` those that rotate and attend to everything, as in descriptions
 * of describeModel. If all layers must be alike and their number is not known, there is one.
 * @param {string} name
 * @param {Metadata} fields
 * @param {Base} base
 * @param {GgufRotation} rotation
 * @returns {{kind: Layer, layers: Layer[]}}
 */
export function layersOf(name, fields, base, rotation) {
  const rule = LAYERS.get(name) ?? {};
  const length = countLayers(rule, fields, base);
  const stack = { rule, fields, base, rotation, window: windowOf(rule, fields, length) };
  const isSlidingAt = slidingLayers(stack);
  const layers = Array.from({ length }, (_, i) => layerAt(stack, i, isSlidingAt(i)));
  const attending = layers.filter(({ scheme }) => scheme !== 'none');
  const rotating = attending.filter(({ scheme }) => scheme === 'rope');
  const typical = rotating.find((layer) => !layer.window && !layer.chunk) ?? rotating[0];
  return { kind: typical ?? attending[0] ?? layers[0], layers };
}

/**
 * Reads the width of windows. Llama 4 has chunks unless the file says that there are none.
 * @param {LayerRule} rule
 * @param {Metadata} fields
 * @param {number} total the number of layers
 */
function windowOf({ chunk = 0, onlyWith, bothWays }, fields, total) {
  const field = 'attention.sliding_window';
  const value = fields.value(field);
  if (value === undefined) return chunk;
  const isAbsent = onlyWith && onlyWith !== total && fields.value(PATTERN) === undefined;
  if (!value || isAbsent) return 0;
  const width = fields.count(field);
  if (chunk) return chunk;
  return bothWays ? Math.floor(width / 2) + 1 : width;
}

/**
 * Returns the number of layers to describe, or 1 if all layers must be alike. Some files end with
 * layers that serve only to predict further tokens. These layers are not counted.
 * @param {LayerRule} rule
 * @param {Metadata} fields
 * @param {Base} base
 */
function countLayers(rule, fields, base) {
  const lists = [PATTERN, 'attention.head_count', 'attention.head_count_kv'];
  const mayDiffer = Object.keys(rule).length > 0 || lists.some((field) => fields.isList(field));
  if (!mayDiffer && !base.layers) return 1;
  const more = fields.value('nextn_predict_layers') ? fields.count('nextn_predict_layers') : 0;
  const path = fields.pathOf('block_count');
  return check.count(path, fields.value('block_count'), more + 1, MOST_LAYERS) - more;
}

/**
 * Returns a function that tells whether a layer has a window, or a chunk.
 * @param {Stack} stack
 * @returns {(layer: number) => boolean}
 */
function slidingLayers({ rule, fields, window }) {
  if (!window) return () => false;
  if (fields.isList(PATTERN)) {
    const pattern = fields.list(PATTERN);
    return (layer) => !!pattern[layer];
  }
  const period = fields.value(PATTERN) === undefined ? rule.period : fields.count(PATTERN);
  if (!period) return () => true;
  const full = rule.fullFirst ? 0 : period - 1;
  return (layer) => layer % period !== full;
}

/**
 * Describes a layer.
 * @param {Stack} stack
 * @param {number} layer
 * @param {boolean} isSliding
 * @returns {Layer}
 */
function layerAt(stack, layer, isSliding) {
  const { rule, fields, base, rotation, window } = stack;
  const heads = fields.countAt('attention.head_count', base.heads, layer);
  const keyHeads = fields.countAt('attention.head_count_kv', base.keyHeads, layer);
  if (!heads || !keyHeads || !hasAttention(stack, layer)) {
    const { headDim } = base;
    return { scheme: 'none', heads: base.heads, keyHeads: base.keyHeads, headDim };
  }
  const headDim = isSliding
    ? sizeOf(fields, 'attention.key_length_swa', base.headDim)
    : base.headDim;
  const shape = { heads, keyHeads, headDim };
  /** @type {Pick<Layer, 'window' | 'windowBothWays' | 'chunk'>} */
  const reach = {};
  if (isSliding) reach[rule.chunk ? 'chunk' : 'window'] = window;
  if (isSliding && rule.bothWays) reach.windowBothWays = true;
  if (!rotates(stack, layer, isSliding)) {
    const { temperature } = rule;
    return { scheme: 'nope', ...shape, ...reach, ...(temperature && { temperature }) };
  }
  const own = isSliding ? windowRotation(stack, layer) : fullRotation(stack);
  const { rotaryStart } = rotation;
  return { scheme: 'rope', ...shape, ...(rotaryStart && { rotaryStart }), ...own, ...reach };
}

/**
 * @param {Metadata} fields
 * @param {string} field
 * @param {number} fallback
 */
const sizeOf = (fields, field, fallback) =>
  fields.value(field) === undefined ? fallback : fields.count(field);

/** @param {Stack} stack */
function fullRotation({ rule, rotation }) {
  const { base, scaling } = rotation;
  const rotaryDim = rule.halfWhereFull ? rotation.rotaryDim / 2 : rotation.rotaryDim;
  return { base, rotaryDim, ...(scaling && { scaling }) };
}

/**
 * Reads the rotation of a layer with a window. In DeepSeek V4, layers that also attend to
 * compressed tokens have their own base. The layers that attend only to a window have no scaling.
 * @param {Stack} stack
 * @param {number} layer
 */
function windowRotation({ rule, fields, rotation }, layer) {
  const rotaryDim = sizeOf(fields, 'rope.dimension_count_swa', rotation.rotaryDim);
  const isPlain = rule.plainWindows || fields.countAt(COMPRESSION, 1, layer) === 0;
  const isCompressed = fields.isList(COMPRESSION) && !isPlain;
  const base = isCompressed
    ? fields.number('attention.compress_rope_freq_base', 1)
    : fields.number('rope.freq_base_swa', 1, rule.windowBase ?? rotation.base);
  const scaling = isPlain ? undefined : rotation.scaling;
  return { base, rotaryDim, ...(scaling && { scaling }) };
}

/**
 * Whether a layer has attention. Other layers have convolutions, or are recurrent.
 * @param {Stack} stack
 * @param {number} layer
 */
function hasAttention({ rule, fields }, layer) {
  const field = 'attention.recurrent_layers';
  if (fields.isList(field)) return !fields.list(field)[layer];
  const { attentionEvery = 1 } = rule;
  const every = attentionEvery > 1 ? sizeOf(fields, 'full_attention_interval', attentionEvery) : 1;
  return (layer + 1) % every === 0;
}

/**
 * @param {Stack} stack
 * @param {number} layer
 * @param {boolean} isSliding
 */
function rotates({ rule, fields, window }, layer, isSliding) {
  // Granite's files say with this field whether the model rotates.
  if (fields.name.startsWith('granite') && fields.value('rope.scaling.finetuned') === false)
    return false;
  if (rule.nope === 'every fourth') return (rule.chunk && !window) || (layer + 1) % 4 !== 0;
  if (rule.nope !== 'where full' || !window) return true;
  const isDense = layer < sizeOf(fields, DENSE, 0);
  return isSliding || (isDense && !!rule.denseRotate);
}
