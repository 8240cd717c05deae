/** Writes the page of the recipes: each folder of web/recipes/ with its README.md and its files. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codeBlock, html } from './html.js';
import { prose } from './prose.js';

const RECIPES = join(import.meta.dirname, '../../recipes');

/** The README.md of a recipe begins with its title. */
const TITLE = /^# (.+)\n/;

/** Lists the files of a folder and of the folders in it, without README.md and binary files. */
function sourcesIn(path) {
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .sort();
  return names
    .map((name) => ({ name, text: readFileSync(join(path, name), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

/**
 * Reads the recipes.
 * @param {string} folder
 * @returns {{id: string, title: string, text: string, files: {name: string, text: string}[]}[]}
 */
export function readRecipes(folder = RECIPES) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'README.md')));
  return names.sort().map((id) => {
    const text = readFileSync(join(folder, id, 'README.md'), 'utf8');
    const [, title = id] = TITLE.exec(text) ?? [];
    return { id, title, text: text.replace(TITLE, ''), files: sourcesIn(join(folder, id)) };
  });
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

/** Writes the content of the page. @param {ReturnType<typeof readRecipes>} recipes */
export const recipesPage = (recipes) =>
  html`<div class="recipes">
    <div class="intro">
      <h1>Recipes</h1>
      <p>Small programs that use posenc. Copy one and change it.</p>
    </div>
    <nav aria-label="Recipes">
      <ul class="plates">
        ${recipes.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
    </nav>
    ${recipes.map(recipeHtml)}
  </div>`;
