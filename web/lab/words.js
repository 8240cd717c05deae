/** The texts of the lab that are not in its HTML. */
import { translated } from '../figures/chassis/language.js';

export const labWords = translated('lab', {
  /** @param {number} at counted from 1 @param {number} count */
  chapter: (at, count) => `${at} of ${count}`,
  /** @param {number} made @param {number} count */
  made: (made, count) =>
    `${made} of ${count} predictions made. Only this browser stores the count.`,
  predicted: 'predicted',
  close: 'Close',
  lesson: 'Make a lesson',
  lessonLead: 'Write texts, set up figures, and save all as one file that needs no network.',
  course: 'Back to the course',
});
