/* Runs jax-js with its wasm backend, compiled by jit. */
import { afterAll, bothPlacements, callersArrays } from './placement.js';

/** @param {NodeRequire} require */
export async function open(require) {
  // jax-js reads the number of cores from `navigator`, which Node 20 does not have.
  globalThis.navigator ??= {};
  const jax = require('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return bothPlacements('jax-js', (copying, kind, sizes, inputs) =>
    ways(jax, copying, builders[kind], sizes, inputs),
  );
}

function ways(jax, copying, builder, sizes, inputs) {
  const { np = jax.numpy } = jax;
  const kept = [];
  /** Puts an array into the memory of the library. Returns a function that returns the array. */
  const keep = (array, shape) => {
    const made = np.array(array.slice()).reshape(shape);
    kept.push(made);
    return () => made.ref;
  };
  /** Returns a function that returns an input. With `copying`, it copies the input each time. */
  const input = (array, shape) =>
    copying ? () => np.array(array).reshape(shape) : keep(array, shape);
  const { arrays, ways: made } = builder(np, sizes, inputs, keep, input);
  const built = Object.entries(made);
  const closed = afterAll(built, () => kept.forEach((array) => array.dispose()));
  return built.map(([name, build]) => way(jax, copying, name, jax.jit(build), arrays, closed));
}

function way(jax, copying, name, compiled, inputs, closed) {
  const { arrays, write } = callersArrays();
  let out = [];
  const drop = () => {
    for (const array of out) array.dispose();
    out = [];
  };
  const call = () => [compiled(...inputs.map((input) => input()))].flat();
  return {
    name,
    async run() {
      drop();
      if (copying) write(await Promise.all(call().map((array) => array.data())));
      else {
        out = call();
        await jax.blockUntilReady(out);
      }
    },
    read: () => (copying ? arrays : Promise.all(out.map((array) => array.ref.data()))),
    close() {
      drop();
      compiled.dispose?.();
      closed();
    },
  };
}

const builders = {
  sinusoidal(np, [length, dim], { positions, both, phases }, keep) {
    return {
      arrays: [keep(positions, [length, 1]), keep(both, [1, dim]), keep(phases, [1, dim])],
      ways: {
        stack(p, b, phase) {
          phase.dispose();
          const a = p.mul(b.reshape([1, dim / 2, 2]).slice([], [], 0));
          return np.stack([np.sin(a.ref), np.cos(a)], 2).reshape([length, dim]);
        },
        phase: (p, b, phase) => np.sin(p.mul(b).add(phase)),
      },
    };
  },

  ropeTable: (np, [length, dim], { positions, frequencies }, keep) => ({
    arrays: [keep(positions, [length, 1]), keep(frequencies, [1, dim / 2])],
    ways: {
      direct: (p, f) => {
        const a = p.mul(f);
        return [np.cos(a.ref), np.sin(a)];
      },
    },
  }),

  addPositional: (np, [length, dim], { x, table }, keep, input) => ({
    arrays: [input(x, [length, dim]), keep(table, [length, dim])],
    ways: { direct: (a, b) => a.add(b) },
  }),

  applyRope(np, [length, heads, dim, layout], { x, cos, sin }, keep, input) {
    const half = layout === 'half';
    const axis = half ? 2 : 3;
    const flat = [length, heads, dim];
    const table = half ? [length, 1, 1, dim / 2] : [length, 1, dim / 2, 1];
    const signs = half ? [1, 1, 2, 1] : [1, 1, 1, 2];
    const thin = [length, 1, dim / 2];
    return {
      arrays: [
        input(x, [length, heads, ...(half ? [2, dim / 2] : [dim / 2, 2])]),
        keep(cos, table),
        keep(sin, table),
      ],
      ways: {
        join(q, c, s) {
          const [u, v] = half
            ? [q.ref.slice([], [], 0), q.slice([], [], 1)]
            : [q.ref.slice([], [], [], 0), q.slice([], [], [], 1)];
          const a = c.reshape(thin);
          const b = s.reshape(thin);
          return np
            .stack([u.ref.mul(a.ref).sub(v.ref.mul(b.ref)), u.mul(b).add(v.mul(a))], axis)
            .reshape(flat);
        },
        flip: (q, c, s) =>
          q.ref
            .mul(c)
            .add(
              np
                .flip(q, axis)
                .mul(s)
                .mul(np.array([-1, 1]).reshape(signs)),
            )
            .reshape(flat),
      },
    };
  },

  alibiBias: (np, [heads, queries, keys], { slopes, queryPositions, keyPositions }, keep) => ({
    arrays: [
      keep(slopes, [heads, 1, 1]),
      keep(queryPositions, [queries, 1]),
      keep(keyPositions, [1, keys]),
    ],
    ways: { direct: (s, q, k) => s.mul(np.abs(q.sub(k)).neg()) },
  }),

  addAlibi(np, sizes, inputs, keep, input) {
    const {
      arrays,
      ways: { direct },
    } = builders.alibiBias(np, sizes, inputs, keep);
    return {
      arrays: [input(inputs.scores, sizes), ...arrays],
      ways: { direct: (scores, ...rest) => scores.add(direct(...rest)) },
    };
  },

  t5Buckets: (np, [queries, keys], { queryPositions, keyPositions }, keep) => ({
    arrays: [keep(queryPositions, [queries, 1]), keep(keyPositions, [1, keys])],
    ways: {
      direct(q, k) {
        const relative = k.sub(q);
        const n = np.abs(relative.ref);
        const far = np.minimum(np.floor(np.log(n.ref.div(8)).mul(8 / Math.log(16))).add(8), 15);
        return np
          .where(n.ref.less(8), n, far)
          .add(np.where(relative.greater(0), 16, 0))
          .astype(np.int32);
      },
    },
  }),
};
