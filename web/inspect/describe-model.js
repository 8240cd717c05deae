/*
 * Describes how a model encodes positions, from its config.json. First, find-family.js finds the
 * language model and its family. Then the numbers and dimensions of heads are read, and the
 * positional scheme is described. For rope, layers.js finds the kind of each layer, and
 * rotation.js reads how the layers rotate.
 */
import { alibiSlopes } from '../bias/alibi.js';
import * as check from '../check.js';
import { BFLOAT16, WIDEST, open } from '../wasm.js';
import {
  Fields,
  count,
  counts,
  divisorOf,
  even,
  isObject,
  number,
  oneOf,
  texts,
} from './fields.js';
import { CONTEXT_LENGTH, HEADS, HIDDEN_SIZE, findModel } from './find-family.js';
import {
  CHUNKED,
  COMPRESSED,
  FULL,
  LINEAR,
  MOST_LAYERS,
  SLIDING,
  planLayers,
  usesWindow,
} from './layers.js';
import { readRotation } from './rotation.js';

/** @typedef {import('./families.js').Family} Family */
/** @typedef {import('./families.js').LayerKind} LayerKind */
/** @typedef {import('./find-family.js').Found} Found */

/** @typedef {import('../rope/scaling.js').Scaling} Scaling */

/**
 * What the descriptions of all schemes have. A property that does not apply is undefined.
 * @typedef {object} Common
 * @property {number} heads 0 if the scheme is 'none'
 * @property {number} keyHeads the number of heads of keys and values
 * @property {number} headDim
 * @property {number} [contextLength]
 * @property {number} [window] a token attends to itself and to the tokens less than this many
 *   positions before it
 * @property {true} [windowBothWays] a token also attends to the tokens less than `window` positions
 *   after it
 * @property {number} [chunk] tokens attend within chunks of this many tokens
 * @property {{beta: number, floor: number}} [temperature] options of attentionTemperature, whose
 *   results multiply the queries
 * @property {number} [softmaxScale] the factor by which the positional scheme multiplies the scale
 *   of the scores, which is else 1 / sqrt(queryDim ?? headDim). For T5 it is sqrt(headDim). It does
 *   not contain scales that have nothing to do with positions (query_pre_attn_scalar)
 */

/**
 * Rotary positions. Images have sections: how many pairs turn with each axis.
 * @typedef {Common & {scheme: 'rope', layout: import('../rope/rope.js').Layout, rotaryDim: number,
 *   base: number, attentionFactor: number, rotaryStart?: number, scaling?: Scaling,
 *   queryDim?: number, sections?: number[], sectioning?: 'axial'}} RopeScheme
 *   layout: that of the weights in files on the Hugging Face hub. 'interleaved' and
 *   'interleaved-to-half' give the same scores. The transformers library rotates the interleaved
 *   pairs of DeepSeek V2 in place. It first moves the elements of DeepSeek V3 into halves.
 *   attentionFactor: multiplies all cosines and sines.
 *   rotaryStart: the first dimension of each head that rotates; 0 if left out.
 *   queryDim: for latent attention, how many dimensions a head of queries has, of which the last
 *   headDim rotate
 */

/**
 * ALiBi. maxBias is an option of alibiSlopes. `slopes` are the slopes of Falcon, which are rounded
 * to bfloat16, and divided by sqrt(headDim) so that the bias can be added to scaled scores.
 * @typedef {Common & {scheme: 'alibi', layout?: undefined, maxBias: number,
 *   slopes?: number[]}} AlibiScheme
 */

/**
 * T5's biases, with the options of t5Bias. If the model has `parts`, `bidirectional` is the value
 * for the encoder.
 * @typedef {Common & {scheme: 't5', layout?: undefined, buckets: number, maxDistance: number,
 *   bidirectional?: boolean, parts?: Parts}} T5Scheme
 */

/**
 * A learned table. dim: the dimensions of a row. maxPositions: the number of rows. offset: the row
 * of position 0. grid: how many rows and columns of patches an image has. prefix: the number of rows
 * before those of patches.
 * @typedef {Common & {scheme: 'learned', layout?: undefined, dim: number, maxPositions: number,
 *   offset?: number, grid?: number[], prefix?: number, parts?: Parts}} LearnedScheme
 */

/**
 * A sinusoidal table, with the options of `sinusoidal`. With `grid` (an image, with the options of
 * sinusoidal2d) or `sections` (DETR: how many dimensions of a row are for the row and the column of
 * a pixel) it has two axes. The type of the layout is any, so that each function accepts the
 * description.
 * @typedef {Common & {scheme: 'sinusoidal', layout?: any, dim: number, base: number,
 *   start?: number, grid?: number[], prefix?: number, sections?: number[], maxPositions?: number,
 *   parts?: Parts}} SinusoidalScheme
 */

