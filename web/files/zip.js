/*
 * Reads the members of zip files, such as .npz files. The format is described in PKWARE's
 * APPNOTE.TXT. The list of members is at the end of the file.
 */
import { refuseFile } from './refuse.js';
import { memberOf } from './zip-member.js';

/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('./zip-member.js').Entry} Entry */
/** @typedef {import('./zip-member.js').Member} Member */

/** Where the list of members is. @typedef {{count: number, length: number, offset: number}} Place */

const END = 0x06054b50;
const LISTED = 0x02014b50;

/**
 * Zip64 has records for numbers that do not fit in 16 or 32 bits. In the usual records, LARGE16 and
 * LARGE32 then take the place of these numbers.
 */
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const LARGE16 = 0xffff;
const LARGE32 = 0xffffffff;

/** The id of the extra field with a member's numbers that do not fit in 32 bits. */
const EXTRA64 = 1;

/** Deflate never expands a byte to more bytes than this. */
const MOST_INFLATED = 1032;

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
 * @returns {Promise<Place>}
 */
async function findEnd(source) {
  const file = source.name;
  const length = Math.min(source.size, 22 + 65535);
  const begin = source.size - length;
  const tail = await source.read('the end', begin, length);
  const view = new DataView(tail.buffer);
  for (let at = length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END || view.getUint16(at + 20, true) !== length - at - 22)
      continue;
    const [disk, otherDisk, here, count] = [4, 6, 8, 10].map((i) => view.getUint16(at + i, true));
    const bytes = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    if (disk || otherDisk || here !== count)
      refuseFile(file, 'the end', 'a zip file in one part', { says: 'a part of several' });
    if (count === LARGE16 || bytes === LARGE32 || offset === LARGE32)
      return findEnd64(source, begin + at);
    return checkEnd(file, { count, length: bytes, offset }, begin + at);
  }
  return refuseFile(file, 'the end', 'the end record of a zip file', { says: 'other bytes' });
}

/**
 * Finds the end record of zip64. A locator before the usual end record says where it is.
 * @param {Source} source
 * @param {number} end where the usual end record begins
 * @returns {Promise<Place>}
 */
async function findEnd64(source, end) {
  const part = 'the end record of zip64';
  const locator = await viewOf(source, part, end - 20, 20);
  if (locator.getUint32(0, true) !== LOCATOR64)
    refuseFile(source.name, part, 'a locator before the usual end record', { says: 'other bytes' });
  const begin = large(locator, 8);
  const record = await viewOf(source, part, begin, 56);
  if (record.getUint32(0, true) !== END64)
    refuseFile(source.name, part, `a record at byte ${begin}`, { says: 'other bytes' });
  const [here, count, length, offset] = [24, 32, 40, 48].map((i) => large(record, i));
  if (record.getUint32(16, true) || record.getUint32(20, true) || here !== count)
    refuseFile(source.name, 'the end', 'a zip file in one part', { says: 'a part of several' });
  return checkEnd(source.name, { count, length, offset }, begin);
}

/**
 * @param {Source} source
 * @param {string} part
 * @param {number} offset
 * @param {number} length
 */
const viewOf = async (source, part, offset, length) =>
  new DataView((await source.read(part, offset, length)).buffer);

/** Reads an integer of 64 bits. @param {DataView} view @param {number} at */
const large = (view, at) => Number(view.getBigUint64(at, true));

/**
 * Checks that the list of members ends before the end record.
 * @param {string} file
 * @param {Place} place
 * @param {number} end
 */
function checkEnd(file, place, end) {
  if (place.offset + place.length > end)
    refuseFile(
      file,
      'the list of members',
      `an end at byte ${end} or before`,
      place.offset + place.length,
    );
  return place;
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
  const crc = view.getUint32(at + 16, true);
  const [named, extra, comment] = [28, 30, 32].map((i) => view.getUint16(at + i, true));
  const next = at + 46 + named + extra + comment;
  if (next > view.byteLength) refuseFile(file, part, 'names that end within the list', named);
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, named));
  if (flags & 1) refuseFile(file, `the member ${name}`, 'no encryption', flags);
  if (method !== 0 && method !== 8)
    refuseFile(file, `the member ${name}`, 'the method 0 (stored) or 8 (deflated)', method);
  const fields = new DataView(view.buffer, at + 46 + named, extra);
  const { size, packed, header } = placeOf(file, name, new DataView(view.buffer, at, 46), fields);
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
 * Reads the sizes and the place of a member. Those that do not fit in 32 bits are in an extra field
 * of zip64, in the order size, packed size, place.
 * @param {string} file
 * @param {string} name
 * @param {DataView} entry
 * @param {DataView} fields the extra fields
 */
function placeOf(file, name, entry, fields) {
  const [size, packed, header] = [24, 20, 42].map((i) => entry.getUint32(i, true));
  const place = { size, packed, header };
  const keys = /** @type {const} */ (['size', 'packed', 'header']);
  const missing = keys.filter((key) => place[key] === LARGE32);
  if (!missing.length) return place;
  const { at, end } = findExtra64(fields);
  if (at + 8 * missing.length > end)
    refuseFile(file, `the member ${name}`, `${8 * missing.length} bytes of zip64`, {
      says: `${end - at} bytes`,
    });
  missing.forEach((key, i) => (place[key] = large(fields, at + 8 * i)));
  return place;
}

/** Returns where the numbers of zip64 begin and end, if there are any. @param {DataView} fields */
function findExtra64(fields) {
  let at = 0;
  while (at + 4 <= fields.byteLength) {
    const begin = at + 4;
    const end = begin + fields.getUint16(at + 2, true);
    if (fields.getUint16(at, true) === EXTRA64 && end <= fields.byteLength)
      return { at: begin, end };
    at = end;
  }
  return { at: 0, end: 0 };
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
