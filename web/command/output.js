/* Writes the result of a command: a report for a person, or data for a program. */
import { writeFileSync } from 'node:fs';
import { linesOf, titled } from '../findings/reports.js';
import { UsageError } from './arguments.js';
import { loadFiles } from './load.js';
import { give, tell } from './terminal.js';

/** @typedef {import('../files/elements.js').FileDtype} FileDtype */
/** @typedef {import('./load.js').Files} Files */

/**
 * An array of a result. The writers of files accept it.
 * @typedef {object} ResultArray
 * @property {ArrayLike<number> & ArrayBufferView} data
 * @property {number[]} shape
 * @property {FileDtype} dtype
 */

/**
 * What a command has found or computed.
 * @typedef {object} Result
 * @property {string[]} lines the report
 * @property {object} [data] the result of the API, for JSON
 * @property {Record<string, ResultArray>} [arrays] arrays by their names, for all formats
 * @property {Record<string, string>} [metadata] metadata for a .safetensors file
 * @property {boolean} [agrees] false if something differs
 */

/**
 * Returns the result of a command that examined a pair of tensors. The report begins with the name,
 * type and shape of the first tensor.
 * @param {Pick<import('../findings/pairs.js').Pair, 'a'>} pair
 * @param {import('../findings/reports.js').Finding & {data: object}} finding
 * @returns {Result}
 */
export const pairResult = ({ a }, finding) => ({
  data: finding.data,
  agrees: finding.agrees,
  lines: [titled(a), ...linesOf(finding)],
});

/**
 * Writes a result to the file and the streams that were asked for.
 * @param {Result} result
 * @param {{json?: boolean, output?: string}} where
 * @param {import('./run.js').Streams} streams
 */
export async function write(result, { json, output }, { stdout, stderr }) {
  const isTerminal = stdout.isTTY === true;
  if (output !== undefined) {
    writeFile(output, await contentsFor(result, output));
    tell(stderr, [`posenc: wrote ${output}${shapesOf(result)}`]);
    if (json) give(stdout, await jsonOf(result));
    else if (isTerminal && !result.arrays) tell(stdout, result.lines);
  } else if (json) give(stdout, await jsonOf(result));
  else if (isTerminal) tell(stdout, result.lines);
  else give(stdout, await piped(result));
}

/** @param {string} path @param {string | Uint8Array} contents */
function writeFile(path, contents) {
  try {
    writeFileSync(path, contents);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new UsageError(`--output: expected a file that can be written, got ${path} (${code})`);
  }
}

/** Returns the text for a pipe: CSV for one array, and JSON otherwise. @param {Result} result */
async function piped(result) {
  const arrays = Object.values(result.arrays ?? {});
  if (arrays.length !== 1 || result.data !== undefined) return jsonOf(result);
  const { writeCsv } = await loadFiles();
  return writeCsv(arrays[0]);
}

/** @param {Result} result */
async function jsonOf({ data, arrays }) {
  if (data !== undefined) return `${inLines(data)}\n`;
  const { writeJson } = await loadFiles();
  return writeJson(arrays ?? {});
}

/**
 * Returns JSON with a line for each property, which people and programs can read.
 * @param {object} data
 */
function inLines(data) {
  if (Array.isArray(data))
    return `[\n${data.map((each) => JSON.stringify(each, plain)).join(',\n')}\n]`;
  const lines = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value, plain)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

/**
 * Turns values that JSON cannot represent into strings or lists.
 * @param {string} _
 * @param {unknown} value
 */
function plain(_, value) {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value)) : value;
}

/**
 * Functions that make the contents of a file, by the extension of its name.
 * @type {Record<string, (result: Result, files: Files) => Promise<string | Uint8Array>>}
 */
const CONTENTS = {
  json: jsonOf,
  csv: async (result, files) => files.writeCsv(onlyArray(result, 'csv')),
  npy: async (result, files) => files.writeNpy(onlyArray(result, 'npy')),
  npz: async (result, files) => files.writeNpz(arraysOf(result, 'npz')),
  safetensors: async (result, files) =>
    files.writeSafetensors(arraysOf(result, 'safetensors'), { made: 'posenc', ...result.metadata }),
};

/** @param {Result} result @param {string} path */
async function contentsFor(result, path) {
  const end = /\.(\w+)$/.exec(path)?.[1].toLowerCase() ?? '';
  if (!Object.hasOwn(CONTENTS, end))
    throw new UsageError(
      `--output: expected a name that ends in .${Object.keys(CONTENTS).join(', .')}, got "${path}"`,
    );
  return CONTENTS[end](result, await loadFiles());
}

/** @param {Result} result @param {string} end */
function arraysOf({ arrays }, end) {
  if (!arrays) throw new UsageError(`--output: expected .json for a report, got .${end}`);
  return arrays;
}

/** @param {Result} result @param {string} end */
function onlyArray(result, end) {
  const arrays = Object.entries(arraysOf(result, end));
  if (arrays.length !== 1)
    throw new UsageError(
      `--output: expected .npz, .safetensors or .json for ${arrays.map(([name]) => name).join(', ')}, ` +
        `got .${end}, which has one array`,
    );
  return arrays[0][1];
}

/** @param {Result} result */
function shapesOf({ arrays = {} }) {
  const texts = Object.entries(arrays).map(([name, { shape }]) => `${name} [${shape.join(', ')}]`);
  const shown = texts.length > 4 ? [...texts.slice(0, 3), `${texts.length - 3} more`] : texts;
  return shown.length ? `: ${shown.join(', ')}` : '';
}
