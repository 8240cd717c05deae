/* The cases of all biases except ALiBi and T5. See cases.js. */
import * as posenc from '../../dist/posenc.js';
import * as loops from './loops-biases.js';
import { freshly } from './fresh.js';
import { noise } from './noise.js';

/**
 * Makes a case whose variants are functions of input arrays and `out`.
 * @param {string} name
 * @param {{[name: string]: number}} sizes the sizes of the float32 input arrays, by name
 * @param {number} length the length of the result
 * @param {(arrays: any, out?: any) => any} run calls posenc; it also works without `out`
 * @param {Record<string, (arrays: any, out: any) => void>} loops
 * @param {object} [more]
 */
function work(
  name,
  sizes,
  length,
  run,
  loops,
  { bars, tolerance = 1e-5, integers = false, macs = 0, ins = 0 } = {},
) {
  const inputs = (memory) =>
    Object.fromEntries(
      Object.entries(sizes).map(([key, size], i) => [key, noise(memory.float32(size), i + 1)]),
    );
  const make = (f) => (memory) => {
    const arrays = inputs(memory);
    const out = memory[integers ? 'int32' : 'float32'](length);
    return [
      () => {
        f(arrays, out);
      },
      () => [out],
    ];
  };
  const makeFresh = (memory) => {
    const arrays = inputs(memory);
    return () => run(arrays);
  };
  return {
    name,
    bars,
    tolerance,
    arithmetic: macs > 0,
    posenc: make(run),
    loops: Object.fromEntries(Object.entries(loops).map(([key, f]) => [key, make(f)])),
    limit: (limit) => (macs ? limit.multiplyAdd(macs) : limit.store(length)),
    copies: macs ? undefined : [length, ins, 1],
    fresh: macs ? undefined : freshly(makeFresh, length, integers ? Int32Array : Float32Array),
  };
}

const learned = (heads) => [
  Float32Array.from({ length: heads }, (_, h) => 0.1 + h / heads),
  Float32Array.from({ length: heads }, (_, h) => 1 - h / heads / 2),
];

const kerple = (form, heads, n, bars) => {
  const [p, a] = learned(heads);
  const o = { form, p, a };
  const log = form === 'log';
  return work(
    `kerpleBias ${form} [${heads}, ${n}, ${n}]`,
    {},
    heads * n * n,
    (_, out) => posenc.kerpleBias(heads, n, n, { ...o, out }),
    {
      loop: (_, out) => (log ? loops.kerpleLogLoop : loops.kerplePowerLoop)(out, p, a, heads, n, n),
      ...(log && { rows: (_, out) => loops.kerpleLogRows(out, p, a, heads, n, n) }),
    },
    { bars, tolerance: 1e-4 },
  );
};

const sandwich = (heads, n, bars) =>
  work(
    `sandwichBias [${heads}, ${n}, ${n}]`,
    {},
    heads * n * n,
    (_, out) => posenc.sandwichBias(heads, n, n, { out }),
    { loop: (_, out) => loops.sandwichLoop(out, 128, heads, n, n) },
    { bars, tolerance: 1e-4 },
  );

const fire = (heads, n, bars) =>
  work(
    `fireBias [${heads}, ${n}, ${n}], 32 units`,
    { w1: 32, b1: 32, w2: 32 * heads, b2: heads },
    heads * n * n,
    (o, out) => posenc.fireBias(heads, n, n, { ...o, out }),
    { loop: (o, out) => loops.fireLoop(out, o, heads, n, n) },
    { bars },
  );

const cope = (heads, n, bars) =>
  work(
    `copeBias [${heads}, ${n}, ${n}], 64 x 64`,
    { logits: heads * n * n, q: heads * n * 64, table: 64 * 64 },
    heads * n * n,
    (o, out) => posenc.copeBias({ ...o, heads, queries: n, keys: n, headDim: 64, out }),
    { loop: ({ logits, q, table }, out) => loops.copeLoop(out, logits, q, table, heads, n, n, 64) },
    { bars, tolerance: 1e-4, ins: 1 },
  );

const shawBuckets = (n, bars) =>
  work(
    `shawBuckets [${n}, ${n}]`,
    {},
    n * n,
    (_, out) => posenc.shawBuckets(n, n, { out }),
    { loop: (_, out) => loops.shawBucketsLoop(out, n, n, 16) },
    { bars, tolerance: 0, integers: true },
  );

const shaw = (heads, n, bars) =>
  work(
    `shawBias [${heads}, ${n}, ${n}], 64`,
    { q: heads * n * 64, table: 33 * 64 },
    heads * n * n,
    (o, out) => posenc.shawBias({ ...o, heads, queries: n, keys: n, headDim: 64, out }),
    { loop: ({ q, table }, out) => loops.shawLoop(out, q, table, 16, heads, n, n, 64) },
    { bars },
  );

