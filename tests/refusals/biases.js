import {f32, i32, number, size, required, flag, word, array, FLOAT32, out, numbers, huge} from './tools.js';

const heads = size('heads', 0, 65537), shape = [...heads, ...size('queries'), ...size('keys')], named = ['heads', 'queries', 'keys'];
const vast = {heads: 1, queries: 2 ** 15, keys: 2 ** 15}, tooBig = huge(/heads.*queries.*keys/, vast);
const dims = size('headDim', 0, 8193), list = (name, least) => numbers(name, [1, 2], [NaN, Infinity, least]);
const weights = (...names) => names.flatMap(([name, length]) => array(name, FLOAT32, length));

export const functions = {
  kerpleBias: {
    names: named, good: () => ({heads: 2, queries: 2, keys: 3, p: [1, 2], a: f32(2), out: f32(12)}), rows: [
      ...required(...named, 'p', 'a'), ...shape, ...word('form', 'Log', 'linear'), ...list('p', -0.01), ...list('a', -1), [RangeError, 'p', [1, 2.01], {form: 'power', says: 'p[1]', shows: 2.01}],
      [RangeError, 'a', [1, 1e39], {says: 'a[1]', shows: 1e39}], ...flag('causal'), ...out(12), huge(/heads.*queries.*keys/, {...vast, p: [1], a: [1]})
    ], accepted: [[1, 0, 0, {p: [0], a: [0]}], [1, 1, 1, {p: [2], a: [3], form: 'power'}]]
  },
  sandwichBias: {
    names: named, good: () => ({heads: 2, queries: 2, keys: 3, out: f32(12)}), rows: [
      ...required(...named), ...shape, ...size('dim', 3, 8194), ...flag('causal'), ...out(12), huge(/heads.*queries.*keys/, vast)
    ], accepted: [[1, 0, 0], [1, 1, 0], [65536, 0, 1], [1, 1, 1, {dim: 0}], [1, 1, 2, {dim: 8192}]]
  },
  fireBias: {
    names: named, good: () => ({heads: 2, queries: 2, keys: 3, w1: f32(4), b1: f32(4), w2: f32(8), b2: f32(2), out: f32(12)}), rows: [
      ...required(...named, 'w1', 'b1', 'w2', 'b2'), ...shape, ...array('w1', FLOAT32, 4, false), [RangeError, 'w1', f32(4097), {says: 'w1.length', shows: 4097}], ...weights(['b1', 4], ['w2', 8], ['b2', 2]),
      ...number('c', -0.1, 1e39), ...number('threshold', -1, 1e39), ...number('epsilon', 0, -1e-6), ...flag('causal'), ...out(12), huge(/heads.*queries.*keys/, {...vast, w2: f32(4), b2: f32(1)})
    ], accepted: [[1, 0, 0, {w1: f32(0), b1: f32(0), w2: f32(0), b2: f32(1)}], [1, 1, 1, {w1: f32(4096), b1: f32(4096), w2: f32(4096), b2: f32(1), c: 0, threshold: 0}]]
  },
  copePositions: {
    names: ['logits', 'queries', 'keys'], good: () => ({logits: f32(12), queries: 2, keys: 3, out: f32(12)}), rows: [
      ...required('logits', 'queries', 'keys'), ...array('logits', FLOAT32, 12, false), [RangeError, 'logits', f32(13)], ...size('queries'), ...size('keys'), ...number('maxPosition', -1), ...out(12)
    ], accepted: [[f32(0), 0, 0], [f32(0), 1, 1], [f32(2), 1, 1, {maxPosition: 0}]]
  },
  copeBias: {
    names: [], good: () => ({logits: f32(12), q: f32(8), table: f32(6), heads: 2, queries: 2, keys: 3, headDim: 2, out: f32(12)}), rows: [
      ...required('logits', 'q', 'table', ...named, 'headDim'), ...shape, ...dims, ...weights(['logits', 12], ['q', 8]), ...array('table', FLOAT32, 6, false), [RangeError, 'table', f32(7)],
      [RangeError, 'table', f32(0)], [RangeError, 'table', f32(65538)], ...number('scale'), ...out(12), tooBig
    ], accepted: [[{logits: f32(0), q: f32(0), table: f32(1), heads: 1, queries: 0, keys: 0, headDim: 1}], [{logits: f32(1), q: f32(1), table: f32(32768), heads: 1, queries: 1, keys: 1, headDim: 1, scale: -1}]]
  },
  shawBuckets: {
    names: ['queries', 'keys'], good: () => ({queries: 2, keys: 3, out: i32(6)}), rows: [
      ...required('queries', 'keys'), ...size('queries'), ...size('keys'), ...size('maxDistance', 2 ** 30), ...out(6, 'Int32Array'), huge(/queries.*keys/, {queries: 2 ** 14, keys: 2 ** 15 + 1})
    ], accepted: [[0, 0], [0, 1], [1, 0], [1, 1, {maxDistance: 0}], [2, 2, {maxDistance: 2 ** 30 - 1}]]
  },
  shawBias: {
    names: [], good: () => ({q: f32(8), table: f32(20), heads: 2, queries: 2, keys: 3, headDim: 2, maxDistance: 2, out: f32(12)}), rows: [
      ...required('q', 'table', ...named, 'headDim'), ...shape, ...dims, ...size('maxDistance', 2 ** 30), ...weights(['q', 8], ['table', 20]), ...flag('causal'), ...number('scale'), ...out(12), tooBig
    ], accepted: [[{q: f32(0), table: f32(33), heads: 1, queries: 0, keys: 0, headDim: 1}], [{q: f32(2), table: f32(1), heads: 2, queries: 1, keys: 1, headDim: 1, maxDistance: 0}]]
  },
  transformerXLBias: {
    names: [], good: () => ({q: f32(8), v: f32(4), table: f32(12), heads: 2, queries: 2, keys: 3, headDim: 2, out: f32(12)}), rows: [
      ...required('q', 'v', 'table', ...named, 'headDim'), ...shape, ...dims, ...size('clamp'), ...weights(['q', 8], ['v', 4], ['table', 12]), ...number('scale'), ...out(12), tooBig
    ], accepted: [[{q: f32(0), v: f32(1), table: f32(0), heads: 1, queries: 0, keys: 0, headDim: 1}], [{q: f32(1), v: f32(1), table: f32(1), heads: 1, queries: 1, keys: 1, headDim: 1, clamp: 0}]]
  },
  debertaBuckets: {
    names: ['queries', 'keys'], good: () => ({queries: 2, keys: 3, out: i32(6)}), rows: [
      ...required('queries', 'keys'), ...size('queries'), ...size('keys'), ...size('buckets', 2, 5, 32770), ...size('maxDistance', 0, 129, 2 ** 30), [RangeError, 'maxDistance', 0, {buckets: 0}],
      ...out(6, 'Int32Array'), huge(/queries.*keys/, {queries: 2 ** 14, keys: 2 ** 15 + 1})
    ], accepted: [[0, 0], [0, 1], [1, 0], [1, 1], [1, 1, {buckets: 4, maxDistance: 4}], [1, 1, {buckets: 0, maxDistance: 1}], [1, 1, {buckets: 32768, maxDistance: 16386}]]
  },
  debertaBias: {
    names: [], good: () => ({q: f32(8), k: f32(12), keyTable: f32(32), queryTable: f32(32), heads: 2, queries: 2, keys: 3, headDim: 2, buckets: 4, maxDistance: 8, out: f32(12)}), rows: [
      ...required('q', 'k', 'keyTable', 'queryTable', ...named, 'headDim'), ...shape, ...dims, ...size('buckets', 2, 5, 32770), ...size('maxDistance', 0, 3, 2 ** 30),
      ...weights(['q', 8], ['k', 12], ['keyTable', 32], ['queryTable', 32]), ...number('scale'), ...out(12), tooBig
    ], accepted: [[{q: f32(0), k: f32(0), keyTable: f32(8), queryTable: f32(8), heads: 1, queries: 0, keys: 0, headDim: 1, buckets: 4}],
      [{q: f32(1), k: f32(1), keyTable: f32(2), queryTable: f32(2), heads: 1, queries: 1, keys: 1, headDim: 1, buckets: 0, maxDistance: 1}]]
  },
  swinIndex: {
    names: ['height', 'width'], good: () => ({height: 2, width: 3, out: i32(36)}), rows: [
      ...required('height', 'width'), ...size('height', 0, 129), ...size('width', 0, 129), ...out(36, 'Int32Array')
    ], accepted: [[1, 1], [128, 1], [1, 128]]
  },
  swinBias: {
    names: ['table', 'heads', 'height', 'width'], good: () => ({table: f32(30), heads: 2, height: 2, width: 3, out: f32(72)}), rows: [
      ...required('table', 'heads', 'height', 'width'), ...array('table', FLOAT32, 30), ...heads, ...size('height', 0, 129), ...size('width', 0, 129), ...out(72),
      huge(/heads.*height width/, {heads: 3, height: 128, width: 128, table: f32(3 * 255 ** 2)})
    ], accepted: [[f32(1), 1, 1, 1], [f32(65536), 65536, 1, 1]]
  },
  swinV2Coordinates: {
    names: ['height', 'width'], good: () => ({height: 2, width: 3, out: f32(30)}), rows: [
      ...required('height', 'width'), ...size('height', 0, 129), ...size('width', 0, 129), ...numbers('pretrained', [8, 8], [NaN, 1, 0, 2.5]), ...out(30)
    ], accepted: [[1, 1], [128, 128], [2, 2, {pretrained: Int32Array.of(2, 2)}]]
  },
  swinV2Table: {
    names: ['heads', 'height', 'width'], good: () => ({heads: 2, height: 2, width: 3, w1: f32(8), b1: f32(4), w2: f32(8), out: f32(30)}), rows: [
      ...required('heads', 'height', 'width', 'w1', 'b1', 'w2'), ...heads, ...size('height', 0, 129), ...size('width', 0, 129), ...array('w1', FLOAT32, 8, false), [RangeError, 'w1', f32(7)],
      ...weights(['b1', 4], ['w2', 8]), [RangeError, 'w2', f32(32772), {heads: 8193}], [RangeError, 'w2', f32(32769), {heads: 1, w1: f32(65538), b1: f32(32769)}],
      ...numbers('pretrained', [8, 8], [NaN, 1, 0, 2.5]), ...out(30)
    ], accepted: [[1, 1, 1, {w1: f32(0), b1: f32(0), w2: f32(0)}], [8, 2, 2, {w1: f32(8192), b1: f32(4096), w2: f32(32768)}], [1, 1, 1, {w1: f32(65536), b1: f32(32768), w2: f32(32768)}]]
  },
  attentionTemperature: {
    names: ['length'], good: () => ({length: 3, out: f32(3)}), rows: [
      ...required('length'), ...size('length'), ...number('start', -0.5, 2 ** 41), ...numbers('positions', [1, 2, 3], [NaN, -1, 2 ** 41]),
      [TypeError, 'positions', [1, 2, 3], {start: 1, shows: 1}],
      ...number('beta'), ...number('floor', 0, 0.5, -8192), ...out(3), huge(/length/, {length: 2 ** 29 + 1})
    ], accepted: [[0], [1, {start: 2 ** 40, floor: 1, beta: -1}], [1, {positions: [0]}]]
  }
};
