/** Tells the page what the reader has found in a game, as soon as the picture stands still. */

/** A find counts after the picture has stood still for this many milliseconds. */
const REST_MS = 600;

/**
 * Makes the list of finds of one game. A find is something that the reader discovers in the game.
 * @param {import('../chassis/figure.js').PeFigure} figure
 * @param {string} question the name of the game, for the event `pe-answer`
 * @param {() => string} task returns what the game asks the reader to find
 */
export function makeFinds(figure, question, task) {
  /** The finds that have been reported to the page. @type {Set<string>} */
  const told = new Set();
  let timer = 0;
  return {
    /** Notes the find that the picture shows; null if there is none. @param {string | null} find */
    note(find) {
      clearTimeout(timer);
      if (find === null || told.has(find)) return;
      // The text is made before the timer ends, because another figure may change the current
      // language meanwhile.
      const ask = task();
      timer = setTimeout(() => {
        told.add(find);
        figure.tellAnswer(find, true, question, { ask });
      }, REST_MS);
    },
    reset() {
      clearTimeout(timer);
      told.clear();
    },
  };
}
