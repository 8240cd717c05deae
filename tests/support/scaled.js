/*
 * Computes the frequencies of scaled rotary embeddings in plain doubles, with the formulas of the
 * papers and of common code.
 */

const clamp = (x) => Math.min(1, Math.max(0, x));

/**
 * Divides frequencies by the factor if the ramp is 1, and does not change them if the ramp is 0.
 * For a ramp between 0 and 1, it mixes both frequencies.
 */
const blend = (plain, factor, ramp) =>
  plain.map((w, i) => (ramp(w, i) * w) / factor + (1 - ramp(w, i)) * w);

function grownBase({ plain, pairs, dim, of, theta }, alpha) {
  return pairs > 1 ? of(theta * alpha ** (dim / (dim - 2))) : plain;
}

/** For each type of scaling, a function that returns [frequencies, attentionFactor or nothing]. */
const SCALINGS = {
  default: ({ plain }) => [plain],
  linear: ({ plain, scaling }) => [plain.map((w) => w / scaling.factor)],
  ntk: (model) => [grownBase(model, model.scaling.alpha ?? model.scaling.factor)],
  dynamic(model) {
    const { alpha, factor } = model.scaling;
    const length = model.most ?? model.trained;
    const grown = (factor * Math.max(model.contextLength, length)) / length - (factor - 1);
    return [grownBase(model, alpha ?? grown)];
  },
  llama3({ plain, scaling, trained }) {
    const { factor, low_freq_factor: low, high_freq_factor: high } = scaling;
    const turns = (w) => (w * trained) / (2 * Math.PI);
    return [blend(plain, factor, (w) => 1 - clamp((turns(w) - low) / (high - low)))];
  },
  yarn({ plain, scaling, dim, theta, trained }) {
    const { beta_fast: fast = 32, beta_slow: slow = 1, truncate = true } = scaling;
    const index = (turns) =>
      (dim * Math.log(trained / (turns * 2 * Math.PI))) / (2 * Math.log(theta));
    const from = Math.max(truncate ? Math.floor(index(fast)) : index(fast), 0);
    const to = Math.min(truncate ? Math.ceil(index(slow)) : index(slow), dim - 1);
    const width = to === from ? 0.001 : to - from;
    const frequencies = blend(plain, scaling.factor, (_, i) => clamp((i - from) / width));
    return [frequencies, scaling.attention_factor ?? yarnFactor(scaling)];
  },
  longrope({ plain, scaling, contextLength, most, trained }) {
    const name = contextLength > trained ? 'long' : 'short';
    const ratio = scaling.factor ?? (most === undefined ? 1 : most / trained);
    const given = scaling[`${name}_mscale`] ?? scaling.attention_factor;
    const formula = ratio > 1 ? Math.sqrt(1 + Math.log(ratio) / Math.log(trained)) : 1;
    return [plain.map((w, i) => w / scaling[`${name}_factor`][i]), given ?? formula];
  },
  proportional({ plain, scaling, dim }) {
    const turning = Math.floor(((scaling.partial_rotary_factor ?? 1) * dim) / 2);
    return [plain.map((w, i) => (i < turning ? w / (scaling.factor ?? 1) : 0))];
  },
};
SCALINGS.mrope = SCALINGS.default;
SCALINGS.su = SCALINGS.longrope;

/** Returns YaRN's attention factor, or DeepSeek's ratio of two attention factors. */
function yarnFactor({ factor, mscale, mscale_all_dim: all }) {
  const magnitude = (coefficient) => (factor > 1 ? 0.1 * coefficient * Math.log(factor) + 1 : 1);
  return mscale && all ? magnitude(mscale) / magnitude(all) : magnitude(1);
}

/**
 * Returns {frequencies, attentionFactor} for a number of rotary dimensions.
 * @param {number} dim
 * @param {object} options the options of ropeFrequencies
 */
export function scaled(dim, options) {
  const { contextLength = 0, maxPositions, originalMaxPositions } = options;
  const scaling = options.scaling ?? {};
  const type = scaling.rope_type ?? scaling.type ?? 'default';
  if (!Object.hasOwn(SCALINGS, type)) throw new RangeError(`no such type: ${type}`);
  const theta = options.base ?? scaling.rope_theta ?? 1e4;
  const pairs = dim / 2;
  const of = (base) => Array.from({ length: pairs }, (_, i) => base ** ((-2 * i) / dim));
  const most = scaling.max_position_embeddings ?? maxPositions;
  const trained = scaling.original_max_position_embeddings ?? originalMaxPositions ?? most;
  const plain = of(theta);
  const model = { scaling, dim, pairs, of, plain, theta, most, trained, contextLength };
  const [frequencies, attentionFactor = 1] = SCALINGS[type](model);
  return { frequencies: Float64Array.from(frequencies), attentionFactor };
}
