import { columnsOf, printing } from './listing.js';

/**
 * Makes programs that print where the matrix of a shift moves an encoding.
 * @param {import('../shift/model.js').Model} model
 */
export function shift({ state }) {
  const { dim, base, position, offset, pair, convention } = state;
  const [sine, cosine] = columnsOf(pair);
  const [ahead, back] = [position + offset, position - offset];
  const transposed = convention === 'column' ? '.T' : '';
  const what = `pair ${pair} of the product, and its distances to positions ${ahead} and ${back}`;
  return printing(what, {
    uses: 'shiftRows, sinusoidal',
    javascript: `
/** Returns the encoding of one position. */
const row = (start) => sinusoidal(1, ${dim}, { base: ${base}, start, dtype: 'float64' });
const options = { base: ${base}, convention: '${convention}' };
const moved = shiftRows(row(${position}), ${dim}, ${offset}, options);
const to = (other) => Math.hypot(...moved.map((value, at) => value - other[at]));
console.log(moved[${sine}], moved[${cosine}], to(row(${ahead})), to(row(${back})));`,
    numpy: `
frequencies = ${base} ** (-np.arange(0, ${dim}, 2) / ${dim})
angles = np.array([[${position}], [${ahead}], [${back}]]) * frequencies
rows = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(3, ${dim})
cos, sin = np.cos(${offset} * frequencies), np.sin(${offset} * frequencies)
matrix = np.kron(np.diag(cos), np.eye(2)) + np.kron(np.diag(sin), [[0, -1], [1, 0]])
moved = rows[0] @ matrix${transposed}
print(*moved[${sine}:${cosine + 1}], *np.linalg.norm(moved - rows[1:], axis=1))`,
    torch: `
frequencies = ${base} ** (-torch.arange(0, ${dim}, 2) / ${dim})
angles = torch.tensor([[${position}], [${ahead}], [${back}]]) * frequencies
rows = torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(3, ${dim})
cos, sin = (${offset} * frequencies).cos(), (${offset} * frequencies).sin()
blocks = torch.stack([cos, -sin, sin, cos], dim=-1).reshape(-1, 2, 2)
moved = rows[0] @ torch.block_diag(*blocks)${transposed}
print(*moved[${sine}:${cosine + 1}].tolist(), *(moved - rows[1:]).norm(dim=1).tolist())`,
  });
}
