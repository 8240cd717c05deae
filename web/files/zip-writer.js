/*
 * Writes zip files whose members are not compressed. The format is described in PKWARE's
 * APPNOTE.TXT.
 */
import { Checksum } from './checksum.js';

/** The first bytes of a member's header, and of its entry in the list at the end of the file. */
const MEMBER = [0x50, 0x4b, 3, 4];
const ENTRY = [0x50, 0x4b, 1, 2, 20, 0];

/**
 * Returns the pieces of a zip file, in their order. The file must be smaller than 4 GiB.
 * @param {{name: string, bytes: Uint8Array<ArrayBuffer>}[]} members at most 65534
 * @returns {Uint8Array<ArrayBuffer>[]}
 */
export function zipPieces(members) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const list = [];
  let at = 0;
  for (const { name, bytes } of members) {
    const encodedName = new TextEncoder().encode(name);
    const fields = fieldsOf(bytes, encodedName.length);
    const member = [Uint8Array.from(MEMBER), fields, encodedName, bytes];
    pieces.push(...member);
    list.push(Uint8Array.from(ENTRY), fields, placeOf(at), encodedName);
    at += lengthOf(member);
  }
  return [...pieces, ...list, endOf(members.length, lengthOf(list), at)];
}

/** Returns the number of bytes in all pieces. @param {Uint8Array[]} pieces */
export const lengthOf = (pieces) => pieces.reduce((sum, { length }) => sum + length, 0);

/**
 * Returns the fields that the header of a member shares with its entry in the list. The date is
 * always 1 January 1980, so that the same members give the same bytes.
 * @param {Uint8Array} bytes
 * @param {number} nameLength
 */
function fieldsOf(bytes, nameLength) {
  const sum = new Checksum();
  sum.add(bytes);
  const view = new DataView(new ArrayBuffer(26));
  view.setUint16(0, 20, true); // version 2.0
  view.setUint16(2, 0x800, true); // names are UTF-8
  view.setUint16(8, 0x21, true); // the date
  view.setUint32(10, sum.value, true);
  view.setUint32(14, bytes.length, true);
  view.setUint32(18, bytes.length, true);
  view.setUint16(22, nameLength, true);
  return new Uint8Array(view.buffer);
}

/**
 * Returns the last fields of an entry in the list.
 * @param {number} header the position of the member's header in the file
 */
function placeOf(header) {
  const view = new DataView(new ArrayBuffer(14));
  view.setUint32(10, header, true);
  return new Uint8Array(view.buffer);
}

/**
 * Returns the record at the end of the file.
 * @param {number} count the number of members
 * @param {number} length the number of bytes in the list
 * @param {number} at the position of the list in the file
 */
function endOf(count, length, at) {
  const view = new DataView(new ArrayBuffer(22));
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, length, true);
  view.setUint32(16, at, true);
  return new Uint8Array(view.buffer);
}
