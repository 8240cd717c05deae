import { powerBelow } from '../alibi/model.js';
import { printing } from './listing.js';

/** Makes programs that print a row of the bias. @param {import('../alibi/model.js').Model} model */
export function alibi({ state }) {
  const { heads, rule, head, length, position, causal } = state;
  const options = `slopes: [slope], causal: ${causal}`;
  return printing(`the biases of the query at position ${position}, in head ${head}`, {
    uses: 'alibiBias, alibiSlopes',
    javascript: `
const slope = alibiSlopes(${heads}, { rule: '${rule}' })[${head - 1}];
const bias = alibiBias(1, ${length}, ${length}, { ${options} });
console.log(...bias.subarray(${position * length}, ${(position + 1) * length}));`,
    numpy: `
${slopesOf(state, 'np.concatenate')}
keys = np.arange(${length})
bias = -slopes[${head - 1}] * np.abs(${position} - keys)
${causal ? `bias[keys > ${position}] = -np.inf\n` : ''}print(*bias)`,
    torch: `
${slopesOf(state, 'torch.cat').replaceAll('np.', 'torch.')}
keys = torch.arange(${length})
bias = -slopes[${head - 1}] * (${position} - keys).abs()
${causal ? `bias[keys > ${position}] = -torch.inf\n` : ''}print(*bias.tolist())`,
  });
}

/**
 * Writes the lines that compute all slopes with NumPy. The paper has a special rule if the number
 * of heads is not a power of two. It takes the slopes for the next smaller power, and then every
 * second slope for the next larger power.
 * @param {import('../alibi/model.js').State} state
 * @param {string} join the function that joins the two lists
 */
function slopesOf({ heads, rule }, join) {
  const power = rule === 'paper' ? powerBelow(heads) : heads;
  const first = `2 ** (-8 * np.arange(1, ${power + 1}) / ${power})`;
  if (power === heads) return `slopes = ${first}`;
  const between = `2 ** (-4 * np.arange(1, ${2 * (heads - power)}, 2) / ${power})`;
  return `first = ${first}\nbetween = ${between}\nslopes = ${join}([first, between])`;
}
