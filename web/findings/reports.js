/*
 * Makes the sentences and settings of reports. The command and pe-doctor show the same reports.
 */

/**
 * What was found in files.
 * @typedef {object} Finding
 * @property {string[]} says sentences
 * @property {Record<string, unknown>} settings what was found, in the words of the API
 * @property {string[]} notes further sentences
 * @property {boolean} agrees false if something differs from what is known or expected
 */

/** Numbers from this size on, such as bases, are written with more digits. */
const LARGE = 1000;

/**
 * Returns a number as text with few digits.
 * @param {number} value
 * @param {number} [digits]
 */
export const brief = (value, digits = Math.abs(value) < LARGE ? 4 : 10) =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(digits)));

/** Returns two numbers as texts that differ, with few digits. @param {[number, number]} numbers */
export function apart(numbers) {
  for (let digits = 4; digits < 17; digits++) {
    const [one, other] = numbers.map((value) => brief(value, digits));
    if (one !== other) return [one, other];
  }
  return numbers.map(String);
}

/** Returns a fraction as text. It is "all" only if nothing is missing. @param {number} fraction */
export const share = (fraction) =>
  fraction === 1 ? 'all' : `${(Math.floor(fraction * 10000) / 100).toFixed(2)} %`;

/** If at most this many elements are missing, a report gives their number. */
const FEW = 9;

/**
 * Describes a fraction of the elements in words.
 * @param {number} fraction
 * @param {number} [count] the number of all elements, if it is known
 */
export function elements(fraction, count = 0) {
  if (fraction === 1) return 'all elements';
  const missing = Math.round((1 - fraction) * count);
  const isFew = missing > 0 && missing <= FEW && fraction > 0.9;
  return isFew ? `all but ${missing} of the elements` : `${share(fraction)} of the elements`;
}

/** Returns a value as a person writes it. @param {unknown} value @returns {string} */
export const written = (value) => {
  if (typeof value === 'number') return brief(value);
  if (ArrayBuffer.isView(value)) return written([.../** @type {Float64Array} */ (value)]);
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value);
};

/**
 * Returns lines of names and values. Values that are missing are left out.
 * @param {Record<string, unknown>} values
 */
export function fields(values) {
  const rows = Object.entries(values).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `  ${name.padEnd(width)}${written(value)}`);
}

/** @param {{name: string, dtype: string, shape: number[]}} tensor */
export const titled = ({ name, dtype, shape }) => `${name}: ${dtype} [${shape.join(', ')}]`;

/**
 * Returns lines with the name, type and shape of an array, and with its first elements.
 * @param {string} name
 * @param {{data: ArrayLike<number>, shape: number[], dtype: string}} array
 */
export function sample(name, { data, shape, dtype }) {
  const count = Math.min(6, data.length);
  const first = Array.from({ length: count }, (_, i) => brief(data[i]));
  const more = data.length > count ? ', ...' : '';
  const isBits = data instanceof Uint16Array;
  return [titled({ name, dtype, shape }), `  ${isBits ? 'bits ' : ''}${first.join(', ')}${more}`];
}

/**
 * Names an element by the axes of its array, and the array by its shape.
 * @param {number} index
 * @param {number[]} shape
 * @returns {Place}
 */
export function placeOf(index, shape) {
  let rest = index;
  const indices = shape.map(() => 0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    indices[axis] = rest % shape[axis];
    rest = Math.floor(rest / shape[axis]);
  }
  return { at: `[${indices.join(', ')}]`, shape: `[${shape.join(', ')}]` };
}

/** An element and the shape of its array, as texts. @typedef {{at: string, shape: string}} Place */

/**
 * Says where an array departs from what is expected.
 * @param {{row: number, column: number, expected: number, got: number}} departure
 * @param {Place} [place] the element by the axes of the array, if it has more than two
 */
export function departed({ row, column, expected, got }, place) {
  const [wanted, found] = apart([expected, got]);
  if (place)
    return `The first difference is in element ${place.at} of ${place.shape}: expected ${wanted}, got ${found}.`;
  return `The first difference is in row ${row}, column ${column}: expected ${wanted}, got ${found}.`;
}

/**
 * Says that only the first rows of an array were read.
 * @param {number} read how many rows were read
 * @param {number} rows how many rows the array has
 */
export const firstRead = (read, rows) => `Of ${rows} rows, the first ${read} were read.`;

/**
 * Says in which rows of an array a rotation was sought, before all rows were compared with it.
 * @param {number} read in how many rows it was sought
 * @param {number} rows how many rows the array has
 */
export const allCompared = (read, rows) =>
  `The rotation was sought in the first ${read} of ${rows} rows. All rows were compared with it.`;

/**
 * Returns the lines of a finding for a terminal.
 * @param {Finding} finding
 */
export const linesOf = ({ says, settings, notes }) => [...says, ...fields(settings), ...notes];
