/** What PeStretch needs only after a reader has given it a config: describeModel, and its own words. */
export { layerTable, paragraphs, problems } from './config-words.js';
export { makeStrip } from './layer-strip.js';
export { readConfig } from './read-config.js';
