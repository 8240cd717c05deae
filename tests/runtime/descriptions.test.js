/*
 * Calls every function that takes options with the description of every known type of model. A
 * function gives the right numbers for a description of its own scheme. It refuses any other.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import * as posenc from '../../web/index.js';
import { readCases } from '../inspect/truth-comparison.js';
import { noise, range } from '../support/reference.js';
import { distance, turned } from './plain.js';

const { describeModel } = posenc;
const folder = new URL('../inspect/truth/', import.meta.url);

/** The description of each type of model, from the first of its configs that is not refused. */
const models = new Map();
for (const name of readdirSync(folder).filter((each) => each.endsWith('.gz')))
  for (const { type, config } of readCases(new URL(name, folder)))
    if (!models.has(type)) {
      const model = described(config);
      if (model) models.set(type, model);
    }

function described(config) {
  try {
    return describeModel(config);
  } catch {
    return undefined;
  }
}

const floats = (length) => noise(Float32Array, length, 1);
const table = (dim) => floats(4 * dim);

/** For each function, the schemes that it serves, and a call with a description as options. */
const CALLS = {
  wavelengths: [[], (m) => posenc.wavelengths(8, m)],
  sinusoidal: [['sinusoidal'], (m) => posenc.sinusoidal(3, m.dim ?? 8, m)],
  sinusoidal2d: [['sinusoidal'], (m) => posenc.sinusoidal2d(2, 2, 8, m)],
  sinusoidal3d: [[], (m) => posenc.sinusoidal3d(2, 2, 2, 16, m)],
  resizeGrid: [['learned', 'sinusoidal'], (m) => resized(m)],
  timestepEmbedding: [[], (m) => posenc.timestepEmbedding([1], 8, m)],
  fourierFeatures: [[], (m) => posenc.fourierFeatures([1], 2, m)],
  addPositional: [[], (m) => posenc.addPositional(table(4), table(4), { ...m, length: 4, dim: 4 })],
  shiftMatrix: [[], (m) => posenc.shiftMatrix(4, 1, m)],
  shiftRows: [[], (m) => posenc.shiftRows(table(4), 4, 1, m)],
  learnedTable: [['learned'], (m) => posenc.learnedTable(4, 4, m)],
  lookup: [['learned'], (m) => posenc.lookup(floats(4 * 400), 4, [0, 1], m)],
  ropeFrequencies: [['rope'], (m) => posenc.ropeFrequencies(m.headDim || 8, m).frequencies],
  ropeTable: [['rope'], (m) => posenc.ropeTable(3, m.headDim || 8, m).cos],
  applyRope: [['rope'], (m) => posenc.applyRope(floats(m.heads * m.headDim), m)],
  createRope: [['rope'], (m) => posenc.createRope(m).frequencies],
  createRopes: [['rope'], (m) => posenc.createRopes(m, { length: 2 })],
  swapRopeLayout: [['rope'], (m) => swapped(m)],
  gridPositions: [[], (m) => posenc.gridPositions([2, 2], m)],
  ropeMixedTable: [[], (m) => posenc.ropeMixedTable([0, 1], [1, 2], m)],
  applyPope: [[], (m) => posenc.applyPope(floats(m.heads * m.headDim || 1), m)],
  alibiSlopes: [['alibi'], (m) => posenc.alibiSlopes(m.heads || 1, m)],
  alibiBias: [['alibi'], (m) => posenc.alibiBias(m.heads || 1, 2, 3, m)],
  addAlibi: [['alibi'], (m) => posenc.addAlibi(floats(m.heads * 6), m.heads || 1, 2, 3, m)],
  t5Buckets: [['t5'], (m) => posenc.t5Buckets(9, 9, m)],
  t5Bias: [['t5'], (m) => posenc.t5Bias(floats(m.buckets * 2 || 2), 2, 9, 9, m)],
  kerpleBias: [[], (m) => posenc.kerpleBias(1, 2, 2, { ...m, p: [1], a: [1] })],
  sandwichBias: [[], (m) => posenc.sandwichBias(1, 2, 2, { ...m, dim: 8 })],
  fireBias: [[], (m) => posenc.fireBias(1, 2, 2, m)],
  copePositions: [[], (m) => posenc.copePositions(floats(4), 2, 2, m)],
  copeBias: [[], (m) => posenc.copeBias(m)],
  shawBuckets: [['relative'], (m) => posenc.shawBuckets(3, 3, m)],
  shawBias: [['relative'], (m) => shaw('shawBias', m)],
  shawValues: [['relative'], (m) => shaw('shawValues', m)],
  transformerXLBias: [['transformer-xl'], (m) => transformerXL(m)],
  xlnetTable: [[], (m) => posenc.xlnetTable(2, 2, 8, m)],
  debertaBuckets: [['deberta'], (m) => posenc.debertaBuckets(3, 3, m)],
  debertaBias: [['deberta'], (m) => deberta(m)],
  swinIndex: [['swin', 'swinv2'], (m) => posenc.swinIndex(...sidesOf(m), m)],
  swinBias: [['swin', 'swinv2'], (m) => swin(m)],
  swinV2Coordinates: [['swinv2'], (m) => posenc.swinV2Coordinates(...sidesOf(m), m)],
  swinV2Table: [['swinv2'], (m) => swinV2(m)],
  attentionTemperature: [[], (m) => posenc.attentionTemperature(4, m)],
  attention: [[], (m) => posenc.attention(m)],
  similarity: [[], (m) => posenc.similarity(table(4), 4, 4, m)],
  positionsFromMask: [[], (m) => posenc.positionsFromMask([1, 1], 1, 2, m)],
  mropePositions: [[], (m) => posenc.mropePositions([{ text: 2 }], m)],
  colorize: [[], (m) => posenc.colorize(floats(4), new Uint8Array(8), m)],
};

