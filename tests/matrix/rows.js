/* The table of environments. Each row says what is installed, what is run, and what must be there. */

/** @typedef {object} Row */

const BUILD = ['npm run build'];
const DIST = { folder: 'dist' };

/** The recipes, by the names of their folders. */
const RECIPES = [
  { recipe: 'html', serve: { folder: '.' }, quick: true },
  { recipe: 'react', steps: BUILD, serve: DIST, quick: true },
  { recipe: 'vue', steps: BUILD, serve: DIST, quick: true },
  { recipe: 'svelte', steps: BUILD, serve: DIST, quick: true },
  { recipe: 'next', steps: BUILD, serve: { command: 'next start' } },
  { recipe: 'nuxt', steps: BUILD, serve: { command: 'npm start' } },
  { recipe: 'astro', steps: BUILD, serve: DIST, quick: true },
];

export const ROWS = RECIPES.map((row) => ({ name: row.recipe, ...row }));
