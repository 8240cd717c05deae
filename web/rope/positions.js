/*
 * Computes the positions of the tokens in real batches. A row of a batch may be padded, may contain
 * several packed sequences, may continue a cache, or may contain images and video.
 */
import * as check from '../check.js';

const readMaskOptions = check.reader('positionsFromMask', [], ({ start, pad, sequences, out }) => ({
  start,
  pad,
  sequences,
  out,
}));
const readMropeOptions = check.reader('mropePositions', [], ({ start, tokensPerSecond }) => ({
  start,
  tokensPerSecond,
}));
const readSegmentOptions = check.reader('', [], ({ text, image, video, secondsPerGrid }) => ({
  text,
  image,
  video,
  secondsPerGrid,
}));

/** The largest position, because positions are 32-bit integers. */
const MOST = 2147483647;

/** The largest number of tokens with three axes. Their positions take 2 GiB. */
const TOKENS = 178956970;

/**
 * @typedef {object} MaskOptions
 * @property {number | ArrayLike<number>} [start] the position of the first token of each row: one
 *   number, or one for each row; it is the number of tokens that are already in the cache, without
 *   padding; default 0
 * @property {number} [pad] the position of padding tokens, to which nothing attends; default 0 (the
 *   transformers library uses 1, and its OPT model -1)
 * @property {ArrayLike<number>} [sequences] [batch, length], if several sequences are packed in a
 *   row: a number for each token that says which sequence it belongs to. Where the number changes,
 *   positions begin at 0 again
 * @property {Int32Array} [out] the array for the result; by default a new one
 */

/**
 * Computes positions from an attention mask, for the option `positions` of applyRope. In each row
 * only attended tokens are counted, wherever the padding is.
 * @param {import('../check.js').Positions} mask [batch, length], all elements 0 or 1
 * @param {number} batch
 * @param {number} length
 * @param {MaskOptions} [options]
 * @returns {Int32Array<ArrayBuffer>} [batch, length]
 * @throws {RangeError | TypeError}
 * @example
 * console.log(positionsFromMask([0, 0, 1, 1, 1, 1, 1, 0], 2, 4)); // [0, 0, 0, 1, 0, 1, 2, 0]
 */
export function positionsFromMask(mask, batch, length, options) {
  const { start = 0, pad = 0, sequences, out: given } = readMaskOptions(options);
  check.count('batch', batch);
  check.count('length', length);
  const size = batch * length;
  check.fits(size, 4, '[batch, length]');
  if (check.isTensor(mask)) {
    const dims = check.dimsOf('mask', mask);
    if (dims.length !== 2 || dims[0] !== batch || dims[1] !== length)
      check.refuse('mask.dims', `[${batch}, ${length}] ([batch, length])`, `${dims}`);
  }
  const attended = readMask(mask, size);
  /** @type {check.Check} */
  const first = (name, value) => check.count(name, value, 0, MOST - length);
  const starts =
    typeof start === 'number' ? first('start', start) : check.each('start', start, batch, first);
  check.count('pad', pad, -1, MOST);
  const ids =
    sequences === undefined ? undefined : check.numbers('sequences', sequences, check.number, size);
  const out = check.result(given, Int32Array, size, '[batch, length]');
  for (let row = 0; row * length < size; row++) {
    let next = typeof starts === 'number' ? starts : starts[row];
    /** The sequence of the previous attended token. @type {number | undefined} */
    let last;
    for (let i = row * length; i < (row + 1) * length; i++) {
      if (attended[i] && ids) {
        if (last !== undefined && ids[i] !== last) next = 0;
        last = ids[i];
      }
      out[i] = attended[i] ? next++ : pad;
    }
  }
  return check.given(out);
}

/** Reads the elements of a mask. */
const readBits = check.recaller('mask', Infinity, -Infinity, (name, value) =>
  check.count(name, value, 0, 1),
);

/**
 * Checks a mask and returns it as doubles. Masks in ONNX models have 64-bit integers.
 * @param {import('../check.js').Positions} mask
 * @param {number} size
 */
function readMask(mask, size) {
  return readBits(check.withoutBigints('mask', mask), size);
}

/**
 * A part of a token sequence: a number of text tokens, or the sizes of an image's or a video's
 * grid. Grid sizes are counted in tokens, after patches are merged.
 * @typedef {{text: number}
 *   | {image: ArrayLike<number>}
 *   | {video: ArrayLike<number>, secondsPerGrid?: number}} Segment
 */

