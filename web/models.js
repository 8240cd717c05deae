/* What a model's config.json says of its positions. */
import * as check from './check.js';
import {ropeFrequencies} from './rope.js';
import {WIDEST} from './wasm.js';

/** The most layers that a config may name. */
const LAYERS = 4096;

/** Where a config holds that of its language model. */
const NESTED = ['text_config', 'llm_config', 'language_config'];

const FULL = 'full_attention', SLIDING = 'sliding_attention', LINEAR = 'linear_attention', KINDS = [FULL, SLIDING, LINEAR, 'chunked_attention'];
const WIDTH = 'qk_rope_head_dim head_dim d_kv', ROW = 'hidden_size n_embd d_model n_embed', LENGTH = 'max_position_embeddings n_positions max_seq_len seq_length max_sequence_length';
const NEIGHBOURS = 'interleaved', LATENT = 'interleaved-to-half', LEARNED = 'learned';

/**
 * Families by model_type, and how they differ from: rope, split in halves, base 10000, every dimension, layers alike. Fields that
 * their files omit have their defaults here. `every`: one layer of so many attends to everything, the last (`first`: the first); the others
 * are `other`, with a base of their own if `local`. `marked`: no_rope_layers tells which rotate, `crossed`: cross_attention_layers,
 * which do not. `shared`: keys have one head unless told otherwise. `sections`: of M-RoPE, interleaved.
 * @type {[string, Record<string, any>][]}
 */
const FAMILIES = [
  ['llama mistral qwen2 qwen2_moe qwen3 qwen3_moe gemma RefinedWeb RefinedWebModel', {}],
  ['mixtral phimoe qwen2_vl qwen2_5_vl', {base: 1e6}],
  ['mllama', {base: 5e5, crossed: 1}],
  ['qwen3_vl qwen3_vl_moe', {base: 5e5, sections: [24, 20, 20]}],
  ['qwen3_next', {headDim: 256, every: 4, other: LINEAR, part: 0.25}],
  ['qwen3_5 qwen3_5_moe', {headDim: 256, every: 4, other: LINEAR, part: 0.25, sections: [11, 11, 10]}],
  ['gemma2', {headDim: 256, every: 2}],
  ['gemma3', {headDim: 256, every: 6, base: 1e6, local: 1e4, heads: 8, keyHeads: 4, length: 131072}],
  ['gemma3n', {headDim: 256, every: 5, base: 1e6, local: 1e4}],
  ['gemma4 gemma4_unified', {headDim: 256, every: 6, base: 1e6, local: 1e4, wide: 512, scaled: 1}],
  ['phi', {part: 0.5}],
  ['phi3 phi4_multimodal phi4mm', {long: 1}],
  ['stablelm gpt_neox', {part: 0.25}],
  ['gpt_oss', {headDim: 64, every: 2, base: 15e4, scaled: 1}],
  ['deepseek_v2 deepseek_v3 kimi_k2', {headDim: 64, layout: LATENT}],
  ['gptj', {layout: NEIGHBOURS, rotary: 64}],
  ['cohere', {layout: NEIGHBOURS}],
  ['cohere2', {layout: NEIGHBOURS, every: 4, nope: 1}],
  ['glm glm4', {layout: NEIGHBOURS, part: 0.5}],
  ['llama4', {layout: NEIGHBOURS, headDim: 128, base: 5e5, marked: 1, chunk: 8192}],
  ['smollm3', {base: 2e6, marked: 1}],
  ['modernbert', {every: 3, first: 1, base: 16e4, local: 1e4, both: 1}],
  ['falcon', {shared: true}],
  ['bloom', {scheme: 'alibi'}],
  ['mpt', {scheme: 'alibi', offset: 0}],
  ['t5 mt5 umt5', {scheme: 't5'}],
  ['bert gpt2 gpt_neo', {scheme: LEARNED, offset: 0}],
  ['opt bart mbart', {scheme: LEARNED, offset: 2}],
  ['roberta xlm-roberta', {scheme: LEARNED}],
  ['siglip_vision_model', {scheme: LEARNED, prefix: 0}],
  ['vit dinov2 clip_vision_model', {scheme: LEARNED, prefix: 1}],
  ['marian', {scheme: 'sinusoidal', layout: 'concatenated', offset: 0}],
  ['m2m_100', {scheme: 'sinusoidal', layout: 'fairseq'}]
];

/** @param {any} value */
const isRecord = value => typeof value === 'object' && value && !Array.isArray(value);

/** @param {string} name @param {any} value */
const record = (name, value) => isRecord(value) ? value : check.refuseKind(name, 'an object', value);

/** @param {string} name @param {any} value */
const text = (name, value) => typeof value === 'string' ? value : check.refuseKind(name, 'a string', value);

