/*
 * Applies polar coordinate position embedding, PoPE (Gopalakrishnan et al. 2025). Each element
 * becomes a pair of numbers. The length of the pair depends on the element, and its angle on the
 * position.
 */
import { Angles, makeRows } from '../angles/angles.js';
import * as check from '../check.js';
import { sequenceLength } from './rope.js';
import {
  Carver,
  FLOAT64,
  INTERLEAVED,
  TILE,
  WIDEST,
  address,
  copyIn,
  copyOut,
  open,
  resident,
  tiles,
} from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */

const readOptions = check.reader(
  'applyPope',
  [],
  ({ heads, headDim, length, base, start, positions, phases, layout, out }) => ({
    heads,
    headDim,
    length,
    base,
    start,
    positions,
    phases,
    layout,
    out,
  }),
);
const LAYOUTS = ['interleaved', 'concatenated'];
const SHAPE = '[..., length, heads, headDim]';

/**
 * The largest number of elements in a row, heads * headDim. The phases of a row must fit in the
 * window of wasm memory that kernels work in.
 */
const WIDEST_ROW = 32768;

/**
 * @typedef {object} PopeOptions
 * @property {number} heads the number of heads; heads * headDim is at most 32768
 * @property {number} headDim the number of elements of each head, at most 4096
 * @property {number} [length] the length of each sequence in x; by default, x is one sequence.
 *   If `positions` has one position for each token of all sequences, this length has no effect. It
 *   must still divide the number of tokens
 * @property {number} [base] at least 1; default 10000
 * @property {number} [start] the first position; default 0
 * @property {ArrayLike<number>} [positions] instead of `start`: one position for each index of a
 *   sequence, or one for each token of all sequences
 * @property {ArrayLike<number>} [phases] [heads, headDim], learned phases, for keys only; in the
 *   paper they lie in [-2 pi, 0]
 * @property {'interleaved' | 'concatenated'} [layout] 'interleaved' (the default): the cosine and
 *   sine part of an element are neighbours; 'concatenated': all cosine parts of a head precede its
 *   sine parts
 * @property {Float32Array} [out] the array for the result; by default a new one
 */

/**
 * Turns every element of queries or keys into a pair with a length and an angle. Each head becomes
 * twice as wide.
 *
 *     r = ln(1 + e^x),   (r cos(a + phase), r sin(a + phase)),   a = position * base^(-i / headDim)
 *
 * The score of a query and a key then depends on two things: the difference of their positions, and
 * the products of the lengths.
 * @param {Float32Array} x [..., length, heads, headDim]
 * @param {PopeOptions} options
 * @returns {Float32Array<ArrayBuffer>} [..., length, heads, 2 headDim]
 * @throws {RangeError | TypeError}
 * Source: Gopalakrishnan et al. 2025, section 3
 * @example
 * const x = Float32Array.of(0, 0, 0, 0);
 * console.log(applyPope(x, { heads: 1, headDim: 2 }));
 * // [0.6931, 0, 0.6931, 0, 0.3745, 0.5833, 0.6931, 0.006931]
 */
export function applyPope(x, options) {
  const plan = planPope(x, options);
  if (plan.rows) run(plan);
  return check.given(plan.out);
}

/**
 * The checked arguments of one call of applyPope.
 * @typedef {object} Plan
 * @property {Float32Array} x
 * @property {number} heads
 * @property {number} headDim
 * @property {number} rows the number of rows of x
 * @property {number} length the number of rows after which the angles repeat
 * @property {Angles} angles
 * @property {Float64Array | undefined} phases
 * @property {number} flags the flags for the kernel
 * @property {Float32Array<ArrayBuffer>} out
 */

/**
 * Checks the arguments of applyPope, and returns them in the form that the calculation needs.
 * @param {Float32Array} embeddings
 * @param {PopeOptions} options
 * @returns {Plan}
 */
function planPope(embeddings, options) {
  const checked = readOptions(options);
  const { heads, headDim, base = 1e4, start = 0, phases, layout = 'interleaved' } = checked;
  check.count('heads', heads, 1);
  check.count('headDim', headDim, 1, WIDEST / 2);
  const width = heads * headDim;
  check.base(base);
  const positions = check.positions(start, checked.positions);
  const turns =
    phases === undefined ? undefined : check.numbers('phases', phases, check.position, width);
  const x = check.array('x', embeddings, check.FLOAT32);
  const rows = check.rowsOf('x', x, width, SHAPE);
  if (width > WIDEST_ROW) {
    const most = Math.floor(WIDEST_ROW / headDim);
    check.refuse('heads', `at most ${most} of ${headDim} elements`, heads);
  }
  const length = sequenceLength('x', x, rows, { heads, headDim, length: checked.length });
  if (positions) check.oneOfLengths('positions', positions, length, rows);
  const flags = check.word('layout', layout, LAYOUTS) === 'interleaved' ? INTERLEAVED : 0;
  const shape = '[..., length, heads, 2 headDim]';
  const out = check.result(checked.out, Float32Array, 2 * x.length, shape);
  check.apart('out', out, 'x', x);
  return {
    x,
    heads,
    headDim,
    rows,
    length: positions?.length === rows ? rows : length,
    angles: new Angles(headDim, base, 2 * headDim, start, positions),
    phases: turns,
    flags,
    out,
  };
}

