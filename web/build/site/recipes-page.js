/**
 * Writes the page of the recipes. Each folder in web/recipes/ is a recipe, and README.md beside the
 * folders describes them. A recipe may have a README.md of its own.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeBlock, html } from './html.js';
import { prose } from './prose.js';

const RECIPES = join(import.meta.dirname, '../../recipes');

/** The first line of a README.md, which is its title. */
const TITLE = /^# (.+)\n/;

/** @typedef {{name: string, text: string}} Source */
/** @typedef {{id: string, title: string, text: string, files: Source[]}} Recipe */

/** Returns the text of a file, or '' if there is none. */
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/**
 * Lists the files of a recipe, without README.md, binary files and installed packages.
 * @returns {Source[]}
 */
function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'README.md' && !/(^|\/)node_modules\//.test(name))
    .sort()
    .map((name) => ({ name, text: textOf(join(folder, name)) }))
    .filter(({ text }) => !text.includes('\0'));
}

/** @returns {Recipe} */
function readRecipe(folder, id) {
  const readme = textOf(join(folder, id, 'README.md'));
  const [, title = id] = TITLE.exec(readme) ?? [];
  return { id, title, text: readme.replace(TITLE, ''), files: sourcesIn(join(folder, id)) };
}

/**
 * Reads the recipes, in the order in which README.md names their folders.
 * @param {string} folder
 * @returns {{text: string, recipes: Recipe[]}}
 */
export function readRecipes(folder = RECIPES) {
  if (!existsSync(folder)) return { text: '', recipes: [] };
  const text = textOf(join(folder, 'README.md')).replace(TITLE, '');
  const placeOf = ({ id }) => text.indexOf(`\`${id}\``);
  const recipes = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readRecipe(folder, name))
    .filter(({ files }) => files.length)
    .sort((a, b) => placeOf(a) - placeOf(b));
  return { text, recipes };
}

const recipeHtml = ({ id, title, text, files }) =>
  html`<section class="recipe" id="${id}">
    <h2><a href="#${id}">${title}</a></h2>
    ${prose(text, 2)}
    ${files.map(
      ({ name, text }) =>
        html`<h3><code>${name}</code></h3>
          ${codeBlock(text.trimEnd(), `${name}, ${id}`)}`,
    )}
  </section>`;

/** Writes the content of the page. @param {ReturnType<typeof readRecipes>} all */
export const recipesPage = ({ text, recipes }) =>
  html`<div class="recipes">
    <div class="intro"><h1>Recipes</h1></div>
    <nav aria-label="Recipes">
      <ul class="plates">
        ${recipes.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
    </nav>
    <div class="recipe-notes">${prose(text, 1)}</div>
    ${recipes.map(recipeHtml)}
  </div>`;
