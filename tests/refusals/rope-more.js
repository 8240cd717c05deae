import {f32, f64, size, required, word, array, FLOAT32, out, numbers, positions, start, base, precision, dtype, even, table} from './tools.js';
import {chosen} from './rope.js';

const shape = (name, good, ...outside) => [...['12', null, 7, {}].map(value => [TypeError, name, value]), ...outside.map(value => [RangeError, name, value, {shows: /got/}])];
const each = name => [...[null, true, '1', {}].map(value => [TypeError, name, value]), ...[NaN, Infinity, 2 ** 41].map(value => [RangeError, name, value]), [RangeError, name, [1, 2, 3]]];

export const functions = {
  createRope: {
    names: [], good: () => ({heads: 2, headDim: 4}), rows: [
      ...required('heads', 'headDim'), ...size('heads', 0), ...size('keyHeads', 0), ...size('headDim', 8194), ...even('headDim'), ...size('length'), ...dtype,
      ...word('layout', 'halves'), ...size('rotaryDim', 6), ...even('rotaryDim'), ...size('rotaryStart', 1), ...size('rotaryHeads', 3), ...base, ...precision, ...chosen
    ], accepted: [[{heads: 1, headDim: 0}], [{heads: 1, headDim: 2, length: 0}], [{heads: 1, headDim: 4, sections: [1, 1], scaling: null}]]
  },
  gridPositions: {
    names: ['shape'], good: () => ({shape: [2, 3]}), rows: [
      ...required('shape'), ...shape('shape', [2], [], Array(17).fill(1)), ...[0, -1, 0.5].map(value => [RangeError, 'shape', [2, value], {says: 'shape[1]', shows: value}]),
      ...word('coordinates', 'Index'), ...word('normalize', 'mean'), ...each('start'), ...each('scale'), [RangeError, 'shape', [2 ** 14, 2 ** 14], {says: /axes/, shows: /2 GiB/}]
    ], accepted: [[[1]], [Array(16).fill(1)], [[2, 1], {start: [0, 0.5], scale: 0}]]
  },
  ropeMixedTable: {
    names: ['positions', 'frequencies'], good: () => ({positions: [0, 1, 2, 3, 4, 5], frequencies: [1, 2, 3, 4], out: table(6)}), rows: [
      ...required('positions', 'frequencies'), ...shape('positions', [], [1]), ...shape('frequencies', [], [1], Array(2050).fill(1)),
      [RangeError, 'positions', [0, NaN], {says: 'positions[1]', shows: NaN}], [RangeError, 'frequencies', [0, Infinity], {says: 'frequencies[1]', shows: Infinity}],
      [RangeError, 'frequencies', [1, 2 ** 20], {positions: [2 ** 30, 0], shows: /got/}], ...size('axes', 1, 17), ...dtype,
      ...[null, 5, 'x', [], f32(6)].map(value => [TypeError, 'out', value]), [RangeError, 'out', {cos: f32(5)}, {says: 'out.cos', shows: 'length 5'}], [TypeError, 'out', {sin: f64(6)}, {says: 'out.sin', shows: 'Float64Array'}]
    ], accepted: [[[], []], [[1, 2], []], [[], [1, 2]], [[1, 2], [1, 2], {dtype: 'float64'}]]
  },
  applyPope: {
    names: ['x'], good: () => ({x: f32(24), heads: 2, headDim: 4, length: 3, out: f32(48)}), rows: [
      ...required('x', 'heads', 'headDim'), ...array('x', FLOAT32, 24, false), ...[1, 23].map(length => [RangeError, 'x', f32(length)]), ...size('heads', 0), ...size('headDim', 0, 4097),
      [RangeError, 'heads', 9, {headDim: 4096, x: f32(0)}], ...size('length'), ...base, ...start, ...positions([1, 2, 3]), ...numbers('phases', Array(8).fill(1), [NaN, Infinity]), ...word('layout', 'half'),
      ...out(48)
    ], accepted: [[f32(0), {heads: 1, headDim: 1}], [f32(1), {heads: 1, headDim: 1}], [f32(32768), {heads: 8, headDim: 4096}]]
  }
};
