/* Calls that once gave a wrong answer without a word. Each is right now, or refused by name. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFile, writeSafetensors } from '../../web/files/index.js';
import {
  alibiBias,
  applyRope,
  attention,
  createRope,
  createRopes,
  describeModel,
  identify,
  learnedTable,
  positionsFromMask,
  ropeTable,
} from '../../web/index.js';
import { configs } from '../inspect/tools.js';
import { noise, range } from '../support/reference.js';
import { distance, frequenciesOf, turned } from './plain.js';

const floats = (length, seed = 1) => noise(Float32Array, length, seed);
const describe = (name) => describeModel(configs[name]);
const refuses = (call, message) => assert.throws(call, { name: 'TypeError', message });

test('a layer is whole: Cohere 2 and Llama 4 rotate neighbours, layer by layer', () => {
  for (const name of ['command-r7b', 'llama-4-scout']) {
    const model = describe(name);
    const [layer] = model.perLayer;
    const { heads, headDim, base, contextLength } = layer;
    assert.deepEqual([layer.layout, contextLength], ['interleaved', model.contextLength]);
    const q = floats(heads * headDim);
    const own = { ...layer, scaling: undefined };
    const wanted = turned(q, {
      ...{ heads, length: 1, headDim, layout: 'interleaved', positionOf: () => 9 },
      frequencies: frequenciesOf(base, headDim),
    });
    createRope(own).apply({ q, start: 9 });
    assert.ok(distance(q, wanted) < 2e-6, name);
  }
});

test('a description without RoPE is not rotated, and one without ALiBi has no bias', () => {
  const q = floats(4096);
  refuses(
    () => createRope(describe('bert-base')),
    "createRope: scheme: expected 'rope', got 'learned'",
  );
  refuses(
    () => applyRope(q, describe('bloom-560m')),
    "applyRope: scheme: expected 'rope', got 'alibi'",
  );
  const still = describe('llama-4-scout').perLayer[3];
  refuses(() => createRope(still), "createRope: scheme: expected 'rope', got 'nope'");
  const llama = describe('llama-3-8b');
  refuses(() => alibiBias(4, 2, 2, llama), "alibiBias: scheme: expected 'alibi', got 'rope'");
});

test('Phi 3 has one rotation for a prompt, whichever function rotates it', () => {
  const model = describe('phi-3.5-mini');
  const { heads, headDim } = model;
  const [x, y, q] = [1, 2, 3].map(() => floats(20 * heads * headDim));
  applyRope(x, model);
  applyRope(y, { heads, headDim, table: ropeTable(20, headDim, model) });
  createRope(model).apply({ q, k: floats(20 * heads * headDim) });
  assert.ok(distance(x, y) < 1e-6 && distance(x, q) < 1e-6);
  // A cache for long texts, and positions that need one
  const long = createRope({ ...model, length: 8192 });
  assert.ok(distance(long.frequencies, createRope(model).frequencies) > 0.01);
  assert.throws(() => createRope(model).apply({ q, start: 5000 }), /^RangeError: apply: start: /);
});

test('a table for another width or other frequencies is refused', () => {
  const x = new Float32Array(128).fill(1);
  const wide = ropeTable(2, 128);
  assert.throws(() => applyRope(x, { heads: 1, headDim: 64, table: wide }), {
    name: 'RangeError',
    message: 'applyRope: table: expected a table for 64 elements of each head, got 128',
  });
  const part = ropeTable(2, 64, { rotaryDim: 32 });
  assert.throws(
    () => applyRope(x, { heads: 1, headDim: 64, table: part }),
    /^RangeError: .*table: /,
  );
  assert.ok(x.every((value) => value === 1));
  const llama = describe('llama-3-8b');
  const other = ropeTable(1, 128, { base: 1e4 });
  refuses(
    () => applyRope(floats(4096), { ...llama, table: other }),
    'applyRope: table: expected a table with the frequencies of the model, got one with others',
  );
  applyRope(floats(4096), { ...llama, table: ropeTable(1, 128, llama) });
});

test('noise, zeros and other constants have no formula', () => {
  const draw = learnedTable(64, 32, { std: 1, seed: 3 });
  for (const table of [draw, new Float32Array(2048), new Float32Array(2048).fill(0.5)]) {
    const { scheme, base, layout } = identify(table, 64, 32);
    assert.deepEqual([scheme, base, layout], ['unknown', undefined, undefined]);
  }
});

test('Gemma 3 is not rotated as one: five of its six layers have another base', () => {
  const config = configs['gemma-3-1b'];
  const model = describeModel(config);
  const message =
    'options: expected a model whose layers are alike, got one whose layers differ; ' +
    'give one layer, as in createRope(model.perLayer[0]), or make all with createRopes(model)';
  for (const given of [model, { ...model }, JSON.parse(JSON.stringify(model))])
    refuses(() => createRope(given), `createRope: ${message}`);
  const ropes = createRopes(model);
  assert.deepEqual([ropes.length, new Set(ropes).size], [26, 2]);
  const bases = [ropes[0], ropes[5]].map(({ frequencies }) => frequencies[1] ** -128);
  assert.ok(Math.abs(bases[0] / 1e4 - 1) < 1e-9 && Math.abs(bases[1] / 1e6 - 1) < 1e-9);
});

test('an index reads the shards that are there, and names the one that is missing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-shards-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const data = floats(6);
  writeFileSync(join(folder, 'one.safetensors'), writeSafetensors({ a: { data, shape: [2, 3] } }));
  const weight_map = { a: 'one.safetensors', b: 'two.safetensors' };
  const index = join(folder, 'model.safetensors.index.json');
  writeFileSync(index, JSON.stringify({ weight_map }));
  const { tensors } = await openFile(index);
  const [a, b] = ['a', 'b'].map((name) => tensors.find((each) => each.name === name));
  assert.deepEqual(await a.readFloats(), data);
  assert.match(b.unreadable, /two\.safetensors, which is not beside the index/);
  await assert.rejects(
    b.readFloats(),
    /^FileError: two\.safetensors of .*: expected the file beside/,
  );
});

test('a rope without a table, and a table without rows, are the same', () => {
  const [q, plain] = [floats(32), floats(32)];
  createRope({ heads: 2, headDim: 8, length: 0 }).apply({ q, start: 3 });
  applyRope(plain, { heads: 2, headDim: 8, start: 3 });
  assert.deepEqual(q, plain);
  const empty = new Float32Array(0);
  assert.equal(applyRope(empty, { heads: 2, headDim: 8, table: ropeTable(0, 8) }), empty);
});

test('a batch says where a sequence ends, and axes say where a head is', () => {
  const [batch, heads, length, headDim] = [2, 3, 4, 8];
  const shape = { batch, heads, length, headDim, frequencies: frequenciesOf(1e4, headDim) };
  const x = floats(batch * heads * length * headDim);
  const wanted = turned(x, { ...shape, positionOf: (_, token) => token });
  refuses(
    () => applyRope(x, { heads, headDim, axes: 'bhsd' }),
    'applyRope: length: expected the length of a sequence, because axes is "bhsd", got undefined',
  );
  const tensor = { data: x, dims: [batch, heads, length, headDim], type: 'float32' };
  assert.throws(() => applyRope(tensor, { heads, headDim }), /^RangeError: applyRope: x\.dims: /);
  assert.throws(
    () => applyRope(tensor, { heads: 2, headDim, axes: 'bhsd' }),
    /^RangeError: applyRope: x\.dims: expected \[batch, heads, length, headDim\] with heads 2 and /,
  );
  assert.equal(applyRope(tensor, { heads, headDim, axes: 'bhsd' }), tensor);
  assert.ok(distance(x, wanted) < 1e-6);
  const mask = { data: BigInt64Array.of(0n, 1n, 1n, 1n), dims: [2, 2], type: 'int64' };
  refuses(() => positionsFromMask([2, 3], 1, 2, describe('llama-3-8b')), /scheme: expected no /);
  assert.throws(
    () => positionsFromMask(mask, 4, 1),
    /^RangeError: positionsFromMask: mask\.dims: /,
  );
  assert.deepEqual([...positionsFromMask(mask, 2, 2)], [0, 0, 0, 1]);
});

/** The orders of axes, and the index of an element in each of them. */
const ORDERS = {
  bshd: (b, s, h, { length, heads }) => (b * length + s) * heads + h,
  bhsd: (b, s, h, { length, heads }) => (b * heads + h) * length + s,
  sbhd: (b, s, h, { batch, heads }) => (s * batch + b) * heads + h,
  shd: (b, s, h, { heads }) => s * heads + h,
  hsd: (b, s, h, { length }) => h * length + s,
};

