/*
 * The table of environments: one row for each. A row puts its files into a fresh folder, and
 * installs the packed package and `packages` there. Then it runs `steps` and compares what they
 * print with `prints`. At last it serves a folder, or runs a server, and opens its pages.
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
 * @property {string[]} [packages] what npm installs beside posenc
 * @property {string[]} [steps] commands, one after the other
 * @property {string} [prints] what the steps print together
 * @property {{folder: string} | {command: string}} [serve] a command reads its port from PORT
 * @property {Record<string, string>} [headers] headers of every answer
 * @property {string[]} [pages] paths of pages with `pe-clocks` at position 12
 * @property {string} [says] a text that the pages contain
 * @property {string} [answers] the whole answer of the server, which then is no page
 * @property {RegExp} [ignores] warnings of the host about itself
 * @property {(page: import('playwright-core').Page) => Promise<void>} [also] a further check
 * @property {string} [browser] the packed Chromium that opens the pages
 * @property {string[]} [flags] flags of the Chromium that opens the pages
 * @property {string} [test] the command of a test of the project, which runs instead
 * @property {string} [needs] a program that must be installed
 * @property {string} [not] why the row cannot run
 * @property {boolean} [quick] whether the row may be the recipe of the day
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
