import { columnsOf, printing } from './listing.js';

/**
 * Makes programs that print how far apart two positions are on a clock.
 * @param {import('../waves/model.js').Model} model
 */
export function waves({ state }) {
  const { dim, base, position, other, pair } = state;
  const [sine, cosine] = columnsOf(pair);
  const what =
    `how far apart positions ${position} and ${other} are on clock ${pair}: ` +
    'by sine, by cosine, by both';
  return printing(what, {
    uses: 'sinusoidal',
    javascript: `
const positions = [${position}, ${other}];
const table = sinusoidal(2, ${dim}, { base: ${base}, positions, dtype: 'float64' });
const sine = Math.abs(table[${sine}] - table[${dim + sine}]);
const cosine = Math.abs(table[${cosine}] - table[${dim + cosine}]);
console.log(sine, cosine, Math.hypot(sine, cosine));`,
    numpy: `
angles = np.array([${position}, ${other}]) * ${base} ** (-2 * ${pair} / ${dim})
sine = abs(np.sin(angles[0]) - np.sin(angles[1]))
cosine = abs(np.cos(angles[0]) - np.cos(angles[1]))
print(sine, cosine, np.hypot(sine, cosine))`,
    torch: `
angles = torch.tensor([${position}, ${other}]) * ${base} ** (-2 * ${pair} / ${dim})
hands = torch.stack([angles.sin(), angles.cos()])
gaps = (hands[:, 0] - hands[:, 1]).abs()
print(*gaps.tolist(), gaps.norm().item())`,
  });
}
