/** Keeps texts in this browser. A sandboxed page has no storage, and then nothing is kept. */
export const store = {
  /** @param {string} key @returns {string | null} */
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Nothing is kept.
    }
  },
};
