/*
 * Describes how a model encodes positions, from its config.json. The steps are: find the part of
 * the config that describes the language model, find the family of the model, read the numbers and
 * dimensions of its heads, and describe its positional scheme.
 */
import * as check from '../check.js';
import { ropeFrequencies } from '../rope/rope.js';
import { WIDEST } from '../wasm.js';
import { FAMILIES } from './families.js';
import { Fields, count, counts, divisorOf, even, isObject, number, oneOf, text } from './fields.js';

/**
 * @typedef {import('./families.js').Family} Family
 * @typedef {import('./families.js').LayerKind} LayerKind
 */

/**
 * How one layer encodes positions.
 * @typedef {object} Layer
 * @property {'rope' | 'nope' | 'none'} scheme 'nope': attention without positions; 'none': no
 *   attention
 * @property {number} headDim
 * @property {number} keyHeads
 * @property {number} [rotaryDim]
 * @property {number} [base]
 * @property {Scaling} [scaling]
 * @property {number} [window] the number of tokens back to which a token attends; in ModernBERT,
 *   the width in tokens of a window that reaches both ways
 * @property {number} [chunk] tokens attend within chunks of this many tokens
 * @property {{beta: number, floor: number}} [temperature] options of attentionTemperature, whose
 *   results multiply the queries (Llama 4)
 */

/**
 * The scaling object of a model, with `rope_type` and the lengths that its formula needs. The other
 * fields may have any type, since they are copied from the config.
 * @typedef {Record<string, any>} Scaling
 */

/**
 * Describes how a model encodes positions. A property that does not apply to the model is
 * undefined.
 * @typedef {object} Description
 * @property {Layer['scheme'] | 'alibi' | 't5' | 'learned' | 'sinusoidal' | 'relative'} scheme
 * @property {any} layout the layout of the weights in files on the Hugging Face hub. For rope:
 *   'half', 'interleaved' or 'interleaved-to-half' (transformers keeps DeepSeek V2 interleaved,
 *   which gives the same scores). For sinusoidal: an option of `sinusoidal`. The type is any, so
 *   that each function accepts the description
 * @property {number} heads
 * @property {number} keyHeads the number of heads of keys and values
 * @property {number} headDim
 * @property {number} [rotaryDim]
 * @property {number} [base]
 * @property {Scaling} [scaling]
 * @property {number} [contextLength]
 * @property {Layer[]} [perLayer] present if layers differ; the other properties then describe the
 *   layers that rotate and attend to everything
 * @property {string[]} notes what else an implementation has to do
 * @property {number} [dim] the number of dimensions of the rows that are added (learned,
 *   sinusoidal)
 * @property {number} [maxPositions] the number of rows of a learned table
 * @property {number} [offset] the row of position 0 in a learned table
 * @property {number} [start] an option of `sinusoidal`
 * @property {number[]} [grid] the numbers of rows and columns of patches
 * @property {number} [prefix] the number of rows of the table before the rows of patches
 * @property {number} [maxBias] an option of `alibiSlopes`
 * @property {number} [buckets] an option of `t5Bias`
 * @property {number} [maxDistance] an option of `t5Bias`; for 'relative', the largest distance
 * @property {boolean} [bidirectional] an option of `t5Bias`, with the value for T5's encoder
 * @property {number} [window]
 * @property {number} [chunk]
 */

/**
 * What has been read of a model before its scheme is described.
 * @typedef {object} Model
 * @property {Fields} fields the fields of the language model
 * @property {Fields} attention the fields of `attn_config`, where MPT stores its scheme
 * @property {Family} family
 * @property {Sizes} sizes
 */

/**
 * The properties that the descriptions of all schemes have.
 * @typedef {Pick<Description, 'scheme' | 'layout' | 'heads' | 'keyHeads' | 'headDim' |
 *   'contextLength' | 'notes'>} Sizes
 */

const MOST_LAYERS = 4096;

/** The smallest attention factor that ropeFrequencies accepts. */
const LEAST = 1e-300;

