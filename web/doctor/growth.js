/*
 * Says whether the error of an array grows with the row, and whether it is an error of angles.
 * Angles grow with the position, and so do their errors from rounding or from another frequency.
 */
import { angle } from './elementary.js';
import { spacing } from './elements.js';

/** @typedef {import('./compare.js').Arrays} Arrays */
/** @typedef {import('./patterns.js').Measured} Measured */
/** @typedef {import('./patterns.js').Outlier} Outlier */

/** Fewer rows show no growth, and fewer differing pairs or cosines show no error of angles. */
const FEWEST = 16;

/** An error larger than this fraction of the largest element no longer grows evenly. */
const LARGE = 0.25;

/**
 * Angles in float32 are off by at most the first number times the position. If only frequencies are
 * rounded to float32, angles are off by at most the second number times the position.
 */
const FLOAT32_ANGLE = 1 / 4194304; // 2^-22
const FLOAT32_FREQUENCY = 1 / 16777216; // 2^-24

/** The types of 16 bits. Errors of angles in such a type reach this number times the row. */
const HALVES = /** @type {const} */ ([
  [1 / 3072, 'bfloat16'],
  [1 / 32768, 'float16'],
]);

/**
 * If frequencies are wrong, errors of angles grow evenly with the row. Then less than this fraction
 * of their squares is left unexplained by even growth. The second limit is for cosines alone.
 */
const UNEVEN = 0.1;
const UNEVEN_COSINES = 0.02;

/** If angles are off, at least this fraction of the pairs turns without a change of length. */
const TURNING = 0.9;

/** If a pair turns, the cosine of the angle between a - b and a + b is at most this. */
const ALONG = 0.2;

/** Only cosines with a magnitude below this show their angle well. */
const STEEP = 0.95;

/** At most this many rows are measured. */
const MOST_ROWS = 512;

/**
 * Says whether the error grows with the row, and names the cause if it is an error of angles. Only
 * the rows before the first large error are used: errors stop growing at twice the elements' size.
 * @param {Arrays} arrays all rows, or some of them
 * @param {Measured} found
 * @param {{size: number, outlier?: Outlier, start: number}} about the largest magnitude of an
 *   element, an element that stands out, and the index of the first row in `arrays`
 */
export function growthNote(arrays, { byRow, maxError }, { size, outlier, start }) {
  const errors = byRow.errors.slice();
  if (outlier) errors[outlier.row] = outlier.next;
  const large = errors.findIndex((error) => error > LARGE * size);
  const end = large < 0 ? errors.length : large;
  if (end < FEWEST || maxError === Infinity) return undefined;
  const noise = spacing(arrays.type, size);
  const late = mean(errors, end * 0.75, end);
  // The late rows are 5.6 times as far from row 0 as the early rows.
  if (!(late > 2.5 * mean(errors, end / 16, end / 4) && late > 2 * noise)) return undefined;
  // If the first quarter of the rows agrees, and the next rows differ much, this is no growth.
  const first = errors.findIndex((error) => error > noise);
  if (first > end / 4 && mean(errors, first, first + end / 16) > late / 4) return undefined;
  const rows = { first: start, end: Math.min(end, start + Math.min(arrays.rows, MOST_ROWS)) };
  const cause = causeOf(arrays, rows, { noise, size, rate: late / (0.875 * end * size) });
  if (!cause) return 'The error grows with the row.';
  return cause === 'frequencies'
    ? 'The error grows with the row, as it does if frequencies differ.'
    : `The error grows with the row, as with angles in ${cause}.`;
}

/**
 * Names the cause of an error that grows with the row.
 * @param {Arrays} arrays
 * @param {{first: number, end: number}} rows
 * @param {{noise: number, size: number, rate: number}} about rate: the error for each row, relative
 *   to the largest element
 */
