/*
 * Makes tables of two special types. In the first, the angles depend on several axes: each position
 * has several coordinates, and each pair turns with one axis. The angle of a pair is the coordinate
 * on this axis times the frequency of the pair. In the second type (xPos), sines and cosines are
 * multiplied by factors that depend on the position.
 */
import * as check from '../check.js';
import { FLOAT64, INVERSE, copyNumbers } from '../wasm.js';

/** @typedef {import('../wasm.js').Machine} Machine */
/** @typedef {import('./angles.js').Angles} Angles */

/**
 * The group of pairs that turn with one axis.
 * @typedef {object} Group
 * @property {number} axis
 * @property {number} from the index of the first pair
 * @property {number} step the distance from one pair of the group to the next
 * @property {number} count the number of pairs
 * @property {boolean} own whether the axis has frequencies of its own; the first of them is then 1
 */

/**
 * A group whose frequencies are in the memory of a machine.
 * @typedef {object} Place
 * @property {number} axis
 * @property {number} from the index of the first pair
 * @property {number} step the distance from one pair of the group to the next
 * @property {number} count the number of pairs
 * @property {number} work the address of the work area of pe_angles for these frequencies
 * @property {number} at the address of the high parts of these frequencies
 */

/** The largest number of axes, and the largest number of pairs if sections are given. */
const AXES = 16;
const PAIRS = 2048;

/** @typedef {'chunked' | 'interleaved' | 'axial'} Sectioning */

/**
 * Groups the pairs into one chunk of consecutive pairs for each axis.
 * @param {number[]} counts the number of pairs of each axis
 * @param {boolean} own whether each axis has frequencies of its own
 * @returns {Group[]}
 */
function chunks(counts, own) {
  let from = 0;
  return counts.map((count, axis) => {
    const group = { axis, from, step: 1, count, own };
    from += count;
    return group;
  });
}

/**
 * Groups the pairs so that axis 1 has pairs 1, 4, 7, ..., and axis 2 has pairs 2, 5, 8, ... The
 * group of axis 0 comes first and has all pairs. The groups of axes 1 and 2 then overwrite their
 * pairs.
 * @param {number[]} counts the number of pairs of each axis
 * @param {number} pairs the number of all pairs
 * @returns {Group[]}
 */
function thirds(counts, pairs) {
  if (counts.length !== 3) check.refuse('sections', '3 sections when they are interleaved', counts);
  const others = [1, 2].map((axis) => {
    const count = counts[axis];
    if (count && 3 * (count - 1) + axis >= pairs) {
      const most = Math.ceil((pairs - axis) / 3);
      check.refuse(`sections[${axis}]`, `at most ${most} of ${pairs} pairs`, count);
    }
    return { axis, from: axis, step: 3, count, own: false };
  });
  return [{ axis: 0, from: 0, step: 1, count: pairs, own: false }, ...others];
}

/** The function that groups pairs for a sectioning. @type {Record<Sectioning, typeof thirds>} */
const GROUPINGS = {
  chunked: (counts) => chunks(counts, false),
  interleaved: thirds,
  axial: (counts) => chunks(counts, true),
};

/**
 * Checks `sections` and `sectioning`, and returns the group of pairs of each axis.
 * - 'chunked' (Qwen2-VL): The first sections[0] pairs turn with axis 0, the next sections[1] pairs
 *   with axis 1, and so on. The frequencies are the same as in a table with one axis.
 * - 'interleaved' (Qwen3-VL): Pairs 1, 4, 7, ... below 3 * sections[1] turn with axis 1.
 *   Pairs 2, 5, 8, ... below 3 * sections[2] turn with axis 2. All other pairs turn with axis 0.
 * - 'axial': The pairs of each axis are a chunk, as in 'chunked'. In each chunk, the frequencies
 *   begin at 1: pair i of a chunk of n pairs has the frequency base^(-i / n).
 * @param {unknown} sections the number of pairs of each axis
 * @param {unknown} sectioning
 * @param {number} pairs the number of all pairs
 * @returns {{groups: Group[], axes: number, key: string}} the key identifies this grouping
 */
export function groupsOf(sections, sectioning, pairs) {
  const counts = [
    ...check.numbers('sections', sections, (name, value) => check.count(name, value)),
  ];
  const names = /** @type {Sectioning[]} */ (Object.keys(GROUPINGS));
  const grouping = GROUPINGS[check.word('sectioning', sectioning, names)];
  if (!counts.length || counts.length > AXES)
    check.refuse('sections', `1 to ${AXES} sections`, counts);
  const sum = counts.reduce((a, b) => a + b);
  if (sum !== pairs) check.refuse('sections', `a sum of ${pairs} (half of rotaryDim)`, sum);
  if (pairs > PAIRS)
    check.refuse('rotaryDim', `at most ${2 * PAIRS} when sections are given`, 2 * pairs);
  const groups = grouping(counts, pairs).filter((group) => group.count);
  return { groups, axes: counts.length, key: `${sectioning} ${counts}` };
}

/**
 * Writes the frequencies and the work areas of all groups to the memory of the machine. Stores
 * their addresses in `machine.places`.
 * @param {Machine} machine
 * @param {Group[]} groups
 * @param {object} frequencies
 * @param {number} frequencies.base
 * @param {number} frequencies.divisor
 * @param {number} frequencies.pairs
 * @param {import('./angles.js').Change} [frequencies.change]
 * @param {number} frequencies.amplitude
 * @param {number} frequencies.high the address for the high parts
 * @param {number} frequencies.low the address for the low parts
 */
