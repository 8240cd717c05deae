/* Reads the options of ropeTable, applyRope and related functions, which share most options. */
import * as check from '../check.js';

/** The names of the options that choose frequencies. */
const FREQUENCIES = /** @type {const} */ ([
  'base',
  'rotaryDim',
  'scaling',
  'contextLength',
  'maxPositions',
  'originalMaxPositions',
  'frequencies',
  'divisors',
]);
const SECTIONS = /** @type {const} */ (['sections', 'sectioning']);

/** Picks the options that at least one of these functions has. @satisfies {check.Pick<unknown>} */
const pick = (given, described) => ({
  heads: given.heads,
  keyHeads: given.keyHeads,
  headDim: given.headDim,
  length: given.length,
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
});

export const readFrequencyOptions = check.reader(pick, FREQUENCIES, SECTIONS, [
  'precision',
  'described',
]);

export const readTableOptions = check.reader(pick, FREQUENCIES, SECTIONS, [
  'xpos',
  'start',
  'positions',
  'dtype',
  'precision',
  'out',
  'described',
]);

export const readRotationOptions = check.reader(
  pick,
  ['heads', 'headDim', 'length', 'layout', 'rotaryStart', 'rotaryHeads'],
  FREQUENCIES,
  SECTIONS,
  ['xpos', 'table', 'start', 'positions', 'precision', 'inverse', 'dtype', 'described'],
);

/** Reads the options of createRope. */
export const readCacheOptions = check.reader(
  pick,
  ['heads', 'keyHeads', 'headDim', 'length', 'dtype', 'layout', 'rotaryStart', 'rotaryHeads'],
  SECTIONS,
  ['precision'],
  FREQUENCIES,
  ['described'],
);
