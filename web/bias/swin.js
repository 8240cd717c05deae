/*
 * Relative positions in windows of an image: Swin (Liu et al. 2021) and Swin V2 (Liu et al. 2022).
 */
import { fillTiles, placeWeights } from './distance.js';
import * as check from '../check.js';
import { biasType, result } from '../dtypes.js';
import { Carver, copyOut, open, tiles, viewOf } from '../wasm.js';

const readOut = check.reader('swinIndex', ['swin', 'swinv2'], ({ out }) => ({ out }));
const readBiasOptions = check.reader('swinBias', ['swin', 'swinv2'], ({ dtype, out }) => ({
  dtype,
  out,
}));
const readCoordinateOptions = check.reader(
  'swinV2Coordinates',
  ['swinv2'],
  ({ pretrained, out }) => ({ pretrained, out }),
);
const readTableOptions = check.reader(
  'swinV2Table',
  ['swinv2'],
  ({ w1, b1, w2, pretrained, out }) => ({
    w1,
    b1,
    w2,
    pretrained,
    out,
  }),
);

/**
 * The largest number of weights in a layer of Swin V2's network. A work area has about as many
 * numbers.
 */
const MOST = 32768;

/**
 * Checks the height and width of a window, and returns the number of its tokens.
 * @param {number} height
 * @param {number} width
 */
const checkTokens = (height, width) =>
  check.count('height', height, 1, 128) * check.count('width', width, 1, 128);

/**
 * Returns the number of offsets (dy, dx) in a window.
 * @param {number} height
 * @param {number} width
 */
const offsetsOf = (height, width) => (2 * height - 1) * (2 * width - 1);

/**
 * Returns the table row of each pair of a query and a key in a window: (dy + height - 1)(2 width -
 * 1) + dx + width - 1, where (dy, dx) = query - key. Tokens are numbered row by row.
 * @param {number} height 1 to 128
 * @param {number} width 1 to 128
 * @param {{out?: Int32Array}} [options]
 * @returns {Int32Array<ArrayBuffer>} [height width, height width]
 * @throws {RangeError | TypeError}
 * Source: Liu et al. 2021, eq. 4
 * @example
 * console.log(swinIndex(2, 2)); // [4, 3, 1, 0, 5, 4, 2, 1, 7, 6, 4, 3, 8, 7, 5, 4]
 */
export function swinIndex(height, width, options) {
  const { out: given } = readOut(options);
  const tokens = checkTokens(height, width);
  const shape = '[height width, height width]';
  const out = check.result(given, Int32Array, tokens * tokens, shape);
  return writeWindow(out, 1, height, width, (row) => row);
}

/**
 * Returns the bias of each head: table[swinIndex][head].
 * @template {import('../dtypes.js').BiasDtype} [D='float32']
 * @param {Float32Array} table [(2 height - 1)(2 width - 1), heads]
 * @param {number} heads
 * @param {number} height 1 to 128
 * @param {number} width 1 to 128
 * @param {{dtype?: D, out?: import('../dtypes.js').OutOf<D>}} [options] dtype: default
 *   'float32'
 * @returns {import('../dtypes.js').ArrayOf<D>} [heads, height width, height width]
 * @throws {RangeError | TypeError}
 * Source: Liu et al. 2021, eq. 4
 * @example
 * const table = Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
 * console.log(swinBias(table, 1, 2, 2)); // [4, 3, 1, 0, 5, 4, 2, 1, 7, 6, 4, 3, 8, 7, 5, 4]
 */
export function swinBias(table, heads, height, width, options) {
  const { dtype, out: given } = readBiasOptions(options);
  const type = biasType(dtype);
  const tokens = checkTokens(height, width);
  const list = check.shaped('table', table, {
    '(2 height - 1)(2 width - 1)': offsetsOf(height, width),
    heads: check.count('heads', heads, 1, 65536),
  });
  const shape = '[heads, height width, height width]';
  const out = result(given, type, heads * tokens * tokens, shape);
  check.apart('out', out, 'table', list);
  return writeWindow(out, heads, height, width, (row, head) => list[row * heads + head], type.half);
}

/**
 * Writes the matrices of a window from the values of its offsets. A matrix contains a value for
 * each pair of tokens.
 * @template {Float32Array | Int32Array | Uint16Array} T
 * @param {T} out [heads, height width, height width]
 * @param {number} heads
 * @param {number} height
 * @param {number} width
 * @param {(row: number, head: number) => number} valueAt returns the value of a table row for a
 *   head
 * @param {number} [half] FLOAT16 or BFLOAT16 for elements of 16 bits, otherwise 0
 * @returns {T} out
 */
function writeWindow(out, heads, height, width, valueAt, half = 0) {
  const machine = open(out);
  const view = half ? machine.f64 : viewOf(machine, out);
  const size = check.sizeOf(view);
  const carver = new Carver(machine);
  const tokens = height * width;
  const count = offsetsOf(height, width);
  const ramp = carver.bytes(count * size);
  let rampHead = -1;
  fillTiles(
    out,
    heads,
    tokens,
    tokens,
    carver.free,
    (head, query, rows, column, columns, to, stride) => {
      if (rampHead !== head) {
        for (let i = 0; i < count; i++) view[ramp / size + i] = valueAt(count - 1 - i, head);
        if (half) machine.kernels.pe_halves(ramp, ramp, count, half);
      }
      rampHead = head;
      machine.kernels.pe_swin(to, rows, query, stride, ramp, height, width, half);
    },
  );
  return check.given(out);
}

