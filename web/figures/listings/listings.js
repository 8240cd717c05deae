/** The listings of all figures that have a listing. */
import { alibi } from './alibi.js';
import { buckets } from './buckets.js';
import { clocks } from './clocks.js';
import { heatmap } from './heatmap.js';
import { precision } from './precision.js';
import { range } from './range.js';
import { rope } from './rope.js';
import { shift } from './shift.js';
import { similarity } from './similarity.js';
import { stretch } from './stretch.js';
import { waves } from './waves.js';

/**
 * The function that makes the listing of each figure, by the tag of the figure without `pe-`. It
 * takes a model of the figure. It returns null if no short program computes the numbers of the
 * state.
 * @type {Record<string, (model: any) => import('./listing.js').Listing | null>}
 */
export const LISTINGS = {
  alibi,
  buckets,
  clocks,
  heatmap,
  precision,
  range,
  rope,
  shift,
  similarity,
  stretch,
  waves,
};
