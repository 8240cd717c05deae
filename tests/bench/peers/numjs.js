/*
 * Runs numjs for tables and sums, with float32 arrays, which are its fastest type. Its data is in
 * plain arrays, and nothing is copied.
 */

/** @param {NodeRequire} require */
export const open = (require) => {
  const nj = require('numjs');
  const ways = (kind, sizes, inputs) => builders[kind]?.(nj, sizes, inputs);
  return [{ name: 'numjs', beside: ['window', 'resident'], ways }];
};

const tensor = (nj, array, shape) => nj.array(Array.from(array), 'float32').reshape(shape);
const way = (build) => {
  let out;
  return [
    {
      name: 'direct',
      run: () => {
        out = build();
      },
      read: () => [out.selection.data],
      close() {},
    },
  ];
};

const builders = {
  sinusoidal(nj, [length, dim], { positions, frequencies }) {
    const p = tensor(nj, positions, [length, 1]);
    const f = tensor(nj, frequencies, [1, dim / 2]);
    return way(() => {
      const a = nj.dot(p, f);
      const out = nj.zeros([length, dim], 'float32');
      out.slice(null, [0, dim, 2]).assign(nj.sin(a), false);
      out.slice(null, [1, dim, 2]).assign(nj.cos(a), false);
      return out;
    });
  },

  addPositional(nj, [length, dim], { x, table }) {
    const a = tensor(nj, x, [length, dim]);
    const b = tensor(nj, table, [length, dim]);
    return way(() => a.add(b));
  },
};
