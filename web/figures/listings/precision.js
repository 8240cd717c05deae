import { columnsOf, printing } from './listing.js';

/** @typedef {import('../precision/model.js').Format} Format */

/** For each format, the options of the library. @type {Record<Format, string>} */
const OPTIONS = {
  float64: `dtype: 'float64'`,
  float32: `dtype: 'float32'`,
  angle: `precision: 'float32'`,
  float16: `dtype: 'float16'`,
  bfloat16: `dtype: 'bfloat16'`,
};

/** NumPy has no bfloat16, so these lines round to the upper 16 bits of a float32. */
const BFLOAT16 = `bits = hands.astype(np.float32).view(np.uint32)
stored = (bits + 0x7fff + (bits >> 16 & 1)) >> 16`;

/**
 * Makes programs that print whether two neighbouring positions are stored as equal numbers.
 * @param {import('../precision/model.js').Model} model
 */
export function precision({ state }) {
  const { format, dim, base, pair, position } = state;
  const [sine, cosine] = columnsOf(pair);
  const isAngle = format === 'angle';
  const type = isAngle ? 'float32' : format;
  const before = position - 1;
  return printing(`whether clock ${pair} is stored alike at ${before} and ${position}`, {
    uses: 'sinusoidal',
    javascript: `
const options = { base: ${base}, positions: [${before}, ${position}], ${OPTIONS[format]} };
const table = sinusoidal(2, ${dim}, options);
const same = (at) => table[at] === table[${dim} + at];
console.log(same(${sine}) && same(${cosine}));`,
    numpy: `
positions = np.array([${before}, ${position}]${isAngle ? ', dtype=np.float32' : ''})
angles = positions * ${isAngle ? 'np.float32' : ''}(${base} ** (-2 * ${pair} / ${dim}))
hands = np.stack([np.sin(angles), np.cos(angles)])
${format === 'bfloat16' ? BFLOAT16 : `stored = hands.astype(np.${type})`}
print((stored[:, 0] == stored[:, 1]).all())`,
    torch: `
positions = torch.tensor([${before}, ${position}]${isAngle ? ', dtype=torch.float32' : ''})
angles = positions * (${base} ** (-2 * ${pair} / ${dim}))
stored = torch.stack([angles.sin(), angles.cos()]).to(torch.${type})
print((stored[:, 0] == stored[:, 1]).all().item())`,
  });
}