/**
 * Other schemes. 'nope': attention encodes no positions; 'none': there is no attention;
 * 'convolution': a convolution over time is added. maxDistance: for 'relative' the largest distance,
 * for 'deberta' an option of debertaBias, as `buckets`. grid: for 'swin' and 'swinv2' how many rows
 * and columns a window has.
 * @typedef {Common & {layout?: undefined, maxDistance?: number, buckets?: number, grid?: number[],
 *   queryDim?: number, scheme: 'relative' | 'deberta' | 'transformer-xl' | 'swin' | 'swinv2' |
 *   'convolution' | 'nope' | 'none'}} OtherScheme
 */

/**
 * The names of the properties that descriptions of any scheme have.
 * @typedef {keyof RopeScheme | keyof AlibiScheme | keyof T5Scheme | keyof LearnedScheme |
 *   keyof SinusoidalScheme | keyof OtherScheme} Property
 */

/**
 * A description in which the properties of other schemes are undefined.
 * @template T
 * @typedef {T & {[Name in Exclude<Property, keyof T>]?: undefined}} Only
 */

/**
 * A description by its scheme. `scheme` tells which properties there are.
 * @typedef {Only<RopeScheme> | Only<AlibiScheme> | Only<T5Scheme> | Only<LearnedScheme> |
 *   Only<SinusoidalScheme> | Only<OtherScheme>} Scheme
 */

/**
 * How one layer encodes positions. Layers of one kind are one object.
 * @typedef {Scheme} Layer
 */

/**
 * Describes how a model encodes positions. `scheme` tells which properties there are.
 *
 * perLayer: the description of each layer, if the config says how many there are. It is missing for
 *   models with an encoder and a decoder. If layers differ, the other properties describe those that
 *   rotate and attend to everything.
 * notes: what else an implementation has to do.
 * readAs: the type whose rules are used, if the model's own type is not known.
 * @typedef {Scheme & {perLayer?: Layer[], notes: string[], readAs?: string}} Description
 */

/**
 * A description of any scheme, with all properties that one may have.
 * @typedef {Omit<{[Name in Property]?: any}, keyof Common> & Common & {scheme: Scheme['scheme'],
 *   perLayer?: Layer[], notes: string[], readAs?: string}} AnyDescription
 */

/**
 * Properties of the encoder or the decoder. They replace the same properties of the description.
 * @typedef {{scheme?: Scheme['scheme'], layout?: any, base?: number, start?: number,
 *   bidirectional?: boolean}} PartOfModel
 */

/**
 * The properties that differ between the two parts of a model.
 * @typedef {Record<'encoder' | 'decoder', PartOfModel>} Parts
 */

/**
 * What has been read of a model before its scheme is described. `attention` has the fields of
 * `attn_config`, where MPT stores its scheme. `base` has the properties of all descriptions.
 * @typedef {Found & {attention: Fields, base: Base}} Model
 */

/**
 * The properties that the descriptions of all schemes have.
 * @typedef {{layout: any, heads: number, keyHeads: number, headDim: number,
 *   contextLength?: number, notes: string[]}} Base
 */

// Families use different names for the same quantity.
const KEY_HEADS = ['num_key_value_heads', 'num_kv_heads', 'n_head_kv'];

/** The scheme of each value of `position_embedding_type`. */
const EMBEDDINGS = /** @type {const} */ ({
  absolute: 'learned',
  alibi: 'alibi',
  relative_key: 'relative',
  relative_key_query: 'relative',
});

/**
 * Describes how a model encodes positions. The properties have the names of options of the other
 * functions:
 *
 *     const model = describeModel(config);
 *     ropeFrequencies(model.headDim, model);
 *
 * The whole description can be passed as options, also in calls like alibiBias(model.heads, 8, 8,
 * model). Each function reads only its own options.
 *
 * Fields that a file leaves out get the defaults of the model's class in the transformers library.
 * families.js has these defaults. If the class ignores a field, the description ignores it, too. A
 * model of an unknown type is read as a Llama if no field suggests otherwise. A note then says that
 * the layout and the values of missing fields are assumed.
 *
 * @param {unknown} config the parsed config.json of a Hugging Face model. If the model has several
 *   parts, its language model is described, or the only part that has positions
 * @returns {Description}
 * @throws {RangeError | TypeError} names the field that is missing or wrong
 * @example
 * const { scheme, headDim, rotaryDim, notes } = describeModel({
 *   model_type: 'gpt_neox',
 *   hidden_size: 512,
 *   num_attention_heads: 8,
 *   num_hidden_layers: 6,
 *   rotary_pct: 0.25,
 *   max_position_embeddings: 2048,
 * });
 * console.log(scheme, headDim, rotaryDim); // rope 64 16
 * console.log(notes); // ['16 of 64 dimensions rotate.']
 */
