/** Finds the kinds of layers in a description of a model, and the kind of each layer. */

/** @typedef {import('../../inspect/describe-model.js').Layer} Layer */
/** @typedef {import('../../inspect/describe-model.js').Description} Description */

/** How far the tokens of a layer see. @typedef {'all' | 'window' | 'chunk' | 'none'} Sight */

/**
 * Layers that encode positions in the same way.
 * @typedef {object} LayerKind
 * @property {string} letter names the kind in the strip; kinds with the same sight are numbered
 * @property {Sight} sight
 * @property {Layer} layer one of these layers
 * @property {number} count the number of these layers
 * @property {number} every the distance between these layers; 0 if it varies
 */

/**
 * @typedef {object} LayerPlan
 * @property {LayerKind[]} kinds in the order of their first layers
 * @property {number[]} kindOf the index in `kinds` of each layer
 * @property {number} period after this many layers, the order of kinds repeats; 0 if it does not
 * @property {number} shown the index in `kinds` of the layers whose pairs the figure shows, or -1
 */

/** @type {Record<Sight | 'nope', string>} */
const LETTERS = { all: 'A', window: 'W', chunk: 'C', none: 'L', nope: 'N' };

/** The properties that distinguish the kinds. The type of `scaling` distinguishes them, too. */
const TRAITS = /** @type {const} */ ([
  'scheme',
  'rotaryDim',
  'base',
  'window',
  'windowBothWays',
  'chunk',
]);

/** @param {Partial<Layer>} layer */
const keyOf = (layer) =>
  [...TRAITS.map((trait) => layer[trait]), layer.scaling?.rope_type ?? 'default'].join();

/** @param {Layer} layer @returns {Sight} */
function sightOf({ scheme, window, chunk }) {
  if (scheme === 'none') return 'none';
  if (window) return 'window';
  return chunk ? 'chunk' : 'all';
}

/**
 * Returns the smallest distance after which a list repeats itself. Returns 0 if the list does not
 * contain the repeated part at least twice.
 * @param {number[]} list
 */
function periodOf(list) {
  for (let period = 1; period <= list.length / 2; period++)
    if (list.every((item, at) => at < period || item === list[at - period])) return period;
  return 0;
}

/**
 * Returns the distance between the layers of one kind. Returns 0 if the distance is not the same
 * from the first layer of the model to the last.
 * @param {number[]} kindOf
 * @param {number} kind
 */
function distanceOf(kindOf, kind) {
  const places = kindOf.flatMap((each, at) => (each === kind ? [at] : []));
  const every = places[1] - places[0];
  const isEven =
    places[0] < every &&
    places[0] + places.length * every >= kindOf.length &&
    places.every((place, at) => place === places[0] + at * every);
  return isEven ? every : 0;
}

/**
 * Plans the strip of a model's layers. Returns null if all layers encode positions alike.
 * @param {Pick<Description, 'perLayer'>} description
 * @returns {LayerPlan | null}
 */
export function planStrip(description) {
  const { perLayer = [] } = description;
  const keys = perLayer.map(keyOf);
  const unique = [...new Set(keys)];
  if (unique.length < 2) return null;
  const kindOf = keys.map((key) => unique.indexOf(key));
  /** @type {Map<string, number>} */
  const used = new Map();
  const kinds = unique.map((key, kind) => {
    const layer = perLayer[keys.indexOf(key)];
    const sight = sightOf(layer);
    const letter = LETTERS[sight === 'all' && layer.scheme === 'nope' ? 'nope' : sight];
    const count = (used.get(letter) ?? 0) + 1;
    used.set(letter, count);
    return {
      letter: count > 1 ? `${letter}${count}` : letter,
      sight,
      layer,
      count: kindOf.filter((each) => each === kind).length,
      every: distanceOf(kindOf, kind),
    };
  });
  const shown = unique.indexOf(keyOf(/** @type {Partial<Layer>} */ (description)));
  return { kinds, kindOf, period: periodOf(kindOf), shown };
}
