import {f32, f64, u8, Vast, number, size, required, flag, word, array, FLOATS, FLOAT32, out, huge} from './tools.js';

export const functions = {
  attention: {
    names: [], good: () => ({q: f32(8), k: f32(12), v: f32(12), heads: 2, queries: 2, keys: 3, headDim: 2, bias: f32(12), out: {weights: f32(12), output: f32(8)}}), rows: [
      ...required('q', 'k', 'v', 'heads', 'queries', 'keys', 'headDim'), ...array('q', FLOAT32, 8), ...array('k', FLOAT32, 12), ...array('v', FLOAT32, 12),
      ...array('bias', FLOAT32, 12), ...size('heads', 0), ...size('queries'), ...size('keys'), ...size('headDim', 0, 8193), ...flag('causal'), ...number('scale'),
      ...[null, 5, 'x', [], f32(12)].map(value => [TypeError, 'out', value]), [TypeError, 'out', {scores: f32(12)}, {says: /out|options/, shows: 'scores'}],
      ...array('out', FLOAT32, 12).map(([kind, , value]) => [kind, 'out', {weights: value, output: f32(8)}, {says: 'out.weights', shows: value}]),
      ...array('out', FLOAT32, 8).map(([kind, , value]) => [kind, 'out', {weights: f32(12), output: value}, {says: 'out.output', shows: value}]),
      huge(/heads.*queries.*keys/, {heads: 1, queries: 2 ** 15, keys: 2 ** 15, headDim: 1, q: f32(2 ** 15), k: f32(2 ** 15), v: f32(2 ** 15), bias: undefined})
    ], accepted: [[{q: f32(0), k: f32(0), v: f32(0), heads: 1, queries: 0, keys: 0, headDim: 1}], [{q: f32(1), k: f32(0), v: f32(0), heads: 1, queries: 1, keys: 0, headDim: 1}],
      [{q: f32(1), k: f32(1), v: f32(1), heads: 1, queries: 1, keys: 1, headDim: 1, scale: 0}]]
  },
  similarity: {
    names: ['table', 'length', 'dim'], good: () => ({table: f32(12), length: 3, dim: 4, out: f32(9)}), rows: [
      ...required('table', 'length', 'dim'), ...array('table', FLOATS, 12), ...size('length'), ...size('dim', 65537), ...word('metric', 'Cosine', 'manhattan'), ...out(9),
      huge(/length/, {table: f32(0), length: 2 ** 15, dim: 0})
    ], accepted: [[f32(0), 0, 0], [f32(0), 1, 0], [f64(1), 1, 1]]
  },
  colorize: {
    names: ['values', 'palette'], good: () => ({values: f32(3), palette: u8(8), out: u8(12)}), rows: [
      ...required('values', 'palette'), ...array('values', FLOATS, 3, false), ...array('palette', ['Uint8Array', 'Uint8ClampedArray'], 8, false), [RangeError, 'palette', u8(7)],
      [RangeError, 'palette', u8(0), {shows: 0}], [RangeError, 'palette', u8(4 * 4097), {shows: 4097}],
      ...number('min', 1, 2).map(row => [1, 2].includes(row[2]) ? [RangeError, 'max', 1, {min: row[2]}] : row),
      ...number('max', -1, -2), ...out(12, 'Uint8ClampedArray'), huge(/values/, {values: new Vast(0)})
    ], accepted: [[f32(0), u8(4)], [f64(1), u8(4), {min: 0, max: 1}]]
  }
};