export function describeModel(config) {
  check.enter('describeModel');
  const found = findModel(config);
  const attention = found.fields.part('attn_config');
  const scheme = schemeOf({ ...found, attention });
  if (scheme === 'none') return { ...NONE, notes: found.notes };
  const model = { ...found, attention, base: readBase(found) };
  const described = /** @type {AnyDescription} */ (DESCRIBE[scheme](model));
  const { notes, perLayer, ...description } = described;
  const { readAs } = found;
  const isOther = found.family.scheme === 'alibi' && scheme !== 'alibi';
  const more = spoken([isOther && 'The config turns ALiBi off, but Transformers 5 adds it.']);
  const assumed = readAs === undefined ? {} : { readAs };
  const all = [...found.notes, ...notes, ...more];
  const layers = perLayer ?? alikeLayers(model, description);
  return /** @type {Description} */ ({ ...description, perLayer: layers, ...assumed, notes: all });
}

/**
 * The fields with the number of layers. A file that has one of the first two may have another number
 * in num_hidden_layers.
 */
const LAYERS = ['num_layers_per_stack', 'num_layers', 'num_hidden_layers', 'n_layer', 'n_layers'];

/**
 * Returns the layers of a model whose layers are alike, if the config says how many there are. A
 * model with an encoder and a decoder has no single list of layers.
 * @param {Model} model
 * @param {Omit<AnyDescription, 'notes'>} description
 * @returns {Layer[] | undefined}
 */
function alikeLayers({ fields }, { parts, ...description }) {
  const isOne = !parts && fields.value('decoder_layers', 'is_encoder_decoder') === undefined;
  const total = isOne ? fields.optional(LAYERS, count(1, MOST_LAYERS)) : undefined;
  if (total === undefined) return undefined;
  const layer = /** @type {Layer} */ (description);
  return Array.from({ length: total }, () => layer);
}

/** Describes models without attention or without positions. */
const NONE = {
  scheme: /** @type {const} */ ('none'),
  layout: undefined,
  heads: 0,
  keyHeads: 0,
  headDim: 0,
};

/**
 * Reads the properties that all schemes have.
 * @param {Found} found
 * @returns {Base}
 */
function readBase({ fields, family }) {
  const { layout } = family;
  const contextLength = fields.optional(CONTEXT_LENGTH, count());
  return { layout, ...readHeads(fields, family), contextLength, notes: [] };
}

/**
 * Reads how many heads a model or a layer has, and how many dimensions each head has.
 * @param {Fields} fields
 * @param {Family} family
 */
function readHeads(fields, family) {
  const { headsPerKeyHead } = family;
  const heads = headsPerKeyHead
    ? fields.read(headsPerKeyHead, count()) * fields.read(KEY_HEADS, count())
    : firstOf(fields, HEADS, family);
  const keyHeads = hasOneKeyHead(fields, family)
    ? 1
    : fields.read(KEY_HEADS, divisorOf(heads), heads);
  return { heads, keyHeads, headDim: readHeadDim(fields, family, heads) };
}

/**
 * Reads a count. Swin and Hiera have a list of counts, one for each stage. Its first count is read.
 * @param {Fields} fields
 * @param {string[]} names
 * @param {Family} family
 */
function firstOf(fields, names, { scheme }) {
  const value = fields.value(...names);
  const isStaged = Array.isArray(value) && /^swin|patches/.test(scheme ?? '');
  return count()(fields.pathOf(...names), isStaged ? value[0] : value);
}

/**
 * @param {Fields} fields
 * @param {Family} family
 */
function hasOneKeyHead(fields, family) {
  if (family.latentAttention) return true;
  return fields.value('multi_query') && !fields.value('new_decoder_architecture');
}

/**
 * @param {Fields} fields
 * @param {Family} family
 * @param {number} heads
 */
function readHeadDim(fields, family, heads) {
  const name = family.latentAttention ? 'qk_rope_head_dim' : 'head_dim';
  const given = fields.optional([name, 'd_kv'], count(1, WIDEST));
  if (given !== undefined) return given;
  const share = firstOf(fields, HIDDEN_SIZE, family) / heads;
  return check.count(`${fields.pathOf(...HIDDEN_SIZE)} / ${heads} heads`, share, 1, WIDEST);
}

/**
 * Returns the name of the function in DESCRIBE that describes the model. The config may choose a
 * scheme that differs from the scheme of the family.
 * @param {Omit<Model, 'base'>} model
 * @returns {keyof typeof DESCRIBE | 'none'}
 */
