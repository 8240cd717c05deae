/* Compares biases with the results of published code, mostly the code of their authors. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  copeBias,
  copePositions,
  fireBias,
  kerpleBias,
  sandwichBias,
  shawBias,
} from '../../web/index.js';
import { golden, ulp32 } from '../support/exact.js';
import { agrees, numbers } from '../support/foreign.js';
import { pairAt } from '../support/relative.js';

const foreign = golden('foreign-biases');
const [HEADS, LENGTH, DIM] = [2, 5, 6];
const [q, k] = [1, 2].map((seed) => numbers(HEADS * LENGTH * DIM, seed));

/** Returns the elements of a bias for keys at or before their query. */
const seen = (bias) => [...bias.keys()].filter((i) => bias[i] > -Infinity).map((i) => bias[i]);

test("KERPLE: only the authors' code raises p and a to 0.01; both compute the same", () => {
  const causal = true;
  agrees(
    seen(kerpleBias(HEADS, 6, 6, { p: [0.7, 0.01], a: [0.25, 1.3], causal })),
    foreign['kerple log'],
    'log',
  );
  agrees(
    seen(kerpleBias(HEADS, 6, 6, { form: 'power', p: [0.7, 2], a: [0.25, 1.3], causal })),
    foreign['kerple power'],
    'power',
  );
});

test("FIRE: the code takes absolute values of c and of the threshold's two factors", () => {
  const [w1, b1, w2, b2] = [4, 4, HEADS * 4, HEADS].map((count, i) => numbers(count, 3 + i));
  const options = { w1, b1, w2, b2, c: 0.3, threshold: 4.5, causal: true };
  agrees(seen(fireBias(HEADS, 7, 7, options)), foreign.fire, 'fire');
});

test("Sandwich: NeMo has the paper's formula; attention-gym begins one pair earlier", () => {
  const bias = sandwichBias(HEADS, 4, 4, { dim: 16 });
  agrees(bias, foreign['sandwich from 1'], 'pairs 1 to 8, less 8');
  // The sum from pair 0 has cos D instead of the cosine of the lowest frequency. This sum is also
  // larger by a constant, which a softmax cancels.
  const earlier = foreign['sandwich from 0'].flat(2);
  bias.forEach((x, at) => {
    const { group: head, relative: D } = pairAt(at, 4, 4);
    const more = (Math.cos(D) - Math.cos(D / 10000) + 8) / (4 * (head + 1));
    assert.ok(Math.abs(x + more - earlier[at]) <= ulp32(x), `${at}`);
  });
});

test("CoPE: the authors' code gates by scores that are divided by sqrt(headDim)", () => {
  const logits = new Float64Array(HEADS * LENGTH * LENGTH).fill(-1e30);
  for (let at = 0; at < logits.length; at++) {
    const [row, key] = [Math.floor(at / LENGTH), at % LENGTH];
    const from = (Math.floor(row / LENGTH) * LENGTH + key) * DIM;
    let dot = 0;
    for (let i = 0; i < DIM; i++) dot += 16 * q[row * DIM + i] * k[from + i];
    logits[at] = dot / Math.sqrt(DIM);
  }
  const rounded = Float32Array.from(logits);
  // The error comes from the logits, which are rounded to float32. Gates have slopes of at most
  // 1/4.
  const within = { within: 5 * 2 ** -25, size: Math.max(...rounded.map(Math.abs)) };
  const shape = { heads: HEADS, queries: LENGTH, keys: LENGTH, headDim: DIM };
  const table = numbers(4 * DIM, 7);
  const bias = copeBias({ ...shape, logits: rounded, q: q.map((x) => 4 * x), table });
  agrees(seen(bias), foreign.cope, 'what the positions add', within);
  const positions = copePositions(rounded, LENGTH, LENGTH, { maxPosition: 3 });
  agrees(
    positions.filter((_, i) => bias[i] > -Infinity),
    foreign['cope positions'],
    'positions',
    within,
  );
});

test('Shaw: key terms agree with tensor2tensor, which divides queries by sqrt(headDim)', () => {
  const shape = { heads: HEADS, queries: LENGTH, keys: LENGTH, headDim: DIM };
  const options = { ...shape, q, table: numbers(5 * DIM, 8), maxDistance: 2 };
  agrees(shawBias(options), foreign.shaw, 'shaw');
});
