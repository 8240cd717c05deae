/*
 * The table of environments has one row for each environment. The files of a row are put into a new
 * folder, where the packed package and `packages` are installed. Then `steps` run, and their output
 * is compared with `prints`. Finally, a server serves a folder, or `command` runs a server, and the
 * pages of the server are opened.
 */
import { BROWSERS } from './rows/browsers.js';
import { BUNDLERS } from './rows/bundlers.js';
import { FRAMEWORKS } from './rows/frameworks.js';
import { PAGES } from './rows/pages.js';
import { RECIPES } from './rows/recipes.js';
import { RUNTIMES } from './rows/runtimes.js';
import { TESTERS } from './rows/testers.js';
import { COMPILERS } from './rows/types.js';

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} [recipe] a folder of web/recipes/
 * @property {string} [project] a folder of tests/matrix/projects/
 * @property {Record<string, string>} [files] further files, by their paths
 * @property {string[]} [packages] what npm installs in addition to posenc
 * @property {string[]} [steps] commands, one after the other
 * @property {string} [prints] what the steps print together
 * @property {{folder: string} | {command: string}} [serve] the served folder, or the
 *   command of a server, which reads its port from the variable PORT
 * @property {Record<string, string>} [headers] headers of every response
 * @property {string[]} [pages] paths of pages with `pe-clocks` at position 12
 * @property {string} [says] a text that the pages contain
 * @property {string} [answers] the whole response of the server, if it serves no page
 * @property {RegExp} [ignores] matches warnings of the environment about itself, which are allowed
 * @property {(page: import('playwright-core').Page) => Promise<void>} [also] a further check
 * @property {string} [browser] the packed Chromium that opens the pages
 * @property {string[]} [flags] flags of the Chromium that opens the pages
 * @property {string} [test] the command of a test of the project, which runs instead of the steps
 * @property {string} [needs] a program that must be installed
 * @property {string} [not] why the row cannot run
 */

/** @type {Row[]} */
export const ROWS = [
  ...RECIPES,
  ...RUNTIMES,
  ...BUNDLERS,
  ...FRAMEWORKS,
  ...TESTERS,
  ...COMPILERS,
  ...PAGES,
  ...BROWSERS,
];

/**
 * Returns the recipe that is run on a day. The recipes that can run take turns. @param {number} day
 */
export function recipeOf(day) {
  const recipes = ROWS.filter(({ recipe, not }) => recipe && !not);
  return recipes[day % recipes.length];
}
