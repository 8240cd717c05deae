/* What a model's config.json says of its positions. */
import * as check from './check.js';

/** The most layers and the widest head that a config may name. */
const LAYERS = 4096, WIDEST = 8192;

/** Where a config holds that of its language model. */
const NESTED = ['text_config', 'llm_config', 'language_config', 'thinker_config'];

const PATCHES = {scheme: 'learned', prefix: 1};
/**
 * Families by model_type, and what differs from: rope, split in halves, base 10000, every dimension, layers alike. What a
 * config file may omit, since the family's code has it, stands here too. `every`: each such layer attends to everything,
 * counted from the last of the group (or the `first`), and the others are `local` in base or kind.
 * @type {[string, Record<string, any>][]}
 */
const FAMILIES = [
  ['llama mistral qwen2 qwen2_moe qwen3 qwen3_moe gemma', {}],
  ['mixtral phimoe qwen2_vl qwen2_5_vl', {base: 1e6}],
  ['qwen3_vl qwen3_vl_moe', {base: 5e5}],
  ['qwen3_next qwen3_5 qwen3_5_moe', {part: 0.25, headDim: 256, every: 4, other: 'linear_attention'}],
  ['gemma2', {headDim: 256, every: 2}],
  ['gemma3', {headDim: 256, heads: 8, keyHeads: 4, length: 131072, every: 6, base: 1e6, local: 1e4}],
  ['gemma3n', {headDim: 256, every: 5, base: 1e6, local: 1e4}],
  ['gemma4 gemma4_unified', {
    headDim: 256, heads: 8, keyHeads: 4, length: 131072, every: 6, last: true, base: 1e6, local: 1e4, global: 512,
    scaling: {rope_type: 'proportional', partial_rotary_factor: 0.25}
  }],
  ['phi', {part: 0.5}],
  ['phi3 phi4_multimodal phi4mm', {long: true}],
  ['stablelm gpt_neox', {part: 0.25}],
  ['gpt_oss', {
    headDim: 64, base: 15e4, every: 2,
    scaling: {rope_type: 'yarn', factor: 32, beta_fast: 32, beta_slow: 1, truncate: false, original_max_position_embeddings: 4096}
  }],
  ['deepseek_v2 deepseek_v3 kimi_k2', {layout: 'interleaved-to-half', headDim: 64}],
  ['gptj codegen', {layout: 'interleaved', rotary: 64}],
  ['cohere', {layout: 'interleaved'}],
  ['cohere2', {layout: 'interleaved', every: 4, nope: true}],
  ['glm glm4', {layout: 'interleaved', part: 0.5}],
  ['llama4', {layout: 'interleaved', base: 5e5, headDim: 128, marked: true, chunk: 8192}],
  ['smollm3', {base: 2e6, marked: true}],
  ['modernbert', {base: 16e4, local: 1e4, both: true, every: 3, first: true}],
  ['falcon RefinedWeb RefinedWebModel', {before: true}],
  ['bloom', {scheme: 'alibi'}],
  ['mpt', {scheme: 'alibi', columns: true}],
  ['t5 mt5 umt5', {scheme: 't5'}],
  ['bert electra albert distilbert gpt2 gpt_bigcode gpt_neo', {scheme: 'learned', offset: 0}],
  ['roberta xlm-roberta camembert', {scheme: 'learned', offset: 'pad'}],
  ['opt bart mbart', {scheme: 'learned', offset: 2}],
  ['vit dinov2 clip_vision_model', PATCHES],
  ['deit', {...PATCHES, prefix: 2}],
  ['siglip_vision_model', {...PATCHES, prefix: 0}],
  ['vit_mae', {...PATCHES, scheme: 'sinusoidal2d'}],
  ['marian pegasus', {scheme: 'sinusoidal', layout: 'concatenated'}],
  ['m2m_100 fsmt', {scheme: 'sinusoidal', layout: 'fairseq', offset: 'pad'}],
  ['deberta deberta-v2', {scheme: 'relative'}]
];

/** Scalings by rope_type: what each needs, or which other it is. @type {Record<string, string>} */
const TYPES = {
  default: '', linear: 'factor', dynamic: 'factor', yarn: 'factor original_max_position_embeddings', longrope: 'original_max_position_embeddings short_factor long_factor',
  llama3: 'factor low_freq_factor high_freq_factor original_max_position_embeddings', proportional: '', su: '=longrope', mrope: '=default'
};

