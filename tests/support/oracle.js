/*
 * This module has the functions that figures call, as plain formulas in JavaScript's doubles. They
 * round at the same steps as the API. A figure that is bundled with this module must print the same
 * numbers as with the kernels. Options that no figure uses are refused, so that a new option cannot
 * be overlooked.
 */
import { learnedRows } from './draws.js';
import { HALVES, bitsOfHalf } from './halves.js';
import { alibiBias as alibi, rotate, t5Bucket, t5Starts } from './reference.js';
import { scaled } from './scaled.js';

// The functions for colours and configs compute no number that a figure shows. So they still use
// the kernels.
export * from '../../web/index.js';

const known = (options = {}, names) => {
  for (const name of Object.keys(options))
    if (options[name] !== undefined && !names.split(' ').includes(name))
      throw new Error(`the oracle has no ${name}`);
  return options;
};
function store(values, dtype, out) {
  if (HALVES.includes(dtype)) values = Array.from(values, (value) => bitsOfHalf(value, dtype));
  if (!out) return (dtype === 'float64' ? Float64Array : Float32Array).from(values);
  out.set(values);
  return out;
}
const plain = (dim, base) =>
  Float64Array.from({ length: Math.ceil(dim / 2) }, (_, i) => base ** ((-2 * i) / dim));

export const wavelengths = (dim, options) =>
  plain(dim, known(options, 'base').base ?? 1e4).map((w) => (2 * Math.PI) / w);

export function sinusoidal(length, dim, options) {
  const {
    layout = 'interleaved',
    dtype = 'float32',
    base = 1e4,
    start = 0,
    positions,
    precision,
    out,
  } = known(options, 'layout dtype base start positions precision out');
  const round = precision === 'float32' ? Math.fround : Number;
  const w = plain(dim, base);
  const values = new Float64Array(length * dim);
  const half = Math.ceil(dim / 2);
  for (let p = 0; p < length; p++)
    for (let i = 0; i < dim; i++) {
      const [pair, cosine] = layout === 'interleaved' ? [i >> 1, i & 1] : [i % half, i >= half];
      const angle = round(round(positions ? positions[p] : start + p) * round(w[pair]));
      values[p * dim + i] = cosine ? Math.cos(angle) : Math.sin(angle);
    }
  return store(values, dtype, out);
}

/**
 * What the four quarters of a table row contain. Axis 0 is the row of the point in the grid, and
 * axis 1 is its column.
 */
const QUARTERS = {
  mae: ['sin 1', 'cos 1', 'sin 0', 'cos 0'],
  timm: ['sin 0', 'sin 1', 'cos 0', 'cos 1'],
  'timm-interleaved': ['sin 0', 'cos 0', 'sin 1', 'cos 1'],
};

export function sinusoidal2d(rows, columns, dim, options) {
  const { order = 'mae' } = known(options, 'order');
  const quarter = dim / 4;
  const values = [];
  for (let point = 0; point < rows * columns; point++)
    for (let i = 0; i < dim; i++) {
      const [name, axis] = QUARTERS[order][Math.floor(i / quarter)].split(' ');
      const place = axis === '0' ? Math.floor(point / columns) : point % columns;
      values.push(Math[name](place * 1e4 ** (-(i % quarter) / quarter)));
    }
  return Float32Array.from(values);
}

