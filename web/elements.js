/** Defines the figures as custom elements of a page. In Node, it only exports their classes. */
import { PeAlibi } from './figures/alibi/alibi.js';
import { PeBuckets } from './figures/buckets/buckets.js';
import { PeBugs } from './figures/bugs/bugs.js';
import { PeClocks } from './figures/clocks/clocks.js';
import { PeCombine } from './figures/combine/combine.js';
import { PeFigure } from './figures/chassis/figure.js';
import { PeHeatmap } from './figures/heatmap/heatmap.js';
import { PeNaive } from './figures/naive/naive.js';
import { PeNetworks } from './figures/networks/networks.js';
import { PeOrder } from './figures/order/order.js';
import { PePatches } from './figures/patches/patches.js';
import { PePrecision } from './figures/precision/precision.js';
import { PeRange } from './figures/range/range.js';
import { PeRope } from './figures/rope/rope.js';
import { PeSchemes } from './figures/schemes/schemes.js';
import { PeShift } from './figures/shift/shift.js';
import { PeSimilarity } from './figures/similarity/similarity.js';
import { PeStretch } from './figures/stretch/stretch.js';
import { PeTrain } from './figures/train/train.js';
import { PeWaves } from './figures/waves/waves.js';

PeOrder.define('pe-order');
PeNaive.define('pe-naive');
PeClocks.define('pe-clocks');
PeHeatmap.define('pe-heatmap');
PeWaves.define('pe-waves');
PeShift.define('pe-shift');
PeSimilarity.define('pe-similarity');
PeRope.define('pe-rope');
PeAlibi.define('pe-alibi');
PeStretch.define('pe-stretch');
PeRange.define('pe-range');
PeSchemes.define('pe-schemes');
PeBuckets.define('pe-buckets');
PePrecision.define('pe-precision');
PeCombine.define('pe-combine');
PePatches.define('pe-patches');
PeBugs.define('pe-bugs');
PeTrain.define('pe-train');
PeNetworks.define('pe-networks');

export {
  PeAlibi,
  PeBuckets,
  PeBugs,
  PeClocks,
  PeCombine,
  PeFigure,
  PeHeatmap,
  PeNaive,
  PeNetworks,
  PeOrder,
  PePatches,
  PePrecision,
  PeRange,
  PeRope,
  PeSchemes,
  PeShift,
  PeSimilarity,
  PeStretch,
  PeTrain,
  PeWaves,
};
