import {f32, f64, notNumbers, number, size, required, word, array, flag, FLOAT32, out, numbers, base, dtype, huge} from './tools.js';

/** Dims that are not multiples, or too large. */
const multiples = (of, largest) => [...size('dim', largest + of), ...[1, 2, of - 1, of + 1].filter(value => value % of).map(value => [RangeError, 'dim', value])];
/** One number, or some, for as many axes. */
const each = (name, axes) => [
  ...notNumbers.filter(value => !Array.isArray(value)).map(value => [TypeError, name, value]), ...[NaN, Infinity, 2 ** 41].map(value => [RangeError, name, value]),
  [RangeError, name, Array(axes - 1).fill(1)], [RangeError, name, Array(axes + 1).fill(1)], [RangeError, name, f32(axes + 1)],
  [TypeError, name, [...Array(axes - 1).fill(1), '1'], {says: `${name}[${axes - 1}]`, shows: '1'}], [RangeError, name, [NaN, ...Array(axes - 1).fill(1)], {says: `${name}[0]`, shows: NaN}]
];
const extents = name => [
  ...['12', null, 7, {}].map(value => [TypeError, name, value]), [RangeError, name, [2]], [RangeError, name, [2, 3, 1]],
  ...[0, -1, 1.5, NaN, 8193].map(value => [RangeError, name, [value, 3], {says: `${name}[0]`, shows: value}]), [TypeError, name, [2, '3'], {says: `${name}[1]`, shows: '3'}]
];

