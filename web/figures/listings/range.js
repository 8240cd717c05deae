import { printing } from './listing.js';

/** @typedef {import('../range/model.js').State} State */

/**
 * Makes programs that print what a scheme gives at a position.
 * @param {import('../range/model.js').Model} model
 */
export const range = ({ state }) => LISTINGS[state.scheme](state);

/**
 * The listing of each scheme.
 * @type {Record<string, (state: State) => import('./listing.js').Listing>}
 */
const LISTINGS = { learned, sinusoidal: clocks, rope: clocks, alibi };

/** @param {State} state */
function learned({ length, dim, position }) {
  const what = `how many numbers are learned, and whether there is a row for position ${position}`;
  return printing(what, {
    uses: 'learnedTable',
    javascript: `
const table = learnedTable(${length}, ${dim});
console.log(table.length, ${position} < table.length / ${dim});`,
    numpy: `
table = np.random.default_rng(0).normal(0, 0.02, (${length}, ${dim}))
print(table.size, ${position} < len(table))`,
    torch: `
table = torch.nn.Embedding(${length}, ${dim})
print(table.weight.numel(), ${position} < table.num_embeddings)`,
  });
}

/** @param {State} state */
function clocks({ length, dim, base, position }) {
  const what = `how many of ${dim / 2} clocks are at an angle that training never showed`;
  return printing(what, {
    uses: 'wavelengths',
    javascript: `
const waves = wavelengths(${dim}, { base: ${base} });
console.log(waves.filter((wave) => ${position} % wave > ${length} - 1).length);`,
    numpy: `
waves = 2 * np.pi * ${base} ** (np.arange(0, ${dim}, 2) / ${dim})
print((${position} % waves > ${length} - 1).sum())`,
    torch: `
waves = 2 * torch.pi * ${base} ** (torch.arange(0, ${dim}, 2) / ${dim})
print((${position} % waves > ${length} - 1).sum().item())`,
  });
}

/** @param {State} state */
function alibi({ position }) {
  const what = `the biases at distance ${position}, from the steepest head to the gentlest`;
  return printing(what, {
    uses: 'alibiSlopes',
    javascript: `
console.log(...alibiSlopes(8).map((slope) => -slope * ${position}));`,
    numpy: `
slopes = 2.0 ** -np.arange(1, 9)
print(*(-slopes * ${position}))`,
    torch: `
slopes = 2.0 ** -torch.arange(1, 9)
print(*(-slopes * ${position}).tolist())`,
  });
}
