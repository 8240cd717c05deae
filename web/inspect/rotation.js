/*
 * Reads how the layers of a model rotate: the base, the number of dimensions and the scaling.
 */
import * as check from '../check.js';
import { planTurning } from '../rope/plan.js';
import { settle } from '../rope/scaling.js';
import { Fields, count, even, isObject, number, text } from './fields.js';
import { COMPRESSED, FULL, SLIDING } from './layers.js';

/** @typedef {import('./families.js').Family} Family */
/** @typedef {import('./families.js').LayerKind} LayerKind */
/** @typedef {Record<string, any>} Scaling */

/**
 * What is known of the layers whose rotation is read.
 * @typedef {object} Turned
 * @property {Fields} fields
 * @property {Family} family
 * @property {LayerKind} kind
 * @property {number} headDim
 * @property {number} [base] the base of one layer, which overrides all others
 * @property {number} [contextLength]
 */

/** The smallest attention factor that ropeFrequencies accepts. */
const LEAST = 1e-300;

const BASE = ['global_rope_theta', 'rotary_emb_base', 'rope_theta'];

/** The types of scaling that need the context length in training. */
const WITH_LENGTH = ['llama3', 'yarn', 'longrope'];

/**
 * Reads how layers rotate.
 * @param {Turned} turned
 */
export function readRotation(turned) {
  const { fields, family, kind, headDim } = turned;
  const found = ropeParameters(turned);
  const { parameters } = found;
  const baseNames = family.bases?.[kind] ?? BASE;
  // If the scaling object has a `rope_theta`, it is the base. The outer fields are checked all the
  // same.
  const ratio = fields.read('rope_ratio', number(LEAST), 1);
  const outerBase = fields.read(baseNames, number(1), 1e4 * ratio);
  const base = turned.base ?? parameters.read('rope_theta', number(1), outerBase);
  const type = ropeType(parameters, family);
  const part = readPart(turned, found, type);
  checkUnnamed(parameters, type);
  const isProportional = type === 'proportional';
  const rotaryDim = isProportional ? headDim : readRotaryDim(turned, part);
  const scaling = readScaling(turned, found, type, {
    pairs: rotaryDim / 2,
    part: isProportional ? (part ?? 1) : undefined,
  });
  const rotation = { base, rotaryDim, scaling };
  const attentionFactor = attentionFactorOf(turned, rotation, {
    scaling: parameters.path,
    sections: `${parameters.path}.mrope_section`,
    base:
      parameters.value('rope_theta') === undefined
        ? fields.pathOf(...[baseNames].flat())
        : parameters.pathOf('rope_theta'),
    rotaryDim:
      fields.pathOf('head_dim', 'hidden_size') +
      (part !== undefined && part < 1 ? ' times partial_rotary_factor' : ''),
  });
  return { ...rotation, attentionFactor };
}

/**
 * Reads the fraction of each head that rotates. It is undefined if no field has it, or if the class
 * reads no such field. If frequencies are scaled, the field outside the scaling object comes
 * first.
 * @param {Turned} turned
 * @param {{isOwn: boolean, parameters: Fields}} found
 * @param {string} type
 */
function readPart({ fields, family }, { isOwn, parameters }, type) {
  const isKnown = 'partial_rotary_factor' in fields.object;
  if (!isKnown && type !== 'proportional') return undefined;
  const outer = fields.optional('partial_rotary_factor', number(0, 1));
  if (family.outerPart) return outer;
  const inner = parameters.optional('partial_rotary_factor', number(0, 1));
  const older = fields.optional('rotary_pct', number(0, 1));
  const first = type === 'default' || isOwn ? undefined : outer;
  return first ?? inner ?? older ?? outer;
}

/** @param {Turned} turned @param {number | undefined} part */
const readRotaryDim = ({ fields, headDim }, part) =>
  part === undefined
    ? (fields.optional('rotary_dim', even(2, headDim)) ?? headDim)
    : Math.trunc(headDim * part);

/** For each kind of layers, the names of the fields that may contain its scaling object. */
const PARTS = {
  full_attention: [FULL, 'hybrid'],
  chunked_attention: [FULL],
  sliding_attention: [SLIDING, 'hybrid_sliding', 'main'],
  compressed_attention: ['compress'],
  linear_attention: [FULL],
};

/** Whether an object has one scaling object for each kind of layer. @param {unknown} object */
const isByKind = (object) =>
  isObject(object) && Object.values(PARTS).some((names) => names.some((name) => name in object));

/**
 * Returns the scaling object for layers of one kind, and whether it is for this kind only. Newer
 * files have one such object for each kind.
 * @param {Turned} turned
 */
