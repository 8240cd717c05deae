/* Which formula made a table of numbers, or where it first departs from the nearest one. */
import {readFrequencies, writeTable} from './angles.js';
import * as check from './check.js';
import {WIDEST, open} from './wasm.js';

/** Rows on which formulas are tried, and from which frequencies are read. */
const TRIED = 32, READ = 128;

const DEGREE = Math.PI / 180;

/**
 * A formula. Column j is the sine of pair `order[j]`, the cosine where order[j] >= pairs, of pair order[j] - pairs, or zero where it is -1;
 * pair i has the frequency base^(-2i / divisor).
 * @typedef {{is: Record<string, any>, pairs: number, divisor: number, order: number[], note?: string}} Way
 * @param {number[]} columns @returns {Way[]}
 */
function ways(columns) {
  const dim = columns.length, half = dim >> 1, more = dim - half, list = /** @type {Way[]} */ ([]);
  const own = (/** @type {number} */ j) => j, two = (/** @type {number} */ j) => j >> 1, odd = (/** @type {number} */ j) => j & 1, all = () => 1;
  /**
   * Adds a formula, and that with sines for cosines.
   * @type {(is: any, pairs: number, divisor: number, pair: (j: number) => number, cosine: (j: number) => any, note?: string) => void}
   */
  const add = (is, pairs, divisor, pair, cosine, note) => {
    const order = columns.map(j => j < 2 * pairs ? pair(j) + (cosine(j) ? pairs : 0) : -1);
    list.push({is, pairs, divisor, order, note}, {
      is: {...is, ...is.part ? {part: 'sin'} : {flipped: true}}, pairs, divisor, order: order.map(i => i < 0 ? i : (i + pairs) % (2 * pairs)),
      note: note ?? (cosine === odd ? 'Sine and cosine have changed places.' : undefined)
    });
  };
  const table = {scheme: 'sinusoidal', layout: 'interleaved'}, rope = {scheme: 'rope', part: 'cos', rotaryDim: dim};
  add(table, more, dim, two, odd);
  add({...table, layout: 'concatenated'}, more, dim, j => j % more, j => j >= more);
  if (dim > 2) add({...table, layout: 'fairseq'}, half, 2 * half - 2 || 1, j => j % half, j => j >= half);
  if (dim % 2 === 0) {
    add({...rope, layout: 'half'}, half, dim, j => j % half, all);
    add({...rope, layout: 'interleaved'}, half, dim, two, all);
  }
  add({...rope, rotaryDim: 2 * dim}, dim, 2 * dim, own, all);
  add(table, dim, 2 * dim, own, odd, 'A sine and its cosine have different frequencies.');
  if (dim > 4) add(table, more, dim - 2, two, odd, 'Exponents are divided by dim - 2.');
  return list;
}

/** The middle of values by weight. @param {number[][]} values each with its weight @param {number} none where there are none */
function middle(values, none) {
  let rest = values.sort((a, b) => a[0] - b[0]).reduce((sum, [, weight]) => sum + weight, 0) / 2;
  return values.find(([, weight]) => (rest -= weight) <= 0)?.[0] ?? none;
}

/** A number rounded to as few decimals as change it little. @param {number} x */
const settled = x => [0, 1, 2, 3, 4].map(digits => Number(x.toFixed(digits))).find(rounded => Math.abs(rounded - x) < 1e-5) ?? x;

/**
 * The formula that explains most of a table's elements.
 * @param {any} table @param {number} length @param {number} dim
 */
