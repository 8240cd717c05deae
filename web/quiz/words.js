/** The texts of pe-quiz. The questions are in sets/. */
import { translated } from '../figures/chassis/language.js';
import { questionWords } from '../figures/chassis/words.js';

const { decline, right, wrong, chooseFirst } = questionWords;

export const quizWords = translated('quiz', {
  decline,
  right,
  wrong,
  chooseFirst,
  answer: 'Answer',
  show: 'Show it',
  next: 'Next question',
  finish: 'See the score',
  back: 'Back to the question',
  missed: 'Ask the missed ones again',
  /** @param {number} count */
  more: (count) => (count > 1 ? `Ask the next ${count}` : 'Ask the next one'),
  /**
   * @param {number} at counted from 1
   * @param {number} count
   */
  kicker: (at, count) => `Question ${at} of ${count}`,
  /** @param {string} text what the figure says about its state */
  seen: (text) => `The figure shows: ${text}`,
  /**
   * @param {number} score
   * @param {number} count
   */
  score: (score, count) => `${score} of ${count}`,
  /**
   * Explains the score, and says how many questions of the set the reader knows.
   * @param {number} known
   * @param {number} all
   */
  known: (known, all) =>
    `right at the first attempt. Of the ${all} questions in this set, you answered ${known} right the last time. ` +
    'Those that you missed come back first. Only this browser keeps the count.',
  /** @param {unknown} error */
  cannotRun: (error) =>
    `The questions cannot run here. ${error instanceof Error ? error.message : error}`,
});