/** Functions without options. */
const WITHOUT = ['createArena', 'describeModel', 'identify', 'ready', 'sinusoidalPE', 'useModule'];

/** The rows and columns of a window. */
const sidesOf = ({ grid = [2, 2] }) => grid.slice(-2);

function resized(m) {
  const { grid = [2, 2], prefix = 0 } = m;
  const [h, w] = grid.slice(-2);
  return posenc.resizeGrid(floats((h * w + prefix) * 2), [h, w], [3, 2], 2, m);
}
function swapped(m) {
  const { headDim = 8 } = m;
  return posenc.swapRopeLayout(floats(headDim), { ...m, from: 'half', to: 'interleaved' });
}
function shaw(name, m) {
  const { maxDistance = 2 } = m;
  const [q, weights, own] = [floats(8), floats(4), floats(4 * (2 * maxDistance + 1))];
  const shape = { heads: 1, queries: 2, keys: 2, headDim: 4, table: own };
  const given = name === 'shawBias' ? { q } : { weights };
  return posenc[name]({ ...m, ...shape, ...given });
}
function transformerXL(m) {
  const shape = { heads: 1, queries: 2, keys: 2, headDim: 4 };
  return posenc.transformerXLBias({
    ...m,
    ...shape,
    q: floats(8),
    table: floats(12),
    v: floats(4),
  });
}
function deberta(m) {
  const shape = { heads: 1, queries: 2, keys: 2, headDim: 4 };
  const rows = 2 * (m.buckets || m.maxDistance || 1);
  const [keyTable, queryTable] = [floats(rows * 4), floats(rows * 4)];
  return posenc.debertaBias({ ...m, ...shape, q: floats(8), k: floats(8), keyTable, queryTable });
}
function swin(m) {
  const [height, width] = sidesOf(m);
  const rows = (2 * height - 1) * (2 * width - 1);
  return posenc.swinBias(floats(rows), 1, height, width, m);
}
function swinV2(m) {
  const [height, width] = sidesOf(m);
  return posenc.swinV2Table(1, height, width, {
    ...m,
    w1: floats(4),
    b1: floats(2),
    w2: floats(2),
  });
}

test('every function with options is called', () => {
  const names = Object.entries(posenc)
    .filter(([name, value]) => typeof value === 'function' && !WITHOUT.includes(name))
    .map(([name]) => name);
  assert.deepEqual(Object.keys(CALLS).sort(), names.sort());
  assert.ok(models.size > 600, `${models.size} types`);
});

test('a description of another scheme is refused by the name of its scheme', () => {
  for (const [type, { perLayer, ...model }] of models)
    for (const [name, [serves, call]] of Object.entries(CALLS)) {
      if (serves.includes(model.scheme)) continue;
      assert.throws(
        () => call(name === 'createRopes' ? { ...model, perLayer } : model),
        (error) => {
          const { message } = error;
          assert.ok(error instanceof TypeError, `${name} of ${type}: ${error.stack}`);
          assert.ok(message.startsWith(`${name}: scheme: expected `), `${type}: ${message}`);
          return message.endsWith(`got '${model.scheme}'`);
        },
        `${name} of ${type}`,
      );
    }
});

/** What a description says about each scheme, as options without the description. */
const OWN = {
  rope: 'heads headDim layout rotaryDim rotaryStart base scaling sections sectioning',
  alibi: 'slopes maxBias',
  t5: 'bidirectional buckets maxDistance',
  learned: 'offset prefix',
  sinusoidal: 'layout base start prefix',
  relative: 'maxDistance',
  deberta: 'buckets maxDistance',
  swin: '',
  swinv2: '',
  'transformer-xl': '',
};

