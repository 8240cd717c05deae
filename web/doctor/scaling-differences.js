/** Says how the scaling of frequencies differs from the scaling that a model wants. */

/** Returns the type of a scaling. @param {import('./bases.js').Scaling | undefined} scaling */
export const typeOf = (scaling) => scaling?.rope_type ?? scaling?.type;

/**
 * Says how the scaling of a rotation differs from the scaling that a model wants.
 * @param {import('./bases.js').Scaling | undefined} scaling
 * @param {import('./bases.js').Scaling | undefined} wanted
 * @param {number} [pairs] how many pairs rotate
 */
export function scalingDifferences(scaling, wanted, pairs = 0) {
  const [type, other] = [typeOf(scaling), typeOf(wanted)];
  if (!type) return other ? [`The frequencies are not scaled; the model wants ${other}.`] : [];
  const turning = Math.round(pairs * Number(scaling?.partial_rotary_factor));
  if (type === 'proportional' && !other && turning)
    return [`Only the first ${turning} of ${pairs} pairs turn.`];
  if (!other) return [`The frequencies have the scaling ${type}; the model wants none.`];
  if (type !== other)
    return [`The frequencies have the scaling ${type}; the model wants ${other}.`];
  const [got, model] = [scaling, wanted].map(
    (each) => /** @type {Record<string, unknown>} */ (/** @type {object} */ (each)),
  );
  const [isCut, shouldBe] = [got, model].map(({ truncate }) => truncate !== false);
  if (isCut !== shouldBe)
    return [
      isCut
        ? 'The borders of the ramp are rounded to whole pairs; the model wants truncate: false.'
        : 'The borders of the ramp are not rounded to whole pairs (floor, ceil).',
    ];
  return Object.keys(model)
    .filter((name) => typeof got[name] === 'number' && got[name] !== model[name])
    .map((name) => `The ${name} of the scaling is ${got[name]}, not ${model[name]}.`);
}