/** The field of several that is there and not null, by its path; else all. @param {any} c @param {string} path @param {string} names */
const nameOf = (c, path, names) => `${path}.${names.split(' ').find(key => c[key] != null) ?? names.replaceAll(' ', ' or ')}`;

/**
 * Reads the first of several fields that is there and not null, or the fallback: a count of at least 1, or what another check takes; null
 * passes as a fallback. Its error names the field.
 * @param {any} c @param {string} path
 * @returns {(names: string, fallback?: any, test?: (name: string, value: any, least?: any, most?: any) => any, least?: number, most?: number) => any}
 */
const reader = (c, path) => (names, fallback, test = check.count, least = 1, most) => {
  const value = names.split(' ').map(key => c[key]).find(value => value != null) ?? fallback;
  return value === null ? undefined : test(nameOf(c, path, names), value, least, most);
};

/** @param {string} name @param {any} value @param {number} least @param {number} whole */
const divisor = (name, value, least, whole) => whole % check.count(name, value, least) ? check.refuse(name, `a divisor of ${whole} heads`, value) : value;

/**
 * What the layers of one kind rotate by.
 * @param {any} c @param {string} path @param {any} m the family @param {string} kind @param {number | undefined} length @param {number} headDim
 */
function rotation(c, path, m, kind, length, headDim) {
  const read = reader(c, path), key = c.rope_parameters == null ? 'rope_scaling' : 'rope_parameters', local = kind === SLIDING && m.local;
  let at = `${path}.${key}`, p = record(at, c[key] ?? (m.scaled ? undefined : {}));
  if (FULL in p || SLIDING in p) {
    const own = kind === SLIDING ? kind : FULL;
    p = record(at += `.${own}`, p[own]);
  } else if (local && !m.both) p = {};
  if (m.sections) p = {mrope_section: m.sections, ...p, mrope_interleaved: true};
  const given = reader(p, at), partial = 'partial_rotary_factor', longest = 'max_position_embeddings', trained = `original_${longest}`;
  const fields = local ? 'rope_local_base_freq local_rope_theta' : 'rope_theta global_rope_theta rotary_emb_base';
  const base = given('rope_theta', read(fields, local || m.base || 1e4, check.number), check.number);
  const part = given(partial, read(`${partial} rotary_pct`, m.part ?? 1, check.number, 0, 1), check.number, 0, 1);
  // a factor without a type is of a type that is misspelt
  let type = given('rope_type type', p.factor == null ? 'default' : undefined, text);
  if (type === 'su' || m.long && type === 'yarn') type = 'longrope';
  if (type === 'mrope') type = 'default';
  const long = type === 'longrope', {type: _, rope_theta: __, ...rest} = p, whole = type === 'proportional';
  if (long) for (const name of ['short', 'long']) given(`${name}_mscale`, null, check.number, 1e-300);
  given('mrope_interleaved', false, check.flag);
  const found = {
    base, rotaryDim: whole ? headDim : read('rotary_dim', m.rotary ?? null, check.even, 2, headDim) ?? Math.trunc(headDim * part),
    scaling: type === 'default' && p.mrope_section == null ? undefined : {
      ...rest, rope_type: type, [partial]: whole ? part : undefined, [longest]: given(longest, length ?? null),
      [trained]: given(trained, p[trained] ?? read(trained, long ? undefined : type === 'yarn' && length || null) ?? null)
    }
  };
  try {
    for (const contextLength of [0, 1e12]) ropeFrequencies(headDim, {...found, contextLength});
  } catch (/** @type {any} */ error) {
    // the fields behind the names of ropeFrequencies
    throw new error.constructor(error.message.replace(/\w+/, (/** @type {string} */ name) => /** @type {any} */ ({
      scaling: at, sections: `${at}.mrope_section`, base: `${p.rope_theta == null ? path : at}.rope_theta`,
      rotaryDim: nameOf(c, path, `${WIDTH} ${ROW}`) + (part < 1 ? ` times ${partial}` : '')
    })[name]));
  }
  return found;
}

/**
 * The layers of a rotary model, and what those have in common that see everything.
 * @param {any} c @param {string} path @param {any} m @param {any} common @param {(text: any) => void} note
 */
