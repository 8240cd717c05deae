/** The Chinese words of the figures, the quiz, the tour and the lab. */
import { addLanguage } from '../figures/chassis/language.js';
import * as alibi from './zh/alibi.js';
import { bank } from './zh/bank.js';
import * as buckets from './zh/buckets.js';
import * as bugs from './zh/bugs.js';
import * as chassis from './zh/chassis.js';
import * as checkup from './zh/checkup.js';
import * as clocks from './zh/clocks.js';
import * as combine from './zh/combine.js';
import * as editor from './zh/editor.js';
import { errors } from './zh/errors.js';
import { findings } from './zh/findings.js';
import * as heatmap from './zh/heatmap.js';
import * as lab from './zh/lab.js';
import * as listings from './zh/listings.js';
import * as naive from './zh/naive.js';
import * as networks from './zh/networks.js';
import * as order from './zh/order.js';
import { page } from './zh/page.js';
import * as patches from './zh/patches.js';
import * as precision from './zh/precision.js';
import * as quiz from './zh/quiz.js';
import * as range from './zh/range.js';
import * as rope from './zh/rope.js';
import * as schemes from './zh/schemes.js';
import * as shift from './zh/shift.js';
import * as similarity from './zh/similarity.js';
import * as stretch from './zh/stretch.js';
import * as stretchConfig from './zh/stretch-config.js';
import * as tour from './zh/tour.js';
import * as train from './zh/train.js';
import * as waves from './zh/waves.js';
import * as worksheet from './zh/worksheet.js';

addLanguage('zh', {
  ...chassis,
  alibi,
  bank,
  buckets,
  bugs,
  checkup,
  clocks,
  combine,
  editor,
  errors,
  findings,
  heatmap,
  lab,
  listings,
  naive,
  networks,
  order,
  page,
  patches,
  precision,
  quiz,
  range,
  rope,
  schemes,
  shift,
  similarity,
  stretch,
  'stretch-config': stretchConfig,
  tour: tour.tour,
  'tour-script': tour.script,
  train,
  waves,
  worksheet,
});
