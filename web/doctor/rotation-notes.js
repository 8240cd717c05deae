/* Says what is unusual about a rotation, and which mistake may have caused it. */
import { candidate, contextsOf, digitsOf, frequenciesOf } from './bases.js';
import { exp, log } from './elementary.js';
import { isAlike, layoutDifferences } from './layouts.js';
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
 * Whether a scaling has short and long factors that differ. If a .gguf file has only one list of
 * factors, this list is kept as both.
 * @param {Record<string, unknown>} [scaling]
 */
const hasTwoLists = ({ long_factor: long, short_factor: short } = {}) =>
  String(long) !== String(short);

/**
 * @param {Arrays} arrays
 * @param {Settings & {wanted: Wanted}} settings
 * @param {Verdict} verdict
 * @param {string[]} ofRows what is unusual about the positions of single rows
 * @param {string[]} places in which pairs or heads the array departs
 */
export function notesOf(arrays, settings, { precision, matched, maxError }, ofRows, places) {
  if (matched < LEAST && !ofRows.length) {
    const isLimited = arrays.length === 1 && !settings.wanted.scalings.length;
    const limit = isLimited ? ['For a single row, a scaling is tried only if it is given.'] : [];
    return ['No rotation explains these arrays.', ...places, ...limit];
  }
  const { step, start, inverse, scaling, contextLength, attentionFactor, wanted } = settings;
  const isDoubled = isTwice(settings);
  const amplifies = scaling?.rope_type === 'yarn' || scaling?.rope_type === 'longrope';
  const own = differences(arrays, settings, wanted);
  const notes = [
    wanted.isValues && 'Values rotate: rope is for queries and keys only.',
    ...own,
    isDoubled && matched > 0.999 && 'Every angle is doubled: is rope applied twice?',
    start !== 0 && startNote(settings, wanted, arrays),
    step < 0 && 'Positions count down.',
    !isDoubled && step > 0 && shorter(step) !== 1 && stepsNote(step, 2 * settings.pairs, wanted),
    contextLength !== undefined &&
      hasTwoLists(scaling) &&
      `The ${contextLength ? 'long' : 'short'} factors of longrope are in use.`,
    inverse && 'The rotation goes back: its sines have the opposite sign.',
    attentionFactor !== 1 &&
      !amplifies &&
      !own.includes(DIVIDED) &&
      'The factor belongs to no scaling that was found.',
    ...places,
    ...ofRows,
    precision === 'float32' && 'Angles have the errors of float32.',
    precision === 'float32' &&
      matched > 0.999 &&
      maxError !== undefined &&
      `They move elements by up to ${shortest(maxError)}. Compute angles in float64, and ` +
        'take off whole turns before you round them.',
  ];
  return notes.filter((note) => typeof note === 'string');
}

/** Whether positions count by two, as if the rows were rotated twice. @param {Settings} settings */
export const isTwice = ({ step, start }) => step === 2 && start % 2 === 0;

/** Frequencies whose relative difference is at most this are equal. */
const EQUAL = 1e-5;

/**
 * Lists how the rotation differs from the wanted rotation.
 * @param {Arrays} arrays
 * @param {Settings} settings
 * @param {Wanted} wanted
 */
function differences(arrays, settings, wanted) {
  const { layout, pairs, base, rotaryStart } = settings;
  const width = 2 * pairs;
  const { rotaryStart: begin = wanted.base === undefined ? undefined : 0 } = wanted;
  if (spansHead(settings, wanted)) {
    const half = Number(wanted.rotaryDim) / 2;
    return [
      `A pair is i and i + ${pairs}, not i and i + ${half}: the halves are those of the head.`,
    ];
  }
  const layouts = layoutDifferences(layout, wanted.layout, width);
  const isHarmless = isAlike(layout, wanted.layout);
  return [
    wanted.headDim !== undefined &&
      wanted.headDim !== arrays.headDim &&
      `Heads have ${arrays.headDim} elements, not ${wanted.headDim}.`,
    ...(isHarmless ? [] : layouts),
    wanted.rotaryDim !== undefined &&
      wanted.rotaryDim !== width &&
      `${width} dimensions rotate, not ${wanted.rotaryDim}.`,
    begin !== undefined &&
      begin !== rotaryStart &&
      `The first element that rotates is ${rotaryStart}, not ${begin}.`,
    ...(pairs > 1 && base ? frequencyDifferences(settings, wanted, arrays) : []),
    ...(isHarmless ? layouts : []),
  ];
}

/**
 * Whether the elements of a pair are half the head apart, but should be half the rotary dimensions
 * apart. The base then looks like a power of the true base, and the scaling like proportional.
 * @param {Settings} settings
 * @param {Wanted} wanted
 */
function spansHead({ layout, pairs, scaling, base }, { layout: own, rotaryDim, base: wanted }) {
  const part = Number(rotaryDim) / (2 * pairs);
  const isPart = typeOf(scaling) === 'proportional' && scaling?.partial_rotary_factor === part;
  if (layout !== 'half' || own !== 'half' || !isPart || !wanted) return false;
  return Math.abs((log(base) * part) / log(wanted) - 1) < EQUAL;
}

/**
 * Lists what differs in the frequencies and in the attention factor.
 * @param {Settings} settings
 * @param {Wanted} wanted
 * @param {Arrays} arrays
 */