/** @param {any} value */
const isRecord = value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {any} value @param {string} name */
function record(name, value) {
  if (!isRecord(value)) check.refuseKind(name, 'an object', value);
  return value;
}

/**
 * Reads the first of several fields that is there and not null, by a check that names it in its error; or the fallback.
 * @param {any} c @param {string} path
 * @returns {(names: string, test: (name: string, value: any, ...limits: any[]) => any, fallback?: any, ...limits: any[]) => any}
 */
const reader = (c, path) => (names, test, fallback, ...limits) => {
  const keys = names.split(' '), key = keys.find(key => (c[key] ?? null) !== null);
  return key === undefined && fallback !== undefined ? fallback : test(`${path}.${key ?? keys[0]}`, c[key ?? keys[0]], ...limits);
};

/**
 * What the layers of one kind rotate by, beside the width of their heads.
 * @param {any} c @param {string} path @param {any} m the family @param {string} kind of layer
 * @param {number | null} length @param {number} headDim
 */
function rotation(c, path, m, kind, length, headDim) {
  const read = reader(c, path), key = (c.rope_parameters ?? null) === null ? 'rope_scaling' : 'rope_parameters';
  const local = kind === 'sliding_attention' && m.local;
  let at = `${path}.${key}`, p = record(at, c[key] ?? m.scaling ?? {});
  if (isRecord(p.full_attention) || isRecord(p.sliding_attention)) {
    const own = kind === 'sliding_attention' ? kind : 'full_attention';
    p = record(at += `.${own}`, p[own] ?? {});
  } else if (local && !m.both) p = {};
  const given = reader(p, at);
  const base = given('rope_theta', check.number, read(local ? 'rope_local_base_freq local_rope_theta' : 'rope_theta global_rope_theta rotary_emb_base',
    check.number, local || m.base || 1e4, 1), 1);
  let type = given('rope_type type', check.word, 'default', Object.keys(TYPES));
  if (TYPES[type][0] === '=') type = TYPES[type].slice(1);
  if (m.long && type === 'yarn') type = 'longrope';

  const part = given('partial_rotary_factor', check.number, read('partial_rotary_factor rotary_pct', check.number, m.part ?? 1, 0, 1), 0, 1);
  const rotaryDim = type === 'proportional' ? headDim : read('rotary_dim', check.count, m.rotary ?? Math.trunc(headDim * part), 0, headDim);
  if (rotaryDim > headDim || rotaryDim % 2) check.refuse(`${path}.head_dim`, 'a width whose rotary part is even', headDim);

  /** @type {any} */
  const scaling = {rope_type: type}, sections = given('mrope_section', check.numbers, null, check.count);
  if (sections && 2 * sections.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0) !== rotaryDim)
    check.refuse(`${at}.mrope_section`, `numbers whose sum is ${rotaryDim / 2}`, p.mrope_section);
  const kept = type === 'default' ? /^mrope_/ : /^(?!(rope_)?type$|rope_theta$|partial_)/;
  for (const name in p) if (p[name] !== null && kept.test(name)) scaling[name] = p[name];
  if (type === 'proportional') scaling.partial_rotary_factor = part;
  if (/dynamic|yarn|longrope/.test(type)) scaling.max_position_embeddings ??= length ?? undefined;
  if (/yarn|longrope/.test(type)) scaling.original_max_position_embeddings ??= c.original_max_position_embeddings ?? (type === 'yarn' ? length : undefined);
  if (type === 'yarn') scaling.factor ??= scaling.max_position_embeddings / scaling.original_max_position_embeddings || undefined;
  const full = reader(scaling, at);
  for (const name of TYPES[type].split(' ').filter(Boolean))
    /^(short|long)_/.test(name) ? full(name, check.numbers, undefined, check.number, rotaryDim / 2) : full(name, check.number, undefined, 0);
  return {base, rotaryDim, scaling: type === 'default' && !sections ? undefined : scaling};
}

/**
 * The kind of each layer, or undefined if the config tells none.
 * @param {any} c @param {string} path @param {any} m @param {ReturnType<typeof reader>} read @returns {string[] | undefined}
 */