test('all orders of axes give the numbers of one order, for q and k of different heads', () => {
  const [heads, keyHeads, length, headDim] = [4, 2, 3, 8];
  for (const [axes, placeOf] of Object.entries(ORDERS)) {
    const batch = axes.includes('b') ? 2 : 1;
    for (const positions of [undefined, [5, 6, 9], [5, 6, 9, 0, 1, 2].slice(0, batch * length)]) {
      const positionOf = (item, token) =>
        positions ? positions[(item * length + token) % positions.length] : 7 + token;
      const arrays = [heads, keyHeads].map((own, i) => {
        const shape = { batch, heads: own, length, headDim };
        const standard = floats(batch * own * length * headDim, i);
        const list = (from) => {
          const to = new Float32Array(from.length);
          for (const b of range(batch))
            for (const s of range(length))
              for (const h of range(own)) {
                const at = ((b * own + h) * length + s) * headDim;
                to.set(from.subarray(at, at + headDim), placeOf(b, s, h, shape) * headDim);
              }
          return to;
        };
        const frequencies = frequenciesOf(1e4, headDim);
        return [list(standard), list(turned(standard, { ...shape, frequencies, positionOf }))];
      });
      const [[q, plainQ], [k, plainK]] = arrays;
      const wide = positions && BigInt64Array.from(positions, BigInt);
      const when = positions ? { positions: wide } : { start: 7 };
      createRope({ heads, keyHeads, headDim, axes }).apply({ q, k, length, ...when });
      assert.ok(distance(q, plainQ) < 1e-6 && distance(k, plainK) < 1e-6, `${axes} ${positions}`);
    }
  }
});

