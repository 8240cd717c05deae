/**
 * Computes the numbers of PePatches. An image is cut into patches. The stamp of a patch is a row of
 * a table of positions. It depends either on the place of the patch in one line of all patches, or
 * on the row and the column of the patch.
 */
import { resizeGrid, similarity, sinusoidal, sinusoidal2d } from '../../index.js';

/**
 * How the table is made for a grid whose size differs from that of the trained grid.
 * @typedef {'computed' | 'vit' | 'timm' | 'dino'} Fill
 */

/**
 * @typedef {object} State
 * @property {boolean} grid whether a stamp encodes row and column, and not a place in a line
 * @property {'rows' | 'columns'} path whether the line goes along the rows or down the columns
 * @property {'mae' | 'timm' | 'timm-interleaved'} axes the order of the numbers in a stamp
 * @property {number} side how many patches one side of the image has
 * @property {Fill} fill
 * @property {boolean} token whether the table has a row for the class token
 * @property {number} dim how many numbers a stamp has
 * @property {number} row the row of the chosen patch
 * @property {number} column its column
 * @property {boolean} compared whether the stamps have been compared
 */

/** @typedef {Pick<State, 'grid' | 'path' | 'axes' | 'side' | 'fill' | 'dim'>} Kind */
/** @typedef {Pick<State, 'row' | 'column'>} Patch */
/** @typedef {ReturnType<typeof tablesOf>} Tables */
/** @typedef {ReturnType<typeof patchesModel> & {state: State}} Model */
/** @typedef {[Way, number, number]} Step a way, and how far it leads down and to the right */
/** @typedef {'left' | 'right' | 'above' | 'below'} Way */

/** ViT is trained with 14 x 14 patches of 16 x 16 pixels. */
export const TRAINED = 14;
export const PIXELS = 16;

/**
 * For each Fill, the options of `resizeGrid`; null if the table is computed anew and not resized.
 */
export const FILLS = {
  computed: null,
  vit: {},
  timm: { antialias: true },
  dino: { interpolateOffset: 0.1 },
};

/** @type {Step[]} */
const STEPS = [
  ['left', 0, -1],
  ['right', 0, 1],
  ['above', -1, 0],
  ['below', 1, 0],
];

/** Cosines that differ by less than this count as equal, because they are rounded to float32. */
const EQUAL = 1e-6;

/** This many stamps are compared with the chosen patch's stamp at a time. */
const BATCH = 8;

/**
 * Returns the place of a patch in the line.
 * @param {Pick<State, 'path' | 'side'>} state
 * @param {Patch} patch
 */
export const placeOf = ({ path, side }, { row, column }) =>
  path === 'rows' ? row * side + column : column * side + row;

/**
 * Returns the patch at a place in the line.
 * @param {Pick<State, 'path' | 'side'>} state
 * @param {number} place
 * @returns {Patch}
 */
export function patchAt({ path, side }, place) {
  const [line, at] = [Math.floor(place / side), place % side];
  return path === 'rows' ? { row: line, column: at } : { row: at, column: line };
}

/**
 * Computes the positional vectors ("stamps") of all patches of a grid, row by row.
 * @param {Pick<State, 'grid' | 'path' | 'axes' | 'dim'>} kind
 * @param {number} side
 */
function stampsOf({ grid, path, axes, dim }, side) {
  if (grid) return sinusoidal2d(side, side, dim, { order: axes });
  const positions = Array.from({ length: side * side }, (_, at) =>
    placeOf({ path, side }, { row: Math.floor(at / side), column: at % side }),
  );
  return sinusoidal(positions.length, dim, { positions, layout: 'concatenated' });
}

/**
 * Computes the table of the present grid, and the table with which the model was trained.
 * @param {Kind} kind
 */