function nearest(table, length, dim) {
  const {pe_angle: angle, pe_log: log, pe_exp: exp} = open().kernels, columns = Array.from({length: dim}, (_, j) => j);
  const close = table.BYTES_PER_ELEMENT === 8 ? 1 / 1125899906842624 : 1 / 8388608, end = Math.min(length, READ), last = end - 1;  // 2^-50, 2^-23
  // A wave has x(r + 1) + x(r - 1) = 2 cos(w) x(r), whatever its phase: (2 sin(w / 2))^2 of each row, and their middle.
  const waves = columns.map(j => {
    const rows = [];
    for (let at = j + dim; at + dim < end * dim; at += dim) {
      const x = table[at], square = (x - table[at - dim] + (x - table[at + dim])) / x;
      if (Math.abs(square) < 5) rows.push([square, x * x]);
    }
    const square = middle(rows, 0) / 4;
    return square > 0 && square < 1 ? 2 * angle(Math.sqrt(square), Math.sqrt(1 - square)) : 0;
  });
  /** The sines, then the cosines, of some positions. @param {any} t @param {number[]} positions */
  const made = ({pairs, divisor, base}, positions) => {
    const sines = new Float64Array(2 * pairs * positions.length);
    writeTable(positions.length, {pairs, divisor, base, start: 0, positions: Float64Array.from(positions)}, {sines, stride: 2 * pairs, at: pairs});
    return sines;
  };
  /**
   * Compares every `step`th row: counts elements that are exact and those that may have float32 angles, and keeps the first others. Sums
   * over those within `cut` say by how much the logarithm of the base is off.
   */
  const every = Math.ceil(length / TRIED), tried = Math.ceil(length / every), coarse = tried > TRIED / 2 ? 4 * every : every, some = Math.ceil(length / coarse);
  const compare = (/** @type {any} */ t, first = 0, step = every, count = tried) => {
    if (!first) t = {...t, near: [0, 0], away: [], maxError: 0, within: 0, slip: 0, slope: 0};
    const {pairs, divisor, order, start, scale, near, away, cut} = t, w = readFrequencies(t);
    let {maxError, within, slip, slope} = t;
    const positions = Array.from({length: count}, (_, r) => (start + first + r * step) * scale), wanted = made(t, positions);
    for (let r = 0; r < count; r++) {
      for (const j of columns) {
        const i = (order[j] + pairs) % pairs, at = 2 * r * pairs, row = first + r * step, got = table[row * dim + j], expected = order[j] < 0 ? 0 : wanted[at + order[j]];
        const missing = got - expected, error = Math.abs(missing), turn = Math.abs(positions[r] * w[i]), exact = close + turn / 2251799813685248;  // 2^-51
        if (!(error <= maxError)) maxError = error;
        for (let i = 0; i < 2; i++)
          if (error <= (i ? (1 + 4 * turn) / 4194304 : exact)) near[i]++;  // 2^-22, 2^-20
          else away[i] ??= {row, column: j, expected, got};
        if (error <= cut + exact && order[j] >= 0) {
          const change = positions[r] * w[i] * i / divisor * (order[j] < pairs ? -2 * wanted[at + pairs + i] : 2 * wanted[at + i]);
          within++;
          slip += change * missing;
          slope += change * change;
        }
      }
    }
    return {...t, maxError, within, slip, slope, by: slope > 0 ? slip / slope : 0, sum: near[0] + near[1], rough: near[0] < 0.99 * near[1]};
  };
  /** A step of Newton's method on the logarithm of the base. @param {any} t */
  const next = t => ({...t, base: Math.max(1, t.base * exp(Math.max(-3, Math.min(3, t.by)))), cut: Math.min(t.cut / 8, Math.abs(t.by) * Math.sqrt(t.slope))});
  /** Whole turns. @param {number} a */
  const turns = a => 2 * Math.PI * Math.round(a / (2 * Math.PI));

  let best = /** @type {any} */ ({sum: -Infinity, few: -Infinity});
  for (const way of ways(columns)) {
    const {order, pairs, divisor, note} = way, index = order.map(i => i % pairs), live = columns.filter(j => order[j] >= 0).sort((a, b) => index[b] - index[a]);
    const column = /** @type {number[]} */ ([]);
    order.forEach((i, j) => column[i] = j);
    const other = (/** @type {number} */ j) => column[(order[j] + pairs) % (2 * pairs)];
    /** The angle of an element, whose other half is in the table or else told from its own. @type {(j: number, row: number, rest: (x: number) => number) => number} */
    const phase = (j, row, rest) => {
      const x = table[row * dim + j], y = table[row * dim + other(j)] ?? rest(x);
      return order[j] < pairs ? angle(x, y) : angle(y, x);
    };
    // Slow waves show most between the first row and the last, where their other half is known or, from row 0 on, positive.
    const speeds = live.map(j => {
      const w = waves[j];
      if (w * last > 1 || w && !(other(j) >= 0)) return [w, w];
      const [a, b] = [0, last].map(row => phase(j, row, x => Math.sqrt(Math.max(0, 1 - x * x))));
      return [(b - a - turns(b - a)) / last, last];
    });
    // Nothing turns slowly but angles in degrees.
    for (const scale of waves[0] > 0.1 ? [1] : [1, DEGREE]) {
      const rate = middle(speeds.map(([w, sure], k) => [log(scale / w) / index[live[k]], index[live[k]] * w * sure]).filter(([, weight]) => weight > 0), 0);
      const base = rate > 0 ? exp(Math.min(600, rate * divisor / 2)) : 1e4, step = made({...way, base}, [scale]);
      // The start, from two rows here and two there: of columns of rising frequency each narrows down the whole turns that the next has made.
      const starts = [0, ...[0, Math.min(2, length - 2)].map(row => live.reduce((start, j) => {
        const sine = step[index[j]], cosine = step[index[j] + pairs], w = angle(sine, cosine);
        const a = phase(j, row, x => (table[(row + 1) * dim + j] - x * cosine) / (order[j] < pairs ? sine : -sine));
        return w > (other(j) >= 0 ? 1e-8 : 1e-5) ? (a + turns(start * w - a)) / w : start;
      }, row) - row).filter(start => Math.abs(start) < 1e11).map(settled)];
      for (const start of new Set(starts)) {
        // On some rows until the base stands still, or next to nothing fits.
        let few = compare({...way, base, start, scale, cut: 0.5}, 0, coarse, some);
        for (let i = 0; i < 9 && Math.abs(few.by) > 1e-16 && 16 * few.within > some * dim; i++) few = compare(next(few), 0, coarse, some);
        // Of elements with float32 angles some look exact by chance.
        const chance = best.rough ? tried * dim / 10 : 0;
        if (few.sum < best.few - chance) continue;
        const top = compare(next(compare({...few, few: few.sum, cut: 1e-6})));
        // The roundest base within what the errors of its elements leave open, and that explains as much.
        const slack = top.rough ? 1 / 4398046511104 : close * close / 2 / top.slope + 1e-30;  // 2^-42
        for (let digits = 16 * top.near[1] < tried * dim ? 17 : 0; digits < 18 && top.sum >= best.sum - chance; digits++) {
          const rounded = digits ? Number(top.base.toPrecision(digits)) : 1e4, off = rounded / top.base - 1;
          if (off * off > slack) continue;
          const t = compare({...top, base: rounded, cost: (digits || -2) + (note || scale !== 1 ? 4 : 0)});
          if (digits < 17 && (t.near[1] < top.near[1] || !top.rough && t.near[0] < top.near[0])) continue;
          if (t.sum > best.sum + chance || t.cost + 2 <= best.cost) best = t;
          break;
        }
      }
    }
    if (!best.away[1] && best.cost < 0) break;
  }
  for (let first = 0; first < length; first += TRIED) best = compare(best, first, 1, Math.min(TRIED, length - first));
  return best;
}