/**
 * The work areas of one call: the machine (the wasm module with its memory), and addresses in that
 * memory.
 * @typedef {object} Workspace
 * @property {Machine} machine
 * @property {number} most how many rows of cosines and sines fit in their areas
 * @property {number} mostHeads how many heads fit in the areas of x and of the result
 * @property {number} phaseCosines the address of the cosines of the phases
 * @property {number} phaseSines the address of the sines of the phases
 * @property {number} cosines the address of the cosines of positions
 * @property {number} sines the address of the sines of positions
 * @property {number} positions the address of a work area for makeRows
 * @property {number} tile the address of the part of x that is being processed
 * @property {number} result the address of the result of that part
 */

/**
 * Allocates the work areas of a call in the window, the part of wasm memory that kernels work in.
 * @param {Plan} plan
 * @returns {Workspace}
 */
function workspace({ x, heads, headDim, out }) {
  const machine = open(x, out);
  const carver = new Carver(machine);
  const most = Math.max(1, Math.floor(TILE / 2 / (8 * headDim)));
  const mostHeads = Math.max(1, Math.floor(TILE / 4 / (4 * headDim)));
  return {
    machine,
    most,
    mostHeads,
    phaseCosines: carver.doubles(heads * headDim),
    phaseSines: carver.doubles(heads * headDim),
    cosines: carver.doubles(most * headDim),
    sines: carver.doubles(most * headDim),
    positions: carver.doubles(most),
    tile: carver.words(mostHeads * headDim),
    result: carver.words(2 * mostHeads * headDim),
  };
}

/**
 * Carries out a plan. Computes the angles for as many rows as fit, and then processes all rows of x
 * that have these angles.
 * @param {Plan} plan
 */
function run(plan) {
  const { angles, heads, headDim, length, rows } = plan;
  const work = workspace(plan);
  writePhases(work, plan);
  tiles(length, work.most, (first, count) => {
    makeRows(work.machine, angles, {
      pairs: headDim,
      cosines: headDim,
      first,
      rows: count,
      sine: work.sines,
      cosine: work.cosines,
      stride: headDim,
      flags: FLOAT64,
      scratch: work.positions,
    });
    for (let row = first; row < rows; row += length) turn(work, plan, row * heads, count * heads);
  });
}

/**
 * Writes the cosines and sines of the phases. Without phases, all angles are 0.
 * @param {Workspace} work
 * @param {Plan} plan
 */
function writePhases({ machine, phaseCosines, phaseSines, cosines }, { heads, headDim, phases }) {
  const width = heads * headDim;
  if (!phases) {
    machine.f64.fill(1, phaseCosines / 8, phaseCosines / 8 + width);
    machine.f64.fill(0, phaseSines / 8, phaseSines / 8 + width);
    return;
  }
  // Each phase is an angle, so makeRows gets it as a position whose only frequency is 1.
  makeRows(machine, new Angles(1, 1e4, 2, 0, phases), {
    pairs: 1,
    cosines: 1,
    first: 0,
    rows: width,
    sine: phaseSines,
    cosine: phaseCosines,
    stride: 1,
    flags: FLOAT64,
    // The areas of cosines and sines are not in use yet. Together they have room for all phases.
    scratch: cosines,
  });
}

/**
 * Computes the result of some heads. Arrays outside of wasm memory are copied through the window.
 * @param {Workspace} work
 * @param {Plan} plan
 * @param {number} from the index in x of the first head
 * @param {number} units the number of heads, in all rows for which angles are ready
 */
function turn(work, { x, heads, headDim, flags, out }, from, units) {
  const { machine, mostHeads, tile, result } = work;
  const readInPlace = resident(machine, x);
  const writeInPlace = resident(machine, out);
  tiles(units, mostHeads, (first, count) => {
    const element = (from + first) * headDim;
    if (!readInPlace) copyIn(machine.f32, tile, x, element, 1, count * headDim);
    machine.kernels.pe_pope(
      writeInPlace ? address(out, 2 * element) : result,
      readInPlace ? address(x, element) : tile,
      count,
      headDim,
      heads,
      first,
      work.cosines,
      work.sines,
      units / heads,
      work.phaseCosines,
      work.phaseSines,
      flags,
    );
    if (!writeInPlace) copyOut(machine.f32, result, out, 2 * element, 1, 2 * count * headDim);
  });
}
