/*
 * Resolves the options of a rotation once, into a plan: how many pairs of elements turn, and with
 * which frequencies. Tables, rotations and caches are made from plans.
 */
import { Angles } from '../angles/angles.js';
import { groupsOf } from '../angles/sections.js';
import * as check from '../check.js';
import { frequenciesOf } from './scaling.js';

/** @typedef {import('../angles/sections.js').Group} Group */
/** @typedef {import('./scaling.js').Change} Change */
/** @typedef {import('./scaling.js').Given} Given */

/**
 * The options that a plan resolves. `settle` has copied the lists in them.
 * @typedef {Given & {sectioning?: unknown, precision?: unknown, xpos?: any}} PlanOptions
 */

/**
 * A plan: what a rotation does, whatever array it rotates.
 * @typedef {object} Plan
 * @property {number} headDim
 * @property {number} pairs the number of pairs that turn
 * @property {number} base
 * @property {number} divisor before `change`, frequency i is base^(-2i / divisor)
 * @property {number} amplitude the attention factor, which multiplies all cosines and sines
 * @property {Change | undefined} change changes the frequencies
 * @property {string} scaled a text that identifies the change
 * @property {number} fastest an upper bound of the frequencies; 0 if none is above 1
 * @property {number} coordinates how many coordinates a position has
 * @property {Group[] | undefined} groups the pairs of each coordinate, if there are several
 * @property {string} grouped a text that identifies the change and the groups
 * @property {boolean} needsPositions whether positions must be given, because coordinates differ
 * @property {boolean} rounded whether angles are computed in float32
 * @property {Angles['xpos']} xpos
 * @property {'frequencies' | 'divisors' | 'scaling'} cause the option that makes frequencies large
 */

/** The smallest number that is accepted as positive. Divisions by it do not overflow. */
const LEAST = 1e-300;

/** The largest angle, in radians. Reducing a larger angle to one turn would cost precision. */
export const LARGEST_ANGLE = 1099511627776; // 2^40

const OF = ['queries', 'keys'];

/**
 * Makes a plan.
 * @param {PlanOptions} options options that `settle` has returned
 * @param {number} headDim
 * @param {number} [context] how many positions are in use, unless the options say it
 * @returns {Plan}
 */
export function planTurning(options, headDim, context = 0) {
  const { sectioning, precision, xpos, described } = options;
  const found = frequenciesOf(options, headDim, context);
  const { pairs, base, divisor, amplitude, scaling, key: scaled, change, fastest = 0 } = found;
  const sections = options.sections ?? scaling.mrope_section ?? undefined;
  const rounded = isRounded(precision);
  if (sections === undefined && sectioning !== undefined)
    check.refuseUnused('sectioning', 'without sections', sectioning);
  const usual = scaling.mrope_interleaved ? 'interleaved' : 'chunked';
  const split =
    sections && groupsOf(sections, sectioning === undefined ? usual : sectioning, pairs);
  const cause = options.divisors ? 'divisors' : 'scaling';
  return {
    headDim,
    pairs,
    base,
    divisor,
    amplitude,
    change,
    scaled,
    fastest,
    coordinates: sections?.length || 1,
    groups: split?.groups,
    grouped: split ? `${scaled} ${split.key}` : scaled,
    needsPositions: described === true && sectioning === 'axial',
    rounded,
    xpos: xpos === undefined ? undefined : planXpos(xpos, split),
    cause: options.frequencies ? 'frequencies' : cause,
  };
}

/** @param {unknown} precision */
const isRounded = (precision = 'exact') =>
  check.word('precision', precision, check.PRECISIONS) === 'float32';

/**
 * Checks the option xpos, and completes it with the defaults.
 * @param {import('./rope.js').XposOptions} xpos
 * @param {unknown} sectioned whether different pairs turn with different coordinates
 * @returns {Angles['xpos']}
 */
function planXpos({ of, center = 0, scale = 512, gamma = 0.4 }, sectioned) {
  if (sectioned) throw check.failure(TypeError, 'xpos', 'either xpos or sections', 'both');
  return {
    keys: check.word('xpos.of', of, OF) === 'keys',
    center: check.position('xpos.center', center),
    scale: check.number('xpos.scale', scale, LEAST),
    gamma: check.number('xpos.gamma', gamma, LEAST),
  };
}

/**
 * Returns a text that is equal for equal frequencies, and differs for different ones.
 * @param {Pick<Plan, 'base' | 'divisor' | 'grouped'>} plan
 */
export const markOf = ({ base, divisor, grouped }) => `${base} ${divisor} ${grouped}`;

/**
 * Returns the angles of a plan at some positions.
 * @param {Plan} plan
 * @param {number} start
 * @param {number} length the length of a sequence
 * @param {Float64Array | undefined} positions the option `positions`, which has been checked
 * @returns {Angles}
 */
export function anglesOf(plan, start, length, positions) {
  const { pairs, base, divisor, amplitude, change, groups, needsPositions, fastest } = plan;
  if (needsPositions && !positions)
    check.refuseKind('positions', 'the coordinates of all patches', positions);
  if (fastest) refuseFarAngles(plan, positions ?? [start, start + length]);
  // Without `positions`, all coordinates are equal. Sections then matter only if each coordinate
  // has its own frequencies.
  const together = !positions && !groups?.[0]?.own;
  const angles = new Angles(pairs, base, divisor, start, positions);
  angles.amplitude = amplitude;
  angles.key = together ? plan.scaled : plan.grouped;
  angles.change = change;
  if (!together) {
    angles.groups = groups;
    angles.axes = plan.coordinates;
  }
  angles.rounded = plan.rounded;
  angles.xpos = plan.xpos;
  return angles;
}

/**
 * Returns how many positions are in use, counted from position 0 to the last position.
 * @param {number} start
 * @param {number} length
 * @param {Float64Array | undefined} positions
 */
export const positionsInUse = (start, length, positions) =>
  positions
    ? positions.reduce((most, position) => Math.max(most, position + 1), 0)
    : Math.max(start + length, 0);

/**
 * Throws if an angle would be too large to be reduced exactly to one turn.
 * @param {Plan} plan
 * @param {ArrayLike<number>} positions a list that contains the position that is farthest from 0
 */
function refuseFarAngles({ fastest, cause }, positions) {
  const farthest = fastest * check.farthest(positions);
  if (farthest > LARGEST_ANGLE) check.refuse(cause, 'angles within 2^40', farthest);
}
