/** Defines the figures as elements, in a page; in Node it only exports the classes. */
import { PeClocks } from './figures/clocks.js';
import { PeFigure } from './figures/figure.js';
import { PeHeatmap } from './figures/heatmap.js';
import { PeNaive } from './figures/naive.js';
import { PeOrder } from './figures/order.js';
import { PeShift } from './figures/shift.js';

PeClocks.define('pe-clocks');
PeHeatmap.define('pe-heatmap');
PeNaive.define('pe-naive');
PeOrder.define('pe-order');
PeShift.define('pe-shift');

export { PeClocks, PeFigure, PeHeatmap, PeNaive, PeOrder, PeShift };