function causeOf(arrays, rows, { noise, size, rate }) {
  const found = pairings(arrays)
    .map((columnsOf) => angleErrors(arrays, rows, 4 * noise, columnsOf))
    .find((each) => each !== undefined);
  // A table may have only the cosines.
  const errors = found ?? (size <= 1 + noise ? cosineErrors(arrays, rows, 4 * noise) : undefined);
  if (!errors) return undefined;
  const isEven = errors.uneven < (found ? UNEVEN : UNEVEN_COSINES);
  if (rate < (isEven ? FLOAT32_FREQUENCY : FLOAT32_ANGLE)) return 'float32';
  if (isEven) return 'frequencies';
  return found && HALVES.find(([least]) => found.rate >= least)?.[1];
}

/** Turns from row to row are equal if the mean of their unit vectors is at least this long. */
const EQUAL = 0.98;

/** Pairs keep their length if the square of the length changes by at most this fraction. */
const KEPT = 0.02;

/** The smallest angle, in radians, by which a pair visibly turns from row to row. */
const VISIBLE = 1e-3;

/**
 * Says how pairs are turned if the error is large from the first rows on.
 * @param {Arrays} arrays all rows, or some of them
 * @param {Measured} found
 * @param {{size: number, start: number}} about the largest magnitude of an element, and the index of
 *   the first row in `arrays`
 */
export function turnNote(arrays, { departure, maxError, agreed }, { size, start }) {
  const first = Math.max(0, Number(departure?.row) - start);
  const isLarge = maxError > LARGE * size && maxError < Infinity && agreed < 0.5;
  if (!isLarge || arrays.rows - first < FEWEST) return undefined;
  for (const columnsOf of pairings(arrays)) {
    const steps = stepsOf(arrays, first, columnsOf);
    if (!steps) continue;
    return steps.some((step) => Math.abs(step) > VISIBLE)
      ? 'From row to row, pairs turn by wrong angles, as they do if frequencies differ.'
      : 'Each pair is turned by the same angle in every row: are positions shifted?';
  }
  return undefined;
}

/**
 * Returns the angle by which each pair of `a` turns further than in `b` from one row to the next.
 * @param {Arrays} arrays
 * @param {number} first the first row to use
 * @param {(pair: number) => number[]} columnsOf
 * @returns {number[] | undefined} nothing if pairs do not turn evenly
 */
function stepsOf({ a, b, dim, rows }, first, columnsOf) {
  const steps = [];
  for (let pair = 0; pair < dim / 2; pair++) {
    const [i, j] = columnsOf(pair);
    let [x, y, count, kept] = [0, 0, 0, 0];
    /** @type {number[] | undefined} */
    let last;
    for (let row = first; row < rows; row++) {
      const at = row * dim;
      const [ax, ay, bx, by] = [a[at + i], a[at + j], b[at + i], b[at + j]];
      const [one, other] = [ax * ax + ay * ay, bx * bx + by * by];
      if (Math.abs(one - other) <= KEPT * other) kept++;
      // The angle of this vector is the angle from b to a.
      const now = [(ax * bx + ay * by) / other, (bx * ay - by * ax) / other];
      if (last && other) {
        x += now[0] * last[0] + now[1] * last[1];
        y += now[1] * last[0] - now[0] * last[1];
        count++;
      }
      last = other ? now : undefined;
    }
    if (!(kept >= TURNING * (rows - first) && length(x, y) > EQUAL * count)) return undefined;
    steps.push(angle(y, x));
  }
  return steps;
}

/** The sizes of heads that are tried if the size is not given. */
const USUAL_HEADS = [128, 64, 96, 80, 256, 32, 48, 16];

/**
 * Lists functions that return the columns of a pair.
 * @param {Pick<Arrays, 'headDim' | 'layout' | 'dim'>} arrays
 * @returns {((pair: number) => number[])[]}
 */
function pairings({ headDim, layout, dim }) {
  /** @type {(size: number) => (pair: number) => number[]} */
  const halves = (size) => (pair) => {
    const at = pair % (size / 2);
    return [2 * pair - at, 2 * pair - at + size / 2];
  };
  const neighbours = (/** @type {number} */ pair) => [2 * pair, 2 * pair + 1];
  if (headDim % 2) return [];
  if (layout) return [layout === 'half' ? halves(headDim) : neighbours];
  const others = USUAL_HEADS.filter((size) => size < dim && dim % size === 0);
  const sizes = headDim < dim ? [headDim] : [dim, ...others];
  return [neighbours, ...sizes.map(halves)];
}

