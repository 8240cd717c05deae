/* Positions of real batches: padded, packed, continued from a cache, and those of images and video. */
import * as check from './check.js';

const MASK = check.names('start pad sequences out'), MROPE = check.names('start tokensPerSecond'), KINDS = check.names('text image video secondsPerGrid');

/** The most positions of a row: they are 32-bit integers. */
const MOST = 2147483647;

/** The most tokens on three axes: 2 GiB. */
const TOKENS = 178956970;

/**
 * Positions from an attention mask, for `positions` of applyRope: each row counts its attended tokens, wherever padding stands.
 * @param {ArrayLike<number | bigint>} mask [batch, length] of 0 and 1
 * @param {number} batch @param {number} length
 * @param {object} [options]
 * @param {number | ArrayLike<number>} [options.start] position of the first token, one or one for each row: how many tokens a cache holds; 0
 * @param {number} [options.pad] position of padding, which nothing attends to; 0 (transformers has 1, its OPT -1)
 * @param {ArrayLike<number>} [options.sequences] [batch, length] which sequence each token is of, where several are packed in a row:
 *   positions begin at 0 again where it changes
 * @param {Int32Array} [options.out]
 * @returns {Int32Array} [batch, length]
 * @throws {RangeError | TypeError}
 */
export function positionsFromMask(mask, batch, length, options) {
  const {start = 0, pad = 0, sequences, out: given} = check.known(options, MASK);
  check.count('batch', batch);
  check.count('length', length);
  // 64-bit masks are what ONNX has
  const list = check.isKind(mask, 'BigInt64Array', 'BigUint64Array') ? Array.from(mask, Number) : mask;
  const size = batch * length, bits = check.numbers('mask', list, (name, value) => check.count(name, value, 0, 1), size);
  const first = (/** @type {string} */ name, /** @type {any} */ value) => check.count(name, value, 0, MOST - length);
  const starts = typeof start === 'number' ? new Float64Array(batch).fill(first('start', start)) : check.numbers('start', start, first, batch);
  check.count('pad', pad, -1, MOST);
  const ids = sequences === undefined ? undefined : check.numbers('sequences', sequences, check.number, size);
  const out = check.result(given, Int32Array, size, '[batch, length]');
  for (let row = 0; row < batch; row++) {
    let next = starts[row], last;
    for (let i = row * length; i < (row + 1) * length; i++) {
      if (bits[i] && ids) {
        if (last !== undefined && ids[i] !== last) next = 0;
        last = ids[i];
      }
      out[i] = bits[i] ? next++ : pad;
    }
  }
  return out;
}

/**
 * Positions of Qwen-VL's M-RoPE: tokens of text count up on all axes; an image or a video counts frames, rows and columns of its
 * grid from where it stands; what follows continues after the highest position so far.
 * @param {({text: number} | {image: ArrayLike<number>} | {video: ArrayLike<number>, secondsPerGrid?: number})[]} segments
 *   in their order: how many tokens of text, or [frames, rows, columns] of tokens, after patches are merged.
 *   secondsPerGrid (Qwen 2.5): frame i is at the whole part of i * secondsPerGrid * tokensPerSecond instead of i.
 *   Qwen 3 writes each frame as text, its time, and an image.
 * @param {{start?: number, tokensPerSecond?: number}} [options] start: the first position; tokensPerSecond: of the config's
 *   vision_config, 2 in Qwen 2.5's files
 * @returns {{positions: Int32Array, delta: number}} [3, tokens], time, row and column; delta: the next token's position, on all
 *   axes, is start + the tokens so far + delta
 * @throws {RangeError | TypeError}
 * Source: Wang et al. 2024 (Qwen2-VL), section 2.1; Bai et al. 2025 (Qwen2.5-VL), section 2.1
 */
export function mropePositions(segments, options) {
  const {start = 0, tokensPerSecond = 2} = check.known(options, MROPE);
  check.count('start', start, 0, MOST);
  check.number('tokensPerSecond', tokensPerSecond, 0);
  if (!Array.isArray(segments)) check.refuseKind('segments', 'an array of segments', segments);
  let tokens = 0, next = start;
  const parts = segments.map((segment, i) => {
    const at = `segments[${i}]`, {text, image, video, secondsPerGrid: seconds} = check.known(segment ?? null, KINDS, at);
    const flat = text !== undefined, grid = image ?? video, some = (/** @type {string} */ name, /** @type {any} */ value) => check.count(name, value, 1, MOST);
    if (flat ? grid || seconds : image && (video || seconds)) throw new TypeError(`${at}: expected one of text, image and video, got ${Object.keys(segment)}`);
    const [frames, rows, columns] = flat ? [check.count(`${at}.text`, text), 1, 1] : check.numbers(`${at}.${image ? 'image' : 'video'}`, grid, some, 3);
    if (seconds !== undefined) check.number(`${at}.secondsPerGrid`, seconds, 0);
    const time = (/** @type {number} */ frame) => seconds === undefined ? frame : Math.floor(frame * seconds * tokensPerSecond);
    const part = {first: next, at: tokens, flat, frames, rows, columns, time};
    tokens += frames * rows * columns;
    next += flat ? frames : Math.max(time(frames - 1), rows - 1, columns - 1) + 1;
    return part;
  });
  if (tokens > TOKENS || next > MOST) check.refuse('segments', `at most ${TOKENS} tokens, and positions below ${MOST}`, Math.max(tokens, next));
  const positions = new Int32Array(3 * tokens);
  for (const {first, at, flat, frames, rows, columns, time} of parts) {
    for (let i = 0; i < frames * rows * columns; i++) {
      const column = i % columns, row = (i - column) / columns % rows, frame = Math.floor((i - column) / columns / rows);
      positions[at + i] = first + time(frame);
      positions[tokens + at + i] = first + (flat ? frame : row);
      positions[2 * tokens + at + i] = first + (flat ? frame : column);
    }
  }
  return {positions, delta: next - start - tokens};
}
