/* Makes the tensors in a file. Their elements are read on demand, and only the needed rows. */
import * as check from '../check.js';
import { bytesOf, elementsOf, KINDS, productOf, widened } from './elements.js';
import { refuseFile } from './refuse.js';

/** @typedef {import('./elements.js').FileDtype} FileDtype */
/** @typedef {import('./elements.js').Elements} Elements */
/** @typedef {import('./source.js').Source} Source */

/**
 * Rows of a tensor: those with the indices start, ..., end - 1 on its first axis.
 * @typedef {{start?: number, end?: number}} Rows
 */

/**
 * An array in a file. Its elements are read when you ask for them.
 * @typedef {object} Tensor
 * @property {string} name
 * @property {string} dtype 'float32', 'float16', 'bfloat16' and so on. For types that cannot be
 *   read, it is the format's own name
 * @property {number[]} shape
 * @property {number} length the number of elements
 * @property {string} [unreadable] a sentence that says why the elements cannot be read
 * @property {true} [isText] the file is text; `read` and `readFloats` then return a Float64Array
 * @property {Tolerance} [tolerance] for test vectors: how far a port may be from them
 * @property {ArrayLike<number>} [positions] for test vectors: the position of each row
 * @property {object} [options] for test vectors: options of the function that made them
 * @property {(rows?: Rows) => Promise<Elements>} read reads the elements, row-major. Elements of
 *   float16 and bfloat16 are returned as their bits, in a Uint16Array
 * @property {(rows?: Rows) => Promise<Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>}
 *   readFloats reads the elements as numbers. Floats of at most 32 bits become a Float32Array; all
 *   other types become a Float64Array
 */

/**
 * The largest errors that a port may have in each type: one for all rows, or one for each row.
 * @typedef {object} Tolerance
 * @property {number | Float64Array} float32
 * @property {number | Float64Array} float16
 * @property {number | Float64Array} bfloat16
 * @property {boolean} [relative] whether errors are relative to the values
 */

/**
 * Where the elements of a tensor are.
 * @typedef {object} Place
 * @property {Source} source
 * @property {string} name
 * @property {FileDtype} dtype
 * @property {number[]} shape
 * @property {number} offset where the elements begin in the source, in bytes
 * @property {boolean} [isLittle] whether the least significant byte is the first; default true
 * @property {boolean} [isFortran] whether the first axis is the fastest; default false
 */

const readRows = check.reader('', [], ({ start, end }) => ({ start, end }));

/** A tensor in Fortran's order is read in pieces of about this many bytes. */
const PIECE = 4194304;

/**
 * Returns a tensor that can be read. The caller has checked that the file contains all its bytes.
 * @param {Place} place
 * @returns {Tensor}
 */
export function tensorAt(place) {
  const { name, dtype, shape, isFortran } = place;
  const readNow = isFortran && shape.length > 1 ? readFortran : readRowMajor;
  const read = async (/** @type {Rows | undefined} */ rows) =>
    readNow(place, rowsOf(place.shape, rows));
  return {
    name,
    dtype,
    shape,
    length: productOf(shape),
    read,
    readFloats: async (rows) => widened(await read(rows), dtype),
  };
}

/**
 * Returns a tensor whose elements were read from text. `dtype` is the type to which they were
 * rounded.
 * @param {{name: string, shape: number[], values: Float64Array<ArrayBuffer>, dtype?: string} &
 *   Pick<Tensor, 'tolerance' | 'positions' | 'options'>} of
 * @returns {Tensor}
 */
export function memoryTensor({ values, dtype = 'float64', ...of }) {
  const { shape } = of;
  const width = productOf(shape.slice(1));
  const readFloats = async (/** @type {Rows | undefined} */ rows) => {
    const { start, end } = rowsOf(shape, rows);
    return values.slice(start * width, end * width);
  };
  const length = values.length;
  const isText = /** @type {const} */ (true);
  return { ...of, dtype, length, isText, read: readFloats, readFloats };
}

/**
 * Returns a tensor that is listed, but cannot be read.
 * @param {{source: Source, name: string, dtype: string, shape: number[], why: string}} listed
 * @returns {Tensor}
 */
export function listedTensor({ source, name, dtype, shape, why }) {
  const read = async () => refuseFile(source.name, `the tensor ${name}`, why, { says: dtype });
  const unreadable = `${name} is ${dtype}; posenc reads ${why}.`;
  return { name, dtype, shape, length: productOf(shape), unreadable, read, readFloats: read };
}

/**
 * Checks which rows are asked for.
 * @param {number[]} shape
 * @param {Rows | undefined} rows
 * @returns {{start: number, end: number}}
 */
function rowsOf(shape, rows) {
  const count = shape.length ? shape[0] : 1;
  check.enter('read');
  const { start = 0, end = count } = readRows(rows, 'rows');
  check.count('start', start, 0, count);
  check.count('end', end, start, count);
  return { start, end };
}

/**
 * @param {Place} place
 * @param {{start: number, end: number}} rows
 */
async function readRowMajor({ source, name, dtype, shape, offset, isLittle = true }, rows) {
  const rowBytes = productOf(shape.slice(1)) * bytesOf(dtype);
  const bytes = rows.end > rows.start ? (rows.end - rows.start) * rowBytes : 0;
  const read = await source.read(
    `the tensor ${name}`,
    offset + (bytes ? rows.start * rowBytes : 0),
    bytes,
  );
  return elementsOf(read, dtype, isLittle);
}

/**
 * Reads a tensor whose first axis is the fastest. The file has one column after another. Element i
 * of a column is in row i. From column to column, the index on the second axis changes fastest.
 * @param {Place} place
 * @param {{start: number, end: number}} rows
 */
async function readFortran({ source, name, dtype, shape, offset, isLittle = true }, rows) {
  const size = bytesOf(dtype);
  const [height, ...others] = shape;
  const columns = productOf(others);
  const count = rows.end - rows.start;
  check.fits(count * columns, size, name);
  const out = new KINDS[dtype](new ArrayBuffer(count * columns * size));
  const targetOf = transposedIndex(others);
  const perPiece = Math.max(1, Math.floor(PIECE / (size * Math.max(1, height))));
  for (let first = 0; count && first < columns; first += perPiece) {
    const read = Math.min(perPiece, columns - first);
    // A single column may be larger than a piece. Then only the wanted rows of it are read.
    const isNarrow = perPiece === 1;
    const skipped = isNarrow ? rows.start : 0;
    const tall = isNarrow ? count : height;
    const at = offset + (first * height + skipped) * size;
    const piece = elementsOf(
      await source.read(`the tensor ${name}`, at, read * tall * size),
      dtype,
      isLittle,
    );
    for (let column = 0; column < read; column++) {
      const target = targetOf(first + column);
      const begin = column * tall + rows.start - skipped;
      for (let row = 0; row < count; row++) out[row * columns + target] = piece[begin + row];
    }
  }
  return out;
}

/**
 * Returns a function that turns the index of a column in Fortran's order into its row-major index.
 * @param {number[]} axes
 */
function transposedIndex(axes) {
  return (/** @type {number} */ index) => {
    let rest = index;
    let target = 0;
    let stride = productOf(axes);
    for (const side of axes) {
      stride /= side;
      target += (rest % side) * stride;
      rest = Math.floor(rest / side);
    }
    return target;
  };
}
