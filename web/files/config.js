/* Reads config.json, which has the settings of a model. */
import { entriesOf, integer, readJson } from './refuse.js';
import { openSource } from './source.js';

/** @typedef {import('./source.js').FileSource} FileSource */

/**
 * A model's config.json.
 * @typedef {object} ConfigFile
 * @property {'config'} format
 * @property {string} name
 * @property {[]} tensors
 * @property {Record<string, unknown>} config for describeModel
 */

/** A config of more bytes is refused. */
const LARGEST = 16777216;

/**
 * Reads the config.json of a model, or another file with one JSON object.
 *
 * @param {FileSource} source
 * @param {string} [name] what messages call the file; default: the file's own name
 * @returns {Promise<ConfigFile>}
 * @throws {RangeError | TypeError} a FileError if the file is not a JSON object
 * @example
 * const bytes = new TextEncoder().encode('{"model_type": "llama"}');
 * const { config } = await readConfig(bytes);
 * console.log(config.model_type); // llama
 */
export async function readConfig(source, name) {
  const opened = await openSource(source, name);
  integer(opened.name, 'the size', opened.size, 0, LARGEST);
  const bytes = await opened.read('the file', 0, opened.size);
  const found = entriesOf(opened.name, 'the file', readJson(opened.name, 'the file', bytes));
  return { format: 'config', name: opened.name, tensors: [], config: Object.fromEntries(found) };
}