test('a description of the own scheme gives the numbers of its options', () => {
  const rotating = Object.keys(CALLS).filter((name) => CALLS[name][0].includes('rope'));
  let count = 0;
  for (const [type, model] of models)
    for (const [name, [serves, call]] of Object.entries(CALLS)) {
      if (!serves.includes(model.scheme) || rotating.includes(name)) continue;
      const known = OWN[model.scheme].split(' ').filter((each) => model[each] !== undefined);
      const own = Object.fromEntries(known.map((each) => [each, model[each]]));
      const outcome = (options) => {
        try {
          return [...call(options)];
        } catch (error) {
          // Some tables have no formula, and a layout or an axis that a function does not have.
          assert.ok(error.argument, error.stack);
          return error.argument;
        }
      };
      const got = outcome({ ...model });
      if (typeof got === 'string') continue;
      const plain = optionsFor(name, own, model);
      if (!plain) continue;
      assert.deepEqual(got, plain, `${name} of ${type}`);
      count++;
    }
  assert.ok(count > 300, `${count} calls`);
});

/** Returns the result of a call with plain options. Options that a function lacks are left out. */
function optionsFor(name, own, { heads, dim, grid, buckets, maxDistance }) {
  const given = { ...own };
  const sizes = { heads, dim, grid, buckets, maxDistance };
  // The calls above also need the sizes, which are no options of the functions.
  const call = (options) =>
    CALLS[name][1](new Proxy(options, { get: (all, key) => all[key] ?? sizes[key] }));
  for (;;)
    try {
      return [...call(given)];
    } catch (error) {
      const [, stranger] = /got "(\w+)"/.exec(error.message) ?? [];
      if (!(stranger in given)) throw error;
      delete given[stranger];
    }
}

/** Returns the options of a layer that rotates, as a program without descriptions would give them. */
function plainOptions(layer) {
  const { headDim, rotaryDim, base, scaling, contextLength } = layer;
  return { headDim, options: { rotaryDim, base, scaling, ...(scaling && { contextLength }) } };
}

test('each layer that rotates rotates by its frequencies and its layout', () => {
  let count = 0;
  for (const [type, model] of models) {
    if (model.scheme !== 'rope') continue;
    const layers = new Set(model.perLayer ?? [model]);
    for (const layer of layers) {
      if (layer.scheme !== 'rope' || (layer.sections ?? layer.scaling?.mrope_section)) continue;
      const { headDim, options } = plainOptions(layer);
      const { rotaryDim, rotaryStart = 0, layout } = layer;
      if (layout === 'interleaved-to-half') continue;
      const found = posenc.ropeFrequencies(headDim, options);
      const keys = floats(layer.keyHeads * headDim);
      const wanted = Float64Array.from(keys);
      for (const head of range(layer.keyHeads)) {
        const at = head * headDim + rotaryStart;
        const how = { layout, factor: found.attentionFactor };
        const one = { heads: 1, length: 1, headDim: rotaryDim, positionOf: () => 5 };
        const frequencies = [...found.frequencies];
        wanted.set(turned(keys.subarray(at, at + rotaryDim), { ...one, frequencies, ...how }), at);
      }
      const length = layer.contextLength;
      const rope = posenc.createRope({ ...layer, ...(layer.scaling && { length: 6 }) });
      const isSame = distance(rope.frequencies, found.frequencies) === 0;
      // A cache of a longrope is for short texts, if nothing else is said.
      if (!isSame) {
        assert.match(layer.scaling.rope_type, /longrope|dynamic/, `${type} ${length}`);
        continue;
      }
      rope.apply({ k: keys, start: 5 });
      assert.ok(distance(keys, wanted) < 2e-6, `${type}: ${distance(keys, wanted)}`);
      count++;
    }
  }
  assert.ok(count > 240, `${count} layers`);
});

test('a model whose layers differ is refused as one, with both ways to rotate it', () => {
  let count = 0;
  for (const [type, model] of models) {
    if (model.scheme !== 'rope' || new Set(model.perLayer).size < 2) continue;
    for (const name of ['ropeFrequencies', 'ropeTable', 'applyRope', 'createRope'])
      assert.throws(
        () => CALLS[name][1](model),
        (error) =>
          error.message.startsWith(`${name}: options: expected a model whose layers are`) &&
          error.message.includes('createRope(model.perLayer[0])') &&
          error.message.includes('createRopes(model)'),
        `${name} of ${type}`,
      );
    const ropes = posenc.createRopes(model, { length: 2 });
    model.perLayer.forEach((layer, i) => {
      assert.equal(ropes[i] === null, layer.scheme !== 'rope', `${type}, layer ${i}`);
      assert.ok(ropes[i] === ropes[model.perLayer.indexOf(layer)], `${type}, layer ${i}`);
      assert.equal(layer.layout !== undefined, layer.scheme === 'rope', type);
    });
    count++;
  }
  assert.ok(count > 40, `${count} models`);
});