function schemeOf({ fields, attention, family }) {
  const { scheme = 'rope' } = family;
  if (family.schemeField) {
    const [name, schemes] = family.schemeField;
    const value = fields.value(name);
    const chosen = typeof value === 'object' ? '' : String(value);
    if (Object.hasOwn(schemes, chosen)) return schemes[chosen];
  }
  if (fields.read('alibi', check.flag, false)) return 'alibi';
  if (scheme === 'learned') {
    const words = /** @type {(keyof typeof EMBEDDINGS)[]} */ (Object.keys(EMBEDDINGS));
    return EMBEDDINGS[fields.read('position_embedding_type', oneOf(words), 'absolute')];
  }
  if (scheme !== 'alibi') return scheme;
  const rotates = attention.read('rope', check.flag, false);
  if (attention.read('alibi', check.flag, !rotates)) return 'alibi';
  return rotates ? 'rope' : 'learned';
}

/**
 * The function that describes the models of each scheme.
 * @satisfies {Record<string, (model: Model) => AnyDescription>}
 */
const DESCRIBE = {
  rope: describeRope,
  alibi: describeAlibi,
  t5: describeT5,
  patches: describePatches,
  image: describeImage,
  learned: describeLearned,
  sinusoidal: describeSinusoidal,
  sinusoidal2d: (model) => ({ ...describePatches(model), scheme: 'sinusoidal', base: 1e4 }),
  sine2d: describeSine2d,
  beit: describeBeit,
  relative: describeRelative,
  deberta: describeDeberta,
  nope: ({ base }) => ({ ...base, scheme: 'nope', layout: undefined }),
  convolution: describePlain,
  'transformer-xl': describePlain,
  swin: describeSwin,
  swinv2: describeSwin,
};

/**
 * Describes a model by the scheme of its family. Its config has no settings for this scheme.
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describePlain({ base, family }) {
  return { ...base, scheme: /** @type {Scheme['scheme']} */ (family.scheme) };
}

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeAlibi({ fields, attention, base, type }) {
  const isFalcon = fields.value('alibi');
  const maxBias = attention.read('alibi_bias_max', number(0, 126), 8);
  return {
    ...base,
    scheme: 'alibi',
    maxBias,
    slopes: isFalcon ? falconSlopes(base, maxBias) : undefined,
    notes: spoken([
      isFalcon &&
        'The bias has bfloat16 slopes, and is added before scores are divided by sqrt(headDim).',
      (isFalcon || type === 'bloom') && 'Distances skip padding.',
    ]),
  };
}

/**
 * Returns the slopes of Falcon. They are rounded to bfloat16, and added before scores are divided by
 * sqrt(headDim).
 * @param {Base} base
 * @param {number} maxBias
 */
function falconSlopes({ heads, headDim }, maxBias) {
  const slopes = alibiSlopes(heads, { maxBias });
  check.enter('describeModel');
  const { kernels, f64, window } = open();
  const rounded = window + 8 * heads;
  f64.set(slopes, window / 8);
  kernels.pe_halves(window, window, heads, BFLOAT16);
  kernels.pe_widen(rounded, window, heads, BFLOAT16);
  const values = f64.subarray(rounded / 8, rounded / 8 + heads);
  return Array.from(values, (slope) => slope / Math.sqrt(headDim));
}

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeT5({ fields, family, base, type }) {
  // These limits on the number of buckets are those of t5Bias.
  const mostBuckets = Math.min(32768, Math.trunc(131072 / base.heads));
  const buckets = fields.read('relative_attention_num_buckets', even(4, mostBuckets), 32);
  const farther = count(Math.floor(buckets / 4) + 1);
  return {
    ...base,
    scheme: 't5',
    ...readParts(fields, family),
    buckets,
    maxDistance: fields.read('relative_attention_max_distance', farther, 128),
    softmaxScale: Math.sqrt(base.headDim),
    notes: spoken([
      'Scores are not divided by sqrt(headDim).',
      type === 'umt5' && 'Each layer has bias weights of its own.',
    ]),
  };
}

/**
 * Reads which parts a model with T5's biases has. An encoder has separate buckets for keys after
 * their query, and a decoder has none.
 * @param {Fields} fields
 * @param {Family} family
 * @returns {Pick<AnyDescription, 'bidirectional' | 'parts'>}
 */
function readParts(fields, { bidirectional }) {
  if (bidirectional !== undefined) return { bidirectional };
  const architectures = [fields.value('architectures')].flat();
  const isEncoder = architectures.some((name) => /EncoderModel$/.test(String(name)));
  const isWhole = fields.read('is_encoder_decoder', check.flag, true);
  if (isWhole && !isEncoder) return { bidirectional: true, parts: BOTH_PARTS };
  const isDecoder = !isEncoder && fields.read('is_decoder', check.flag, false);
  return { bidirectional: !isDecoder };
}

/** The parts of a whole T5. Its class ignores `is_decoder`. @type {Parts} */
const BOTH_PARTS = { encoder: { bidirectional: true }, decoder: { bidirectional: false } };

