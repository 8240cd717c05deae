/* Opens the files that the command line names, and finds which of their tensors the user means. */
import { existsSync } from 'node:fs';
import { describeOpened } from '../findings/models.js';
import { likelyTensors, listed } from '../findings/tensors.js';
import { UsageError, nearest } from './arguments.js';
import { loadDoctor, loadFiles, loadLibrary } from './load.js';
import { progressOf } from './progress.js';

/** @typedef {import('../files/tensor.js').Tensor} Tensor */

/** Splits FILE:TENSOR. A file whose own name has a colon is found, too. @param {string} word */
function splitName(word) {
  const at = word.lastIndexOf(':');
  if (at <= 0 || existsSync(word)) return { path: word };
  return { path: word.slice(0, at), wanted: word.slice(at + 1) };
}

/**
 * Opens a file. If it cannot be read, the message begins with the name that was given.
 * @param {string} path
 */
export async function openInput(path) {
  const { openFile } = await loadFiles();
  return openFile(path).catch((error) => {
    const code = error.cause?.code;
    if (typeof code !== 'string') throw error;
    const got = code === 'ENOENT' ? 'nothing there' : code;
    throw new UsageError(`${path}: expected a file that can be read, got ${got}`);
  });
}

/**
 * Opens FILE[:TENSOR]. Without a name of a tensor, the file must have only one tensor, or only one
 * tensor whose name suggests positions.
 * @param {string} word
 * @returns {Promise<Tensor>}
 */
export async function openTensor(word) {
  const { path, wanted } = splitName(word);
  const { name, format, tensors } = await openInput(path);
  if (format === 'config') throw new UsageError(`${name}: expected tensors, got a config`);
  const found = wanted === undefined ? onlyOf(name, tensors) : namedOf(name, tensors, wanted);
  if (found.unreadable) throw new UsageError(`${name}: ${found.unreadable}`);
  return found;
}

/** @param {string} file @param {Tensor[]} tensors @param {string} wanted */
function namedOf(file, tensors, wanted) {
  const found = tensors.find(({ name }) => name === wanted);
  if (found) return found;
  const names = tensors.map(({ name }) => name);
  const near = nearest(wanted, names);
  const advice = near ? `did you mean ${near}?` : `it has ${listed(names)}`;
  throw new UsageError(`${file}: no tensor is called ${wanted}; ${advice}`);
}

/** @param {string} file @param {Tensor[]} tensors */
function onlyOf(file, tensors) {
  const likely = likelyTensors(tensors);
  if (likely.length === 1) return likely[0];
  const names = likely.map(({ name }) => name);
  const which = names.length ? `name one of ${listed(names)}` : 'it has no tensors';
  throw new UsageError(`${file}: expected FILE:TENSOR; ${which}`);
}

/**
 * Reads a whole tensor as floats, in pieces that show the progress.
 * @param {Tensor} tensor
 */
export async function readWhole(tensor) {
  const progress = progressOf(`reading ${tensor.name}`);
  const { shape, length } = tensor;
  const rows = shape.length ? shape[0] : 1;
  const pieces = Math.min(rows, Math.ceil(length / PIECE));
  if (pieces <= 1) return tensor.readFloats();
  /** @type {Float32Array | Float64Array | undefined} */
  let out;
  for (let i = 0; i < pieces; i++) {
    const start = Math.floor((rows * i) / pieces);
    const end = Math.floor((rows * (i + 1)) / pieces);
    const piece = await tensor.readFloats({ start, end });
    out ??= piece instanceof Float64Array ? new Float64Array(length) : new Float32Array(length);
    out.set(piece, (length / rows) * start);
    progress.at((i + 1) / pieces);
  }
  progress.done();
  // The loop ran at least twice, so `out` is an array.
  return /** @type {Float32Array | Float64Array} */ (out);
}

/** Tensors are read in pieces of this many elements. */
const PIECE = 4194304;

/**
 * Describes the model of a config.json, or of the metadata of a .gguf file.
 * @param {string} path
 */
export const describeFile = async (path) => describeInput(await openInput(path));

/**
 * Describes the model of an opened file.
 * @param {import('../files/open.js').OpenedFile} opened
 */
export async function describeInput(opened) {
  const parts = { library: await loadLibrary(), doctor: await loadDoctor() };
  const model = await describeOpened(opened, parts);
  if (model) return { opened, model };
  throw new UsageError(
    `${opened.name}: expected a config.json or a .gguf file, got ${opened.format}`,
  );
}
