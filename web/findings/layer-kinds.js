/* Groups the layers of a model by their rotation, and finds the layer of an array by its name. */

/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {import('../inspect/describe-model.js').Layer} Layer */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */

/**
 * The layers of a model that have the same rotation. If all layers have the same rotation, `layers`
 * is missing.
 * @typedef {object} LayerKind
 * @property {keyof typeof OF} name
 * @property {number[]} [layers]
 * @property {Wanted} wanted the rotation of these layers; layers without positions rotate nothing
 */

/**
 * Sentences about the layers of each kind. @satisfies {Record<string, {wants: Say, is: Say}>}
 * @typedef {(layer: number) => string} Say
 */
const OF = {
  sliding: {
    wants: (/** @type {number} */ layer) =>
      `This is what the layers with a sliding window want, such as layer ${layer}.`,
    is: (/** @type {number} */ layer) => `Layer ${layer} has a sliding window.`,
  },
  chunked: {
    wants: (/** @type {number} */ layer) =>
      `This is what the layers with chunks want, such as layer ${layer}.`,
    is: (/** @type {number} */ layer) => `Layer ${layer} has chunks.`,
  },
  full: {
    wants: (/** @type {number} */ layer) =>
      `This is what the layers with full attention want, such as layer ${layer}.`,
    is: (/** @type {number} */ layer) => `Layer ${layer} has full attention.`,
  },
  still: {
    wants: (/** @type {number} */ layer) =>
      `This is what the layers without positions want, such as layer ${layer}.`,
    is: (/** @type {number} */ layer) =>
      `Layer ${layer} has no positions: nothing should rotate in it.`,
  },
  some: {
    wants: (/** @type {number} */ layer) =>
      `This is what some layers want, such as layer ${layer}.`,
    is: (/** @type {number} */ layer) => `Layer ${layer} is of another kind.`,
  },
};

/** @param {Layer} layer @returns {keyof typeof OF} */
function nameOf({ scheme, window, chunk }) {
  if (scheme !== 'rope') return 'still';
  if (chunk) return 'chunked';
  return window ? 'sliding' : 'full';
}

/**
 * Whether the layers of a model are of several kinds. Layers of one kind are one object, unless the
 * description is a copy.
 * @param {Pick<Description, 'perLayer'>} model
 */
export const layersDiffer = ({ perLayer = [] }) =>
  new Set(perLayer).size > 1 && new Set(perLayer.map((layer) => JSON.stringify(layer))).size > 1;

/**
 * Groups the layers of a model by their rotation. Layers with full attention come first.
 * @param {Description} model
 * @returns {LayerKind[]}
 */
export function kindsOf(model) {
  const { perLayer, ...whole } = model;
  /** @type {Map<string, {first: Layer, names: Set<keyof typeof OF>, layers: number[]}>} */
  const groups = new Map();
  (perLayer ?? []).forEach((layer, i) => {
    if (layer.scheme === 'none') return;
    const { scheme, headDim, rotaryDim, rotaryStart, base, scaling } = layer;
    const key = JSON.stringify([scheme, headDim, rotaryDim, rotaryStart, base, scaling]);
    const group = groups.get(key) ?? { first: layer, names: new Set(), layers: [] };
    group.names.add(nameOf(layer));
    group.layers.push(i);
    groups.set(key, group);
  });
  if (groups.size < 2) return [{ name: 'some', wanted: whole }];
  const all = [...groups.values()];
  const kinds = all.map(({ first, names, layers }) => {
    const { heads, keyHeads, headDim, rotaryDim, rotaryStart, base, scaling, scheme } = first;
    const rotation = { rotaryDim, rotaryStart, base, scaling };
    const still = { rotaryDim: 0, base: undefined, scaling: undefined, layout: undefined };
    const own = scheme === 'rope' ? rotation : still;
    const [name] = names;
    const isShared =
      names.size > 1 || all.some((each) => each.names !== names && each.names.has(name));
    const wanted = { ...whole, heads, keyHeads, headDim, ...own };
    return { name: isShared ? /** @type {const} */ ('some') : name, layers, wanted };
  });
  return kinds.sort((a, b) => Number(b.name === 'full') - Number(a.name === 'full'));
}

/** Whether nothing rotates in the layers of a kind. @param {LayerKind} kind */
export const isStill = ({ wanted }) => wanted.rotaryDim === 0;

/** Says which layers want the rotation that was found. @param {LayerKind} kind */
export const whoWants = ({ name, layers }) => (layers ? [OF[name].wants(layers[0])] : []);

/** Says what kind of layer a layer is. @param {LayerKind} kind @param {number} layer */
export const whatIs = ({ name }, layer) => OF[name].is(layer);

/** Parts of the names of tensors and files: layers.0.q, layer_0, blk.0. and h.0. */
const LAYER = /(?:^|[^a-z])(?:(?:layers?|blk|block|blocks)[._-]?|h\.)(\d+)(?!\d)/i;

/**
 * Returns the index of the layer that is in names of tensors or files. Returns undefined if no name
 * has a layer, or if the layers differ.
 * @param {string[]} names
 */
export function layerOf(names) {
  const layers = names.map((name) => LAYER.exec(name)?.[1]).filter((each) => each !== undefined);
  return new Set(layers.map(Number)).size === 1 ? Number(layers[0]) : undefined;
}
