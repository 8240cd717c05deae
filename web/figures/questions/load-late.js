/**
 * Loads late.js for the first pe-question. A single-file bundle includes late.js
 * (web/build/minify.js).
 */
export const loadLate = () => import('./late.js');
