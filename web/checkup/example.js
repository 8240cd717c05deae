/* Makes the files of the example: a config, and queries that are rotated in the wrong layout. */
import { applyRope, learnedTable } from '../index.js';
import { writeNpy } from '../files/index.js';

const CONFIG = {
  model_type: 'llama',
  hidden_size: 128,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  max_position_embeddings: 2048,
  rope_theta: 10000,
};

const LENGTH = 64;
const HEADS = 4;
const HEAD_DIM = 32;

/** @returns {File[]} config.json, before.npy and after.npy */
export function exampleFiles() {
  const shape = [LENGTH, HEADS, HEAD_DIM];
  const before = learnedTable(LENGTH, HEADS * HEAD_DIM, { seed: 7, std: 1 });
  const wrong = { heads: HEADS, headDim: HEAD_DIM, layout: /** @type {const} */ ('interleaved') };
  const after = applyRope(before.slice(), wrong);
  return [
    new File([JSON.stringify(CONFIG, null, 2)], 'config.json'),
    new File([writeNpy({ data: before, shape })], 'before.npy'),
    new File([writeNpy({ data: after, shape })], 'after.npy'),
  ];
}
