/** The German words of the figures, the quiz, the tour and the lab. */
import { addLanguage } from '../figures/chassis/language.js';
import * as alibi from './de/alibi.js';
import { bank } from './de/bank.js';
import * as buckets from './de/buckets.js';
import * as bugs from './de/bugs.js';
import * as chassis from './de/chassis.js';
import * as checkup from './de/checkup.js';
import * as clocks from './de/clocks.js';
import * as combine from './de/combine.js';
import * as editor from './de/editor.js';
import { errors } from './de/errors.js';
import { findings } from './de/findings.js';
import * as heatmap from './de/heatmap.js';
import * as lab from './de/lab.js';
import * as listings from './de/listings.js';
import * as naive from './de/naive.js';
import * as networks from './de/networks.js';
import * as order from './de/order.js';
import { page } from './de/page.js';
import * as patches from './de/patches.js';
import * as precision from './de/precision.js';
import * as quiz from './de/quiz.js';
import * as range from './de/range.js';
import * as rope from './de/rope.js';
import * as schemes from './de/schemes.js';
import * as shift from './de/shift.js';
import * as similarity from './de/similarity.js';
import * as stretch from './de/stretch.js';
import * as stretchConfig from './de/stretch-config.js';
import * as tour from './de/tour.js';
import * as train from './de/train.js';
import * as waves from './de/waves.js';
import * as worksheet from './de/worksheet.js';

addLanguage('de', {
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
