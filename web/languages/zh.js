/** The Chinese words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as chassis from './zh/chassis.js';

addLanguage('zh', { ...chassis });
