/* What holds for every bias: the same bits in an arena, on shared memory and in views, whatever was called before, one ramp or many. */
import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import * as posenc from '../web/index.js';
import {open} from '../web/wasm.js';
import {bitsOf, noise} from './reference.js';

const f32 = (length, seed = length) => noise(Float32Array, length, seed), i32 = length => new Int32Array(length).fill(7);

/** Calls by name: the arrays they take, of which each may stand anywhere, and the call. */
const CALLS = {};
for (const [queries, keys] of [[5, 9], [9, 5], [300, 3], [2, 33000], [70, 257]]) {
  const heads = 2, headDim = 3, n = heads * queries * keys, at = ` ${queries} x ${keys}`, shape = {heads, queries, keys, headDim}, q = f32(heads * queries * headDim);
  for (const form of ['log', 'power'])
    CALLS[`kerpleBias ${form}${at}`] = [{out: f32(n), p: f32(heads).map(Math.abs), a: f32(heads, 5).map(Math.abs)}, o => posenc.kerpleBias(heads, queries, keys, {...o, form, causal: true})];
  CALLS[`sandwichBias${at}`] = [{out: f32(n)}, o => posenc.sandwichBias(heads, queries, keys, {...o, dim: 6})];
  CALLS[`fireBias${at}`] = [{out: f32(n), w1: f32(5), b1: f32(5, 2), w2: f32(10), b2: f32(2)}, o => posenc.fireBias(heads, queries, keys, {...o, threshold: 20})];
  CALLS[`copePositions${at}`] = [{out: f32(n), logits: f32(n, 8)}, ({logits, out}) => posenc.copePositions(logits, queries, keys, {out})];
  CALLS[`copeBias${at}`] = [{out: f32(n), logits: f32(n, 8), q, table: f32(12)}, o => posenc.copeBias({...shape, ...o})];
  CALLS[`shawBuckets${at}`] = [{out: i32(queries * keys)}, o => posenc.shawBuckets(queries, keys, o)];
  CALLS[`shawBias${at}`] = [{out: f32(n), q, table: f32(33 * headDim)}, o => posenc.shawBias({...shape, ...o})];
  CALLS[`transformerXLBias${at}`] = [{out: f32(n), q, v: f32(heads * headDim), table: f32(keys * heads * headDim)}, o => posenc.transformerXLBias({...shape, ...o})];
  CALLS[`debertaBuckets${at}`] = [{out: i32(queries * keys)}, o => posenc.debertaBuckets(queries, keys, {...o, buckets: 8, maxDistance: 30})];
  CALLS[`debertaBias${at}`] = [{out: f32(n), q, k: f32(heads * keys * headDim), keyTable: f32(heads * 16 * headDim), queryTable: f32(heads * 16 * headDim, 3)},
    o => posenc.debertaBias({...shape, ...o, buckets: 8, maxDistance: 30})];
}
for (const [height, width] of [[1, 1], [3, 5], [20, 13]]) {
  const tokens = height * width, offsets = (2 * height - 1) * (2 * width - 1), at = ` ${height} x ${width}`;
  CALLS[`swinIndex${at}`] = [{out: i32(tokens ** 2)}, o => posenc.swinIndex(height, width, o)];
  CALLS[`swinBias${at}`] = [{out: f32(3 * tokens ** 2), table: f32(3 * offsets)}, ({table, out}) => posenc.swinBias(table, 3, height, width, {out})];
  CALLS[`swinV2Coordinates${at}`] = [{out: f32(2 * offsets)}, o => posenc.swinV2Coordinates(height, width, {...o, pretrained: [8, 9]})];
  CALLS[`swinV2Table${at}`] = [{out: f32(3 * offsets), w1: f32(8), b1: f32(4), w2: f32(12)}, o => posenc.swinV2Table(3, height, width, o)];
}
CALLS.attentionTemperature = [{out: f32(40), positions: f32(40).map(x => 1e5 * x * x)}, o => posenc.attentionTemperature(40, o)];

const map = (arrays, of) => Object.fromEntries(Object.entries(arrays).map(([name, array], i) => [name, of(array, i)]));

/** Calls everything with arrays made in another way, and compares the bits of results and inputs. */
function sameResults(what, make) {
  for (const [name, [arrays, call]] of Object.entries(CALLS)) {
    const expected = call(map(arrays, array => array.slice())), given = map(arrays, make()), got = call(given);
    assert.equal(got, given.out, `${what}: ${name} fills out`);
    assert.ok(bitsOf(got).equals(bitsOf(expected)), `${what}: ${name}`);
    for (const key of Object.keys(arrays)) if (key !== 'out') assert.ok(bitsOf(given[key]).equals(bitsOf(arrays[key])), `${what}: ${name} changed ${key}`);
  }
}

const put = (arena, array) => {
  const view = arena[array.constructor.name.replace('Array', '').toLowerCase()](array.length);
  view.set(array);
  return view;
};

test('resident arrays get the bits that others get: out alone, the others alone, and all', () => {
  for (const which of [name => name === 0, name => name > 0, () => true])
    sameResults(`resident ${which}`, () => { const arena = posenc.createArena(1 << 22); return (array, i) => which(i) ? put(arena, array) : array.slice(); });
});

test('a large resident result, which is streamed, has the same bits', () => {
  const arena = posenc.createArena(1 << 25), out = arena.float32(2 ** 22 + 2 ** 21), o = {p: [1, 0.5, 2], a: [1, 2, 0.1]};
  assert.ok(bitsOf(posenc.kerpleBias(3, 1024, 2048, {...o, out})).equals(bitsOf(posenc.kerpleBias(3, 1024, 2048, o))));
});

test('arrays on shared memory, views into larger buffers and arrays of another realm give the same results', () => {
  sameResults('shared', () => array => { const to = new array.constructor(new SharedArrayBuffer(array.byteLength)); to.set(array); return to; });
  sameResults('view', () => array => { const to = new array.constructor(array.length + 7).subarray(3, 3 + array.length); to.set(array); return to; });
  sameResults('another realm', () => array => vm.runInNewContext(`array => ${array.constructor.name}.from(array)`)(array));
});

test('calls do not disturb one another', () => {
  const few = Object.entries(CALLS).filter(([name]) => !/33000|300|257|20 x/.test(name)), run = ([, [arrays, call]]) => call(map(arrays, array => array.slice()));
  const others = [() => posenc.sinusoidal(40, 12), () => posenc.t5Buckets(9, 9), () => posenc.alibiBias(3, 9, 9)], alone = few.map(run), before = others.map(f => f());
  for (const call of few) {
    for (const [i, other] of few.entries()) run(call), assert.ok(bitsOf(run(other)).equals(bitsOf(alone[i])), `${call[0]}, then ${other[0]}`);
    others.forEach((f, i) => assert.ok(bitsOf(f()).equals(bitsOf(before[i])), `${call[0]}, then ${f}`));
  }
});

test('the memory stays as it was', () => assert.ok(open().u8.buffer.byteLength <= 4 << 20));
