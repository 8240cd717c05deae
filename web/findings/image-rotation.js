/*
 * Compares a rotation with the one that a model wants for images. Each row then has a position on
 * each of several axes, such as time, row and column.
 */
import { roundedTo } from '../doctor/rounding.js';
import { valueDiffers } from './model-differences.js';
import { refuse } from './number-list.js';
import { placesOf } from './readings.js';
import { judged, rotationCheck } from './rotation-check.js';

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */
/** @typedef {import('./rotation-check.js').RotationCheck} RotationCheck */

/**
 * How a rotation fits a model.
 * @typedef {import('./reports.js').Finding & {data: object, compared: RotationCheck}} ImageFinding
 */

/** The types to which elements may be rounded although their array has a finer type. */
const COARSE = /** @type {const} */ (['bfloat16', 'float16']);

/**
 * Compares a pair with the rotation that a model wants at positions on several axes.
 * @param {Pair} pair
 * @param {number[][]} given the positions of all rows on each axis
 * @param {string} name the name of the model's config
 * @param {import('../inspect/describe-model.js').Description | undefined} model
 * @param {typeof import('../index.js')} library
 * @returns {ImageFinding}
 * @throws {RangeError} if the model has other axes, or if no axis has heads of its size
 */
export function judgeImage({ a, b, dtype, values }, given, name, model, library) {
  const { scaling = {}, headDim, layout } = model ?? {};
  const { mrope_section: sections, mrope_interleaved: alternates } =
    /** @type {{mrope_section?: number[], mrope_interleaved?: boolean}} */ (scaling);
  // The first of four axes has the positions in the text. Models use them for attention masks only,
  // not for the rotation.
  const axes = given.slice(given.length === 4 && sections?.length === 3 ? 1 : 0);
  if (sections?.length !== axes.length)
    refuse(
      'positions',
      `${axes.length} sections (mrope_section) in the config`,
      sections?.length ?? 'none',
    );
  const array = { shape: a.shape, count: values[0].length, name: `${a.name} ${b.name}` };
  const isOf = (/** @type {'float16' | 'bfloat16'} */ type) =>
    values[1].every((x) => roundedTo(type, x) === x);
  const data = { type: COARSE.find(isOf) ?? dtype ?? 'float64' };
  const own = /** @type {Wanted} */ (model);
  const checksOf = (/** @type {Partial<Wanted>} */ change) =>
    (placesOf(array, { positions: axes[0] }, own)?.proper ?? []).flatMap(
      ({ reading, wanted }) =>
        rotationCheck(
          { a, b, values },
          { reading, data },
          { ...wanted, axes, ...change },
          library,
        ) ?? [],
    );
  const all = checksOf({});
  if (!all.length)
    refuse(a.name, `heads of ${headDim} elements, as in ${name}`, `[${a.shape.join(', ')}]`);
  const compared = all.find(({ differ }) => !differ) ?? all[0];
  const verdict = judged(name, compared);
  const other = layout === 'half' ? 'interleaved' : 'half';
  const text = axes.map((axis) => axis.map((_, row) => row));
  /** The ways in which wrong code may depart from the model. @type {[string, Partial<Wanted>][]} */
  const ways = [
    [AS_TEXT, { axes: text }],
    [
      valueDiffers('mrope_interleaved', !alternates, !!alternates),
      { scaling: { ...scaling, mrope_interleaved: !alternates } },
    ],
    [valueDiffers('layout', other, layout), { layout: other }],
    [valueDiffers('inverse', true, false), { inverse: true }],
  ];
  const isWay = (/** @type {[string, Partial<Wanted>]} */ [, change]) =>
    checksOf(change).some(({ differ }) => !differ);
  const cause = compared.differ ? ways.find(isWay) : undefined;
  const notes = cause ? [cause[0]] : [];
  return {
    data: { verdict, differ: compared.differ, notes },
    says: [...notes, verdict],
    settings: {},
    notes: [],
    agrees: !compared.differ,
    compared,
  };
}

const AS_TEXT = 'The rows have the positions 0, 1, 2 and so on, as in text.';
