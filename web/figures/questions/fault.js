/** The error for a faulty part of an author's question. pe-editor translates it for the teacher. */

/**
 * Where a question has a fault. If the fault is not in an attribute, `attribute` names its kind:
 * - `table`: the tables of the figure lack a number
 * - `braces`: braces in a text name neither a field nor a number
 * - `unnamed`: values vary from variant to variant, but no text names one
 * - `same`: two options have the same value
 * @typedef {object} Fault
 * @property {string} attribute the faulty attribute, or the kind of the fault
 * @property {Element} [element] the element that has the faulty attribute
 * @property {boolean} [isLocked] whether the attribute changes a field that the author has locked
 * @property {string} [got] the faulty text
 */

export class AttributeError extends Error {
  /** @param {string} message @param {Fault} fault */
  constructor(message, fault) {
    super(message);
    this.fault = fault;
  }
}
