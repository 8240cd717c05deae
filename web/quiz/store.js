/** Keeps texts in this browser. A sandboxed page has no storage, and then nothing is kept. */

/** What begins the names of all texts that are kept. */
const PREFIX = 'posenc-';

/**
 * Runs a function, and returns its result; null if the storage refuses.
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
  /** Forgets everything that these pages have kept, or all whose name begins like this. */
  forget: (prefix = PREFIX) =>
    attempt(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(prefix)) localStorage.removeItem(key);
    }),
};
