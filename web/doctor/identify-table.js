/* Finds what made a table of positions, also beyond the formulas that `identify` knows. */
import { identify } from '../index.js';
import * as check from '../check.js';
import { dtypeOf, narrowestType, readElements, roundedTo, roundingOf } from './elements.js';
import { findGrid } from './table-grid.js';
import { scaledBoth, scaledPart } from './table-waves.js';

/** @typedef {import('./bases.js').Scaling} Scaling */
/** @typedef {import('./elements.js').Dtype} Dtype */
/** @typedef {import('./elements.js').FloatArray} FloatArray */
/** @typedef {import('./table-waves.js').Table} Table */
/** @typedef {import('./table-waves.js').TableDeparture} TableDeparture */
/** @typedef {import('../inspect/identify.js').Identification} Identification */

/**
 * What made a table. Most properties have the names of the options of sinusoidal, sinusoidal2d and
 * ropeTable.
 * @typedef {object} TableIdentification
 * @property {'sinusoidal' | 'rope' | 'sinusoidal2d' | 'learned'} scheme 'learned': no formula that
 *   is known explains the table
 * @property {string} [layout]
 * @property {number} [base]
 * @property {number} [start] the position of the first row
 * @property {number} [step] for scaled frequencies: the distance between the positions of rows
 * @property {'exact' | 'float32'} [precision]
 * @property {number} [factor] the factor of all elements, if it is not 1
 * @property {true} [flipped] as for `identify`
 * @property {true} [transposed] as for `identify`
 * @property {true} [descending] as for `identify`
 * @property {'cos' | 'sin' | 'both'} [part] for rope
 * @property {number} [rotaryDim] for rope
 * @property {Scaling} [scaling] for rope
 * @property {number} [attentionFactor] for rope: the factor that belongs to the scaling
 * @property {'mae' | 'timm' | 'timm-interleaved'} [order] for sinusoidal2d
 * @property {number} [height] for sinusoidal2d
 * @property {number} [width] for sinusoidal2d
 * @property {number} [prefix] for sinusoidal2d: the number of rows before the grid
 * @property {Dtype} type the coarsest type that represents all elements
 * @property {number} [maxError] for what `identify` knows: the largest distance from exact values
 * @property {number} matched the fraction of the elements that this explains
 * @property {TableDeparture} [departure] the first element that it does not explain
 * @property {string[]} notes what is unusual, and which mistake may have caused it
 */

const readOptions = check.reader('identifyTable', [], ({ dtype, scaling }) => ({ dtype, scaling }));

/** A formula explains a table if it explains this fraction of its elements. */
const EXPLAINED = 0.9;

/**
 * If `identify` explains this fraction, nothing else is tried. Scaled frequencies must explain as
 * much.
 */
const CERTAIN = 0.99;

/**
 * Finds what made a table of positions. It asks `identify` first, and then tries what `identify`
 * does not know:
 *
 * - tables that are multiplied by a factor, such as sqrt(dim) or dim^-0.5
 * - cosines and sines of rope with scaled frequencies, and with the attention factor of YaRN
 * - tables of grids in two dimensions, with or without rows before them
 * - arrays with the bits of float16 or bfloat16
 *
 * `identify` stays small for apps that only look at plain tables. A table that no formula explains
 * has the scheme 'learned', and `notes` gives the evidence.
 *
 * @param {FloatArray} table [length, dim]: Float32Array, Float64Array, Float16Array, or a
 *   Uint16Array with the bits of float16 or bfloat16
 * @param {number} length
 * @param {number} dim at most 4096
 * @param {object} [options]
 * @param {Dtype} [options.dtype] what the bits in a Uint16Array are: 'float16' or 'bfloat16'
 * @param {Scaling | Scaling[]} [options.scaling] scaling objects to try first. A config's longrope
 *   is found only if it is given here
 * @returns {TableIdentification}
 * @throws {RangeError | TypeError}
 * @example
 * const unknown = sinusoidal(64, 128, { base: 5000 }).map((x) => x * Math.sqrt(128));
 * const { scheme, base, factor, notes } = identifyTable(unknown, 64, 128);
 * console.log(scheme, base, factor); // sinusoidal 5000 11.3137
 * console.log(notes); // ['All elements are multiplied by sqrt(128).']
 */
