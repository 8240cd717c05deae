/** Loads late.js with the first pe-question. A bundle of one file contains it (web/build/minify.js). */
export const loadLate = () => import('./late.js');
