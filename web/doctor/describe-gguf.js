/* Describes how a model encodes positions, from the metadata of its GGUF file. */
import { ropeFrequencies } from '../index.js';
import * as check from '../check.js';
import {
  HALF,
  INTERLEAVED,
  INTERLEAVED_SECTIONS,
  LAYERS,
  OTHERS,
  SECTIONED,
} from './gguf-architectures.js';
import { log } from './elementary.js';
import { layersOf } from './gguf-layers.js';

/** @typedef {import('../inspect/describe-model.js').AnyDescription} Description */
/** @typedef {import('../inspect/describe-model.js').Layer} Layer */
/** @typedef {Record<string, any>} Scaling */

/**
 * The rotation that the metadata gives for the whole model. Single layers may differ.
 * @typedef {object} GgufRotation
 * @property {'half' | 'interleaved'} layout
 * @property {number} rotaryDim
 * @property {number} [rotaryStart]
 * @property {number} base
 * @property {Scaling} [scaling]
 * @property {number[]} [sections]
 * @property {'chunked' | 'interleaved'} [sectioning]
 */

/**
 * The properties that all descriptions have.
 * @typedef {Pick<Description, 'heads' | 'keyHeads' | 'headDim' | 'queryDim' | 'contextLength'> &
 *   {layers: number, dim: number}} Base
 */

/** Baichuan has ALiBi if it has this many layers. */
const BAICHUAN_13B = 40;

const readOptions = check.reader('describeGguf', [], ({ factors }) => ({ factors }));

/**
 * Describes how a model encodes positions, from the metadata of its GGUF file, as describeModel
 * does from a config.json. The layout is the one that the weights in the file need. The converter
 * of llama.cpp permutes the weights of Llama and others. Their layout then differs from that of the
 * files on the Hugging Face hub.
 *
 * Some factors of frequencies are tensors of the file, and not metadata: `rope_freqs` of Llama 3.1,
 * and `rope_factors_long` and `rope_factors_short` of longrope. Give them as the option `factors`.
 *
 * @param {Record<string, unknown>} metadata the keys and values of the file, such as
 *   'general.architecture' and 'llama.rope.freq_base'. Integers may be bigints
 * @param {object} [options]
 * @param {Record<string, ArrayLike<number>>} [options.factors] the tensors rope_freqs,
 *   rope_factors_long and rope_factors_short, if the file contains them
 * @returns {Description}
 * @throws {RangeError | TypeError} names the field that is missing or wrong
 * @example
 * const { scheme, layout, headDim, base } = describeGguf({
 *   'general.architecture': 'llama',
 *   'llama.embedding_length': 4096,
 *   'llama.attention.head_count': 32,
 *   'llama.attention.head_count_kv': 8,
 *   'llama.block_count': 32,
 *   'llama.rope.freq_base': 500000,
 * });
 * console.log(scheme, layout, headDim, base); // rope interleaved 128 500000
 */
export function describeGguf(metadata, options) {
  const { factors = {} } = readOptions(options);
  const key = 'general.architecture';
  const name = check.readAny('metadata', metadata, [key])[key];
  if (typeof name !== 'string') return check.refuseKind(`metadata["${key}"]`, 'a string', name);
  const fields = new Metadata(name, metadata);
  const scheme = schemeOf(name, fields);
  if (scheme === 'none')
    return { scheme, layout: undefined, heads: 0, keyHeads: 0, headDim: 0, notes: [] };
  const base = readBase(name, fields);
  const tensors = check.readAny('factors', factors, TENSORS);
  const described = DESCRIBE[scheme](name, fields, base, tensors);
  if ('perLayer' in described || described.parts || !base.layers) return described;
  /** @type {Partial<Description>} */
  const layer = { ...described };
  delete layer.notes;
  return {
    ...described,
    perLayer: Array.from({ length: base.layers }, () => /** @type {any} */ (layer)),
  };
}

const TENSORS = ['rope_freqs', 'rope_factors_long', 'rope_factors_short'];

/** Reads fields of the metadata, which begin with the name of the architecture. */
export class Metadata {
  /** The values that were read. Each value is read once. @type {Map<string, unknown>} */
  #values = new Map();

  /** @param {string} name @param {Record<string, unknown>} metadata */
  constructor(name, metadata) {
    this.name = name;
    this.metadata = metadata;
  }