/** The fields that contain the language model, in the config of a model with several parts. */
const LANGUAGE_MODELS = ['text_config', 'llm_config', 'language_config'];

// Families use different names for the same quantity.
const HEADS = ['num_attention_heads', 'n_head', 'n_heads', 'num_heads', 'encoder_attention_heads'];
const KEY_HEADS = ['num_key_value_heads', 'num_kv_heads', 'n_head_kv'];
const HEAD_DIM = ['qk_rope_head_dim', 'head_dim', 'd_kv'];
const HIDDEN_SIZE = ['hidden_size', 'n_embd', 'd_model', 'n_embed'];
const CONTEXT_LENGTH = [
  'max_position_embeddings',
  'n_positions',
  'max_seq_len',
  'seq_length',
  'max_sequence_length',
];
const BASE = ['rope_theta', 'global_rope_theta', 'rotary_emb_base'];
const LOCAL_BASE = ['rope_local_base_freq', 'local_rope_theta'];
const PARTIAL_ROTARY = ['partial_rotary_factor', 'rotary_pct'];
const WINDOW = ['sliding_window', 'local_attention'];
const GLOBAL_EVERY = [
  'sliding_window_pattern',
  'global_attn_every_n_layers',
  'no_rope_layer_interval',
  'full_attention_interval',
];

const FULL = 'full_attention';
const SLIDING = 'sliding_attention';
const LINEAR = 'linear_attention';
/** @type {LayerKind[]} */
const LAYER_KINDS = [FULL, SLIDING, LINEAR, 'chunked_attention'];

/** The accepted values of `position_embedding_type`. */
const EMBEDDINGS = ['absolute', 'alibi', 'relative_key', 'relative_key_query'];

/**
 * Describes how a model encodes positions, with the names of options of the other functions:
 *
 *     const model = describeModel(config);
 *     ropeFrequencies(model.headDim, model);
 *
 * The whole description can be passed as options, also in calls like alibiBias(model.heads, 8, 8,
 * model). Each function takes the properties that it knows.
 *
 * @param {unknown} config the parsed config.json of a Hugging Face model. If the model has several
 *   parts, its language model is described
 * @returns {Description}
 * @throws {RangeError | TypeError} names the field that is missing or wrong
 */
export function describeModel(config) {
  const fields = languageModel(new Fields(config, 'config'));
  const family = familyOf(fields);
  const attention = fields.part('attn_config', {});
  const model = { fields, attention, family, sizes: readSizes(fields, family) };
  return DESCRIBE[schemeOf(model)](model);
}

/** A config contains at most this many language models, one inside another. */
const MOST_PARTS = 8;

/**
 * Returns the fields of the language model. Where it lacks a field, the field of the whole model is
 * used.
 * @param {Fields} fields
 * @returns {Fields}
 */
function languageModel(fields) {
  for (let found = fields, parts = 0; ; parts++) {
    const name = LANGUAGE_MODELS.find((part) => isObject(found.object[part]));
    if (!name) return found;
    const { [name]: part, ...shared } = found.object;
    const path = `${found.path}.${name}`;
    if (parts === MOST_PARTS) check.refuseKind(path, `no part inside ${MOST_PARTS} others`, part);
    found = new Fields({ ...shared, ...check.readAll(path, part) }, path);
  }
}

/**
 * Finds the family that contains the model's type.
 * @param {Fields} fields
 */
function familyOf(fields) {
  const name = modelType(fields);
  const known = FAMILIES.find(({ modelTypes }) => modelTypes.includes(name));
  if (known) return known;
  const all = FAMILIES.flatMap(({ modelTypes }) => modelTypes);
  return check.refuse(
    fields.pathOf('model_type'),
    all.map((type) => `"${type}"`).join(' or '),
    fields.value('model_type'),
  );
}

/**
 * Returns the model's type without an ending that marks a part of a larger model.
 * @param {Fields} fields
 */
const modelType = (fields) => fields.read('model_type', text).replace(/_text(_model)?$/, '');

