/*
 * Makes random rotations for identifyRotation, with the bases and the scalings of published
 * configs, and judges what identifyRotation finds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifyRotation } from '../../web/doctor/index.js';
import { applyRope, describeModel, ropeFrequencies } from '../../web/index.js';
import { noise, random } from './reference.js';

const folder = join(import.meta.dirname, '../inspect/configs');
const configs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8'))));

/** Fields of a scaling that change no frequency. Sections only choose the axis of each pair. */
const OTHERS = ['mrope_section', 'mrope_interleaved', 'max_position_embeddings'];

/** Returns a description, or undefined if describeModel refuses the config. */
function describe(config) {
  try {
    return describeModel(config);
  } catch {
    return undefined;
  }
}

/** The rotations of all published configs: base, width and scaling, without sections. */
export const MODELS = configs
  .map(([name, config]) => ({ name, ...describe(config) }))
  .filter(({ scheme, sections }) => scheme === 'rope' && !sections)
  .map(({ name, base, headDim, rotaryDim, scaling }) => ({
    name,
    base,
    headDim,
    rotaryDim,
    scaling: plainScaling(scaling),
  }))
  .filter(({ scaling }) => scaling?.rope_type !== 'dynamic');

/** Keeps only the fields that change a rotation, and leaves out a scaling without effect. */
function plainScaling(scaling) {
  if (!scaling || scaling.rope_type === 'default') return undefined;
  const kept = Object.entries(scaling).filter(
    ([name, value]) => value !== undefined && !OTHERS.includes(name),
  );
  return Object.fromEntries(kept);
}

/** Scalings with one number. Models use them with any base. */
const SIMPLE = [2, 4, 8, 16].flatMap((factor) => [
  { rope_type: 'linear', factor },
  { rope_type: 'ntk', factor },
]);

const BASES = [1e4, 1e4, 1e5, 5e5, 5e5, 1e6, 1e6, 5e6, 1e7, 1.5e5, 5e4, 1000, 25e4, 1.6e5];
const WIDTHS = [16, 32, 64, 64, 80, 96, 128, 128];

/** The position of the first row is below this. */
const FARTHEST = 2 ** 20;

const LAYOUTS = ['half', 'interleaved', 'interleaved-to-half'];

/**
 * Makes a random rotation: the options of applyRope, and the arrays before and after it.
 * @param {number} seed
 */
export function randomRotation(seed, rows = 16) {
  const draw = random(seed);
  const pick = (list) => list[Math.floor(draw() * list.length)];
  const model = draw() < 0.5 ? pick(MODELS) : undefined;
  const rotaryDim = model?.rotaryDim ?? pick(WIDTHS);
  const rest = draw() < 0.4 ? pick([2, 16, 32, 64]) : 0;
  const headDim = model ? Math.max(model.headDim, rotaryDim) : rotaryDim + rest;
  const rotaryStart = draw() < 0.3 ? Math.floor(draw() * (headDim - rotaryDim + 1)) : 0;
  const base = model?.base ?? pick(BASES);
  const simple = draw() < 0.3 ? pick(SIMPLE) : undefined;
  const scaling = model ? model.scaling : simple;
  const far = draw() < 0.5 ? draw() * FARTHEST : Math.exp(draw() * Math.log(FARTHEST));
  const start = draw() < 0.4 ? 0 : Math.floor(far);
  const options = {
    heads: pick([1, 1, 2, 4]),
    headDim,
    layout: pick(LAYOUTS),
    rotaryDim,
    rotaryStart,
    base,
    scaling,
    start,
    inverse: draw() < 0.2,
    precision: draw() < 0.3 ? 'float32' : 'exact',
  };
  const before = noise(Float32Array, rows * options.heads * headDim, seed + 1);
  return { options, before, after: applyRope(before.slice(), options) };
}

/** Returns whether two lists of frequencies are the same, except for rounding. */
const isSame = (a, b) => a.every((each, i) => Math.abs(each - b[i]) <= 1e-12 * Math.abs(each));

/**
 * Judges a result. The verdict is 'exact' if all settings are named, and 'same' if other names give
 * the same rotation. It is 'unnamed' if `matched` is below 0.999, and otherwise 'wrong'.
 */
export function judge(options, found) {
  const { layout, rotaryDim, rotaryStart, start, inverse, precision, base, scaling } = options;
  const isPlaced =
    found.layout === layout &&
    found.rotaryDim === rotaryDim &&
    found.rotaryStart === rotaryStart &&
    found.start === start &&
    found.step === 1 &&
    found.inverse === inverse;
  const isNamed =
    found.base === base &&
    found.scaling?.rope_type === scaling?.rope_type &&
    found.scaling?.factor === scaling?.factor;
  if (found.matched < 0.999) return 'unnamed';
  if (!isPlaced) return 'wrong';
  const isLong = start + 16 > scaling?.original_max_position_embeddings;
  const contextLength = scaling && isLong ? start + 16 : undefined;
  const own = ropeFrequencies(rotaryDim, { base, scaling, contextLength });
  const got = ropeFrequencies(rotaryDim, {
    base: found.base,
    scaling: found.scaling,
    contextLength: found.scaling && contextLength,
  });
  const isEqual =
    isSame(own.frequencies, got.frequencies) &&
    Math.abs(own.attentionFactor - got.attentionFactor) < 1e-6;
  if (!isEqual) return 'wrong';
  return isNamed && found.precision === precision ? 'exact' : 'same';
}

/** Makes a random rotation, identifies it, and judges the result. */
export function identifyRandom(seed) {
  const { options, before, after } = randomRotation(seed);
  const { heads, headDim, scaling } = options;
  const given = scaling?.rope_type === 'longrope' ? { scaling } : {};
  const found = identifyRotation(before, after, { heads, headDim, ...given });
  return { options, found, verdict: judge(options, found) };
}

/**
 * Rotates like models whose frequencies and angles are in float32. `rounded` rounds the cosines,
 * the sines and the results.
 */
export function rotatedIn32(before, { heads, headDim, base, positions }, rounded = Math.fround) {
  const { fround } = Math;
  const half = headDim / 2;
  return before.map((own, i) => {
    const element = i % headDim;
    const pair = element % half;
    const position = positions[Math.floor(i / headDim / heads)];
    const exponent = fround((2 * pair) / headDim);
    const angle = fround(position * fround(1 / fround(base ** exponent)));
    const other = element < half ? -before[i + half] : before[i - half];
    const [cos, sin] = [rounded(Math.cos(angle)), rounded(Math.sin(angle))];
    return rounded(rounded(own * cos) + rounded(other * sin));
  });
}
