/* Which formula made a table of numbers, or where it first departs from the nearest one. */
import * as check from './check.js';
import {copyIn, open, tiles} from './wasm.js';

/** The widest table, and bytes of the rows that are worked on at once. */
const WIDEST = 8192, ROOM = 1 << 18;

/** Radians in a degree. */
const DEGREE = Math.PI / 180;

/** Digits of a base, and decimals of a start, that count as round. */
const DIGITS = 12, DECIMALS = 4;

/**
 * What a column may be: the sine (0) or cosine (1) of the wave of some order, or zeros (2); the exponent of its base is
 * 2 order / divisor.
 * @typedef {{is: Record<string, any>, order: (j: number) => number, cosine: (j: number) => number, divisor: number, note?: string}} Way
 * @param {number} dim @returns {Way[]}
 */
function ways(dim) {
  const half = dim >> 1, more = dim - half, scheme = 'sinusoidal', own = (/** @type {number} */ j) => j;
  const pair = (/** @type {number} */ j) => j >> 1, odd = (/** @type {number} */ j) => j & 1;
  const list = /** @type {Way[]} */ ([]);
  const add = (/** @type {any} */ is, /** @type {any} */ order, /** @type {any} */ cosine, /** @type {number} */ divisor, /** @type {string} */ note = '') =>
    list.push({is, order, cosine, divisor, note});
  for (const flipped of [undefined, /** @type {const} */ (true)]) {
    const turned = (/** @type {(j: number) => number} */ f) => flipped ? (/** @type {number} */ j) => f(j) > 1 ? 2 : 1 - f(j) : f;
    add({scheme, layout: 'interleaved', flipped}, pair, turned(odd), dim, flipped && 'Sine and cosine have changed places.');
    add({scheme, layout: 'concatenated', flipped}, (/** @type {number} */ j) => j % more, turned(j => Number(j >= more)), dim);
    if (half > 1) add({scheme, layout: 'fairseq', flipped}, (/** @type {number} */ j) => j % half, turned(j => j < half ? 0 : j < 2 * half ? 1 : 2), 2 * half - 2);
  }
  for (const part of ['cos', 'sin']) {
    const cosine = () => Number(part === 'cos');
    add({scheme: 'rope', part, layout: undefined, rotaryDim: 2 * dim}, own, cosine, 2 * dim);
    if (dim % 2) continue;
    add({scheme: 'rope', part, layout: 'half', rotaryDim: dim}, (/** @type {number} */ j) => j % half, cosine, dim);
    add({scheme: 'rope', part, layout: 'interleaved', rotaryDim: dim}, pair, cosine, dim);
  }
  add({scheme, layout: 'interleaved'}, own, odd, 2 * dim, 'Each column has a frequency of its own: a sine and its cosine are to share one.');
  if (dim > 2) add({scheme, layout: 'interleaved'}, pair, odd, dim - 2, 'Exponents are divided by dim - 2 instead of dim.');
  return list;
}

/** The middle of values by weight. @param {[number, number][]} values each with its weight */
function middle(values) {
  values.sort((a, b) => a[0] - b[0]);
  let rest = values.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  return values.find(([, weight]) => (rest -= weight) <= 0)?.[0];
}

/** A number rounded to so few decimals that it changes little. @param {number} x */
function settled(x) {
  for (let k = 0; k <= DECIMALS; k++) if (Math.abs(Number(x.toFixed(k)) - x) < 1e-5) return Number(x.toFixed(k));
  return x;
}

/**
 * The nearest formula, by how many elements of some rows it explains.
 * @param {any} table @param {number} length @param {number} dim
 */
