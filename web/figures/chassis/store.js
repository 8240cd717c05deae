/** Stores texts in this browser. A sandboxed page has no storage, so nothing is stored there. */

/** The first part of the keys that `forget` removes by default. */
const PREFIX = 'posenc-';

/**
 * Runs a function, and returns its result, or null if the storage refuses access.
 * @template Result
 * @param {() => Result} run
 */
const attempt = (run) => {
  try {
    return run();
  } catch {
    return null;
  }
};

export const store = {
  /** @param {string} key @returns {string | null} */
  get: (key) => attempt(() => localStorage.getItem(key)),
  /** @param {string} key @param {string} value */
  set: (key, value) => attempt(() => localStorage.setItem(key, value)),
  /** @param {string} key */
  remove: (key) => attempt(() => localStorage.removeItem(key)),
  /** Returns all keys. */
  keys: () => attempt(() => Object.keys(localStorage)) ?? [],
  /** Texts that only this tab has, until it is closed. A reload keeps them. */
  tab: {
    /** @param {string} key @returns {string | null} */
    get: (key) => attempt(() => sessionStorage.getItem(key)),
    /** @param {string} key @param {string} value */
    set: (key, value) => attempt(() => sessionStorage.setItem(key, value)),
  },
  /** Removes all texts whose keys begin with `prefix`. */
  forget: (prefix = PREFIX) =>
    attempt(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(prefix)) localStorage.removeItem(key);
    }),
};
