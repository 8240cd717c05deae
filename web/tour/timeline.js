/** Computes what the tour shows and says at each moment. All times are in seconds. */
import { withNumbers } from '../quiz/numbers.js';
import { script } from './script.js';

/** @typedef {import('./script.js').Chapter} Chapter */

/**
 * A caption: its chapter, the index of its line in the chapter, and when it begins and ends.
 * @typedef {{chapter: number, line: number, begins: number, ends: number}} Caption
 */

/**
 * What is on the screen at a moment. `move` is the index of the move that began last in this
 * chapter; before the first move, it is -1. `part` says how much of the move is done, from 0 to 1.
 * @typedef {{chapter: number, move: number, part: number}} Moment
 */

/** Rounds to a millisecond, which removes rounding errors of sums. @param {number} seconds */
const rounded = (seconds) => Math.round(seconds * 1000) / 1000;

/** @returns {Caption[]} */
function listCaptions() {
  let ends = 0;
  return script.flatMap(({ lines }, chapter) =>
    lines.map(([seconds], line) => {
      const begins = ends;
      ends = rounded(ends + seconds);
      return { chapter, line, begins, ends };
    }),
  );
}

/** All captions, in order. */
export const captions = listCaptions();

/** The length of the tour. */
export const LENGTH = captions[captions.length - 1].ends;

/** When each chapter begins. */
export const starts = script.map(
  (_, at) => /** @type {Caption} */ (captions.find(({ chapter }) => chapter === at)).begins,
);

/** Returns the index of the caption at a moment. @param {number} t */
export const captionAt = (t) => {
  const at = captions.findIndex(({ ends }) => t < ends);
  return at < 0 ? captions.length - 1 : at;
};

/**
 * Returns what is on the screen at a moment of a chapter.
 * @param {number} t
 * @param {number} [chapter] by default the chapter at this moment. At the end of a chapter, the
 *   default is already the next chapter
 * @returns {Moment}
 */
export function momentAt(t, chapter = captions[captionAt(t)].chapter) {
  const { moves } = script[chapter];
  const time = rounded(t - starts[chapter]);
  const move = moves.filter(({ at }) => at < time).length - 1;
  const part = move < 0 ? 1 : Math.min(1, (time - moves[move].at) / moves[move].lasts);
  return { chapter, move, part };
}

/**
 * Returns the state of a chapter after some of its moves, as in a link.
 * @param {number} chapter
 * @param {number} count the number of moves that have ended
 */
export function stateAfter(chapter, count) {
  const { state, moves } = script[chapter];
  return [state, ...moves.slice(0, count).map(({ to }) => to)].join();
}

/**
 * Writes a caption with its numbers. Throws if the kernels cannot run.
 * @param {Caption} caption
 */
export function captionText({ chapter, line, ends }) {
  const [, text] = script[chapter].lines[line];
  const { move } = momentAt(ends, chapter);
  return withNumbers(text, script[chapter].figure, stateAfter(chapter, move + 1));
}

/** Writes a moment as in WebVTT: 00:00:04.200. @param {number} t */
const vttTime = (t) => new Date(t * 1000).toISOString().slice(11, -1);

/**
 * Writes all captions as a file of captions for a video, in WebVTT. Throws if the kernels cannot
 * run.
 */
export const vtt = () =>
  captions.reduce(
    (text, caption) =>
      `${text}\n${vttTime(caption.begins)} --> ${vttTime(caption.ends)}\n${captionText(caption)}\n`,
    'WEBVTT\n',
  );
