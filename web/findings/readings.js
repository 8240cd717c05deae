/* Lists where the rows and the heads of an array may be, by its shape and by what a model has. */
import { positionsOfRows } from './number-list.js';

/** @typedef {import('./pairs.js').Reading} Reading */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */
/** @typedef {import('../files/tensor.js').Tensor} Tensor */

/** The sizes of heads that are tried if the shape does not show the size. */
const USUAL_HEADS = [128, 64, 96, 80, 256, 32, 48, 16];

/** The largest head of identifyRotation. */
const WIDEST = 1024;

/** Whether the given options say where the heads are. @param {Reading} given */
const isGiven = ({ heads, headDim, length }) =>
  heads !== undefined || headDim !== undefined || length !== undefined;

/**
 * Lists where the heads of an array may be, the most usual place first. The possible shapes are
 * [batch, length, heads, headDim], [..., length, heads, headDim], [..., heads, length, headDim] and
 * [length, heads * headDim].
 * @param {number[]} shape
 * @param {Reading} given
 * @returns {Reading[]}
 */
function readingsOf(shape, given) {
  const { heads, headDim, expected } = given;
  const [width = 1, above] = [...shape].reverse();
  if (shape.length > 2) {
    const usual = { heads: above, headDim: width };
    if (isGiven(given)) return [usual];
    const rows = shape[shape.length - 3];
    const isBatch = shape.length > 3 && shape[shape.length - 4] > 1 && rows > 1;
    const batch = isBatch ? [{ ...usual, length: rows }] : [];
    if (above < 2) return [...batch, usual];
    const spanning = above * width <= WIDEST ? [{ heads: 1, headDim: above * width }] : [];
    return [...batch, usual, { heads: 1, headDim: width, length: above }, ...spanning];
  }
  if (headDim !== undefined) return [{ heads: width / headDim }];
  if (heads !== undefined) return [{ heads, headDim: width / heads }];
  const { headDim: known } = /** @type {{headDim?: number}} */ (expected ?? {});
  const isKnown = known !== undefined && width % known === 0;
  const several = USUAL_HEADS.filter((size) => size < width && width % size === 0);
  const sizes = isKnown ? [known] : [width, ...several];
  return sizes.map((size) => ({ heads: width / size, headDim: size }));
}

/** Whether a head may have this size. @param {Reading} reading */
const isHead = ({ headDim = 2 }) => headDim >= 2 && headDim <= WIDEST;

/** Whether a tensor has heads that may rotate. @param {Tensor} tensor */
export const canRotate = ({ shape, length }) => length > 0 && readingsOf(shape, {}).some(isHead);

/**
 * Lists where the heads of an array may be if it is one decoding step: [batch, heads, 1, headDim],
 * [batch, 1, heads, headDim] or [heads, headDim].
 * @param {number[]} shape
 * @param {Reading} given
 * @returns {Reading[]}
 */
function stepsOf(shape, given) {
  const [width = 1, above = 1, rows = 1] = [...shape].reverse();
  if (isGiven(given) || width > WIDEST || (above > 1 && rows > 1)) return [];
  return [{ heads: Math.max(above, rows), headDim: width, length: 1 }];
}

/**
 * Lists the ways to read an array, with the position of every row. Ways that do not fit the number
 * of given positions are left out, unless no way fits. If the shape suggests one decoding step, and
 * one position is given, the reading as a step comes first.
 * @param {number[]} shape
 * @param {Reading} options
 * @param {number} count the number of elements
 */
export function possibleReadings(shape, options, count) {
  const { positions } = options;
  const steps = stepsOf(shape, options);
  const isStep = shape.length > 3 && positions?.length === 1;
  const listed = readingsOf(shape, options);
  const heads = listed.filter(isHead);
  const usual = heads.length ? heads : listed;
  const all = (isStep ? [...steps, ...usual] : [...usual, ...steps]).map((each) => ({
    ...each,
    ...options,
  }));
  const fitting = all.filter((each) => hasPositions(each, positions, count));
  return (fitting.length ? fitting : all).map((each) => placed(each, positions, count));
}

/**
 * Returns the number of rows of a sequence.
 * @param {Reading} reading
 * @param {number} count
 */
const rowsOf = ({ heads = 1, headDim = 1, length }, count) => length ?? count / heads / headDim;

