import { printing } from './listing.js';

/**
 * Makes programs that print the score of query and key.
 * @param {import('../rope/model.js').Model} model
 */
export function rope({ state, q, k }) {
  const { dim, base, position, other, layout, arrows } = state;
  const pairs = dim / 2;
  const some = arrows || pairs;
  const isHalf = layout === 'half';
  const counted = isHalf ? `at % ${pairs} < ${some}` : `at < ${2 * some}`;
  const part = some < pairs ? `(${counted} ? value * k[at] : 0)` : 'value * k[at]';
  const first = isHalf ? `:${pairs}` : '0::2';
  const second = isHalf ? `${pairs}:` : '1::2';
  const turned = `turn(q, ${position}) * turn(k, ${other})`;
  const score = some < pairs ? `(${turned})[:, :${some}].sum()` : `(${turned}).sum()`;
  const ofPairs = some < pairs ? `, over the first ${some} pairs` : '';
  const what = `the score of a query at ${position} and a key at ${other}${ofPairs}`;
  return printing(what, {
    uses: 'applyRope',
    javascript: `
const options = { heads: 1, headDim: ${dim}, layout: '${layout}', base: ${base} };
const q = Float64Array.of(${[...q].join(', ')});
const k = Float64Array.of(${[...k].join(', ')});
applyRope(q, { ...options, positions: [${position}] });
applyRope(k, { ...options, positions: [${other}] });
console.log(q.reduce((sum, value, at) => sum + ${part}, 0));`,
    numpy: `
frequencies = ${base} ** (-np.arange(0, ${dim}, 2) / ${dim})
q = np.array([${[...q].join(', ')}])
k = np.array([${[...k].join(', ')}])
def turn(vector, position):
    x, y = vector[${first}], vector[${second}]
    cos, sin = np.cos(position * frequencies), np.sin(position * frequencies)
    return np.stack([x * cos - y * sin, x * sin + y * cos])
print(${score})`,
    torch: `
frequencies = ${base} ** (-torch.arange(0, ${dim}, 2) / ${dim})
q = torch.tensor([${[...q].join(', ')}])
k = torch.tensor([${[...k].join(', ')}])
def turn(vector, position):
    x, y = vector[${first}], vector[${second}]
    cos, sin = (position * frequencies).cos(), (position * frequencies).sin()
    return torch.stack([x * cos - y * sin, x * sin + y * cos])
print(${score}.item())`,
  });
}