function layerKinds(c, path, m, read) {
  const layers = () => read('num_hidden_layers n_layer n_layers num_layers', check.count, undefined, 1, LAYERS);
  const types = c.layer_types ?? null;
  if (types !== null) {
    if (!Array.isArray(types)) check.refuseKind(`${path}.layer_types`, 'an array of names', types);
    check.count(`${path}.layer_types.length`, types.length, 1, LAYERS);
    types.forEach((type, i) => { if (typeof type !== 'string') check.refuseKind(`${path}.layer_types[${i}]`, 'a name', type); });
    return types;
  }
  const every = m.every && read('sliding_window_pattern _sliding_window_pattern global_attn_every_n_layers full_attention_interval', check.count, m.every, 1);
  const from = !every && c.use_sliding_window === true && read('max_window_layers', check.count);
  if (!every && !m.marked && from === false) return undefined;
  return Array.from({length: layers()}, (_, i, n = i + (m.first ? 0 : 1)) =>
    every ? n % every ? m.other ?? 'sliding_attention' : 'full_attention' : from !== false && i >= from ? 'sliding_attention' : 'full_attention');
}

/**
 * A rotary model: the kinds of its layers, and what they have in common.
 * @param {any} c @param {string} path @param {any} m @param {any} common @param {(text: string | false | undefined) => void} note
 */
function describeRope(c, path, m, common, note) {
  const read = reader(c, path), {contextLength, headDim} = common, kinds = layerKinds(c, path, m, read), lone = !kinds;
  const marks = m.marked && (c.no_rope_layers ?? null) !== null ? check.numbers(`${path}.no_rope_layers`, c.no_rope_layers, check.count) : [];
  const interval = m.marked && read('no_rope_layer_interval', check.count, 4, 1);
  /** @type {Record<string, any>} */
  const made = {};
  const layers = (kinds ?? ['full_attention']).map((kind, i) => {
    const full = kind === 'full_attention', turned = m.marked ? marks.length ? marks[i] : (i + 1) % interval : !(m.nope && full);
    if (made[kind + !turned]) return made[kind + !turned];
    const attends = /^(full|sliding|chunked)_/.test(kind), width = full && m.global ? read('global_head_dim', check.count, m.global, 1, WIDEST) : headDim;
    const windowed = kind === 'sliding_attention' || lone && c.use_sliding_window !== false;
    return made[kind + !turned] = {
      scheme: !attends ? 'none' : turned ? 'rope' : 'nope', headDim: width,
      ...attends && turned ? rotation(c, path, m, kind, contextLength ?? null, width) : {},
      ...windowed && attends ? {window: read('sliding_window local_attention', check.count, null) ?? undefined} : {},
      ...m.chunk && turned ? {chunk: read('attention_chunk_size', check.count, m.chunk, 1)} : {},
      ...m.chunk && !turned && (c.attn_temperature_tuning ?? true) ? {temperature: {scale: read('attn_scale', check.number, 0.1), floor: read('floor_scale', check.number, 8192, 1)}} : {}
    };
  });
  const turning = layers.filter(layer => layer.scheme === 'rope'), top = turning.find(layer => !layer.window) ?? turning[0] ?? layers[0];
  const {rotaryDim, scaling, scheme} = top, layout = scheme === 'rope' ? c.rope_interleave === false ? 'half' : m.layout ?? 'half' : undefined;
  const type = scaling?.rope_type;
  if (layout === 'interleaved') note('Pairs are neighbours, (2i, 2i + 1).');
  if (m.layout === 'interleaved-to-half') note(`Only the last ${headDim} dimensions of a head rotate, and all heads share their key. DeepSeek's code splits the output in halves; scores do not show it, cached keys do.`);
  if (rotaryDim < top.headDim) note(`Only the first ${rotaryDim} of ${top.headDim} dimensions rotate; the exponents divide by ${rotaryDim}.`);
  if (/yarn|longrope/.test(type)) note('Cosines and sines are multiplied by the attention factor, scores by its square.');
  if (scaling?.mscale_all_dim) note('The softmax scale is multiplied by (0.1 mscale_all_dim ln(factor) + 1)^2 too.');
  if (type === 'yarn' && scaling.factor * scaling.original_max_position_embeddings !== scaling.max_position_embeddings)
    note('factor is not max_position_embeddings / original_max_position_embeddings; older versions of transformers take the quotient.');
  if (type === 'longrope') note(`A sequence longer than ${scaling.original_max_position_embeddings} has long_factor throughout: keys cached before are to be made again.`);
  if (type === 'dynamic') note('The base grows with the sequence: keys cached before are to be rotated again.');
  if (type === 'proportional') note('The slow pairs have frequency 0; pairs still are half a head apart.');
  if (scaling?.mrope_section) note('Pairs take their position from three axes: see mropePositions.');
  if (layers.some(layer => layer.scheme === 'nope')) note('Layers of scheme "nope" do not rotate.');
  if (layers.some(layer => layer.temperature)) note('There, queries are multiplied by 1 + scale ln(floor((position + 1) / floor) + 1).');
  return {...common, layout, ...top, perLayer: new Set(layers).size > 1 ? layers.map(layer => ({...layer})) : undefined};
}

