/* Polar coordinate position embedding (Gopalakrishnan et al. 2025): the position turns each element, whose content is a length. */
import {makeRows} from './angles.js';
import * as check from './check.js';
import {FLOAT64, INTERLEAVED, TILE, WIDEST, address, copyIn, copyOut, open, resident, tiles} from './wasm.js';

const NAMES = check.names('heads headDim length base start positions phases layout out'), LAYOUTS = ['interleaved', 'concatenated'];

/**
 * Queries or keys as lengths and angles: every element becomes a pair, so a head doubles its width.
 *
 *     r = ln(1 + e^x),   (r cos(a + phase), r sin(a + phase)),   a = position * base^(-i / headDim)
 *
 * A score of two such heads depends on the offset of their positions and on products of lengths.
 * @param {Float32Array} x [..., length, heads, headDim]
 * @param {object} options
 * @param {number} options.heads @param {number} options.headDim heads * headDim at most 32768, headDim at most 4096
 * @param {number} [options.length] without it x is one sequence
 * @param {number} [options.base] at least 1; 10000
 * @param {number} [options.start] @param {ArrayLike<number>} [options.positions] one for each position, or for each batch and position
 * @param {ArrayLike<number>} [options.phases] [heads, headDim], learned, in [-2 pi, 0] in the paper; for keys alone
 * @param {'interleaved' | 'concatenated'} [options.layout] cosine and sine of an element side by side, or all cosines first
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [..., length, heads, 2 headDim]
 * @throws {RangeError | TypeError}
 * Source: Gopalakrishnan et al. 2025, section 3
 */
export function applyPope(x, options) {
  const {heads, headDim, length: given, base = 1e4, start = 0, positions, phases, layout = 'interleaved', out: target} = check.known(options, NAMES);
  check.array('x', x, check.FLOAT32);
  check.count('heads', heads, 1);
  check.count('headDim', headDim, 1, WIDEST / 2);
  const width = heads * headDim, all = check.rowsOf('x', x, width, '[..., length, heads, headDim]');
  if (width > 32768) check.refuse('heads', `at most ${Math.floor(32768 / headDim)} of ${headDim} elements`, heads);
  let length = given === undefined ? all : check.count('length', given);
  if (all && !(length && Number.isInteger(all / length))) check.refuse('x', `a multiple of ${length * width} elements ([..., length, heads, headDim])`, x);
  const angles = {pairs: headDim, base: check.base(base), divisor: 2 * headDim, start, positions: check.positions(start, positions, length, all)};
  if (angles.positions?.length === all) length = all;
  const turned = phases === undefined ? undefined : check.numbers('phases', phases, check.position, width);
  const flags = check.word('layout', layout, LAYOUTS) === 'interleaved' ? INTERLEAVED : 0, out = check.result(target, Float32Array, 2 * x.length, '[..., length, heads, 2 headDim]');
  if (!all) return out;
  const m = open(x, out), {kernels} = m, from = resident(m, x), to = resident(m, out);
  const phaseCosine = m.window, phaseSine = phaseCosine + 8 * width, cosine = phaseSine + 8 * width, most = Math.max(1, Math.floor(TILE / 2 / (8 * headDim)));
  const sine = cosine + 8 * most * headDim, scratch = sine + 8 * most * headDim, tile = scratch + 8 * most, wide = Math.max(1, Math.floor(TILE / 4 / (4 * headDim))), result = tile + 4 * wide * headDim;
  if (turned) makeRows(m, {pairs: 1, base: 1e4, divisor: 2, start: 0, positions: turned}, {pairs: 1, cosines: 1, first: 0, rows: width, sine: phaseSine, cosine: phaseCosine, stride: 1, flags: FLOAT64, scratch: cosine});
  else m.f64.fill(1, phaseCosine / 8, phaseSine / 8).fill(0, phaseSine / 8, cosine / 8);
  tiles(length, most, (first, rows) => {
    makeRows(m, angles, {pairs: headDim, cosines: headDim, first, rows, sine, cosine, stride: headDim, flags: FLOAT64, scratch});
    for (let batch = 0; batch < all / length; batch++) {
      const unit = (batch * length + first) * heads;
      tiles(rows * heads, wide, (done, some) => {
        const at = (unit + done) * headDim;
        if (!from) copyIn(m.f32, tile, x, at, 1, some * headDim);
        kernels.pe_pope(to ? address(out, 2 * at) : result, from ? address(x, at) : tile, some, headDim, heads, done, cosine, sine, rows, phaseCosine, phaseSine, flags);
        if (!to) copyOut(m.f32, result, out, 2 * at, 1, 2 * some * headDim);
      });
    }
  });
  return out;
}
