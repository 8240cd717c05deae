/** Loads late.js when first needed. A bundle of one file contains late.js (web/build/minify.js). */
export const loadLate = () => import('./late.js');
