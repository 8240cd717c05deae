/* Makes opened files for tests of pe-doctor, and the choices of a reader who has chosen nothing. */
import { openFile, writeNpy } from '../../web/files/index.js';

export const NOTHING = { chosen: new Map(), isExchanged: false, positions: new Map() };

/** The config of a model that rotates heads of 64 elements. */
export const LLAMA = {
  model_type: 'llama',
  hidden_size: 256,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  max_position_embeddings: 2048,
};

/** Opens an object as the text of a config. */
export const json = (config, name = 'config.json') =>
  openFile(new TextEncoder().encode(JSON.stringify(config)), name);

/** Opens an array as a file of NumPy. */
export const npy = (name, data, shape, dtype) => openFile(writeNpy({ data, shape, dtype }), name);