/**
 * @typedef {object} Layer
 * @property {'rope' | 'nope' | 'none'} scheme nope: attention without positions; none: no attention
 * @property {number} headDim @property {number} [rotaryDim] @property {number} [base] @property {Record<string, any>} [scaling]
 * @property {number} [window] positions a token attends to; with ModernBERT those on both sides
 * @property {number} [chunk] attention stays in chunks of so many
 * @property {{scale: number, floor: number}} [temperature] of Llama 4's queries
 */
/**
 * @typedef {object} Description fields that do not apply are undefined
 * @property {'rope' | 'nope' | 'none' | 'alibi' | 't5' | 'learned' | 'sinusoidal' | 'sinusoidal2d' | 'relative'} scheme
 * @property {any} layout rope: 'half', 'interleaved' or 'interleaved-to-half'; sinusoidal: that of `sinusoidal`
 * @property {number} heads @property {number} keyHeads of keys and values @property {number} headDim
 * @property {number} [rotaryDim] @property {number} [base]
 * @property {Record<string, any>} [scaling] the model's own, with `rope_type` and the lengths that its formula takes
 * @property {number} [contextLength] in tokens
 * @property {Layer[]} [perLayer] where layers differ; the fields beside it are those of the layers that rotate and see everything
 * @property {string[]} notes what else a port should know
 * @property {number} [dim] width of rows that are added (learned, sinusoidal)
 * @property {number} [maxPositions] rows of a learned table @property {number} [offset] row of position 0
 * @property {number} [start] of `sinusoidal` @property {'mae'} [order] of `sinusoidal2d`
 * @property {number[]} [grid] rows and columns of patches @property {number} [prefix] rows before them
 * @property {number} [maxBias] ALiBi
 * @property {number} [buckets] T5, DeBERTa @property {number} [maxDistance] @property {boolean} [bidirectional] T5: of the encoder
 * @property {number} [window] @property {number} [chunk] @property {{scale: number, floor: number}} [temperature]
 */

/**
 * A model's positional scheme, in the words of this module's functions:
 *
 *     const {headDim, base, rotaryDim, scaling} = describeModel(config);
 *     ropeFrequencies(headDim, {base, rotaryDim, scaling});
 *
 * @param {any} config the parsed config.json of a model (Hugging Face); of several parts, the language model is described
 * @returns {Description}
 * @throws {RangeError | TypeError} for a family it does not know, or naming the field that is missing or wrong
 */
