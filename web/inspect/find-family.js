/*
 * Finds the part of a config that describes the language model, and the family of this model.
 * Fields that the part leaves out get the defaults of the model's class.
 */
import * as check from '../check.js';
import { FAMILIES } from './families.js';
import { Fields, isObject, plainCopy, text } from './fields.js';

/** @typedef {import('./families.js').Family} Family */
/** @typedef {import('./fields.js').Config} Config */

/**
 * A model whose fields can be read.
 * @typedef {object} Found
 * @property {string} type the value of `model_type`
 * @property {Family} family
 * @property {Fields} fields
 * @property {string[]} notes
 * @property {string} [readAs] the type whose rules are used, if the model's own type is not known
 */

/** The fields of a config that may hold the number of heads. */
export const HEADS = [
  'num_attention_heads',
  'n_head',
  'n_heads',
  'num_heads',
  'encoder_attention_heads',
  'attention_heads',
];

/** The fields of a config that may hold the number of dimensions of embeddings. */
export const HIDDEN_SIZE = [
  'hidden_size',
  'n_embd',
  'd_model',
  'n_embed',
  'emb_dim',
  'embed_dim',
  'dim',
  'hidden_dim',
];

/** The fields of a config that may hold the number of positions. */
export const CONTEXT_LENGTH = [
  'max_position_embeddings',
  'n_positions',
  'max_seq_len',
  'seq_length',
  'max_sequence_length',
  'max_target_positions',
];

/** For each number in a family's `sizes`, the names of the fields that may hold it. */
const SIZES = [HEADS, HIDDEN_SIZE, ['num_hidden_layers'], CONTEXT_LENGTH];

/** The fields that may contain the language model. The first one that a config has is used. */
const LANGUAGE_MODELS = [
  'vlm_config',
  'thinker_config',
  'text_config',
  'llm_config',
  'language_config',
  'global_config',
  'decoder',
  'generator',
  'semantic_model_config',
];

/** Types that have several parts and no row in families.js. Their first part is described. */
const SEVERAL_PARTS = [
  ...['deepseek_ocr2_vision', 'depth_pro', 'dia', 'fastspeech2_conformer_with_hifigan'],
  ...['qwen2_5_omni_token2wav', 'sam3_video'],
];

/** The largest depth of nested parts. */
const MOST_PARTS = 8;

/** Fields that only some classes read. They are ignored if the family has no default for them. */
const OPTIONAL = [
  'alibi',
  'attention_chunk_size',
  'global_head_dim',
  'max_window_layers',
  'multi_query',
  'partial_rotary_factor',
  'rope_ratio',
  'rotary_dim',
  'rotary_pct',
  'sliding_window',
  'use_bidirectional_attention',
  'use_sliding_window',
];

/**
 * Parts of field names. If the name of a field contains one of them, a model of an unknown type is
 * not a plain Llama. The names in USUAL are exceptions.
 */
const UNUSUAL = [
  ...['rope', 'rotary', 'theta', 'pos_', 'position', 'alibi', 'relative', 'interleave', 'nope'],
  ...['window', 'chunk', 'local', 'global', 'swa', 'cross', 'block', 'pattern', 'decoder'],
  ...['layer_types', 'layer_config', 'per_layer', 'attn_layer', 'attention_layer', 'attn_config'],
  ...['attn_type', 'attention_type', 'linear', 'ssm', 'state_', 'mamba', 'conv', 'recurrent'],
  ...['hybrid', 'compress', 'lora', 'qk_', 'kv_', 'multi_query', 'query_group', 'temperature'],
  ...['head_dim', 'head_size', 'dim_head', 'per_head'],
];

/** Names of fields that a plain Llama may have, even if they contain a part in UNUSUAL. */
const USUAL = [
  ...['rope_theta', 'rope_scaling', 'rope_parameters', 'rope_type', 'mrope_section'],
  ...['mrope_interleaved', 'original_max_position_embeddings', 'head_dim', 'num_kv_heads'],
  ...['num_local_experts', ...CONTEXT_LENGTH],
];

/**
 * Finds the language model in a config.
 * @param {unknown} config
 * @returns {Found}
 */
export function findModel(config) {
  let fields = new Fields(plainCopy(config, 'config'), 'config');
  let type = typeOf(fields);
  /** The types of the models around the part. @type {(string | undefined)[]} */
  const outer = [];
  for (let part = partOf(fields, type); part; part = partOf(fields, type)) {
    outer.push(type);
    if (outer.length > MOST_PARTS)
      check.refuse(fields.path, `at most ${MOST_PARTS} parts inside`, type);
    fields = new Fields(fields.object[part], `${fields.path}.${part}`);
    type = typeOf(fields) ?? type;
  }
  const { family, notes, readAs } = familyOf(fields, type);
  const around = rowOf(outer.at(-1));
  const { sizes } = around?.forParts ? around : family;
  const defaults = { ...family.fields, ...(around?.forParts && around.fields) };
  const seen = { ...family, fields: defaults, sizes: outer.length ? sizes : undefined };
  return { type: type ?? '', family, fields: withDefaults(fields, seen), notes, readAs };
}

/** @param {Fields} fields */
const typeOf = (fields) => fields.optional('model_type', text);

/**
 * A config may contain the configs of its parts, in fields such as `text_config`. Returns the name
 * of the field with the language model. If there is none, and the config gives no number of
 * attention heads, returns the name of the first field with another part. It must be clear that
 * this part encodes positions. Otherwise returns undefined.
 * @param {Fields} fields
 * @param {string | undefined} type
 */
