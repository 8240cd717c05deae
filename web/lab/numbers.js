import * as elements from '../elements.js';
import { sinusoidal } from '../index.js';
import { fixed, grouped, scientific } from '../figures/format.js';

/** What a figure computes of a state, kept while the page fills in its numbers. @type {Map<string, any>} */
const models = new Map();

/** @param {string} name @param {string} state as in a link */
function modelOf(name, state) {
  const key = `${name} ${state}`;
  if (!models.has(key)) {
    const Figure = /** @type {any} */ (Object.values(elements).find(({ tag }) => tag === `pe-${name}`));
    const figure = new Figure();
    figure.state = state;
    models.set(key, figure.compute(figure.state));
  }
  return models.get(key);
}

/**
 * One step into a model: a property, what a function gives for a number, the most of a list or how many of it are above 0.
 * @param {any} at @param {string} key
 */
function into(at, key) {
  if (key === 'most') return Math.max(...at);
  if (key === 'count') return at.filter((/** @type {number} */ each) => each > 0).length;
  return typeof at === 'function' ? at(Number(key)) : at[key];
}

/**
 * A number in the text of the page, from the kernels: a figure, a state of it as in a link, where in its model the number is, and
 * how many digits, or `sci` and how many. Or `pe`, dim, position and dimension.
 * @param {string} ask such as "clocks position=710 chords.0 sci2"
 */
export function textNumber(ask) {
  const [name, state, path, digits = '0'] = ask.split(' ');
  if (name === 'pe') return fixed(sinusoidal(1, Number(state), { start: Number(path) })[Number(digits)]);
  const value = path.split('.').reduce(into, modelOf(name, state));
  return digits.startsWith('sci') ? scientific(value, Number(digits.slice(3))) : grouped(value, Number(digits));
}
