import {f32, f64, size, required, flag, word, array, FLOATS, FLOAT32, out, positions, start, base, precision, dtype, even, huge, table, token} from './tools.js';

export const functions = {
  ropeFrequencies: {
    names: ['headDim'], good: () => ({headDim: 4}),
    rows: [...required('headDim'), ...size('headDim', 8194), ...even('headDim'), ...base, ...size('rotaryDim', 6), ...even('rotaryDim')],
    accepted: [[0], [2], [1, {rotaryDim: 0}], [5, {rotaryDim: 4, base: 1}]]
  },
  ropeTable: {
    names: ['length', 'headDim'], good: () => ({length: 3, headDim: 4, out: table(6)}), rows: [
      ...required('length', 'headDim'), ...size('length'), ...size('headDim', 8194), ...even('headDim'), ...base, ...size('rotaryDim', 6), ...even('rotaryDim'),
      ...start, ...positions([1, 2, 3]), ...precision, ...dtype,
      ...[null, 5, 'x', [], f32(6)].map(value => [TypeError, 'out', value]), [TypeError, 'out', {tan: f32(6)}, {says: /out|options/, shows: 'tan'}],
      ...['cos', 'sin'].flatMap(part => array('out', FLOAT32, 6).map(([kind, , value]) =>
        [kind, 'out', {...table(6), [part]: value}, {says: `out.${part}`, shows: value}])),
      huge(/length.*rotaryDim/, {length: 2 ** 18, headDim: 8192, dtype: 'float32'})
    ], accepted: [[0, 0], [0, 2], [1, 2], [1, 1, {rotaryDim: 0}], [1, 2, {out: {cos: f32(1)}}]]
  },
  applyRope: {
    names: ['x'], good: () => ({x: f32(48), heads: 2, headDim: 4, length: 3, layout: 'half', inverse: false}), rows: [
      ...required('x', 'heads', 'headDim'), ...array('x', FLOATS, 48, false), ...[1, 8, 23, 47].map(length => [RangeError, 'x', f32(length)]),
      [RangeError, 'x', f32(9), {length: undefined}], [RangeError, 'x', f32(8), {headDim: 0}], [RangeError, 'x', f32(48), {length: 0}],
      ...size('heads', 0), ...size('headDim', 8194), ...even('headDim').map(([kind, name, value]) => [kind, name, value, {x: f32(value * 6)}]), ...size('length'),
      ...word('layout', 'halves'), ...size('rotaryDim', 6), ...even('rotaryDim'), ...base, ...start, ...positions([1, 2, 3]), ...precision, ...flag('inverse'),
      ...[null, 5, 'x', [], f32(6)].map(value => [TypeError, 'table', value]), [TypeError, 'table', {...table(6), tan: f32(6)}, {says: /table|options/, shows: 'tan'}],
      ...['cos', 'sin'].flatMap(part => [...array('table', FLOATS, 6, false), [RangeError, 'table', f32(part === 'cos' ? 7 : 4)],
        [TypeError, 'table', undefined]].map(([kind, , value]) => [kind, 'table', {...table(6), [part]: value}, {says: `table.${part}`, shows: token(value)}])),
      ...[1, -1, 0.5].map(value => [RangeError, 'start', value, {table: table(6)}]), [RangeError, 'table', table(4), {says: /start|table/, shows: /0|4|2/}],
      ...[3, -1, 0.5].map(value => [RangeError, 'positions', [0, 1, value], {table: table(6), says: 'positions[2]', shows: value}])
    ], accepted: [[f32(0), {heads: 1, headDim: 2}], [f32(0), {heads: 1, headDim: 0, length: 0}], [f64(2), {heads: 1, headDim: 2}], [f32(1), {heads: 1, headDim: 1, rotaryDim: 0}],
      [f32(4), {heads: 1, headDim: 2, table: table(2)}], [f32(3), {heads: 1, headDim: 1, rotaryDim: 0, table: table(0)}], [f32(4), {heads: 1, headDim: 2, length: 1, positions: [1, 2]}]]
  },
  swapRopeLayout: {
    names: ['x'], good: () => ({x: f32(8), headDim: 4, from: 'half', to: 'interleaved'}), rows: [
      ...required('x', 'headDim', 'from', 'to'), ...array('x', FLOATS, 8, false), [RangeError, 'x', f32(7)], [RangeError, 'x', f32(8), {headDim: 0}],
      ...size('headDim', 8194), ...even('headDim'), ...size('rotaryDim', 6), ...even('rotaryDim'), ...word('from', 'halves'), ...word('to', 'pairs')
    ], accepted: [[f32(0), {headDim: 0, from: 'half', to: 'interleaved'}], [f64(1), {headDim: 1, rotaryDim: 0, from: 'half', to: 'interleaved'}],
      [f32(2), {headDim: 2, from: 'half', to: 'half'}]]
  }
};