function describeRope(c, path, m, common, note) {
  const read = reader(c, path), {contextLength, headDim, keyHeads} = common, types = c.layer_types, qwen = /^qwen/.test(c.model_type);
  // Qwen's window is only there if asked for, and then from max_window_layers on
  const windowed = read('use_sliding_window', !qwen, check.flag), late = qwen && windowed;
  const lone = !types && !m.every && !m.marked && !m.crossed && !late;
  const every = read('sliding_window_pattern global_attn_every_n_layers no_rope_layer_interval full_attention_interval', m.every ?? 4);
  const count = lone ? 1 : read('num_hidden_layers', types?.length, check.count, 1, LAYERS);
  if (types) check.count(`${path}.layer_types.length`, types.length, count, count);
  const after = late ? read('max_window_layers', 28, check.count, 0) : count;
  const crossed = m.crossed && check.numbers(`${path}.cross_attention_layers`, c.cross_attention_layers, check.count);
  const marks = m.marked && c.no_rope_layers?.length && check.numbers(`${path}.no_rope_layers`, c.no_rope_layers, check.count, count);
  /** @type {Record<string, any>} */
  const made = {};
  const layers = Array.from({length: count}, (_, i) => {
    const regular = (m.first ? i : i + 1) % every;
    const kind = types ? check.word(`${path}.layer_types[${i}]`, types[i], KINDS) : m.every && regular ? m.other ?? SLIDING : i < after ? FULL : SLIDING;
    const turned = marks ? marks[i] : crossed ? !crossed.includes(i) : m.marked ? regular : !m.nope || kind !== FULL, scheme = kind === LINEAR ? 'none' : turned ? 'rope' : 'nope';
    const global = m.wide && kind === FULL, width = global ? read('global_head_dim', m.wide, check.even, 2, WIDEST) : headDim;
    return made[kind + scheme] ??= {
      scheme, headDim: width, keyHeads: global && c.attention_k_eq_v ? read('num_global_key_value_heads', keyHeads, divisor, 1, common.heads) : keyHeads,
      ...scheme === 'rope' ? rotation(c, path, m, kind, contextLength, width) : {},
      window: kind === SLIDING || lone && windowed ? read('sliding_window local_attention', null) : undefined,
      chunk: m.chunk && turned ? read('attention_chunk_size', m.chunk) : undefined,
      temperature: m.chunk && !turned && (c.attn_temperature_tuning ?? true) ?
        {beta: read('attn_scale', 0.1, check.number, 0), floor: read('floor_scale', 8192)} : undefined
    };
  });
  const sorts = Object.values(made), top = made[`${FULL}rope`] ?? sorts.find(({scheme}) => scheme === 'rope') ?? layers[0], {rotaryDim, scaling = {}} = top;
  const {rope_type: type, original_max_position_embeddings: trained} = scaling, layout = c.rope_interleave === false ? 'half' : m.layout ?? 'half';
  note(layout === NEIGHBOURS && 'Pairs are (2i, 2i + 1).');
  note(m.layout === LATENT && `The last ${headDim} dimensions of a head rotate; all heads share one such key.`);
  note(rotaryDim < top.headDim && `${rotaryDim} of ${top.headDim} dimensions rotate.`);
  note(/yarn|longrope/.test(type) && 'The attention factor multiplies cosines and sines.');
  note(scaling.mscale_all_dim && 'The softmax scale has a factor (0.1 mscale_all_dim ln(factor) + 1)^2.');
  note(type === 'longrope' && `Beyond ${trained} positions all keys take long_factor.`);
  note(type === 'dynamic' && 'The base grows; cached keys keep an older one.');
  note(scaling.mrope_section && 'Positions are those of mropePositions.');
  return {...common, layout, ...top, perLayer: sorts.length > 1 ? layers.map(layer => ({...layer})) : undefined};
}

/**
 * @typedef {object} Layer
 * @property {'rope' | 'nope' | 'none'} scheme nope: attention without positions; none: no attention
 * @property {number} headDim @property {number} keyHeads @property {number} [rotaryDim] @property {number} [base] @property {Record<string, any>} [scaling]
 * @property {number} [window] how far a token looks back; ModernBERT: both ways together
 * @property {number} [chunk] attention stays within chunks of so many
 * @property {{beta: number, floor: number}} [temperature] of attentionTemperature, by which queries are multiplied (Llama 4)
 */
/**
 * @typedef {object} Description what does not apply is undefined
 * @property {'rope' | 'nope' | 'alibi' | 't5' | 'learned' | 'sinusoidal' | 'relative'} scheme
 * @property {any} layout as the files on the hub need it. rope: 'half', 'interleaved' or 'interleaved-to-half', with which DeepSeek V2 in transformers, that
 *   leaves its output interleaved, has the same scores; sinusoidal: that of `sinusoidal`
 * @property {number} heads @property {number} keyHeads of keys and values @property {number} headDim
 * @property {number} [rotaryDim] @property {number} [base]
 * @property {Record<string, any>} [scaling] the model's own, with `rope_type`, and the lengths that its formula takes
 * @property {number} [contextLength]
 * @property {Layer[]} [perLayer] where layers differ; the fields beside it are then of the layers that rotate and see everything
 * @property {string[]} notes what else a port has to do
 * @property {number} [dim] width of the rows that are added (learned, sinusoidal)
 * @property {number} [maxPositions] rows of a learned table @property {number} [offset] row of position 0
 * @property {number} [start] of `sinusoidal`
 * @property {number[]} [grid] rows and columns of patches @property {number} [prefix] rows before them
 * @property {number} [maxBias] ALiBi
 * @property {number} [buckets] T5 @property {number} [maxDistance] @property {boolean} [bidirectional] of T5's encoder
 * @property {number} [window] @property {number} [chunk]
 */

