/* What an inference loop wants of RoPE: everything prepared once, and no way to mix two sets of frequencies in one cache of keys. */
import * as check from './check.js';
import {applyRope, ropeFrequencies, ropeTable} from './rope.js';
import {OPTIONS, frequenciesOf} from './scaling.js';

const SHAPE = 'layout rotaryStart rotaryHeads sections sectioning precision';
const NAMES = check.names(`heads keyHeads headDim length dtype ${SHAPE} ${OPTIONS}`), APPLY = check.names('q k length start positions inverse base scaling');

/** A copy that the caller cannot change, of options and the lists in them. @param {any} value @returns {any} */
const own = value => typeof value !== 'object' || !value ? value : 'length' in value ? [...value] : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, own(part)]));

/** @param {Record<string, any>} from @param {string} names */
const pick = (from, names) => Object.fromEntries(names.split(' ').filter(name => from[name] !== undefined).map(name => [name, from[name]]));

/**
 * @typedef {object} Rope
 * @property {Float64Array} frequencies [rotaryDim / 2] @property {number} attentionFactor
 * @property {(arrays: {q?: Float32Array | Float64Array, k?: Float32Array | Float64Array, length?: number, start?: number, positions?: ArrayLike<number>,
 *   inverse?: boolean, base?: number, scaling?: object | null}) => void} apply rotates q [..., length, heads, headDim] and k
 *   [..., length, keyHeads, headDim] in place, as applyRope does. A base or scaling may be named again, and is refused if it is another;
 *   so are positions for which this scaling would have other frequencies (dynamic, longrope)
 */

/**
 * RoPE for an inference loop: heads, layout, frequencies and a table of the first positions, said and made once.
 *
 *     const rope = createRope({heads: 32, keyHeads: 8, headDim: 128, base: 500000});
 *     rope.apply({q, k, start: cached});
 *
 * @param {import('./rope.js').RopeOptions & {
 *   heads: number, keyHeads?: number, headDim: number, layout?: 'half' | 'interleaved' | 'interleaved-to-half', rotaryStart?: number, rotaryHeads?: number,
 *   length?: number, dtype?: 'float32' | 'float64', precision?: 'exact' | 'float32'
 * }} options keyHeads: of k, where they are fewer; length: how many positions the table has, 2048, beyond which angles are made at each call;
 *   dtype: that of the arrays it serves; contextLength: how many positions the cache is for, where the scaling depends on it; no xpos
 * @returns {Rope}
 * @throws {RangeError | TypeError}
 */
export function createRope(options) {
  const o = check.known(options, NAMES), {heads, keyHeads = heads, headDim, length = 2048, dtype = 'float32', contextLength = 0} = o;
  check.count('heads', heads, 1);
  check.count('keyHeads', keyHeads, 1);
  check.count('length', length);
  const {frequencies, attentionFactor} = ropeFrequencies(headDim, pick(o, `${OPTIONS} sections sectioning precision`)), chosen = own(pick(o, OPTIONS)), shape = own(pick(o, SHAPE));
  /** What tells frequencies from others. @param {any} given */
  const mark = given => { const {base, divisor, key} = frequenciesOf(given, headDim); return `${base} ${divisor} ${key}`; };
  const first = mark(chosen), sections = shape.sections ?? chosen.scaling?.mrope_section;
  const table = sections ? undefined : ropeTable(length, headDim, {...chosen, ...pick(o, 'precision'), dtype, contextLength});
  const Kind = check.word('dtype', dtype, check.DTYPES) === 'float32' ? 'Float32Array' : 'Float64Array';
  // Where no context length changes the frequencies, none needs to be looked at.
  let known = mark({...chosen, contextLength: 1099511627776}) === first ? Infinity : contextLength;
  const {layout = 'half', rotaryStart = 0} = o, direct = {...chosen, ...shape, headDim, contextLength}, rotaryDim = 2 * frequencies.length;
  // An empty rotation finds what is wrong with the rest.
  for (const each of [heads, keyHeads]) applyRope(new Float32Array(0), {...direct, heads: each});

  /** The rows of an array, or what is wrong with it. @param {string} name @param {any} x @param {number} count @param {any} rows @param {any} positions */
  function rowsIn(name, x, count, rows, positions) {
    const all = check.rowsOf(name, check.array(name, x, check.FLOATS), count * headDim, `[..., length, ${name === 'q' ? 'heads' : 'keyHeads'}, headDim]`);
    const length = rows === undefined ? all : check.count('length', rows);
    if (all && !(length && Number.isInteger(all / length))) check.refuse(name, `a multiple of ${length * count * headDim} elements`, x);
    const axes = sections?.length ?? 1;
    if (positions !== undefined) check.numbers('positions', positions, check.position, axes * length, axes * all);
    return length;
  }

  return {
    frequencies, attentionFactor,
    apply(arrays) {
      const {q, k, length: rows, start = 0, positions, inverse = false, ...again} = check.known(arrays, APPLY, 'arrays');
      if (q === undefined && k === undefined) check.refuseKind('q', 'a Float32Array or Float64Array, or else k', q);
      check.position('start', start);
      check.flag('inverse', inverse);
      for (const name in again)
        if (again[name] !== undefined && mark({...chosen, [name]: again[name]}) !== first) throw new RangeError(`${name}: expected that of createRope, got another`);
      let end = 0;
      if (q !== undefined) end = start + rowsIn('q', q, heads, rows, positions);
      if (k !== undefined) end = Math.max(end, start + rowsIn('k', k, keyHeads, rows, positions));
      let inside = start >= 0 && Number.isInteger(start);
      if (positions !== undefined) {
        if (start !== 0) throw new TypeError(`positions: expected either start or positions, got both (start ${start})`);
        end = 0;
        for (let i = 0; i < positions.length; i++) {
          end = Math.max(end, positions[i] + 1);
          inside &&= positions[i] >= 0 && Number.isInteger(positions[i]);
        }
      }
      if (end > known) {
        if (mark({...chosen, contextLength: end}) !== first)
          check.refuse(positions === undefined ? 'start' : 'positions', 'positions that have the frequencies of the cached keys (beyond, rotate all keys anew with a larger contextLength)', end - 1);
        known = end;
      }
      for (let i = 0; i < 2; i++) {
        const x = i ? k : q, heads_ = i ? keyHeads : heads;
        if (x === undefined) continue;
        // Written out, since an object that is put together takes longer than the rotation of one position.
        if (table && inside && end <= length && x[Symbol.toStringTag] === Kind)
          applyRope(x, {heads: heads_, headDim, length: rows, layout, rotaryDim, rotaryStart, rotaryHeads: o.rotaryHeads, table, start, positions, inverse});
        else applyRope(x, {...direct, heads: heads_, length: rows, start, positions, inverse});
      }
    }
  };
}
