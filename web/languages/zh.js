/** The Chinese words of the figures. */
import { addLanguage } from '../figures/chassis/language.js';
import * as chassis from './zh/chassis.js';
import * as rope from './zh/rope.js';

addLanguage('zh', {
  ...chassis,
  rope,
});