function nearest(table, length, dim) {
  const m = open(), width = dim + 1 & -2, {f64} = m, fine = table.BYTES_PER_ELEMENT === 8 ? 8.881784197001252e-16 : 1.1920928955078125e-7;  // 2^-50, 2^-23
  const [state, order, cosine, high, low, row, block, sample] = [0, 8, 8 + WIDEST, 8 + 2 * WIDEST, 8 + 3 * WIDEST, 8 + 4 * WIDEST, 8 + 6 * WIDEST, 8 + 6 * WIDEST + ROOM / 8]
    .map(at => m.window + 8 * at);
  const rows = Math.max(1, Math.floor(ROOM / 8 / dim)), first = Math.min(length, rows), stride = Math.ceil(length / Math.min(rows, 32)), sampled = Math.ceil(length / stride);
  copyIn(f64, block, table, 0, 1, first * dim);
  let waves = new Float64Array(dim), logs = waves;
  if (first > 2) {
    m.kernels.pe_column_waves(high, low, block, first, dim);
    waves = f64.slice(high / 8, high / 8 + dim);
    logs = f64.slice(low / 8, low / 8 + dim);
  }
  for (let r = 0; r < sampled; r++) copyIn(f64, sample + r * dim * 8, table, r * stride * dim, 1, dim);

  const columns = Array.from({length: dim}, (_, j) => j);
  /** Lays the columns of a way out. @param {Way} way */
  const lay = way => {
    const orders = columns.map(way.order), kinds = columns.map(way.cosine);
    f64.fill(0, order / 8, order / 8 + width);
    f64.set(orders, order / 8);
    f64.set(kinds, cosine / 8);
    return {orders, kinds};
  };
  const set = (/** @type {Way} */ way, /** @type {number} */ base) => m.kernels.pe_wave_turns(high, low, order, width, base, way.divisor);
  /** @typedef {{way: Way, base: number, start: number, scale: number, digits: number, score: number}} Trial */
  const match = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ count, /** @type {number} */ step, /** @type {any} */ {start, scale}) =>
    m.kernels.pe_wave_match(state, row, at, count, dim, high, low, cosine, from, start, step, scale, fine);
  const clear = () => f64.set([0, 0, 0, -1, 0, -1, 0], state / 8), total = 2 * sampled * dim;
  /** The better one: it explains more, or as much with a rounder base. @param {Trial | undefined} a @param {Trial} b @returns {Trial} */
  const better = (a, b) => !a || b.score - a.score > total / 100 || b.score - a.score > -total / 100 && b.digits < a.digits ? b : a;
  const trial = (/** @type {any} */ t) => {
    set(t.way, t.base);
    clear();
    match(sample, 0, sampled, stride, t);
    return {...t, score: f64[state / 8] + f64[state / 8 + 1]};
  };

  /** @type {any} */
  let best;
  for (const way of ways(dim)) {
    const {orders, kinds} = lay(way), live = columns.filter(j => kinds[j] < 2), moving = live.filter(j => waves[j]);
    const unit = moving.filter(j => !orders[j]), fastest = middle(unit.map(j => [waves[j], 1])) ?? 1, log = middle(unit.map(j => [logs[j], 1])) ?? 0;
    const scales = Math.abs(fastest - 1) > 1e-4 ? [1, Math.abs(fastest - DEGREE) < 1e-6 ? DEGREE : 1 / settled(1 / fastest)] : [1];
    for (const scale of scales) {
      const slope = middle(moving.filter(j => orders[j]).map(j => [((scale === 1 ? 0 : log) - logs[j]) / orders[j], orders[j] * waves[j] * waves[j]])) ?? 0;
      const raw = slope > 0 && slope * way.divisor < 1400 ? m.kernels.pe_exp(slope * way.divisor / 2) : 1e4, starts = new Set([0]);
      live.sort((a, b) => orders[b] - orders[a]);
      set(way, raw);
      for (const parity of [0, 1]) {
        const some = live.filter(j => j % 2 === parity);
        f64.set(some, row / 8);
        if (first > 1) starts.add(settled(m.kernels.pe_wave_start(block, first, dim, row, some.length, high, cosine, scale)));
      }
      let top = /** @type {any} */ (undefined);
      for (const start of starts) top = better(top, trial({way, base: raw, start, scale, digits: DIGITS + 1}));
      for (let digits = 1; digits <= DIGITS; digits++) top = better(top, trial({...top, base: Number(raw.toPrecision(digits)), digits}));
      best = better(best, top);
    }
    if (best.score === total && best.digits < 4) break;
  }
  lay(best.way);
  set(best.way, best.base);
  clear();
  tiles(length, rows, (from, count) => {
    copyIn(f64, block, table, from * dim, 1, count * dim);
    match(block, from, count, 1, best);
  });
  const [exact, loose, maxError, ...departures] = f64.slice(state / 8, state / 8 + 7), precise = exact >= 0.9 * loose;
  return {...best, matched: loose / length / dim, maxError, precise, element: departures[precise ? 0 : 2], expected: departures[precise ? 1 : 3]};
}

/**
 * Which formula made a table, or where it first departs from the nearest one: sinusoidal in its three layouts, also with cosines
 * first, or the cosines or sines of rope, once or for both of a pair; any base, any start. Formulas that are often written by mistake are
 * named in `notes`. The result's layout, base, start and precision are options of `sinusoidal` and `ropeTable`.
 * @param {Float32Array | Float64Array} table [length, dim]
 * @param {number} length at least 1; the base shows from 3 rows on, and 10000 is taken before
 * @param {number} dim 1 to 8192
 * @returns {{scheme: 'sinusoidal' | 'rope', layout?: string, base?: number, start: number, precision: 'exact' | 'float32', maxError: number, matched: number,
 *   departure?: {row: number, column: number, expected: number, got: number}, flipped?: boolean, part?: 'cos' | 'sin', rotaryDim?: number,
 *   factor?: number, transposed?: boolean, notes: string[]}}
 *   precision: 'exact', or 'float32' where angles have the errors of float32; maxError: the largest distance from exact values; matched: the
 *   part of the elements that this precision explains; departure: the first that it does not; flipped: cosines first; part, rotaryDim: of rope;
 *   factor: positions are divided by it
 * @throws {RangeError | TypeError}
 */
export function identify(table, length, dim) {
  check.array('table', table, check.FLOATS);
  check.count('length', length, 1);
  check.count('dim', dim, 1, WIDEST);
  check.array('table', table, check.FLOATS, length * dim, '[length, dim]');
  let found = nearest(table, length, dim), transposed;
  if (found.matched < 0.9 && length <= WIDEST) {
    const turned = table.map((_, i) => table[i % length * dim + Math.floor(i / length)]), other = nearest(turned, dim, length);
    if (other.matched > found.matched + 0.1) [found, transposed] = [other, true];
  }
  const {way, base, start, scale, digits, precise, element, expected, matched, maxError} = found, width = transposed ? length : dim;
  let row = Math.floor(element / width), column = element % width;
  if (transposed) [row, column] = [column, row];
  const notes = [
    way.note, transposed && 'The table is transposed: positions are its columns.', start === 1 && 'Positions begin at 1.',
    base === 1e8 && 'The base is 10000 squared: an exponent of 2 i where i counts by twos already?', base === 100 && 'The base is the root of 10000: an exponent without its 2?',
    scale === DEGREE && 'Angles are divided by 180 / pi: degrees taken for radians?'
  ].filter(Boolean);
  return {
    ...way.is, base: digits ? base : undefined, start, factor: scale === 1 ? undefined : 1 / scale, precision: precise ? 'exact' : 'float32', maxError, matched,
    departure: element < 0 ? undefined : {row, column, expected, got: table[row * dim + column]}, transposed, notes
  };
}
