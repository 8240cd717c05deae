/* axe on a page, under the rules of WCAG 2.2 AA and good practice. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const MEDIA = [['light', {colorScheme: 'light'}], ['dark', {colorScheme: 'dark'}], ['forced colours', {forcedColors: 'active'}]];

/** Fails where axe finds something, but inside the elements excluded, or where the page is wider than the screen. */
export async function audit(page, where, exclude = []) {
  // a page with a policy against foreign scripts takes the tool through the debugger, not a tag
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(source);
  await page.evaluate(() => scrollTo(0, 0));  // so that a bar that stays on top covers nothing
  const {violations, passes} = await page.evaluate(exclude => window.axe.run({exclude}, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}), exclude);
  assert.ok(passes.length > 20);
  assert.deepEqual(violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.target).join(', ')}`), [], where);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where}: wider than the page`);
}