/**
 * Whether a list of positions has one for each row of a sequence, or only that of the first row.
 * @param {Reading} reading
 * @param {ArrayLike<number> | undefined} positions
 * @param {number} count
 */
const hasPositions = (reading, positions, count) =>
  positions !== undefined && [1, rowsOf(reading, count)].includes(positions.length);

/**
 * Adds the position of every row to a reading, if positions are given.
 * @param {Reading} reading
 * @param {ArrayLike<number> | undefined} positions
 * @param {number} count
 * @returns {Reading}
 */
const placed = (reading, positions, count) => ({
  ...reading,
  ...(positions && { positions: positionsOfRows(positions, rowsOf(reading, count)) }),
});

/**
 * A place of rows and heads in an array. `axis` is the axis of the sequence, if the array has one.
 * `heads` is the number of heads of the array. `wanted` is the rotation of these heads.
 * @typedef {object} Place
 * @property {Reading} reading
 * @property {Wanted} wanted
 * @property {number} heads
 * @property {number} [axis]
 * @property {'axis' | 'batch' | 'span'} [oddity] how the place differs from those that the model
 *   wants. 'axis': the sequence is on another axis; 'batch': the whole batch is one sequence;
 *   'span': all heads are one head
 */

/**
 * The places of rows and heads. `proper` has those that fit the model, the usual place first.
 * `others` has those from which wrong code may have taken rows and heads. `isCounted` says that the
 * number of heads of a proper place fits the model.
 * @typedef {{proper: Place[], others: Place[], isCounted: boolean}} Places
 */

/**
 * Finds the places of rows and heads in an array. A place that fits has as many heads as the
 * model's config says, or one head.
 * @param {{shape: number[], count: number, name: string}} array `name` may tell queries from keys
 * @param {Reading} given
 * @param {Wanted} wanted
 * @returns {Places | undefined} nothing if no axis has heads of the model's size
 */
export function placesOf({ shape, count, name }, given, wanted) {
  const { positions } = given;
  const place = (/** @type {Place} */ each) => ({
    ...each,
    reading: placed({ ...each.reading, ...given }, positions, count),
  });
  const sized = [wanted, ...wholeHeads(wanted)];
  if (isGiven(given)) {
    const [reading] = possibleReadings(shape, given, count);
    const size = sized.find(({ headDim }) => headDim === reading.headDim);
    const only = size && { reading, wanted: size, heads: Number(reading.heads) };
    return only && { proper: [only], others: [], isCounted: true };
  }
  const all = sized.flatMap((each) => sizedPlaces(shape, each));
  if (!all.length) return undefined;
  const ranks = all.map((each) => rankOf(each, shape));
  const best = Math.min(...ranks);
  const ranked = all.filter((_, i) => ranks[i] === best || (best === 0 && ranks[i] === 1));
  const named = namedPlaces(ranked, wanted, name);
  const odd = all
    .filter((each) => !named.includes(each))
    .map((each) => ({ ...each, oddity: /** @type {const} */ ('axis') }));
  const runs = named.flatMap((each) => running(each, shape));
  const isRunning = positions && positions.length > 1 && !named.some(fitsPositions);
  const proper = isRunning ? [...runs.filter(fitsPositions), ...named] : named;
  const fitting = proper.filter(fitsPositions);
  /** @param {Place} each */
  function fitsPositions(each) {
    return !positions || hasPositions(each.reading, positions, count);
  }
  const others = [...odd, ...runs, ...named.flatMap(spanning)];
  return {
    proper: (fitting.length ? fitting : proper).map(place),
    others: others
      .filter((each) => fitsPositions(each) && !(positions && each.reading.positions))
      .map(place),
    isCounted: best < LEAST,
  };
}

/**
 * Returns the rotation of whole heads, if each head begins with a part that does not rotate.
 * @param {Wanted} wanted
 * @returns {Wanted[]}
 */
function wholeHeads(wanted) {
  const { queryDim, headDim = 0 } = wanted;
  if (queryDim === undefined || queryDim === headDim) return [];
  const rotaryStart = queryDim - headDim;
  return [
    { ...wanted, headDim: queryDim, rotaryDim: headDim, rotaryStart, keyHeads: wanted.heads },
  ];
}

/** The worst rank: the model has another number of heads than the place. */
const LEAST = 3;

