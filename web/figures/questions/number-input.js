/** Takes a number that the reader types. */
import { h } from '../chassis/dom.js';
import { inputWords as words } from './words.js';

/** The input. A unit stands after it. */
export class NumberInput {
  hint = words.typeFirst;
  #unit;

  /**
   * @param {string} unit
   * @param {() => void} onInput
   */
  constructor(unit, onInput) {
    this.#unit = unit;
    this.input = h('input', { type: 'number', step: 'any', oninput: onInput });
    this.element = h('label', { class: 'pe-option' }, this.input, unit);
  }

  /** The number in the input; null before the reader has typed one. */
  get answer() {
    const text = this.input.value.trim();
    return text === '' ? null : Number(text);
  }

  /** The number in the input, with its unit. */
  get said() {
    return `${this.input.value} ${this.#unit}`.trim();
  }

  focus() {
    this.input.focus();
  }

  close() {
    this.input.readOnly = true;
  }

  mark() {
    // A number has no mark of its own.
  }

  open() {
    this.input.readOnly = false;
    this.input.value = '';
  }
}
