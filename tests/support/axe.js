/*
 * Runs axe, a checker of accessibility, on a page, with the rules of WCAG 2.2 AA and good practice.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { settle } from './browsers.js';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe whose results depend on colours. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];
const SUITES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** All rules. `least` is the number of rules that every page passes, at least. */
const EVERYTHING = { least: 21, options: { runOnly: SUITES } };
/** The rules about colours. */
const COLOURS = { least: 1, options: { runOnly: { type: 'rule', values: ABOUT_COLOURS } } };
/** All rules but those about colours, which need half of the time. */
export const NO_COLOURS = {
  least: 21,
  options: {
    runOnly: SUITES,
    rules: Object.fromEntries(ABOUT_COLOURS.map((rule) => [rule, { enabled: false }])),
  },
};

/**
 * The rules whose results depend on where elements are. What the middle of three widths shows, the
 * widest or the narrowest shows, too, so it needs no other rules there.
 */
const PLACES = {
  least: 1,
  options: {
    runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
  },
};

/**
 * The themes and widths in which pages are checked, with the rules for each width. A theme changes
 * only colours, and the width of a page changes no colours.
 */
export const VIEWS = [
  {
    name: 'light',
    media: { colorScheme: 'light', forcedColors: 'none' },
    widths: [
      [1280, EVERYTHING],
      [768, PLACES],
      [360, NO_COLOURS],
    ],
  },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' }, widths: [[360, COLOURS]] },
  {
    name: 'forced colours',
    media: { colorScheme: 'light', forcedColors: 'active' },
    widths: [[1280, COLOURS]],
  },
];

/**
 * Fails if axe finds a problem outside the excluded elements, or if the page is wider than the
 * screen.
 */
export async function audit(page, where, exclude = [], { least, options } = EVERYTHING) {
  // The debugger loads axe, since the page's content security policy may refuse a script tag.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // At the top of the page, a sticky bar covers nothing.
  await page.evaluate(() => scrollTo(0, 0));
  const { violations, passes } = await page.evaluate(
    ([exclude, options]) =>
      window.axe.run({ exclude }, { ...options, resultTypes: ['violations'] }),
    [exclude, options],
  );
  assert.ok(passes.length >= least, `${where}: ${passes.length} rules pass`);
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`),
    [],
    where,
  );
  await assertFits(page, where);
}

/** Fails if a page is wider than the screen. */
const assertFits = async (page, where) =>
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${where}: wider than the page`,
  );

/** Runs in the page. Hides what is in excluded elements, since axe would read it all the same. */
function hideContents(tags) {
  for (const element of document.querySelectorAll(tags.join())) {
    const root = element.shadowRoot?.querySelector('.pe-root');
    if (!root) continue;
    element.style.minHeight = `${element.getBoundingClientRect().height}px`;
    root.style.display = 'none';
  }
}

/**
 * Audits a page in all VIEWS. Afterwards, the page has its first theme again, but the excluded
 * elements are empty.
 */
export async function auditViews(page, where, exclude = []) {
  if (exclude.length) {
    for (const [width] of VIEWS[0].widths) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      await assertFits(page, `${where}, ${width} px`);
    }
    await page.evaluate(hideContents, exclude);
  }
  for (const { name, media, widths } of VIEWS) {
    await page.emulateMedia(media);
    for (const [width, rules] of widths) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      await audit(page, `${where}, ${name}, ${width} px`, exclude, rules);
    }
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}