  /** @param {string} field */
  value(field) {
    const key = `${this.name}.${field}`;
    if (!this.#values.has(key)) {
      const value = check.readAny('metadata', this.metadata, [key])[key];
      this.#values.set(key, typeof value === 'bigint' ? Number(value) : value);
    }
    return this.#values.get(key);
  }

  /** @param {string} field */
  pathOf(field) {
    return `metadata["${this.name}.${field}"]`;
  }

  /**
   * Reads a count, which is at least 1. If each layer has a count, returns the largest count.
   * @param {string} field
   * @param {number} [fallback]
   */
  count(field, fallback) {
    const all = this.isList(field) ? this.list(field) : [this.value(field) ?? fallback];
    return Math.max(1, ...all.map((each) => check.count(this.pathOf(field), each, 0)));
  }

  /** @param {string} field */
  isList(field) {
    const value = this.value(field);
    return Array.isArray(value) || ArrayBuffer.isView(value);
  }

  /**
   * Reads the count of one layer. If the field is not a list, all layers have the fallback.
   * @param {string} field
   * @param {number} fallback
   * @param {number} layer
   */
  countAt(field, fallback, layer) {
    if (!this.isList(field)) return fallback;
    return check.count(`${this.pathOf(field)}[${layer}]`, this.list(field)[layer], 0);
  }

  /** @param {string} field @returns {unknown[]} */
  list(field) {
    const value = this.value(field);
    const given = ArrayBuffer.isView(value)
      ? Array.from(/** @type {Float64Array} */ (value))
      : value;
    const { length, read } = check.items(this.pathOf(field), given, 'a list');
    return Array.from({ length }, (_, i) => {
      const each = read(i);
      return typeof each === 'bigint' ? Number(each) : each;
    });
  }

  /** @param {string} field @param {number} least @param {number} [fallback] */
  number(field, least, fallback) {
    return check.number(this.pathOf(field), this.value(field) ?? fallback, least);
  }

  /** @param {string} field @param {number} least */
  optional(field, least) {
    return this.value(field) === undefined ? undefined : this.number(field, least);
  }
}

/**
 * @param {string} name
 * @param {Metadata} fields
 * @returns {keyof typeof DESCRIBE | 'none'}
 */
function schemeOf(name, fields) {
  if (name === 'baichuan' && fields.value('block_count') === BAICHUAN_13B) return 'alibi';
  for (const [scheme, names] of Object.entries(OTHERS))
    if (names.includes(name)) return /** @type {keyof typeof OTHERS} */ (scheme);
  const rotating = [INTERLEAVED, HALF, SECTIONED, INTERLEAVED_SECTIONS];
  if (rotating.some((names) => names.includes(name))) return 'rope';
  return check.refuse('metadata["general.architecture"]', 'an architecture of llama.cpp', name);
}

/**
 * @param {string} name
 * @param {Metadata} fields
 * @returns {Base}
 */
function readBase(name, fields) {
  const heads = fields.count('attention.head_count');
  const dim = fields.count('embedding_length');
  const isLatent = fields.value('attention.kv_lora_rank') !== undefined;
  const length = isLatent ? 'rope.dimension_count' : 'attention.key_length';
  const path = `${fields.pathOf('embedding_length')} / ${heads} heads`;
  const given = fields.value(length) === undefined ? undefined : fields.count(length);
  const context = fields.value('context_length');
  return {
    heads,
    keyHeads: isLatent ? 1 : fields.count('attention.head_count_kv', heads),
    headDim: given ?? check.count(path, dim / heads, 1),
    ...(isLatent && queryDimOf(fields)),
    contextLength: context === undefined ? undefined : fields.count('context_length'),
    layers: fields.value('block_count') === undefined ? 0 : fields.count('block_count'),
    dim,
  };
}

/**
 * Reads the dimension of a query head in latent attention. Newer files store it in
 * `key_length_mla`. They store the length of the compressed keys in `key_length`.
 * @param {Metadata} fields
 */
function queryDimOf(fields) {
  const names = ['attention.key_length_mla', 'attention.key_length'];
  const name = names.find((each) => fields.value(each) !== undefined);
  if (name === undefined || (name === names[1] && fields.value('attention.head_count_kv') === 1))
    return {};
  return { queryDim: fields.count(name) };
}

