import { printing } from './listing.js';

/** The name of each measure, and the expressions that compute it from two rows. */
const MEASURES = {
  cosine: {
    name: 'the cosine similarity',
    numpy: 'a @ b / (np.linalg.norm(a) * np.linalg.norm(b))',
    torch: 'torch.cosine_similarity(a, b, dim=0).item()',
  },
  dot: { name: 'the dot product', numpy: 'a @ b', torch: '(a @ b).item()' },
  euclidean: {
    name: 'the distance',
    numpy: 'np.linalg.norm(a - b)',
    torch: '(a - b).norm().item()',
  },
};

/**
 * Makes programs that print how similar two positions are.
 * @param {import('../similarity/model.js').Model} model
 */
export function similarity({ state }) {
  const { metric, dim, base, position, offset } = state;
  const { name, numpy, torch } = MEASURES[metric];
  const other = position + offset;
  return printing(`${name} of positions ${position} and ${other}`, {
    uses: 'similarity, sinusoidal',
    javascript: `
const positions = [${position}, ${other}];
const table = sinusoidal(2, ${dim}, { base: ${base}, positions, dtype: 'float64' });
console.log(similarity(table, 2, ${dim}, { metric: '${metric}' })[1]);`,
    numpy: `
frequencies = ${base} ** (-np.arange(0, ${dim}, 2) / ${dim})
angles = np.array([[${position}], [${other}]]) * frequencies
a, b = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
print(${numpy})`,
    torch: `
frequencies = ${base} ** (-torch.arange(0, ${dim}, 2) / ${dim})
angles = torch.tensor([[${position}], [${other}]]) * frequencies
a, b = torch.cat([angles.sin(), angles.cos()], dim=1)
print(${torch})`,
  });
}