function ropeParameters({ fields, family, kind }) {
  const old = fields.value('rope_scaling');
  const isNew = old === undefined || (isObject(old) && !Object.keys(old).length);
  const name =
    isNew || isByKind(family.fields?.rope_parameters) ? 'rope_parameters' : 'rope_scaling';
  const { object, path } = fields.part(name);
  const isOwn = isByKind(object);
  const part = PARTS[kind].find((each) => each in object) ?? PARTS[kind][0];
  const isUnscaled = kind === SLIDING && family.unscaledWindows;
  const found = isOwn
    ? new Fields(object[part] ?? (family.bases ? {} : object[part]), `${path}.${part}`)
    : new Fields(isUnscaled ? {} : object, path);
  const { mropeSections, mropeInterleaved = found.value('mrope_interleaved') } = family;
  const sections = found.value('mrope_section', 'xdrope_section') ?? mropeSections;
  const seen = {
    ...found.object,
    ...(sections !== undefined && { mrope_section: sections, mrope_interleaved: mropeInterleaved }),
    // In DeepSeek V4, the base of these layers is in the field that the family's `bases` names, and
    // their cosines are not scaled.
    ...(kind === COMPRESSED && !isOwn && { rope_theta: undefined, attention_factor: 1 }),
  };
  return { isOwn, parameters: new Fields(seen, found.path) };
}

/**
 * Returns the type of a scaling, under the name that ropeFrequencies uses.
 * @param {Fields} parameters
 * @param {Family} family
 */
function ropeType(parameters, family) {
  // An object with a factor but no type is an error: the key of its type is probably misspelt.
  const fallback = parameters.value('factor') === undefined ? 'default' : undefined;
  const type = parameters.read(['rope_type', 'type'], text, fallback);
  if (type === 'su' || (family.yarnIsLongrope && type === 'yarn')) return 'longrope';
  if (type === 'xdrope') return 'dynamic';
  return type === 'mrope' ? 'default' : type;
}

/**
 * Checks the fields that ropeFrequencies does not check, or checks under other names.
 * @param {Fields} parameters
 * @param {string} type
 */
function checkUnnamed(parameters, type) {
  if (type === 'longrope') {
    parameters.optional('short_mscale', number(LEAST));
    parameters.optional('long_mscale', number(LEAST));
  }
  parameters.read('mrope_interleaved', check.flag, false);
}

/**
 * Returns the scaling object as ropeFrequencies takes it. It includes lengths from other parts of
 * the config.
 * @param {Turned} turned
 * @param {{isOwn: boolean, parameters: Fields}} found
 * @param {string} type
 * @param {{pairs: number, part: number | undefined}} turns the number of pairs that rotate, and the
 *   value of `partial_rotary_factor` in the result
 * @returns {Scaling | undefined}
 */
function readScaling({ fields, contextLength }, { isOwn, parameters }, type, { pairs, part }) {
  if (type === 'default' && parameters.value('mrope_section') === undefined) return undefined;
  const others = { ...parameters.object };
  for (const name of ['type', 'rope_theta', 'xdrope_section']) delete others[name];
  // In YaRN, a value of 0 means the default.
  for (const name of ['beta_fast', 'beta_slow']) if (others[name] === 0) delete others[name];
  const original = 'original_max_position_embeddings';
  const outer = isOwn ? undefined : fields.optional(original, count());
  const fallback = WITH_LENGTH.includes(type) ? contextLength : undefined;
  return {
    ...others,
    rope_type: type,
    partial_rotary_factor: part,
    mrope_section: others.mrope_interleaved
      ? clippedSections(others.mrope_section, pairs)
      : others.mrope_section,
    max_position_embeddings:
      contextLength ?? parameters.optional('max_position_embeddings', count()),
    [original]: outer ?? parameters.optional(original, count()) ?? fallback,
  };
}

/**
 * Returns interleaved sections as the model uses them. Axis 1 takes every third pair, and so does
 * axis 2. Sections that are too long for this are cut, because ropeFrequencies refuses them. Axis 0
 * takes the other pairs.
 * @param {unknown} sections
 * @param {number} pairs
 */
function clippedSections(sections, pairs) {
  if (!Array.isArray(sections) || sections.length !== 3) return sections;
  if (!sections.every(Number.isInteger)) return sections;
  const others = [1, 2].map((axis) => Math.min(sections[axis], Math.ceil((pairs - axis) / 3)));
  return [pairs - others[0] - others[1], ...others];
}

/**
 * Returns the attention factor of a rotation. Refuses a rotation that ropeFrequencies would refuse.
 * Tries a short and a long context, since longrope has different factors for each.
 * @param {Turned} turned
 * @param {{base: number, rotaryDim: number, scaling?: Scaling}} rotation
 * @param {Record<string, string>} paths the path of the field behind each argument of
 *   ropeFrequencies
 */
function attentionFactorOf({ headDim, contextLength = 0 }, rotation, paths) {
  try {
    const given = settle({ ...rotation, described: true, isChosen: true });
    const [, , { amplitude }] = [0, 1e12, contextLength].map((length) =>
      planTurning({ ...given, contextLength: length }, headDim),
    );
    return amplitude;
  } catch (error) {
    throw withPath(error, paths);
  }
}

/**
 * Replaces the argument in an error about a rotation by a field of the config, because whoever
 * passes a config knows only its fields.
 * @param {unknown} error
 * @param {Record<string, string>} paths the path of the field behind each argument
 */
function withPath(error, paths) {
  if (!(error instanceof TypeError || error instanceof RangeError)) return error;
  const { argument, expected, got } = /** @type {Error & Record<string, any>} */ (error);
  const Kind = error instanceof TypeError ? TypeError : RangeError;
  const path = argument.replace(/^\w+/, (/** @type {string} */ name) => paths[name] ?? name);
  return check.failure(Kind, path, expected, got);
}
