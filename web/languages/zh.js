/** The Chinese words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as alibi from './zh/alibi.js';
import * as bugs from './zh/bugs.js';
import * as chassis from './zh/chassis.js';
import * as clocks from './zh/clocks.js';
import * as heatmap from './zh/heatmap.js';
import * as naive from './zh/naive.js';
import * as order from './zh/order.js';
import * as range from './zh/range.js';
import * as rope from './zh/rope.js';
import * as schemes from './zh/schemes.js';
import * as shift from './zh/shift.js';
import * as similarity from './zh/similarity.js';
import * as stretchConfig from './zh/stretch-config.js';
import * as stretch from './zh/stretch.js';
import * as train from './zh/train.js';
import * as waves from './zh/waves.js';

addLanguage('zh', {
  ...chassis,
  alibi,
  bugs,
  clocks,
  heatmap,
  naive,
  order,
  range,
  rope,
  schemes,
  shift,
  similarity,
  stretch,
  'stretch-config': stretchConfig,
  train,
  waves,
});
