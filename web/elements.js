/** Defines the figures as elements, in a page; in Node it only exports the classes. */
import { PeAlibi } from './figures/alibi.js';
import { PeClocks } from './figures/clocks.js';
import { PeFigure } from './figures/figure.js';
import { PeHeatmap } from './figures/heatmap.js';
import { PeNaive } from './figures/naive.js';
import { PeOrder } from './figures/order.js';
import { PeRope } from './figures/rope.js';
import { PeSchemes } from './figures/schemes.js';
import { PeShift } from './figures/shift.js';

PeOrder.define('pe-order');
PeNaive.define('pe-naive');
PeClocks.define('pe-clocks');
PeHeatmap.define('pe-heatmap');
PeShift.define('pe-shift');
PeRope.define('pe-rope');
PeAlibi.define('pe-alibi');
PeSchemes.define('pe-schemes');

export { PeAlibi, PeClocks, PeFigure, PeHeatmap, PeNaive, PeOrder, PeRope, PeSchemes, PeShift };
