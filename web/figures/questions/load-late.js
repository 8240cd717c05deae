/**
 * Loads late.js for the first pe-question. A bundle of one file contains late.js
 * (web/build/minify.js).
 */
export const loadLate = () => import('./late.js');