const shawValues = (heads, n, bars) =>
  work(
    `shawValues [${heads}, ${n}, ${n}], 64`,
    { weights: heads * n * n, table: 33 * 64 },
    heads * n * 64,
    (o, out) => posenc.shawValues({ ...o, heads, queries: n, keys: n, headDim: 64, out }),
    {
      loop: ({ weights, table }, out) =>
        loops.shawValuesLoop(out, weights, table, 16, heads, n, n, 64),
    },
    { bars, macs: heads * n * (n + 33 * 64) },
  );

const transformerXL = (heads, n, bars) =>
  work(
    `transformerXLBias [${heads}, ${n}, ${n}], 64`,
    { q: heads * n * 64, v: heads * 64, table: n * heads * 64 },
    heads * n * n,
    (o, out) => posenc.transformerXLBias({ ...o, heads, queries: n, keys: n, headDim: 64, out }),
    { loop: ({ q, v, table }, out) => loops.transformerXLLoop(out, q, v, table, heads, n, n, 64) },
    { bars, macs: ((heads * n * (n + 1)) / 2) * 64 },
  );

const debertaBuckets = (n, bars) =>
  work(
    `debertaBuckets [${n}, ${n}]`,
    {},
    n * n,
    (_, out) => posenc.debertaBuckets(n, n, { out }),
    { loop: (_, out) => loops.debertaBucketsLoop(out, n, n, 256, 512) },
    { bars, tolerance: 0, integers: true },
  );

const deberta = (heads, n, bars) =>
  work(
    `debertaBias [${heads}, ${n}, ${n}], 64`,
    {
      q: heads * n * 64,
      k: heads * n * 64,
      keyTable: heads * 512 * 64,
      queryTable: heads * 512 * 64,
    },
    heads * n * n,
    (o, out) => posenc.debertaBias({ ...o, heads, queries: n, keys: n, headDim: 64, out }),
    {
      loop: ({ q, k, keyTable, queryTable }, out) =>
        loops.debertaLoop(out, q, k, keyTable, queryTable, heads, n, n, 64, 256, 512),
    },
    { bars, macs: 2 * heads * n * n * 64 },
  );

const swinIndex = (side, bars) =>
  work(
    `swinIndex ${side} x ${side}`,
    {},
    side ** 4,
    (_, out) => posenc.swinIndex(side, side, { out }),
    { loop: (_, out) => loops.swinIndexLoop(out, side, side) },
    { bars, tolerance: 0, integers: true },
  );

const swin = (heads, side, bars) => {
  const index = posenc.swinIndex(side, side);
  return work(
    `swinBias ${heads} heads, ${side} x ${side}`,
    { table: (2 * side - 1) ** 2 * heads },
    heads * side ** 4,
    ({ table }, out) => posenc.swinBias(table, heads, side, side, { out }),
    { loop: ({ table }, out) => loops.swinLoop(out, table, index, heads) },
    { bars, tolerance: 0 },
  );
};

const swinV2 = (heads, side, bars) =>
  work(
    `swinV2Table ${heads} heads, ${side} x ${side}, 512 units`,
    { w1: 1024, b1: 512, w2: 512 * heads },
    (2 * side - 1) ** 2 * heads,
    (o, out) => posenc.swinV2Table(heads, side, side, { ...o, out }),
    { loop: (o, out) => loops.swinV2Loop(out, heads, side, side, o) },
    { bars, macs: (2 * side - 1) ** 2 * 512 * (2 + heads) },
  );

const temperature = (length, bars) =>
  work(
    `attentionTemperature ${length}`,
    {},
    length,
    (_, out) => posenc.attentionTemperature(length, { out }),
    { loop: (_, out) => loops.temperatureLoop(out) },
    { bars, tolerance: 1e-6 },
  );

const large = { window: 2 };
const small = { loop: 1 };

export const cases = [
  ...['log', 'power'].map((form) => kerple(form, 32, 1024, large)),
  sandwich(32, 1024, large),
  fire(8, 512, large),
  fire(8, 1024),
  shawBuckets(1024, large),
  debertaBuckets(1024, large),
  swinIndex(32, large),
  swin(8, 32, large),
  cope(8, 512),
  shaw(8, 512),
  shawValues(8, 512),
  transformerXL(8, 512),
  deberta(8, 512),
  swinV2(8, 16),
  temperature(1 << 20),
  ...['log', 'power'].map((form) => kerple(form, 4, 16, small)),
  sandwich(4, 16, small),
  fire(4, 16, small),
  shawBuckets(32, small),
  debertaBuckets(16, small),
  swinIndex(7, small),
  swin(3, 7, small),
  cope(2, 16, small),
  shaw(2, 16, small),
  shawValues(2, 16, small),
  transformerXL(2, 16, small),
  deberta(2, 16, small),
  swinV2(3, 4, small),
  temperature(64, small),
];
