/*
 * Tests createRope, which prepares the rotations of applyRope once. A call throws if it would
 * rotate with other frequencies than those of the cached keys.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyRope, createRope, describeModel, ropeFrequencies } from '../../web/index.js';
import { bitsOf, noise } from '../support/reference.js';

const dynamic = { rope_type: 'dynamic', factor: 4, max_position_embeddings: 128 };

test('q and k get the same bits as from applyRope, in the table and beyond it', () => {
  for (const own of [
    {},
    { base: 5e5 },
    { layout: 'interleaved', rotaryDim: 16 },
    { scaling: { type: 'yarn', factor: 4, original_max_position_embeddings: 64 } },
    { sections: [4, 6, 6] },
    { rotaryHeads: 2, rotaryStart: 8, rotaryDim: 8 },
    { layout: 'interleaved-to-half' },
    { frequencies: Array(16).fill(0.01) },
    { precision: 'float32' },
  ]) {
    const rope = createRope({ heads: 6, keyHeads: 2, headDim: 32, length: 100, ...own });
    const o = { headDim: 32, ...own };
    for (const [rows, start] of [
      [1, 0],
      [7, 13],
      [1, 99],
      [1, 100],
      [5, 98],
      [3, -2],
      [2, 0.5],
    ]) {
      const q = noise(Float32Array, rows * 192, 1);
      const k = noise(Float32Array, rows * 64, 2);
      const a = q.slice();
      const b = k.slice();
      rope.apply({ q: a, k: b, start });
      assert.ok(
        bitsOf(a).equals(bitsOf(applyRope(q.slice(), { ...o, heads: 6, start }))),
        `q ${JSON.stringify(own)} ${start}`,
      );
      assert.ok(
        bitsOf(b).equals(
          bitsOf(
            applyRope(k.slice(), {
              ...o,
              heads: 2,
              ...(own.rotaryHeads && { rotaryHeads: 2 }),
              start,
            }),
          ),
        ),
        `k ${JSON.stringify(own)} ${start}`,
      );
      rope.apply({ k: b, start, inverse: true });
      b.forEach((v, i) => assert.ok(Math.abs(v - k[i]) < 1e-6));
    }
    assert.deepEqual(
      rope.frequencies,
      ropeFrequencies(32, own.layout || own.rotaryHeads ? { rotaryDim: own.rotaryDim } : own)
        .frequencies,
    );
  }
});

test('positions may differ from sequence to sequence, and arrays may have doubles', () => {
  const rope = createRope({ heads: 1, headDim: 8, length: 50, dtype: 'float64' });
  const positions = [3, 1, 4, 1, 5, 9];
  for (const Kind of [Float32Array, Float64Array])
    for (const [list, length] of [
      [positions, 6],
      [positions.slice(0, 3), 3],
      [positions, 3],
      [[0.5, -1, 70], 3],
    ]) {
      const q = noise(Kind, 48, 1);
      const got = q.slice();
      rope.apply({ q: got, positions: list, length });
      assert.ok(
        bitsOf(got).equals(bitsOf(applyRope(q, { heads: 1, headDim: 8, positions: list, length }))),
      );
    }
});

test('a base or scaling is refused if it differs from that of the cached keys', () => {
  const scaling = { rope_type: 'linear', factor: 2 };
  const rope = createRope({ heads: 1, headDim: 8, base: 5e5, scaling });
  const q = noise(Float32Array, 8, 1);
  const before = q.slice();
  for (const again of [
    { base: 1e4 },
    { scaling: null },
    { scaling: { ...scaling, factor: 3 } },
    { base: 5e5, scaling: { rope_type: 'ntk', factor: 2 } },
  ]) {
    assert.throws(() => rope.apply({ q, ...again }), {
      name: 'RangeError',
      message: /^\w+: (base|scaling): expected a value with the frequencies of createRope/,
    });
    assert.deepEqual(q, before);
  }
  assert.doesNotThrow(() =>
    rope.apply({ q, base: 5e5, scaling: { type: 'linear', factor: 2, other: 1 } }),
  );
});

test('positions that would change the frequencies of the cached keys are refused', () => {
  const rope = createRope({ heads: 1, headDim: 8, scaling: dynamic });
  const q = noise(Float32Array, 16, 1);
  const before = q.slice();
  assert.throws(() => rope.apply({ q, start: 127 }), {
    name: 'RangeError',
    message: /^\w+: start: expected positions .* got 128$/,
  });
  assert.throws(() => rope.apply({ q, positions: [0, 500] }), {
    name: 'RangeError',
    message: /^\w+: positions: .* got 500$/,
  });
  assert.deepEqual(q, before);
  rope.apply({ q, start: 126 });
  assert.ok(
    bitsOf(q).equals(bitsOf(applyRope(before.slice(), { heads: 1, headDim: 8, start: 126 }))),
  );
  const longer = createRope({ heads: 1, headDim: 8, scaling: dynamic, contextLength: 600 });
  const x = before.slice();
  longer.apply({ q: x, start: 500 });
  assert.ok(
    bitsOf(x).equals(
      bitsOf(
        applyRope(before.slice(), {
          heads: 1,
          headDim: 8,
          scaling: dynamic,
          contextLength: 600,
          start: 500,
        }),
      ),
    ),
  );
  assert.throws(() => longer.apply({ q: x, start: 599 }), RangeError);
  const long = createRope({
    heads: 1,
    headDim: 4,
    scaling: {
      type: 'longrope',
      short_factor: [1, 1],
      long_factor: [1, 8],
      original_max_position_embeddings: 64,
      max_position_embeddings: 640,
    },
    contextLength: 65,
  });
  assert.doesNotThrow(
    () => long.apply({ q: x, start: 600 }),
    'the long factors apply to every longer context',
  );
});

test('every position of a cache has its frequencies, even if a scaling lists others', () => {
  const shape = { heads: 1, headDim: 4 };
  const scaling = {
    type: 'longrope',
    short_factor: [1, 1],
    long_factor: [2, 8],
    original_max_position_embeddings: 64,
    max_position_embeddings: 640,
  };
  const phi = describeModel({
    model_type: 'phi3',
    hidden_size: 4,
    num_attention_heads: 1,
    max_position_embeddings: 640,
    original_max_position_embeddings: 64,
    rope_scaling: scaling,
  });
  for (const [name, options] of Object.entries({
    'a context as long as the model': { ...shape, scaling, contextLength: 640 },
    'a shorter context': { ...shape, scaling, contextLength: 639 },
    'a description with a context': { ...phi, length: 640 },
  })) {
    const rope = createRope(options);
    assert.deepEqual([...rope.frequencies], [1 / 2, 1 / 100 / 8], name);
    for (const positions of [undefined, [10.5]]) {
      const q = Float64Array.of(1, 2, 3, 4);
      rope.apply({ q, start: positions ? undefined : 10, positions });
      const [at] = positions ?? [10];
      const [c, s] = [Math.cos(at / 2), Math.sin(at / 2)];
      const factor = rope.attentionFactor;
      assert.ok(Math.abs(q[0] - factor * (c - 3 * s)) < 1e-14, `${name}, position ${at}`);
      assert.ok(Math.abs(q[2] - factor * (s + 3 * c)) < 1e-14, `${name}, position ${at}`);
    }
  }
});

test('a refused call leaves both arrays unchanged', () => {
  const rope = createRope({ heads: 2, keyHeads: 1, headDim: 8 });
  const q = noise(Float32Array, 16, 1);
  const k = noise(Float32Array, 8, 2);
  const [a, b] = [q.slice(), k.slice()];
  for (const [bad, message] of [
    [{ q, k: new Float32Array(7) }, /^\w+: k: expected a multiple of 8/],
    [{ q, k: [1] }, /^\w+: k: expected Float32Array/],
    [{ q: new Int32Array(16), k }, /^\w+: q:/],
    [{ q, k, start: '1' }, /^\w+: start:/],
    [{ q, k, positions: [1, 2] }, /^\w+: positions:/],
    [{ q, k, positions: [NaN] }, /^\w+: positions\[0\]:/],
    [{ q, k, inverse: 1 }, /^\w+: inverse:/],
    [{ q, k, length: 3 }, /^\w+: q: expected a multiple/],
    [{}, /^\w+: q: expected/],
    [{ q, k, begin: 1 }, /^\w+: arrays: expected only/],
    [{ q, k, start: 1, positions: [1] }, /^\w+: positions: expected either/],
    [null, /^\w+: arrays:/],
  ]) {
    assert.throws(
      () => rope.apply(bad),
      (error) => /TypeError|RangeError/.test(error.name) && message.test(error.message),
      message,
    );
    assert.ok(bitsOf(q).equals(bitsOf(a)) && bitsOf(k).equals(bitsOf(b)));
  }
});

test('a cache ignores options of one call, in a description and in an instance of a class', () => {
  const options = { heads: 1, headDim: 8 };
  class Options {
    heads = 1;
    headDim = 8;
    get start() {
      return 3;
    }
    get xpos() {
      return { of: 'keys' };
    }
  }
  const rotated = (given) => {
    const q = new Float32Array(16).fill(1);
    createRope(given).apply({ q, start: 5 });
    return q;
  };
  const wanted = rotated(options);
  assert.deepEqual(rotated({ ...options, scheme: 'rope', start: 3 }), wanted);
  assert.deepEqual(rotated(new Options()), wanted);
});
