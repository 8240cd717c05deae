/* Reads the words of a sentence that a reader has typed. */

/** A word with more letters than this is cut. */
const LONGEST_WORD = 12;

/** Cuts a word that is too long for its place, and marks the cut. @param {string} word */
function shortened(word) {
  const letters = [...word];
  return letters.length > LONGEST_WORD ? `${letters.slice(0, LONGEST_WORD - 1).join('')}…` : word;
}

/**
 * Returns the first words of a text, or null if it has too few.
 * @param {string} text
 * @param {{fewest: number, most: number}} count how many words there may be
 */
export function typedWords(text, { fewest, most }) {
  const words = text.split(/\s+/).filter(Boolean).slice(0, most);
  return words.length < fewest ? null : words.map(shortened);
}
