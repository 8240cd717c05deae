import { columnsOf, printing } from './listing.js';

/** @typedef {import('../clocks/model.js').State} State */

/**
 * Makes programs that print how far apart two positions are.
 * @param {import('../clocks/model.js').Model} model
 */
export function clocks({ state }) {
  if (state.task === 'build') return lookAlikes(state);
  const { dim, base, position, other, pair, spacing } = state;
  const isLinear = spacing === 'linear' && dim > 2;
  const lengths = `2 * np.pi * ${base} ** (np.arange(0, ${dim}, 2) / ${dim})`;
  const frequencies = isLinear
    ? `waves = ${lengths}\nfrequencies = 2 * np.pi / np.linspace(waves[0], waves[-1], ${dim / 2})`
    : `frequencies = ${base} ** (-np.arange(0, ${dim}, 2) / ${dim})`;
  const what = `how far apart positions ${position} and ${other} are: on clock ${pair}, and on all`;
  return printing(what, {
    ...(isLinear ? linearChords(state) : chords(state)),
    numpy: `
${frequencies}
angles = np.array([[${position}], [${other}]]) * frequencies
hands = np.stack([np.sin(angles), np.cos(angles)])
chords = np.linalg.norm(hands[:, 0] - hands[:, 1], axis=0)
print(chords[${pair}], np.linalg.norm(chords))`,
    torch: `
${inTorch(frequencies)}
angles = torch.tensor([[${position}], [${other}]]) * frequencies
hands = torch.stack([angles.sin(), angles.cos()])
chords = (hands[:, 0] - hands[:, 1]).norm(dim=0)
print(chords[${pair}].item(), chords.norm().item())`,
  });
}

/** Converts an expression from NumPy to PyTorch. @param {string} text */
const inTorch = (text) => text.replaceAll('np.', 'torch.');

/** Writes the program in JavaScript, for geometric wavelengths. @param {State} state */
function chords({ dim, base, position, other, pair }) {
  const [sine, cosine] = columnsOf(pair);
  return {
    uses: 'sinusoidal',
    javascript: `
const positions = [${position}, ${other}];
const table = sinusoidal(2, ${dim}, { base: ${base}, positions, dtype: 'float64' });
const gaps = table.subarray(0, ${dim}).map((value, at) => value - table[${dim} + at]);
console.log(Math.hypot(gaps[${sine}], gaps[${cosine}]), Math.hypot(...gaps));`,
  };
}

/** Writes the program in JavaScript, for evenly spaced wavelengths. @param {State} state */
function linearChords({ dim, base, position, other, pair }) {
  return {
    uses: 'wavelengths',
    javascript: `
const waves = wavelengths(${dim}, { base: ${base} });
${evenly(dim / 2)}const halfTurns = waves.map((wave) => (Math.PI * (${position} - ${other})) / wave);
const chords = halfTurns.map((angle) => 2 * Math.abs(Math.sin(angle)));
console.log(chords[${pair}], Math.hypot(...chords));`,
  };
}

/** Makes programs that print how many pairs of positions look alike. @param {State} state */
function lookAlikes({ clocks: count, base, spacing }) {
  const linear = spacing === 'linear';
  const exponents = `np.arange(${count}) / ${count}`;
  const waves = `waves = 2 * np.pi * ${base} ** (${exponents})`;
  const spaced = linear ? `\nwaves = np.linspace(waves[0], waves[-1], ${count})` : '';
  return printing(`how often two of 1000 positions look alike on ${count} clocks`, {
    uses: 'wavelengths',
    javascript: `
const waves = wavelengths(${2 * count}, { base: ${base} });
${linear ? evenly(count) : ''}const near = (gap) => (wave) => Math.cos((2 * Math.PI * gap) / wave) > Math.SQRT1_2;
let count = 0;
for (let gap = 1; gap < 1000; gap++) if (waves.every(near(gap))) count += 1000 - gap;
console.log(count);`,
    numpy: `
${waves}${spaced}
gaps = np.arange(1, 1000)
angles = 2 * np.pi * gaps[:, None] / waves
alike = (np.cos(angles) > np.sqrt(0.5)).all(axis=1)
print((1000 - gaps[alike]).sum())`,
    torch: `
${inTorch(waves)}${inTorch(spaced)}
gaps = torch.arange(1, 1000)
angles = 2 * torch.pi * gaps[:, None] / waves
alike = (angles.cos() > 0.5 ** 0.5).all(dim=1)
print((1000 - gaps[alike]).sum().item())`,
  });
}

/** Writes the lines that give the clocks evenly spaced wavelengths. @param {number} count */
const evenly = (count) => `const step = (waves[${count - 1}] - waves[0]) / ${count - 1};
waves.forEach((_, clock) => (waves[clock] = waves[0] + clock * step));
`;
