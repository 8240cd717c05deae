/*
 * Reads the bytes of a member of a zip file. A stored member is read where it is. A deflated member
 * is inflated piece by piece. A large deflated member is never in memory as a whole.
 */
import { Inflate } from 'fflate';
import { Checksum } from './checksum.js';
import { checkRange } from './source.js';
import { FileError, refuseFile } from './refuse.js';

/** @typedef {import('./source.js').Source} Source */

/**
 * A member in the list at the end of the file.
 * @typedef {object} Entry
 * @property {string} name
 * @property {number} method
 * @property {number} crc
 * @property {number} packed the number of bytes in the file
 * @property {number} size the number of bytes after inflating
 * @property {number} header where its own header begins
 */

const LOCAL = 0x04034b50;

/** Members are read in pieces of this many bytes. A deflated piece may become 16 MiB. */
const STORED_PIECE = 1048576;
const DEFLATED_PIECE = 16384;

/** A deflated member of at most this many bytes is kept once it is inflated. */
const KEPT = 67108864;

/**
 * A member as two sources of the same bytes. `data` checks the checksum before it returns bytes.
 * `head` does not, and serves to read the first bytes.
 * @typedef {{name: string, head: Source, data: Source}} Member
 */

/** Reads bytes of a member. @typedef {(offset: number, length: number) => any} Read */

/**
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} end where the list of members begins
 * @returns {Member}
 */
export function memberOf(source, entry, end) {
  const opened = once(() => openMember(source, entry, end));
  const checked = once(async () => {
    const { read, pieces } = await opened();
    const sum = new Checksum();
    for await (const piece of pieces()) sum.add(piece);
    if (sum.value !== entry.crc)
      refuseFile(source.name, `the checksum of ${entry.name}`, `${entry.crc}`, sum.value);
    return read;
  });
  return {
    name: entry.name,
    head: sourceOf(source, entry, async () => (await opened()).read),
    data: sourceOf(source, entry, checked),
  };
}

/**
 * Returns a function that calls `make` the first time, and returns the same result every time.
 * @template T
 * @param {() => T} make
 */
function once(make) {
  /** @type {{made: T} | undefined} */
  let kept;
  return () => (kept ??= { made: make() }).made;
}

/**
 * @param {Source} source
 * @param {Entry} entry
 * @param {() => Promise<Read>} open
 * @returns {Source}
 */
function sourceOf(source, entry, open) {
  const name = `${entry.name} in ${source.name}`;
  const { size } = entry;
  return {
    name,
    size,
    read: async (part, offset, length) => {
      checkRange(name, part, { offset, length, size });
      const read = await open();
      return read(offset, length);
    },
  };
}

/**
 * Opens a member. `read` returns some of its bytes, and `pieces` returns all of them in pieces.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} end
 * @returns {Promise<{read: Read, pieces: () => AsyncIterable<Uint8Array>}>}
 */
async function openMember(source, entry, end) {
  const part = `the member ${entry.name}`;
  const begin = await dataOf(source, entry, end);
  if (entry.method === 0)
    return {
      read: (offset, length) => source.read(part, begin + offset, length),
      pieces: () => packedPieces(source, entry, begin),
    };
  const pieces = () => inflatedPieces(source, entry, begin);
  const inflated = new Inflated(pieces, entry.size <= KEPT);
  return {
    read: (offset, length) => inflated.read(offset, length),
    pieces: () => inflated.all(),
  };
}

/**
 * Returns where the bytes of a member begin. Its own header repeats the lengths of its name and of
 * its extra fields. These lengths may differ from those in the list.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} end
 */
async function dataOf(source, { name, header, packed }, end) {
  const part = `the header of ${name}`;
  const view = new DataView((await source.read(part, header, 30)).buffer);
  if (view.getUint32(0, true) !== LOCAL)
    refuseFile(source.name, part, 'the signature of a member', { says: 'other bytes' });
  const begin = header + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  if (begin + packed > end)
    refuseFile(source.name, part, `${packed} bytes before the list of members`, begin);
  return begin;
}

