/* Says which elements of a head are a pair in each layout, and which weights want which layout. */

/**
 * Returns which elements of a head are a pair, in words.
 * @param {string} layout
 * @param {number} width how many elements of a head rotate
 */
export function pairsOf(layout, width) {
  if (layout === 'interleaved') return 'neighbours, 2i and 2i + 1';
  if (layout === 'half') return `i and i + ${width / 2}`;
  return 'neighbours in the weights, and in two halves after the rotation';
}

/** Which weights want which layout. */
const WEIGHTS = [
  'Most weights on Hugging Face want "half". Those of GPT-J, Cohere and GLM-4 want "interleaved".',
  'Weights of Llama 1 to 3 from Hugging Face want "half"; those from Meta or in GGUF files want "interleaved".',
];

/**
 * Says that a rotation does not have the wanted layout, and why the difference matters.
 * @param {string} layout
 * @param {string | undefined} wanted
 * @param {number} width how many elements of a head rotate
 */
export function layoutDifferences(layout, wanted, width) {
  if (wanted === undefined || wanted === layout) return [];
  const [one, other] = [layout, wanted].map((each) => pairsOf(each, width));
  const isKnown = ![layout, wanted].includes('interleaved-to-half');
  const more = isAlike(layout, wanted) ? [HARMLESS] : [];
  return [
    `The layout is ${layout}, not ${wanted}.`,
    `In ${layout}, a pair is ${one}; in ${wanted}, it is ${other}.`,
    ...(isKnown ? WEIGHTS : more),
  ];
}

/** The layouts with the same pairs. They write the elements of a pair to different places. */
const NEIGHBOURS = ['interleaved', 'interleaved-to-half'];

/**
 * Whether two different layouts have the same pairs.
 * @param {string | undefined} layout
 * @param {string | undefined} wanted
 */
export const isAlike = (layout, wanted) =>
  layout !== wanted && [layout, wanted].every((each) => NEIGHBOURS.includes(String(each)));

const HARMLESS = 'If queries and keys both have this layout, no score changes.';
