/** Loads late.js when first needed. A single-file bundle includes late.js (web/build/minify.js). */
export const loadLate = () => import('./late.js');
