/**
 * Writes the site: the front page, the lab, the reference, the gallery and the recipes. All links
 * are relative and all scripts are classic, so the site works under any address and from files.
 *   node web/build/site.js [FOLDER]    default: dist/site
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIGURES } from './figure-list.js';
import { LANGUAGES, languageScript } from './languages.js';
import { bundled } from './minify.js';
import { labScripts } from './page-scripts.js';
import { readApi } from './site/api.js';
import { galleryPage } from './site/gallery-page.js';
import { html, raw } from './site/html.js';
import { readRecipes, recipesPage } from './site/recipes-page.js';
import { referencePage } from './site/reference-page.js';

const [folder = 'dist/site'] = process.argv.slice(2);
const read = (name) => readFileSync(`web/${name}`, 'utf8');
const write = (name, text) => writeFileSync(join(folder, name), text);

/** Replaces each {{name}} of a template by a piece of HTML. Throws if a piece is missing. */
const filled = (template, pieces) =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (!(name in pieces)) throw new Error(`{{${name}}}: expected a piece of this name`);
    return `${pieces[name]}`;
  });

const script = (name) => html`<script defer src="${name}"></script>`;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Returns the links to all pages. `here` is the name of the page that has them. */
const pageLinks = (pages, here) =>
  html`<nav class="pages" aria-label="Pages" lang="en">
    <ul>
      ${pages.map(
        ({ name, link }) =>
          html`<li>
            <a href="${name}" ${name === here && html` aria-current="page"`}>${link}</a>
          </li>`,
      )}
    </ul>
  </nav>`;

/** Writes a page. web/site/frame.html contains what all pages except the lab share. */
function writePage(page, pages) {
  const scripts = page.scripts.map(script);
  const pieces = {
    ...page,
    version,
    pages: pageLinks(pages, page.name),
    scripts: html`${scripts}`,
  };
  write(page.name, filled(read('site/frame.html'), pieces));
}

/** Replaces a piece of the lab's text, which must occur exactly once. */
function replaceOnce(text, [part, replacement]) {
  if (text.split(part).length !== 2) throw new Error(`web/lab/index.html: expected one ${part}`);
  return text.replace(part, () => replacement);
}

const styleOf = (name) => bundled({ entryPoints: [`web/${name}`] });

/** Writes the lab as a page that links to the other pages, and loads its scripts from files. */
async function writeLab(pages) {
  const css = `${await styleOf('lab/lab.css')}${await styleOf('site/links.css')}`;
  const loader = await bundled({ entryPoints: ['web/site/load-lab.js'], format: 'iife' });
  const skip = '<a class="skip" href="#main">Skip to the text</a>';
  const header = `<header class="top">\n      ${skip}`;
  const changes = {
    '<link rel="stylesheet" href="lab.css" />': `<style>${css}</style>
<link rel="preload" as="script" href="lab-figures.js">
<link rel="preload" as="script" href="lab.js">`,
    '<script type="module" src="lab.js"></script>': `<script>${loader}</script>`,
    [header]: `${skip}\n${pageLinks(pages, 'lab.html')}\n<header class="top">`,
    'href="#editor"': 'href="lesson.html"',
  };
  write('lab.html', Object.entries(changes).reduce(replaceOnce, read('lab/index.html')));
  const { scripts, later } = await labScripts();
  const [language, figures, lab] = scripts.map(({ source }) => source);
  write('lab-figures.js', `${language}\n${figures}`);
  write('lab.js', lab);
  write('checkup.js', later.find(({ id }) => id === 'checkup').source);
  for (const tag of LANGUAGES) write(`lab-${tag}.js`, await languageScript(tag));
}

/** The link to the recipes. The front page has this link only if there are recipes. */
const recipesDoor = html`<li>
  <h2><a href="recipes.html">Recipes</a></h2>
  <p>Small programs to copy, from a browser to a server.</p>
</li>`;

/** Lists all pages. `writeLab` writes the lab, and `writePage` writes the other pages. */
function listPages(api, all) {
  const { recipes } = all;
  const counts = { functions: api.entries.length, figures: FIGURES.length };
  const front = { ...counts, recipes: recipes.length > 0 ? recipesDoor : '' };
  const pages = [
    {
      name: 'index.html',
      link: 'Home',
      title: 'posenc: positional encodings of transformers',
      description: 'A library, figures and a course on the positional encodings of transformers.',
      scripts: ['figures.iife.js', 'site.js'],
      main: raw(filled(read('site/front.html'), front)),
    },
    { name: 'lab.html', link: 'Lab' },
    {
      name: 'reference.html',
      link: 'Reference',
      title: 'posenc reference',
      description: 'All functions of posenc: shapes, ranges, errors, and examples that run.',
      scripts: ['figures.iife.js', 'site.js', 'reference.js'],
      main: referencePage(api),
    },
    {
      name: 'gallery.html',
      link: 'Gallery',
      title: 'posenc gallery',
      description: 'All figures of posenc, with live attributes and the code that embeds them.',
      scripts: ['figures.iife.js', 'site.js', 'gallery.js'],
      main: galleryPage(FIGURES),
    },
  ];
  pages.push({
    name: 'lesson.html',
    link: 'Lesson',
    title: 'posenc: make a lesson',
    description: 'Make a lesson of texts and figures, and save it as one file.',
    scripts: ['figures.iife.js', 'editor.js', 'site.js'],
    main: raw(read('site/lesson.html')),
  });
  if (!recipes.length) return pages;
  const recipePage = {
    name: 'recipes.html',
    link: 'Recipes',
    title: 'posenc recipes',
    description: 'Small programs that use posenc, to copy and change.',
    scripts: ['site.js'],
    main: recipesPage(all),
  };
  return [...pages, recipePage];
}

/**
 * Lets the doctor and the editor take the library and the figures from the classic script. Then the
 * page has only one copy of each.
 */
const withGlobal = {
  name: 'with-global',
  setup(build) {
    build.onResolve({ filter: /^\.\.\/(index|elements)\.js$/ }, ({ importer }) =>
      /doctor|editor/.test(importer) ? { path: 'posenc', namespace: 'global' } : undefined,
    );
    const contents = 'module.exports = globalThis.posenc;';
    build.onLoad({ filter: /./, namespace: 'global' }, () => ({ contents }));
  },
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pages = listPages(readApi(), readRecipes());
for (const page of pages) if (page.main) writePage(page, pages);
await writeLab(pages);
write('site.css', await styleOf('site/site.css'));
for (const path of ['site/site.js', 'site/reference.js', 'site/gallery.js', 'editor.js'])
  write(
    path.split('/').at(-1),
    await bundled({ entryPoints: [`web/${path}`], format: 'iife', plugins: [withGlobal] }),
  );
const FILES = ['figures.iife.js', 'scalar.js', 'trainer.js', 'train-scalar.js', 'reporter.js'];
for (const name of [...FILES, 'embed.html', 'posenc-lab.html'])
  copyFileSync(`dist/${name}`, join(folder, name));
