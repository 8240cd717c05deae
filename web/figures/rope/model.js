/** Computes the numbers of pe-rope: query and key, turned by RoPE, and their score. */
import { applyRope, learnedTable, ropeFrequencies, swapRopeLayout } from '../../index.js';

/** @typedef {'half' | 'interleaved'} Layout how dimensions are joined into pairs */

/**
 * @typedef {object} State
 * @property {number} dim the number of dimensions of query, key and value
 * @property {number} base
 * @property {number} position the position of the query
 * @property {number} other the position of the key
 * @property {boolean} hold whether the key moves with the query, so that their offset stays the
 *   same
 * @property {number} arrows how many pairs count in the score, from pair 0 on; 0 means all pairs
 * @property {number} pair the chosen pair
 * @property {Layout} weights the layout that the weights were trained for
 * @property {Layout} layout the layout that the code uses
 * @property {boolean} permute whether the weights are permuted to fit the code
 * @property {boolean} values whether the value is rotated too
 * @property {number} seed chooses the example
 * @property {string} query the query that the reader typed, or ''
 * @property {string} key the key that the reader typed, or ''
 * @property {boolean} far whether the scrub bar is logarithmic
 */

/** @typedef {Pick<State, 'position' | 'other'>} Places the positions of query and key */

/**
 * The lowest and the highest score while the query was between the positions `from` and `to`.
 * The text `key` identifies the offset and the vectors: if it changes, a new range begins.
 * @typedef {{key: string, low: number, high: number, from: number, to: number}} Held
 */

/**
 * @typedef {ReturnType<typeof ropeModel> & ReturnType<typeof ropeCurves>
 *   & {state: State, held: Held, added: Added}} Model
 */

/**
 * The scores before and after the words move, in a model that adds sinusoidal positions to query
 * and key instead of turning them.
 * @typedef {{before: number, after: number}} Added
 */

/** @type {Layout[]} */
export const LAYOUTS = ['half', 'interleaved'];
/** The last position that the figure accepts. */
export const FAR = 1e6;
/** In a long move, an arrow makes at most this many whole turns, so that the eye can follow. */
const TURNS = 1;
/** The curve covers this many offsets on either side of its middle. */
export const REACH = 64;
/** The curve has this many points for each whole offset. */
export const FINE = 4;
/** The arrows of an example are at least this long. */
const SHORTEST = 0.6;
/** The arrows of an example are at most this long. */
export const LONGEST = 1.2;
/** A typed number is limited to the range from -LARGEST to LARGEST. */
const LARGEST = 4;
/** `slide` computes the score at this many positions at most. */
const LOOKS = 4096;

/**
 * Returns the two dimensions that make a pair.
 * @param {Layout} layout
 * @param {number} dim
 * @param {number} pair
 */
export const dimsOf = (layout, dim, pair) =>
  layout === 'half' ? [pair, pair + dim / 2] : [2 * pair, 2 * pair + 1];

/**
 * Moves query and key by the same number of positions. The move is shorter if one of them would
 * otherwise leave the range from 0 to FAR.
 * @param {Places} places
 * @param {number} by
 */
export function together({ position, other }, by) {
  const step = Math.min(Math.max(by, -Math.min(position, other)), FAR - Math.max(position, other));
  return { position: position + step, other: other + step };
}

/**
 * Returns the position for which an arrow is drawn during a move. An arrow that would turn too fast
 * to be seen skips whole turns. Its direction is right at both ends of the move.
 * @param {number} now the position in this frame
 * @param {number} from the position before the move
 * @param {number} to the position after the move
 * @param {number} frequency the radians per position of the arrow
 */
export function visiblePlace(now, from, to, frequency) {
  const turn = (2 * Math.PI) / frequency;
  const skipped = Math.floor(Math.abs(to - from) / turn) - TURNS;
  return skipped > 0 ? now - ((now - from) / Math.abs(to - from)) * skipped * turn : now;
}

/** Writes a vector as text, rounded to two decimals. @param {ArrayLike<number>} vector */
export const written = (vector) =>
  Array.from(vector, (value) => String(Math.round(value * 100) / 100)).join(' ');