/**
 * Reads the properties that all schemes have.
 * @param {Fields} fields
 * @param {Family} family
 * @returns {Sizes}
 */
function readSizes(fields, family) {
  const { scheme = 'rope', layout } = family;
  const heads = fields.read(HEADS, count(), family.heads);
  const keyHeads = hasOneKeyHead(fields, family)
    ? 1
    : fields.read(KEY_HEADS, divisorOf(heads), family.keyHeads ?? heads);
  const headDim = readHeadDim(fields, family, heads);
  const contextLength = fields.optional(CONTEXT_LENGTH, count(), family.contextLength);
  return { scheme, layout, heads, keyHeads, headDim, contextLength, notes: [] };
}

/**
 * @param {Fields} fields
 * @param {Family} family
 */
function hasOneKeyHead(fields, family) {
  if (family.latentAttention) return true;
  const multiQuery = fields.value('multi_query') ?? family.multiQuery;
  return multiQuery && !fields.value('new_decoder_architecture');
}

/**
 * @param {Fields} fields
 * @param {Family} family
 * @param {number} heads
 */
function readHeadDim(fields, family, heads) {
  const given = fields.optional(HEAD_DIM, count(1, WIDEST), family.headDim);
  if (given !== undefined) return given;
  const share = fields.read(HIDDEN_SIZE, count()) / heads;
  return check.count(`${fields.path}.hidden_size / ${heads} heads`, share, 1, WIDEST);
}

/**
 * Returns the name of the function in DESCRIBE that describes the model. The config may choose a
 * scheme that differs from the scheme of the family.
 * @param {Model} model
 */
function schemeOf({ fields, attention, family }) {
  const scheme = family.scheme ?? 'rope';
  const embedding =
    scheme === 'learned'
      ? fields.read('position_embedding_type', oneOf(EMBEDDINGS), 'absolute')
      : 'absolute';
  if (fields.read('alibi', check.flag, false) || embedding === 'alibi') return 'alibi';
  const isAlibi = scheme === 'alibi' && !attention.value('rope');
  if (attention.read('alibi', check.flag, isAlibi)) return 'alibi';
  if (attention.read('rope', check.flag, false)) return 'rope';
  if (family.prefix !== undefined) return 'patches';
  if (embedding !== 'absolute') return 'relative';
  return scheme === 'alibi' ? 'learned' : scheme;
}

/**
 * Functions that describe a model of each scheme.
 * @satisfies {Record<string, (model: Model) => Description>}
 */
const DESCRIBE = {
  rope: describeRope,
  alibi: describeAlibi,
  t5: describeT5,
  patches: describePatches,
  learned: describeLearned,
  sinusoidal: describeSinusoidal,
  relative: describeRelative,
};

/**
 * @param {Model} model
 * @returns {Description}
 */
function describeAlibi({ fields, attention, sizes }) {
  const isFalcon = fields.value('alibi');
  return {
    ...sizes,
    scheme: 'alibi',
    maxBias: attention.read('alibi_bias_max', number(0, 126), 8),
    notes: spoken([
      isFalcon &&
        'The bias is added before scores are divided by sqrt(headDim), from bfloat16 slopes.',
      (isFalcon || modelType(fields) === 'bloom') && 'Distances skip padding.',
    ]),
  };
}

/**
 * @param {Model} model
 * @returns {Description}
 */
function describeT5({ fields, sizes }) {
  // t5Bias accepts the same numbers of buckets.
  const mostBuckets = Math.min(32768, Math.trunc(131072 / sizes.heads));
  const buckets = fields.read('relative_attention_num_buckets', even(4, mostBuckets), 32);
  const farther = count(Math.floor(buckets / 4) + 1);
  return {
    ...sizes,
    bidirectional: true,
    buckets,
    maxDistance: fields.read('relative_attention_max_distance', farther, 128),
    notes: spoken([
      'Scores are not divided by sqrt(headDim).',
      modelType(fields) === 'umt5' && 'Each layer has weights.',
    ]),
  };
}

