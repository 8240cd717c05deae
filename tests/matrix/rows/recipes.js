/* Rows for the recipes of web/recipes/, by the names of their folders. */
import assert from 'node:assert/strict';
import { settled } from '../../support/settled.js';
import { NOTEBOOK } from './notebook.js';

const BUILD = ['npm run build'];
const HERE = { folder: '.' };
const DIST = { folder: 'dist' };
/** The sentence that recipes show if they import the library. The library computes its number. */
const SINE = 'The first sine of position 12 is -0.5366.';
/** The npm package with a newer Node than that of this project, which some tools need. */
const NODE = 'node@22.23.3';

/** Moves the figure, and waits until the page follows. */
async function follows(page) {
  await page.evaluate(() => document.querySelector('pe-clocks').setState({ position: 13 }));
  await page.waitForFunction(() => document.querySelector('h1').textContent === 'Position 13');
}
const STATE = { steps: BUILD, serve: DIST, says: '-0.5366', also: follows };

/** The sizes of a small screen, of a projector, and of a window that is smaller than a slide. */
const SCREENS = [
  [1280, 720],
  [1920, 1080],
  [1024, 576],
];

/** Runs in the page. Returns how far from the top the figure ends, and the size of its texts. */
async function readSlide() {
  const figure = document.querySelector('.present pe-clocks');
  for (let step = 0; step < 3; step++) {
    figure.step(1);
    await new Promise((done) => setTimeout(done, 300));
  }
  const { plot } = figure.ui;
  const scale = plot.getBoundingClientRect().width / parseFloat(getComputedStyle(plot).width);
  const { top, bottom } = figure.getBoundingClientRect();
  return { top, bottom, text: 12 * scale };
}

/** Answers the question of the slide wrongly, because then the card says the most. */
async function answerWrongly(page) {
  const card = page.locator('.present .pe-predict');
  await card.getByLabel('3', { exact: true }).check();
  for (const name of ['Reveal', 'Skip ahead', 'Skip ahead'])
    await card.getByRole('button', { name }).press('Enter');
  await card.getByText('7.003 turns').waitFor();
}

/**
 * Checks that keys change the slide, and that the whole figure fits the screen, even after an
 * answer.
 */
async function fitsSlides(page) {
  await fitsScreens(page);
  if (!page.url().endsWith('/2')) return;
  await answerWrongly(page);
  await fitsScreens(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.present pe-clocks[hide~=predict]'));
}

/**
 * Checks that the whole figure fits screens of all sizes, even after it has moved. Also checks that
 * its texts are large.
 */
async function fitsScreens(page) {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    const { top, bottom, text } = await settled(() => page.evaluate(readSlide));
    const found = `${width} x ${height}: from ${top} to ${bottom}, with texts of ${text} px`;
    assert.ok(top >= 0 && bottom <= height && text >= (height * 20) / 1080, found);
  }
}

export const RECIPES = [
  { recipe: 'html', serve: HERE },
  { recipe: 'react', ...STATE },
  { recipe: 'vue', ...STATE },
  { recipe: 'svelte', ...STATE },
  { recipe: 'angular', packages: [NODE], ...STATE },
  { recipe: 'next', steps: BUILD, serve: { command: 'npm start' }, says: SINE },
  { recipe: 'nuxt', packages: [NODE], steps: BUILD, serve: { command: 'npm start' }, says: SINE },
  { recipe: 'astro', packages: [NODE], steps: BUILD, serve: DIST, says: SINE },
  {
    recipe: 'vitepress',
    steps: BUILD,
    serve: { folder: '.vitepress/dist' },
    says: SINE,
  },
  { recipe: 'docusaurus', steps: BUILD, serve: { folder: 'build' }, says: SINE },
  { recipe: 'observable', steps: BUILD, serve: DIST, says: SINE },
  { recipe: 'reveal', serve: HERE, pages: ['/#/1', '/#/2'], also: fitsSlides },
  { recipe: 'hugo', needs: 'hugo', steps: ['hugo'], serve: { folder: 'public' } },
  { recipe: 'sandbox', serve: HERE, says: SINE },
  { recipe: 'wordpress', serve: HERE, pages: ['/block.html'] },
  {
    recipe: 'moodle',
    steps: ['cp node_modules/posenc/dist/embed.html .'],
    serve: HERE,
    pages: ['/lesson.html'],
  },
  { recipe: 'notebooks', ...NOTEBOOK, serve: HERE, pages: ['/exported.html'] },
  {
    name: 'myst',
    recipe: 'notebooks',
    packages: ['mystmd@1.8.3'],
    // MyST reads the page, and then loads its theme from another host. The row also passes if only
    // the theme is missing.
    steps: [`myst build --site || grep '"type":"anywidget"' _build/site/content/index.json`],
  },
  { recipe: 'runtimes', steps: ['npm start'] },
  { recipe: 'quarto', not: 'Quarto is neither on npm nor in Debian' },
].map((row) => ({ name: row.recipe, ...row }));
