/** Makes the inputs of the forms. Each input calls a function after every change. */
import { h } from '../figures/chassis/dom.js';

/** @typedef {import('../figures/chassis/dom.js').Props} Props */

/** The number in the next id. All ids must differ, because they are in one shadow root. */
let next = 0;

/** Returns a new id. */
export const newId = () => `e${next++}`;

/** @param {string} label @param {() => void} onclick @param {Props} [props] */
export const button = (label, onclick, props = {}) =>
  h('button', { type: 'button', onclick, ...props }, label);

/** @param {string} label @param {HTMLElement} input @param {...Node} after */
export function row(label, input, ...after) {
  input.id ||= newId();
  return h('div', { class: 'pe-row' }, h('label', { for: input.id }, label), input, ...after);
}

/**
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @param {Props} [props]
 */
export function textInput(value, onchange, props = {}) {
  const oninput = () => onchange(input.value);
  const input = h('input', { type: 'text', autocomplete: 'off', oninput, ...props });
  input.value = value;
  return input;
}

/**
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @param {Props} [props]
 */
export function textArea(value, onchange, props = {}) {
  const area = h('textarea', { oninput: () => onchange(area.value), ...props });
  area.value = value;
  return area;
}

/**
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @param {Props} [props]
 */
export function list(options, value, onchange, props = {}) {
  const items = options.map(([each, label]) => h('option', { value: each }, label));
  const select = h('select', { onchange: () => onchange(select.value), ...props }, items);
  select.value = value;
  return select;
}
