/** Keeps texts in this browser. A sandboxed page has no storage, and then nothing is kept. */
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
  /** Forgets everything that this page has kept. */
  forget: () =>
    attempt(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('posenc-')) localStorage.removeItem(key);
    }),
};
