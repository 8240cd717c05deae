/** Defines the figures as elements, in a page; in Node it only exports the classes. */
import { PeClocks } from './figures/clocks.js';
import { PeFigure } from './figures/figure.js';
import { PeHeatmap } from './figures/heatmap.js';
import { PeRange } from './figures/range.js';
import { PeShift } from './figures/shift.js';
import { PeSimilarity } from './figures/similarity.js';
import { PeWaves } from './figures/waves.js';

PeClocks.define('pe-clocks');
PeHeatmap.define('pe-heatmap');
PeRange.define('pe-range');
PeShift.define('pe-shift');
PeSimilarity.define('pe-similarity');
PeWaves.define('pe-waves');

export { PeClocks, PeFigure, PeHeatmap, PeRange, PeShift, PeSimilarity, PeWaves };