test('attention in any order of axes is that of [heads, length, headDim]', () => {
  const [batch, heads, keyHeads, queries, keys, headDim] = [2, 4, 2, 3, 5, 8];
  const sizes = { heads, keyHeads, queries, keys, headDim };
  for (const [axes, placeOf] of Object.entries(ORDERS)) {
    const items = axes.includes('b') ? batch : 1;
    const arrays = [heads, keyHeads, keyHeads].map((own, i) => {
      const length = i ? keys : queries;
      const standard = floats(items * own * length * headDim, i);
      const list = new Float32Array(standard.length);
      for (const b of range(items))
        for (const s of range(length))
          for (const h of range(own)) {
            const at = ((b * own + h) * length + s) * headDim;
            const to = placeOf(b, s, h, { batch: items, heads: own, length }) * headDim;
            list.set(standard.subarray(at, at + headDim), to);
          }
      return { list, standard };
    });
    const [q, k, v] = arrays.map(({ list }) => list);
    const { output } = attention({ ...sizes, axes, q, k, v, causal: true });
    for (const b of range(items)) {
      const parts = arrays.map(({ standard }) => {
        const size = standard.length / items;
        return standard.subarray(b * size, b * size + size);
      });
      // Heads of keys are repeated, so that the plain call needs no groups.
      const repeated = parts.map((part, i) =>
        i
          ? Float32Array.from(
              range(heads).flatMap((h) => [
                ...part.subarray((h >> 1) * keys * headDim, ((h >> 1) + 1) * keys * headDim),
              ]),
            )
          : part,
      );
      const plain = attention({
        ...{ heads, queries, keys, headDim, causal: true },
        ...{ q: repeated[0], k: repeated[1], v: repeated[2] },
      });
      for (const h of range(heads))
        for (const s of range(queries)) {
          const at = placeOf(b, s, h, { batch: items, heads, length: queries }) * headDim;
          const from = (h * queries + s) * headDim;
          assert.deepEqual(
            output.subarray(at, at + headDim),
            plain.output.subarray(from, from + headDim),
            axes,
          );
        }
    }
  }
});
