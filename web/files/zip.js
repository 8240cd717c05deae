/*
 * Reads the members of zip files, as .npz files are. The format is described in PKWARE's
 * APPNOTE.TXT. The list of members is at the end of the file.
 */
import { Inflate } from 'fflate';
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

const END = 0x06054b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
const ZIP64 = 0xffffffff;

/** Deflate never makes a byte into more bytes than this. */
const MOST_INFLATED = 1032;

/** Members are read in pieces of this many bytes. A deflated piece may become 16 MiB. */
const STORED_PIECE = 1048576;
const DEFLATED_PIECE = 16384;

/**
 * Returns the members of a zip file. Their bytes are read when they are needed.
 * @param {Source} source
 * @returns {Promise<Member[]>}
 */
export async function membersOf(source) {
  const end = await findEnd(source);
  const list = await source.read('the list of members', end.offset, end.length);
  const view = new DataView(list.buffer);
  /** @type {Entry[]} */
  const entries = [];
  let at = 0;
  for (let i = 0; i < end.count; i++) {
    const { entry, next } = readEntry(source.name, view, at);
    entries.push(entry);
    at = next;
  }
  if (at !== list.length)
    refuseFile(source.name, 'the list of members', `${at} bytes`, list.length);
  checkPlaces(source.name, entries, end.offset);
  return entries.map((entry) => memberOf(source, entry, end.offset));
}

/**
 * Finds the end record, which may be followed by a comment of up to 65535 bytes.
 * @param {Source} source
 */
async function findEnd(source) {
  const file = source.name;
  const length = Math.min(source.size, 22 + 65535);
  const tail = await source.read('the end', source.size - length, length);
  const view = new DataView(tail.buffer);
  for (let at = length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END || view.getUint16(at + 20, true) !== length - at - 22)
      continue;
    const [disk, otherDisk, here, count] = [4, 6, 8, 10].map((i) => view.getUint16(at + i, true));
    const bytes = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    if (count === 0xffff || bytes === ZIP64 || offset === ZIP64)
      refuseFile(file, 'the end', 'a zip file of less than 4 GiB', { says: 'a zip64 file' });
    if (disk || otherDisk || here !== count)
      refuseFile(file, 'the end', 'a zip file in one part', { says: 'a part of several' });
    if (offset + bytes > source.size - length + at)
      refuseFile(file, 'the list of members', 'a place before the end record', offset);
    return { count, length: bytes, offset };
  }
  return refuseFile(file, 'the end', 'the end record of a zip file', { says: 'other bytes' });
}

/**
 * @param {string} file
 * @param {DataView} view the list of members
 * @param {number} at
 */
function readEntry(file, view, at) {
  const part = 'the list of members';
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== LISTED)
    refuseFile(file, part, `a member at byte ${at}`, { says: 'other bytes' });
  const [flags, method] = [8, 10].map((i) => view.getUint16(at + i, true));
  const [crc, packed, size] = [16, 20, 24].map((i) => view.getUint32(at + i, true));
  const [named, extra, comment] = [28, 30, 32].map((i) => view.getUint16(at + i, true));
  const header = view.getUint32(at + 42, true);
  const next = at + 46 + named + extra + comment;
  if (next > view.byteLength) refuseFile(file, part, 'names that end in it', named);
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, named));
  if (flags & 1) refuseFile(file, `the member ${name}`, 'no encryption', flags);
  if (method !== 0 && method !== 8)
    refuseFile(file, `the member ${name}`, 'the method 0 (stored) or 8 (deflated)', method);
  if ([packed, size, header].includes(ZIP64))
    refuseFile(file, `the member ${name}`, 'less than 4 GiB', { says: 'a zip64 member' });
  const most = method === 0 ? packed : packed * MOST_INFLATED;
  if (size > most || (method === 0 && size !== packed))
    refuseFile(
      file,
      `the size of ${name}`,
      method ? `at most ${most} bytes` : `${most} bytes`,
      size,
    );
  return { entry: { name, method, crc, packed, size, header }, next };
}

/**
 * Refuses members that overlap, and names that occur twice.
 * @param {string} file
 * @param {Entry[]} entries
 * @param {number} end where the list of members begins
 */
function checkPlaces(file, entries, end) {
  const names = new Set();
  let free = 0;
  for (const { name, header, packed } of [...entries].sort((a, b) => a.header - b.header)) {
    if (names.has(name)) refuseFile(file, 'the list of members', 'each name once', name);
    names.add(name);
    if (header < free || header + 30 + packed > end)
      refuseFile(file, `the member ${name}`, `a place from byte ${free} to ${end}`, header);
    free = header + 30 + packed;
  }
}