function partOf(fields, type) {
  const { object } = fields;
  const row = rowOf(type);
  const heads = row?.aliases?.num_attention_heads ?? HEADS[0];
  // If the row has no scheme, this config is a language model, even if it leaves out the heads.
  const isWhole = (row && !row.scheme) || fields.value(heads, ...HEADS) !== undefined;
  const names = isWhole ? [] : Object.keys(object).filter((name) => name.endsWith('_config'));
  const parts = names.filter((name) => isObject(object[name]) && object[name].model_type);
  const language = LANGUAGE_MODELS.find((name) => isObject(object[name]));
  // In a model of an unknown type, no name tells which of several parts encodes positions.
  const isClear = row || parts.length === 1 || SEVERAL_PARTS.includes(type ?? '');
  return language ?? (isClear ? parts[0] : undefined);
}

/**
 * Returns the row of a type. If there is none, returns the row of the type without its ending
 * `_text` or `_model`, which marks a part of a larger model. A row with `like` is completed with
 * the properties of the row that `like` names.
 * @param {string | undefined} type
 * @returns {Family | undefined}
 */
function rowOf(type) {
  if (type === undefined) return undefined;
  const names = [type, type.replace(/(_text)?(_model)?$/, '')];
  const rows = names.map((name) => FAMILIES.find(({ types }) => types.split(' ').includes(name)));
  const row = rows[0] ?? rows[1];
  const like = row && rowOf(row.like);
  return like ? { ...like, ...row, fields: { ...like.fields, ...row.fields } } : row;
}

/**
 * Finds the family that contains a type. An unknown model is read as Llama if its fields leave no
 * doubt.
 * @param {Fields} fields
 * @param {string | undefined} type
 * @returns {{family: Family, notes: string[], readAs?: string}}
 */
function familyOf(fields, type) {
  if (type === undefined) fields.read('model_type', text);
  const family = rowOf(type);
  // DeepSeek's classes can also have the attention of Llama.
  if (family?.latentAttention && fields.value('use_mla') === false)
    return { family: FAMILIES[0], notes: [] };
  if (family) return { family, notes: family.notes ?? [] };
  if (isPlain(fields)) return { family: FAMILIES[0], notes: [GUESS], readAs: 'llama' };
  const near = nearest(type ?? '').map((name) => `"${name}"`);
  const known = near.length
    ? `a known model type (did you mean ${near.join(' or ')}?)`
    : 'a known model type';
  return check.refuse(fields.pathOf('model_type'), known, type);
}

/** The note for a model of an unknown type that is read as a Llama. */
const GUESS =
  'Read as llama, with pairs in halves and the defaults of Llama: the type is not known.';

/**
 * Whether the fields describe a model like Llama, and no field suggests another kind of model.
 * @param {Fields} fields
 */
function isPlain(fields) {
  const turns = fields.value('rope_theta', 'rope_scaling', 'rope_parameters') !== undefined;
  const sized = fields.value('num_attention_heads') && fields.value('hidden_size', 'head_dim');
  const { object } = fields;
  const rotations = [object.rope_scaling, object.rope_parameters].filter(isObject);
  // If a scaling object contains objects, each of them is for one kind of layers.
  const isOne = !rotations.some((rotation) => Object.values(rotation).some(isObject));
  return turns && sized && isOne && ![object, ...rotations].some(isUnusual);
}

/** Whether the name of a field suggests another kind of model. @param {Config} object */
function isUnusual(object) {
  const names = Object.keys(object).filter((name) => object[name] && !USUAL.includes(name));
  return names.some((name) => UNUSUAL.some((part) => name.includes(part)));
}

/**
 * Returns up to three known types that are most like a name. The measure is the fraction of pairs
 * of letters that a type shares with the name.
 * @param {string} name
 */
function nearest(name) {
  const pairs = pairsOf(name);
  return FAMILIES.flatMap(({ types }) => types.split(' '))
    .map((type) => {
      const others = pairsOf(type);
      const shared = others.filter((pair) => pairs.includes(pair)).length;
      return { type, likeness: shared / (pairs.length + others.length) };
    })
    .filter(({ likeness }) => likeness > 0.3)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ type }) => type);
}

/** Returns each letter of a word with the letter after it. @param {string} word */
const pairsOf = (word) => Array.from(word, (letter, i) => letter + word[i + 1]);

/**
 * Returns the fields as the class of the model reads them: without the fields that it ignores, and
 * with its defaults. Fields with another name in this family get their usual names.
 * @param {Fields} fields
 * @param {Family} family
 */
function withDefaults(
  { object: outer, path },
  { fields: defaults = {}, sizes = [], ignored = [], aliases = {}, inner },
) {
  const more = inner && outer[inner];
  const object = isObject(more) ? { ...outer, ...more } : outer;
  /** @type {Config} */
  const seen = { ...object };
  const unread = OPTIONAL.filter((name) => !(name in defaults));
  for (const name of [...unread, ...ignored]) delete seen[name];
  for (const [name, alias] of Object.entries(aliases))
    if (object[alias] !== undefined) seen[name] = object[alias];
  for (const [name, value] of Object.entries(defaults)) {
    const isMissing = seen[name] === undefined || (seen[name] === null && isObject(value));
    if (isMissing) seen[name] = value;
  }
  sizes.forEach((size, i) => {
    if (SIZES[i].every((name) => seen[name] == null)) seen[SIZES[i][0]] = size;
  });
  return new Fields(seen, path, aliases);
}
