/* Checks `npm run worksheet`: what it refuses, and the page that it writes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LANGUAGES } from '../../web/build/languages.js';
import { readArguments } from '../../web/build/worksheet-arguments.js';
import { figureBlock, lessonScript, textBlock } from '../../web/editor/lesson.js';
import { launchChromium, openPage, root } from '../support/browsers.js';

const folder = mkdtempSync(join(tmpdir(), 'posenc-sheet-'));
let browser;
before(async () => {
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command, without the build before it. */
const run = (...args) =>
  spawnSync('node', [join(root, 'web/build/worksheet.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder },
  });

/**
 * Runs the command, and opens the page that it writes. `texts` returns the texts of elements in the
 * sheets.
 */
async function openSheets(...args) {
  const { status, stderr } = run(...args);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const url = pathToFileURL(join(folder, 'sheet.html')).href;
  const opened = await openPage(browser, url);
  await opened.page.waitForSelector('pe-worksheet [aria-busy=false]');
  const texts = (selector) => opened.page.locator(`pe-worksheet ${selector}`).allInnerTexts();
  return { ...opened, url, texts };
}

/** Bad arguments, and the one line that the command prints for them. */
const REFUSED = [
  [[], 'expected a figure, such as pe-rope, or a saved lesson'],
  [['a.html', 'b.html'], 'expected one lesson, got a.html b.html'],
  [['none.html'], 'none.html: expected a lesson that the editor has saved, got no file'],
  [['pe-foo'], /^expected names of figures \(.*\brope\b.*\), got pe-foo$/],
  [['rope/dims=8'], /^rope\/dims=8: expected fields of pe-rope \(dim, .*\), got dims$/],
  [['rope', '--copies', '27'], '--copies: expected a whole number from 1 to 26, got 27'],
  [['rope', '--hide', 'key'], '--hide: expected controls, formulas, got key'],
  [['rope', '--level', 'expert'], '--level: expected beginner, full, got expert'],
  [['rope', '--kinds', 'all'], '--kinds: expected own, compute, choice, got all'],
  [
    ['--quiz', 'rope-none'],
    /^quiz: expected names of questions \(.*\brope-far\b.*\), got rope-none$/,
  ],
  [['rope', '--language', 'xx'], `--language: expected ${['en', ...LANGUAGES].join(', ')}, got xx`],
  [['rope', '--page'], "Unknown option '--page'"],
];

test('bad arguments get one clear line each', async () => {
  for (const [args, message] of REFUSED)
    await assert.rejects(readArguments(args), { name: 'TypeError', message });
  const { status, stdout, stderr } = run('rope', '--seed');
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(stderr, "posenc: Option '--seed <value>' argument missing\n");
});

test('the page shows the sheets that were asked for, offline and in the language', async () => {
  const args = ['pe-rope/position=44', 'alibi', '--seed', '7', '--copies', '3', '--key'];
  const given = [...args, '--language', 'de', '--heading', 'A "b" & <c>'];
  const { page, url, texts, errors, requests, close } = await openSheets(...given);
  assert.equal(await page.title(), 'A "b" & <c>');
  assert.deepEqual(await texts('h2'), Array(3).fill('A "b" & <c>'));
  const heads = await texts('.pw-head');
  assert.match(heads[0], /^Name:\s+Datum:\s+Blatt A, Seite 1 von \d$/);
  assert.match(heads.at(-1), /^Lösungen zu Fassung 7/);
  assert.equal((await texts('.pw-version'))[0], 'Fassung 7');
  assert.deepEqual(errors, []);
  assert.deepEqual(requests, [url]);
  await close();
});

/** Returns a lesson of four figures, which asks three questions. */
function lessonOfThree() {
  const ask = (kind, more) => {
    const block = figureBlock('clocks');
    return { ...block, question: { ...block.question, kind, ...more } };
  };
  const options = [
    { text: 'up </script>', reply: '', shows: '' },
    { text: 'down', reply: '', shows: '' },
  ];
  return {
    title: 'Uhren & <b>Zeiger</b>',
    lang: 'de',
    blocks: [
      textBlock('# No question'),
      ask('choice', { ask: 'Wohin zeigt Uhr 3?', shows: 'position=3', options }),
      ask('number', { ask: 'Wie lang ist eine Runde?', answer: '6.28', shows: 'position=6' }),
      ask('none', {}),
      ask('own', {}),
    ],
  };
}

test('a saved lesson becomes sheets with its title, its language and its questions', async () => {
  const path = join(folder, 'my-lesson.html');
  writeFileSync(path, `<p>${lessonScript(lessonOfThree())}`);
  const given = ['my-lesson.html', '--copies', '2', '--key', '--hide', 'formulas'];
  const { page, url, texts, errors, requests, close } = await openSheets(...given);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  assert.equal(await page.title(), 'Uhren & <b>Zeiger</b>');
  assert.deepEqual(await texts('h2'), Array(2).fill('Uhren & <b>Zeiger</b>'));
  const asks = await texts('.pw-task > p:first-child');
  assert.deepEqual(asks.slice(0, 2), ['Wohin zeigt Uhr 3?', 'Wie lang ist eine Runde?']);
  // `parts` has the number of questions after the title of each figure.
  const parts = await page.locator('pe-worksheet h3').evaluateAll((titles) =>
    titles.map((title) => {
      let next = title.nextElementSibling;
      while (next && !/^(ol|h3)$/.test(next.localName)) next = next.nextElementSibling;
      return next?.localName === 'ol' ? next.children.length : 0;
    }),
  );
  // Figure 3 asks nothing, and the last figure asks its own question.
  assert.deepEqual(parts, [1, 1, 0, 1, 1, 1, 0, 1]);
  assert.match((await texts('.pw-solutions'))[0], /6,28/);
  assert.deepEqual(errors, []);
  assert.deepEqual(requests, [url]);
  await close();
});

test('a file that is no lesson gets one clear line', () => {
  writeFileSync(join(folder, 'page.html'), '<p>Hello</p>');
  const { status, stderr } = run('page.html');
  assert.equal(status, 1);
  assert.equal(
    stderr,
    'posenc: page.html is not a lesson: expected a file that this editor has saved.\n',
  );
});
