/** Computes the numbers that a text names, with the models of the figures. */
import * as elements from '../elements.js';
import { sinusoidal } from '../index.js';
import { fixed, grouped, scientific } from '../figures/chassis/format.js';
import { languageNow } from '../figures/chassis/language.js';

/**
 * The models that figures have computed, by language, figure and state, so that none is computed
 * twice.
 * @type {Map<string, any>}
 */
const models = new Map();

/**
 * Makes a figure outside the page. If another copy of the script has defined the figure's tag, only
 * the class of that copy can make the figure.
 * @param {string} name of the figure, without pe-
 * @param {string} state as in a link
 */
function figureIn(name, state) {
  const Figure = /** @type {typeof elements.PeFigure} */ (
    globalThis.customElements?.get(`pe-${name}`) ??
      Object.values(elements).find(({ tag }) => tag === `pe-${name}`)
  );
  const figure = new Figure();
  figure.state = state;
  figure.translateDefaults();
  return figure;
}

/**
 * Returns all fields of a figure in a state.
 * @param {string} name of the figure, without pe-
 * @param {string} state as in a link
 */
export const stateOf = (name, state) => figureIn(name, state).getState();

/**
 * Computes the model of a figure in a state.
 * @param {string} name of the figure, without pe-
 * @param {string} state as in a link
 */
export function modelOf(name, state) {
  const key = [languageNow(), name, state].join(' ');
  if (!models.has(key)) {
    const figure = figureIn(name, state);
    models.set(key, figure.compute(figure.state));
  }
  return models.get(key);
}

/**
 * Goes one step into a model. A key is the name of a property or the argument of a function. The
 * key `most` gives the largest element of a list, and `count` the number of its elements above 0.
 * @param {any} at the model, or a part of it
 * @param {string} key
 */
function into(at, key) {
  if (key === 'most') return Math.max(...at);
  if (key === 'count' && 'filter' in at)
    return at.filter((/** @type {number} */ each) => each > 0).length;
  return typeof at === 'function' ? at(Number(key)) : at[key];
}

/**
 * Computes a number, and returns it as it is written in a text. `ask` has four parts. The
 * first two are the name of a figure and its state, as in a link. The last two are the path to the
 * number in the figure's model, and the number of decimals. With `sci2` as the last part, the number
 * is written in scientific notation with 2 decimals. For a number of the sinusoidal encoding, the
 * four parts are `pe`, the number of dimensions, the position, and the index of the dimension.
 * @param {string} ask such as "clocks position=710 chords.0 sci2"
 */
export function textNumber(ask) {
  const [name, state, path, digits = '0'] = ask.split(' ');
  if (name === 'pe')
    return fixed(sinusoidal(1, Number(state), { start: Number(path) })[Number(digits)]);
  const value = path.split('.').reduce(into, modelOf(name, state));
  if (typeof value === 'string') return value;
  return digits.startsWith('sci')
    ? scientific(value, Number(digits.slice(3)))
    : grouped(value, Number(digits));
}

/**
 * Writes numbers into a text. Each pair of braces contains the last two parts of what `textNumber`
 * reads, or all four parts.
 * @param {string} text such as "At {position}, the hands are {chords.0 3} apart."
 * @param {string} figure its name, without pe-
 * @param {string} state as in a link
 */
export const withNumbers = (text, figure, state) =>
  text.replace(/\{([^{}]+)\}/g, (_, inside) =>
    textNumber(inside.split(' ').length > 2 ? inside : `${figure} ${state} ${inside}`),
  );
