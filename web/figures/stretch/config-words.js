/** All texts of PeStretch about a config. They are loaded with the code that reads configs. */
import { fixed, grouped } from '../chassis/format.js';
import { methodOf } from './model.js';
import { methodTexts, neverTurned, steepest } from './words.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Row} Row */
/** @typedef {import('./read-config.js').Reading} Reading */
/** @typedef {import('./layers.js').LayerPlan} LayerPlan */
/** @typedef {import('./layers.js').LayerKind} LayerKind */

/** These texts say what is wrong with a config, or what the figure cannot show of it. */
export const problems = {
  /** @param {number} longest */
  tooLong: (longest) =>
    `This text is too long: a config has at most ${grouped(longest)} characters.`,
  /** @param {number} most */
  tooDeep: (most) => `Objects and lists of a config may be nested at most ${most} times.`,
  unchanged: 'The figure has not changed.',
  /** @param {string} message */
  notJson: (message) => `This is not valid JSON: ${message}`,
  /** @param {string} scheme */
  notRotary: (scheme) => `This model has no rotary pairs to stretch: its scheme is “${scheme}”.`,
  /** @param {string} type */
  noStretching: (type) =>
    `Its scaling, “${type}”, does not stretch the context. ` +
    'The figure shows the pairs as they turn without this scaling.',
  /**
   * @param {string} field
   * @param {unknown} wanted
   * @param {unknown} taken
   */
  clamped: (field, wanted, taken) =>
    `The figure cannot show ${field} = ${wanted}. It shows ${field} = ${taken} instead.`,
};

/** A message with more characters than this is shortened. */
const LONGEST_MESSAGE = 400;

/**
 * Shortens a long message by leaving out its middle. A message is long if it contains many expected
 * values, or a long value from the config.
 * @param {string} message
 */
export function shortened(message) {
  if (message.length <= LONGEST_MESSAGE) return message;
  const start = message.slice(0, 120).replace(/ \S*$/, ' ');
  const end = message.slice(-60).replace(/^\S* /, ' ');
  return `${start}…${end}`;
}

/**
 * Describes the model whose config was read, in short paragraphs.
 * @param {Model} model
 * @param {Reading} reading
 */
export function paragraphs(model, reading) {
  const said = [whatWasRead(model, reading), lengthsSaid(model, reading)];
  if (model.own) said.push(scalingSaid(model));
  if (reading.ignored) said.push(problems.noStretching(reading.ignored));
  return [...said, ...alikeSaid(reading)];
}

/**
 * Tells what was read: the type of the model, and the number and base of its pairs.
 * @param {Model} model
 * @param {Reading} reading
 */
function whatWasRead({ state, waves }, { type, description, namesBase }) {
  const pairs = `${waves.length} pairs with base ${grouped(state.base)}`;
  if (!description) return `This text contains only a scaling. The figure applies it to ${pairs}.`;
  const { headDim, rotaryDim, notes, layout } = description;
  const guess = notes.find((note) => note.startsWith('Read as '));
  const name = type ? `Read as ${type}, a model` : 'Read as a model';
  const all = rotaryDim === headDim ? '' : ` of its ${headDim}`;
  return (
    `${guess ? `${guess} The file calls it “${type}”. It is a model` : name} ` +
    `with rotary positions (RoPE). Each head rotates ${rotaryDim}${all} dimensions, as ${pairs}.` +
    layoutSaid(layout, Number(rotaryDim)) +
    (namesBase ? '' : ` The file contains no base, so ${grouped(state.base)} is assumed.`)
  );
}

/**
 * Says which two dimensions are a pair in the model's weights.
 * @param {string | undefined} layout
 * @param {number} dim
 */
function layoutSaid(layout, dim) {
  if (!layout) return '';
  const pair = layout === 'half' ? `i and i + ${dim / 2}` : '2i and 2i + 1';
  return ` Its weights expect the layout ${layout}: a pair is dimensions ${pair}.`;
}

/**
 * Says which lengths the file names, and what they mean.
 * @param {Model} model
 * @param {Reading} reading
 */
function lengthsSaid(model, { description, isAssumed }) {
  const { state, own, stages, target } = model;
  const never = neverTurned(model);
  const length = grouped(state.length);
  if (stages) {
    const last = grouped(stages.last);
    const later = stages.isTrained
      ? `The model was then trained on up to ${last} positions, as its authors report.`
      : 'The file does not say how long the texts of later training were.';
    return (
      `The file says that the model was first trained on ${length} positions ` +
      `and made for ${last}. ${never} ${later}`
    );
  }
  if (isAssumed)
    return (
      `The file contains only one length, ${grouped(target)} positions. The figure assumes that ` +
      `this is ${grouped(state.factor)} times the trained length. ${never}`
    );
  if (own)
    return (
      `The file asks for a stretch from ${length} to ${grouped(target)} positions. ` +
      `It does not say that training reached them. ${never}`
    );
  const named = description?.contextLength
    ? `The file contains one length, ${length} positions, and the figure takes it as trained.`
    : `The file contains no length, so the figure keeps ${length} positions.`;
  return `${named} ${never}`;
}

