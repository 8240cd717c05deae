/** The Chinese words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as alibi from './zh/alibi.js';
import { bank } from './zh/bank.js';
import * as chassis from './zh/chassis.js';
import * as clocks from './zh/clocks.js';
import * as lab from './zh/lab.js';
import * as naive from './zh/naive.js';
import * as quiz from './zh/quiz.js';
import * as rope from './zh/rope.js';
import * as shift from './zh/shift.js';
import * as similarity from './zh/similarity.js';
import * as tour from './zh/tour.js';
import * as waves from './zh/waves.js';

addLanguage('zh', {
  ...chassis,
  alibi,
  bank,
  clocks,
  lab,
  naive,
  quiz,
  rope,
  shift,
  similarity,
  tour: tour.tour,
  'tour-script': tour.script,
  waves,
});