/**
 * Describes a vision model, which learns one row for each patch of an image.
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describePatches({ fields, family, base }) {
  const prefix = fields.read('n_cls_tokens', count(0), family.prefix);
  const dim = firstOf(fields, HIDDEN_SIZE, family);
  const grid = readGrid(fields);
  const others = fields.read('num_detection_tokens', count(0), 0);
  const maxPositions = grid.reduce((product, side) => product * side) + prefix + others;
  return {
    ...base,
    scheme: 'learned',
    dim,
    grid,
    prefix,
    maxPositions,
    contextLength: maxPositions,
  };
}

/**
 * Reads how many rows and columns of patches an image has. If patches have several frames, as in
 * videos, the number of patches in time comes first.
 * @param {Fields} fields
 */
function readGrid(fields) {
  const names = ['num_patches', 'num_position_embeddings'];
  const patches = fields.optional(names, count());
  if (patches !== undefined) {
    const side = check.count(`sqrt(${fields.pathOf(...names)})`, Math.sqrt(patches), 1);
    return [side, side];
  }
  const tubelet = fields.value('tubelet_size');
  const patch = [tubelet].flat()[1] ?? fields.value('patch_size');
  const [sizes, strides = []] = fields.value('time_stride') ? SPECTROGRAM : IMAGE;
  const sides = sizes.map((name, axis) => shareOf(fields, name, patch, axis, strides[axis]));
  if (tubelet === undefined || fields.value('num_frames') === undefined) return sides;
  return [shareOf(fields, 'num_frames', tubelet, 0), ...sides];
}

/** The fields with the size of an image on each axis. */
const IMAGE = [['image_size', 'image_size']];

/** The fields with the size of a spectrogram on each axis, and with the strides of its patches. */
const SPECTROGRAM = [
  ['num_mel_bins', 'max_length'],
  ['frequency_stride', 'time_stride'],
];

/**
 * Returns how many patches fit on one axis. A size may be one number for all axes. Patches
 * overlap if they are longer than a stride.
 * @param {Fields} fields
 * @param {string} name
 * @param {unknown} patch
 * @param {number} axis
 * @param {string} [stride] the field with the stride, if it differs from the size of a patch
 */
function shareOf(fields, name, patch, axis, stride) {
  /** @param {unknown} value */
  const onAxis = (value) => (Array.isArray(value) ? value[axis] : value);
  const whole = count()(fields.pathOf(name), onAxis(fields.value(name)));
  const part = count()(fields.pathOf('patch_size'), onAxis(patch));
  const step = stride ? fields.read(stride, count()) : part;
  const patches = Math.floor((whole - part) / step) + 1;
  return check.count(`${fields.path}.${name} / patch_size`, patches, 1);
}

/**
 * Describes a vision model that rotates queries and keys by the row and the column of their patch.
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeImage({ fields, family, base }) {
  const { headDim } = base;
  const parameters = fields.part('rope_parameters');
  const quarter = check.count(`${fields.path}.head_dim / 4`, headDim / 4, 1);
  return {
    ...base,
    scheme: 'rope',
    layout: family.layout ?? 'half',
    rotaryDim: headDim,
    base: parameters.read('rope_theta', number(1), fields.value('rope_theta') ?? 1e4),
    sections: [quarter, quarter],
    sectioning: 'axial',
    attentionFactor: 1,
    softmaxScale: 1,
    notes: ['Positions come from gridPositions, in rows and columns of patches.'],
  };
}

/**
 * Reads how many dimensions the rows of a table have, and which row is for position 0.
 * @param {Model} model
 */
function readRows({ fields, family }) {
  const dim = firstOf(fields, ['table_dim', ...HIDDEN_SIZE], family);
  const offset = family.offset ?? fields.read('pad_token_id', count(0), 1) + 1;
  return { dim, offset };
}

/** @param {Model} model */
const readLength = ({ fields }) => fields.read(CONTEXT_LENGTH, count());

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeLearned(model) {
  const { fields, family, base } = model;
  const { dim, offset } = readRows(model);
  const length = readLength(model);
  // In OPT and BART, the offset adds rows to the length. In RoBERTa, the length includes the
  // offset.
  const rows = family.offset === undefined ? length : length + offset;
  const maxPositions = check.count(fields.pathOf(...CONTEXT_LENGTH), rows, offset + 1);
  const contextLength = maxPositions - offset;
  return {
    ...base,
    scheme: 'learned',
    layout: undefined,
    dim,
    offset,
    maxPositions,
    contextLength,
    ...(family.encoder && { parts: { encoder: family.encoder, decoder: { scheme: 'learned' } } }),
  };
}

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeSinusoidal(model) {
  const { dim, offset } = readRows(model);
  return { ...model.base, scheme: 'sinusoidal', base: 1e4, dim, start: offset };
}

