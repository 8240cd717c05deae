/* The command that makes exact numbers, against which a port is tested. */
import { fields } from '../findings/reports.js';
import { describeFile } from './inputs.js';
import { loadDoctor } from './load.js';

/** @satisfies {import('./arguments.js').Options} */
const OPTIONS = {
  positions: { kind: 'list', says: 'up to 256 positions' },
  seed: { kind: 'number', says: 'the seed of the inputs; default 0' },
  dtype: { kind: 'text', says: 'the type to which values are rounded; default float64' },
};

/** @type {import('./commands.js').Command<typeof OPTIONS>} */
export const golden = {
  words: ['CONFIG'],
  says: 'make exact test vectors of a model, with the tolerances for a port',
  more: [
    'As .json, the file says how its inputs are made. As .safetensors, it has the arrays alone.',
  ],
  options: OPTIONS,
  example: 'posenc golden config.json --seed 1 -o golden.json',
  async run([path], options) {
    const doctor = await loadDoctor();
    const { opened, model } = await describeFile(path);
    const given = /** @type {Parameters<typeof doctor.golden>[1]} */ (options);
    const made = doctor.golden(opened.format === 'config' ? opened.config : model, given);
    const arrays = arraysOf(made);
    return {
      data: made,
      arrays,
      lines: [
        `${opened.name}: exact values of ${made.scheme} at the positions ${made.positions.join(', ')}.`,
        ...fields(
          Object.fromEntries(
            Object.entries(arrays).map(([name, { shape }]) => [name, `[${shape.join(', ')}]`]),
          ),
        ),
        'Write them with -o golden.json or -o golden.safetensors.',
        ...made.notes,
      ],
    };
  },
};

/**
 * Returns the arrays by their names: those of part 0, and inputs with the end ".before".
 * @param {import('../doctor/golden.js').Golden} made
 */
function arraysOf({ parts }) {
  /** @type {[string, import('./output.js').ResultArray][]} */
  const list = [];
  parts.forEach(({ arrays }, part) => {
    for (const [name, { values, before, shape }] of Object.entries(arrays)) {
      const own = parts.length > 1 ? `${part}.${name}` : name;
      list.push([own, arrayOf(values, shape)]);
      if (before)
        list.push([
          `${own}.before`,
          arrayOf(before, before.length === values.length ? shape : [before.length]),
        ]);
    }
  });
  return Object.fromEntries(list);
}

/** @param {number[]} values @param {number[]} shape */
const arrayOf = (values, shape) => ({
  data: Float64Array.from(values),
  shape,
  dtype: /** @type {const} */ ('float64'),
});
