/** The German words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as alibi from './de/alibi.js';
import * as chassis from './de/chassis.js';
import * as clocks from './de/clocks.js';
import * as naive from './de/naive.js';
import * as rope from './de/rope.js';
import * as shift from './de/shift.js';
import * as similarity from './de/similarity.js';
import * as waves from './de/waves.js';

addLanguage('de', { ...chassis, alibi, clocks, naive, rope, shift, similarity, waves });
