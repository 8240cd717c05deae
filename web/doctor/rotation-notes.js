/* Says what is unusual about a rotation, and which mistake may have caused it. */
import { candidate, contextsOf, digitsOf, frequenciesOf } from './bases.js';
import { log } from './elementary.js';
import { scalingDifferences, typeOf } from './scaling-differences.js';

/** @typedef {import('./turns.js').Arrays} Arrays */
/** @typedef {import('./verify-rotation.js').Settings} Settings */
/** @typedef {import('./verify-rotation.js').Verdict} Verdict */

/**
 * What the rotation should be.
 * @typedef {object} Wanted
 * @property {string} [layout]
 * @property {number} [rotaryDim]
 * @property {number} [rotaryStart]
 * @property {number} [base]
 * @property {number} [headDim]
 * @property {import('./bases.js').Scaling[]} scalings
 * @property {boolean} isValues whether the arrays contain values, which should not rotate
 * @property {boolean} isGiven whether the positions are given
 */

/** A rotation that explains less than this fraction of the elements counts as none. */
const LEAST = 0.5;

/**
 * Whether a scaling has short and long factors that differ. A .gguf file may have only one list.
 * @param {Record<string, unknown>} [scaling]
 */
const hasTwoLists = ({ long_factor: long, short_factor: short } = {}) =>
  String(long) !== String(short);

/**
 * @param {Arrays} arrays
 * @param {Settings & {wanted: Wanted}} settings
 * @param {Verdict} verdict
 * @param {string[]} ofRows what is unusual about the positions of single rows
 */
export function notesOf(arrays, settings, { precision, matched, maxError }, ofRows) {
  if (matched < LEAST && !ofRows.length) {
    const isLimited = arrays.length === 1 && !settings.wanted.scalings.length;
    const limit = isLimited ? ['In a single row, only a given scaling is sought.'] : [];
    return ['No rotation explains these arrays.', ...limit];
  }
  const { step, start, inverse, scaling, contextLength, attentionFactor, wanted } = settings;
  const isTwice = step === 2 && start % 2 === 0;
  const amplifies = scaling?.rope_type === 'yarn' || scaling?.rope_type === 'longrope';
  const notes = [
    wanted.isValues && 'Values rotate: rope is for queries and keys only.',
    ...differences(arrays, settings, wanted),
    isTwice && matched > 0.999 && 'Every angle is doubled: is rope applied twice?',
    start !== 0 && startNote(settings, wanted, arrays),
    step < 0 && 'Positions count down.',
    !isTwice && step > 0 && step !== 1 && `Positions count by ${step}.`,
    contextLength !== undefined &&
      hasTwoLists(scaling) &&
      `The ${contextLength ? 'long' : 'short'} factors of longrope are in use.`,
    inverse && 'The rotation goes back: its sines have the opposite sign.',
    precision === 'float32' && 'Angles have the errors of float32.',
    precision === 'float32' &&
      matched > 0.999 &&
      maxError !== undefined &&
      `They move elements by up to ${shortest(maxError)}. Compute angles in float64, and ` +
        'take off whole turns before you round them.',
    attentionFactor !== 1 && !amplifies && 'The factor belongs to no scaling that was found.',
    ...ofRows,
  ];
  return notes.filter((note) => typeof note === 'string');
}

/** Frequencies whose relative difference is at most this are equal. */
const EQUAL = 1e-5;

/**
 * Lists how the rotation differs from the wanted one.
 * @param {Arrays} arrays
 * @param {Settings} settings
 * @param {Wanted} wanted
 */
function differences(arrays, settings, wanted) {
  const { layout, pairs, base, rotaryStart } = settings;
  const width = 2 * pairs;
  const { rotaryStart: begin = wanted.base === undefined ? undefined : 0 } = wanted;
  return [
    wanted.headDim !== undefined &&
      wanted.headDim !== arrays.headDim &&
      `Heads have ${arrays.headDim} elements, not ${wanted.headDim}.`,
    wanted.layout !== undefined &&
      wanted.layout !== layout &&
      `The layout is ${layout}, not ${wanted.layout}.`,
    wanted.rotaryDim !== undefined &&
      wanted.rotaryDim !== width &&
      `${width} dimensions rotate, not ${wanted.rotaryDim}.`,
    begin !== undefined &&
      begin !== rotaryStart &&
      `The first element that rotates is ${rotaryStart}, not ${begin}.`,
    ...(pairs > 1 && base ? frequencyDifferences(settings, wanted, arrays) : []),
  ];
}

/**
 * Lists what differs in the frequencies and in the attention factor. Dynamic scaling depends on the
 * length of the text, and is not compared.
 * @param {Settings} settings
 * @param {Wanted} wanted
 * @param {Arrays} arrays
 */