/** @param {Base} base */
const shared = ({ heads, keyHeads, headDim, queryDim, contextLength }) => ({
  heads,
  keyHeads,
  headDim,
  ...(queryDim !== undefined && { queryDim }),
  contextLength,
});

/** Functions that describe the models of each scheme. */
const DESCRIBE = {
  rope: describeRope,
  alibi: describeAlibi,
  t5: describeT5,
  learned: describeLearned,
  nope: describeNope,
};

/**
 * @param {string} name
 * @param {Metadata} fields
 * @param {Base} base
 * @returns {Description}
 */
function describeAlibi(name, fields, base) {
  const maxBias = fields.number('attention.max_alibi_bias', 0, 8);
  return { ...shared(base), scheme: 'alibi', layout: undefined, maxBias, notes: [] };
}

/**
 * @param {string} name
 * @param {Metadata} fields
 * @param {Base} base
 * @returns {Description}
 */
function describeT5(name, fields, base) {
  const buckets = fields.count('attention.relative_buckets_count', 32);
  const t5 = { scheme: /** @type {const} */ ('t5'), layout: undefined, buckets, maxDistance: 128 };
  const both = { encoder: { bidirectional: true }, decoder: { bidirectional: false } };
  const parts = name === 't5encoder' ? undefined : both;
  const notes = ['Scores are not divided by sqrt(headDim).'];
  return { ...shared(base), ...t5, bidirectional: true, parts, notes };
}

/**
 * @param {string} name
 * @param {Metadata} fields
 * @param {Base} base
 * @returns {Description}
 */
function describeLearned(name, fields, base) {
  const { dim, contextLength } = base;
  const table = { dim, maxPositions: contextLength, offset: 0 };
  return { ...shared(base), scheme: 'learned', layout: undefined, ...table, notes: [] };
}

/**
 * @param {string} name
 * @param {Metadata} fields
 * @param {Base} base
 * @returns {Description}
 */
function describeNope(name, fields, base) {
  return { ...shared(base), scheme: 'nope', layout: undefined, notes: [] };
}

/**
 * @param {string} name
 * @param {Metadata} fields
 * @param {Base} base
 * @param {Record<string, unknown>} tensors
 * @returns {Description}
 */
function describeRope(name, fields, base, tensors) {
  const { headDim } = base;
  const layout = layoutOf(name, fields);
  const rotaryDim = check.even(
    fields.pathOf('rope.dimension_count'),
    fields.count('rope.dimension_count', headDim),
    2,
    headDim,
  );
  const { scaling, notes } = readScaling(fields, base, rotaryDim, tensors);
  /** @type {GgufRotation} */
  const rotation = {
    layout,
    rotaryDim,
    base: fields.number('rope.freq_base', 1, 1e4),
    scaling,
    ...sectionsOf(name, fields),
  };
  if (LAYERS.get(name)?.rotatesLast) rotation.rotaryStart = headDim - rotaryDim;
  const { kind, layers } = layersOf(name, fields, base, rotation);
  const temperature = readTemperature(fields, scaling);
  const softmaxScale = readSoftmaxScale(fields, scaling);
  const whole = completer({ ...shared(base), temperature, softmaxScale }, rotation);
  const described = whole(kind);
  const perLayer = base.layers ? layers.map(whole) : undefined;
  if (described.scheme === 'nope') return { ...describeNope(name, fields, base), perLayer };
  const part = partOf(described);
  const wanted = layout === 'half' ? 'neox' : 'norm';
  const weights = `The weights of the file want the rotation "${wanted}" of llama.cpp.`;
  const shift =
    described.temperature &&
    'The temperature at position p is what attentionTemperature gives for p - 1.';
  const layouts = name === 'llama' ? [PERMUTED] : [];
  const more = [...(shift ? [shift] : []), weights, ...layouts];
  return { ...described, perLayer, notes: [...part, ...notes, ...more] };
}

/**
 * Returns a function that completes the description of a layer. Layers of one kind are one object.
 * @param {Partial<Layer>} common
 * @param {GgufRotation} rotation
 * @returns {(layer: Layer) => any}
 */
function completer(common, { layout, sections, sectioning }) {
  const known = new Map();
  const images = { ...(sections && { sections }), ...(sectioning && { sectioning }) };
  return (layer) => {
    const key = JSON.stringify(layer);
    if (!known.has(key)) {
      const turned =
        layer.scheme === 'rope' ? { layout, ...images, ...factorOf(layer, common) } : {};
      known.set(key, { ...common, layout: undefined, ...turned, ...layer });
    }
    return known.get(key);
  };
}