/** Returns the cubic kernel at x >= 0. */
export function cubic(x, a) {
  if (x < 1) return (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1;
  return x < 2 ? a * x ** 3 - 5 * a * x ** 2 + 8 * a * x - 4 * a : 0;
}

/** Returns the weights of one resized point of a line, as pairs [index, weight]. */
function weightsAt(i, from, to, antialias, offset) {
  const scale = from / (to + offset);
  const wide = antialias ? Math.max(1, scale) : 1;
  const centre = (i + 0.5) * scale;
  const pairs = [];
  for (let j = Math.ceil(centre - 2 * wide - 1); j < centre + 2 * wide + 1; j++) {
    const inside = Math.min(from - 1, Math.max(0, j));
    if (antialias && inside !== j) continue;
    pairs.push([inside, cubic(Math.abs(j + 0.5 - centre) / wide, antialias ? -0.5 : -0.75)]);
  }
  const sum = antialias ? pairs.reduce((total, [, weight]) => total + weight, 0) : 1;
  return pairs.map(([j, weight]) => [j, weight / sum]);
}

export function resizeGrid(table, from, to, dim, options) {
  const { antialias = false, interpolateOffset = 0 } = known(
    options,
    'antialias interpolateOffset',
  );
  const weights = [0, 1].map((axis) =>
    Array.from({ length: to[axis] }, (_, i) =>
      weightsAt(i, from[axis], to[axis], antialias, interpolateOffset),
    ),
  );
  const out = new Float32Array(to[0] * to[1] * dim);
  for (let at = 0; at < out.length; at++) {
    const point = Math.floor(at / dim);
    let sum = 0;
    for (const [down, one] of weights[0][Math.floor(point / to[1])])
      for (const [across, two] of weights[1][point % to[1]])
        sum += one * two * table[(down * from[1] + across) * dim + (at % dim)];
    out[at] = sum;
  }
  return out;
}

export function positionsFromMask(mask, rows, length) {
  const positions = new Float64Array(rows * length);
  for (let row = 0; row < rows; row++) {
    let next = 0;
    for (let at = row * length; at < (row + 1) * length; at++)
      positions[at] = mask[at] ? next++ : 0;
  }
  return positions;
}

export function addPositional(x, table, { length, dim }) {
  for (let i = 0; i < x.length; i++) x[i] += table[i % (length * dim)];
  return x;
}

export function shiftMatrix(dim, offset, options) {
  const { base = 1e4, convention = 'row' } = known(options, 'base convention');
  const out = new Float64Array(dim * dim);
  plain(dim, base).forEach((w, i) => {
    const s = Math.sin(offset * w);
    const c = Math.cos(offset * w);
    const at = 2 * i * (dim + 1);
    const row = convention === 'row';
    out[at] = out[at + dim + 1] = c;
    out[at + (row ? dim : 1)] = s;
    out[at + (row ? 1 : dim)] = -s;
  });
  return out;
}

export function shiftRows(x, dim, offset, options) {
  const matrix = shiftMatrix(dim, offset, options);
  for (let row = 0; row < x.length; row += dim) {
    const from = x.slice(row, row + dim);
    for (let j = 0; j < dim; j++)
      x[row + j] = from.reduce((sum, value, i) => sum + value * matrix[i * dim + j], 0);
  }
  return x;
}

export function learnedTable(rows, dim, options) {
  const { out, ...o } = known(options, 'init std seed out');
  return store(learnedRows(rows, dim, o), 'float32', out);
}

export function lookup(table, dim, positions) {
  return table.constructor.from({ length: positions.length * dim }, (_, at) => {
    const i = Math.floor(at / dim);
    const row = positions[i];
    const rows = table.length / dim;
    if (!(row < rows))
      throw new RangeError(
        `positions[${i}]: expected an integer from 0 to ${rows - 1}, got ${row}`,
      );
    return table[row * dim + (at % dim)];
  });
}

export function ropeFrequencies(dim, options) {
  const o = known(
    options,
    'base rotaryDim scaling contextLength maxPositions originalMaxPositions',
  );
  return scaled(o.rotaryDim ?? dim, o);
}

export function ropeTable(length, dim, options) {
  const {
    dtype,
    start = 0,
    positions,
    ...o
  } = known(options, 'base rotaryDim scaling contextLength dtype start positions');
  const { frequencies, attentionFactor } = ropeFrequencies(dim, o);
  const angles = Array.from({ length }, (_, p) =>
    [...frequencies].map((w) => (positions ? positions[p] : start + p) * w),
  ).flat();
  return {
    cos: store(
      angles.map((a) => attentionFactor * Math.cos(a)),
      dtype,
    ),
    sin: store(
      angles.map((a) => attentionFactor * Math.sin(a)),
      dtype,
    ),
  };
}

export function applyRope(x, options) {
  const {
    heads,
    headDim,
    layout,
    inverse,
    start = 0,
    positions,
    base,
  } = known(options, 'heads headDim layout inverse start positions base');
  const { frequencies } = ropeFrequencies(headDim, { base });
  const angle = (row, i) => (positions ? positions[row] : start + row) * frequencies[i];
  x.set(
    rotate(
      x,
      { heads, headDim, layout, inverse },
      (row, i) => Math.cos(angle(row, i)),
      (row, i) => Math.sin(angle(row, i)),
    ),
  );
  return x;
}

export function swapRopeLayout(x, options) {
  const { headDim, from, to } = known(options, 'headDim from to');
  const pairs = headDim / 2;
  const old = x.slice();
  if (from !== to)
    for (let at = 0; at < x.length; at++) {
      const i = at % headDim;
      const half = from === 'half';
      x[
        at -
          i +
          (half ? 2 * (i % pairs) + Math.floor(i / pairs) : Math.floor(i / 2) + (i % 2) * pairs)
      ] = old[at];
    }
  return x;
}

export function alibiSlopes(heads, options) {
  const { rule = 'paper', maxBias = 8 } = known(options, 'rule maxBias');
  const whole = 2 ** Math.floor(Math.log2(heads));
  const slope = (i) => {
    if (rule === 'geometric') return 2 ** ((-maxBias * (i + 1)) / heads);
    if (i < whole) return 2 ** ((-maxBias * (i + 1)) / whole);
    return 2 ** ((-maxBias * (2 * (i - whole) + 1)) / (2 * whole));
  };
  return Float32Array.from({ length: heads }, (_, i) => slope(i));
}

export function alibiBias(heads, queries, keys, options) {
  const { slopes = alibiSlopes(heads), causal = false } = known(options, 'slopes causal');
  return alibi(slopes, queries, keys, causal);
}

export function t5Buckets(queries, keys, options) {
  const {
    bidirectional = true,
    buckets = 32,
    maxDistance = 128,
  } = known(options, 'bidirectional buckets maxDistance');
  const side = bidirectional ? buckets / 2 : buckets;
  const starts = t5Starts(side, maxDistance);
  return Int32Array.from({ length: queries * keys }, (_, at) =>
    t5Bucket((at % keys) - (Math.floor(at / keys) + keys - queries), side, starts, bidirectional),
  );
}

export function t5Bias(weights, heads, queries, keys, options) {
  const buckets = t5Buckets(queries, keys, options);
  return Float32Array.from(
    { length: heads * queries * keys },
    (_, at) => weights[buckets[at % (queries * keys)] * heads + Math.floor(at / (queries * keys))],
  );
}

export function attention(options) {
  const {
    q,
    k,
    v,
    heads,
    queries,
    keys,
    headDim,
    bias,
    causal = false,
    scale = 1 / Math.sqrt(headDim),
  } = known(options, 'q k v heads queries keys headDim bias causal scale');
  const weights = new Float32Array(heads * queries * keys);
  const output = new Float32Array(heads * queries * headDim);
  for (let row = 0; row < heads * queries; row++) {
    const head = Math.floor(row / queries);
    const query = row % queries;
    const scores = Array.from({ length: keys }, (_, key) => {
      if (causal && key > query + keys - queries) return -Infinity;
      let dot = 0;
      for (let i = 0; i < headDim; i++)
        dot += q[row * headDim + i] * k[(head * keys + key) * headDim + i];
      return dot * scale + (bias ? bias[row * keys + key] : 0);
    });
    const most = Math.max(...scores);
    const powers = scores.map((score) => (most === -Infinity ? 0 : Math.exp(score - most)));
    const sum = powers.reduce((a, b) => a + b, 0);
    const share = powers.map((power) => (sum ? power / sum : 0));
    weights.set(share, row * keys);
    for (let i = 0; i < headDim; i++)
      output[row * headDim + i] = share.reduce(
        (total, part, key) => total + (part ? part * v[(head * keys + key) * headDim + i] : 0),
        0,
      );
  }
  return { weights, output };
}

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

const METRICS = {
  dot,
  cosine: (a, b) => {
    const norms = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
    return norms && dot(a, b) / norms;
  },
  euclidean: (a, b) => Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0)),
};

export function similarity(table, length, dim, options) {
  const { metric = 'cosine' } = known(options, 'metric');
  const row = (p) => table.subarray(p * dim, (p + 1) * dim);
  const out = new Float32Array(length * length);
  for (let p = 0; p < length; p++)
    for (let o = 0; o < length; o++) {
      const [a, b] = [Float64Array.from(row(p)), Float64Array.from(row(o))];
      out[p * length + o] = METRICS[metric](a, b);
    }
  return out;
}
