/** Defines the figures as elements, in a page; in Node it only exports the classes. */
import { PeClocks } from './figures/clocks.js';
import { PeFigure } from './figures/figure.js';
import { PeHeatmap } from './figures/heatmap.js';
import { PeSchemes } from './figures/schemes.js';
import { PeShift } from './figures/shift.js';

PeClocks.define('pe-clocks');
PeHeatmap.define('pe-heatmap');
PeSchemes.define('pe-schemes');
PeShift.define('pe-shift');

export { PeClocks, PeFigure, PeHeatmap, PeSchemes, PeShift };
