/* Makes random biases for identifyBias, and judges what identifyBias finds. */
import { identifyBias } from '../../web/doctor/index.js';
import {
  alibiBias,
  alibiSlopes,
  fireBias,
  kerpleBias,
  sandwichBias,
  swinBias,
  t5Bias,
} from '../../web/index.js';
import { valueOfHalf } from './halves.js';
import { noise, random } from './reference.js';

const DTYPES = ['float32', 'float32', 'float16', 'bfloat16'];

/** Returns functions that draw numbers from 0 to 1, elements of lists, and integers. */
function drawsOf(seed) {
  const draw = random(seed);
  return {
    draw,
    pick: (list) => list[Math.floor(draw() * list.length)],
    between: (low, high) => low + Math.floor(draw() * (high - low + 1)),
  };
}

/** Functions that make a bias of each kind, and say what identifyBias should find. */
const KINDS = {
  alibi({ pick, shape, causal, dtype }) {
    const rule = pick(['paper', 'geometric']);
    const maxBias = pick([8, 8, 4, 12]);
    const slopes = alibiSlopes(shape[0], { rule, maxBias });
    const bias = alibiBias(...shape, { slopes, causal, dtype });
    return { bias, wanted: { scheme: 'alibi', slopes } };
  },
  learnedAlibi({ draw, shape, causal, dtype }) {
    const slopes = Float32Array.from({ length: shape[0] }, () => draw() + 1e-3);
    return {
      bias: alibiBias(...shape, { slopes, causal, dtype }),
      wanted: { scheme: 'alibi', slopes },
    };
  },
  kerple({ draw, pick, shape, causal, dtype }) {
    const form = pick(['log', 'power']);
    const list = (most) => Array.from({ length: shape[0] }, () => 0.01 + draw() * most);
    const settings = { form, p: list(form === 'log' ? 5 : 1.9), a: list(2) };
    const bias = kerpleBias(...shape, { ...settings, causal, dtype });
    return { bias, wanted: { scheme: 'kerple', form } };
  },
  sandwich({ pick, shape, causal, dtype }) {
    const dim = pick([32, 64, 80, 96, 128, 256]);
    return {
      bias: sandwichBias(...shape, { dim, causal, dtype }),
      wanted: { scheme: 'sandwich', dim },
    };
  },
  t5({ pick, shape, dtype, seed }) {
    const [buckets, maxDistance] = pick([
      [32, 128],
      [32, 128],
      [64, 128],
      [16, 64],
      [40, 200],
      [32, 800],
    ]);
    const settings = { bidirectional: pick([true, false]), buckets, maxDistance };
    const bias = t5Bias(noise(Float32Array, buckets * shape[0], seed), ...shape, {
      ...settings,
      dtype,
    });
    return { bias, wanted: { scheme: 't5', ...settings } };
  },
  swin({ between, shape, dtype, seed }) {
    const [height, width] = [between(2, 7), between(2, 7)];
    const [heads] = shape;
    const table = noise(Float32Array, (2 * height - 1) * (2 * width - 1) * heads, seed);
    const bias = swinBias(table, heads, height, width, { dtype });
    const side = height * width;
    return { bias, size: [heads, side, side], wanted: { scheme: 'swin', height, width } };
  },
  fire({ shape, causal, dtype, seed, pick }) {
    const weights = (length, i) => noise(Float32Array, length, seed + i);
    const network = { w1: weights(8, 1), b1: weights(8, 2), w2: weights(8 * shape[0], 3) };
    const threshold = pick([4, 512]);
    const b2 = weights(shape[0], 4);
    const bias = fireBias(...shape, { ...network, b2, causal, dtype, threshold });
    return { bias, wanted: { scheme: 'unnamed' } };
  },
  smooth({ draw, shape: [heads, queries, keys] }) {
    const waves = Array.from({ length: heads }, () => [draw() * 0.3, draw(), draw()]);
    const bias = Float32Array.from({ length: heads * queries * keys }, (_, i) => {
      const distance = Math.floor((i % (queries * keys)) / keys) + keys - queries - (i % keys);
      const [speed, phase, decay] = waves[Math.floor(i / (queries * keys))];
      return Math.cos(speed * distance + phase) * Math.exp((-decay * Math.abs(distance)) / 20);
    });
    return { bias, wanted: { scheme: 'unnamed' } };
  },
  eachDistance({ shape: [heads, queries, keys], seed }) {
    const table = noise(Float32Array, heads * (queries + keys), seed);
    const bias = Float32Array.from({ length: heads * queries * keys }, (_, i) => {
      const distance = Math.floor((i % (queries * keys)) / keys) - (i % keys);
      return table[Math.floor(i / (queries * keys)) * (queries + keys) + distance + keys];
    });
    return { bias, wanted: { scheme: 'unnamed' } };
  },
  noise({ shape, seed }) {
    const length = shape.reduce((product, side) => product * side);
    return { bias: noise(Float32Array, length, seed), wanted: { scheme: 'unnamed' } };
  },
};