/**
 * Which formula made a table, or where it first departs from the nearest one it knows: `sinusoidal` in its layouts, also with cosines
 * first; the cosines or sines of rope, once or for both of a pair; of any base, from any start within half a turn of the slowest wave.
 * Formulas that are often written by mistake are known too, and said in `notes`. Where several explain as much, a base with fewer digits
 * decides, or else the plainest is taken: 'fairseq' is 'concatenated' with base^(dim / (dim - 2)).
 * @param {Float32Array | Float64Array} table [length, dim]
 * @param {number} length at least 1; a single row does not show its base, and 10000 is taken
 * @param {number} dim 1 to 4096
 * @returns {{scheme: 'sinusoidal' | 'rope', layout?: string, base?: number, start: number, precision: 'exact' | 'float32', maxError: number, matched: number,
 *   departure?: {row: number, column: number, expected: number, got: number}, flipped?: true, part?: 'cos' | 'sin', rotaryDim?: number,
 *   transposed?: true, notes: string[]}}
 *   layout, base, start and precision as in `sinusoidal` and `ropeTable`; 'float32': angles have the errors of float32; maxError: the largest
 *   distance from exact values; base: the roundest that fits, to about 1e-8 of its size from 16 rows of float32, 2e-15 of float64, 5e-7 with
 *   precision 'float32'; matched: the part of the elements that this explains; departure: the first that it does not; flipped: cosines
 *   first; part, rotaryDim: of rope
 * @throws {RangeError | TypeError}
 */
export function identify(table, length, dim) {
  check.count('length', length, 1);
  check.count('dim', dim, 1, WIDEST / 2);
  check.array('table', table, check.FLOATS, length * dim, '[length, dim]');
  let best = nearest(table, length, dim), transposed;
  if (best.near[1] < 0.9 * table.length && length <= WIDEST / 2) {
    const other = nearest(table.map((_, i) => table[i % length * dim + Math.floor(i / length)]), dim, length);
    if (other.near[1] > best.near[1] + 0.1 * table.length) [best, transposed] = [other, true];
  }
  const {is, note, pairs, base, start, scale, near, away, maxError} = best, level = near[0] < 0.99 * near[1] ? 1 : 0, departure = away[level];
  if (transposed && departure) [departure.row, departure.column] = [departure.column, departure.row];
  return {
    ...is, base: pairs > 1 ? base : undefined, start, precision: check.PRECISIONS[level], maxError,
    matched: near[level] / table.length, departure, transposed, notes: [
      note, transposed && 'Transposed: positions are the columns.', start === 1 && 'Positions begin at 1.', scale === DEGREE && 'Angles are taken for degrees.',
      base === 1e8 && '10000 squared: is the exponent doubled?', base === 100 && 'The root of 10000: is the exponent halved?'
    ].filter(Boolean)
  };
}
