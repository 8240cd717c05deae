/*
 * Finds tables of grids. Each row of such a table is a point in a grid. Each column of the table
 * depends either on the point's row or on the point's column.
 */

/** @typedef {import('./identify-table.js').Found} Found */
/** @typedef {import('./identify-table.js').Shape} Shape */
/** @typedef {import('../inspect/identify.js').Identification} Identification */

/**
 * A function that identifies the table of one axis.
 * @typedef {(values: Float64Array, length: number, dim: number) => Identification} IdentifyAxis
 */

/** At most this many rows may be before the grid. */
const MOST_PREFIX = 8;

/** A formula explains an axis if it explains this fraction of its elements. */
const EXPLAINED = 0.9;

/**
 * Finds the grid of a table, and names the tables of its axes.
 * @param {Shape} shape
 * @param {IdentifyAxis} identifyAxis
 * @returns {Found | undefined}
 */
export function findGrid({ values, length, dim }, identifyAxis) {
  if (dim < 4) return undefined;
  let zeros = 0;
  while (zeros < Math.min(length, MOST_PREFIX) && isZero(values, zeros, dim)) zeros++;
  for (const prefix of new Set([zeros, 0, 1])) {
    const rows = length - prefix;
    for (let width = 2; 2 * width <= rows; width++) {
      if (rows % width) continue;
      const shape = { values: values.subarray(prefix * dim), dim, width, height: rows / width };
      const axes = axesOf(shape);
      const found = axes && nameAxes(shape, axes, identifyAxis);
      if (found) return { ...found, prefix, notes: notesOf(found.notes, prefix, zeros) };
    }
  }
  return undefined;
}

/** @param {Float64Array} values @param {number} row @param {number} dim */
const isZero = (values, row, dim) =>
  values.subarray(row * dim, (row + 1) * dim).every((x) => x === 0);

/** @param {string[]} notes @param {number} prefix @param {number} zeros */
function notesOf(notes, prefix, zeros) {
  if (!prefix) return notes;
  return prefix <= zeros
    ? [...notes, `Rows before the grid: ${prefix}, all of them zero.`]
    : [...notes, `Rows before the grid: ${prefix}.`];
}

/** @typedef {{values: Float64Array, dim: number, width: number, height: number}} Grid */

/**
 * Divides the table's columns into two lists. Columns in the first list depend on a point's row in
 * the grid. Columns in the second list depend on its column in the grid. Returns undefined if a
 * column of the table depends on both, or if a list is empty.
 * @param {Grid} grid
 * @returns {[number[], number[]] | undefined}
 */
function axesOf({ values, dim, width, height }) {
  /** @type {[number[], number[]]} */
  const axes = [[], []];
  const at = (/** @type {number} */ y, /** @type {number} */ x, /** @type {number} */ column) =>
    values[(y * width + x) * dim + column];
  const everywhere = (/** @type {(y: number, x: number) => boolean} */ test) => {
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (!test(y, x)) return false;
    return true;
  };
  for (let column = 0; column < dim; column++) {
    if (everywhere((y, x) => at(y, x, column) === at(y, 0, column))) axes[0].push(column);
    else if (everywhere((y, x) => at(y, x, column) === at(0, x, column))) axes[1].push(column);
    else return undefined;
  }
  return axes[0].length && axes[1].length ? axes : undefined;
}

/**
 * @param {Grid} grid
 * @param {[number[], number[]]} axes
 * @param {IdentifyAxis} identifyAxis
 * @returns {Found | undefined}
 */
function nameAxes({ values, dim, width, height }, axes, identifyAxis) {
  const [rows, columns] = axes.map((own, axis) => {
    const length = axis ? width : height;
    const stride = axis ? dim : width * dim;
    const table = Float64Array.from(
      { length: length * own.length },
      (_, i) => values[Math.floor(i / own.length) * stride + own[i % own.length]],
    );
    return identifyAxis(table, length, own.length);
  });
  if (rows.matched < EXPLAINED || columns.matched < EXPLAINED) return undefined;
  // The longer axis shows the base more precisely.
  const main = width >= height ? columns : rows;
  const other = main === rows ? columns : rows;
  if (main.layout !== other.layout || main.scheme !== 'sinusoidal') return undefined;
  const order = orderOf(axes, dim, main);
  const notes = [...new Set([...rows.notes, ...columns.notes])];
  return {
    scheme: 'sinusoidal2d',
    layout: main.layout,
    flipped: main.flipped,
    base: main.base,
    start: main.start,
    precision: rows.precision === 'float32' ? 'float32' : columns.precision,
    order,
    height,
    width,
    matched: (rows.matched + columns.matched) / 2,
    notes: order ? notes : [...notes, orderNote(axes)],
  };
}

/**
 * Returns the option `order` of sinusoidal2d that puts the columns in this order.
 * @param {[number[], number[]]} axes
 * @param {number} dim
 * @param {Identification} main
 */
function orderOf([rows], dim, { layout, flipped }) {
  const half = dim / 2;
  if (flipped || rows.length !== half || layout !== 'concatenated') return undefined;
  const isLast = rows[0] === half && rows[half - 1] === dim - 1;
  const isFirst = rows[0] === 0 && rows[half - 1] === half - 1;
  if (isLast) return 'mae';
  if (isFirst) return 'timm-interleaved';
  return rows.every((column) => column % half < half / 2) ? 'timm' : undefined;
}

/** @param {[number[], number[]]} axes */
const orderNote = ([rows, columns]) =>
  rows[0] < columns[0]
    ? 'The columns of the grid row come first.'
    : 'The columns of the grid column come first.';
