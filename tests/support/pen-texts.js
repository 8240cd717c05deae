/** Records the texts that a figure for beginners draws, without a browser. */

/**
 * Draws a figure for beginners, and returns the texts of its picture.
 * @param {Function} Figure its class
 * @param {object} state
 * @param {object} shown the numbers that are drawn, where they differ from the state
 */
export function penTexts(Figure, state, shown = {}) {
  const figure = new Figure();
  Object.defineProperty(figure, 'beginner', { value: true });
  figure.setState(state);
  const texts = [];
  const own = {
    beginner: true,
    covered: false,
    width: 800,
    ratio: 1,
    c: new Proxy({}, { get: (_, role) => role }),
    text(text) {
      texts.push(text);
      return 7 * text.length;
    },
  };
  const pen = new Proxy(own, { get: (target, name) => target[name] ?? (() => 0) });
  figure.draw(pen, figure.compute(figure.state), { ...figure.motion.shown, ...shown });
  return texts;
}