/**
 * Describes a vision model, which learns one row for each patch of a square image.
 * @param {Model} model
 * @returns {Description}
 */
function describePatches({ fields, family, sizes }) {
  const { prefix = 0 } = family;
  const dim = fields.read(HIDDEN_SIZE, count());
  const patches = fields.read('image_size', count()) / fields.read('patch_size', count());
  const side = check.count(`${fields.path}.image_size / patch_size`, Math.floor(patches), 1);
  const maxPositions = side * side + prefix;
  return { ...sizes, dim, grid: [side, side], prefix, maxPositions, contextLength: maxPositions };
}

/**
 * Reads what is common to schemes with one vector for each position or distance.
 * @param {Model} model
 */
function readRows({ fields, family }) {
  const dim = fields.read(HIDDEN_SIZE, count());
  const length = fields.read(CONTEXT_LENGTH, count(), family.contextLength);
  const offset = family.offset ?? fields.read('pad_token_id', count(0), 1) + 1;
  return { dim, length, offset };
}

/**
 * @param {Model} model
 * @returns {Description}
 */
function describeLearned(model) {
  const { fields, family, sizes } = model;
  const { dim, length, offset } = readRows(model);
  // In OPT and BART, the offset adds rows to the length. In RoBERTa, the length includes the
  // offset.
  const rows = family.offset === undefined ? length : length + offset;
  const maxPositions = check.count(fields.pathOf(...CONTEXT_LENGTH), rows, offset + 1);
  const contextLength = maxPositions - offset;
  return { ...sizes, scheme: 'learned', dim, offset, maxPositions, contextLength };
}

/**
 * @param {Model} model
 * @returns {Description}
 */
function describeSinusoidal(model) {
  const { dim, offset } = readRows(model);
  return { ...model.sizes, base: 1e4, dim, start: offset };
}

/**
 * @param {Model} model
 * @returns {Description}
 */
function describeRelative(model) {
  return { ...model.sizes, scheme: 'relative', maxDistance: readRows(model).length - 1 };
}

/**
 * Describes a model with rope by the properties of its layers that rotate and attend to everything.
 * @param {Model} given
 * @returns {Description}
 */
function describeRope(given) {
  const { attention, sizes } = given;
  // MPT stores all of its rope fields in attn_config.
  const isMpt = attention.value('rope');
  const model = isMpt ? { ...given, fields: attention, family: { modelTypes: [] } } : given;
  const { fields, family } = model;
  const { layers, kinds } = readLayers(model);
  const main =
    kinds.get(`${FULL} rope`) ??
    [...kinds.values()].find(({ scheme }) => scheme === 'rope') ??
    layers[0];
  const inHalves = fields.value('rope_interleave') === false;
  const layout = inHalves ? 'half' : (family.layout ?? 'half');
  return {
    ...sizes,
    layout,
    ...main,
    notes: ropeNotes(model, layout, main),
    perLayer: kinds.size > 1 ? layers.map((layer) => ({ ...layer })) : undefined,
  };
}

/**
 * Reads the layers of a model with rope. `kinds` contains one layer for each combination of type
 * and scheme. If all layers are alike, only the first is in `layers`.
 * @param {Model} model
 * @returns {{layers: Layer[], kinds: Map<string, Layer>}}
 */
function readLayers(model) {
  const { total, alike, hasWindow, kindOf, rotates } = planLayers(model);
  const kinds = new Map();
  const layers = Array.from({ length: total }, (_, layer) => {
    const kind = kindOf(layer);
    const attends = rotates(layer, kind) ? 'rope' : 'nope';
    const scheme = kind === LINEAR ? 'none' : attends;
    const name = `${kind} ${scheme}`;
    const windowed = kind === SLIDING || (alike && hasWindow);
    if (!kinds.has(name)) kinds.set(name, readLayer(model, { kind, scheme, windowed }));
    return kinds.get(name);
  });
  return { layers, kinds };
}