export function describeModel(config) {
  let c = record('config', config), path = 'config';
  for (let key; (key = NESTED.find(key => isRecord(c[key]))); path += `.${key}`) c = {...c, [key]: undefined, ...c[key]};
  if (typeof c.model_type !== 'string') check.refuseKind(`${path}.model_type`, 'a string', c.model_type);
  const type = c.model_type.replace(/_text(_model)?$/, ''), m = FAMILIES.find(([names]) => names.split(' ').includes(type))?.[1];
  if (!m) check.refuse(`${path}.model_type`, `one of ${FAMILIES.map(([names]) => names).join(' ')}`, c.model_type);

  const read = reader(c, path), notes = /** @type {string[]} */ ([]), attention = isRecord(c.attn_config) ? c.attn_config : {};
  const note = (/** @type {any} */ text) => notes.push(text);
  const heads = read('num_attention_heads n_head n_heads num_heads encoder_attention_heads', check.count, m.heads, 1, 65536);
  const shared = m.layout === 'interleaved-to-half' || c.multi_query === true && !c.new_decoder_architecture;
  const keyHeads = shared ? 1 : read('num_key_value_heads num_kv_heads n_head_kv', check.count, m.keyHeads ?? heads, 1, 65536);
  const width = (names = 'hidden_size n_embd d_model n_embed dim') => read(names, check.count, undefined, 1);
  const headDim = read('qk_rope_head_dim head_dim d_kv', check.count, m.headDim ?? null, 1, WIDEST) ?? width() / heads;
  if (!Number.isInteger(headDim)) check.refuse(`${path}.hidden_size`, `a multiple of the ${heads} heads`, headDim * heads);
  check.count(`${path}.head_dim`, headDim, 1, WIDEST);
  const contextLength = read('max_position_embeddings n_positions max_seq_len seq_length n_ctx', check.count, m.length ?? null, 1) ?? undefined;
  /** @type {any} */
  const found = {scheme: m.scheme, layout: m.layout, heads, keyHeads, headDim, rotaryDim: undefined, base: undefined, scaling: undefined, contextLength, perLayer: undefined, notes};
  const rows = () => read('max_position_embeddings n_positions max_seq_len', check.count, undefined, 1), dims = () => width('embedding_size hidden_size n_embd d_model dim');
  const scheme = m.before && c.alibi === true ? 'alibi' : m.scheme;
  if (!scheme) return describeRope(c, path, m, found, note);
  if (scheme === 'alibi' && (attention.alibi ?? true)) {
    note(m.before ? 'The bias is added before scores are divided by sqrt(headDim), and its slopes are bfloat16.' : 'The bias is added after scores are scaled.');
    note(m.columns ? 'Distances count padding.' : 'Distances count attended tokens only, so left padding does not shift them.');
    return {...found, scheme, maxBias: reader(attention, `${path}.attn_config`)('alibi_bias_max', check.number, 8, 0, 126)};
  }
  if (scheme === 't5') {
    note('Scores are not divided by sqrt(headDim). The decoder is not bidirectional; attention to the encoder has no bias.');
    note(`Weights are ${type === 'umt5' ? 'each layer\'s own' : 'those of the first layer'}.`);
    const buckets = read('relative_attention_num_buckets', check.count, 32, 2), maxDistance = read('relative_attention_max_distance', check.count, 128, 1);
    return {...found, scheme, buckets, maxDistance, bidirectional: true};
  }
  if (scheme === 'relative' && c.relative_attention === true) {
    note('Distances are query - key, the opposite of T5.');
    const most = read('max_relative_positions', check.number, -1), buckets = read('position_buckets', check.number, -1);
    return {...found, scheme, maxDistance: most < 1 ? rows() : most, buckets: buckets < 1 ? undefined : buckets};
  }
  if (/^relative/.test(c.position_embedding_type)) return {...found, scheme: 'relative', maxDistance: rows() - 1};
  if (m.prefix !== undefined) {
    const sides = (/** @type {string} */ name) => Array.isArray(c[name]) ? check.numbers(`${path}.${name}`, c[name], check.count, 2) : [read(name, check.count), c[name]];
    const image = sides('image_size'), patch = sides('patch_size'), grid = [0, 1].map(i => Math.floor(image[i] / check.count(`${path}.patch_size`, patch[i], 1)));
    if (scheme === 'sinusoidal2d') return {...found, scheme, base: 1e4, order: 'mae', dim: dims(), grid, prefix: m.prefix};
    note('Other sizes of image resize the rows after the prefix: see resizeGrid.');
    return {...found, scheme, dim: dims(), grid, prefix: m.prefix, maxPositions: grid[0] * grid[1] + m.prefix};
  }
  const padded = m.offset === 'pad', offset = padded ? read('pad_token_id', check.count, 1) + 1 : m.offset ?? 0;
  if (scheme === 'sinusoidal') return {...found, base: 1e4, dim: dims(), start: offset};
  const most = rows();
  if (offset) note(`Position 0 is row ${offset} of the table.`);
  return {
    ...found, scheme: 'learned', dim: dims(), offset, maxPositions: padded ? most : most + offset, contextLength: padded ? Math.max(0, most - offset) : most
  };
}
