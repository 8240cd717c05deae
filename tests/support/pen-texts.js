/** Records the texts that a figure draws at the level of beginners, without a browser. */

/**
 * Draws a figure at the level of beginners, and returns the texts of its picture.
 * @param {Function} Figure its class
 * @param {object} state
 * @param {object} shown the numbers that are drawn, where they differ from the state
 * @param {(figure: object) => void} prepare called before the figure is drawn
 */
export function penTexts(Figure, state, shown = {}, prepare = () => {}) {
  const figure = new Figure();
  Object.defineProperty(figure, 'beginner', { value: true });
  figure.setState(state);
  prepare(figure);
  const texts = [];
  const own = {
    beginner: true,
    covered: false,
    onTheWay: figure.motion.onTheWay,
    judges: figure.judges,
    width: 800,
    ratio: 1,
    theme: { mode: 'light' },
    ctx: new Proxy({}, { get: () => () => 0 }),
    c: new Proxy({}, { get: (_, role) => role }),
    text(text) {
      texts.push(text);
      return 7 * text.length;
    },
    fit: (text) => ({ text }),
  };
  const pen = new Proxy(own, { get: (target, name) => target[name] ?? (() => 0) });
  figure.draw(pen, figure.compute(figure.motion.moment), { ...figure.motion.shown, ...shown });
  return texts;
}
