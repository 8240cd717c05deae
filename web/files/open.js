/* Opens a file of any of the formats, which it recognises by its first bytes. */
import * as check from '../check.js';
import { readConfig } from './config.js';
import { GGUF_MAGIC, readGguf } from './gguf.js';
import { NPY_MAGIC, readNpy } from './npy.js';
import { readNpz } from './npz.js';
import { refuseFile } from './refuse.js';
import { readSafetensors } from './safetensors.js';
import { openSource } from './source.js';
import { readCsv, readJsonArrays } from './text.js';

/** @typedef {import('./source.js').FileSource} FileSource */
/** @typedef {import('./safetensors.js').Beside} Beside */

/**
 * An opened file of any format. Its other properties depend on `format`.
 * @typedef {import('./npy.js').NpyFile | import('./npz.js').NpzFile |
 *   import('./safetensors.js').SafetensorsFile | import('./gguf.js').GgufFile |
 *   import('./config.js').ConfigFile | import('./text.js').TextFile} OpenedFile
 */

/** A zip file begins with its first member, or with its end record if it has no members. */
const ZIP_MAGICS = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
];

/** Bytes that JSON may begin with: spaces, "{" and "[". */
const SPACES = [0x20, 0x09, 0x0a, 0x0d];
const BRACE = 0x7b;
const BRACKET = 0x5b;

/** Matches the first character of a number or of a comment in a CSV file. */
const CSV = /^[-+.#\dni]/i;

/** JSON of at most this many bytes is searched for the "weight_map" of an index. */
const LARGEST_INDEX = 33554432;

/**
 * Opens a .npy, .npz, .safetensors or .gguf file, an index of safetensors, or a config.json. Also
 * opens arrays as text: CSV, nested lists in JSON, results of writeJson, or test vectors of
 * `golden`. The format is found from the content, not from the name. Of a binary file,
 * only the header is read immediately. The elements of a tensor are read on demand, and only the
 * rows that are asked for.
 *
 * @param {FileSource} source the bytes, a Blob or File, a path in Node, or {size, read(offset,
 *   length)}
 * @param {string} [name] what messages call the file; default: the file's own name
 * @param {Beside} [beside] returns a file that an index names; not needed for a path in Node
 * @returns {Promise<OpenedFile>}
 * @throws {RangeError | TypeError} a FileError if the file breaks the rules of its format
 * @example
 * const table = sinusoidal(64, 8);
 * const bytes = writeNpy({ data: table, shape: [64, 8] });
 * const { format, tensors } = await openFile(bytes, 'pe.npy');
 * console.log(format, tensors[0].name, tensors[0].dtype, tensors[0].shape); // npy pe float32 [64, 8]
 * const rows = await tensors[0].readFloats();
 * console.log(identify(rows, 64, 8).scheme); // sinusoidal
 */
export async function openFile(source, name, beside) {
  check.enter('openFile');
  const opened = await openSource(source, name);
  const start = await opened.read('the first bytes', 0, Math.min(16, opened.size));
  const begins = (/** @type {number[]} */ magic) => magic.every((byte, i) => start[i] === byte);
  const called = opened.name;
  if (begins(NPY_MAGIC)) return readNpy(source, called);
  if (begins(GGUF_MAGIC)) return readGguf(source, called);
  if (ZIP_MAGICS.some(begins)) return readNpz(source, called);
  if (start[8] === BRACE && start[7] === 0) return readSafetensors(source, called, beside);
  const first = start.find((byte) => !SPACES.includes(byte)) ?? 0;
  if (CSV.test(String.fromCharCode(first))) return readCsv(opened);
  if (first !== BRACE && first !== BRACKET)
    refuseFile(called, 'the first bytes', 'those of npy, npz, safetensors, gguf, JSON or CSV', {
      says: start.length ? [...start.subarray(0, 8)].join(' ') : 'an empty file',
    });
  const isIndex = opened.size <= LARGEST_INDEX && (await hasWeightMap(opened));
  if (isIndex) return readSafetensors(source, called, beside);
  return (await readJsonArrays(opened)) ?? readConfig(source, called);
}

/**
 * Whether a JSON file is an index that names other files.
 * @param {import('./source.js').Source} source
 */
async function hasWeightMap(source) {
  const bytes = await source.read('the file', 0, source.size);
  return new TextDecoder('latin1').decode(bytes).includes('"weight_map"');
}
