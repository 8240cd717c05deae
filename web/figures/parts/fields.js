/** Makes the fields that many figures have: the number of dimensions and the base. */

/** @typedef {import('../chassis/state.js').Field} Field */

/** The numbers of dimensions that the list offers. */
const DIMS = [8, 16, 32, 64, 128, 256, 512];

/** The bases that the list offers. */
const BASES = [100, 1000, 10000, 100000, 500000, 1000000];

/**
 * Makes the field for the number of dimensions. Its list offers the values of DIMS that are within
 * the limits of the field.
 * @param {Partial<Field>} [other] properties that replace the usual ones
 * @returns {Field}
 */
export function dimField(other = {}) {
  const limits = { min: 2, max: 512, ...other };
  const picks = DIMS.filter((dim) => dim >= Number(limits.min) && dim <= Number(limits.max));
  return { kind: 'number', value: 64, step: 2, control: 'select', picks, ...limits };
}

/**
 * Makes the field for the base of the frequencies.
 * @param {Partial<Field>} [other] properties that replace the usual ones
 * @returns {Field}
 */
export function baseField(other = {}) {
  /** @type {Partial<Field>} */
  const list = { control: 'select', picks: BASES, expert: true };
  return { kind: 'number', value: 10000, min: 2, max: 1e7, ...list, ...other };
}
