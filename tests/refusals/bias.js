import {f32, i32, number, size, required, flag, word, array, FLOAT32, out, numbers, even, huge} from './tools.js';

export const functions = {
  alibiSlopes: {
    names: ['heads'], good: () => ({heads: 4, out: f32(4)}),
    rows: [...required('heads'), ...size('heads', 0, 65537), ...word('rule', 'Paper'), ...number('maxBias', -1, 127), ...out(4)],
    accepted: [[1], [1, {maxBias: 0}], [65536], [3, {maxBias: 126, rule: 'geometric'}]]
  },
  alibiBias: {
    names: ['heads', 'queries', 'keys'], good: () => ({heads: 2, queries: 2, keys: 3, out: f32(12)}), rows: [
      ...required('heads', 'queries', 'keys'), ...size('heads', 0, 65537), ...size('queries'), ...size('keys'), ...numbers('slopes', [1, 2], [NaN, Infinity]), ...number('maxBias', -1, 127),
      ...flag('causal'), ...out(12), huge(/heads.*queries.*keys/, {heads: 8, queries: 2 ** 13, keys: 2 ** 13 + 1})
    ], accepted: [[1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1], [1, 2, 1, {slopes: [0], causal: true}], [1, 2, 1, {maxBias: 0}]]
  },
  addAlibi: {
    names: ['scores', 'heads', 'queries', 'keys'], good: () => ({scores: f32(24), heads: 2, queries: 2, keys: 3}), rows: [
      ...required('scores', 'heads', 'queries', 'keys'), ...array('scores', FLOAT32, 24, false), ...[1, 6, 23].map(length => [RangeError, 'scores', f32(length)]),
      [RangeError, 'scores', f32(24), {keys: 0}], ...size('heads', 0, 65537), ...size('queries'), ...size('keys'), ...numbers('slopes', [1, 2], [NaN, -Infinity]), ...number('maxBias', -1, 127),
      ...flag('causal')
    ], accepted: [[f32(0), 1, 0, 0], [f32(0), 1, 1, 1], [f32(1), 1, 1, 1]]
  },
  t5Buckets: {
    names: ['queries', 'keys'], good: () => ({queries: 2, keys: 3, out: i32(6)}), rows: [
      ...required('queries', 'keys'), ...size('queries'), ...size('keys'), ...flag('bidirectional'), ...size('buckets', 0, 2, 32770), ...even('buckets'),
      [RangeError, 'buckets', 1, {bidirectional: false}], [RangeError, 'buckets', 32769, {bidirectional: false}], ...size('maxDistance', 0, 8),
      [RangeError, 'maxDistance', 16, {bidirectional: false}], ...out(6, 'Int32Array'), huge(/queries.*keys/, {queries: 2 ** 14, keys: 2 ** 15 + 1})
    ], accepted: [[0, 0], [0, 1], [1, 0], [1, 1], [1, 1, {buckets: 4, maxDistance: 2}], [1, 1, {buckets: 2, maxDistance: 2, bidirectional: false}],
      [1, 1, {buckets: 32768, maxDistance: 8193}]]
  },
  t5Bias: {
    names: ['weights', 'heads', 'queries', 'keys'], good: () => ({weights: f32(64), heads: 2, queries: 2, keys: 3, out: f32(12)}), rows: [
      ...required('weights', 'heads', 'queries', 'keys'), ...array('weights', FLOAT32, 64), ...size('heads', 0), ...size('queries'), ...size('keys'),
      [RangeError, 'weights', f32(131076), {heads: 32769, buckets: 4}], ...flag('bidirectional'), ...size('buckets', 0, 2, 32770), ...even('buckets'),
      ...size('maxDistance', 0, 8), ...out(12), huge(/heads.*queries.*keys/, {queries: 2 ** 14, keys: 2 ** 14 + 1})
    ], accepted: [[f32(32), 1, 0, 0], [f32(32), 1, 1, 1], [f32(131072), 32768, 0, 1, {buckets: 4}]]
  }
};
