/*
 * Identifies a table of any size. Of a large table, only a piece at the beginning and short pieces
 * after it are read. Each short piece must continue the formula of the first piece.
 */

/** Tables of at most this many elements are read whole: 16 MiB of float32. */
const WHOLE = 4194304;

/** A piece has at most this many elements: 4 MiB of float32. */
const PIECE = 1048576;

/** How many pieces after the first one are read, and how many rows each has. */
const PROBES = 15;
const PROBE_ROWS = 16;

/**
 * The error that an angle after the first piece may have, divided by the position of its row. Only
 * some digits of the base are known from `identify`, so these errors grow with the position.
 */
const BASE_ERROR = 1 / 67108864; // 2^-26
/** The error that replaces BASE_ERROR if the angles of the table are computed in float32. */
const FLOAT32_ERROR = 1 / 2097152; // 2^-21

/**
 * @typedef {import('../inspect/identify.js').Identification} Identification
 * @typedef {{start: number, end: number}} Rows
 */

/**
 * @param {import('../files/tensor.js').Tensor} tensor
 * @param {{length: number, dim: number}} shape
 * @param {typeof import('../index.js')} library
 * @param {(fraction: number) => void} tell is called with the fraction of the work that is done
 * @returns {Promise<Identification & {rowsRead: Rows[]}>}
 */
export async function identifyRows(tensor, { length, dim }, library, tell) {
  const read = readerOf(tensor, length, dim);
  const end = length * dim <= WHOLE ? length : Math.max(PROBE_ROWS, Math.floor(PIECE / dim));
  const table = await read({ start: 0, end });
  const found = library.identify(table, end, dim);
  const rowsRead = [{ start: 0, end }];
  const rebuild = (/** @type {Rows} */ rows) => rebuilt(library, found, rows, dim);
  const isRebuilt =
    !found.departure && end < length && differs(found, table, rebuild(rowsRead[0])) < 0;
  if (!isRebuilt) return { ...found, rowsRead };
  for (const rows of probesAfter(end, length)) {
    tell(rows.start / length);
    rowsRead.push(rows);
    const piece = await read(rows);
    const expected = rebuild(rows);
    const at = differs(found, piece, expected, rows.start);
    if (at < 0) continue;
    const row = rows.start + Math.floor(at / dim);
    const departure = { row, column: at % dim, expected: expected[at], got: piece[at] };
    const notes = [
      ...found.notes,
      `The formula ends between rows ${rowsRead[rowsRead.length - 2].end} and ${row}.`,
    ];
    return { ...found, matched: row / length, departure, notes, rowsRead };
  }
  return { ...found, rowsRead };
}

/**
 * Returns a function that reads rows of a table, which may have leading axes of length 1.
 * @param {import('../files/tensor.js').Tensor} tensor
 * @param {number} length
 * @param {number} dim
 * @returns {(rows: Rows) => Promise<Float32Array | Float64Array>}
 */
function readerOf(tensor, length, dim) {
  if (tensor.shape[0] === length) return (rows) => tensor.readFloats(rows);
  /** @type {Float32Array | Float64Array | undefined} */
  let whole;
  return async ({ start, end }) => {
    whole ??= await tensor.readFloats();
    return whole.slice(start * dim, end * dim);
  };
}

/** @param {number} from @param {number} length @returns {Rows[]} */
function probesAfter(from, length) {
  const last = length - PROBE_ROWS;
  if (last < from) return [{ start: from, end: length }];
  return Array.from({ length: PROBES }, (_, i) => {
    const start = from + Math.floor(((last - from) * i) / (PROBES - 1));
    return { start, end: start + PROBE_ROWS };
  });
}

/**
 * Makes rows by the formula that was found. Returns an empty array for a transposed table, since
 * the library has no function for it.
 * @param {typeof import('../index.js')} library
 * @param {Identification} found
 * @param {Rows} rows
 * @param {number} dim
 */
export function rebuilt(library, found, { start, end }, dim) {
  const { base, precision, descending } = found;
  const step = descending ? -1 : 1;
  const positions = Array.from({ length: end - start }, (_, i) => found.start + step * (start + i));
  const options = { base, precision, positions, dtype: /** @type {const} */ ('float64') };
  if (found.transposed) return new Float64Array(0);
  if (found.scheme === 'sinusoidal') {
    const { layout } = /** @type {{layout: 'interleaved'}} */ (found);
    const table = library.sinusoidal(positions.length, dim, { ...options, layout });
    return found.flipped ? exchanged(table, layout, dim) : table;
  }
  const rotaryDim = found.rotaryDim ?? 0;
  const table = library.ropeTable(positions.length, rotaryDim, options);
  return spread(table[found.part ?? 'cos'], found.layout, dim);
}

/**
 * Exchanges sines and cosines.
 * @param {Float64Array} table
 * @param {string} layout
 * @param {number} dim
 */
function exchanged(table, layout, dim) {
  const half = Math.floor(dim / 2);
  return table.map((_, i) => {
    const column = i % dim;
    if (layout === 'interleaved') return table[i - column + (column ^ 1)];
    return table[i - column + ((column + half) % dim)];
  });
}

/**
 * Repeats the column of each pair if the table has two columns for a pair.
 * @param {Float64Array} values
 * @param {string | undefined} layout
 * @param {number} dim
 */
function spread(values, layout, dim) {
  const pairs = values.length && layout ? dim / 2 : dim;
  if (pairs === dim) return values;
  const out = new Float64Array(values.length * 2);
  return out.map((_, i) => {
    const column = i % dim;
    const pair = layout === 'interleaved' ? column >> 1 : column % pairs;
    return values[Math.floor(i / dim) * pairs + pair];
  });
}

/**
 * Returns the index of the first element that a formula does not explain, or -1.
 * @param {Pick<Identification, 'start' | 'maxError' | 'precision'>} found
 * @param {Float32Array | Float64Array} got
 * @param {Float64Array} expected
 * @param {number} [offset] the first row
 */
function differs({ start, maxError, precision }, got, expected, offset = 0) {
  if (got.length !== expected.length) return 0;
  const farthest = Math.abs(start) + offset + PROBE_ROWS;
  const growth = precision === 'float32' ? FLOAT32_ERROR : BASE_ERROR;
  const tolerance = 4 * maxError + farthest * growth;
  return got.findIndex((value, i) => !(Math.abs(value - expected[i]) <= tolerance));
}
