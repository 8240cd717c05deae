/* Runs TensorFlow.js with its wasm and its plain JavaScript backend. Results stay in its memory. */
import { dirname, sep } from 'node:path';

/** @param {NodeRequire} require */
export async function open(require) {
  const tf = require('@tensorflow/tfjs-core');
  const wasm = require('@tensorflow/tfjs-backend-wasm');
  require('@tensorflow/tfjs-backend-cpu');
  // This mode skips checks and is faster.
  tf.enableProdMode();
  wasm.setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
  return Promise.all(
    ['wasm', 'cpu'].map(async (backend) => {
      await tf.setBackend(backend);
      await tf.ready();
      return {
        name: `tfjs-${backend}`,
        ways: (kind, sizes, inputs) => ways(tf, backend, kind, sizes, inputs),
      };
    }),
  );
}

function ways(tf, backend, kind, sizes, inputs) {
  const use = () => {
    if (tf.getBackend() !== backend) tf.setBackend(backend);
  };
  use();
  return Object.entries(builders[kind](tf, sizes, inputs)).map(([name, build]) => {
    let out;
    const drop = () => {
      use();
      tf.dispose(out);
    };
    return {
      name,
      run() {
        drop();
        out = tf.tidy(build);
      },
      read: () => (use(), [out].flat().map((tensor) => tensor.dataSync())),
      close: () => drop(),
    };
  });
}

const builders = {
  sinusoidal(tf, [length, dim], { positions, frequencies, both, phases }) {
    const p = tf.tensor(positions, [length, 1]);
    const f = tf.tensor(frequencies, [1, dim / 2]);
    const b = tf.tensor(both, [1, dim]);
    const phase = tf.tensor(phases, [1, dim]);
    return {
      stack: () => {
        const a = tf.mul(p, f);
        return tf.reshape(tf.stack([tf.sin(a), tf.cos(a)], 2), [length, dim]);
      },
      phase: () => tf.sin(tf.add(tf.mul(p, b), phase)),
    };
  },

  ropeTable(tf, [length, dim], { positions, frequencies }) {
    const p = tf.tensor(positions, [length, 1]);
    const f = tf.tensor(frequencies, [1, dim / 2]);
    return {
      direct: () => {
        const a = tf.mul(p, f);
        return [tf.cos(a), tf.sin(a)];
      },
    };
  },

  addPositional(tf, [length, dim], { x, table }) {
    const a = tf.tensor(x, [length, dim]);
    const b = tf.tensor(table, [length, dim]);
    return { direct: () => tf.add(a, b) };
  },

  applyRope(tf, [length, heads, dim, layout], { x, cos, sin, swap }) {
    const q = tf.tensor(x, [length, heads, dim]);
    const c = tf.tensor(cos, [length, 1, dim / 2]);
    const s = tf.tensor(sin, [length, 1, dim / 2]);
    const matrix = tf.tensor(swap, [dim, dim]);
    const half = layout === 'half';
    const wide = (t) =>
      half ? tf.concat([t, t], 2) : tf.reshape(tf.stack([t, t], 3), [length, 1, dim]);
    const cc = wide(c);
    const ss = wide(s);
    const turn = ([u, v]) => [
      tf.sub(tf.mul(u, c), tf.mul(v, s)),
      tf.add(tf.mul(u, s), tf.mul(v, c)),
    ];
    return {
      split: half
        ? () => tf.concat(turn(tf.split(q, 2, 2)), 2)
        : () => tf.stack(turn(tf.unstack(tf.reshape(q, [length, heads, dim / 2, 2]), 3)), 3),
      matrix: () =>
        tf.add(
          tf.mul(q, cc),
          tf.mul(
            tf.reshape(tf.matMul(tf.reshape(q, [length * heads, dim]), matrix), [
              length,
              heads,
              dim,
            ]),
            ss,
          ),
        ),
    };
  },

  alibiBias(tf, [heads, queries, keys], { slopes, queryPositions, keyPositions }) {
    const s = tf.tensor(slopes, [heads, 1, 1]);
    const q = tf.tensor(queryPositions, [queries, 1]);
    const k = tf.tensor(keyPositions, [1, keys]);
    return { direct: () => tf.mul(s, tf.neg(tf.abs(tf.sub(q, k)))) };
  },

  addAlibi(tf, [heads, queries, keys], inputs) {
    const bias = builders.alibiBias(tf, [heads, queries, keys], inputs).direct;
    const scores = tf.tensor(inputs.scores, [heads, queries, keys]);
    return { direct: () => tf.add(scores, bias()) };
  },

  t5Buckets(tf, [queries, keys], { queryPositions, keyPositions }) {
    const q = tf.tensor(queryPositions, [queries, 1]);
    const k = tf.tensor(keyPositions, [1, keys]);
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
