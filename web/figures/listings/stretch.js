import { METHODS, requestOf } from '../stretch/model.js';
import { printing } from './listing.js';

/** @typedef {import('../stretch/model.js').MethodKey} MethodKey */
/** @typedef {import('../stretch/model.js').Model} Model */
/** @typedef {import('../stretch/model.js').Scaling & {alpha?: number, short_factor?: number[]}} Scaling */

/** @type {Record<MethodKey, string>} */
const NAMES = {
  none: 'without stretching',
  linear: 'with linear scaling',
  ntk: 'with NTK',
  yarn: 'with YaRN',
  llama3: 'with the scaling of Llama 3',
  longrope: 'with LongRoPE',
};

/**
 * Writes the lines that blend the frequencies of unchanged and slowed pairs.
 * @param {string} share how much a pair is slowed: 0 for not at all, 1 for the whole factor
 * @param {Scaling} scaling
 */
const blended = (share, { factor }) =>
  `share = (${share}).clip(0, 1)\nslowed = plain * (1 - share + share / ${factor})`;

/**
 * For each type of scaling: writes the lines that compute the new frequencies with NumPy. A config
 * file that the reader opens may contain anything, so only its numbers and booleans are written.
 * @type {Record<string, (scaling: Scaling, model: Model) => string>}
 */
const LINES = {
  linear: ({ factor }) => `slowed = plain / ${factor}`,
  ntk: ({ alpha, factor }, model) => withBase(alpha ?? factor, model),
  dynamic({ alpha, factor = 1 }, model) {
    const { length } = model.state;
    const grown = `(${factor} * ${Math.max(model.target, length)} / ${length} - ${factor - 1})`;
    return withBase(alpha ?? grown, model);
  },
  yarn(scaling, { state: { dim, length } }) {
    const { beta_fast: fast = 32, beta_slow: slow = 1, truncate = true } = scaling;
    const ends = truncate ? ['np.floor(low)', 'np.ceil(high)'] : ['low', 'high'];
    return `turns = np.array([${fast}, ${slow}])
low, high = np.log(${length} / (2 * np.pi * turns)) / -np.log(plain[1])
low, high = max(${ends[0]}, 0), min(${ends[1]}, ${dim - 1})
${blended(`(np.arange(${dim / 2}) - low) / max(high - low, 0.001)`, scaling)}`;
  },
  llama3(scaling, { state: { length } }) {
    const { low_freq_factor: low, high_freq_factor: high } = scaling;
    const share =
      low === high ? `1.0 * (turns < ${high})` : `(${high} - turns) / (${high} - ${low})`;
    return `turns = ${length} * plain / (2 * np.pi)\n${blended(share, scaling)}`;
  },
  longrope({ long_factor: long, short_factor: short }, { target, state: { length } }) {
    return `slowed = plain / np.array([${(target > length ? long : short)?.join(', ')}])`;
  },
};

/**
 * Writes the line that computes frequencies from a larger base.
 * @param {number | string | undefined} alpha the divisor of the last frequency
 * @param {Model} model
 */
const withBase = (alpha, { state: { base, dim } }) =>
  `base = ${base} * ${alpha} ** (${dim} / ${dim - 2})
slowed = base ** (-np.arange(0, ${dim}, 2) / ${dim})`;

/** Whether a value of a scaling may be in a program. @param {unknown} value */
const isPlain = (value) =>
  [value].flat().every((each) => typeof each === 'boolean' || Number.isFinite(each));

/**
 * Writes the lines for a scaling; null if it contains anything but numbers and booleans.
 * @param {Scaling | undefined} scaling
 * @param {Model} model
 */
function linesOf(scaling, model) {
  if (!scaling) return 'slowed = plain';
  const { rope_type: type = '', ...values } = scaling;
  if (!Object.values(values).every(isPlain)) return null;
  return LINES[type === 'su' ? 'longrope' : type](values, model);
}

/** Makes programs that print the effect of a method on the chosen pair. @param {Model} model */
export function stretch(model) {
  const { state, chosen, rows, covered, target } = model;
  const { key } = METHODS[chosen];
  const scaling = requestOf(key, state, model.scaling);
  const lines = scaling === null || !(rows[chosen] || covered) ? null : linesOf(scaling, model);
  if (!lines) return null;
  const { dim, base, pair } = state;
  const written = JSON.stringify(scaling ?? null, null, 1).replace(/\s+/g, ' ');
  const what = `how many times slower pair ${pair} turns ${NAMES[key]}, and its positions per turn`;
  return printing(what, {
    uses: 'ropeFrequencies',
    javascript: `
const scaling = ${written};
const options = { base: ${base}, rotaryDim: ${dim}, contextLength: ${target}, scaling };
const slowed = ropeFrequencies(${dim}, options).frequencies[${pair}];
const plain = ropeFrequencies(${dim}, { base: ${base} }).frequencies[${pair}];
console.log(plain / slowed, (2 * Math.PI) / slowed);`,
    numpy: `
plain = ${base} ** (-np.arange(0, ${dim}, 2) / ${dim})
${lines}
print(plain[${pair}] / slowed[${pair}], 2 * np.pi / slowed[${pair}])`,
    torch: `
plain = ${base} ** (-torch.arange(0, ${dim}, 2) / ${dim})
${lines.replaceAll('np.array', 'torch.tensor').replaceAll('np.', 'torch.')}
print((plain / slowed)[${pair}].item(), (2 * torch.pi / slowed)[${pair}].item())`,
  });
}
