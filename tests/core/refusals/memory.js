import { notNumbers, size, required } from './tools.js';

export const functions = {
  createArena: {
    names: ['bytes'],
    good: () => ({ bytes: 16 }),
    rows: [...required('bytes'), ...size('bytes', 2 ** 32)],
    accepted: [[0], [1]],
  },
  ready: { names: [], good: () => ({}), accepted: [[]], rows: [] },
  useModule: {
    names: ['module'],
    good: () => ({ module: null }),
    accepted: [],
    rows: [undefined, ...notNumbers, new Uint8Array(8), new ArrayBuffer(8), Promise.resolve()].map(
      (value) => [TypeError, 'module', value],
    ),
  },
};
