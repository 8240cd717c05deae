/*
 * Opens damaged files. Each must be read, or refused by a FileError, without arrays that are larger
 * than the file justifies.
 */
import { mutated, randomBelow, samples } from './file-makers.js';

/** The size in bytes of the largest array that was made for the current file. */
let largest = 0;

// Arrays that are made with a length are counted. This must be done before posenc is loaded.
for (const name of ['Uint8Array', 'Uint16Array', 'Float32Array', 'Float64Array', 'ArrayBuffer'])
  globalThis[name] = new Proxy(globalThis[name], {
    construct(Kind, given, target) {
      const made = Reflect.construct(Kind, given, target);
      if (typeof given[0] === 'number') largest = Math.max(largest, made.byteLength);
      return made;
    },
  });
const { FileError, openFile } = await import('../../web/files/index.js');

/** fflate and the objects of tensors may take this many bytes, whatever the size of the file. */
const ROOM = 1048576;

/**
 * Returns the largest size in bytes that an array may have. Numbers are widened to 8 bytes at most,
 * and inflating expands a byte to up to 1032 bytes.
 */
const mostFor = (kind, bytes) =>
  ROOM + (['npz', 'zip64', 'largeZip'].includes(kind) ? 1032 : 8) * bytes.length;

const SHARDS = { 'm-1.st': samples().safetensors };

/** Reads a whole file. Returns its format, or undefined if it is refused. */
async function readAll(bytes) {
  try {
    const { format, tensors } = await openFile(bytes, 'x', (name) => SHARDS[name]);
    for (const tensor of tensors) {
      if (tensor.unreadable) continue;
      await tensor.read();
      await tensor.readFloats({ end: Math.min(1, tensor.shape[0] ?? 1) });
    }
    return format;
  } catch (error) {
    const isSentence = /^[^\n]+ (of|in) (x|m-1\.st): expected .+, got .+$/.test(error.message);
    if (error instanceof FileError && isSentence) return undefined;
    throw error;
  }
}

/**
 * Reads damaged files of one kind. Throws for the first file that is neither read nor refused, or
 * takes too much memory.
 * @param {string} kind a key of `samples()`
 * @param {number} count
 * @param {number} seed
 */
export async function fuzzFiles(kind, count, seed) {
  const bytes = samples()[kind];
  const random = randomBelow(seed);
  const found = { refused: 0, slowest: 0, largest: 0 };
  for (let i = 0; i < count; i++) {
    const damaged = mutated(bytes, random);
    largest = 0;
    const start = performance.now();
    try {
      if (!(await readAll(damaged))) found.refused++;
      if (largest > mostFor(kind, damaged)) throw new Error(`an array of ${largest} bytes`);
    } catch (cause) {
      const text = Buffer.from(damaged).toString('base64');
      throw new Error(`${kind}, seed ${seed}, file ${i}: ${cause.stack}\n${text}`, { cause });
    }
    found.slowest = Math.max(found.slowest, performance.now() - start);
    found.largest = Math.max(found.largest, largest);
  }
  return found;
}
