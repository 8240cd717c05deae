/** What pe-stretch says: its captions, formulas and sentences. */
import { m, mi, mn, mo } from './dom.js';
import { fixed, grouped, wave } from './format.js';
import { METHODS } from './models/stretch.js';

/** @typedef {import('./stretch.js').Model} Model */

/** Whose YaRN it is. @type {Record<string, string>} */
const RAMPS = { paper: 'ramp over turns, as in the paper', code: 'ramp over whole pairs, as in the common code', exact: 'ramp over pairs, truncate: false' };

/** @param {number} turns */
export const turned = (turns) => grouped(turns, turns < 10 ? 3 : turns < 100 ? 2 : 1);
/** A ratio, whose fifth digit may be an exact 5 but for the last bit. @param {number} ratio */
export const part = (ratio) => fixed(Number(ratio.toPrecision(12)), 4);

/** The most that a pair is slowed. @param {{ratio: Float64Array}} row */
const steepest = ({ ratio }) => fixed(1 / Math.min(...ratio), 2);

/** @param {Model} model */
export function caption({ state, waves, rows, chosen, target, own }) {
  const { pair, length, factor } = state;
  const { name, key } = METHODS[chosen];
  const row = rows[chosen];
  if (!row) return [['b', name], ` has no formula: it divides each pair by a number that was searched for. Paste a config that has such a list.`];
  const { kept, blended, slowed, unseen } = row.counts;
  const what = key === 'none' ? 'leaves every pair as trained' : key === 'longrope' ? `slows each pair by a number of its own, at most ${steepest(row)}-fold` : `keeps ${kept}, blends ${blended}, slows ${slowed} pairs ${grouped(factor)}-fold`;
  const form = key === 'yarn' ? ` (${RAMPS[state.ramp]})` : '';
  return [['b', name], `${form}${own === key ? ', as this model,' : ''} ${what}. Pair `, ['you', String(pair)], ` turns once in ${wave(row.waves[pair])} positions${key === 'none' ? '' : `, was ${wave(waves[pair])}`}: `,
    `${turned(length / waves[pair])} turns in training, ${turned(target / row.waves[pair])} at ${grouped(target)}. `,
    unseen ? ['wrong', `✗ ${unseen} pairs reach angles never seen.`] : ['right', '✓ No pair reaches an angle never seen.']];
}

/** @param {Model} model */
export function formula({ state, rows, chosen, raised }) {
  const { factor, dim, base, pair } = state;
  const row = rows[chosen];
  if (!row) return [];
  const old = () => m('msub', mi('ω'), mn(pair));
  /** What becomes of the frequency. @param {...any} parts */
  const becomes = (...parts) => m('math', m('mrow', old(), mo('→'), ...parts));
  const { ratio, amplitude } = row;
  const share = factor === 1 ? 0 : (1 - ratio[pair]) / (1 - 1 / factor);
  const over = m('mfrac', old(), mn(grouped(factor)));
  const equals = m('math', m('mrow', mo('='), mn(part(ratio[pair])), mo('·'), old()));
  const scores = amplitude === 1 ? [] : [m('math', m('mrow', mi('cos'), mo(','), mi('sin'), mo('×'), mn(fixed(amplitude, 4))))];
  const parts = () => [becomes(mn(part(1 - share)), mo('·'), old(), mo('+'), mn(part(share)), mo('·'), over), equals, ...scores];
  return [{
    none: () => [becomes(old())],
    linear: () => [becomes(over), equals],
    ntk: () => [m('math', m('mrow', mn(grouped(base)), mo('→'), mn(grouped(raised, 1)))), becomes(m('msup', mn(grouped(raised, 1)), m('mrow', mo('−'), mn(2 * pair), mo('/'), mn(dim)))), equals],
    yarn: parts,
    llama3: parts,
    longrope: () => [becomes(m('mfrac', old(), mn(part(1 / ratio[pair])))), equals, ...scores],
  }[/** @type {'none'} */ (METHODS[chosen].key)]()].flat();
}

/** What the model in the state does. @param {Model} model */
export function sentence({ state, rows, target, waves, whole, own }) {
  const row = /** @type {any} */ (rows[METHODS.findIndex((each) => each.key === state.method)]);
  const { counts, amplitude } = row;
  const pairs = `${waves.length} pairs, base ${grouped(state.base)}`;
  if (!own) return `${pairs}, trained on ${grouped(state.length)} positions, no stretching: ${waves.length - whole} pairs never come around.`;
  const name = METHODS.find((each) => each.key === state.method)?.name;
  return `${pairs}. ${name} stretches ${grouped(state.length)} positions to ${grouped(target)}: it ${own === 'longrope' ? `slows each pair by a number of its own, at most ${steepest(row)}` : `keeps ${counts.kept} pairs, blends ${counts.blended} and slows ${counts.slowed} by ${grouped(state.factor)}`}`
    + `${amplitude === 1 ? '' : `, and multiplies cosines and sines by ${fixed(amplitude, 4)}`}.${counts.unseen ? ` ${counts.unseen} pairs reach angles that the first ${grouped(state.length)} positions never showed.` : ''}`;
}

/** A row of the table of methods. @param {Model} model @param {number} at */
export function factsOf({ state, rows, raised, scaling }, at) {
  const row = rows[at];
  const { beta_fast: fast = 32, beta_slow: slow = 1, high_freq_factor: high = 4, low_freq_factor: low = 1 } = scaling ?? {};
  /** @param {number} turns */
  const turns = (turns) => (turns === 1 ? 'once' : `${turns} times`);
  const what = {
    none: 'nothing', linear: `divides every frequency by ${grouped(state.factor)}`, ntk: `raises the base to ${grouped(raised, 1)}`,
    yarn: `keeps what turned ${turns(fast)}, slows what did not turn ${turns(slow)}`, llama3: `keeps what turned ${turns(high)}, slows what did not turn ${turns(low)}`, longrope: 'one divisor for each pair, found by search',
  }[/** @type {'none'} */ (METHODS[at].key)];
  return row ? [what, ...[row.counts.kept, row.counts.blended, row.counts.slowed, row.counts.unseen].map(String), fixed(row.amplitude, 4), METHODS[at].models] : [what, '–', '–', '–', '–', '–', METHODS[at].models];
}
