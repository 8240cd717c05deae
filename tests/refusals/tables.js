import {f32, f64, i32, number, size, required, word, array, FLOATS, FLOAT32, out, numbers, positions, start, base, precision, dtype, even, huge} from './tools.js';

export const functions = {
  wavelengths: {
    names: ['dim'], good: () => ({dim: 4}), rows: [...required('dim'), ...size('dim'), ...base, [RangeError, 'dim', 2 ** 30, {says: /dim/}]],
    accepted: [[0], [1], [1, {base: 1}], [4, {base: 1e300}], [2, undefined]]
  },
  sinusoidal: {
    names: ['length', 'dim'], good: () => ({length: 3, dim: 4, out: f32(12)}), rows: [
      ...required('length', 'dim'), ...size('length'), ...size('dim'), ...word('layout', 'Interleaved'), ...dtype, ...base, ...start,
      ...positions([1, 2, 3]), ...precision, ...out(12), ...out(12, 'Float64Array', {dtype: 'float64'}),
      huge(/length.*dim/, {length: 2 ** 16, dim: 2 ** 13 + 1}), huge(/length.*dim/, {length: 2 ** 16, dim: 2 ** 12 + 1, dtype: 'float64'})
    ], accepted: [[0, 0], [0, 5], [5, 0], [1, 1], [1, 2, {start: 2 ** 40}], [1, 1, {positions: [-0.5]}], [0, 3, {positions: []}], [1, 1, {start: 0, positions: [2]}]]
  },
  sinusoidalPE: {
    names: ['maxLen', 'd', 'base'], good: () => ({maxLen: 3, d: 4}), rows: [
      ...required('maxLen', 'd'), ...size('maxLen'), ...size('d'), ...base, huge(/maxLen.*d/, {maxLen: 2 ** 16, d: 2 ** 13 + 1}),
      [RangeError, 'maxLen', 2 ** 31 + 1, {d: 0}]
    ], accepted: [[0, 0], [0, 1], [1, 0], [1, 1], [1, 1, 1]]
  },
  addPositional: {
    names: ['x', 'table'], good: () => ({x: f32(24), table: f32(12), length: 3, dim: 4}), rows: [
      ...required('x', 'table', 'length', 'dim'), ...array('x', FLOAT32, 24, false).filter(row => !Array.isArray(row[2])),
      ...[1, 11, 13, 23].map(length => [RangeError, 'x', f32(length)]), [RangeError, 'x', f32(12), {dim: 0}],
      ...array('table', FLOAT32, 12, false), [RangeError, 'table', f32(11)], [RangeError, 'table', f32(0)], ...size('length'), ...size('dim'),
      // the shape of the tutorials: an array of rows
      ...['x', null, 5, {}].map(value => [TypeError, 'x', [[1], value], {table: [[1], [2]], says: 'embeddings[1]', shows: value, rows: true}]),
      [TypeError, 'table', f32(12), {x: [[1]], says: 'pe', rows: true}], [RangeError, 'table', [], {x: [[1]], says: 'pe', rows: true}],
      [RangeError, 'table', [[1, 2], [3]], {x: [[1, 2], [3, 4]], says: 'pe[1]', shows: 'length 1', rows: true}],
      [TypeError, 'table', [[1, 2], 5], {x: [[1, 2], [3, 4]], says: 'pe[1]', shows: 5, rows: true}],
      [TypeError, 'x', [f32(2), i32(2)], {table: [f32(2), f32(2)], says: 'embeddings[1]', shows: 'Int32Array', rows: true}],
      [TypeError, 'x', [[1, 2], [3, '4']], {table: [[1, 2], [3, 4]], says: 'embeddings[1]', shows: '4', rows: true}],
      [TypeError, 'table', [[1, 2], [3, 4n]], {x: [[1, 2], [3, 4]], says: 'pe[1]', shows: '4', rows: true}]
    ], accepted: [[f32(0), f32(0), {length: 0, dim: 0}], [f32(0), f32(4), {length: 1, dim: 1}], [f32(1), f32(1), {length: 1, dim: 1}],
      [[], []], [[[]], [[]]], [[[1]], [[1, 2], [3]]]]
  },
  shiftMatrix: {
    names: ['dim', 'offset'], good: () => ({dim: 4, offset: 1}),
    rows: [...required('dim', 'offset'), ...size('dim', 8194), ...even('dim'), ...number('offset', 2 ** 41), ...base, ...word('convention', 'rows')],
    accepted: [[0, 0], [2, 0], [2, -0.5, {base: 1}]]
  },
  shiftRows: {
    names: ['x', 'dim', 'offset'], good: () => ({x: f32(8), dim: 4, offset: 1}), rows: [
      ...required('x', 'dim', 'offset'), ...array('x', FLOATS, 8, false), [RangeError, 'x', f32(7)], [RangeError, 'x', f64(2)], [RangeError, 'x', f32(8), {dim: 0}],
      ...size('dim', 8194), ...even('dim'), ...number('offset', -(2 ** 41)), ...base, ...word('convention', 'Row')
    ], accepted: [[f32(0), 0, 0], [f32(0), 2, 1], [f64(2), 2, 0]]
  },
  learnedTable: {
    names: ['maxLength', 'dim'], good: () => ({maxLength: 3, dim: 4, out: f32(12)}), rows: [
      ...required('maxLength', 'dim'), ...size('maxLength'), ...size('dim'), ...word('init', 'uniform'), ...number('std', -0.02), ...size('seed', 2 ** 53),
      ...number('std', -1).map(([kind, name, value]) => [kind, name, value, {init: 'xavier'}]),
      ...out(12), huge(/maxLength.*dim/, {maxLength: 2 ** 16, dim: 2 ** 13 + 1})
    ], accepted: [[0, 0], [0, 0, {init: 'xavier'}], [1, 1, {std: 0, seed: 2 ** 53 - 1}], [1, 0]]
  },
  lookup: {
    names: ['table', 'dim', 'positions'], good: () => ({table: f32(12), dim: 4, positions: [0, 2], out: f32(8)}), rows: [
      ...required('table', 'dim', 'positions'), ...array('table', FLOATS, 12, false), [RangeError, 'table', f32(11)], [RangeError, 'table', f32(12), {dim: 0}],
      ...size('dim'), ...numbers('positions', [0, 2], [NaN, Infinity, -1, 0.5, 3, 2 ** 31]).filter(row => row[0] === TypeError || row[3]),
      [RangeError, 'positions', [0], {table: f32(0), says: 'table', shows: 'length 0'}],
      ...size('offset', 3), ...[1, 2].map(offset => [RangeError, 'positions', [0, 2], {offset, says: /^positions\[1\]: .* to \d/, shows: 2}]),
      ...out(8), ...out(8, 'Float64Array', {table: f64(12)}), huge(/positions.*dim/, {table: f32(2 ** 20), dim: 2 ** 20, positions: Array(513).fill(0)})
    ], accepted: [[f32(0), 0, []], [f32(0), 1, []], [f32(1), 1, [0]], [f64(2), 1, Float64Array.of(1)], [f32(2), 1, [0], {offset: 1}], [f32(0), 1, [], {offset: 0}]]
  }
};