/**
 * Describes DETR and related models. They add sines of the row and the column of a pixel to queries
 * and keys.
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeSine2d({ fields, family, base }) {
  const dim = firstOf(fields, HIDDEN_SIZE, family) / 2;
  return {
    ...base,
    scheme: 'sinusoidal',
    base: fields.read('sine_base', number(1), 1e4),
    dim: check.count(`${fields.pathOf(...HIDDEN_SIZE)} / 2`, dim, 1),
    sections: [dim, dim],
  };
}

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeBeit(model) {
  const { fields, base } = model;
  if (fields.read('use_absolute_position_embeddings', check.flag, false))
    return describePatches(model);
  const names = ['use_relative_position_bias', 'use_shared_relative_position_bias'];
  if (!names.some((name) => fields.read(name, check.flag, false))) return { ...NONE, notes: [] };
  const notes = ['The class token has three further biases.'];
  return { ...base, scheme: 'swin', grid: readGrid(fields), notes };
}

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeRelative(model) {
  const given = model.fields.optional('max_distance', count());
  return { ...model.base, scheme: 'relative', maxDistance: given ?? readLength(model) - 1 };
}

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeDeberta(model) {
  const { fields, base } = model;
  if (!fields.read('relative_attention', check.flag, false)) return describeLearned(model);
  const length = readLength(model);
  const buckets = Math.max(0, fields.read('position_buckets', number(), -1));
  const farthest = fields.read('max_relative_positions', number(), -1);
  const maxDistance = check.count(
    fields.pathOf('max_relative_positions'),
    farthest < 1 ? length : farthest,
  );
  const given = fields.read('pos_att_type', texts, '');
  const terms = ['c2p', 'p2c'].filter((term) => given.includes(term));
  return {
    ...base,
    scheme: 'deberta',
    buckets: even(0, 32768)(fields.pathOf('position_buckets'), buckets),
    maxDistance,
    softmaxScale: 1 / Math.sqrt(1 + terms.length),
    notes: spoken([
      `Scores are divided by sqrt(${1 + terms.length} headDim).`,
      terms.length === 1 && `Of the two terms c2p and p2c, there is only ${terms[0]}.`,
      terms.length === 0 && 'There is neither of the two terms, c2p and p2c.',
      fields.read('position_biased_input', check.flag, true) &&
        'Learned rows are added to the embeddings as well.',
    ]),
  };
}

/**
 * @param {Model} model
 * @returns {AnyDescription}
 */
function describeSwin({ fields, family, base }) {
  const side = fields.read('window_size', count());
  const isStaged = Array.isArray(fields.value('num_heads'));
  const heads = isStaged && fields.read('num_heads', counts()).slice(0, 8).join(', ');
  return {
    ...base,
    scheme: /** @type {'swin' | 'swinv2'} */ (family.scheme),
    grid: [side, side],
    notes: spoken([
      heads && `The stages have ${heads} heads.`,
      'Every other layer shifts its windows by half.',
    ]),
  };
}

/**
 * Describes a model with rope by the properties of its layers that rotate and attend to everything.
 * @param {Model} given
 * @returns {AnyDescription}
 */
function describeRope(given) {
  const { attention, base } = given;
  const isMpt = attention.value('rope');
  const model = isMpt ? { ...given, fields: mptFields(given), family: MPT_ROPE } : given;
  const { fields, family } = model;
  const { layers, kinds } = readLayers(model);
  const main =
    kinds.find(({ kind, scheme }) => kind === FULL && scheme === 'rope') ??
    kinds.find(({ scheme }) => scheme === 'rope') ??
    kinds.find(({ scheme }) => scheme === 'nope') ??
    kinds[0];
  const inHalves = fields.value('rope_interleave') === false;
  const layout = inHalves ? 'half' : (family.layout ?? 'half');
  const { heads, keyHeads, headDim, contextLength } = base;
  const sizes = { heads, keyHeads, headDim, contextLength, ...readQueryDim(model) };
  const shared = { layout, ...sizes };
  /** @type {Map<object, Layer>} */
  const whole = new Map();
  for (const { layer } of kinds) whole.set(layer, completed(layer, shared));
  return {
    ...shared,
    ...main.layer,
    notes: ropeNotes(model, layout, main.layer),
    perLayer:
      layers.length > 1
        ? layers.map((layer) => /** @type {Layer} */ (whole.get(layer)))
        : undefined,
  };
}

/**
 * Completes the description of a layer.
 * @param {Layer} layer
 * @param {Omit<Base, 'notes'>} shared
 * @returns {Layer}
 */
const completed = (layer, shared) =>
  /** @type {Layer} */ ({
    ...shared,
    layout: undefined,
    ...(layer.scheme === 'rope' && { layout: shared.layout }),
    ...layer,
  });

/**
 * Reads how many dimensions a head of queries has in latent attention, where only a part rotates.
 * @param {Model} model
 */
