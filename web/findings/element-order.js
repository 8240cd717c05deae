/* Finds out whether heads have changed places. */

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').CompareOptions} CompareOptions */
/** @typedef {import('./pairs.js').Doctor} Doctor */

/** Another order of the heads must explain this fraction of the elements. */
const EXPLAINED = 0.99;

/** The most heads that are compared with each other. */
const MOST_HEADS = 256;

/** Elements agree roughly if they differ by at most this fraction. */
const ROUGHLY = 0.02;

/** A rough comparison of two heads looks at this many elements. */
const PLACES = 16;

/**
 * Says which head of `b` equals a given head of `a`, if heads have changed places.
 * @param {Pair} pair
 * @param {CompareOptions} options
 * @param {Pick<Doctor, 'compare'>} doctor
 */
export function headsNote({ a: { shape }, values: [one, other] }, options, { compare }) {
  const axes = shape.length;
  for (const axis of axes < 3 ? [] : [axes - 3, axes - 2]) {
    const count = shape[axis];
    if (count > MOST_HEADS) continue;
    const size = shape.slice(axis + 1).reduce((product, side) => product * side, 1);
    const isLike = (/** @type {number} */ head, /** @type {number} */ place) =>
      [...Array(PLACES).keys()].every((part) => {
        const i = Math.floor((part / PLACES) * size);
        const x = one[head * size + i];
        return Math.abs(x - other[place * size + i]) <= ROUGHLY * Math.abs(x);
      });
    const heads = [...Array(count).keys()];
    const head = heads.findIndex((each) => !isLike(each, each));
    const places = heads.map((each) => heads.findIndex((place) => isLike(each, place)));
    if (head < 0 || places.includes(-1)) continue;
    const ordered = one.map((_, i) => {
      const own = Math.floor(i / size) % count;
      return other[i + (places[own] - own) * size];
    });
    if (compare(one, ordered, options).agreed < EXPLAINED) continue;
    const distinct = new Set(places).size;
    return distinct < count && places.every((each, i) => each === places[i % distinct])
      ? `Head ${head} of a is head ${places[head]} of b: are key heads tiled instead of repeated?`
      : `Index ${head} of axis ${axis} in a is index ${places[head]} in b: are heads in another order?`;
  }
  return undefined;
}
