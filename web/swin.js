/* Windows of an image: the relative positions of Swin (Liu et al. 2021) and Swin V2 (Liu et al. 2022). */
import {fillTiles, place} from './bias.js';
import * as check from './check.js';
import {copyOut, open, tiles, viewOf} from './wasm.js';

const INDEX = check.names('out'), COORDINATES = check.names('pretrained out'), TABLE = check.names('w1 b1 w2 pretrained out');

/** The most weights of a layer of Swin V2's network, and elements of its work areas. */
const MOST = 32768;

/** The tokens of a window. @param {any} height @param {any} width */
const tokensOf = (height, width) => check.count('height', height, 1, 128) * check.count('width', width, 1, 128);

/** The pairs of offsets in it. @param {any} height @param {any} width */
const offsets = (height, width) => 4 * tokensOf(height, width) - 2 * (height + width) + 1;

/**
 * @template {Float32Array | Int32Array} T
 * @param {T} out [heads, height width, height width] @param {number} heads @param {number} height @param {number} width
 * @param {(offset: number, head: number) => number} value
 */
function write(out, heads, height, width, value) {
  const m = open(out), tokens = height * width, count = offsets(height, width), view = viewOf(m, out), ramp = m.window;
  let made = -1;
  fillTiles(out, heads, tokens, tokens, 4 * count + 15 & -16, (head, query, rows, column, columns, to, stride) => {
    if (made !== head) for (let i = 0; i < count; i++) view[ramp / 4 + i] = value(count - 1 - i, head);
    made = head;
    m.kernels.pe_swin(to, rows, query, stride, ramp, height, width);
  });
  return out;
}

/**
 * The row of each pair in the table of a window: (dy + height - 1)(2 width - 1) + dx + width - 1, (dy, dx) = query - key, tokens row by row.
 * @param {number} height 1 to 128 @param {number} width 1 to 128
 * @param {{out?: Int32Array}} [options]
 * @returns {Int32Array} [height width, height width]
 * @throws {RangeError | TypeError}
 */
export function swinIndex(height, width, options) {
  const {out} = check.known(options, INDEX), tokens = tokensOf(height, width);
  return write(check.result(out, Int32Array, tokens * tokens, '[height width, height width]'), 1, height, width, offset => offset);
}

/**
 * The bias of each head: table[swinIndex][head].
 * @param {Float32Array} table [(2 height - 1)(2 width - 1), heads]
 * @param {number} heads @param {number} height 1 to 128 @param {number} width 1 to 128
 * @param {{out?: Float32Array}} [options]
 * @returns {Float32Array} [heads, height width, height width]
 * @throws {RangeError | TypeError}
 */
export function swinBias(table, heads, height, width, options) {
  const {out} = check.known(options, INDEX), tokens = tokensOf(height, width);
  check.shaped('table', table, {'(2 height - 1)(2 width - 1)': offsets(height, width), heads: check.count('heads', heads, 1, 65536)});
  return write(check.result(out, Float32Array, heads * tokens * tokens, '[heads, height width, height width]'), heads, height, width,
    (offset, head) => table[offset * heads + head]);
}

/** The spans of a window: of the training, if that is given. @param {any} pretrained @param {number} height @param {number} width */
const spans = (pretrained, height, width) => pretrained === undefined ? [height - 1, width - 1] :
  Array.from(check.numbers('pretrained', pretrained, (name, side) => check.count(name, side, 2), 2), side => side - 1);

/**
 * The offsets of a Swin V2 window as its network sees them: sign(d) log2(1 + 8 |d| / (side - 1)) / log2 8 for dy and dx.
 * @param {number} height 1 to 128 @param {number} width 1 to 128
 * @param {{pretrained?: ArrayLike<number>, out?: Float32Array}} [options] pretrained: the [height, width] of the training's
 *   windows, each at least 2, if others
 * @returns {Float32Array} [2 height - 1, 2 width - 1, 2]
 * @throws {RangeError | TypeError}
 */
export function swinV2Coordinates(height, width, options) {
  const {pretrained, out: given} = check.known(options, COORDINATES), count = offsets(height, width), of = spans(pretrained, height, width);
  const out = check.result(given, Float32Array, 2 * count, '[2 height - 1, 2 width - 1, 2]'), m = open();
  tiles(count, 4096, (first, some) => {
    m.kernels.pe_swin_coordinates(m.window, some, first, height, width, ...of);
    copyOut(m.f64, m.window, out, 2 * first, 1, 2 * some);
  });
  return out;
}

/**
 * The table of a Swin V2 window, for swinBias: 16 sigmoid(w2 relu(w1 coordinates + b1)).
 * @param {number} heads @param {number} height 1 to 128 @param {number} width 1 to 128
 * @param {object} options the weights as PyTorch's Linear layers have them
 * @param {Float32Array} options.w1 [hidden, 2]; 512 in the paper, at most 32768
 * @param {Float32Array} options.b1 [hidden]
 * @param {Float32Array} options.w2 [heads, hidden], at most 32768 elements
 * @param {ArrayLike<number>} [options.pretrained] as for swinV2Coordinates
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [(2 height - 1)(2 width - 1), heads]
 * @throws {RangeError | TypeError}
 */
export function swinV2Table(heads, height, width, options) {
  const {w1, b1, w2, pretrained, out: given} = check.known(options, TABLE), count = offsets(height, width), of = spans(pretrained, height, width);
  const hidden = check.rowsOf('w1', check.array('w1', w1, check.FLOAT32), 2, '[hidden, 2]');
  check.shaped('b1', b1, {hidden});
  check.shaped('w2', w2, {heads: check.count('heads', heads, 1, 65536), hidden});
  if (hidden > MOST || heads * hidden > MOST) check.refuse('w2', `at most ${MOST} elements, and hidden units`, w2);
  const out = check.result(given, Float32Array, count * heads, '[(2 height - 1)(2 width - 1), heads]'), most = Math.floor(MOST / Math.max(16, hidden, heads));
  const m = open(), {kernels} = m, atB = place(m, m.window, w1), atW = place(m, atB, b1), units = place(m, atW, w2), places = units + 8 * MOST, sums = places + 8 * MOST;
  tiles(count, most, (first, some) => {
    kernels.pe_swin_coordinates(places, some, first, height, width, ...of);
    kernels.pe_products(units, hidden, places, some, m.window, hidden, 2, 1);
    kernels.pe_rectify(units, some, hidden, atB);
    kernels.pe_products(sums, heads, units, some, atW, heads, hidden, 1);
    kernels.pe_sigmoid(units, sums, some * heads, 16);
    copyOut(m.f32, units, out, first * heads, 1, some * heads);
  });
  return out;
}
