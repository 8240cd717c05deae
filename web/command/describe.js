/* Defines the command that says how a model encodes positions. */
import { modelReport } from '../findings/models.js';
import { fields, linesOf } from '../findings/reports.js';
import { describeInput, openInput } from './inputs.js';

/** Keys of GGUF files that concern positions. */
const CONCERNS = /^(rope|attention)\.|context_length|embedding_length|block_count/;

/** @type {import('./commands.js').Command} */
export const describe = {
  words: ['FILE'],
  says: 'say how a model encodes positions, from its config.json or .gguf',
  options: {},
  example: 'posenc describe config.json',
  async run([path]) {
    const opened = await openInput(path);
    if (opened.format === 'gguf') return describeGguf(opened);
    const { model } = await describeInput(opened);
    const config = opened.format === 'config' ? opened.config : undefined;
    return { data: model, lines: linesOf(modelReport(opened.name, model, config)) };
  },
};

/**
 * Describes the model of a .gguf file, and lists the settings in the file.
 * @param {import('../files/gguf.js').GgufFile} opened
 */
async function describeGguf(opened) {
  const { name, architecture, factors } = opened;
  const settings = Object.fromEntries(
    Object.entries(opened.settings).filter(([key]) => CONCERNS.test(key)),
  );
  const tensors = Object.values(factors).filter((tensor) => tensor !== undefined);
  const divisors = tensors.map((tensor) => `${tensor.name} divides the frequencies.`);
  const { model } = await describeInput(opened).catch((error) => {
    if (error.name !== 'TypeError' && error.name !== 'RangeError') throw error;
    return { model: undefined };
  });
  const lines = model ? linesOf(modelReport(name, model)) : [`${name}: ${architecture}`];
  return {
    data: model ?? { architecture, settings, factors: tensors.map((tensor) => tensor.name) },
    lines: [...lines, ...fields(settings), ...divisors],
  };
}
