/*
 * Runs TensorFlow.js with its wasm backend, which is faster than its backend in plain JavaScript.
 */
import { dirname, sep } from 'node:path';
import { afterAll, bothPlacements, callersArrays } from './placement.js';

/** @param {NodeRequire} require */
export async function open(require) {
  const tf = require('@tensorflow/tfjs-core');
  const wasm = require('@tensorflow/tfjs-backend-wasm');
  // This mode skips checks and is faster.
  tf.enableProdMode();
  wasm.setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
  await tf.setBackend('wasm');
  await tf.ready();
  return bothPlacements('tfjs', (copying, kind, sizes, inputs) =>
    ways(tf, copying, builders[kind], sizes, inputs),
  );
}

function ways(tf, copying, builder, sizes, inputs) {
  const kept = [];
  /** Makes a tensor that stays in the memory of the library. */
  const keep = (array, shape) => {
    kept.push(tf.tensor(array, shape));
    return kept.at(-1);
  };
  /** Returns a function that returns an input. With `copying`, it copies the input each time. */
  const input = (array, shape) => {
    if (copying) return () => tf.tensor(array, shape);
    const tensor = keep(array, shape);
    return () => tensor;
  };
  const built = Object.entries(builder(tf, sizes, inputs, keep, input));
  const closed = afterAll(built, () => tf.dispose(kept));
  return built.map(([name, build]) => way(tf, copying, name, build, closed));
}

function way(tf, copying, name, build, closed) {
  const { arrays, write } = callersArrays();
  let out;
  const data = () => [out].flat().map((tensor) => tensor.dataSync());
  return {
    name,
    run() {
      tf.dispose(out);
      out = tf.tidy(build);
      if (copying) write(data());
    },
    read: () => (copying ? arrays : data()),
    close() {
      tf.dispose(out);
      closed();
    },
  };
}

const builders = {
  sinusoidal(tf, [length, dim], { positions, frequencies, both, phases }, keep) {
    const p = keep(positions, [length, 1]);
    const f = keep(frequencies, [1, dim / 2]);
    const b = keep(both, [1, dim]);
    const phase = keep(phases, [1, dim]);
    return {
      stack: () => {
        const a = tf.mul(p, f);
        return tf.reshape(tf.stack([tf.sin(a), tf.cos(a)], 2), [length, dim]);
      },
      phase: () => tf.sin(tf.add(tf.mul(p, b), phase)),
    };
  },

  ropeTable(tf, [length, dim], { positions, frequencies }, keep) {
    const p = keep(positions, [length, 1]);
    const f = keep(frequencies, [1, dim / 2]);
    return {
      direct: () => {
        const a = tf.mul(p, f);
        return [tf.cos(a), tf.sin(a)];
      },
    };
  },

  addPositional(tf, [length, dim], { x, table }, keep, input) {
    const a = input(x, [length, dim]);
    const b = keep(table, [length, dim]);
    return { direct: () => tf.add(a(), b) };
  },

  applyRope(tf, [length, heads, dim, layout], { x, cos, sin, swap }, keep, input) {
    const q = input(x, [length, heads, dim]);
    const c = keep(cos, [length, 1, dim / 2]);
    const s = keep(sin, [length, 1, dim / 2]);
    const matrix = keep(swap, [dim, dim]);
    const half = layout === 'half';
    const wide = (t) =>
      half ? tf.concat([t, t], 2) : tf.reshape(tf.stack([t, t], 3), [length, 1, dim]);
    const cc = tf.tidy(() => wide(c));
    const ss = tf.tidy(() => wide(s));
    const turn = ([u, v]) => [
      tf.sub(tf.mul(u, c), tf.mul(v, s)),
      tf.add(tf.mul(u, s), tf.mul(v, c)),
    ];
    return {
      split: half
        ? () => tf.concat(turn(tf.split(q(), 2, 2)), 2)
        : () => tf.stack(turn(tf.unstack(tf.reshape(q(), [length, heads, dim / 2, 2]), 3)), 3),
      matrix() {
        const flat = tf.reshape(q(), [length * heads, dim]);
        const turned = tf.reshape(tf.matMul(flat, matrix), [length, heads, dim]);
        return tf.add(tf.mul(tf.reshape(flat, [length, heads, dim]), cc), tf.mul(turned, ss));
      },
    };
  },

  alibiBias(tf, [heads, queries, keys], { slopes, queryPositions, keyPositions }, keep) {
    const s = keep(slopes, [heads, 1, 1]);
    const q = keep(queryPositions, [queries, 1]);
    const k = keep(keyPositions, [1, keys]);
    return { direct: () => tf.mul(s, tf.neg(tf.abs(tf.sub(q, k)))) };
  },

  addAlibi(tf, [heads, queries, keys], inputs, keep, input) {
    const bias = builders.alibiBias(tf, [heads, queries, keys], inputs, keep).direct;
    const scores = input(inputs.scores, [heads, queries, keys]);
    return { direct: () => tf.add(scores(), bias()) };
  },

  t5Buckets(tf, [queries, keys], { queryPositions, keyPositions }, keep) {
    const q = keep(queryPositions, [queries, 1]);
    const k = keep(keyPositions, [1, keys]);
    return {
      direct() {
        const relative = tf.sub(k, q);
        const n = tf.abs(relative);
        const far = tf.minimum(
          tf.add(tf.floor(tf.mul(tf.log(tf.div(n, 8)), 8 / Math.log(16))), 8),
          15,
        );
        return tf.cast(
          tf.add(
            tf.where(tf.less(n, 8), n, far),
            tf.mul(tf.cast(tf.greater(relative, 0), 'float32'), 16),
          ),
          'int32',
        );
      },
    };
  },
};