export function tablesOf(kind) {
  const { side, fill, dim } = kind;
  const before = stampsOf(kind, TRAINED);
  const options = FILLS[fill];
  const sides = [
    [TRAINED, TRAINED],
    [side, side],
  ];
  return {
    stamps: options ? resizeGrid(before, sides[0], sides[1], dim, options) : stampsOf(kind, side),
    /** The trained table. With `grid`, it has MAE's order of axes, whatever `axes` says. */
    trained: kind.axes === 'mae' ? before : stampsOf({ ...kind, axes: 'mae' }, TRAINED),
  };
}

/**
 * Computes the cosine of one stamp with each row of a table.
 * @param {Float32Array} stamp
 * @param {Float32Array} table
 */
export function cosinesWith(stamp, table) {
  const dim = stamp.length;
  const cosines = new Float32Array(table.length / dim);
  const batch = new Float32Array((1 + BATCH) * dim);
  batch.set(stamp);
  for (let first = 0; first < cosines.length; first += BATCH) {
    const count = Math.min(BATCH, cosines.length - first);
    batch.set(table.subarray(first * dim, (first + count) * dim), dim);
    const all = similarity(batch.subarray(0, (1 + count) * dim), 1 + count, dim);
    cosines.set(all.subarray(1, 1 + count), first);
  }
  return cosines;
}

/**
 * Ranks all patches except the chosen patch by their cosines. The largest cosine has rank 1, and
 * equal cosines share a rank.
 * @param {Float32Array} cosines
 * @param {number} chosen the index of the chosen patch, whose rank is 0
 */
export function ranksOf(cosines, chosen) {
  const others = [...cosines.keys()].filter((at) => at !== chosen);
  others.sort((one, other) => cosines[other] - cosines[one] || one - other);
  const ranks = new Int32Array(cosines.length);
  others.forEach((at, index) => {
    const before = others[index - 1];
    const isEqual = index > 0 && cosines[before] - cosines[at] < EQUAL;
    ranks[at] = isEqual ? ranks[before] : index + 1;
  });
  return ranks;
}

/** Returns the index of the largest number. @param {ArrayLike<number>} numbers */
function largest(numbers) {
  let found = 0;
  for (let at = 1; at < numbers.length; at++) if (numbers[at] > numbers[found]) found = at;
  return found;
}

/**
 * Counts the rows and the numbers of a table.
 * @param {number} side
 * @param {boolean} token
 * @param {number} dim
 */
export function sizeOf(side, token, dim) {
  const rows = side * side + Number(token);
  return { rows, numbers: rows * dim };
}

/**
 * Compares the stamp of the chosen patch with all other stamps.
 * @param {State} state
 * @param {Tables} tables
 */
export function patchesModel(state, { stamps, trained }) {
  const { side, dim, row, column, token } = state;
  const chosen = row * side + column;
  /** @param {number} at the index of a patch */
  const stampAt = (at) => stamps.subarray(at * dim, (at + 1) * dim);
  const cosines = cosinesWith(stampAt(chosen), stamps);
  const ranks = ranksOf(cosines, chosen);
  const neighbours = STEPS.map(([way, down, right]) => ({
    way,
    row: row + down,
    column: column + right,
  }))
    .filter((each) => [each.row, each.column].every((at) => at >= 0 && at < side))
    .map((each) => {
      const at = each.row * side + each.column;
      const place = placeOf(state, each);
      return { ...each, place, cosine: cosines[at], rank: ranks[at], stamp: stampAt(at) };
    });
  const inTrained = cosinesWith(stampAt(chosen), trained);
  const twin = largest(inTrained);
  return {
    stamp: stampAt(chosen),
    place: placeOf(state, state),
    cosines,
    ranks,
    /** The smallest cosine, which has the palest colour. */
    least: cosines.reduce((low, each) => Math.min(low, each)),
    neighbours,
    /** The patch below; in the last row, the patch above. */
    partner: neighbours[neighbours.length - 1],
    /**
     * The patch of the trained grid whose stamp is most like that of the chosen patch. The model
     * mistakes the chosen patch for this patch.
     */
    twin: { row: Math.floor(twin / TRAINED), column: twin % TRAINED, cosine: inTrained[twin] },
    size: sizeOf(side, token, dim),
  };
}