export function identifyTable(table, length, dim, options) {
  const given = readOptions(options);
  const dtype = dtypeOf(given.dtype);
  check.count('length', length, 1);
  check.count('dim', dim, 1, 4096);
  const scalings = [given.scaling ?? []].flat().map((each) => ({
    ...check.readAll('scaling', each),
  }));
  const { values, type } = readElements('table', table, dtype, length * dim, '[length, dim]');
  const shape = { values, length, dim };
  const narrow = narrowestType(values, type);
  const name = (
    /** @type {Float64Array} */ list,
    /** @type {number} */ rows,
    /** @type {number} */ columns,
  ) => settled(identify(asFloats(list, type), rows, columns), rows, roundingOf(narrow));
  const plain = name(values, length, dim);
  const certain = named(plain, CERTAIN);
  if (certain) return { ...certain, type: narrow };
  const scaled = byScaling({ ...shape, rounding: roundingOf(narrow) }, scalings);
  if (scaled && scaled.matched > plain.matched) return { ...scaled, type: narrow };
  const found =
    named(plain, EXPLAINED) ??
    byFactor(shape, type, narrow) ??
    findGrid(shape, name) ??
    learned(shape, plain);
  return { ...found, type: narrow };
}

/**
 * Returns a result if its formula explains at least this fraction of the elements.
 * @param {Identification} found
 * @param {number} least
 * @returns {Found & {maxError: number} | undefined}
 */
function named(found, least) {
  const { scheme, ...rest } = found;
  return scheme === 'unknown' || found.matched < least ? undefined : { scheme, ...rest };
}

/** @typedef {Omit<TableIdentification, 'type'>} Found */
/** @typedef {{values: Float64Array, length: number, dim: number}} Shape */

/**
 * Returns values as an array whose class tells `identify` their precision.
 * @param {Float64Array} values
 * @param {Dtype} type
 */
const asFloats = (values, type) => (type === 'float64' ? values : Float32Array.from(values));

/** The relative errors of an angle in float32, and of a base that is found from such angles. */
const FLOAT32_ANGLE = 1 / 4194304; // 2^-22
const FLOAT32_BASE = 1e-6;

/**
 * Improves a result for a table whose angles were computed in float32. Their errors explain small
 * departures. A base of many digits is replaced by a very near base of at most three digits.
 * @param {Identification} found
 * @param {number} length
 * @param {number} rounding
 * @returns {Identification}
 */
function settled(found, length, rounding) {
  const { base, start, matched, maxError, precision } = found;
  const farthest = Math.abs(start) + length;
  const isRough = maxError <= farthest * FLOAT32_ANGLE + 2 * rounding && matched >= EXPLAINED;
  if (!isRough || (precision === 'exact' && matched === 1)) return found;
  const [short] = [1, 2, 3]
    .map((digits) => Number(base?.toPrecision(digits)))
    .filter((each) => Math.abs(each / Number(base) - 1) < FLOAT32_BASE);
  return { ...found, base: short ?? base, precision: 'float32', matched: 1, departure: undefined };
}

/**
 * Finds a factor of all elements, and what made the table before it was multiplied by the factor.
 * @param {Shape} shape
 * @param {Dtype} type the type of the array
 * @param {Dtype} narrow the type to which the elements are rounded
 * @returns {Found | undefined}
 */
function byFactor({ values, length, dim }, type, narrow) {
  for (const { factor, name } of factorsFor(values, length, dim)) {
    const plain = values.map((x) => roundedTo(narrow, x / factor));
    const found = named(identify(asFloats(plain, type), length, dim), EXPLAINED);
    if (!found) continue;
    const { departure, ...rest } = found;
    return {
      ...rest,
      factor,
      maxError: found.maxError * factor,
      departure: departure && scaledDeparture(departure, factor),
      notes: [...found.notes, `All elements are multiplied by ${name}.`],
    };
  }
  return undefined;
}