export function prepareGroups(
  machine,
  groups,
  { base, divisor, pairs, change, amplitude, high, low },
) {
  const { kernels } = machine;
  /** @param {number} from @param {number} count @param {number} divisor */
  const make = (from, count, divisor) => {
    const at = 8 * from;
    kernels.pe_frequencies(high + at, low + at, count, 0, base, divisor);
    change?.(machine, high + at, low + at, count, from);
  };
  if (!groups[0]?.own) make(0, pairs, divisor);
  let { work } = machine;
  let end = pairs;
  machine.places = groups.map(({ axis, from, step, count, own }) => {
    if (own) make(from, count, 2 * count);
    // A kernel needs its frequencies without gaps. If the pairs of a group are not consecutive,
    // their frequencies are copied to the end of the list.
    const first = step === 1 ? from : end;
    if (step > 1) {
      for (const plane of [high, low]) gather(machine, plane, from, step, count, end);
      end += count;
    }
    const place = { axis, from, step, count, work, at: high + 8 * first };
    kernels.pe_angles_begin(work, count, place.at, low + 8 * first, amplitude);
    work += 8 * kernels.pe_angles_size(count);
    return place;
  });
}

/**
 * Copies every `step`th double of a list to consecutive places of the same list.
 * @param {Machine} machine
 * @param {number} list the address of the list
 * @param {number} from the index of the first double to copy
 * @param {number} step
 * @param {number} count the number of doubles to copy
 * @param {number} to the index of the first copy
 */
function gather({ f64 }, list, from, step, count, to) {
  const start = list / 8;
  for (let i = 0; i < count; i++) f64[start + to + i] = f64[start + from + i * step];
}

/** @typedef {Omit<import('./angles.js').Rows, 'strip' | 'pairs' | 'cosines'>} Part */

/**
 * Writes rows of a table of several axes, or of a table with xPos, to the memory of the machine.
 * The parameters are the same as in makeRows, which has written the frequencies before.
 * @param {Machine} machine
 * @param {Angles} angles
 * @param {Part} part
 */
export function makeParts(machine, angles, part) {
  const { scratch, rows } = part;
  // The scratch area has the positions first, then the spare bytes.
  const spare = scratch + (angles.positions ? 8 * ((rows + 1) & -2) : 0);
  if (angles.xpos) makeDecayed(machine, angles, angles.xpos, part, spare);
  else for (const place of machine.places) makeGroup(machine, angles, place, part, spare);
}

/**
 * Writes the columns of one group. If its pairs are not consecutive, it makes them side by side in
 * the spare bytes. Then it copies them to their columns.
 * @param {Machine} machine
 * @param {Angles} angles
 * @param {Place} place
 * @param {Part} part
 * @param {number} spare the address of the spare bytes
 */
function makeGroup(machine, angles, place, part, spare) {
  const { from, step, count } = place;
  const { rows, stride, flags } = part;
  const size = flags & FLOAT64 ? 8 : 4;
  const sine = part.sine + from * size;
  const cosine = part.cosine + from * size;
  if (step === 1) {
    makeRun(machine, angles, place, { ...part, sine, cosine });
    return;
  }
  const other = spare + size * rows * count;
  makeRun(machine, angles, place, { ...part, sine: spare, cosine: other, stride: count });
  machine.kernels.pe_place(sine, spare, rows, stride, count, step, flags);
  machine.kernels.pe_place(cosine, other, rows, stride, count, step, flags);
}

/**
 * Writes rows with xPos. It makes them as doubles in the spare bytes and multiplies them by the
 * factors of xPos. Then it copies them to their places.
 * @param {Machine} machine
 * @param {Angles} angles
 * @param {NonNullable<Angles['xpos']>} xpos
 * @param {Part} part
 * @param {number} spare the address of the spare bytes
 */
function makeDecayed(machine, angles, { center, scale, gamma, keys }, part, spare) {
  const { kernels, work, frequencies } = machine;
  const { positions, start, pairs } = angles;
  const { first, rows, sine, cosine, stride, flags, scratch } = part;
  const cosines = spare + 8 * rows * pairs;
  const logarithms = cosines + 8 * rows * pairs;
  const doubles = { ...part, sine: spare, cosine: cosines, stride: pairs, flags: flags | FLOAT64 };
  makeRun(machine, angles, { axis: 0, count: pairs, work, at: frequencies }, doubles);
  kernels.pe_xpos(
    spare,
    cosines,
    rows,
    pairs,
    positions ? scratch : 0,
    start + first,
    center,
    scale,
    gamma,
    logarithms,
    keys ? flags | INVERSE : flags,
  );
  kernels.pe_place(sine, spare, rows, stride, pairs, 1, flags);
  kernels.pe_place(cosine, cosines, rows, stride, pairs, 1, flags);
}

/**
 * Writes rows of pairs that turn with one axis and whose frequencies are consecutive in memory.
 * @param {Machine} machine
 * @param {Angles} angles
 * @param {Pick<Place, 'axis' | 'count' | 'work' | 'at'>} place
 * @param {Part} part
 */
function makeRun(machine, { positions, start, axes = 1 }, { axis, count, work, at }, part) {
  const { first, rows, sine, cosine, stride, flags, scratch } = part;
  if (positions) {
    const from = (axis * positions.length) / axes + first;
    copyNumbers(machine.f64, scratch, positions, from, rows);
  }
  const whole = Math.trunc(start);
  machine.kernels.pe_angles(
    sine,
    cosine,
    rows,
    stride,
    count,
    count,
    flags,
    work,
    at,
    positions ? scratch : 0,
    whole + first,
    start - whole,
  );
}
