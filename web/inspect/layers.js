/*
 * Plans the layers of a model with rope: how many there are, to which tokens each layer attends,
 * and which layers rotate. A file lists the layers, or has numbers from which the list follows.
 */
import * as check from '../check.js';
import { count, counts, isObject, oneOf } from './fields.js';

/** @typedef {import('./fields.js').Fields} Fields */
/** @typedef {import('./families.js').Family} Family */
/** @typedef {import('./families.js').LayerKind} LayerKind */

export const MOST_LAYERS = 4096;

export const FULL = 'full_attention';
export const SLIDING = 'sliding_attention';
export const LINEAR = 'linear_attention';
export const CHUNKED = 'chunked_attention';
export const COMPRESSED = 'compressed_attention';

/** @type {import('./fields.js').Check<unknown[]>} */
const list = (path, value) =>
  Array.isArray(value) ? value : check.refuseKind(path, 'an array', value);

/** The kind of layer for each value of `layer_types`. @type {Record<string, LayerKind>} */
const KINDS = {
  full_attention: FULL,
  sliding_attention: SLIDING,
  linear_attention: LINEAR,
  chunked_attention: CHUNKED,
  compressed_sparse_attention: COMPRESSED,
  heavily_compressed_attention: COMPRESSED,
  deepseek_sparse_attention: FULL,
  minimax_m3_sparse: FULL,
  hybrid: FULL,
  hybrid_sliding: SLIDING,
  conv: LINEAR,
  moe: LINEAR,
  // Words of older files
  attention: FULL,
  mamba: LINEAR,
  recurrent: LINEAR,
};

/** The fields that list the layers. */
const LISTS = ['layer_types', 'layers_block_type', 'block_types'];

/**
 * Tells the kind of a layer by its index.
 * @typedef {(layer: number) => LayerKind} KindOf
 */

/**
 * Tells whether a layer rotates, by its index and its kind.
 * @typedef {(layer: number, kind: LayerKind) => boolean} Rotates
 */

/**
 * What determines the kinds of the layers.
 * @typedef {object} Stack
 * @property {Fields} fields
 * @property {Family} family
 * @property {number} total the number of layers
 */

/** @param {Fields} fields */
const hasWindow = (fields) => !!fields.value('sliding_window');

/**
 * Whether layers may have windows. They may if `sliding_window` is given and not 0, and
 * `use_sliding_window` is not false.
 * @param {Fields} fields
 */
export const usesWindow = (fields) =>
  fields.read('use_sliding_window', check.flag, true) && hasWindow(fields);

/** @param {boolean} isWindowed @returns {LayerKind} */
const windowed = (isWindowed) => (isWindowed ? SLIDING : FULL);

/** @param {Fields} fields @param {string} name */
const setOf = (fields, name) => new Set(fields.read(name, counts()));

/**
 * Returns a pattern in which only some layers have attention. A field lists their indices.
 * @param {Fields} fields
 * @param {string} name
 * @param {boolean} fallback whether all layers have attention if there is no such field
 * @returns {KindOf}
 */
function listed(fields, name, fallback) {
  const full = fields.value(name) === undefined ? undefined : setOf(fields, name);
  return (layer) => ((full?.has(layer) ?? fallback) ? FULL : LINEAR);
}

/**
 * For each value of a family's `layers`, the function that returns the kinds of layers. It is used
 * if the file does not list them.
 * @satisfies {Record<string, (stack: Stack) => KindOf>}
 */
const PATTERNS = {
  full: () => () => FULL,
  windows({ fields }) {
    const kind = windowed(usesWindow(fields));
    return () => kind;
  },
  groups({ fields, family, total }) {
    const { globalEvery = 4, globalAt = 'last', otherLayers = SLIDING } = family;
    const every = typeof globalEvery === 'string' ? fields.read(globalEvery, count()) : globalEvery;
    return (layer) => {
      if (globalAt === 'first and last' && !layer) return FULL;
      const place = globalAt === 'counted from the end' ? total - 1 - layer : layer;
      return (place + (globalAt.endsWith('last') ? 1 : 0)) % every ? otherLayers : FULL;
    };
  },
  from_max_window_layers({ fields }) {
    const isUsed = usesWindow(fields);
    const from = fields.read('max_window_layers', count(0), 28);
    return (layer) => windowed(isUsed && layer >= from);
  },
  even_below_max_window_layers({ fields }) {
    const isUsed = usesWindow(fields);
    const end = fields.read('max_window_layers', count(0), 28);
    return (layer) => windowed(isUsed && layer % 2 === 0 && layer < end);
  },
  windows_where_no_rope({ fields, total }) {
    const isUsed = usesWindow(fields);
    const rotates = ROTATES.no_rope_layers({ fields, total });
    return (layer) => windowed(isUsed && !rotates(layer));
  },
  chunks_where_rope({ fields, total }) {
    const rotates = ROTATES.no_rope_layers({ fields, total });
    return (layer) => (rotates(layer) ? CHUNKED : FULL);
  },
  full_attn_idxs: ({ fields }) => listed(fields, 'full_attn_idxs', true),
  attn_layer_indices: ({ fields }) => listed(fields, 'attn_layer_indices', false),
  compressed({ fields }) {
    const rates = fields.optional('compress_ratios', counts());
    return (layer) => (rates?.[layer] === 0 ? SLIDING : COMPRESSED);
  },
};

