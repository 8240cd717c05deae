/** Loads late.js for the first pe-question. Bundles of one file contain it: web/build/minify.js. */
export const loadLate = () => import('./late.js');
