/*
 * Finds the heads in an array whose axes have another order than [..., length, heads, headDim]. The
 * orders have the names that Transformer Engine, cuDNN and flash-attention use. Each letter is an
 * axis: b is the batch, s the sequence, h the heads, and d the elements of a head.
 */
import * as check from '../check.js';

/** @typedef {import('../check.js').Tensor} Tensor */
/** @typedef {import('../dtypes.js').Elements} Elements */

/**
 * The order of the axes of an array.
 * @typedef {'bshd' | 'bhsd' | 'sbhd' | 'shd' | 'hsd'} Axes
 */

/** @type {Axes[]} */
export const AXES = ['bshd', 'bhsd', 'sbhd', 'shd', 'hsd'];

/** The name of each axis in messages. @type {Record<string, string>} */
const NAMES = { b: 'batch', s: 'length', h: 'heads', d: 'headDim' };

/** Returns the shape with these axes, for messages. @param {Axes} axes */
export const shapeOf = (axes) => `[${[...axes].map((letter) => NAMES[letter]).join(', ')}]`;

/**
 * Returns the length of the sequences in a tensor, after checking that its dims fit.
 * @param {string} name the name of the tensor
 * @param {Tensor} tensor
 * @param {{heads: number, headDim: number, length?: number, axes?: Axes}} expected
 * @returns {number}
 */
export function lengthInDims(name, tensor, { heads, headDim, length, axes }) {
  const dims = check.dimsOf(name, tensor);
  /** @param {string} shape @returns {never} */
  const refuse = (shape) => check.refuse(`${name}.dims`, shape, `${dims}`);
  if (axes) {
    const shape = shapeOf(axes);
    if (dims.length !== axes.length) refuse(shape);
    const side = (/** @type {string} */ letter) => dims[axes.indexOf(letter)];
    const fits =
      side('h') === heads && side('d') === headDim && (length ?? side('s')) === side('s');
    if (!fits) refuse(`${shape} with heads ${heads} and headDim ${headDim}`);
    return side('s');
  }
  // Dims such as [batch, 8, 8, headDim] do not tell which axis is the heads.
  const isUnclear = dims.length > 3 && dims.at(-3) === heads && dims.at(-2) === heads && heads > 1;
  if (isUnclear) refuse('the option axes, because two axes have as many elements as heads');
  const isSplit = dims.at(-1) === headDim && dims.at(-2) === heads;
  const isJoined = dims.at(-1) === heads * headDim;
  if (!isSplit && !isJoined)
    refuse(`[..., length, ${heads}, ${headDim}], or another order with the option axes`);
  const own = dims.at(isSplit ? -3 : -2) ?? 1;
  if ((length ?? own) !== own) refuse(`the length ${length}`);
  return own;
}

/**
 * Heads that rotate together: rows of heads, one after the other in the array.
 * @typedef {object} Block
 * @property {number} from the index of the first element
 * @property {number} size the number of elements
 * @property {number} heads the number of heads in a row
 * @property {[number, number]} rotated the first head of a row that rotates, and the one after the
 *   last
 * @property {number} length the number of rows after which the positions repeat
 * @property {Float64Array | undefined} positions
 */

/**
 * Divides an array with axes into blocks of rows.
 * @param {object} shape
 * @param {Axes} shape.axes
 * @param {number} shape.rows the number of tokens
 * @param {number} shape.length the length of a sequence
 * @param {number} shape.heads
 * @param {number} shape.headDim
 * @param {[number, number]} shape.rotated the heads that rotate
 * @param {number} shape.start
 * @param {Float64Array} [shape.positions] [coordinates, length] or [coordinates, batch, length]
 * @param {number} shape.coordinates how many coordinates a position has
 * @returns {Block[]}
 */
export function blocksOf({ axes, rows, length, heads, headDim, rotated, ...of }) {
  const { start, positions, coordinates } = of;
  const batch = length ? rows / length : 0;
  const size = rows * heads * headDim;
  const isShared = !positions || positions.length === coordinates * length;
  const isWhole = rotated[0] === 0 && rotated[1] === heads;
  /** @type {(block: Partial<Block>) => Block} */
  const block = (own) => ({ from: 0, size, heads, rotated, length, positions, ...own });
  if (axes === 'bshd' || axes === 'shd') return [block(isShared ? {} : { length: rows })];
  if (axes === 'sbhd') {
    if (isShared && isWhole) return [block({ heads: batch * heads, rotated: [0, batch * heads] })];
    const own = positions ?? Float64Array.from({ length }, (_, i) => start + i);
    const list = arranged(own, coordinates, rows, (row) =>
      isShared ? Math.floor(row / batch) : (row % batch) * length + Math.floor(row / batch),
    );
    return [block({ length: rows, positions: list })];
  }
  if (isShared && isWhole) return [block({ heads: 1, rotated: [0, 1] })];
  const row = length * headDim;
  return Array.from({ length: batch }, (_, item) =>
    block({
      from: (item * heads + rotated[0]) * row,
      size: (rotated[1] - rotated[0]) * row,
      heads: 1,
      rotated: [0, 1],
      positions: isShared
        ? positions
        : arranged(positions, coordinates, length, (i) => item * length + i),
    }),
  );
}

/**
 * Returns positions in another order.
 * @param {Float64Array} positions [coordinates, tokens]
 * @param {number} coordinates
 * @param {number} count the number of tokens in the result
 * @param {(i: number) => number} tokenAt returns the token at an index of the result
 * @returns {Float64Array} [coordinates, count]
 */
function arranged(positions, coordinates, count, tokenAt) {
  const tokens = positions.length / coordinates;
  const list = new Float64Array(coordinates * count);
  for (let axis = 0; axis < coordinates; axis++)
    for (let i = 0; i < count; i++) list[axis * count + i] = positions[axis * tokens + tokenAt(i)];
  return list;
}