export const functions = {
  sinusoidal2d: {
    names: ['height', 'width', 'dim'], good: () => ({height: 2, width: 3, dim: 8, prefix: 1, out: f32(56)}), rows: [
      ...required('height', 'width', 'dim'), ...size('height'), ...size('width'), ...multiples(4, 16384), ...word('order', 'MAE', 'timm_interleaved', 'valueOf'), ...dtype, ...base,
      ...each('start', 2), ...each('scale', 2), ...size('prefix'), ...out(56), ...out(56, 'Float64Array', {dtype: 'float64'}),
      [RangeError, 'scale', 2 ** 40, {says: 'scale', shows: /\d/}], [RangeError, 'scale', [1, 2], {start: 2 ** 40, says: 'scale', shows: /\d/}],
      huge(/height.*dim/, {height: 2 ** 8, width: 2 ** 9, dim: 4100}), huge(/prefix/, {prefix: 2 ** 27})
    ], accepted: [[0, 0, 0], [1, 1, 4, {start: 2 ** 40}], [0, 5, 8, {prefix: 0}], [5, 0, 16384, {scale: 0}], [1, 1, 4, {base: 1, start: [-1, 0.5], scale: [0, -2]}]]
  },
  sinusoidal3d: {
    names: ['frames', 'height', 'width', 'dim'], good: () => ({frames: 2, height: 1, width: 3, dim: 16, out: f32(96)}), rows: [
      ...required('frames', 'height', 'width', 'dim'), ...['frames', 'height', 'width'].flatMap(name => size(name)), ...multiples(16, 8192), ...dtype, ...base, ...each('start', 3), ...each('scale', 3),
      ...out(96), ...out(96, 'Float64Array', {dtype: 'float64'}), huge(/frames.*dim/, {frames: 2 ** 8, height: 2 ** 9, width: 2 ** 9})
    ], accepted: [[0, 0, 0, 0], [1, 1, 1, 16], [1, 0, 1, 8192], [1, 1, 1, 16, {start: [0, 1, 2], scale: Float32Array.of(1, 2, 3)}]]
  },
  resizeGrid: {
    names: ['table', 'from', 'to', 'dim'], good: () => ({table: f32(28), from: [2, 3], to: [3, 1], dim: 4, prefix: 1, out: f32(16)}), rows: [
      ...required('table', 'from', 'to', 'dim'), ...array('table', FLOAT32, 28), ...extents('from'), ...extents('to'), ...size('dim'), ...size('prefix'), ...flag('antialias'), ...out(16),
      [RangeError, 'prefix', 2, {says: 'table', shows: 'Float32Array'}], [RangeError, 'dim', 3, {says: 'table', shows: 'Float32Array'}],
      huge(/rows.*dim/, {table: f32(2 ** 12), from: [1, 1], to: [512, 512], dim: 2 ** 11})
    ], accepted: [[f32(0), [1, 1], [1, 1], 0], [f32(1), [1, 1], [8192, 1], 1], [f32(3), [1, 1], [1, 1], 1, {prefix: 2, antialias: true}]]
  },
  timestepEmbedding: {
    names: ['timesteps', 'dim'], good: () => ({timesteps: [1, 2.5], dim: 5, out: f32(10)}), rows: [
      ...required('timesteps', 'dim'), ...numbers('timesteps', [1, 2.5], [NaN, Infinity, 2 ** 41]).filter(row => row[0] === TypeError || row[3]), ...size('dim'), ...flag('flip'),
      ...number('shift', -0.5, 1.5), ...number('scale'), ...number('maxPeriod', 0, 0.999), ...dtype, ...out(10), ...out(10, 'Float64Array', {dtype: 'float64'}),
      [RangeError, 'scale', 2 ** 40, {says: 'timesteps[1]', shows: 2.5 * 2 ** 40}], huge(/timesteps.*dim/, {timesteps: Array(1025).fill(1), dim: 2 ** 20})
    ], accepted: [[[], 0], [[], 8], [[1], 0], [[1], 1], [[2 ** 40], 2, {shift: 0, scale: -1, maxPeriod: 1}], [f64(1), 3, {scale: 0}], [[1], 4, {maxPeriod: 1e308}]]
  },
  fourierFeatures: {
    names: ['coordinates', 'bands'], good: () => ({coordinates: [0.5, 0, -1, 0.25], bands: 3, axes: 2, spacing: 'linear', maxResolution: 10, out: f32(24)}), rows: [
      ...required('coordinates', 'bands'), ...numbers('coordinates', [0.5, 0, -1, 0.25], [NaN, Infinity, 2 ** 40]).filter(row => row[0] === TypeError || row[3]),
      [RangeError, 'coordinates', [1, 2, 3]], ...size('bands', 2049), ...size('axes', 0, 2049), ...word('spacing', 'octaves', 'Linear'), ...word('layout', 'half', 'toString', 'NeRF'), ...flag('pi'),
      ...notNumbers.filter(value => !Array.isArray(value)).map(value => [TypeError, 'maxResolution', value]), ...[NaN, Infinity, 1.99, -224].map(value => [RangeError, 'maxResolution', value]),
      [RangeError, 'maxResolution', [10]], [RangeError, 'maxResolution', [10, 1], {says: 'maxResolution[1]', shows: 1}], [RangeError, 'maxResolution', 2 ** 42, {says: 'coordinates[0]', shows: 0.5}],
      ...[{maxResolution: undefined}, {spacing: undefined}].map(also => [TypeError, 'matrix', [1, 2, 3, 4, 5, 6], {...also, shows: 'both'}]),
      ...numbers('matrix', [1, 2, 3, 4, 5, 6], [NaN, -Infinity, 2 ** 41]).map(([kind, name, value, also]) => [kind, name, value, {...also, spacing: undefined, maxResolution: undefined}]),
      [RangeError, 'matrix', [0, 0, 2 ** 40, 0, 0, 0], {spacing: undefined, maxResolution: undefined, says: 'coordinates[0]', shows: 0.5}],
      ...dtype, ...out(24), ...out(24, 'Float64Array', {dtype: 'float64'}), ...out(12, 'Float32Array', {spacing: undefined, maxResolution: undefined, matrix: [1, 2, 3, 4, 5, 6]}), [RangeError, 'bands', 65, {spacing: 'geometric', maxResolution: undefined}],
      huge(/rows.*bands/, {coordinates: Array(65537).fill(0), bands: 4096, axes: 1})
    ], accepted: [[[], 0], [[], 5], [[1], 0], [[1], 1], [[2 ** 38], 2], [[2 ** -24], 64], [[0], 4096, {spacing: 'linear'}], [f32(2048), 2, {axes: 2048}], [[1, 1], 2, {axes: 2, maxResolution: [2, 3]}],
      [[], 0, {matrix: []}], [[1], 0, {matrix: f64(0)}], [[2 ** 40], 1, {matrix: [0.25]}], [f32(2048), 2, {axes: 2048, matrix: f32(4096)}]]
  }
};