/**
 * Overwrites the first elements of a vector with the numbers in a text, and returns the vector.
 * If the text has something else in place of a number, that element stays the same.
 * @param {string} text
 * @param {Float64Array} vector
 */
function read(text, vector) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  for (let at = 0; at < Math.min(words.length, vector.length); at++) {
    const value = Number(words[at]);
    if (!Number.isNaN(value)) vector[at] = Math.min(Math.max(value, -LARGEST), LARGEST);
  }
  return vector;
}

/**
 * Returns a vector whose arrows can all be seen, because none is too short or too long.
 * @param {number} dim
 * @param {(at: number) => number} from returns each element before its arrow is lengthened or
 *   shortened
 */
const visible = (dim, from) =>
  Float64Array.from({ length: dim }, (_, at) => {
    const x = from(at - (at % 2));
    const y = from(at - (at % 2) + 1);
    const length = Math.sqrt(x * x + y * y) || 1;
    const wanted = Math.min(Math.max(length, SHORTEST), LONGEST);
    return Math.round((from(at) / length) * wanted * 100) / 100;
  });

/**
 * Returns query, key and value in the interleaved layout: the two numbers of a pair are neighbours.
 * The key resembles its query. Numbers that the reader typed replace numbers of the example.
 * @param {Pick<State, 'dim' | 'seed' | 'query' | 'key'>} state
 */
export function vectors({ dim, seed, query, key }) {
  const table = learnedTable(3, dim, { seed, std: 1 });
  const q = visible(dim, (at) => table[at]);
  const k = visible(dim, (at) => 0.6 * table[at] + 0.8 * table[dim + at]);
  const v = visible(dim, (at) => table[2 * dim + at]);
  return { q: read(query, q), k: read(key, k), v };
}

/**
 * Returns a vector as the weights store it. It has the layout of training or, if the weights are
 * permuted, the layout of the code.
 * @param {Float64Array} vector in the interleaved layout
 * @param {Pick<State, 'dim' | 'layout' | 'weights' | 'permute'>} state
 */
export const stored = (vector, { dim, layout, weights, permute }) =>
  swapRopeLayout(vector.slice(), {
    headDim: dim,
    from: 'interleaved',
    to: permute ? layout : weights,
  });

/**
 * Turns a vector for each of several positions, and returns one row per position.
 * With `inverse`, it turns the vector back.
 * @param {Float64Array} vector
 * @param {number[]} positions
 * @param {Layout} layout
 * @param {number} base
 */
export function turned(vector, positions, layout, base, inverse = false) {
  const rows = new Float64Array(positions.length * vector.length);
  for (let row = 0; row < positions.length; row++) rows.set(vector, row * vector.length);
  return applyRope(rows, { heads: 1, headDim: vector.length, layout, base, positions, inverse });
}

/**
 * Returns what each pair adds to the dot product of a query and a key.
 * @param {Float64Array} query
 * @param {Float64Array} key
 * @param {Layout} layout
 */
export function shares(query, key, layout) {
  const parts = new Float64Array(key.length / 2);
  for (let pair = 0; pair < parts.length; pair++) {
    const [x, y] = dimsOf(layout, key.length, pair);
    parts[pair] = query[x] * key[x] + query[y] * key[y];
  }
  return parts;
}

/** Returns how many pairs make the score. @param {Pick<State, 'arrows' | 'dim'>} state */
export const pairsOf = ({ arrows, dim }) => arrows || dim / 2;

/**
 * Returns the score: the sum over the pairs that count in a state.
 * @param {Float64Array} parts what each pair adds
 * @param {State} state
 */
export const total = (parts, state) =>
  parts.subarray(0, pairsOf(state)).reduce((sum, part) => sum + part, 0);

/**
 * Returns the score of each query with the key in the same row.
 * If there is only one key, all queries are multiplied by it.
 * @param {Float64Array} queries
 * @param {Float64Array} keys
 * @param {State} state
 * @param {Layout} layout
 */