/**
 * Finds the number of layers, the type of each layer, and which layers rotate.
 * @param {Model} model
 */
function planLayers({ fields, family }) {
  const types = fields.items('layer_types');
  const hasWindow = fields.read('use_sliding_window', check.flag, !family.optionalWindow);
  const isLateWindow = hasWindow && family.optionalWindow;
  const every = fields.read(GLOBAL_EVERY, count(), family.globalEvery ?? 4);
  const alike = !types && !family.globalEvery && !family.withoutPositions && !isLateWindow;
  const total = alike ? 1 : fields.read('num_hidden_layers', count(1, MOST_LAYERS), types?.length);
  if (types) check.count(`${fields.path}.layer_types.length`, types.length, total, total);
  const windowFrom = isLateWindow ? fields.read('max_window_layers', count(0), 28) : total;

  /** @param {number} layer */
  const isRegular = (layer) => (family.globalFirst ? layer : layer + 1) % every !== 0;
  /** @param {number} layer */
  const kindOf = (layer) => {
    if (types) return oneOf(LAYER_KINDS)(`${fields.path}.layer_types[${layer}]`, types.read(layer));
    if (family.globalEvery && isRegular(layer)) return family.otherLayers ?? SLIDING;
    return layer < windowFrom ? FULL : SLIDING;
  };
  const rotates = ROTATES[family.withoutPositions ?? 'nowhere'](fields, total, isRegular);
  return { total, alike, hasWindow, kindOf, rotates };
}

/**
 * Tells whether a layer rotates, by its index and its type.
 * @typedef {(layer: number, kind: LayerKind) => boolean} Rotates
 */

/**
 * For each value of a family's `withoutPositions`: returns a function that tells which layers
 * rotate.
 * @satisfies {Record<string, (fields: Fields, total: number,
 *   isRegular: (layer: number) => boolean) => Rotates>}
 */
const ROTATES = {
  nowhere: () => () => true,
  full_attention: () => (_, kind) => kind !== FULL,
  cross_attention_layers(fields) {
    const crossed = fields.read('cross_attention_layers', counts());
    return (layer) => !crossed.includes(layer);
  },
  no_rope_layers(fields, total, isRegular) {
    const name = 'no_rope_layers';
    const marks = fields.optional(name, counts());
    if (!marks?.length) return isRegular;
    if (marks.length !== total)
      check.refuse(fields.pathOf(name), `${total} numbers`, fields.value(name));
    return (layer) => marks[layer] !== 0;
  },
};

/**
 * Describes the layers of one type and scheme.
 * @param {Model} model
 * @param {{kind: LayerKind, scheme: Layer['scheme'], windowed: boolean}} layer
 * @returns {Layer}
 */
function readLayer(model, { kind, scheme, windowed }) {
  const { fields, family, sizes } = model;
  const globalHeadDim = kind === FULL ? family.globalHeadDim : undefined;
  const headDim = globalHeadDim
    ? fields.read('global_head_dim', even(2, WIDEST), globalHeadDim)
    : sizes.headDim;
  const hasGlobalKeys = globalHeadDim && fields.value('attention_k_eq_v');
  const isTempered = fields.value('attn_temperature_tuning') ?? true;
  const isRotated = scheme === 'rope';
  return {
    scheme,
    headDim,
    keyHeads: hasGlobalKeys
      ? fields.read('num_global_key_value_heads', divisorOf(sizes.heads), sizes.keyHeads)
      : sizes.keyHeads,
    ...(isRotated ? readRotation(model, kind, headDim) : {}),
    window: windowed ? fields.optional(WINDOW, count()) : undefined,
    chunk:
      family.chunk && isRotated
        ? fields.read('attention_chunk_size', count(), family.chunk)
        : undefined,
    temperature: family.chunk && !isRotated && isTempered ? readTemperature(fields) : undefined,
  };
}

/** @param {Fields} fields */
const readTemperature = (fields) => ({
  beta: fields.read('attn_scale', number(0), 0.1),
  floor: fields.read('floor_scale', count(), 8192),
});