/**
 * Reads the bytes of a member as they are in the file.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} begin
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
async function* packedPieces(source, { name, method, packed }, begin) {
  const most = method === 0 ? STORED_PIECE : DEFLATED_PIECE;
  for (let at = 0; at < packed; at += most)
    yield await source.read(`the member ${name}`, begin + at, Math.min(most, packed - at));
}

/**
 * Inflates a member. Memory grows with the bytes that are inflated, not with the size that the file
 * declares.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} begin
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
async function* inflatedPieces(source, entry, begin) {
  const { size, packed } = entry;
  const where = { file: source.name, part: `the member ${entry.name}` };
  /** @type {Uint8Array[]} */
  const out = [];
  let length = 0;
  const inflate = new Inflate((piece) => {
    out.push(piece);
    length += piece.length;
    if (length > size) refuseFile(where.file, where.part, `${size} bytes`, { says: 'more' });
  });
  let at = 0;
  for await (const piece of packedPieces(source, entry, begin)) {
    at += piece.length;
    push(inflate, piece, at === packed, where);
    yield* out.splice(0);
  }
  if (length < size) refuseFile(where.file, where.part, `${size} bytes`, { says: `${length}` });
}

/**
 * Inflates a piece. Errors of fflate become a FileError.
 * @param {Inflate} inflate
 * @param {Uint8Array} piece
 * @param {boolean} isLast
 * @param {{file: string, part: string}} where
 */
function push(inflate, piece, isLast, { file, part }) {
  try {
    inflate.push(piece, isLast);
  } catch (cause) {
    if (cause instanceof FileError) throw cause;
    const { message } = /** @type {Error} */ (cause);
    refuseFile(file, part, 'deflated bytes', { says: `"${message}"` });
  }
}

/**
 * The bytes of a deflated member. A small member is kept. Of a large member, only the pieces from
 * the last read on are kept. Reads in ascending order inflate a large member only once. A read of
 * earlier bytes inflates it again.
 */
class Inflated {
  #make;
  #isKept;

  /** The pieces in memory, and the offset of the first of them. @type {Uint8Array[]} */
  #held = [];
  #begin = 0;
  #length = 0;

  /** @type {AsyncGenerator<Uint8Array, void> | undefined} */
  #pieces;

  /** The last read. The next read waits for it. @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /**
   * @param {() => AsyncGenerator<Uint8Array, void>} make inflates the member from its beginning
   * @param {boolean} isKept
   */
  constructor(make, isKept) {
    this.#make = make;
    this.#isKept = isKept;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @returns {Promise<Uint8Array>}
   */
  read(offset, length) {
    const copied = this.#turn.then(() => this.#readNow(offset, length));
    this.#turn = copied.catch(() => {});
    return copied;
  }

  /** Inflates the whole member, one piece after another. */
  async *all() {
    if (!this.#isKept) return yield* this.#make();
    while (await this.#advance());
    yield* this.#held;
  }

  /** @param {number} offset @param {number} length */
  async #readNow(offset, length) {
    if (offset < this.#begin) this.#restart();
    if (!this.#isKept) this.#drop(offset);
    while (this.#begin + this.#length < offset + length && (await this.#advance()))
      if (!this.#isKept) this.#drop(offset);
    return copyOf(this.#held, offset - this.#begin, length);
  }

  /** Inflates the next piece. Returns false at the end. After an error, the first piece is next. */
  async #advance() {
    this.#pieces ??= this.#make();
    const { value } = await this.#pieces.next().catch((error) => {
      this.#restart();
      throw error;
    });
    if (!value) return false;
    this.#held.push(value);
    this.#length += value.length;
    return true;
  }

  /** Forgets the pieces that end before this byte. @param {number} offset */
  #drop(offset) {
    while (this.#held.length && this.#begin + this.#held[0].length <= offset) {
      const { length } = /** @type {Uint8Array} */ (this.#held.shift());
      this.#begin += length;
      this.#length -= length;
    }
  }

  #restart() {
    this.#pieces = undefined;
    this.#held = [];
    this.#begin = 0;
    this.#length = 0;
  }
}

/**
 * Copies bytes out of pieces.
 * @param {Uint8Array[]} list the pieces
 * @param {number} offset the first byte, counted through all pieces
 * @param {number} length
 */
function copyOf(list, offset, length) {
  const copy = new Uint8Array(length);
  let at = -offset;
  for (const piece of list) {
    const part = piece.subarray(Math.max(0, -at), Math.max(0, length - at));
    if (part.length) copy.set(part, Math.max(0, at));
    at += piece.length;
  }
  return copy;
}