/** @param {TableDeparture} departure @param {number} factor */
const scaledDeparture = ({ row, column, expected, got }, factor) => ({
  row,
  column,
  expected: expected * factor,
  got: got * factor,
});

/**
 * A number of few digits is tried as the factor if its relative distance from the measured factor
 * is below this.
 */
const NEAR = 1e-3;

/**
 * Lists factors that the table may have. All rows of sines and cosines have the same sum of
 * squares, which shows the factor. A table of cosines begins with the factor.
 * @param {Float64Array} values
 * @param {number} length
 * @param {number} dim
 */
function factorsFor(values, length, dim) {
  const energy = values.subarray(0, Math.min(length, 64) * dim).reduce((sum, x) => sum + x * x, 0);
  const mean = Math.sqrt((2 * energy) / Math.min(length, 64) / dim);
  const root = Math.sqrt(dim);
  const known = [
    { factor: root, name: `sqrt(${dim})` },
    { factor: 1 / root, name: `1 / sqrt(${dim})` },
  ];
  const measured = [...new Set([mean, Math.abs(values[0])])].filter((x) => x > 1e-6 && x < 1e6);
  const list = measured.flatMap((x) => [
    ...known.filter(({ factor }) => Math.abs(x / factor - 1) < 0.05),
    ...[1, 2, 3, 4]
      .map((digits) => Number(x.toPrecision(digits)))
      .filter((short) => Math.abs(short / x - 1) < NEAR)
      .map((short) => ({ factor: short, name: `${short}` })),
    { factor: x, name: `${Number(x.toPrecision(7))}` },
  ]);
  const isNew = (/** @type {{factor: number}} */ each, /** @type {number} */ i) =>
    each.factor !== 1 && list.findIndex(({ factor }) => factor === each.factor) === i;
  return list.filter(isNew).slice(0, 6);
}

/**
 * Names cosines and sines of rope whose frequencies are scaled.
 * @param {Table} table
 * @param {Scaling[]} scalings
 * @returns {Found | undefined}
 */
function byScaling(table, scalings) {
  for (const find of [scaledPart, scaledBoth]) {
    const found = find(table, scalings);
    if (!found || found.matched < CERTAIN) continue;
    const { scaling, attentionFactor, start, step } = found;
    const notes = [
      scaling && `Frequencies are scaled: ${scaling.rope_type ?? scaling.type}.`,
      attentionFactor !== 1 &&
        `All values contain the attention factor ${Number(attentionFactor.toPrecision(7))}.`,
      start !== 0 && `Positions begin at ${start}.`,
      step !== 1 && `Positions count by ${step}.`,
    ];
    return { ...found, notes: notes.filter((note) => typeof note === 'string') };
  }
  return undefined;
}

/**
 * Describes a table that no formula explains.
 * @param {Shape} shape
 * @param {Identification} nearest
 * @returns {Found}
 */
function learned({ values, length, dim }, nearest) {
  const finite = values.filter(Number.isFinite);
  const mean = finite.reduce((sum, x) => sum + x, 0) / finite.length;
  const squares = finite.reduce((sum, x) => sum + (x - mean) * (x - mean), 0);
  const deviation = Math.sqrt(squares / finite.length);
  const [inner, size] = [1, 0].map((by) => {
    let sum = 0;
    for (let i = 0; i < (length - 1) * dim; i++) sum += values[i] * values[i + by * dim];
    return sum;
  });
  const alike = inner / size;
  const explained = Number((100 * nearest.matched).toPrecision(2));
  const notes = [
    'No formula explains this table: it may be learned.',
    nearest.scheme !== 'unknown' &&
      `The nearest formula, ${nearest.scheme}, explains ${explained} % of the elements.`,
    finite.length > 0 &&
      `The elements have the mean ${short(mean)} and the standard deviation ${short(deviation)}.`,
    alike > 0.3 && `Neighbouring rows are alike: their cosine is about ${short(alike)}.`,
  ];
  return {
    scheme: 'learned',
    matched: nearest.matched,
    departure: nearest.departure,
    notes: notes.filter((note) => typeof note === 'string'),
  };
}

/** @param {number} x */
const short = (x) => String(Number(x.toPrecision(2)));
