/* Checks that nothing which a teacher made in pe-editor is lost: by tabs, reloads or full storage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, server, useAuthors } from '../support/authors.js';
import { openPage } from '../support/browsers.js';

useAuthors();

const HTML = '<pe-editor></pe-editor><script type="module" src="editor.js"></script>';

/** Opens tabs of one browser. The function that it returns opens one. */
async function tabs() {
  const { page, close } = await openPage(chromium, server.author(HTML));
  const address = page.url();
  const open = async (tab) => {
    const opened = tab ?? (await page.context().newPage());
    if (!tab) await opened.goto(address);
    await titleOf(opened).waitFor();
    return opened;
  };
  return { first: await open(page), open, close };
}

const titleOf = (page) => page.locator('pe-editor').getByLabel('Title of the lesson');
const draftsOf = (page) => page.locator('pe-editor').getByLabel('Drafts');
const button = (page, name) => page.locator('pe-editor').getByRole('button', { name, exact: true });

/** The sentence that stays as long as the browser keeps no draft. */
const unkept = (page) => page.locator('pe-editor').getByText('This browser keeps no draft.');

/** Types a title, and waits until it is stored. */
async function write(page, title) {
  await titleOf(page).fill(title);
  await page.waitForFunction(
    (text) => Object.values(localStorage).some((each) => each.includes(`"title":"${text}"`)),
    title,
  );
}

/** Waits until a tab shows a title. */
const shows = (page, title) =>
  page.waitForFunction((text) => {
    const inputs =
      document.querySelector('pe-editor').shadowRoot?.querySelectorAll('[type=text]') ?? [];
    return [...inputs].some(({ value }) => value === text);
  }, title);

test('an untouched tab follows the other, and closing it loses nothing', async () => {
  const { first, open, close } = await tabs();
  const second = await open();
  await write(first, 'One');
  await first.close({ runBeforeUnload: true });
  await second.close({ runBeforeUnload: true });
  const third = await open();
  await shows(third, 'One');
  const fourth = await open();
  await shows(fourth, 'One');
  await write(third, 'Two');
  await shows(fourth, 'Two');
  await write(fourth, 'Three');
  await shows(third, 'Three');
  await close();
});

test('two tabs with lessons of their own keep both, and a reload gives each its own', async () => {
  const { first, open, close } = await tabs();
  const second = await open();
  await write(first, 'One');
  await button(second, 'New lesson').click();
  await write(second, 'Two');
  for (const [page, title] of [
    [first, 'One'],
    [second, 'Two'],
  ]) {
    await page.reload();
    await shows(page, title);
    const names = await draftsOf(page).locator('option').allTextContents();
    assert.ok(
      names.some((name) => name.startsWith('One,')) &&
        names.some((name) => name.startsWith('Two,')),
      `${names}`,
    );
  }
  await close();
});

test('a draft is opened again, Undo goes back, and no draft changes by that', async () => {
  const { first, close } = await tabs();
  await write(first, 'One');
  await button(first, 'New lesson').click();
  await write(first, 'Two');
  const [one] = await draftsOf(first)
    .locator('option')
    .filter({ hasText: 'One' })
    .evaluateAll((all) => all.map(({ value }) => value));
  await draftsOf(first).selectOption(one);
  await shows(first, 'One');
  await button(first, 'Undo').click();
  await shows(first, 'Two');
  const texts = await first.evaluate(() =>
    Object.values(localStorage).map((text) => /"title":"(\w*)"/.exec(text)?.[1]),
  );
  assert.deepEqual(texts.filter(Boolean).sort(), ['One', 'Two']);
  await close();
});

test('the last ten drafts are kept, and those of other versions are not touched', async () => {
  const { first, close } = await tabs();
  const old = '{"posenc":1,"title":"Old","lang":"en","level":"full","blocks":[]}';
  await first.evaluate((text) => {
    localStorage.setItem('pe-lesson', text);
    localStorage.setItem('pe-lesson-later', '9999999999999\n{"posenc":9,"title":"Later"}');
  }, old);
  await first.evaluate(() => sessionStorage.clear());
  await first.reload();
  await shows(first, 'Old');
  await write(first, 'Changed');
  assert.equal(await first.evaluate(() => localStorage.getItem('pe-lesson')), old);
  for (let count = 0; count < 10; count++) {
    await button(first, 'New lesson').click();
    await write(first, `T${count}`);
  }
  const keys = await first.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('pe-lesson')),
  );
  assert.equal(keys.length, 10);
  assert.ok(keys.includes('pe-lesson-later'));
  await draftsOf(first)
    .locator('option', { hasText: 'A draft of another version' })
    .waitFor({ state: 'attached' });
  await close();
});

test('with a full or forbidden storage, the teacher is told, and earlier drafts stay', async () => {
  const { first, close } = await tabs();
  await write(first, 'One');
  await button(first, 'New lesson').click();
  await first.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await button(first, 'Add a text').click();
  await unkept(first).waitFor();
  const texts = await first.evaluate(() => Object.values(localStorage).join());
  assert.match(texts, /"title":"One"/);
  await close();
});

test('where the browser forbids all storage, the editor works and says that it keeps nothing', async () => {
  const { page, errors, close } = await openPage(chromium, 'about:blank');
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto(server.author(HTML));
  await titleOf(page).fill('One');
  await button(page, 'Add a text').click();
  await button(page, 'Undo').click();
  await page.getByText('Undone.').waitFor();
  await button(page, 'Add a text').click();
  await unkept(page).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('after a tab has crashed, its lesson is there again', async () => {
  const { first, open, close } = await tabs();
  await write(first, 'One');
  const crashed = first.waitForEvent('crash');
  const session = await first.context().newCDPSession(first);
  // The answer never comes.
  session.send('Page.crash').catch(() => {});
  await crashed;
  await shows(await open(), 'One');
  await close();
});
