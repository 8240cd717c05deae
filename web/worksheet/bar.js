/** Makes the bar above the sheets. It changes the attributes of the sheets, and prints them. */
import { h, put } from '../figures/chassis/dom.js';
import { translated } from '../figures/chassis/language.js';
import * as english from './words.js';

const words = translated('worksheet', english);

/** The attributes with text or number fields, and their largest values. The seed is any text. */
const FIELDS = /** @type {const} */ ({ seed: undefined, copies: 26, questions: 30 });

/**
 * @typedef {Record<'seed' | 'copies' | 'questions', string | number> &
 *   {formulas: boolean, key: boolean}} Values
 */

/**
 * What the bar says about the sheets.
 * @typedef {object} Facts
 * @property {number} copies how many sheets there are
 * @property {boolean} beginner whether they are for beginners
 * @property {number} each how many pages a sheet has
 * @property {number} keyPages how many pages the key has
 * @property {number} questions how many questions a sheet has
 * @property {number} changed how many questions differ between consecutive sheets
 */

/** Writes what the bar says. @param {Facts} facts */
function factsText({ copies, each, keyPages, questions, changed }) {
  const { pages, neighbours, version } = words.bar;
  const others = copies > 1 ? [neighbours(changed, questions)] : [];
  return [pages(copies, each, keyPages), ...others, version].join(words.bar.between);
}

/**
 * Makes the bar.
 * @param {HTMLElement} element the element whose attributes the bar changes
 */
export function makeBar(element) {
  const inputs = /** @type {Record<keyof typeof FIELDS, HTMLInputElement>} */ ({});
  const labels = Object.entries(FIELDS).map(([key, max]) => {
    const name = /** @type {keyof typeof FIELDS} */ (key);
    const kind = max ? { type: 'number', min: 1, max, step: 1 } : { type: 'text' };
    const onchange = (/** @type {Event} */ { target }) =>
      element.setAttribute(name, /** @type {HTMLInputElement} */ (target).value);
    inputs[name] = h('input', { ...kind, onchange });
    return h('label', {}, words.bar[name], inputs[name]);
  });
  /** @param {(checked: boolean) => void} change */
  const checkbox = (change) => {
    const onchange = (/** @type {Event} */ { target }) =>
      change(/** @type {HTMLInputElement} */ (target).checked);
    return h('input', { type: 'checkbox', onchange });
  };
  // The bar exists only if `hide` does not name the controls. So `hide` can only name the formulas.
  const formulas = checkbox((checked) => element.setAttribute('hide', checked ? '' : 'formulas'));
  const key = checkbox((checked) => element.toggleAttribute('key', checked));
  const level = checkbox((checked) => element.setAttribute('level', checked ? 'beginner' : 'full'));
  const facts = h('p', { class: 'pw-facts', role: 'status' });
  return {
    element: h(
      'div',
      { class: 'pw-bar', role: 'group', 'aria-label': words.heading },
      labels,
      h('label', {}, level, words.bar.level),
      h('label', {}, formulas, words.bar.formulas),
      h('label', {}, key, words.bar.key),
      h('button', { type: 'button', class: 'pe-reveal', onclick: () => print() }, words.bar.print),
      facts,
    ),
    /**
     * Shows the current values of the attributes, and the facts about the sheets.
     * @param {Values} values
     * @param {Facts | null} said null if there are no sheets
     */
    sync(values, said) {
      put(inputs.seed, { value: values.seed });
      put(inputs.copies, { value: values.copies });
      put(inputs.questions, { value: values.questions });
      formulas.checked = values.formulas;
      key.checked = values.key;
      level.checked = said?.beginner ?? level.checked;
      put(facts, { textContent: said ? factsText(said) : '' });
    },
  };
}