/**
 * Reads how the layers of one type rotate.
 * @param {Model} model
 * @param {LayerKind} kind
 * @param {number} headDim
 */
function readRotation(model, kind, headDim) {
  const { fields, family } = model;
  const parameters = ropeParameters(model, kind);
  const localBase = kind === SLIDING ? family.localBase : undefined;
  const baseNames = localBase ? LOCAL_BASE : BASE;
  // If the scaling object has these fields, they are used. The outer fields are checked all the
  // same.
  const outerBase = fields.read(baseNames, number(1), localBase ?? family.ropeBase ?? 1e4);
  const base = parameters.read('rope_theta', number(1), outerBase);
  const outerPart = fields.read(PARTIAL_ROTARY, number(0, 1), family.partialRotary ?? 1);
  const part = parameters.read('partial_rotary_factor', number(0, 1), outerPart);
  const type = ropeType(parameters, family);
  checkUnnamed(parameters, type);
  const isProportional = type === 'proportional';
  const rotaryDim = isProportional
    ? headDim
    : (fields.optional('rotary_dim', even(2, headDim), family.rotaryDim) ??
      Math.trunc(headDim * part));
  const scaling = readScaling(model, parameters, type, isProportional ? part : undefined);
  const rotation = { base, rotaryDim, scaling };
  checkRotation(headDim, rotation, {
    scaling: parameters.path,
    sections: `${parameters.path}.mrope_section`,
    base:
      parameters.value('rope_theta') === undefined
        ? fields.pathOf(...baseNames)
        : parameters.pathOf('rope_theta'),
    rotaryDim:
      fields.pathOf(...HEAD_DIM, ...HIDDEN_SIZE) + (part < 1 ? ' times partial_rotary_factor' : ''),
  });
  return rotation;
}

/** The fields of a scaling object that are lists of numbers, and the checks of their elements. */
const FACTOR_LISTS = {
  mrope_section: count(0),
  short_factor: check.anyNumber,
  long_factor: check.anyNumber,
};

/**
 * Returns the scaling object for layers of one type. Newer files have one such object for each
 * type.
 * @param {Model} model
 * @param {LayerKind} kind
 * @returns {Fields}
 */
function ropeParameters({ fields, family }, kind) {
  const name = fields.value('rope_parameters') === undefined ? 'rope_scaling' : 'rope_parameters';
  const all = fields.part(name, family.scalingRequired ? undefined : {});
  const isLocal = kind === SLIDING && family.localBase;
  let parameters = isLocal && !family.localScaling ? new Fields({}, all.path) : all;
  if (FULL in all.object || SLIDING in all.object)
    parameters = all.part(kind === SLIDING ? SLIDING : FULL);
  parameters.copyLists(FACTOR_LISTS);
  if (!family.mropeSections) return parameters;
  const sections = { mrope_section: family.mropeSections };
  return new Fields(
    { ...sections, ...parameters.object, mrope_interleaved: true },
    parameters.path,
  );
}

/**
 * Returns the type of a scaling, under the name that ropeFrequencies uses.
 * @param {Fields} parameters
 * @param {Family} family
 */
function ropeType(parameters, family) {
  // An object with a factor but no type is an error, since its type must be misspelt.
  const fallback = parameters.value('factor') === undefined ? 'default' : undefined;
  const type = parameters.read(['rope_type', 'type'], text, fallback);
  if (type === 'su' || (family.yarnIsLongrope && type === 'yarn')) return 'longrope';
  return type === 'mrope' ? 'default' : type;
}

/**
 * Checks the fields that ropeFrequencies does not check, or checks under other names.
 * @param {Fields} parameters
 * @param {string} type
 */
function checkUnnamed(parameters, type) {
  if (type === 'longrope') {
    parameters.optional('short_mscale', number(LEAST));
    parameters.optional('long_mscale', number(LEAST));
  }
  parameters.read('mrope_interleaved', check.flag, false);
}

