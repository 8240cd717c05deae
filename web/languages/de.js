/** The German words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as alibi from './de/alibi.js';
import * as buckets from './de/buckets.js';
import * as chassis from './de/chassis.js';
import * as clocks from './de/clocks.js';
import * as combine from './de/combine.js';
import * as listings from './de/listings.js';
import * as naive from './de/naive.js';
import * as networks from './de/networks.js';
import * as patches from './de/patches.js';
import * as precision from './de/precision.js';
import * as rope from './de/rope.js';
import * as shift from './de/shift.js';
import * as similarity from './de/similarity.js';
import * as waves from './de/waves.js';

addLanguage('de', {
  ...chassis,
  alibi,
  buckets,
  clocks,
  combine,
  listings,
  naive,
  networks,
  patches,
  precision,
  rope,
  shift,
  similarity,
  waves,
});
