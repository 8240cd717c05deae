/* Opens sources of bytes that can be read in pieces: memory, files of a browser, files of Node. */
import * as check from '../check.js';
import { refuseFile } from './refuse.js';

/**
 * What a file can be read from: its bytes, a Blob or File of a browser, the path of a file in Node,
 * or an object that reads pieces. Such an object may read from a FileHandle, or request ranges over
 * a network.
 * @typedef {Uint8Array | ArrayBuffer | BlobLike | string | PieceReader} FileSource
 */

/**
 * The members of Blob and File that are used. With this type, projects need no types of a browser.
 * @typedef {object} BlobLike
 * @property {number} size
 * @property {(start: number, end: number) => {arrayBuffer(): Promise<ArrayBuffer>}} slice
 * @property {string} [name]
 */

/**
 * An object that reads pieces of a file.
 * @typedef {object} PieceReader
 * @property {number} size the number of bytes
 * @property {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} read
 * @property {string} [name]
 */

/**
 * A source whose name and size are known. `read` returns a copy of bytes, which the caller may
 * change. The copy begins at the first byte of its buffer.
 * @typedef {object} Source
 * @property {string} name
 * @property {number} size
 * @property {(part: string, offset: number, length: number) =>
 *   Promise<Uint8Array<ArrayBuffer>>} read
 */

/**
 * The part of Node's module "fs" that is used.
 * @typedef {object} FileSystem
 * @property {{O_RDONLY: number, O_NONBLOCK?: number}} constants
 * @property {{open: (path: string, flags: number) => Promise<Handle>}} promises
 */
/**
 * @typedef {object} Handle
 * @property {() => Promise<{size: number, isFile(): boolean}>} stat
 * @property {(bytes: Uint8Array, at: number, length: number, position: number) =>
 *   Promise<{bytesRead: number}>} read
 * @property {() => Promise<void>} close
 */

/** The largest number of bytes of a read. Some engines have no larger arrays. */
const LARGEST = 2147483648;

/**
 * Opens a source.
 * @param {FileSource} source
 * @param {string} [name] what messages call it; default: the file's own name
 * @returns {Promise<Source>}
 */
export async function openSource(source, name) {
  if (name !== undefined && typeof name !== 'string') check.refuseKind('name', 'a string', name);
  const { size, read, name: own } = await readerOf(source);
  if (!(Number.isSafeInteger(size) && size >= 0))
    check.refuse('source', 'a size that is a number of bytes', size);
  const file = name ?? own ?? 'file';
  const readPiece = async (
    /** @type {string} */ part,
    /** @type {number} */ offset,
    /** @type {number} */ length,
  ) => {
    checkRange(file, part, { offset, length, size });
    const bytes = length ? await read(offset, length) : new Uint8Array(0);
    if (check.tagOf(bytes) !== 'Uint8Array' || bytes.length !== length)
      refuseFile(file, part, `${length} bytes at byte ${offset}`, bytes);
    return /** @type {Uint8Array<ArrayBuffer>} */ (bytes);
  };
  return { name: file, size, read: readPiece };
}

/**
 * Refuses a piece that is not in the file, before anything is allocated for it.
 * @param {string} file
 * @param {string} part
 * @param {{offset: number, length: number, size: number}} piece
 */
export function checkRange(file, part, { offset, length, size }) {
  if (!(offset >= 0 && length >= 0 && offset + length <= size))
    refuseFile(file, part, `${length} bytes from byte ${offset} on`, {
      says: `a file of ${size} bytes`,
    });
  if (length > LARGEST) refuseFile(file, part, 'a piece of at most 2 GiB; read fewer rows', length);
}

/**
 * @param {FileSource} source
 * @returns {Promise<PieceReader> | PieceReader}
 */
function readerOf(source) {
  if (typeof source === 'string') return fromPath(source);
  const tag = check.tagOf(source);
  if (tag === 'Uint8Array') return fromBytes(/** @type {Uint8Array} */ (source));
  if (source instanceof ArrayBuffer) return fromBytes(new Uint8Array(source));
  if (typeof Blob === 'function' && source instanceof Blob) return fromBlob(source);
  const given = /** @type {PieceReader} */ (source);
  if (tag || typeof given !== 'object' || given === null || typeof given.read !== 'function')
    check.refuseKind('source', 'a Uint8Array, a Blob, a path or {size, read}', source);
  const read = async (/** @type {number} */ offset, /** @type {number} */ length) => {
    const bytes = await given.read(offset, length);
    // openSource refuses what is no Uint8Array.
    return check.tagOf(bytes) === 'Uint8Array' ? bytes.slice() : bytes;
  };
  return { size: given.size, name: given.name, read };
}

/** @param {Uint8Array} bytes @returns {PieceReader} */
const fromBytes = (bytes) => ({
  size: bytes.length,
  read: (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
});

/** @param {BlobLike} blob @returns {PieceReader} */
const fromBlob = (blob) => ({
  size: blob.size,
  name: blob.name,
  read: async (offset, length) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
});

/**
 * Reads a file in Node. The file is opened again for each piece, so that nobody has to close it.
 * @param {string} path
 * @returns {Promise<PieceReader>}
 */
async function fromPath(path) {
  const { size } = await withHandle(path, (handle) => handle.stat());
  return {
    size,
    name: nameOf(path),
    read: (offset, length) => readPath(path, offset, length),
  };
}

/** Returns the last part of a path. @param {string} path */
export const nameOf = (path) => path.split(/[\\/]/).pop() || path;

/**
 * Opens a file. A pipe is opened without waiting for its other end, which may never come.
 * @param {string} path
 */
async function openPath(path) {
  const { process } = /** @type {{process?: {getBuiltinModule?: (name: string) => FileSystem}}} */ (
    globalThis
  );
  const fs = process?.getBuiltinModule?.('node:fs');
  if (!fs) check.refuseKind('source', 'a Uint8Array, a Blob or {size, read} in a browser', path);
  try {
    const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants;
    return await fs.promises.open(path, O_RDONLY | O_NONBLOCK);
  } catch (cause) {
    const { code } = /** @type {{code?: string}} */ (cause);
    const got = `${path} (${code})`;
    throw check.failure(RangeError, 'source', 'a file that can be read', got, { cause });
  }
}

/**
 * Opens a file, and closes it after `use`. Something else may take the place of a file that was
 * opened before, such as a folder.
 * @template Result
 * @param {string} path
 * @param {(handle: Handle) => Promise<Result>} use
 */
async function withHandle(path, use) {
  const handle = await openPath(path);
  try {
    if (!(await handle.stat()).isFile()) check.refuse('source', 'the path of a file', path);
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/**
 * @param {string} path
 * @param {number} offset
 * @param {number} length
 */
const readPath = (path, offset, length) =>
  withHandle(path, async (handle) => {
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
      if (!bytesRead) break;
      done += bytesRead;
    }
    return done === length ? bytes : bytes.slice(0, done);
  });
