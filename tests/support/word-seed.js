/**
 * Returns the seed of the vector of a word, its 32-bit FNV-1a hash. word-seed.js in web/ computes
 * the hash with Math.imul, and this function with BigInt.
 */
export const seedOf = (word) =>
  Number(
    [...Buffer.from(word)].reduce(
      (hash, byte) => ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn,
      0x811c9dc5n,
    ),
  );
