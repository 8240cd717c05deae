/** The errors that authors of worksheets see. */

export const problems = {
  /** @param {string[]} tags @param {string} got */
  figures: (tags, got) =>
    `figures: expected names of figures with spaces between them (${tags.join(', ')}), got ${got}`,
  /** @param {string[]} names @param {string} got */
  quiz: (names, got) =>
    `quiz: expected names of questions (${names.join(', ') || 'such as rope-far'}), got ${got}`,
  none: 'figures: expected a name such as pe-rope, or a figure inside pe-worksheet',
};
