/** Defines the figures as elements, in a page; in Node it only exports the classes. */
import { PeAlibi } from './figures/alibi.js';
import { PeClocks } from './figures/clocks.js';
import { PeFigure } from './figures/figure.js';
import { PeHeatmap } from './figures/heatmap.js';
import { PeNaive } from './figures/naive.js';
import { PeOrder } from './figures/order.js';
import { PeRange } from './figures/range.js';
import { PeRope } from './figures/rope.js';
import { PeSchemes } from './figures/schemes.js';
import { PeShift } from './figures/shift.js';
import { PeSimilarity } from './figures/similarity.js';
import { PeStretch } from './figures/stretch.js';
import { PeWaves } from './figures/waves.js';

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

export { PeAlibi, PeClocks, PeFigure, PeHeatmap, PeNaive, PeOrder, PeRange, PeRope, PeSchemes, PeShift, PeSimilarity, PeStretch, PeWaves };