/** @typedef {keyof typeof PATTERNS} Pattern */

/**
 * For each value of a family's `withoutPositions`, the function that returns which layers rotate.
 * `bases` are the bases of all layers, if the file lists them.
 * @satisfies {Record<string, (stack: Pick<Stack, 'fields' | 'total'> & {bases?: Float64Array}) =>
 *   Rotates>}
 */
const ROTATES = {
  nowhere: () => () => true,
  full_attention: () => (_, kind) => kind !== FULL,
  full_attention_beside_windows:
    ({ fields }) =>
    (_, kind) =>
      !hasWindow(fields) || kind !== FULL,
  full_attention_unless_dense({ fields }) {
    const kinds = fields.optional('mlp_layer_types', list);
    return (layer, kind) => kind !== FULL || kinds?.[layer] === 'dense';
  },
  cross_attention_layers({ fields }) {
    const crossed = setOf(fields, 'cross_attention_layers');
    return (layer) => !crossed.has(layer);
  },
  layer_rope_theta:
    ({ bases }) =>
    (layer) =>
      bases?.[layer] !== 0,
  layer_rope_theta_or_every_fourth:
    ({ bases, total }) =>
    (layer) =>
      bases ? bases[layer] !== 0 : (total - 1 - layer) % 4 !== 0,
  no_rope_layers({ fields, total }) {
    const marks = fields.optional('no_rope_layers', counts(0, total));
    if (marks?.length) return (layer) => marks[layer] !== 0;
    const every = fields.read('no_rope_layer_interval', count(), 4);
    return (layer) => (layer + 1) % every !== 0;
  },
  rope_parameters({ fields }) {
    const parameters = fields.value('rope_parameters');
    return (_, kind) => !isObject(parameters) || parameters[kind] !== null;
  },
  use_mem_rope({ fields }) {
    const isUsed = fields.read('use_mem_rope', check.flag, false);
    return () => isUsed;
  },
  position_embedding_type({ fields }) {
    const isUsed = fields.value('position_embedding_type') === 'rope';
    return () => isUsed;
  },
  rope_theta({ fields }) {
    const parameters = fields.value('rope_parameters');
    const { rope_theta: base = fields.object.rope_theta } = isObject(parameters) ? parameters : {};
    return () => base !== null;
  },
};

/** @typedef {keyof typeof ROTATES} WithoutPositions */

/**
 * Whether all layers are alike if the file does not list them.
 * @param {Fields} fields
 * @param {Family} family
 * @param {Pattern} layers
 */
function areAlike(fields, family, layers) {
  if (family.withoutPositions || fields.value('per_layer_config')) return false;
  const isUnused = layers.includes('max_window') && !usesWindow(fields);
  return layers === 'full' || layers === 'windows' || isUnused;
}

/**
 * Finds the number of layers, the kind of each layer, and which layers rotate. Also returns the
 * base of each layer, if the file lists the bases. If the file does not list the layers and all are
 * alike, the result has only one layer.
 * @param {Fields} fields
 * @param {Family} family
 */
export function planLayers(fields, family) {
  const { layers = family.globalEvery ? 'groups' : 'windows', withoutPositions = 'nowhere' } =
    family;
  const name = LISTS.find((each) => fields.value(each) !== undefined) ?? LISTS[0];
  const types = fields.optional(name, list);
  const isCycle = name === 'block_types';
  const number = isCycle ? undefined : types?.length;
  const total =
    !types && areAlike(fields, family, layers)
      ? 1
      : fields.read('num_hidden_layers', count(1, MOST_LAYERS), number);
  if (types && !isCycle) check.count(`${fields.path}.${name}.length`, types.length, total, total);
  const pattern = PATTERNS[layers]({ fields, family, total });

  /** @param {unknown[]} types @param {number} at */
  const listedKind = (types, at) =>
    KINDS[oneOf(Object.keys(KINDS))(`${fields.path}.${name}[${at}]`, types[at])];

  const isListed = family.layers || family.globalEvery;
  /** @type {KindOf} */
  const kindOf = (layer) => {
    if (family.lastIsFull && layer === total - 1) return FULL;
    const kind = types && isListed ? listedKind(types, layer % types.length) : pattern(layer);
    return family.windowEverywhere && kind === FULL ? windowed(usesWindow(fields)) : kind;
  };
  const bases = withoutPositions.startsWith('layer_rope_theta')
    ? fields.optional('layer_rope_theta', counts(total))
    : undefined;
  return { total, bases, kindOf, rotates: ROTATES[withoutPositions]({ fields, total, bases }) };
}
