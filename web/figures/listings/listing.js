/** Adds the first lines, which all listings have, to the programs. */

/**
 * A program in three languages. All of them print the same numbers.
 * @typedef {{javascript: string, numpy: string, torch: string}} Listing
 */

/** The package that the programs in JavaScript use. */
const LIBRARY = 'posenc';

/**
 * Adds the comment and the imports. PyTorch computes with float64, as the figures do.
 * @param {string} what the numbers that the program prints
 * @param {Listing & {uses?: string}} programs the programs, and which functions of the package the
 *   program in JavaScript uses
 * @returns {Listing}
 */
export const printing = (what, { uses, javascript, numpy, torch }) => ({
  javascript:
    `// Prints ${what}.\n` +
    (uses ? `import { ${uses} } from '${LIBRARY}';\n\n` : '') +
    javascript.trim(),
  numpy: `# Prints ${what}.\nimport numpy as np\n\n${numpy.trim()}`,
  torch:
    `# Prints ${what}.\nimport torch\n\n` +
    `torch.set_default_dtype(torch.float64)\n${torch.trim()}`,
});

/**
 * Returns the indices of a clock's sine and of its cosine in a row of the encoding.
 * @param {number} pair
 */
export const columnsOf = (pair) => [2 * pair, 2 * pair + 1];
