/* Chooses the tensors of a file that encode positions. */

/** @typedef {import('../files/tensor.js').Tensor} Tensor */

/** A sentence lists at most this many names of tensors. */
const MOST_NAMES = 12;

/** Names that tensors with positions have in checkpoints. */
const POSITIONAL =
  /pos(ition)?s?[_.]?(emb|enc|id|weight|table)|position|\bwpe\b|\bpe\b|rope|rotary/i;

/** Whether the name of a tensor suggests positions. @param {{name: string}} tensor */
export const isPositional = ({ name }) => POSITIONAL.test(name);

/**
 * Returns the tensors of a file that its user may mean: those whose names suggest positions, or all
 * if there are no such names.
 * @param {Tensor[]} tensors
 */
export function likelyTensors(tensors) {
  const likely = tensors.filter(isPositional);
  return likely.length ? likely : tensors;
}

/** Lists the first names. @param {string[]} names */
export const listed = (names) =>
  names.slice(0, MOST_NAMES).join(', ') +
  (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '');
