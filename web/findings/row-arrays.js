/* Uses arrays that say something about each row of a pair: a mask of padding, and positions. */

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('./pairs.js').Pair} Pair */

/**
 * A number for each row of all sequences. A mask is 0 for padding.
 * @typedef {{shape: number[], data: ArrayLike<number | bigint>}} RowArray
 */

/** The part of the library that this file uses. */
/** @typedef {Pick<typeof import('../index.js'), 'positionsFromMask'>} Library */

/** Names that masks and positions have in files. */
const MASK = /(^|[^a-z])((attention|attn|padding|pad)_?)?mask$/i;
const POSITIONS = /(^|[^a-z])(positions?|pos(ition)?_?ids?)$/i;

/** Arrays with more elements than this are not read as masks or positions. */
const MOST_NUMBERS = 65536;

/** @param {Tensor} tensor */
const isSmall = ({ shape, length }) => shape.length <= 2 && length > 0 && length <= MOST_NUMBERS;

/** Whether a tensor is a mask, by its name and shape. @param {Tensor} tensor */
export const isMask = (tensor) =>
  MASK.test(tensor.name) && tensor.shape.length === 2 && isSmall(tensor);

/** Whether a tensor contains positions, by its name and shape. @param {Tensor} tensor */
export const isPositions = (tensor) =>
  POSITIONS.test(tensor.name) && (isSmall(tensor) || isOfAxes(tensor));

/**
 * Whether an array has the positions of rows on several axes: [axes, batch, length]. Models for
 * images have three axes. A fourth axis in front may have the positions in the text.
 * @param {{shape: number[]}} array
 */
const isOfAxes = ({ shape }) => shape.length === 3 && (shape[0] === 3 || shape[0] === 4);

/**
 * Writes positions as a list of numbers and ranges, such as 0..11, 5, 7..9.
 * @param {ArrayLike<number>} positions
 */
export function listText(positions) {
  /** @type {string[]} */
  const parts = [];
  for (let first = 0, next; first < positions.length; first = next) {
    for (next = first + 1; positions[next] === positions[next - 1] + 1; next++);
    const [from, to] = [positions[first], positions[next - 1]];
    parts.push(from === to ? `${from}` : `${from}..${to}`);
  }
  return parts.join(',');
}

/**
 * Selects the rows of a pair that are not padding, and their positions.
 * @param {Pair} pair arrays [batch, length, heads, headDim] or [batch, heads, length, headDim]. If
 *   length and heads are equal, they are read as [batch, length, heads, headDim]. The axis of a
 *   single sequence may be missing
 * @param {{mask?: RowArray, positions?: RowArray}} given a mask [batch, length]; and the positions
 *   of all rows, of the rows of one sequence, or of the rows that are not padding. Without
 *   positions, the rows of each sequence that are not padding have the positions 0, 1, 2 and so on.
 *   Positions of images have one more axis in front: [axes, batch, length]
 * @param {Library} library
 * @returns {{pair: Pair, positions: number[], axes?: number[][], kept?: Kept}} a pair [rows, heads,
 *   headDim]; the positions on all axes, if they differ; and the rows that were kept, if some are
 *   padding or if there are several sequences
 * @throws {RangeError} if the shapes do not match
 */
export function selectRows(pair, { mask, positions }, library) {
  const pieces = positions ? piecesOf(positions, pair.a.shape) : [undefined];
  const all = pieces.map((piece) => selectAlong(pair, { mask, positions: piece }, library));
  const axes = all.map((each) => each.positions);
  const isText = axes.every((axis) => axis.every((position, row) => position === axes[0][row]));
  return isText ? all[0] : { ...all[0], axes };
}

/**
 * Divides positions into those on each axis. The shape [3, length] means three axes, unless there
 * are three sequences.
 * @param {RowArray} positions
 * @param {number[]} shape of the arrays whose rows have these positions
 * @returns {RowArray[]}
 */
function piecesOf(positions, shape) {
  const [count, ...others] = positions.shape;
  const isFlat = others.length === 1 && !(shape.length > 3 && shape[0] === count);
  const inner = isFlat ? [1, ...others] : others;
  if (!isOfAxes({ shape: [count, ...inner] })) return [positions];
  const size = positions.data.length / count;
  return Array.from({ length: count }, (_, axis) => ({
    shape: inner,
    data: Array.prototype.slice.call(positions.data, axis * size, (axis + 1) * size),
  }));
}

/**
 * Selects the rows that are not padding, with their positions on one axis.
 * @param {Pair} pair
 * @param {{mask?: RowArray, positions?: RowArray}} given
 * @param {Library} library
 * @returns {{pair: Pair, positions: number[], kept?: Kept}}
 */
