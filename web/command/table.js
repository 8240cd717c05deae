/* Defines the command that computes a sinusoidal table. */
import { sample } from '../findings/reports.js';
import { POSITIONS, integerOf } from './arguments.js';
import { loadLibrary } from './load.js';

/** @typedef {import('./output.js').ResultArray} ResultArray */
/** @typedef {NonNullable<Parameters<import('./load.js').Library['sinusoidal']>[2]>} TableOptions */

/** @satisfies {import('./arguments.js').Options} */
const TABLE = {
  layout: { kind: 'text', says: 'interleaved, concatenated or fairseq' },
  base: { kind: 'number', says: 'the base of the frequencies; default 10000' },
  ...POSITIONS,
};

/** @type {import('./commands.js').Command<typeof TABLE>} */
export const table = {
  words: ['LENGTH', 'DIM'],
  says: 'compute a sinusoidal table',
  options: TABLE,
  example: 'posenc table 512 128 --layout concatenated -o pe.npy',
  async run([length, dim], options) {
    const { sinusoidal } = await loadLibrary();
    const shape = [integerOf('LENGTH', length), integerOf('DIM', dim)];
    const given = /** @type {TableOptions} */ (options);
    const data = sinusoidal(shape[0], shape[1], given);
    /** @type {ResultArray} */
    const array = { data, shape, dtype: given.dtype ?? 'float32' };
    return { arrays: { table: array }, lines: sample('table', array) };
  },
};
