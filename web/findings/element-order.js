/*
 * Finds out whether two arrays differ only in the order of their elements: whether each head has
 * another layout, or heads have changed places.
 */
import { USUAL_HEADS } from './readings.js';

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').CompareOptions} CompareOptions */
/** @typedef {import('./pairs.js').Doctor} Doctor */

/** Another order must explain this fraction of the elements. */
const EXPLAINED = 0.99;

/** A layout is sought in about this many elements. */
const SOUGHT = 65536;

/** The most heads that are compared with each other. */
const MOST_HEADS = 256;

/** Elements of two heads are compared roughly in this many places. */
const PLACES = 16;

/**
 * Returns the size of the heads of which one array has the other layout.
 * @param {Pair} pair
 * @param {CompareOptions & {dim: number}} options
 * @param {number | undefined} headDim the size in a config
 * @param {Pick<Doctor, 'compare'>} doctor
 */
export function headsOfOtherLayout({ a, values }, options, headDim, { compare }) {
  const { dim, ...others } = options;
  const width = a.shape[a.shape.length - 1];
  const sizes = [...new Set([width, headDim ?? width, ...USUAL_HEADS])];
  const end = dim * Math.max(1, Math.floor(SOUGHT / dim));
  const [one, other] = values.map((list) => list.subarray(0, end));
  return sizes
    .filter((size) => size < dim && width % size === 0)
    .find((size) => {
      const { notes } = compare(one, other, { ...others, dim, headDim: size });
      return notes.some((note) => / layout, and b has the /.test(note));
    });
}

/**
 * Says which head of `b` is a head of `a`, if heads have changed places.
 * @param {Pair} pair
 * @param {CompareOptions} options
 * @param {Pick<Doctor, 'compare'>} doctor
 */
export function headsNote({ a: { shape }, values: [one, other] }, options, { compare }) {
  const axes = shape.length;
  for (const axis of axes < 3 ? [] : [axes - 3, axes - 2]) {
    const count = shape[axis];
    const size = shape.slice(axis + 1).reduce((product, side) => product * side, 1);
    if (count > MOST_HEADS) continue;
    const { places, moved } = placesOf(one, other, count, size);
    if (moved < 0 || places.includes(-1)) continue;
    const indexOf = (/** @type {number} */ i) => {
      const head = Math.floor(i / size) % count;
      return i + (places[head] - head) * size;
    };
    const ordered = one.map((_, i) => other[indexOf(i)]);
    if (compare(one, ordered, options).agreed < EXPLAINED) continue;
    return movedNote(axis, moved, places);
  }
  return undefined;
}

/**
 * @param {number} axis the axis of the heads
 * @param {number} head the first head that has moved
 * @param {number[]} places
 */
function movedNote(axis, head, places) {
  const place = places[head];
  const own = new Set(places).size;
  const copies = places.length / own;
  if (copies > 1 && places.every((each, i) => each === (i % own) * copies))
    return `Head ${head} of a is head ${place} of b: are key heads tiled instead of repeated?`;
  if (copies > 1 && places.every((each, i) => each === Math.floor(i / copies)))
    return `Head ${head} of a is head ${place} of b: are key heads repeated instead of tiled?`;
  return `Index ${head} of axis ${axis} in a is index ${place} in b: are heads in another order?`;
}

/**
 * Finds, roughly, the first head of the second array that equals each head of the first one. `moved`
 * is the first head that does not equal the head at its own place.
 * @param {ArrayLike<number>} one
 * @param {ArrayLike<number>} other
 * @param {number} count
 * @param {number} size the number of elements of a head
 */
function placesOf(one, other, count, size) {
  const step = Math.max(1, Math.floor(size / PLACES));
  const isLike = (/** @type {number} */ head, /** @type {number} */ place) => {
    for (let i = 0; i < size; i += step) {
      const [x, y] = [one[head * size + i], other[place * size + i]];
      if (!(Math.abs(x - y) <= ROUGHLY * Math.abs(x) + Number.MIN_VALUE)) return false;
    }
    return true;
  };
  const heads = [...Array(count).keys()];
  return {
    places: heads.map((head) => heads.findIndex((place) => isLike(head, place))),
    moved: heads.findIndex((head) => !isLike(head, head)),
  };
}

/** Elements agree roughly if they differ by at most this fraction. */
const ROUGHLY = 0.02;
