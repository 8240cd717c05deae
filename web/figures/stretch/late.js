/** Exports what PeStretch needs only for configs: examples, the reader of configs, and texts. */
import { translated } from '../chassis/language.js';
import * as english from './config-words.js';

export const { layerTable, paragraphs, problems, shortened } = translated(
  'stretch-config',
  english,
);
export { CONFIGS } from './configs.js';
export { makeStrip } from './layer-strip.js';
export { readConfig } from './read-config.js';
