/* Defines the command that makes exact numbers, against which a port is tested. */
import { fields } from '../findings/reports.js';
import { metadataOf } from './golden-metadata.js';
import { describeFile } from './inputs.js';
import { loadDoctor, loadFiles } from './load.js';

/** @satisfies {import('./arguments.js').Options} */
const OPTIONS = {
  positions: { kind: 'list', says: 'up to 256 positions' },
  seed: { kind: 'number', says: 'the seed of the inputs; default 0' },
  dtype: { kind: 'text', says: 'the type to which values are rounded; default float64' },
  bidirectional: { kind: 'flag', says: "t5: only the encoder's bias; =false: only the decoder's" },
};

/** @type {import('./commands.js').Command<typeof OPTIONS>} */
export const golden = {
  words: ['CONFIG'],
  says: 'make exact test vectors of a model, with the tolerances for a port',
  more: [
    'As .json or .safetensors, the file says how its inputs are made.',
    'It gives reasons for its tolerances, and has programs that read it.',
  ],
  options: OPTIONS,
  example: 'posenc golden config.json --seed 1 -o golden.json',
  async run([path], options) {
    const doctor = await loadDoctor();
    const { opened, model } = await describeFile(path);
    const given = /** @type {Parameters<typeof doctor.golden>[1]} */ (options);
    const made = doctor.golden(opened.format === 'config' ? opened.config : model, given);
    const arrays = await arraysOf(made);
    return {
      data: made,
      arrays,
      metadata: metadataOf(made),
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
 * Returns the arrays that a program gets when it reads the JSON file of test vectors.
 * @param {import('../doctor/golden.js').Golden} made
 */
async function arraysOf(made) {
  const { openFile } = await loadFiles();
  const text = new TextEncoder().encode(JSON.stringify(made));
  const { tensors } = await openFile(text, 'golden.json');
  const dtype = /** @type {const} */ ('float64');
  const arrays = tensors.map(async ({ name, shape, readFloats }) => {
    return [name, { data: await readFloats(), shape, dtype }];
  });
  return /** @type {Record<string, import('./output.js').ResultArray>} */ (
    Object.fromEntries(await Promise.all(arrays))
  );
}
