/**
 * Returns the seed of a word's vector: the FNV-1a hash of the word's letters.
 * @param {string} word
 */
export function seedOf(word) {
  let hash = 0x811c9dc5;
  for (const letter of word)
    hash = Math.imul(hash ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193) >>> 0;
  return hash;
}
