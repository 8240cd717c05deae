/** Helps models to compute only numbers that are read, and each of them once. */

/**
 * Returns an object whose properties are computed when they are first read.
 * @template {Record<string, () => unknown>} Makers
 * @param {Makers} makers for each property, the function that computes it
 * @returns {{[Key in keyof Makers]: ReturnType<Makers[Key]>}}
 */
export function lazily(makers) {
  const object = {};
  for (const [key, make] of Object.entries(makers)) {
    /** @type {{value: unknown} | undefined} */
    let made;
    const get = () => (made ??= { value: make() }).value;
    Object.defineProperty(object, key, { get, enumerable: true, configurable: true });
  }
  return /** @type {any} */ (object);
}

/**
 * Returns an object with all properties of two others, without computing them. Spread syntax would
 * compute each property.
 * @template {object} One
 * @template {object} Other
 * @param {One} one
 * @param {Other} other
 * @returns {One & Other}
 */
export const joined = (one, other) =>
  Object.defineProperties(/** @type {any} */ ({}), {
    ...Object.getOwnPropertyDescriptors(one),
    ...Object.getOwnPropertyDescriptors(other),
  });

/**
 * Returns a function that calls `make`, and keeps the latest result for the next call with equal
 * arguments. Calls of `keeping` at the top level of a module are marked as pure. Without this mark,
 * the bundles of languages, which import constants from models, would contain the kernels.
 * @template {(string | number)[]} Args
 * @template Result
 * @param {(...args: Args) => Result} make
 * @returns {(...args: Args) => Result}
 */
export function keeping(make) {
  /** @type {{key: string, result: Result} | undefined} */
  let kept;
  return (...args) => {
    const key = args.join();
    if (kept?.key !== key) kept = { key, result: make(...args) };
    return kept.result;
  };
}
