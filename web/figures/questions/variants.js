/**
 * Lets the numbers of an author's question vary. A state may list several values for a field:
 * `position=5..20` or `position=5|8|13`. The question gets one of them. Its texts name the chosen
 * value, `{position}`, and numbers that the figure computes for it, `{row 3, column 2}`.
 */
import { optionName } from '../chassis/controls.js';
import { localized } from '../chassis/format.js';
import { inFull, isBrief } from '../chassis/language.js';
import { AttributeError } from './fault.js';
import { readNumber } from './number-input.js';
import { problems } from './words.js';

/** @typedef {import('../chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../chassis/state.js').Entry} Entry */
/** @typedef {import('../chassis/state.js').Field} Field */

/** Chooses one of `count` values, by its index. @typedef {(count: number) => number} Pick */

/**
 * The values that a field may have in a question. `at` returns one of them, as text.
 * @typedef {{count: number, at: (index: number) => string}} Values
 */

/** A number that a figure computes, and the text that its table shows. @typedef {{value: number, text: string}} Cell */

/** Matches a range such as 5..20 or 5-20. */
const RANGE = /^\s*(-?\d+(?:\.\d+)?)\s*(?:\.\.|…|–|-)\s*(-?\d+(?:\.\d+)?)\s*$/;

/** Matches a number in a table of the figure. The table and its columns are counted from 1. */
const CELL = /^\s*(?:table (\d+),\s*)?row (.+?),\s*column (\d+)\s*$/;

/** Whether a text names a number in a table. @param {string} text */
export const isCell = (text) => CELL.test(text);

/**
 * Returns which table, row and column a text names; null if it is another text.
 * @param {string} text
 */
export function placeIn(text) {
  const [, table = '1', row, column] = CELL.exec(text) ?? [];
  return row === undefined ? null : { table, row, column };
}

/** Names a number in a table. @param {{table: string, row: string, column: string}} place */
export const cellAt = ({ table, row, column }) =>
  `${table === '1' ? '' : `table ${table}, `}row ${row}, column ${column}`;

/** Chooses the first of several values. A page first asks its question with these values. */
export const takeFirst = () => 0;

/**
 * Reads the values in a text. Only numbers and choices can have several.
 * @param {string} text
 * @param {Field | undefined} field
 * @returns {Values}
 */
function valuesIn(text, field) {
  const isNumber = field?.kind === 'number';
  const [, low, high] = (isNumber && RANGE.exec(text)) || [];
  if (high !== undefined && Number(high) > Number(low)) {
    const step = field?.step ?? 1;
    const count = Math.floor((Number(high) - Number(low)) / step) + 1;
    return { count, at: (index) => String(Number(low) + index * step) };
  }
  const list = isNumber || field?.kind === 'choice' ? text.split('|') : [text];
  return { count: list.length, at: (index) => list[index].trim() };
}

/**
 * Chooses a value for each field.
 * @param {Entry} entry
 * @param {Figure} figure
 * @param {Pick} pick
 * @returns {{entry: Entry, varied: string[]}} the values, and the fields that had several
 */
export function drawEntry(entry, figure, pick) {
  /** @type {string[]} */
  const varied = [];
  const drawn = Object.entries(entry).map(([key, text]) => {
    const { count, at } = valuesIn(text, figure.definition.allFields[key]);
    if (count > 1) varied.push(key);
    return [key, at(count > 1 ? pick(count) : 0)];
  });
  return { entry: Object.fromEntries(drawn), varied };
}

/**
 * Returns two states: one with the first value of each field, and one with the last. read.js checks
 * both states when the page first asks its question. So an error in the last value is reported at
 * once, not only when a variant draws this value.
 * @param {Entry} entry
 * @param {Figure} figure
 * @returns {Entry[]}
 */
export const endsOf = (entry, figure) =>
  [takeFirst, (/** @type {number} */ count) => count - 1].map(
    (pick) => drawEntry(entry, figure, pick).entry,
  );

/** From this size on, beginners see decimals instead of a power of ten. */
const DECIMAL = 1e-4;

/**
 * Replaces a number in scientific notation by decimals, for beginners: 3.1623×10⁻³ is 0.00316.
 * Three significant digits are as exact as an answer must be.
 * @param {number} value
 * @param {string} text
 */
const withoutPower = (value, text) =>
  text.includes('×10') && Math.abs(value) >= DECIMAL
    ? localized(String(Number(value.toPrecision(3))))
    : text;

/** Writes the numbers of one state of a figure into texts. */
export class Filler {
  /** Whether a text has named a value or a number. */
  isUsed = false;
  /** A second figure of the same kind, outside the page, which computes the numbers. */
  #probe;
  /** @type {import('../chassis/table.js').Table[] | null} */
  #tables = null;

  /** @param {Figure} figure @param {Entry} entry the fields that differ from the first state */
  constructor(figure, entry) {
    this.#probe = new figure.definition();
    this.#probe.setState(figure.initial);
    this.#probe.setState(entry);
  }

  get #state() {
    return this.#probe.state;
  }

  /** The tables of the state. */
  get tables() {
    const probe = this.#probe;
    return (this.#tables ??= probe.tables(probe.compute(probe.state)));
  }

  /**
   * Finds a number in a table. The text names a row by its first cell, or by a field of the state
   * whose value is in the first cell.
   * @param {string} text such as `row 3, column 2`
   * @returns {Cell}
   */
  cell(text) {
    const place = /** @type {NonNullable<ReturnType<typeof placeIn>>} */ (placeIn(text));
    const table = this.tables[Number(place.table) - 1];
    const wanted = String(
      Object.hasOwn(this.#state, place.row) ? this.#state[place.row] : place.row,
    );
    const rows = Array.from({ length: table?.rows ?? 0 }, (_, at) => at);
    const row = rows.find((at) => String(table.row(at)[0]) === wanted);
    const at = Number(place.column) - 1;
    const value = row === undefined ? undefined : table.row(row)[at];
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new AttributeError(problems.cell(text), { attribute: 'table', got: text });
    const shown = inFull(() => table.show(value, at));
    return { value, text: isBrief() ? withoutPower(value, shown) : shown };
  }

  /**
   * Replaces each pair of braces that names a field or a number. Other braces stay as they are, but
   * cause an error if the question varies.
   * @param {string} text
   * @param {boolean} varies
   */
  fill(text, varies) {
    const { allFields } = this.#probe.definition;
    return text.replace(/\{([^{}]+)\}/g, (all, /** @type {string} */ inside) => {
      const name = inside.trim();
      const field = Object.hasOwn(allFields, name) ? allFields[name] : null;
      if (!field && !isCell(name)) {
        if (!varies) return all;
        const names = Object.keys(allFields).join(', ');
        throw new AttributeError(problems.braces(all, names), { attribute: 'braces', got: all });
      }
      this.isUsed = true;
      if (!field) return this.cell(name).text;
      const value = this.#state[name];
      return String(optionName(field, field.options?.indexOf(value) ?? -1, value));
    });
  }
}

/** An answer may differ from a computed number by this share of it, if no tolerance is named. */
export const SHARE = 0.01;

/**
 * Returns by how much an answer may differ from a computed number. Whole numbers must be exact. The
 * rounded number that the table shows is always accepted.
 * @param {Cell} cell
 */
export function nearEnough({ value, text }) {
  if (Number.isInteger(value)) return 0;
  const rounded = Math.abs(readNumber(text) - value) || 0;
  return Math.max(SHARE * Math.abs(value), rounded);
}
