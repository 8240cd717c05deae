/** Loads late.js when code is first shown. A bundle of one file contains it (web/build/minify.js). */
export const loadLate = () => import('./late.js');
