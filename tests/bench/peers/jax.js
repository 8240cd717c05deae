/* Runs jax-js with its wasm backend, compiled by jit. The results stay in the memory of jax-js. */

/** @param {NodeRequire} require */
export async function open(require) {
  // jax-js reads the number of cores from `navigator`, which Node 20 does not have.
  globalThis.navigator ??= {};
  const jax = require('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return [{ name: 'jax-js', ways: (kind, sizes, inputs) => ways(jax, kind, sizes, inputs) }];
}

function ways(jax, kind, sizes, inputs) {
  const { np = jax.numpy } = jax;
  const tensor = (array, shape) => np.array(array.slice()).reshape(shape);
  const { arrays, ways: made } = builders[kind](np, sizes, inputs, tensor);
  return Object.entries(made).map(([name, build]) => {
    const compiled = jax.jit(build);
    let out;
    const drop = () => {
      for (const array of [out ?? []].flat()) array.dispose();
    };
    return {
      name,
      async run() {
        drop();
        out = compiled(...arrays.map((array) => array.ref));
        await jax.blockUntilReady(out);
      },
      read: () => Promise.all([out].flat().map((array) => array.ref.data())),
      close() {
        drop();
        compiled.dispose?.();
      },
    };
  });
}

const builders = {
  sinusoidal(np, [length, dim], { positions, both, phases }, tensor) {
    return {
      arrays: [tensor(positions, [length, 1]), tensor(both, [1, dim]), tensor(phases, [1, dim])],
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

  ropeTable: (np, [length, dim], { positions, frequencies }, tensor) => ({
    arrays: [tensor(positions, [length, 1]), tensor(frequencies, [1, dim / 2])],
    ways: {
      direct: (p, f) => {
        const a = p.mul(f);
        return [np.cos(a.ref), np.sin(a)];
      },
    },
  }),

  addPositional: (np, [length, dim], { x, table }, tensor) => ({
    arrays: [tensor(x, [length, dim]), tensor(table, [length, dim])],
    ways: { direct: (a, b) => a.add(b) },
  }),

  applyRope(np, [length, heads, dim, layout], { x, cos, sin }, tensor) {
    const half = layout === 'half';
    const axis = half ? 2 : 3;
    const flat = [length, heads, dim];
    const table = half ? [length, 1, 1, dim / 2] : [length, 1, dim / 2, 1];
    const signs = half ? [1, 1, 2, 1] : [1, 1, 1, 2];
    const thin = [length, 1, dim / 2];
    return {
      arrays: [
        tensor(x, [length, heads, ...(half ? [2, dim / 2] : [dim / 2, 2])]),
        tensor(cos, table),
        tensor(sin, table),
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

  alibiBias: (np, [heads, queries, keys], { slopes, queryPositions, keyPositions }, tensor) => ({
    arrays: [
      tensor(slopes, [heads, 1, 1]),
      tensor(queryPositions, [queries, 1]),
      tensor(keyPositions, [1, keys]),
    ],
    ways: { direct: (s, q, k) => s.mul(np.abs(q.sub(k)).neg()) },
  }),

  addAlibi(np, sizes, inputs, tensor) {
    const {
      arrays,
      ways: { direct },
    } = builders.alibiBias(np, sizes, inputs, tensor);
    return {
      arrays: [tensor(inputs.scores, sizes), ...arrays],
      ways: { direct: (scores, ...rest) => scores.add(direct(...rest)) },
    };
  },

  t5Buckets: (np, [queries, keys], { queryPositions, keyPositions }, tensor) => ({
    arrays: [tensor(queryPositions, [queries, 1]), tensor(keyPositions, [1, keys])],
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
