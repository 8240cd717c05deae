/* Reads the scaling of a model whose positions have several axes, as those of images do. */

/** @typedef {import('./bases.js').Scaling} Scaling */

/** The types of scaling that change no frequency. */
const PLAIN = ['mrope', 'default', undefined];

/** Whether a scaling divides pairs among several axes. @param {object} [scaling] */
export const hasSections = (scaling) =>
  Array.isArray(/** @type {Scaling} */ (scaling ?? {}).mrope_section);

/**
 * Returns the scaling without its sections. In text, all axes have the same positions, so the
 * sections change nothing. Returns undefined if the scaling has no other effect.
 * @param {Scaling} scaling
 * @returns {Scaling | undefined}
 */
export function withoutSections(scaling) {
  if (!hasSections(scaling)) return scaling;
  const others = { ...scaling };
  delete others.mrope_section;
  delete others.mrope_interleaved;
  const type = /** @type {string | undefined} */ (others.rope_type ?? others.type);
  return PLAIN.includes(type) ? undefined : others;
}