function frequencyDifferences(settings, wanted, { rounding, positions, headDim }) {
  const { pairs, base, scaling, attentionFactor, start, step } = settings;
  const [modelScaling] = wanted.scalings;
  const isDynamic = typeOf(modelScaling) === 'dynamic';
  if (wanted.base === undefined) return baseDifferences(settings, wanted);
  const found = frequenciesOf(settings).frequencies;
  // Dynamic scaling depends on the length of the text.
  const length = positions.reduce((most, each) => Math.max(most, start + step * each), 0) + 1;
  const contexts = isDynamic ? [length] : contextsOf(modelScaling ?? {});
  const models = contexts
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
    frequencies.every((each, i) => isNearTo(found[i], each));
  const same = models.find(isNear);
  const model = same ?? models[0];
  const factor = model ? frequenciesOf(model).attentionFactor : attentionFactor;
  const tolerance = 8 * rounding + EQUAL;
  const isNearFactor = (/** @type {number} */ x) => Math.abs(attentionFactor / x - 1) <= tolerance;
  const [gotFactor, wantedFactor] = unlike(attentionFactor, factor);
  const factors = isNearFactor(factor)
    ? []
    : [
        `The attention factor is ${gotFactor}, not ${wantedFactor}.`,
        isNearFactor(factor * factor) && 'The attention factor is applied twice.',
        isNearFactor(factor / Math.sqrt(headDim)) && DIVIDED,
      ];
  if (same || !model) return factors;
  if (isDynamic) return [dynamicDifference(found, model.frequencies, length), ...factors];
  const differences = [
    ...baseDifferences(settings, wanted),
    ...scalingDifferences(scaling, modelScaling, pairs),
  ].filter(Boolean);
  const pair = found.findIndex((x, i) => !isNearTo(x, model.frequencies[i]));
  const [got, expected] = unlike(found[pair], model.frequencies[pair]);
  if (!differences.length)
    differences.push(`Pair ${pair} turns by ${got} for each position, not by ${expected}.`);
  return [...differences, ...factors];
}

/** Whether two frequencies are equal. @param {number} x @param {number} wanted */
const isNearTo = (x, wanted) => Math.abs(x - wanted) <= EQUAL * wanted;

/** The note for an attention factor that is 1 / sqrt(headDim) of the right factor. */
const DIVIDED = 'The array is divided by sqrt(headDim), as scores are.';

/**
 * Says which base the dynamic scaling of a model gives, and which base was found. Dynamic scaling
 * changes only the base.
 * @param {Float64Array} found
 * @param {Float64Array} wanted
 * @param {number} length the number of positions
 */
function dynamicDifference(found, wanted, length) {
  const [got, expected] = [found, wanted].map((list) => exp(-list.length * log(list[1])));
  return `For ${length} positions, dynamic scaling wants the base ${shorter(expected)}, not ${shorter(got)}.`;
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
      ? `Exponents are divided by ${divisor}, not by ${width}.`
      : wanted.base !== undefined &&
        !isNearTo(base, wanted.base) &&
        `The base (rope_theta) is ${shorter(base)}, not ${wanted.base}.`,
  ];
}

/** Rounds a number to two digits. @param {number} x */
const shortest = (x) => Number(x.toPrecision(2));

/** Rounds a number to seven digits, unless it is an integer. @param {number} x */
const shorter = (x) => (Number.isInteger(x) ? x : Number(x.toPrecision(7)));

/**
 * Rounds two numbers to four digits, or to as many as show that they differ.
 * @param {number} x
 * @param {number} y
 */
function unlike(x, y) {
  const to = (/** @type {number} */ digits) =>
    [x, y].map((each) => Number(each.toPrecision(digits)));
  let digits = 4;
  while (digits < 17 && to(digits)[0] === to(digits)[1]) digits++;
  return to(digits);
}

/**
 * Returns the number by which exponents are divided if the base is the model's:
 * base^(-2i / width) = wanted^(-2i / divisor). Returns the width if this number is not an
 * integer, or if another base is more likely.
 * @param {number} base the base that was found, for exponents that are divided by the width
 * @param {number} width
 * @param {number} [wanted] the base of the model
 */
function divisorOf(base, width, wanted) {
  if (!wanted || base <= 1 || base === wanted) return width;
  const exact = (width * log(wanted)) / log(base);
  const divisor = Math.round(exact);
  const isNear = Math.abs(exact - divisor) < 1e-5 * divisor;
  const isOdd = digitsOf(base) > 3 || divisor === 2 * width || 2 * divisor === width;
  return isNear && isOdd ? divisor : width;
}

/** Radians in a degree. */
const DEGREE = Math.PI / 180;

/**
 * Says by which step positions count, or which mistake has the effect of this step.
 * @param {number} step
 * @param {number} width
 * @param {Wanted} wanted
 */
function stepsNote(step, width, { base }) {
  if (Math.abs(step / DEGREE - 1) < EQUAL)
    return 'Angles are multiplied by pi / 180, as if they were degrees.';
  const second = base === undefined ? 0 : exp((-2 * log(base)) / width);
  if (Math.abs(step - second) < EQUAL * second)
    return 'Exponents begin at the second pair: each pair has the frequency of the next one.';
  return `Positions count by ${shorter(step)}.`;
}

/**
 * Says where positions begin, or why they may be too large or too small. If the first two rows have
 * equal positions, they are padding.
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
    ? 'Both arrays are equal, as they must be at position 0. So they do not show the layout or the base.'
    : `Both arrays are equal: the position is 0, not ${wanted}, or nothing rotates.`;
}
