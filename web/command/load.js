/* Loads the parts of posenc when a command needs them. In dist/, each is a file of its own. */

export const loadLibrary = () => import('../index.js');
export const loadFiles = () => import('../files/index.js');
export const loadDoctor = () => import('../doctor/index.js');
