/* Opens damaged files. Each must be read, or refused by a FileError, within a second. */
import { FileError, openFile } from '../../web/files/index.js';
import { mutated, randomBelow, samples } from './file-makers.js';

/** What a file may take beyond its own size: pieces, inflated pieces, and the objects of tensors. */
const ROOM = 64 << 20;

/** The most bytes that one typed array may have for a file. Deflate makes 1032 bytes of one. */
const allowed = (bytes) => ROOM + 1100 * bytes.length;

/** Reads everything of a file. Returns its format, or undefined if it is refused. */
async function readAll(bytes) {
  try {
    const { format, tensors } = await openFile(bytes, 'x', () => undefined);
    for (const tensor of tensors) {
      if (tensor.unreadable) continue;
      const elements = await tensor.read();
      if (elements.byteLength > allowed(bytes)) throw new Error(`${elements.byteLength} bytes`);
      await tensor.readFloats({ end: Math.min(1, tensor.shape[0] ?? 1) });
    }
    return format;
  } catch (error) {
    if (error instanceof FileError && /^[^\n]+ (of|in) x: expected .+, got .+$/.test(error.message))
      return undefined;
    throw error;
  }
}

/**
 * Reads damaged files of one kind. Throws for the first that neither is read nor refused.
 * @param {string} kind a key of `samples()`
 * @param {number} count
 * @param {number} seed
 */
export async function fuzzFiles(kind, count, seed) {
  const bytes = samples()[kind];
  const random = randomBelow(seed);
  let refused = 0;
  let slowest = 0;
  for (let i = 0; i < count; i++) {
    const damaged = mutated(bytes, random);
    const start = performance.now();
    let format;
    try {
      format = await readAll(damaged);
    } catch (cause) {
      const text = Buffer.from(damaged).toString('base64');
      throw new Error(`${kind}, seed ${seed}, file ${i}: ${cause.stack}\n${text}`, { cause });
    }
    refused += format ? 0 : 1;
    slowest = Math.max(slowest, performance.now() - start);
  }
  return { refused, slowest, memory: process.memoryUsage().rss };
}
