/** Takes an answer that the reader puts into the figure, such as a position. */
import { optionName } from '../chassis/controls.js';
import { h } from '../chassis/dom.js';
import { inputWords as words } from './words.js';

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../chassis/state.js').State} State */

/**
 * Returns values of a state as the reader sees them.
 * @param {Figure} figure
 * @param {string[]} keys the names of the fields
 * @param {State} state
 */
export function shownValue(figure, keys, state) {
  const { definition } = figure;
  const shown = keys.map((key) => {
    const field = definition.allFields[key];
    const label = definition.labelOf(key);
    const value = state[key];
    if (field.kind === 'flag') return words.value(label, value ? words.yes : words.no);
    return words.value(label, optionName(field, field.options?.indexOf(value) ?? -1, value));
  });
  return shown.join(', ');
}

/** The reader answers with the controls of the figure. This input only shows the answer. */
export class PointInput {
  hint = words.moveFirst;
  #figure;
  #keys;
  #onInput;
  #value = h('b', {});
  /** Whether the reader has moved one of the fields. */
  #moved = false;
  #isOpen = true;

  /**
   * @param {Figure} figure
   * @param {string[]} keys the names of the fields
   * @param {() => void} onInput
   */
  constructor(figure, keys, onInput) {
    this.#figure = figure;
    this.#keys = keys;
    this.#onInput = onInput;
    const { definition } = figure;
    const labels = keys.map((key) => words.quoted(definition.labelOf(key))).join(words.and);
    this.element = h('div', {}, h('p', {}, words.task(labels)), h('p', {}, this.#value));
    figure.addEventListener('pe-change', (event) => this.#onChange(event));
  }

  /** @param {Event} event */
  #onChange(event) {
    const { key } = /** @type {CustomEvent} */ (event).detail;
    if (!this.#isOpen || !this.#keys.includes(key)) return;
    this.#moved = true;
    this.#value.textContent = shownValue(this.#figure, this.#keys, this.#figure.state);
    this.#onInput();
  }

  get answer() {
    const { state } = this.#figure;
    return this.#moved ? this.#keys.map((key) => `${key}=${state[key]}`).join() : null;
  }

  get said() {
    // The picture may have moved since the reader answered, so the state is not read here.
    return this.#value.textContent ?? '';
  }

  focus() {
    this.#figure.ui.plot.focus();
  }

  close() {
    this.#isOpen = false;
  }

  mark() {
    // There are no options that could be marked. The picture shows the right answer.
  }

  open() {
    this.#isOpen = true;
    this.#moved = false;
    this.#value.textContent = '';
  }
}
