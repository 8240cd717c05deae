/*
 * Reads fields of a config.json. Each field is checked when it is read, and errors name its path.
 */
import * as check from '../check.js';

/**
 * An object of a config.json.
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

/** The largest depth of nested objects, and the largest number of elements in a list. */
const DEEPEST = 32;
const LONGEST = 1048576;

/** Texts are cut to this length, which keeps messages short. All valid texts are shorter. */
const TEXT = 60;

/**
 * Copies a config into plain values, so that each of its fields is read once. An object that occurs
 * several times is copied once. Functions and symbols are refused: no config.json contains them.
 * @param {unknown} value
 * @param {string} path the path of the value, for errors
 * @param {Map<unknown, unknown>} [copies] the copies of all objects so far
 * @param {number} [depth]
 * @returns {unknown}
 */
export function plainCopy(value, path, copies = new Map(), depth = 0) {
  if (typeof value === 'function' || typeof value === 'symbol')
    check.refuseKind(path, 'a value of JSON', value);
  if (typeof value === 'string' && value.length > TEXT) return `${value.slice(0, TEXT)}…`;
  const isList = check.isKind(value, 'Array');
  if (!isList && !isObject(value)) return value;
  if (copies.has(value)) return copies.get(value);
  if (depth > DEEPEST)
    check.refuse('config', `objects that are nested at most ${DEEPEST} deep`, value);
  return isList ? copyOfList(value, path, copies, depth) : copyOfObject(value, path, copies, depth);
}

/**
 * Copies an object with the objects in it.
 * @param {unknown} value
 * @param {string} path
 * @param {Map<unknown, unknown>} copies
 * @param {number} depth
 */
function copyOfObject(value, path, copies, depth) {
  /** @type {Config} */
  const copy = {};
  copies.set(value, copy);
  for (const [name, field] of Object.entries(check.readAll(path, value)))
    if (name !== '__proto__') copy[name] = plainCopy(field, `${path}.${name}`, copies, depth + 1);
  return copy;
}

/**
 * Copies an array with the objects in it.
 * @param {unknown} value
 * @param {string} path
 * @param {Map<unknown, unknown>} copies
 * @param {number} depth
 */
function copyOfList(value, path, copies, depth) {
  const { length, read } = check.items(path, value, 'an array');
  if (length > LONGEST) check.refuse(path, `at most ${LONGEST} elements`, value);
  /** @type {unknown[]} */
  const copy = [];
  copies.set(value, copy);
  for (let i = 0; i < length; i++) copy.push(plainCopy(read(i), path, copies, depth + 1));
  return copy;
}

/** Reads the fields of one object of a config. */
export class Fields {
  /**
   * @param {unknown} object refused if it is not an object
   * @param {string} path the path of the object, which begins with `config`
   * @param {Record<string, string>} [aliases] maps the usual name of a field to its name in the
   *   file, for messages
   */
  constructor(object, path, aliases = {}) {
    this.object = isObject(object) ? object : check.refuseKind(path, 'an object', object);
    this.path = path;
    this.aliases = aliases;
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
    const name = this.#find(names) ?? names.join(' or ');
    return `${this.path}.${this.aliases[name] ?? name}`;
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
   * Does the same as `read`, but returns undefined if there is no such field.
   * @template T
   * @param {string | string[]} names
   * @param {Check<T>} test
   */
  optional(names, test) {
    return this.value(...[names].flat()) === undefined ? undefined : this.read(names, test);
  }

  /**
   * Returns a reader of the object in a field. If the field is missing or null, the reader finds no
   * fields.
   * @param {string} name
   */
  part(name) {
    return new Fields(this.value(name) ?? {}, this.pathOf(name));
  }
}

/** @type {Check<string>} */
export const text = (path, value) =>
  typeof value === 'string' ? value : check.refuseKind(path, 'a string', value);

/** Returns a text, or the texts of a list with commas between them. @type {Check<string>} */
export const texts = (path, value) =>
  Array.isArray(value)
    ? value.map((each, i) => text(`${path}[${i}]`, each)).join()
    : text(path, value);

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
 * @returns {Check<Float64Array<ArrayBuffer>>}
 */
export const counts =
  (...lengths) =>
  (path, value) =>
    check.numbers(path, value, check.count, ...lengths);
