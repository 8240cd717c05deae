import { printing } from './listing.js';

/**
 * Makes programs that print one value, and how far apart two rows are.
 * @param {import('../heatmap/model.js').Model} model
 */
export function heatmap({ state }) {
  const { length, dim, base, layout, dtype, position, other, dimension } = state;
  const halves = layout === 'concatenated';
  const what =
    `the value at position ${position}, dimension ${dimension}, ` +
    `and the distance from row ${position} to row ${other}`;
  return printing(what, {
    uses: 'sinusoidal',
    javascript: `
const options = { base: ${base}, layout: '${layout}', dtype: '${dtype}' };
const table = sinusoidal(${length}, ${dim}, options);
const row = (position) => table.subarray(position * ${dim}, (position + 1) * ${dim});
const gaps = row(${position}).map((value, at) => value - row(${other})[at]);
console.log(row(${position})[${dimension}], Math.hypot(...gaps));`,
    numpy: `
frequencies = ${base} ** (-np.arange(0, ${dim}, 2) / ${dim})
angles = np.arange(${length})[:, None] * frequencies
table = np.empty((${length}, ${dim}), dtype=np.${dtype})
table[:, ${halves ? `:${dim / 2}` : '0::2'}] = np.sin(angles)
table[:, ${halves ? `${dim / 2}:` : '1::2'}] = np.cos(angles)
print(table[${position}, ${dimension}], np.linalg.norm(table[${position}] - table[${other}]))`,
    torch: `
frequencies = ${base} ** (-torch.arange(0, ${dim}, 2) / ${dim})
angles = torch.arange(${length})[:, None] * frequencies
table = torch.empty(${length}, ${dim}, dtype=torch.${dtype})
table[:, ${halves ? `:${dim / 2}` : '0::2'}] = angles.sin()
table[:, ${halves ? `${dim / 2}:` : '1::2'}] = angles.cos()
print(table[${position}, ${dimension}].item(), (table[${position}] - table[${other}]).norm().item())`,
  });
}