function frequencyDifferences(settings, wanted, { rounding }) {
  const { pairs, base, scaling, attentionFactor } = settings;
  const [modelScaling] = wanted.scalings;
  const isDynamic = typeOf(modelScaling) === 'dynamic';
  if (wanted.base === undefined || isDynamic) return baseDifferences(settings, wanted);
  const found = frequenciesOf(settings).frequencies;
  const models = (modelScaling ? contextsOf(modelScaling) : [undefined])
    .map((contextLength) =>
      candidate({
        pairs,
        base: wanted.base ?? base,
        scaling: modelScaling,
        contextLength,
        step: 1,
        cost: 0,
      }),
    )
    .filter((each) => each !== undefined);
  const isNear = (/** @type {{frequencies: Float64Array}} */ { frequencies }) =>
    frequencies.every((each, i) => Math.abs(found[i] - each) <= EQUAL * each);
  const same = models.find(isNear);
  const model = same ?? models[0];
  const factor = model ? frequenciesOf(model).attentionFactor : attentionFactor;
  const isOther = Math.abs(attentionFactor / factor - 1) > 8 * rounding + EQUAL;
  return [
    ...(same ? [] : baseDifferences(settings, wanted)),
    ...(same ? [] : scalingDifferences(scaling, modelScaling)),
    isOther && `The attention factor is ${short(attentionFactor)}, not ${short(factor)}.`,
  ];
}

/**
 * Says how the base differs from that of a model.
 * @param {Settings} settings
 * @param {Wanted} wanted
 */
function baseDifferences({ pairs, base, scaling }, wanted) {
  const width = 2 * pairs;
  const divisor = scaling ? width : divisorOf(base, width, wanted.base);
  return [
    divisor !== width
      ? `Exponents are divided by ${divisor}, not by ${width}, as if the base were ${short(base)}.`
      : wanted.base !== undefined &&
        wanted.base !== base &&
        `The base (rope_theta) is ${base}, not ${wanted.base}.`,
  ];
}

/** Rounds a number to two digits. @param {number} x */
const shortest = (x) => Number(x.toPrecision(2));

/** Rounds a number to four digits. @param {number} x */
const short = (x) => Number(x.toPrecision(4));

/**
 * Returns the divisor of the exponents with which the base of a model gives the frequencies that
 * were found: base^(-2i / width) = wanted^(-2i / divisor). Returns the width if no integer does so,
 * or if the rotation more likely has another base.
 * @param {number} base
 * @param {number} width
 * @param {number} [wanted]
 */
function divisorOf(base, width, wanted) {
  if (!wanted || base <= 1 || base === wanted) return width;
  const exact = (width * log(wanted)) / log(base);
  const divisor = Math.round(exact);
  const isNear = Math.abs(exact - divisor) < 1e-5 * divisor;
  const isOdd = digitsOf(base) > 3 || divisor === 2 * width || 2 * divisor === width;
  return isNear && isOdd ? divisor : width;
}

/**
 * Says where positions begin, or why they may be too large or too small. Padded rows have equal
 * positions.
 * @param {Settings} settings
 * @param {Wanted} wanted
 * @param {Arrays} arrays
 */
function startNote({ start, step }, { isGiven }, { length, positions }) {
  if (length === 1) return stepNote(start + positions[0], isGiven ? positions[0] : undefined);
  if (step === 0) return `All rows have the position ${start}.`;
  if (!isGiven) return `Positions begin at ${start}.`;
  if (start < 0) return `Positions are ${-start} too small: is the length of the cache left out?`;
  const isPadded = positions[0] === positions[1];
  return isPadded
    ? `Positions are ${start} too large: does padding count?`
    : `Positions are ${start} too large: does a cache count twice?`;
}

/**
 * Says at which position a single row is.
 * @param {number} position
 * @param {number} [wanted] the position that it should have, if that is given
 */
function stepNote(position, wanted) {
  if (wanted === undefined) return `The position is ${position}.`;
  if (position < 0)
    return `The position is ${position}, not ${wanted}, or the sines have the opposite sign.`;
  return position < wanted
    ? `The position is ${position}, not ${wanted}: is the length of the cache left out?`
    : `The position is ${position}, not ${wanted}.`;
}

/**
 * Says what it means that a single row does not change.
 * @param {number} wanted the position that it should have
 * @param {boolean} isGiven whether this position is given
 */
export function unchangedNote(wanted, isGiven) {
  if (!isGiven) return 'Both arrays are equal: the position is 0, or nothing rotates.';
  return wanted === 0
    ? 'Both arrays are equal, as position 0 wants. Neither the layout nor the base is shown.'
    : `Both arrays are equal: the position is 0, not ${wanted}, or nothing rotates.`;
}
