/** Takes a number that the reader types. */
import { h } from '../chassis/dom.js';
import { separator } from '../chassis/format.js';
import { inputWords as words } from './words.js';

/** A number with commas between thousands and, at most, a point before decimals. */
const GROUPED = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/** A number as JavaScript writes it. */
const PLAIN = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** Exchanges commas and points. @param {string} text */
const exchanged = (text) => text.replace(/[,.]/g, (mark) => (mark === ',' ? '.' : ','));

/**
 * Reads a number as people type it: decimals begin with a point or a comma. In English, 1,000 is a
 * thousand. In a language with decimal commas, 1.000,5 is a thousand and a half, and 1.000.000 is a
 * million. But 1.000 is 1 in such a language.
 * @param {string} typed
 * @returns {number} NaN if the text is not a number
 */
export function readNumber(typed) {
  const text = typed.replace(/\s/g, '').replace('\u2212', '-');
  const hasCommas = separator() === ';';
  const inEnglish = hasCommas ? exchanged(text) : text;
  const isGrouped = GROUPED.test(inEnglish) && !(hasCommas && /^[^.,]*\.\d{3}$/.test(text));
  const plain = isGrouped ? inEnglish.replaceAll(',', '') : text.replace(',', '.');
  return PLAIN.test(plain) ? Number(plain) : NaN;
}

/** The input of a number, followed by the unit. */
export class NumberInput {
  hint = words.typeFirst;
  #unit;

  /**
   * @param {string} unit
   * @param {() => void} onInput
   */
  constructor(unit, onInput) {
    this.#unit = unit;
    // In an English browser, an input of the type number would drop the comma of 2,5.
    const name = unit ? `${words.number}, ${unit}` : words.number;
    const attributes = { type: 'text', autocomplete: 'off', 'aria-label': name };
    this.input = h('input', { ...attributes, oninput: onInput });
    this.element = h('label', { class: 'pe-option' }, this.input, unit);
  }

  /** The number in the input; null before the reader has typed one. */
  get answer() {
    const value = readNumber(this.input.value);
    return Number.isNaN(value) ? null : value;
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
    // There are no options that could be marked as right or wrong.
  }

  open() {
    this.input.readOnly = false;
    this.input.value = '';
  }
}