/**
 * Says what the scaling of the model does.
 * @param {Model} model
 */
function scalingSaid({ state, waves, rows, chosen, own, stages }) {
  const row = /** @type {Row} */ (rows[chosen]);
  const { kept, blended, slowed, unseen } = row.counts;
  const does =
    own === 'longrope'
      ? `divides the frequency of each pair by its own number, at most ${steepest(row)}`
      : `keeps ${kept} of ${waves.length} pairs, blends ${blended} and slows ${slowed} ` +
        `by a factor of ${grouped(state.factor)}`;
  const scores =
    row.amplitude === 1 ? '' : ` It multiplies cosines and sines by ${fixed(row.amplitude, 4)}.`;
  const showed = stages?.isTrained ? ' Later training showed them.' : '';
  const warning = unseen
    ? ` ${unseen} of ${waves.length} pairs reach angles ` +
      `that the first ${grouped(state.length)} positions never showed.${showed}`
    : '';
  return `Its scaling, ${methodTexts[state.method].name}, ${does}.${scores}${warning}`;
}

/**
 * Says to which tokens all layers attend, if all are limited to the same window or chunk.
 * @param {Reading} reading
 */
function alikeSaid({ description, plan }) {
  if (plan || !(description?.window || description?.chunk)) return [];
  const layer = /** @type {LayerKind['layer']} */ (description);
  return [`All layers ${sees(layer, true)}.`];
}

/**
 * Says to which tokens the layers of one kind attend.
 * @param {LayerKind['layer']} layer
 * @param {boolean} isPlural
 */
function sees({ scheme, window, windowBothWays, chunk }, isPlural) {
  const see = isPlural ? 'see' : 'sees';
  if (scheme === 'none') return `${isPlural ? 'have' : 'has'} linear attention or none`;
  if (window && windowBothWays) return `${see} ${grouped(window - 1)} tokens to each side`;
  if (window) return `${see} the last ${grouped(window)} tokens`;
  if (chunk) return `${see} ${isPlural ? 'their' : 'its'} chunk of ${grouped(chunk)} tokens`;
  return `${see} the whole text`;
}

/**
 * Writes 21 as "21st".
 * @param {number} value
 */
function ordinal(value) {
  const isTeen = value % 100 > 10 && value % 100 < 14;
  const ending = isTeen ? undefined : ['', 'st', 'nd', 'rd'][value % 10];
  return `${value}${ending || 'th'}`;
}

/**
 * Says how the positions of one kind of layer differ from those of the other kinds.
 * @param {LayerPlan} plan
 * @param {LayerKind} kind
 */
function positionsSaid({ kinds }, { layer }) {
  if (layer.scheme === 'nope') return ', without positions';
  if (layer.scheme === 'none') return '';
  const rotary = kinds.flatMap((kind) => (kind.layer.scheme === 'rope' ? [kind.layer] : []));
  /** @param {(layer: LayerKind['layer']) => unknown} trait */
  const differs = (trait) => new Set(rotary.map(trait)).size > 1;
  const details = [];
  if (differs(({ base }) => base)) details.push(`base ${grouped(Number(layer.base))}`);
  if (differs(({ rotaryDim }) => rotaryDim)) details.push(`${layer.rotaryDim} rotary dimensions`);
  if (differs(({ scaling }) => methodOf(scaling)))
    details.push(methodOf(layer.scaling) === 'none' ? 'no stretching' : 'stretching');
  return details.length ? `, with ${details.join(' and ')}` : '';
}

/** The texts of the strip of layers. */
export const layerTexts = {
  label: 'Layer',
  /** @param {LayerPlan} plan */
  title: ({ kinds, kindOf }) => `Its ${kindOf.length} layers are of ${kinds.length} kinds.`,
  /**
   * @param {LayerPlan} plan
   * @param {number} at the index of the kind
   */
  kind(plan, at) {
    const kind = plan.kinds[at];
    const { count, every, layer } = kind;
    const total = plan.kindOf.length;
    const which = `${count} of ${total} layers${every > 1 ? `, every ${ordinal(every)},` : ''}`;
    return `${which} ${sees(layer, count > 1)}${positionsSaid(plan, kind)}.`;
  },
  /**
   * @param {LayerPlan} plan
   * @param {number} at the index of the layer
   */
  layer(plan, at) {
    const kind = plan.kinds[plan.kindOf[at]];
    const where = `Layer ${at + 1} of ${plan.kindOf.length}`;
    return `${where} ${sees(kind.layer, false)}${positionsSaid(plan, kind)}.`;
  },
  /** @param {LayerPlan} plan */
  shown: ({ kinds, shown }) =>
    kinds[shown] ? `The figure shows the pairs of the layers marked ${kinds[shown].letter}.` : '',
};

/**
 * Makes the table of layers.
 * @param {LayerPlan} plan
 * @returns {import('../chassis/table.js').Table}
 */
export function layerTable(plan) {
  return {
    name: 'Layers of the config',
    columns: ['layer', 'kind', 'what it does'],
    rows: plan.kindOf.length,
    row: (at) => [at + 1, plan.kinds[plan.kindOf[at]].letter, layerTexts.layer(plan, at)],
    show: String,
  };
}