function selectAlong(pair, { mask, positions }, library) {
  const [shape, name] = mask ? [mask.shape, 'mask'] : [positions?.shape ?? [], 'positions'];
  if (!mask && positions && isOneSequence(positions))
    return { pair, positions: Array.from(positions.data, Number) };
  const order = orderOf(pair.a.shape, shape, name);
  const rows = order.batch * order.length;
  const shown = mask ? mask.data : new Uint8Array(rows).fill(1);
  const kept = [...Array(rows).keys()].filter((row) => Number(shown[row]));
  const known = positions
    ? positionsOf(positions.data, order, kept)
    : kept.map(
        at(
          library.positionsFromMask(
            /** @type {ArrayLike<number>} */ (shown),
            order.batch,
            order.length,
          ),
        ),
      );
  const isNamed = order.batch > 1 || kept.length < rows;
  const left = isNamed ? { kept: { rows: kept, length: order.length } } : {};
  return { pair: gathered(pair, order, kept), positions: known, ...left };
}

/**
 * The rows that are not padding, from all sequences, and the length of a sequence with its padding.
 * @typedef {{rows: number[], length: number}} Kept
 */

/**
 * Names the rows in notes by their batch item, since the rows of all items were put into one list.
 * @param {string[]} notes
 * @param {Kept | undefined} kept
 * @returns {string[]}
 */
export function inItems(notes, kept) {
  if (!kept) return notes;
  const { rows, length } = kept;
  const inItem = (/** @type {string} */ row) => {
    const at = rows[Number(row)];
    return { says: `${at % length} of batch item ${Math.floor(at / length)}` };
  };
  return notes.map((note) =>
    note
      .replace(/\brows? (\d+ to )?\d+/gi, (all) => all.replace(/\d+/g, (row) => inItem(row).says))
      .replace(/ of batch item (\d+)( to \d+ of batch item \1\b)/, '$2'),
  );
}

/** @param {RowArray} array */
const isOneSequence = ({ shape, data }) => shape[shape.length - 1] === data.length;

/** @param {ArrayLike<number | bigint>} list */
const at = (list) => (/** @type {number} */ index) => Number(list[index]);

/**
 * Where the rows of sequences are in an array.
 * @typedef {object} Order
 * @property {number} batch
 * @property {number} length
 * @property {number[]} inner the axes of a row
 * @property {boolean} headsFirst whether the axis of heads comes before that of the rows
 */

/**
 * Finds the axes of the rows in the shape of an array.
 * @param {number[]} shape
 * @param {number[]} rows the shape of the array with one number for each row
 * @param {string} name what the error calls this array
 * @returns {Order}
 */
function orderOf(shape, rows, name) {
  const [batch, length] = rows;
  const axes = shape.length === 3 && batch === 1 ? [1, ...shape] : shape;
  const [sequences, second, third] = axes;
  const headsFirst = second !== length && third === length && axes.length === 4;
  const fits = axes.length > 3 && sequences === batch && (second === length || headsFirst);
  if (rows.length !== 2 || !fits)
    throw new RangeError(
      `${name}: expected [batch, length] of [${shape.join(', ')}], got [${rows.join(', ')}]`,
    );
  return { batch, length, headsFirst, inner: headsFirst ? [second, axes[3]] : axes.slice(2) };
}

/**
 * Returns the positions of the rows that are kept.
 * @param {ArrayLike<number | bigint>} data
 * @param {Order} order
 * @param {number[]} kept
 */
function positionsOf(data, { batch, length }, kept) {
  if (data.length === batch * length) return kept.map(at(data));
  if (data.length === length) return kept.map((row) => Number(data[row % length]));
  if (data.length === kept.length) return kept.map((_, i) => Number(data[i]));
  throw new RangeError(
    `positions: expected ${batch * length} or ${kept.length} numbers, got ${data.length}`,
  );
}

/**
 * Copies rows out of both arrays of a pair.
 * @param {Pair} pair
 * @param {Order} order
 * @param {number[]} kept
 * @returns {Pair}
 */
function gathered({ a, b, values, ...rest }, order, kept) {
  const shape = [kept.length, ...order.inner];
  return {
    ...rest,
    a: { ...a, shape },
    b: { ...b, shape },
    values: values.map((list) => gather(list, order, kept)),
  };
}

/**
 * @param {Float32Array | Float64Array} list
 * @param {Order} order
 * @param {number[]} kept
 */
function gather(list, { length, inner, headsFirst }, kept) {
  const width = inner.reduce((product, axis) => product * axis, 1);
  const out = list.slice(0, kept.length * width);
  const [pieces, size] = headsFirst ? inner : [1, width];
  kept.forEach((row, i) => {
    const sequence = Math.floor(row / length);
    for (let piece = 0; piece < pieces; piece++) {
      const from = headsFirst ? (sequence * pieces + piece) * length + (row % length) : row;
      out.set(list.subarray(from * size, (from + 1) * size), i * width + piece * size);
    }
  });
  return out;
}
