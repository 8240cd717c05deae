/** The error for a faulty part of an author's question. pe-editor translates it for the teacher. */

/**
 * Where a question has a fault. Some properties are only for some faults.
 * @typedef {object} Fault
 * @property {string} attribute the faulty attribute; or for other faults `table`, `braces`,
 *   `unnamed` or `same`
 * @property {Element} [element] what has this attribute
 * @property {boolean} [isLocked] whether the author has locked the field
 * @property {string} [got] the faulty text
 */

export class AttributeError extends Error {
  /** @param {string} message @param {Fault} fault */
  constructor(message, fault) {
    super(message);
    this.fault = fault;
  }
}