/**
 * Returns the attention factor of a layer that rotates.
 * @param {Layer} layer
 * @param {Partial<Layer>} common
 */
function factorOf({ headDim, base, rotaryDim, scaling }, { contextLength }) {
  const lengths = scaling && contextLength !== undefined ? { contextLength } : {};
  const { attentionFactor } = ropeFrequencies(headDim, { base, rotaryDim, scaling, ...lengths });
  return { attentionFactor };
}

/** The note on why Llama has one layout in GGUF files, and another on Hugging Face. */
const PERMUTED =
  'The conversion to GGUF permutes the weights of Llama. Its weights from Hugging Face want "half".';

/**
 * Reads the temperature: the model multiplies queries by a factor that grows with their position.
 * In Ministral 3, these queries also rotate.
 * @param {Metadata} fields
 * @param {Scaling} [scaling]
 * @returns {Description['temperature']}
 */
function readTemperature(fields, scaling) {
  const beta = fields.optional('attention.temperature_scale', 0);
  if (!beta) return undefined;
  const length = 'attention.temperature_length';
  const original = scaling?.original_max_position_embeddings;
  return { beta, floor: fields.number(length, 1, original ?? fields.value('context_length')) };
}

/**
 * Says which dimensions rotate, if not all do.
 * @param {Pick<Description, 'rotaryDim' | 'rotaryStart' | 'headDim'>} model
 */
function partOf({ rotaryDim = 0, rotaryStart, headDim }) {
  if (rotaryDim >= headDim) return [];
  if (rotaryStart) return [`The last ${rotaryDim} of ${headDim} dimensions rotate.`];
  return [`${rotaryDim} of ${headDim} dimensions rotate.`];
}

/**
 * Returns the layout of the weights. GLM-4 has interleaved pairs, unless its file divides the pairs
 * among the axes of images. A drafter (dflash) of DeepSeek V4 has interleaved pairs, as DeepSeek V4
 * has.
 * @param {string} name
 * @param {Metadata} fields
 */
function layoutOf(name, fields) {
  const isDeepSeek = name === 'dflash' && fields.value('hyper_connection.count');
  if (name === 'glm4' && fields.value('rope.dimension_sections') !== undefined) return 'half';
  return isDeepSeek || INTERLEAVED.includes(name) ? 'interleaved' : 'half';
}

/**
 * Reads how many pairs belong to each axis of images.
 * @param {string} name
 * @param {Metadata} fields
 * @returns {Pick<GgufRotation, 'sections' | 'sectioning'>}
 */
function sectionsOf(name, fields) {
  const isInterleaved = INTERLEAVED_SECTIONS.includes(name);
  const field = 'rope.dimension_sections';
  if (fields.value(field) === undefined) return {};
  const all = fields.list(field).map((each) => check.count(fields.pathOf(field), each));
  const sections = all.filter((each, axis) => axis < 3 || each > 0);
  return { sections, sectioning: isInterleaved ? 'interleaved' : 'chunked' };
}

/** @param {number} factor */
const isPlain = (factor) => factor === 0 || factor === 1;

/**
 * Reads the scaling, in the form that ropeFrequencies accepts.
 * @param {Metadata} fields
 * @param {Base} base
 * @param {number} rotaryDim
 * @param {Record<string, unknown>} tensors
 * @returns {{scaling?: Scaling, notes: string[]}}
 */
function readScaling(fields, { contextLength }, rotaryDim, tensors) {
  const type = fields.value('rope.scaling.type') ?? 'linear';
  const factor =
    fields.optional('rope.scaling.factor', 0) ?? fields.number('rope.scale_linear', 0, 1);
  const original = fields.optional('rope.scaling.original_context_length', 1) ?? contextLength;
  const lists = TENSORS.map((name) => factorsOf(name, tensors[name], rotaryDim / 2));
  const [freqs, long, short] = lists;
  const amplitude = fields.optional('rope.scaling.attn_factor', 0);
  const limits = {
    max_position_embeddings: contextLength,
    original_max_position_embeddings: original,
  };
  if (type === 'longrope' || long || short) {
    const notes = [
      'The factors of longrope are tensors: rope_factors_long and rope_factors_short.',
    ];
    if (!long || !short) return { notes };
    const own = { rope_type: 'longrope', long_factor: long, short_factor: short };
    return { scaling: { ...own, ...limits, attention_factor: amplitude }, notes };
  }
  if (type === 'yarn') return readYarn(fields, factor, { ...limits, amplitude });
  if (freqs) return readDivisors(freqs, fields.number('rope.freq_base', 1, 1e4), limits);
  if (type === 'none' || isPlain(factor)) return { notes: [] };
  if (type !== 'linear')
    return check.refuse(fields.pathOf('rope.scaling.type'), 'a known type', type);
  return { scaling: { rope_type: 'linear', factor }, notes: [] };
}