/**
 * A member as two sources of the same bytes: `head` for its first bytes, and `data`, whose checksum
 * is checked before anything is given out.
 * @typedef {{name: string, head: Source, data: Source}} Member
 */

/**
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} end where the list of members begins
 * @returns {Member}
 */
function memberOf(source, entry, end) {
  /** @type {Promise<Read> | undefined} */
  let checked;
  return {
    name: entry.name,
    head: sourceOf(source, entry, () => openHead(source, entry, end)),
    data: sourceOf(source, entry, () => (checked ??= openData(source, entry, end))),
  };
}

/** Reads bytes of a member. @typedef {(offset: number, length: number) => any} Read */

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
 * Opens a member to read its first bytes. Of a deflated member, no more is inflated than needed.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} end
 * @returns {Promise<Read>}
 */
async function openHead(source, entry, end) {
  const begin = await dataOf(source, entry, end);
  if (entry.method === 0) return directly(source, entry, begin);
  return async (offset, length) => {
    const bytes = await inflated(source, entry, begin, offset + length);
    return copyOf(bytes, offset, length);
  };
}

/**
 * Opens a member to read all of it. Its bytes are read once, to check its checksum. The bytes of a
 * deflated member are then kept.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} end
 * @returns {Promise<Read>}
 */
async function openData(source, entry, end) {
  const begin = await dataOf(source, entry, end);
  const sum = new Checksum();
  if (entry.method === 0) {
    for await (const { piece } of pieces(source, entry, begin)) sum.add(piece);
    checkSum(source.name, entry, sum);
    return directly(source, entry, begin);
  }
  const bytes = await inflated(source, entry, begin, entry.size);
  for (const piece of bytes) sum.add(piece);
  checkSum(source.name, entry, sum);
  return (offset, length) => copyOf(bytes, offset, length);
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

/**
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} begin
 * @returns {Read}
 */
const directly =
  (source, { name }, begin) =>
  (offset, length) =>
    source.read(`the member ${name}`, begin + offset, length);

/**
 * Reads the bytes of a member, piece by piece.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} begin
 */
async function* pieces(source, { name, method, packed }, begin) {
  const most = method === 0 ? STORED_PIECE : DEFLATED_PIECE;
  for (let at = 0; at < packed; at += most) {
    const length = Math.min(most, packed - at);
    const piece = await source.read(`the member ${name}`, begin + at, length);
    yield { piece, isLast: at + length === packed };
  }
}

/**
 * Inflates a member into pieces. Memory grows with what comes out, and never with what the file says.
 * @param {Source} source
 * @param {Entry} entry
 * @param {number} begin
 * @param {number} wanted how many of its first bytes are wanted; if all are, it must end there
 */
async function inflated(source, entry, begin, wanted) {
  const { name, size } = entry;
  const part = `the member ${name}`;
  /** @type {Uint8Array[]} */
  const out = [];
  let length = 0;
  const inflate = new Inflate((piece) => {
    out.push(piece);
    length += piece.length;
    if (length > size) refuseFile(source.name, part, `${size} bytes`, { says: 'more' });
  });
  for await (const { piece, isLast } of pieces(source, entry, begin)) {
    push(inflate, piece, isLast, { file: source.name, part });
    if (wanted < size && length >= wanted) break;
  }
  if (length < wanted) refuseFile(source.name, part, `${size} bytes`, { says: `${length}` });
  return out;
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
 * Returns where the bytes of a member begin. Its own header repeats the lengths of its name and of
 * its extra fields, which may differ from those in the list.
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
 * @param {string} file
 * @param {Entry} entry
 * @param {Checksum} sum
 */
function checkSum(file, { name, crc }, sum) {
  if (sum.value !== crc) refuseFile(file, `the checksum of ${name}`, `${crc}`, sum.value);
}

/** The checksum of zip files, CRC-32. */
export class Checksum {
  #rest = -1;

  /** @param {Uint8Array} bytes */
  add(bytes) {
    let rest = this.#rest;
    const table = (TABLE ??= makeTable());
    for (let i = 0; i < bytes.length; i++) rest = table[(rest ^ bytes[i]) & 255] ^ (rest >>> 8);
    this.#rest = rest;
  }

  get value() {
    return ~this.#rest >>> 0;
  }
}

/** @type {Int32Array | undefined} */
let TABLE;

/** Returns the checksum of each byte. */
const makeTable = () =>
  Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    return rest;
  });
