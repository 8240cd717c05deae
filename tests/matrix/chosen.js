/* Chooses rows of the table of environments by the arguments of a command. */
import { ROWS, recipeOf } from './rows.js';

const DAY = 86_400_000;

/** Prints one line on the error stream, and ends the process. */
function refuse(message) {
  console.error(`posenc: ${message}`);
  process.exit(1);
}

/**
 * Returns the rows that the arguments name.
 * @param {string[]} args "recipes" or "matrix", then names of rows, or "today" for the recipe
 *   of the day
 */
export function chosen([kind, ...names]) {
  if (!['recipes', 'matrix'].includes(kind)) refuse(`expected recipes or matrix, got ${kind}`);
  const rows = kind === 'recipes' ? ROWS.filter((row) => row.recipe) : ROWS;
  if (names[0] === 'today') return [recipeOf(Math.floor(Date.now() / DAY))];
  for (const name of names)
    if (!rows.some((row) => row.name === name)) refuse(`no row is called ${name}`);
  return names.length ? rows.filter((row) => names.includes(row.name)) : rows;
}