/**
 * Returns the offsets of a Swin V2 window in the form that its network takes: sign(d) log2(1 + 8
 * |d| / (side - 1)) / log2 8 for dy and dx.
 * @param {number} height 1 to 128
 * @param {number} width 1 to 128
 * @param {object} [options]
 * @param {ArrayLike<number>} [options.pretrained] the [height, width] of the windows in training,
 *   each at least 2; default: those of the window itself
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} [2 height - 1, 2 width - 1, 2]
 * @throws {RangeError | TypeError}
 * Source: Liu et al. 2022, section 3.3, and its code, which divides by log2 8
 * @example
 * console.log(swinV2Coordinates(1, 3)); // [0, -1.0566, 0, -0.774, 0, 0, 0, 0.774, 0, 1.0566]
 */
export function swinV2Coordinates(height, width, options) {
  const { pretrained, out: given } = readCoordinateOptions(options);
  checkTokens(height, width);
  const count = offsetsOf(height, width);
  const [spanY, spanX] = checkSpans(pretrained, height, width);
  const out = check.result(given, Float32Array, 2 * count, '[2 height - 1, 2 width - 1, 2]');
  const { kernels, f64, window } = open();
  kernels.pe_swin_coordinates(window, count, 0, height, width, spanY, spanX);
  copyOut(f64, window, out, 0, 1, 2 * count);
  return check.given(out);
}

/**
 * Returns the table of a Swin V2 window, for swinBias: 16 sigmoid(w2 relu(w1 coordinates + b1)).
 * @param {number} heads
 * @param {number} height 1 to 128
 * @param {number} width 1 to 128
 * @param {object} options the weights have the shapes of PyTorch's Linear layers
 * @param {Float32Array} options.w1 [hidden, 2], where hidden is 512 in the paper, and at most 32768
 * @param {Float32Array} options.b1 [hidden]
 * @param {Float32Array} options.w2 [heads, hidden], at most 32768 elements
 * @param {ArrayLike<number>} [options.pretrained] as for swinV2Coordinates
 * @param {Float32Array} [options.out]
 * @returns {Float32Array<ArrayBuffer>} [(2 height - 1)(2 width - 1), heads]
 * @throws {RangeError | TypeError}
 * Source: Liu et al. 2022, section 3.3; the factor 16 is in its code
 * @example
 * const w1 = Float32Array.of(0, 1);
 * const b1 = Float32Array.of(0);
 * const w2 = Float32Array.of(1);
 * console.log(swinV2Table(1, 1, 3, { w1, b1, w2 })); // [8, 8, 8, 10.9501, 11.8728]
 */
export function swinV2Table(heads, height, width, options) {
  const given = readTableOptions(options);
  checkTokens(height, width);
  const count = offsetsOf(height, width);
  const [spanY, spanX] = checkSpans(given.pretrained, height, width);
  const { w1, b1, w2, hidden } = checkNetwork(heads, given);
  const shape = '[(2 height - 1)(2 width - 1), heads]';
  const out = check.result(given.out, Float32Array, count * heads, shape);
  const machine = open();
  const carver = new Carver(machine);
  const w1Area = placeWeights(machine, carver, w1);
  const b1Area = placeWeights(machine, carver, b1);
  const w2Area = placeWeights(machine, carver, w2);
  const most = Math.max(1, Math.floor(MOST / (hidden + heads)));
  const work = carver.doubles(most * (2 + hidden + heads));
  const part = carver.words(most * heads);
  tiles(count, most, (first, rows) => {
    machine.kernels.pe_swin_table(
      part,
      work,
      rows,
      first,
      height,
      width,
      spanY,
      spanX,
      w1Area,
      b1Area,
      hidden,
      w2Area,
      heads,
    );
    copyOut(machine.f32, part, out, first * heads, 1, rows * heads);
  });
  return check.given(out);
}

/**
 * Returns the two numbers by which the coordinates are divided: height - 1 and width - 1, of the
 * window itself or of the windows in training.
 * @param {ArrayLike<number> | undefined} pretrained
 * @param {number} height
 * @param {number} width
 */
function checkSpans(pretrained, height, width) {
  if (pretrained === undefined) return [height - 1, width - 1];
  const sides = check.numbers(
    'pretrained',
    pretrained,
    (name, side) => check.count(name, side, 2),
    2,
  );
  return [sides[0] - 1, sides[1] - 1];
}

/**
 * Checks the weights of Swin V2's network. Returns them with the number of its hidden units.
 * @param {number} heads
 * @param {{w1: Float32Array, b1: Float32Array, w2: Float32Array}} weights
 */
function checkNetwork(heads, weights) {
  const w1 = check.array('w1', weights.w1, check.FLOAT32);
  const hidden = check.rowsOf('w1', w1, 2, '[hidden, 2]');
  const b1 = check.shaped('b1', weights.b1, { hidden });
  const shape = { heads: check.count('heads', heads, 1, 65536), hidden };
  const w2 = check.shaped('w2', weights.w2, shape);
  if (hidden > MOST || heads * hidden > MOST)
    check.refuse('w2', `at most ${MOST} elements, and at most ${MOST} hidden units`, w2);
  return { w1, b1, w2, hidden };
}
