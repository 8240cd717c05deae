/* Makes the links to figures that show a model, a table or a rotation. */
import { patchOf } from '../figures/stretch/read-config.js';

/** @typedef {import('../inspect/describe-model.js').AnyDescription} Description */
/** @typedef {{name: string, state: Record<string, string>}} FigureLink */

/** The largest rotary dimension that pe-rope shows. */
const WIDEST_ROPE = 64;

/** The context length that pe-stretch gets for a model without a context length. */
const USUAL_LENGTH = 4096;

const LAYOUTS = ['half', 'interleaved'];

/**
 * @param {string} name
 * @param {Record<string, unknown>} patch undefined and empty values are left out
 * @returns {FigureLink}
 */
const linkTo = (name, patch) => ({
  name,
  state: Object.fromEntries(
    Object.entries(patch)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => [key, String(value)]),
  ),
});

/**
 * Returns the link to pe-rope with a rotation. `weights` is the layout of the weights. If it
 * differs from `layout`, the figure shows what goes wrong.
 * @param {{rotaryDim?: number, base?: number, layout?: string, weights?: string}} rotation
 */
export function ropeLink({ rotaryDim = WIDEST_ROPE, base, layout = '', weights = layout }) {
  const known = (/** @type {string} */ each) => (LAYOUTS.includes(each) ? each : undefined);
  const dim = Math.max(8, Math.min(rotaryDim, WIDEST_ROPE));
  return linkTo('rope', { dim, base, layout: known(layout), weights: known(weights) });
}

/** @param {Description} model */
function stretchLinks(model) {
  const { base, rotaryDim } = model;
  if (!base || !rotaryDim) return [];
  try {
    const patch = patchOf({ ...model, base, rotaryDim }, { length: USUAL_LENGTH });
    return [linkTo('stretch', patch)];
  } catch {
    // `patchOf` throws for a scaling that the figure cannot show.
    return [];
  }
}

const OF_SCHEME = new Map(
  Object.entries(
    /** @type {Record<string, (model: Description) => FigureLink[]>} */ ({
      rope: (model) => [...stretchLinks(model), ropeLink(model)],
      sinusoidal: (model) => [tableLink(model)],
      alibi: ({ heads }) => [linkTo('alibi', { heads })],
    }),
  ),
);

/** @param {Description} model */
export const modelLinks = (model) => OF_SCHEME.get(model.scheme)?.(model) ?? [];

/** @param {{dim?: number, layout?: string, base?: number}} table */
export const tableLink = ({ dim, layout, base }) =>
  linkTo('heatmap', { dim: dim && Math.min(dim, 512), base, layout });

/** @param {{slopes?: ArrayLike<number>, rule?: string}} bias */
export const biasLink = ({ slopes, rule }) => linkTo('alibi', { heads: slopes?.length, rule });
