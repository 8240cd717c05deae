/** The German words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as buckets from './de/buckets.js';
import * as chassis from './de/chassis.js';
import * as combine from './de/combine.js';
import * as lab from './de/lab.js';
import * as listings from './de/listings.js';
import * as networks from './de/networks.js';
import * as patches from './de/patches.js';
import * as precision from './de/precision.js';
import * as quiz from './de/quiz.js';
import * as tour from './de/tour.js';

addLanguage('de', {
  ...chassis,
  buckets,
  combine,
  lab,
  listings,
  networks,
  patches,
  precision,
  quiz,
  tour: tour.tour,
  'tour-script': tour.script,
});