function scores(queries, keys, state, layout) {
  const { dim } = state;
  const single = keys.length === dim;
  return Float64Array.from({ length: queries.length / dim }, (_, row) => {
    const query = queries.subarray(row * dim, (row + 1) * dim);
    const key = single ? keys : keys.subarray(row * dim, (row + 1) * dim);
    return total(shares(query, key, layout), state);
  });
}

/**
 * Returns the lowest and the highest score while query and key move with the same offset.
 * @param {State} state
 * @param {number} from the first position of the query
 * @param {number} to the last position of the query
 */
export function slide(state, from, to) {
  const { base, layout, position, other } = state;
  const stride = Math.max(1, Math.ceil((to - from) / LOOKS));
  const count = Math.floor((to - from) / stride) + 1;
  const places = Array.from({ length: count }, (_, at) => to - at * stride);
  const keyPlaces = places.map((place) => place - position + other);
  const { q, k } = vectors(state);
  const queries = turned(stored(q, state), places, layout, base);
  const keys = turned(stored(k, state), keyPlaces, layout, base);
  const seen = scores(queries, keys, state, layout);
  return {
    low: seen.reduce((low, score) => Math.min(low, score)),
    high: seen.reduce((high, score) => Math.max(high, score)),
  };
}

/**
 * Returns the score of a query and a key to which sinusoidal positions have been added.
 * @param {State} state
 * @param {Places} places
 */
function addedScore(state, { position, other }) {
  const { dim, base } = state;
  const { q, k } = vectors(state);
  // The row of position 0 is 0, 1, 0, 1 and so on. Inverse RoPE turns it into the row of another
  // position.
  const first = Float64Array.from({ length: dim }, (_, at) => at % 2);
  /** @param {number} place */
  const row = (place) => turned(first, [place], 'interleaved', base, true);
  const [ofQuery, ofKey] = [row(position), row(other)];
  const query = q.map((value, at) => value + ofQuery[at]);
  const key = k.map((value, at) => value + ofKey[at]);
  return total(shares(query, key, 'interleaved'), state);
}

/**
 * Returns the scores that added positions would give, before and after the words move.
 * @param {State} state
 * @param {Held} held
 * @returns {Added}
 */
export const addedScores = (state, { from, to }) => ({
  before: addedScore(state, { position: from, other: from - state.position + state.other }),
  after: addedScore(state, { position: to, other: to - state.position + state.other }),
});

/**
 * Returns a text that contains everything that the score depends on, except positions.
 * @param {State} state
 */
export const vectorsKey = ({ dim, base, arrows, layout, weights, permute, seed, query, key }) =>
  [dim, base, arrows, layout, weights, permute, seed, query, key].join('|');

/**
 * Extends the range of `held` to the current position, and updates its lowest and highest score. A
 * new range begins when the offset or the vectors change.
 * @param {Held | null} held
 * @param {State} state
 * @param {number} score the score at the current position
 * @returns {Held}
 */
export function widened(held, state, score) {
  const { position, other } = state;
  const key = `${vectorsKey(state)}|${position - other}`;
  if (held?.key !== key) return { key, low: score, high: score, from: position, to: position };
  const { low, high, from, to } = held;
  if (position >= from && position <= to) return held;
  const more = position < from ? slide(state, position, from) : slide(state, to, position);
  return {
    key,
    low: Math.min(low, more.low),
    high: Math.max(high, more.high),
    from: Math.min(from, position),
    to: Math.max(to, position),
  };
}

/** Returns whether the curve around offset 0 includes the current offset. @param {Places} places */
export const isNear = ({ position, other }) => Math.abs(position - other) <= REACH;

/**
 * Computes two scores at many offsets: the score of the code, and the score that the weights were
 * trained for. The middle of both curves is offset 0 or, if that is more than REACH away, the
 * current offset.
 * @param {State} state
 */