/**
 * Says how well the number of heads of a place fits a model. The result is 0 if the model has as
 * many heads, and 1 for one head. It is 2 if the model has one head of keys, whose axis may be
 * missing.
 * @param {Place} place
 * @param {number[]} shape
 */
function rankOf({ heads, axis, wanted }, shape) {
  if (heads > 1 && [wanted.heads, wanted.keyHeads].includes(heads)) return 0;
  if (heads === 1) return 1;
  return wanted.keyHeads === 1 && shape.length === 3 && axis === 1 ? 2 : LEAST;
}

/** Names of queries and of keys. */
const QUERIES = /(^|[^a-z])q(uer(y|ies))?([^a-z]|$)/i;
const KEYS = /(^|[^a-z])k(eys?)?([^a-z]|$)/i;

/**
 * Selects the places with the right number of heads, if the array's name says that it has queries
 * or keys. Returns all places if no place has this number, or if the model has as many heads of
 * keys as of queries.
 * @param {Place[]} places
 * @param {Wanted} wanted
 * @param {string} name
 */
function namedPlaces(places, { heads, keyHeads }, name) {
  const isQuery = QUERIES.test(name);
  if (isQuery === KEYS.test(name)) return places;
  const own = places.filter((each) => each.heads === (isQuery ? heads : keyHeads));
  return own.length && heads !== keyHeads ? own : places;
}

/**
 * Lists the places of heads of one size.
 * @param {number[]} shape
 * @param {Wanted} wanted
 * @returns {Place[]}
 */
function sizedPlaces(shape, wanted) {
  const { headDim = 1 } = wanted;
  const { length: axes } = shape;
  const [width = 1, above = 1, rows = 1] = [...shape].reverse();
  const flat = width / headDim;
  if (flat > 1 && Number.isInteger(flat) && axes > 1) {
    const batch = shape.slice(0, -2).some((side) => side > 1) ? { length: above } : {};
    return [{ reading: { heads: flat, headDim, ...batch }, wanted, heads: flat, axis: axes - 2 }];
  }
  if (flat !== 1) return [];
  if (axes < 3) {
    const list = [{ reading: { heads: 1, headDim }, wanted, heads: 1, axis: 0 }];
    const step = { reading: { heads: above, headDim, length: 1 }, wanted, heads: above };
    return above > 1 ? [...list, step] : list;
  }
  const batch = shape.slice(0, -3).some((side) => side > 1) ? { length: rows } : {};
  const first = { reading: { heads: above, headDim, ...batch }, wanted, heads: above };
  const step = { heads: rows, headDim, length: 1 };
  const second = above > 1 ? { heads: 1, headDim, length: above } : step;
  return [
    { ...first, axis: axes - 3 },
    { reading: second, wanted, heads: rows, axis: axes - 2 },
  ];
}

/**
 * Returns the place that wrong code uses if it reads all sequences of a batch as one sequence.
 * @param {Place} place
 * @param {number[]} shape
 * @returns {Place[]}
 */
function running(place, shape) {
  const { reading, axis = 0 } = place;
  const { heads = 1, headDim = 1, length = 0 } = reading;
  const batch = shape.slice(0, Math.max(0, heads > 1 ? axis : shape.length - 3));
  const isBatch = batch.some((side) => side > 1) && length > 1;
  if (!isBatch) return [];
  const oddity = /** @type {const} */ ('batch');
  if (heads > 1 || place.heads === 1) return [{ ...place, reading: { heads, headDim }, oddity }];
  // The axis of heads is before that of rows. So the rows of the second sequence come after the
  // rows of all heads of the first sequence.
  const rows = shape.slice(0, -1).reduce((product, side) => product * side, 1);
  const positions = Float64Array.from(
    { length: rows },
    (_, row) => Math.floor(row / length / place.heads) * length + (row % length),
  );
  return [{ ...place, reading: { heads, headDim, positions }, oddity }];
}

/**
 * Returns the place that wrong code uses if it reads a row as one head.
 * @param {Place} place
 * @returns {Place[]}
 */
function spanning(place) {
  const { reading, axis, heads } = place;
  const { headDim = 1, length } = reading;
  if (Number(reading.heads) < 2 || axis === undefined) return [];
  const span = { heads: 1, headDim: headDim * heads, ...(length && { length }) };
  return isHead(span) ? [{ ...place, reading: span, oddity: 'span' }] : [];
}
