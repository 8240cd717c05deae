/* Finds the layers of a model that want a rotation, if the main layers want another one. */
import { rotationCheck } from './rotation-check.js';

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */
/** @typedef {typeof import('../index.js')} Library */

/** At most this many layers are listed. */
const MOST_LISTED = 6;

/**
 * Says in which layers a model wants the rotation. The array must differ from what the main layers
 * want.
 * @param {Pair} pair
 * @param {RotationFinding} found
 * @param {{name: string, model: Description}} wanted
 * @param {Library} library
 * @returns {string | undefined} nothing if no layer wants it
 */
export function otherLayers(pair, found, { name, model }, library) {
  const layers = model.perLayer ?? [];
  /** @type {Map<string, boolean>} */
  const known = new Map();
  const isRight = (/** @type {Wanted & {scheme?: string}} */ layer) => {
    if (layer.scheme !== 'rope') return false;
    const { layout = model.layout, headDim, rotaryDim, rotaryStart, base, scaling } = layer;
    const own = { layout, headDim, rotaryDim, rotaryStart, base, scaling };
    const key = JSON.stringify(own);
    const before = known.get(key);
    if (before !== undefined) return before;
    const checked = rotationCheck(pair, found, own, library);
    const agrees = checked !== undefined && !checked.differ;
    known.set(key, agrees);
    return agrees;
  };
  const right = [...layers.keys()].filter((i) => isRight(layers[i]));
  if (!right.length) return undefined;
  const list = right.slice(0, MOST_LISTED).join(', ') + (right.length > MOST_LISTED ? ', ...' : '');
  return `The rotated array is what ${name} wants in ${right.length} of ${layers.length} layers: ${list}.`;
}
