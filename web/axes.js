/* Tables whose pairs turn with several axes, or whose length changes with the position. */
import * as check from './check.js';
import {FLOAT64, INVERSE, copyIn} from './wasm.js';

/** @typedef {{axis: number, from: number, step: number, count: number, own: boolean}} Group `count` pairs from `from`, `step` apart, turn with an axis; their frequencies may be their own */

/** The most axes, and the most pairs that several axes share. */
const AXES = 16, PAIRS = 2048;

const SECTIONINGS = ['chunked', 'interleaved', 'axial'];

/**
 * Which pairs turn with which axis.
 * - 'chunked' (Qwen2-VL): the first sections[0] pairs of the continuous frequencies with axis 0, and so on.
 * - 'interleaved' (Qwen3-VL): pairs 1, 4, 7, ... below 3 sections[1] with axis 1, 2, 5, 8, ... below 3 sections[2] with axis 2, all others with axis 0.
 * - 'axial': chunks, each with frequencies of its own from 1 on, base^(-i / section).
 * @param {any} sections @param {any} sectioning @param {number} pairs
 * @returns {{groups: Group[], axes: number, key: string}}
 */
export function groupsOf(sections, sectioning, pairs) {
  const counts = [...check.numbers('sections', sections, (at, value) => check.count(at, value))];
  check.word('sectioning', sectioning, SECTIONINGS);
  if (!counts.length || counts.length > AXES) check.refuse('sections', `1 to ${AXES} of them`, counts);
  const sum = counts.reduce((a, b) => a + b);
  if (sum !== pairs) check.refuse('sections', `a sum of ${pairs}, half of rotaryDim`, sum);
  if (pairs > PAIRS) check.refuse('rotaryDim', `at most ${2 * PAIRS} where sections are given`, 2 * pairs);
  const groups = [], key = `${sectioning} ${counts}`;
  if (sectioning === 'interleaved') {
    if (counts.length !== 3) check.refuse('sections', 'three of them where they are interleaved', counts);
    for (const axis of [1, 2]) if (counts[axis] && 3 * counts[axis] - 3 + axis >= pairs) check.refuse(`sections[${axis}]`, `at most ${Math.ceil((pairs - axis) / 3)} of ${pairs} pairs`, counts[axis]);
    groups.push({axis: 0, from: 0, step: 1, count: pairs, own: false}, ...[1, 2].map(axis => ({axis, from: axis, step: 3, count: counts[axis], own: false})));
  } else for (let axis = 0, from = 0; axis < counts.length; from += counts[axis++]) groups.push({axis, from, step: 1, count: counts[axis], own: sectioning === 'axial'});
  return {groups: groups.filter(group => group.count), axes: counts.length, key};
}

/**
 * Frequencies and work areas of all groups; the machine keeps where they are.
 * @param {import('./wasm.js').Machine} m @param {Group[]} groups
 * @param {{base: number, divisor: number, pairs: number, change?: Function, amplitude: number, high: number, low: number}} f
 */
export function prepareGroups(m, groups, {base, divisor, pairs, change, amplitude, high, low}) {
  const {kernels, f64} = m;
  /** @param {number} from @param {number} count @param {number} divisor */
  const make = (from, count, divisor) => {
    kernels.pe_frequencies(high + 8 * from, low + 8 * from, count, 0, base, divisor);
    change?.(m, high + 8 * from, low + 8 * from, count, from);
  };
  let work = m.work, behind = pairs;
  if (!groups[0]?.own) make(0, pairs, divisor);
  m.places = [];
  for (const {axis, from, step, count, own} of groups) {
    // the frequencies of pairs that do not stand together are copied behind all others
    const at = high + 8 * (step === 1 ? from : behind);
    if (own) make(from, count, 2 * count);
    if (step > 1) for (const plane of [0, low - high]) for (let i = 0; i < count; i++) f64[(at + plane) / 8 + i] = f64[(high + plane) / 8 + from + i * step];
    kernels.pe_angles_begin(work, count, at, at + low - high, amplitude);
    m.places.push({axis, from, step, count, work, at});
    if (step > 1) behind += count;
    work += 8 * kernels.pe_angles_size(count);
  }
}

/**
 * Rows of several axes, or of xPos, after `prepare`. See makeRows, whose arguments these are.
 * @param {import('./wasm.js').Machine} m @param {import('./angles.js').Angles} angles
 * @param {{first: number, rows: number, sine: number, cosine: number, stride: number, flags: number, scratch: number}} part
 */
export function makeParts(m, {positions, start, axes = 1, xpos, pairs}, {first, rows, sine, cosine, stride, flags, scratch}) {
  const {kernels} = m, size = flags & FLOAT64 ? 8 : 4, whole = Math.trunc(start), spare = scratch + (positions ? 8 * (rows + 1 & -2) : 0);
  /** @param {number} axis @param {number} sines @param {number} cosines @param {number} width @param {number} count @param {number} kind @param {number} work @param {number} at */
  const make = (axis, sines, cosines, width, count, kind, work, at) => {
    if (positions) copyIn(m.f64, scratch, positions, axis * positions.length / axes + first, 1, rows);
    kernels.pe_angles(sines, cosines, rows, width, count, count, kind, work, at, positions ? scratch : 0, whole + first, start - whole);
  };
  if (xpos) {
    const other = spare + 8 * rows * pairs, from = xpos.keys ? flags | INVERSE : flags;
    make(0, spare, other, pairs, pairs, flags | FLOAT64, m.work, m.frequencies);
    kernels.pe_xpos(spare, other, rows, pairs, positions ? scratch : 0, start + first, xpos.center, xpos.scale, xpos.gamma, other + 8 * rows * pairs, from);
    kernels.pe_place(sine, spare, rows, stride, pairs, 1, flags);
    kernels.pe_place(cosine, other, rows, stride, pairs, 1, flags);
    return;
  }
  for (const {axis, from, step, count, work, at} of m.places) {
    if (step === 1) make(axis, sine + from * size, cosine + from * size, stride, count, flags, work, at);
    else {
      const other = spare + size * rows * count;
      make(axis, spare, other, count, count, flags, work, at);
      kernels.pe_place(sine + from * size, spare, rows, stride, count, step, flags);
      kernels.pe_place(cosine + from * size, other, rows, stride, count, step, flags);
    }
  }
}
