/* Windows of an image: the relative positions of Swin (Liu et al. 2021) and Swin V2 (Liu et al. 2022). */
import {fillTiles, place} from './bias.js';
import {makeBuckets} from './buckets.js';
import * as check from './check.js';
import {TILE, copyIn, copyOut, open, tiles} from './wasm.js';

const INDEX = check.names('out'), COORDINATES = check.names('pretrained out'), TABLE = check.names('w1 b1 w2 pretrained out');

/** The number of offsets in a window. @param {any} height @param {any} width */
const offsets = (height, width) => (2 * check.count('height', height, 1, 128) - 1) * (2 * check.count('width', width, 1, 128) - 1);

/** Counts down to 0, in wasm memory. @param {import('./wasm.js').Machine} m @param {number} at @param {number} count */
const countDown = (m, at, count) => makeBuckets(m, at, count, 0, 0, {exact: count, before: [1, 1, count - 1], after: [count, -1, count - 1]});

/**
 * @template {Float32Array | Int32Array} T
 * @param {T} out [heads, height width, height width] @param {number} heads @param {number} height @param {number} width
 * @param {number} reserved @param {(ramp: number, head: number) => void} makeRamp the table of a head, backwards
 */
function write(out, heads, height, width, reserved, makeRamp) {
  const m = open(out), tokens = height * width, ramp = m.window + reserved;
  let made = -1;
  fillTiles(out, heads, tokens, tokens, reserved + (4 * offsets(height, width) + 15 & -16), (head, query, rows, column, columns, to, stride) => {
    if (made !== head) makeRamp(ramp, made = head);
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
  const {out: given} = check.known(options, INDEX), count = offsets(height, width);
  const out = check.result(given, Int32Array, height * width * height * width, '[height width, height width]'), m = open(out);
  return write(out, 1, height, width, 0, ramp => countDown(m, ramp, count));
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
  const {out: given} = check.known(options, INDEX), count = offsets(height, width), tokens = height * width;
  check.array('table', table, check.FLOAT32, count * check.count('heads', heads, 1, 65536), '[(2 height - 1)(2 width - 1), heads]');
  const out = check.result(given, Float32Array, heads * tokens * tokens, '[heads, height width, height width]'), m = open(out);
  let there = -1;
  return write(out, heads, height, width, TILE, (ramp, head) => tiles(count, Math.floor(TILE / 4 / heads), (first, some) => {
    const part = ramp + 4 * (count - first - some);
    if (there !== first) copyIn(m.f32, m.window, table, (there = first) * heads, 1, some * heads);
    countDown(m, part, some);
    m.kernels.pe_bucket_lookup(part, part, some, m.window, heads, head);
  }));
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
 * @param {Float32Array} options.w1 [hidden, 2], hidden at most 4096 (512 in the paper)
 * @param {Float32Array} options.b1 [hidden]
 * @param {Float32Array} options.w2 [heads, hidden]
 * @param {ArrayLike<number>} [options.pretrained] as for swinV2Coordinates
 * @param {Float32Array} [options.out]
 * @returns {Float32Array} [(2 height - 1)(2 width - 1), heads]
 * @throws {RangeError | TypeError}
 */
export function swinV2Table(heads, height, width, options) {
  const {w1, b1, w2, pretrained, out: given} = check.known(options, TABLE), count = offsets(height, width), of = spans(pretrained, height, width);
  const hidden = check.rowsOf('w1', check.array('w1', w1, check.FLOAT32), 2, '[hidden, 2]');
  if (hidden > 4096) check.refuse('w1', 'at most 8192 elements', w1);
  check.array('b1', b1, check.FLOAT32, hidden, '[hidden]');
  check.array('w2', w2, check.FLOAT32, check.count('heads', heads, 1, 65536) * hidden, '[heads, hidden]');
  const out = check.result(given, Float32Array, count * heads, '[(2 height - 1)(2 width - 1), heads]');
  const m = open(), {kernels} = m, fit = Math.floor(32768 / (hidden || 1)), atB = place(m, m.window, w1), places = place(m, atB, b1);
  const units = places + 16384, atW = units + TILE, sums = atW + TILE;
  tiles(count, Math.min(1024, fit), (first, some) => {
    kernels.pe_swin_coordinates(places, some, first, height, width, ...of);
    kernels.pe_products(units, hidden, places, some, m.window, hidden, 2, 1);
    kernels.pe_rectify(units, some, hidden, atB);
    tiles(heads, Math.min(32, fit), (head, few) => {
      place(m, atW, w2, head * hidden, few * hidden);
      kernels.pe_products(sums, few, units, some, atW, few, hidden, 1);
      kernels.pe_sigmoid(atW, sums, some * few, 16);  // where the weights were
      copyOut(m.f32, atW, out, first * heads + head, some, few, heads, few);
    });
  });
  return out;
}
