/* Computes CRC-32, the checksum of zip files. */

/** The checksum of all bytes that were added. */
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

/** Returns the table of CRC-32: the remainder of each byte. */
const makeTable = () =>
  Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    return rest;
  });
