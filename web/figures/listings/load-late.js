/** Loads late.js when it is first needed. A bundle of one file contains it: web/build/minify.js. */
export const loadLate = () => import('./late.js');