/**
 * Returns the scaling object as ropeFrequencies takes it. It includes lengths from other parts of
 * the config.
 * @param {Model} model
 * @param {Fields} parameters
 * @param {string} type
 * @param {number | undefined} part the value of `partial_rotary_factor` in the result
 * @returns {Scaling | undefined}
 */
function readScaling({ fields, sizes }, parameters, type, part) {
  if (type === 'default' && parameters.value('mrope_section') === undefined) return undefined;
  const others = { ...parameters.object };
  delete others.type;
  delete others.rope_theta;
  return {
    ...others,
    rope_type: type,
    partial_rotary_factor: part,
    max_position_embeddings: parameters.optional(
      'max_position_embeddings',
      count(),
      sizes.contextLength,
    ),
    original_max_position_embeddings:
      parameters.optional('original_max_position_embeddings', count()) ??
      readTrainedLength(fields, type, sizes.contextLength),
  };
}

/**
 * Reads the context length in training from the fields outside the scaling object.
 * @param {Fields} fields
 * @param {string} type
 * @param {number | undefined} contextLength
 */
function readTrainedLength(fields, type, contextLength) {
  const name = 'original_max_position_embeddings';
  if (type === 'longrope') return fields.read(name, count());
  return fields.optional(name, count(), type === 'yarn' ? contextLength : undefined);
}

/** What marks the options of a call as a description, which may have options without effect. */
const DESCRIBED = { scheme: 'rope' };

/**
 * Refuses a rotation that ropeFrequencies would refuse. It tries few positions and many positions,
 * since longrope has different factors for them.
 * @param {number} headDim
 * @param {{base: number, rotaryDim: number, scaling?: Scaling}} rotation
 * @param {Record<string, string>} paths the path of the field behind each argument of
 *   ropeFrequencies
 */
function checkRotation(headDim, rotation, paths) {
  try {
    for (const contextLength of [0, 1e12])
      ropeFrequencies(headDim, { ...rotation, ...DESCRIBED, contextLength });
  } catch (error) {
    throw withPath(error, paths);
  }
}

/**
 * Replaces the argument in an error of ropeFrequencies by a field of the config. ropeFrequencies
 * begins each message with one of its arguments, but whoever passes a config knows only its fields.
 * @param {unknown} error
 * @param {Record<string, string>} paths the path of the field behind each argument
 */
function withPath(error, paths) {
  if (!(error instanceof TypeError || error instanceof RangeError)) return error;
  const message = error.message.replace(/^\w+/, (argument) => paths[argument] ?? argument);
  return error instanceof TypeError ? new TypeError(message) : new RangeError(message);
}

/**
 * Returns the notes for a model with rope.
 * @param {Model} model
 * @param {string} layout
 * @param {Layer} main
 */
function ropeNotes({ family, sizes }, layout, { headDim, rotaryDim = headDim, scaling = {} }) {
  const { rope_type: type, original_max_position_embeddings: trainedLength } = scaling;
  return spoken([
    layout === 'interleaved' && 'Pairs are (2i, 2i + 1).',
    family.latentAttention &&
      `The last ${sizes.headDim} dimensions of a head rotate; all heads share one such key.`,
    rotaryDim < headDim && `${rotaryDim} of ${headDim} dimensions rotate.`,
    (type === 'yarn' || type === 'longrope') &&
      'The attention factor multiplies cosines and sines.',
    scaling.mscale_all_dim &&
      'The softmax scale has a factor (0.1 mscale_all_dim ln(factor) + 1)^2.',
    type === 'longrope' && `Beyond ${trainedLength} positions all keys take long_factor.`,
    type === 'dynamic' && 'The base grows; cached keys keep an older one.',
    scaling.mrope_section && 'Positions come from mropePositions.',
  ]);
}

/**
 * Returns the notes that apply.
 * @param {unknown[]} notes each is a sentence, or a false value if it does not apply
 */
const spoken = (notes) => /** @type {string[]} */ (notes.filter(Boolean));
