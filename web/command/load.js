/* Loads the parts of posenc when a command needs them. In dist/, each part is a separate file. */

/** @typedef {typeof import('../index.js')} Library */
/** @typedef {typeof import('../files/index.js')} Files */
/** @typedef {typeof import('../doctor/index.js')} Doctor */

export const loadLibrary = () => import('../index.js');
export const loadFiles = () => import('../files/index.js');
export const loadDoctor = () => import('../doctor/index.js');
