/** The bar above the sheets, which changes their attributes and prints. */
import { h } from '../figures/chassis/dom.js';
import { translated } from '../figures/chassis/language.js';
import * as english from './words.js';

const words = translated('worksheet', english);

/** The attributes that the bar changes, with the largest number. */
const FIELDS = /** @type {const} */ ({ seed: undefined, copies: 26, questions: 30 });

/**
 * Makes the bar.
 * @param {HTMLElement} element whose attributes it changes
 * @param {Record<'seed' | 'copies' | 'questions', string | number> & {key: boolean}} values
 */
export function makeBar(element, values) {
  const inputs = Object.entries(FIELDS).map(([key, max]) => {
    const name = /** @type {keyof typeof FIELDS} */ (key);
    const kind = max ? { type: 'number', min: 1, max, step: 1 } : { type: 'text' };
    const onchange = (/** @type {Event} */ { target }) =>
      element.setAttribute(name, /** @type {HTMLInputElement} */ (target).value);
    return h('label', {}, words.bar[name], h('input', { ...kind, value: values[name], onchange }));
  });
  const onchange = (/** @type {Event} */ { target }) =>
    element.toggleAttribute('key', /** @type {HTMLInputElement} */ (target).checked);
  const key = h('input', { type: 'checkbox', checked: values.key, onchange });
  return h(
    'div',
    { class: 'pw-bar', role: 'group', 'aria-label': words.heading },
    inputs,
    h('label', {}, key, words.bar.key),
    h('button', { type: 'button', class: 'pe-reveal', onclick: () => print() }, words.bar.print),
  );
}