/** The context lengths of Llama models before scaling. Llama 3 has the first length. */
const ORIGINAL_LENGTHS = [8192, 4096, 16384, 32768, 2048];

/** The largest relative error of a file's factors, which were computed in float32. */
const DIVISOR_ERROR = 1 / 131072; // 2^-17

/**
 * Reads the factors by which a file divides the frequencies. The factors of Llama 3.1 follow the
 * formula llama3. Other factors are described as longrope, the only scaling with lists of factors.
 * Its long list and its short list are then equal.
 * @param {number[]} divisors
 * @param {number} base
 * @param {Record<string, number | undefined>} limits
 * @returns {{scaling: Scaling, notes: string[]}}
 */
function readDivisors(divisors, base, limits) {
  const width = 2 * divisors.length;
  const plain = ropeFrequencies(width, { base }).frequencies;
  const factor = Math.round(Math.max(...divisors));
  for (const original of ORIGINAL_LENGTHS) {
    /** @type {Scaling} */
    const scaling = {
      rope_type: 'llama3',
      factor,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: original,
    };
    const { frequencies } = ropeFrequencies(width, { base, scaling });
    const isLlama3 = divisors.every(
      (divisor, i) => Math.abs((frequencies[i] * divisor) / plain[i] - 1) <= DIVISOR_ERROR,
    );
    const says =
      'Frequencies are divided by the factors in rope_freqs. They are those of llama3, with factor ' +
      `${factor}.`;
    if (isLlama3) return { scaling, notes: [says] };
  }
  const lists = { rope_type: 'longrope', long_factor: divisors, short_factor: divisors };
  const notes = ['Frequencies are divided by the factors in rope_freqs, which follow no formula.'];
  return { scaling: { ...lists, ...limits, attention_factor: 1 }, notes };
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} pairs
 */
function factorsOf(name, value, pairs) {
  if (value === undefined) return undefined;
  /** @type {check.Check} */
  const test = (path, each) => check.number(path, each, 1e-9);
  return [...check.numbers(`factors.${name}`, value, test, pairs)];
}

/**
 * Reads the factor of the softmax scale. Only models with latent attention have one.
 * @param {Metadata} fields
 * @param {Scaling} [scaling]
 */
function readSoftmaxScale(fields, scaling) {
  const multiplier = fields.optional('rope.scaling.yarn_log_multiplier', 0);
  const isLatent = fields.value('attention.kv_lora_rank') !== undefined;
  const { rope_type: type, factor } = scaling ?? {};
  if (!multiplier || !isLatent || type !== 'yarn' || !(factor > 1)) return 1;
  const magnitude = 1 + multiplier * log(factor);
  return magnitude * magnitude;
}

/**
 * Reads YaRN. DeepSeek's files have a multiplier, with which llama.cpp moves the attention factor
 * from the cosines to the scores.
 * @param {Metadata} fields
 * @param {number} factor
 * @param {{amplitude?: number} & Record<string, number | undefined>} others
 */
function readYarn(fields, factor, { amplitude, ...limits }) {
  const multiplier = fields.optional('rope.scaling.yarn_log_multiplier', 0);
  const scaling = {
    rope_type: 'yarn',
    factor,
    ...limits,
    beta_fast: fields.optional('rope.scaling.yarn_beta_fast', 0),
    beta_slow: fields.optional('rope.scaling.yarn_beta_slow', 0),
    attention_factor: multiplier ? 1 : amplitude,
  };
  // Only models with latent attention also multiply the scores.
  const isLatent = fields.value('attention.kv_lora_rank') !== undefined;
  const notes =
    multiplier && isLatent
      ? [`Scores are multiplied by (1 + ${multiplier} ln ${factor})^2, and cosines are not scaled.`]
      : [];
  return { scaling, notes };
}