function readQueryDim({ fields, family, base: { headDim } }) {
  if (!family.latentAttention) return {};
  const still = fields.optional('qk_nope_head_dim', count(1, WIDEST - headDim));
  return still === undefined ? {} : { queryDim: still + headDim };
}

/** @type {Family} */
const MPT_ROPE = { types: '' };

/**
 * Returns the fields of MPT's rope. With rope_impl "hf", rope_hf_config has the scaling.
 * @param {Model} model
 */
function mptFields({ attention, base }) {
  const { type, factor } = attention.part('rope_hf_config').object;
  const isScaled = attention.value('rope_impl') === 'hf' && type !== 'no_scaling';
  const seen = {
    num_attention_heads: base.heads,
    head_dim: base.headDim,
    rope_theta: attention.value('rope_theta'),
    rope_scaling: isScaled && type ? { type, factor } : undefined,
  };
  return new Fields(seen, attention.path, { rope_scaling: 'rope_hf_config' });
}

/**
 * A layer, with its kind and its scheme.
 * @typedef {{kind: LayerKind, scheme: 'rope' | 'nope' | 'none', layer: any}} Kind
 */

/**
 * Reads the layers of a model with rope. `kinds` contains one layer for each combination of kind,
 * scheme, base and own fields. If all layers are alike, only the first is in `layers`.
 * @param {Model} model
 * @returns {{layers: any[], kinds: Kind[]}}
 */
function readLayers(model) {
  const { total, bases, kindOf, rotates } = planLayers(model.fields, model.family);
  const fieldsOf = ownFields(model, total);
  /** @type {Map<string, Kind>} */
  const kinds = new Map();
  const layers = Array.from({ length: total }, (_, index) => {
    const kind = kindOf(index);
    const attends = rotates(index, kind) ? 'rope' : 'nope';
    const scheme = kind === LINEAR ? 'none' : attends;
    const base = scheme === 'rope' ? bases?.[index] : undefined;
    const { fields, own } = fieldsOf(index, kind);
    const key = `${kind} ${scheme} ${base} ${own}`;
    const known = kinds.get(key);
    if (known) return known.layer;
    const layer = readLayer({ ...model, fields }, { kind, scheme, base });
    kinds.set(key, { kind, scheme, layer });
    return layer;
  });
  return { layers, kinds: [...kinds.values()] };
}

/**
 * Returns a function that finds the fields of a layer. In `per_layer_config`, some layers have
 * fields of their own, which the function also returns as JSON in `own`. Older files of Gemma 4
 * have special fields for all layers that attend to everything.
 * @param {Model} model
 * @param {number} total the number of layers
 */
function ownFields({ fields, family }, total) {
  const { object, path } = fields.part('per_layer_config');
  const isGlobal = family.globalHeads && fields.value('per_layer_config') === undefined;
  /** @type {Map<number, {fields: Fields, own: string}>} */
  const owners = new Map();
  for (const [name, value] of Object.entries(object)) {
    const { object: own, path: place } = new Fields(value, `${path}.${name}`);
    const layer = check.count(place, Number(name), 0, total - 1);
    const seen = new Fields({ ...fields.object, ...own }, place);
    owners.set(layer, { fields: seen, own: JSON.stringify(own) });
  }

  /** @param {number} index @param {LayerKind} kind */
  return (index, kind) =>
    owners.get(index) ?? {
      fields: isGlobal && kind === FULL ? globalFields(fields) : fields,
      own: '',
    };
}

/**
 * Returns the fields of Gemma 4's layers that attend to everything.
 * @param {Fields} fields
 */
function globalFields(fields) {
  const names = { head_dim: 'global_head_dim', num_key_value_heads: 'num_global_key_value_heads' };
  const { object, path } = fields;
  const keys = object.attention_k_eq_v && object.num_global_key_value_heads;
  const seen = { ...object, head_dim: fields.read(names.head_dim, even(2, WIDEST)) };
  if (!keys) return new Fields(seen, path, { head_dim: names.head_dim });
  return new Fields({ ...seen, num_key_value_heads: keys }, path, names);
}

/**
 * Describes the layers of one kind and scheme.
 * @param {Model} model
 * @param {{kind: LayerKind, scheme: Kind['scheme'], base: number | undefined}} layer
 * @returns {any} a layer, without the properties that all layers share
 */
function readLayer(model, { kind, scheme, base }) {
  const { fields, family } = model;
  const { contextLength } = model.base;
  const heads = readHeads(fields, family);
  const more = kind === SLIDING && family.slidingKeyHeads ? family.slidingKeyHeads : 1;
  const { headDim } = heads;
  const isRotated = scheme === 'rope';
  const rotation = isRotated
    ? readRotation({ fields, family, kind, headDim, base, contextLength })
    : undefined;
  const { rotaryDim = headDim } = rotation ?? {};
  return {
    scheme,
    ...heads,
    keyHeads: heads.keyHeads * more,
    ...rotation,
    rotaryStart: isRotated && family.rotatesLast ? headDim - rotaryDim : undefined,
    ...readWindow(fields, family, kind),
    chunk: kind === CHUNKED ? fields.optional('attention_chunk_size', count()) : undefined,
    temperature: readTemperature(fields, family, rotation),
    softmaxScale: family.latentAttention ? latentScale(rotation?.scaling) : 1,
  };
}