/**
 * Sums of t², t·y and y², where t is a row and y is the angle of one pair in this row.
 * @typedef {{tt: number, ty: number, yy: number}} Sums
 */

/**
 * Adds the angle of one row to the sums.
 * @param {Sums} sums
 * @param {number} row
 * @param {number} turned
 */
function add(sums, row, turned) {
  sums.tt += row * row;
  sums.ty += row * turned;
  sums.yy += turned * turned;
}

/**
 * Fits a line through 0 to the angles of each pair. `uneven` is the fraction of all squared angles
 * that the lines do not explain. `rate` is the largest residual of a line, in radians per row.
 * @param {Sums[]} list
 */
function unevenOf(list) {
  let [all, rest, rate] = [0, 0, 0];
  for (const { tt, ty, yy } of list) {
    if (!tt) continue;
    const own = Math.max(0, yy - (ty * ty) / tt);
    all += yy;
    rest += own;
    rate = Math.max(rate, Math.sqrt(own / tt));
  }
  return { uneven: rest / all, rate };
}

/**
 * Measures by which angles the pairs of one array are turned against those of the other.
 * @param {Arrays} arrays
 * @param {{first: number, end: number}} rows
 * @param {number} least smaller differences are left out
 * @param {(pair: number) => number[]} columnsOf
 * @returns {ReturnType<typeof unevenOf> | undefined} undefined if pairs do more than turn
 */
function angleErrors({ a, b, dim }, { first, end }, least, columnsOf) {
  let [cells, turning] = [0, 0];
  const list = Array.from({ length: dim / 2 }, (_, pair) => {
    const [i, j] = columnsOf(pair);
    const sums = { tt: 0, ty: 0, yy: 0 };
    for (let row = first; row < end; row++) {
      const at = (row - first) * dim;
      const [ax, ay, bx, by] = [a[at + i], a[at + j], b[at + i], b[at + j]];
      const off = length(ax - bx, ay - by);
      if (!(off > least)) continue;
      cells++;
      const along = Math.abs((ax - bx) * (ax + bx) + (ay - by) * (ay + by));
      if (along <= ALONG * off * length(ax + bx, ay + by)) turning++;
      add(sums, row, angle(bx * ay - by * ax, ax * bx + ay * by));
    }
    return sums;
  });
  return cells < FEWEST || turning < TURNING * cells ? undefined : unevenOf(list);
}

/**
 * Measures by which angles the cosines of one table are off. A cosine does not show the angle's
 * sign.
 * @param {Arrays} arrays
 * @param {{first: number, end: number}} rows
 * @param {number} least smaller differences are left out
 */
function cosineErrors({ a, b, dim }, { first, end }, least) {
  let cells = 0;
  const list = Array.from({ length: dim }, (_, column) => {
    const sums = { tt: 0, ty: 0, yy: 0 };
    for (let row = first; row < end; row++) {
      const at = (row - first) * dim + column;
      const [one, other] = [a[at], b[at]];
      // Near 1 and -1, cosines hardly show their angle.
      if (!(Math.abs(one - other) > least && Math.abs(one + other) < 2 * STEEP)) continue;
      cells++;
      add(sums, row, Math.abs(angleOf(one) - angleOf(other)));
    }
    return sums;
  });
  return cells < FEWEST ? undefined : unevenOf(list);
}

/** Returns the angle of a cosine, from 0 to pi. @param {number} cosine */
const angleOf = (cosine) => angle(Math.sqrt(Math.max(0, 1 - cosine * cosine)), cosine);

/** @param {number} x @param {number} y */
const length = (x, y) => Math.sqrt(x * x + y * y);

/** @param {Float64Array} list @param {number} from @param {number} to */
function mean(list, from, to) {
  const part = list.subarray(Math.floor(from), Math.ceil(to));
  return part.reduce((sum, each) => sum + each, 0) / part.length;
}
