/*
 * Runs axe, a checker of accessibility, on a page, with the rules of WCAG 2.2 AA and good practice.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const MEDIA = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced colours', { forcedColors: 'active' }],
];

/**
 * The widths at which a page is checked in each of these media. A theme changes only colours, so
 * one width is enough for a theme.
 */
export const WIDTHS = { light: [360, 768, 1280], dark: [360], 'forced colours': [1280] };

/**
 * Rules that turn off axe's check of colour contrast. Audits of translated pages use them, since
 * these pages have the colours of the English pages.
 */
export const NO_COLOURS = { 'color-contrast': { enabled: false } };

/**
 * Fails if axe finds a problem outside the excluded elements, or if the page is wider than the
 * screen.
 */
export async function audit(page, where, exclude = [], rules = {}) {
  // The debugger loads axe, since the page's content security policy may refuse a script tag.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  // At the top of the page, a sticky bar covers nothing.
  await page.evaluate(() => scrollTo(0, 0));
  const { violations, passes } = await page.evaluate(
    ([exclude, rules]) =>
      window.axe.run(
        { exclude },
        {
          rules,
          resultTypes: ['violations'],
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        },
      ),
    [exclude, rules],
  );
  assert.ok(passes.length > 20);
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`),
    [],
    where,
  );
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${where}: wider than the page`,
  );
}
