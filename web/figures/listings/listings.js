/** The listings of all figures that have some. */
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
 * For each figure, by its tag without `pe-`: returns the listing for a model of the figure, or null
 * if no short program makes the numbers of the state.
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
