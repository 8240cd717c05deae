/* Reads the options of ropeTable, applyRope and related functions, which share most options. */
import * as check from '../check.js';

/** The names of the options that choose frequencies. */
const FREQUENCIES = /** @type {const} */ ([
  ...['base', 'rotaryDim', 'scaling', 'contextLength', 'maxPositions', 'originalMaxPositions'],
  ...['frequencies', 'divisors', 'sections', 'sectioning', 'precision'],
]);

/** The names of the options that say which elements of an array rotate. */
const SHAPE = /** @type {const} */ ([
  ...['heads', 'headDim', 'length', 'axes', 'layout', 'rotaryStart', 'rotaryHeads', 'dtype'],
]);

/** The names of the options that say by which positions an array rotates. */
const POSITIONS = /** @type {const} */ (['start', 'positions', 'xpos']);

/**
 * Picks the options that at least one of these functions has.
 * @type {check.Pick<Record<(typeof FREQUENCIES | typeof SHAPE | typeof POSITIONS)[number] |
 *   'keyHeads' | 'table' | 'inverse' | 'out' | 'described' | 'ofModel' | 'q' | 'k', any>>}
 */
const pick = (given, described) => ({
  q: given.q,
  k: given.k,
  heads: given.heads,
  keyHeads: given.keyHeads,
  headDim: given.headDim,
  length: given.length,
  axes: given.axes,
  layout: given.layout,
  rotaryStart: given.rotaryStart,
  rotaryHeads: given.rotaryHeads,
  base: given.base,
  rotaryDim: given.rotaryDim,
  scaling: given.scaling,
  contextLength: given.contextLength,
  maxPositions: given.maxPositions,
  originalMaxPositions: given.originalMaxPositions,
  frequencies: given.frequencies,
  divisors: given.divisors,
  sections: given.sections,
  sectioning: given.sectioning,
  xpos: given.xpos,
  table: given.table,
  start: given.start,
  positions: given.positions,
  precision: given.precision,
  inverse: given.inverse,
  dtype: given.dtype,
  out: given.out,
  described,
  ofModel: described ? given : undefined,
});

/**
 * Returns a reader that refuses the description of a model whose layers differ, because no single
 * rotation fits it.
 * @template {{ofModel?: any}} R
 * @param {(options: unknown, what?: string) => R} read
 * @returns {(options: unknown) => R}
 */
/* @__NO_SIDE_EFFECTS__ */
function forOneKind(read) {
  return (options) => {
    const given = read(options);
    if (given.ofModel?.perLayer) refuseMixed(given.ofModel.perLayer);
    return given;
  };
}

/**
 * Throws if the layers of a model differ.
 * @param {unknown[]} layers
 */
function refuseMixed([first, ...others]) {
  // The layers of one kind are one object, unless the description is a copy from JSON.
  if (others.every((layer) => layer === first)) return;
  const text = JSON.stringify(first);
  if (others.every((layer) => JSON.stringify(layer) === text)) return;
  throw check.failure(
    TypeError,
    'options',
    'a model whose layers are alike',
    'one whose layers differ',
    undefined,
    '; give one layer, as in createRope(model.perLayer[0]), or make all with createRopes(model)',
  );
}

const readRopeFrequencies = check.reader('ropeFrequencies', ['rope'], pick, FREQUENCIES);
export const readFrequencyOptions = forOneKind(readRopeFrequencies);

const readRopeTable = check.reader('ropeTable', ['rope'], pick, FREQUENCIES, POSITIONS, [
  'dtype',
  'out',
]);
export const readTableOptions = forOneKind(readRopeTable);

const readApplyRope = check.reader('applyRope', ['rope'], pick, SHAPE, FREQUENCIES, POSITIONS, [
  'table',
  'inverse',
]);
export const readRotationOptions = forOneKind(readApplyRope);

/** Reads the options of createRope. */
const readCreateRope = check.reader('createRope', ['rope'], pick, SHAPE, FREQUENCIES, ['keyHeads']);
export const readCacheOptions = forOneKind(readCreateRope);

/** Reads the options of the method `apply` of createRope. */
export const readArrays = check.reader(
  'apply',
  ['rope'],
  pick,
  /** @type {const} */ ([
    ...['q', 'k', 'length', 'axes', 'start', 'positions', 'inverse'],
    // A call may repeat these options of createRope.
    ...['heads', 'keyHeads', 'headDim', 'layout', 'rotaryDim', 'base', 'scaling', 'contextLength'],
    'maxPositions',
  ]),
);