export function ropeCurves(state) {
  const { base, position, other, layout, weights } = state;
  const first = isNear(state) ? -REACH : position - other - REACH;
  const offsets = Array.from({ length: 2 * REACH * FINE + 1 }, (_, at) => first + at / FINE);
  const { q, k } = vectors(state);
  /** @param {State} how @param {Layout} code */
  const run = (how, code) =>
    scores(
      turned(stored(q, how), offsets, code, base),
      turned(stored(k, how), [0], code, base),
      state,
      code,
    );
  const curve = run(state, layout);
  return {
    offsets,
    curve,
    trainedCurve: layout === weights ? curve : run({ ...state, permute: false }, weights),
  };
}

/**
 * Takes query and key as the weights store them, turns them, and computes their score.
 * @param {{q: Float64Array, k: Float64Array}} plain query and key in the interleaved layout
 * @param {State} state
 * @param {Layout} layout the layout that the code uses
 */
function attend(plain, state, layout) {
  const { position, other, base } = state;
  const q = stored(plain.q, state);
  const k = stored(plain.k, state);
  const qTurned = turned(q, [position], layout, base);
  const kTurned = turned(k, [other], layout, base);
  const parts = shares(qTurned, kTurned, layout);
  return { q, k, qTurned, kTurned, parts, score: total(parts, state) };
}

/**
 * Counts the elements in which two vectors differ once both have the interleaved layout.
 * @param {Float64Array} one
 * @param {Layout} oneLayout
 * @param {Float64Array} two
 * @param {Layout} twoLayout
 */
function differing(one, oneLayout, two, twoLayout) {
  /** @param {Float64Array} vector @param {Layout} from */
  const inOrder = (vector, from) =>
    swapRopeLayout(vector.slice(), { headDim: vector.length, from, to: 'interleaved' });
  const [a, b] = [inOrder(one, oneLayout), inOrder(two, twoLayout)];
  return a.reduce((count, value, at) => count + (value === b[at] ? 0 : 1), 0);
}

/**
 * Returns the value and the turned value. `moved` says how far the turned value would move if the
 * words moved to the start of the text. There, the earlier word is at position 0, and the offset is
 * the same.
 * @param {Float64Array} v the value as the weights store it
 * @param {State} state
 */
function turnedValue(v, { values, position, other, layout, base }) {
  if (!values) return { v, vTurned: v, moved: 0 };
  const vTurned = turned(v, [other], layout, base);
  const start = turned(v, [other - Math.min(position, other)], layout, base);
  let square = 0;
  for (let at = 0; at < v.length; at++)
    square += (vTurned[at] - start[at]) * (vTurned[at] - start[at]);
  return { v, vTurned, moved: Math.sqrt(square) };
}

/**
 * Returns the cosine and the sine by which the chosen pair of the query turns.
 * @param {State} state
 */
function rotationOf({ dim, base, layout, position, pair }) {
  const dims = dimsOf(layout, dim, pair);
  const unit = new Float64Array(dim);
  unit[dims[0]] = 1;
  const row = turned(unit, [position], layout, base);
  return dims.map((at) => row[at]);
}

/**
 * Computes the numbers that depend on the positions. The main ones are the turned query and key,
 * their score, and the score that the weights were trained for.
 * @param {State} state
 */
export function ropeModel(state) {
  const { dim, base, layout, weights, permute } = state;
  const plain = vectors(state);
  const code = attend(plain, state, layout);
  const mixed = layout !== weights;
  const trained = mixed ? attend(plain, { ...state, permute: false }, weights) : code;
  const order = mixed && !permute ? weights : layout;
  return {
    ...code,
    ...turnedValue(stored(plain.v, state), state),
    /** Query, key and score as they were in training. */
    trained,
    /** How many numbers of the turned query and key differ from the numbers in training. */
    differ:
      differing(code.qTurned, order, trained.qTurned, weights) +
      differing(code.kTurned, order, trained.kTurned, weights),
    /** Whether the code pairs other dimensions than training did. */
    mixed,
    /** Whether the code pairs other dimensions, and the weights are not permuted to fit. */
    wrong: mixed && !permute,
    rotation: rotationOf(state),
    /** The angle by which each pair turns per position, in radians. */
    frequencies: ropeFrequencies(dim, { base }).frequencies,
  };
}
