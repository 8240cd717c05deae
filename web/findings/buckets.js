/* Recognises the indices of T5's buckets. */
import { apart, elements } from './reports.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('./tables.js').BiasFinding} BiasFinding */

/** Larger matrices are not read. */
const LARGEST = 4194304;

/** The most buckets that are looked for. */
const MOST = 512;

/**
 * Recognises a matrix with the bucket of each key, for each query.
 * @param {Tensor} tensor [queries, keys]
 * @param {{library: import('./tables.js').Library, doctor: import('./tables.js').Doctor}} parts
 * @returns {Promise<BiasFinding | undefined>}
 */
export async function examineBuckets(tensor, { library, doctor }) {
  const [queries, keys] = tensor.shape.slice(-2);
  if (queries < 2 || keys < 4 || tensor.length > LARGEST) return undefined;
  const values = await tensor.readFloats();
  if (!values.every((x) => x >= 0 && x < MOST && Number.isInteger(x))) return undefined;
  // A random weight replaces each index. The matrix is then a bias, which identifyBias can read.
  const weights = library.learnedTable(MOST, 1, { seed: 1, std: 1 });
  const bias = Float32Array.from(values, (x) => weights[x]);
  const found = doctor.identifyBias(bias, 1, queries, keys);
  const { scheme, bidirectional, buckets, maxDistance } = found;
  if (scheme !== 't5') return undefined;
  const wanted = library.t5Buckets(queries, keys, { bidirectional, buckets, maxDistance });
  const at = wanted.findIndex((bucket, i) => bucket !== values[i]);
  const matched = wanted.filter((bucket, i) => bucket === values[i]).length / wanted.length;
  const settings = { scheme, bidirectional, buckets, maxDistance };
  const [query, key] = [Math.floor(at / keys), at % keys];
  const [expected, got] = [wanted[at], values[at]];
  const departure = at < 0 ? undefined : { head: 0, query, key, expected, got };
  const where = departure ? [departedAt(departure)] : [];
  return {
    kind: 'bias',
    data: { ...settings, matched, departure, notes: where },
    says: [`These are the indices of T5's buckets. The formula explains ${elements(matched)}.`],
    settings,
    notes: where,
    agrees: at < 0,
    count: tensor.length,
  };
}

/** @param {import('../doctor/bias-values.js').BiasDeparture} departure */
function departedAt({ query, key, expected, got }) {
  const [wanted, found] = apart([expected, got]);
  return `Query ${query} differs first, at key ${key}: expected ${wanted}, got ${found}.`;
}
