/** What PeStretch needs only for configs: examples, describeModel, and words about the config. */
export { layerTable, paragraphs, problems, shortened } from './config-words.js';
export { CONFIGS } from './configs.js';
export { makeStrip } from './layer-strip.js';
export { readConfig } from './read-config.js';