/**
 * Returns the positions of Qwen-VL's M-RoPE. A text token has the same position on all axes. From
 * one text token to the next, it rises by 1. Tokens of an image or a video have the first position
 * of the segment plus their frame, row and column. The next segment begins after the highest
 * position so far.
 * @param {Segment[]} segments the segments in their order. Text is a number of tokens; images and
 *   videos are [frames, rows, columns] in tokens, after patches are merged. With secondsPerGrid
 *   (Qwen 2.5), frame i is at floor(i * secondsPerGrid * tokensPerSecond) instead of i. For Qwen 3,
 *   give each video frame as two segments: a text, which tells its time, and an image
 * @param {{start?: number, tokensPerSecond?: number}} [options] start: the first position, default
 *   0; tokensPerSecond: as in the config's vision_config, default 2 (from the files of Qwen 2.5)
 * @returns {{positions: Int32Array<ArrayBuffer>, delta: number}} positions: [3, tokens], the rows
 *   for time, row and column; delta: on all axes, the position of the next token is start + the
 *   number of tokens so far + delta
 * @throws {RangeError | TypeError}
 * Source: Wang et al. 2024 (Qwen2-VL), section 2.1; Bai et al. 2025 (Qwen2.5-VL), section 2.1
 * @example
 * const { positions, delta } = mropePositions([{ text: 2 }, { image: [1, 2, 2] }, { text: 1 }]);
 * console.log(positions.subarray(0, 7)); // [0, 1, 2, 2, 2, 2, 4]
 * console.log(positions.subarray(7, 14)); // [0, 1, 2, 2, 3, 3, 4]
 * console.log(positions.subarray(14)); // [0, 1, 2, 3, 2, 3, 4]
 * console.log(delta); // -2
 */
export function mropePositions(segments, options) {
  const { start = 0, tokensPerSecond } = readMropeOptions(options);
  check.count('start', start, 0, MOST);
  const rate =
    tokensPerSecond === undefined ? 2 : check.number('tokensPerSecond', tokensPerSecond, 0);
  const { length, read } = check.items('segments', segments, 'an array of segments');
  let tokens = 0;
  let next = start;
  let isTimed = false;
  const blocks = [];
  for (let i = 0; i < length; i++) {
    const block = readSegment(`segments[${i}]`, /** @type {Segment} */ (read(i)), rate);
    block.position = next;
    block.token = tokens;
    blocks.push(block);
    tokens += block.count;
    next += block.extent;
    isTimed ||= block.isTimed;
    if (tokens > TOKENS || !(next <= MOST)) {
      const limits = `at most ${TOKENS} tokens, and positions below ${MOST}`;
      check.refuse('segments', limits, Math.max(tokens, next));
    }
  }
  if (tokensPerSecond !== undefined && !isTimed)
    check.refuseUnused('tokensPerSecond', 'without secondsPerGrid in a segment', tokensPerSecond);
  const positions = new Int32Array(3 * tokens);
  for (const block of blocks) writeBlock(positions, tokens, block);
  return { positions, delta: next - start - tokens };
}

/**
 * A segment that has been checked.
 * @typedef {object} Block
 * @property {number} count the number of its tokens
 * @property {number} extent the number of positions it takes
 * @property {boolean} flat whether it is text, whose tokens have equal positions on all axes
 * @property {number} frames the number of frames, or of tokens if it is text
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} isTimed whether it has secondsPerGrid
 * @property {(frame: number) => number} time returns the position of a frame on the time axis,
 *   relative to the first position of the segment
 * @property {number} position the first position
 * @property {number} token the index of the first token
 */

/**
 * Checks a segment, and returns its size and its times. The caller sets where it begins.
 * @param {string} name
 * @param {Segment} segment
 * @param {number} tokensPerSecond
 * @returns {Block}
 */
function readSegment(name, segment, tokensPerSecond) {
  const { text, image, video, secondsPerGrid } = readSegmentOptions(segment ?? null, name);
  const flat = text !== undefined;
  const grid = image ?? video;
  const isTimed = secondsPerGrid !== undefined;
  if (flat ? grid || isTimed : image && (video || isTimed)) {
    const names = Object.entries({ text, image, video, secondsPerGrid })
      .filter(([, value]) => value !== undefined)
      .map(([each]) => each);
    throw check.failure(TypeError, name, 'one of text, image and video', `${names}`);
  }
  const sizes = flat
    ? [check.count(`${name}.text`, text), 1, 1]
    : check.numbers(`${name}.${image ? 'image' : 'video'}`, grid, side, 3);
  const frames = sizes[0];
  const rows = sizes[1];
  const columns = sizes[2];
  if (isTimed) check.number(`${name}.secondsPerGrid`, secondsPerGrid, 0);
  /** @param {number} frame */
  const time = (frame) => (isTimed ? Math.floor(frame * secondsPerGrid * tokensPerSecond) : frame);
  const extent = flat ? frames : Math.max(time(frames - 1), rows - 1, columns - 1) + 1;
  const count = frames * rows * columns;
  return { count, extent, flat, frames, rows, columns, isTimed, time, position: 0, token: 0 };
}

/** Checks one size of a grid. @param {string} name @param {unknown} value */
const side = (name, value) => check.count(name, value, 1, MOST);

/**
 * Writes the positions of a segment's tokens on the three axes.
 * @param {Int32Array} positions [3, tokens]
 * @param {number} tokens
 * @param {Block} block the segment
 */
function writeBlock(positions, tokens, { frames, flat, rows, columns, time, position, token }) {
  let at = token;
  for (let frame = 0; frame < frames; frame++) {
    const now = position + time(frame);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        positions[at] = now;
        positions[tokens + at] = flat ? now : position + row;
        positions[2 * tokens + at] = flat ? now : position + column;
        at++;
      }
  }
}
