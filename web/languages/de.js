/** The German words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as buckets from './de/buckets.js';
import * as chassis from './de/chassis.js';
import * as combine from './de/combine.js';
import * as listings from './de/listings.js';
import * as networks from './de/networks.js';
import * as patches from './de/patches.js';
import * as precision from './de/precision.js';

addLanguage('de', { ...chassis, buckets, combine, listings, networks, patches, precision });
