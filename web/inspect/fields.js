/*
 * Reads fields of a config.json. Each field is checked when it is read, and errors name its path.
 */
import * as check from '../check.js';

/**
 * An object of a config.json, whose fields are not read yet.
 * @typedef {Record<string, unknown>} Config
 */

/**
 * Returns the value if it is valid, or throws an error whose message begins with the path.
 * @template T
 * @typedef {(path: string, value: unknown) => T} Check
 */

/**
 * Whether a value is an object and not an array.
 * @param {unknown} value
 * @returns {value is Config}
 */
export const isObject = (value) => check.isKind(value, 'object');

/** Reads the fields of one object of a config. A copy of the object is made, so each is read once. */
export class Fields {
  /**
   * @param {unknown} object refused if it is not an object
   * @param {string} path the path of the object, which begins with `config`
   */
  constructor(object, path) {
    this.object = check.readAll(path, object);
    this.path = path;
  }

  /**
   * Returns the first of these names whose field exists and is not null.
   * @param {string[]} names
   */
  #find(names) {
    return names.find((name) => this.object[name] != null);
  }

  /**
   * Returns, unchecked, the value of the first of these fields that exists and is not null.
   * @param {string[]} names
   */
  value(...names) {
    const name = this.#find(names);
    return name === undefined ? undefined : this.object[name];
  }

  /**
   * Returns the path of the first of these fields that exists and is not null. If there is none,
   * the result names all of them.
   * @param {string[]} names
   */
  pathOf(...names) {
    return `${this.path}.${this.#find(names) ?? names.join(' or ')}`;
  }

  /**
   * Checks and returns the value of the first of these fields that exists and is not null.
   * @template T
   * @param {string | string[]} names
   * @param {Check<T>} test
   * @param {unknown} [fallback] the value if there is no such field; it is checked, too
   */
  read(names, test, fallback) {
    const list = [names].flat();
    return test(this.pathOf(...list), this.value(...list) ?? fallback);
  }

  /**
   * Does the same as `read`, but returns undefined if there is neither a field nor a fallback.
   * @template T
   * @param {string | string[]} names
   * @param {Check<T>} test
   * @param {unknown} [fallback]
   */
  optional(names, test, fallback) {
    const missing = (this.value(...[names].flat()) ?? fallback) === undefined;
    return missing ? undefined : this.read(names, test, fallback);
  }

  /**
   * Returns the length and a reader of the elements of an array, or undefined if there is none.
   * @param {string} name
   */
  items(name) {
    const value = this.value(name);
    return value === undefined ? undefined : check.items(this.pathOf(name), value, 'an array');
  }

  /**
   * Replaces lists of numbers by copies, so that each element is read once.
   * @param {Record<string, Check<number>>} checks the names of the lists, and the checks of their
   *   elements
   */
  copyLists(checks) {
    for (const [name, test] of Object.entries(checks))
      if (check.isKind(this.object[name], 'Array'))
        this.object[name] = Array.from(check.numbers(this.pathOf(name), this.object[name], test));
  }

  /**
   * Returns a reader of the fields of an object inside this object.
   * @param {string} name
   * @param {Config} [fallback] used if the inner object is missing or null
   */
  part(name, fallback) {
    const found = this.value(name) ?? fallback ?? this.object[name];
    const part = new Fields(found, this.pathOf(name));
    // The next reader of this part gets the copy.
    if (this.value(name) !== undefined) this.object[name] = part.object;
    return part;
  }
}

/** @type {Check<string>} */
export const text = (path, value) =>
  typeof value === 'string' ? value : check.refuseKind(path, 'a string', value);

/**
 * @param {number} [least]
 * @param {number} [most]
 * @returns {Check<number>}
 */
export const count =
  (least = 1, most) =>
  (path, value) =>
    check.count(path, value, least, most);

/**
 * @param {number} least
 * @param {number} most
 * @returns {Check<number>}
 */
export const even = (least, most) => (path, value) => check.even(path, value, least, most);

/**
 * @param {number} [least]
 * @param {number} [most]
 * @returns {Check<number>}
 */
export const number = (least, most) => (path, value) => check.number(path, value, least, most);

/**
 * Returns a check for a number of heads that divides `heads`, the number of heads of the queries.
 * @param {number} heads
 * @returns {Check<number>}
 */
export const divisorOf = (heads) => (path, value) => {
  const divisor = check.count(path, value, 1);
  return heads % divisor ? check.refuse(path, `a divisor of ${heads} heads`, value) : divisor;
};

/**
 * @template {string} T
 * @param {readonly T[]} words
 * @returns {Check<T>}
 */
export const oneOf = (words) => (path, value) => check.word(path, value, words);

/**
 * Returns a check for a list of counts. If lengths are given, the list must have one of them.
 * @param {number[]} lengths
 * @returns {Check<Float64Array>}
 */
export const counts =
  (...lengths) =>
  (path, value) =>
    check.numbers(path, value, check.count, ...lengths);