/**
 * A model's positional scheme, in the words of the other functions:
 *
 *     const model = describeModel(config);
 *     ropeFrequencies(model.headDim, model);
 *
 * Given as options, as it is, each function takes from it what it knows; so does alibiBias(model.heads, 8, 8, model).
 *
 * @param {any} config the parsed config.json of a model (Hugging Face); of several parts, the language model's
 * @returns {Description}
 * @throws {RangeError | TypeError} that names the field which is missing or wrong
 */
export function describeModel(config) {
  let c = record('config', config), path = 'config';
  for (let key; (key = NESTED.find(key => isRecord(c[key]))); path += `.${key}`) c = {...c, [key]: undefined, ...c[key]};
  const name = text(`${path}.model_type`, c.model_type), type = name.replace(/_text(_model)?$/, '');
  /** @type {any} */
  const m = FAMILIES.find(([names]) => names.split(' ').includes(type))?.[1] ??
    check.word(`${path}.model_type`, name, FAMILIES.flatMap(([names]) => names.split(' ')));

  const read = reader(c, path), notes = /** @type {string[]} */ ([]), attention = read('attn_config', {}, record), own = reader(attention, `${path}.attn_config`);
  const note = (/** @type {any} */ line) => line && notes.push(line);
  const heads = read('num_attention_heads n_head n_heads num_heads encoder_attention_heads', m.heads);
  const one = m.layout === LATENT || (c.multi_query ?? m.shared) && !c.new_decoder_architecture;
  const keyHeads = one ? 1 : read('num_key_value_heads num_kv_heads n_head_kv', m.keyHeads ?? heads, divisor, 1, heads), width = () => read(ROW);
  const headDim = read(WIDTH, m.headDim ?? null, check.count, 1, WIDEST) ?? check.count(`${path}.hidden_size / ${heads} heads`, width() / heads, 1, WIDEST);
  const contextLength = read(LENGTH, m.length ?? null);
  const {scheme, layout} = m, found = {scheme, layout, heads, keyHeads, headDim, contextLength, notes};
  const added = scheme === LEARNED && check.word(`${path}.position_embedding_type`, c.position_embedding_type ?? 'absolute', ['absolute', 'alibi', 'relative_key', 'relative_key_query']);
  const scaled = read('alibi', false, check.flag);
  if (scaled || added === 'alibi' || own('alibi', scheme === 'alibi' && !attention.rope, check.flag)) {
    note(scaled && 'The bias is added before scores are divided by sqrt(headDim), from bfloat16 slopes.');
    note((scaled || type === 'bloom') && 'Distances skip padding.');
    return {...found, scheme: 'alibi', maxBias: own('alibi_bias_max', 8, check.number, 0, 126)};
  }
  if (own('rope', false, check.flag)) return describeRope(attention, `${path}.attn_config`, {}, found, note);
  if (!scheme) return describeRope(c, path, m, found, note);
  if (scheme === 't5') {
    note('Scores are not divided by sqrt(headDim).');
    note(type === 'umt5' && 'Each layer has weights.');
    // as many as t5Bias takes
    const buckets = read('relative_attention_num_buckets', 32, check.even, 4, Math.min(32768, 131072 / heads | 0));
    return {...found, bidirectional: true, buckets, maxDistance: read('relative_attention_max_distance', 128, check.count, (buckets >> 2) + 1)};
  }
  const dim = width();
  if (m.prefix !== undefined) {
    const side = check.count(`${path}.image_size / patch_size`, Math.floor(read('image_size') / read('patch_size')), 1), maxPositions = side * side + m.prefix;
    return {...found, dim, grid: [side, side], prefix: m.prefix, maxPositions, contextLength: maxPositions};
  }
  const most = read(LENGTH, m.length), offset = m.offset ?? read('pad_token_id', 1, check.count, 0) + 1;
  if (added && added !== 'absolute') return {...found, scheme: 'relative', maxDistance: most - 1};
  if (scheme === 'sinusoidal') return {...found, base: 1e4, dim, start: offset};
  const table = check.count(nameOf(c, path, LENGTH), m.offset ? most + offset : most, offset + 1);
  return {...found, scheme: LEARNED, dim, offset, maxPositions: table, contextLength: table - offset};
}
