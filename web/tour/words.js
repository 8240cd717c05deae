/** The texts of pe-tour. The captions are in script.js. */
import { translated } from '../figures/chassis/language.js';
import { transportWords } from '../figures/chassis/words.js';

/** Writes a time as minutes and seconds. @param {number} t */
export const clock = (t) => {
  const seconds = Math.floor(t);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

export const tourWords = translated('tour', {
  label: 'Tour of the figures',
  play: transportWords.play,
  pause: transportWords.pause,
  resume: 'Go on',
  again: 'Watch again',
  taken: 'Now you move the picture. “Go on” leads back to the tour.',
  next: 'Next',
  back: 'Previous caption',
  forward: 'Next caption',
  scrub: 'Moment of the tour',
  chapters: 'Chapters',
  aloud: 'Read aloud',
  link: 'Link to this moment',
  transcript: 'Transcript',
  /** @param {number} t @param {number} length */
  time: (t, length) => `${clock(t)} / ${clock(length)}`,
  /** @param {number} t @param {string} chapter */
  at: (t, chapter) => `${Math.floor(t)} seconds, ${chapter}`,
  /** @param {unknown} error */
  cannotRun: (error) =>
    `The tour cannot run here. ${error instanceof Error ? error.message : error}`,
});