/**
 * Returns the factor of the softmax scale in latent attention: (0.1 mscale_all_dim ln(factor) +
 * 1)^2.
 * @param {Record<string, any>} [scaling]
 */
function latentScale({ mscale_all_dim: all, factor = 1 } = {}) {
  if (!all || !(factor > 1)) return 1;
  const magnitude = 0.1 * all * open().kernels.pe_log(factor) + 1;
  return magnitude * magnitude;
}

/**
 * Reads the window of the layers of one kind.
 * @param {Fields} fields
 * @param {Family} family
 * @param {LayerKind} kind
 * @returns {Pick<Common, 'window' | 'windowBothWays'>}
 */
function readWindow(fields, { windowBothWays }, kind) {
  const isWindowed = kind === SLIDING || kind === COMPRESSED;
  if (!isWindowed || !usesWindow(fields)) return { window: undefined };
  const width = fields.read('sliding_window', count());
  const asked = fields.value('use_bidirectional_attention');
  if (windowBothWays === 'reach') return { window: width + 1, windowBothWays: true };
  const isHalved =
    windowBothWays === 'width' ||
    (windowBothWays === 'if asked' && (asked === true || asked === 'all'));
  return isHalved ? { window: Math.floor(width / 2) + 1, windowBothWays: true } : { window: width };
}

/**
 * Reads the temperature of the queries. Llama 4 has it in layers without positions, Ministral 3 in
 * all layers.
 * @param {Fields} fields
 * @param {Family} family
 * @param {{scaling?: Record<string, any>} | undefined} rotation how the layer rotates, if it does
 * @returns {Common['temperature']}
 */
function readTemperature(fields, { temperature }, rotation) {
  const { llama_4_scaling_beta: beta, original_max_position_embeddings: floor } =
    rotation?.scaling ?? {};
  if (temperature === 'llama_4_scaling_beta' && beta)
    return { beta: number(0)(`${fields.path}.rope_parameters.llama_4_scaling_beta`, beta), floor };
  if (temperature !== 'attn_scale' || rotation) return undefined;
  if (!(fields.value('attn_temperature_tuning') ?? true)) return undefined;
  return {
    beta: fields.read('attn_scale', number(0), 0.1),
    floor: fields.read('floor_scale', count(), 8192),
  };
}

/**
 * Returns the notes for a model with rope.
 * @param {Model} model
 * @param {string} layout
 * @param {any} main
 */
function ropeNotes({ fields, family, base }, layout, main) {
  const { headDim, rotaryDim = headDim, rotaryStart, scaling = {}, temperature } = main;
  const { rope_type: type, original_max_position_embeddings: trainedLength } = scaling;
  const old = fields.value('rope_scaling');
  const ofKinds = Object.values(fields.value('rope_parameters', 'rope_scaling') ?? {});
  return spoken([
    layout === 'interleaved' && 'Pairs are (2i, 2i + 1).',
    family.latentAttention &&
      `The last ${base.headDim} dimensions of a head rotate; all heads share one such key.`,
    rotaryDim < headDim &&
      (rotaryStart
        ? `The last ${rotaryDim} of ${headDim} dimensions rotate.`
        : `${rotaryDim} of ${headDim} dimensions rotate.`),
    (type === 'yarn' || type === 'longrope') &&
      'The attention factor multiplies cosines and sines.',
    family.latentAttention &&
      scaling.mscale_all_dim &&
      'The softmax scale has a factor (0.1 mscale_all_dim ln(factor) + 1)^2.',
    family.fields?.rope_local_base_freq &&
      isObject(old) &&
      old.type &&
      !old.rope_type &&
      'Transformers 5 ignores the key type in rope_scaling.',
    ofKinds.some((part) => isObject(part) && part.truncate === false) &&
      'Transformers 5 ignores the key truncate in the object of a kind of layers.',
    type === 'longrope' && `Beyond ${trainedLength} positions all keys take long_factor.`,
    type === 'dynamic' && 'The base grows; cached keys keep an older one.',
    scaling.mrope_section &&
      'Each token has three positions, for time, height and width; mropePositions computes them.',
    temperature && 'The temperature at position p is what attentionTemperature gives for p - 1.',
  ]);
}

/**
 * Returns the notes that apply.
 * @param {unknown[]} notes each is a sentence, or a false value if it does not apply
 */
const spoken = (notes) => /** @type {string[]} */ (notes.filter(Boolean));