/** Makes a bias from the settings that were found. */
function madeAgain(found, [heads, queries, keys]) {
  const shape = [heads, queries, keys];
  const { causal, form, p, a, dim, bidirectional, buckets, maxDistance } = found;
  const again = {
    alibi: () => alibiBias(...shape, { slopes: found.slopes, causal }),
    kerple: () => kerpleBias(...shape, { form, p, a, causal }),
    sandwich: () => sandwichBias(...shape, { dim, causal }),
    t5: () => t5Bias(found.weights, ...shape, { bidirectional, buckets, maxDistance }),
    swin: () => swinBias(found.table, heads, found.height, found.width),
  };
  return again[found.scheme]?.();
}

/** Returns whether two biases agree within the roundings of a type. */
function agree(got, expected, dtype) {
  const rounding = { float32: 2 ** -24, float16: 2 ** -11, bfloat16: 2 ** -8 }[dtype];
  const size = expected.reduce(
    (most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most),
    0,
  );
  return got.every((x, i) => {
    if (!Number.isFinite(expected[i])) return x === expected[i];
    return Math.abs(x - expected[i]) <= rounding * (8 * Math.abs(expected[i]) + 0.5 * size) + 1e-30;
  });
}

/** Returns whether all wanted properties are found. */
const isExact = (found, wanted) =>
  Object.entries(wanted).every(([name, value]) =>
    name === 'slopes'
      ? value.every((slope, i) => Math.abs(found.slopes?.[i] / slope - 1) < 1e-2)
      : found[name] === value,
  );

/** Returns the elements as numbers. */
const numbersOf = (bias, dtype) =>
  bias instanceof Uint16Array ? Float32Array.from(bias, (bits) => valueOfHalf(bits, dtype)) : bias;

/**
 * Makes a random bias, and identifies it. The verdict is 'exact', 'same' if other settings give the
 * same bias, 'unnamed', or 'wrong'.
 * @param {number} seed
 */
export function identifyRandomBias(seed) {
  const draws = drawsOf(seed);
  const { pick, between } = draws;
  const kind = pick(Object.keys(KINDS));
  const queries = between(12, 60);
  const shape = [between(1, 9), queries, queries + pick([0, 0, between(1, 90)])];
  const dtype = pick(DTYPES);
  const made = KINDS[kind]({ ...draws, shape, dtype, seed, causal: pick([true, false]) });
  const { bias, wanted, size = shape } = made;
  const type = bias instanceof Uint16Array ? dtype : 'float32';
  const options = bias instanceof Uint16Array ? { dtype } : undefined;
  const found = identifyBias(bias, ...size, options);
  const isUnnamed = ['relative', 'none'].includes(found.scheme);
  const verdict = () => {
    if (isUnnamed) return wanted.scheme === 'unnamed' ? 'exact' : 'unnamed';
    if (isExact(found, wanted) && found.matched === 1) return 'exact';
    const again = madeAgain(found, size);
    return again && agree([...again], numbersOf(bias, type), type) ? 'same' : 'wrong';
  };
  return { kind, shape: size, dtype: type, wanted, found, verdict: verdict() };
}
