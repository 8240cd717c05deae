import {f32, f64, number, size, required, flag, word, array, FLOATS, FLOAT32, numbers, positions, start, base, precision, dtype, even, huge, table, token} from './tools.js';

/** What all rotary functions say of their frequencies, for two pairs. @param {object} also what the rows of this function add */
const scaled = (object, name, value, shows = String(value)) => [value === undefined || typeof value !== 'number' ? TypeError : RangeError, 'scaling', {...object, [name]: value}, {says: `scaling.${name}`, shows}];
const yarn = {rope_type: 'yarn', factor: 4, original_max_position_embeddings: 64}, long = {type: 'longrope', long_factor: [1, 2], short_factor: [1, 1], original_max_position_embeddings: 64};
const llama3 = {rope_type: 'llama3', factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 64};
const scaling = [
  ...['yarn', 5, true, [], f32(2)].map(value => [TypeError, 'scaling', value]),
  ...['', 'YaRN', 'toString', '__proto__'].map(name => [RangeError, 'scaling', {rope_type: name}, {says: 'scaling.rope_type', shows: name}]),
  [TypeError, 'scaling', {type: 7}, {says: 'scaling.rope_type', shows: '7'}],
  ...['linear', 'ntk', 'dynamic', 'llama3'].map(rope_type => scaled({rope_type}, 'factor', undefined)),
  ...[0, -1, NaN, Infinity, '4'].map(value => scaled({rope_type: 'linear'}, 'factor', value)),
  scaled({rope_type: 'dynamic', factor: 2}, 'max_position_embeddings', undefined), scaled({rope_type: 'yarn', factor: 2}, 'original_max_position_embeddings', undefined),
  scaled(yarn, 'beta_fast', 0), scaled(yarn, 'beta_slow', '1'), scaled(yarn, 'truncate', 'no'), scaled(yarn, 'attention_factor', -1), scaled(yarn, 'rope_theta', 0.5),
  scaled({...yarn, mscale_all_dim: 1}, 'mscale', -1), [RangeError, 'scaling', yarn, {base: 1, says: 'base', shows: 1}],
  scaled(llama3, 'low_freq_factor', 4.5), scaled(llama3, 'high_freq_factor', undefined),
  [RangeError, 'scaling', {...long, short_factor: [1]}, {says: 'scaling.short_factor', shows: 'length 1'}],
  [RangeError, 'scaling', {...long, long_factor: [1, 0]}, {contextLength: 65, says: 'scaling.long_factor[1]', shows: 0}],
  [TypeError, 'scaling', {...long, short_factor: undefined}, {says: 'scaling.short_factor', shows: 'undefined'}],
  scaled({rope_type: 'proportional'}, 'partial_rotary_factor', 1.5), scaled({}, 'partial_rotary_factor', -0.5),
  [RangeError, 'scaling', {mrope_section: [1, 2]}, {says: 'sections', shows: 3}]
];
export const chosen = [
  ...scaling, ...number('contextLength', -1), ...size('maxPositions', 0), ...size('originalMaxPositions', 0),
  ...numbers('frequencies', [1, 2], [NaN, Infinity]), ...[{base: 10}, {scaling: {}}].map(also => [TypeError, 'frequencies', [1, 2], {...also, shows: 'both'}]),
  ...numbers('divisors', [1, 2], [NaN, 0, -1]),
  ...['12', null, 7, {}].map(value => [TypeError, 'sections', value]), ...[[], [1], [1, 2], Array(17).fill(0)].map(value => [RangeError, 'sections', value, {shows: /got/}]),
  ...[-1, 0.5, '1'].map(value => [value === '1' ? TypeError : RangeError, 'sections', [1, value], {says: 'sections[1]', shows: value}]),
  ...word('sectioning', 'Chunked').map(([kind, name, value]) => [kind, name, value, {sections: [1, 1]}]),
  [RangeError, 'sections', [1, 1], {sectioning: 'interleaved', shows: 2}], [RangeError, 'sections', [0, 0, 2], {sectioning: 'interleaved', says: 'sections[2]', shows: 2}]
];
const xpos = [
  ...[null, 5, 'keys', []].map(value => [TypeError, 'xpos', value]), [TypeError, 'xpos', {off: 1}, {shows: 'off'}], [TypeError, 'xpos', {}, {says: 'xpos.of', shows: 'undefined'}],
  [RangeError, 'xpos', {of: 'values'}, {says: 'xpos.of', shows: 'values'}], [RangeError, 'xpos', {of: 'keys', center: 2 ** 41}, {says: 'xpos.center', shows: 2 ** 41}],
  [RangeError, 'xpos', {of: 'keys', scale: 0}, {says: 'xpos.scale', shows: 0}], [TypeError, 'xpos', {of: 'keys', gamma: '1'}, {says: 'xpos.gamma', shows: '1'}],
  [TypeError, 'xpos', {of: 'keys'}, {sections: [1, 1], sectioning: 'axial', shows: 'both'}]
];

export const functions = {
  ropeFrequencies: {
    names: ['headDim'], good: () => ({headDim: 4}),
    rows: [...required('headDim'), ...size('headDim', 8194), ...even('headDim'), ...base, ...size('rotaryDim', 6), ...even('rotaryDim'), ...chosen, ...precision],
    accepted: [[2, {scaling: null}], [4, {scaling: {}}], [4, {sections: [0, 2, 0]}], [4, {frequencies: [0, -1], divisors: [1, 2]}], [2, {scaling: {type: 'ntk', factor: 2}}], [0], [2], [1, {rotaryDim: 0}], [5, {rotaryDim: 4, base: 1}]]
  },
  ropeTable: {
    names: ['length', 'headDim'], good: () => ({length: 3, headDim: 4, out: table(6)}), rows: [
      ...required('length', 'headDim'), ...size('length'), ...size('headDim', 8194), ...even('headDim'), ...base, ...size('rotaryDim', 6), ...even('rotaryDim'),
      ...start, ...positions([1, 2, 3]), ...precision, ...dtype, ...chosen, ...xpos,
      [RangeError, 'frequencies', [1, 2 ** 30], {start: 2 ** 20, shows: /got/}], [RangeError, 'positions', [1, 2, 3], {sections: [1, 1], shows: 'length 3'}],
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
      ...word('layout', 'halves', 'interleaved-to-halves'), ...size('rotaryDim', 6), ...even('rotaryDim'), ...base, ...start, ...positions([1, 2, 3]), ...precision, ...flag('inverse'), ...chosen, ...xpos,
      ...size('rotaryStart', 1), ...size('rotaryHeads', 3), [RangeError, 'rotaryHeads', 1, {layout: 'interleaved-to-half'}],
      [RangeError, 'table', {...table(6), attentionFactor: 0}, {says: 'table.attentionFactor', shows: 0}],
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
      ...size('headDim', 8194), ...even('headDim'), ...size('rotaryDim', 6), ...even('rotaryDim'), ...size('rotaryStart', 1), ...word('from', 'halves'), ...word('to', 'pairs')
    ], accepted: [[f32(0), {headDim: 0, from: 'half', to: 'interleaved'}], [f64(1), {headDim: 1, rotaryDim: 0, from: 'half', to: 'interleaved'}],
      [f32(2), {headDim: 2, from: 'half', to: 'half'}]]
  }
};
