/* Uses pe-editor in the lab's file with the keyboard, and checks the lesson files that it saves. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sizeOnSlide } from '../../web/editor/slides.js';
import { fineWave } from '../../web/figures/chassis/format.js';
import { wavelengths } from '../../web/index.js';
import { audit } from '../support/axe.js';
import { chromium, server, useAuthors } from '../support/authors.js';
import { labFile, openPage, savedText, typist } from '../support/browsers.js';
import { LANGUAGES } from '../support/languages.js';
import { scormAgain } from '../support/scorm-again.js';
import { runtime } from '../support/scorm-runtime.js';
import { until } from '../support/settled.js';

useAuthors();

/** All tests use one page of the lab, which the first test opens. `saved` is the saved lesson. */
let page;
let errors;
let requests;
let saved;

const editor = () => page.locator('pe-editor');
const button = (name) => editor().getByRole('button', { name, exact: true });
const status = () => editor().locator('.pe-status');
const seen = () => editor().locator('.pe-page');

/** Presses Tab until an element has the focus, as a teacher without a pointer does. */
async function tabTo(locator, key = 'Tab') {
  for (let count = 0; count < 60; count++) {
    const isThere = await locator.evaluate(
      (element) => element.getRootNode().activeElement === element,
    );
    if (isThere) return;
    await page.keyboard.press(key);
  }
  assert.fail(`Tab does not reach ${locator}`);
}

/** Goes to a button by Tab, and presses it. */
async function press(name) {
  await tabTo(button(name));
  await page.keyboard.press('Enter');
}

/** Goes to an input by Tab, and replaces its text. */
async function type(label, text) {
  await tabTo(editor().getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const said = (text) => status().filter({ hasText: text }).waitFor();

const scratch = mkdtempSync(join(tmpdir(), 'posenc-editor-'));
after(() => rmSync(scratch, { recursive: true }));

/** Saves the lesson by a button, and returns the path of the file. */
async function save(name, by = editor().locator('.pe-strong'), suggested = 'posenc-lesson.html') {
  const download = page.waitForEvent('download');
  await by.press('Enter');
  const path = join(scratch, name);
  const file = await download;
  assert.equal(file.suggestedFilename(), suggested);
  await file.saveAs(path);
  return path;
}

/** Opens a file in the editor. */
const give = (name, text) =>
  editor()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/html', buffer: Buffer.from(text) });

/** Runs in the page. Returns the lesson that this tab has stored last, or null. */
function draftIn() {
  const id = sessionStorage.getItem('pe-lesson');
  return id ? localStorage.getItem(`pe-lesson-${id}`).split('\n')[1] : null;
}

/** Undoes steps until the editor has stored this lesson. */
async function undoTo(lesson) {
  const kept = () => page.evaluate(draftIn);
  for (let count = 0; count < 20 && (await kept()) !== lesson; count++)
    await button('Undo').press('Enter');
  assert.equal(await kept(), lesson);
}

const HOSTILE =
  '<script>window.hit=1</script> <img src=x onerror="window.hit=1"> [a](javascript:window.hit=1) ' +
  '![far](https://example.org/x.png) </script> `</textarea>`';

test('by keyboard, a teacher adds a text and a figure, and hides and locks its parts', async () => {
  ({ page, errors, requests } = await openPage(chromium, labFile));
  const keys = typist(page);
  await page.locator('.chapters summary').press('Enter');
  await page.getByRole('link', { name: 'For teachers: make a lesson' }).press('Enter');
  await button('Add a text').waitFor();
  assert.equal(await page.locator('#main').isVisible(), false);
  await type('Title of the lesson', 'Clocks & "hands"');
  await press('Add a text');
  // The initial text is selected, so that typing replaces it.
  await page.keyboard.insertText(`## Look\n\nThe **fast** hand.\n\n${HOSTILE}`);
  await press('Add this figure');
  await tabTo(editor().locator('.pe-setup .pe-plot'));
  await keys('ArrowRight', 'ArrowRight');
  await seen().locator('pe-clocks[position="14"]').waitFor();
  await keys('Shift+Tab');
  await editor().getByLabel('Set up').focus();
  await keys('ArrowRight');
  await tabTo(editor().locator('summary', { hasText: 'List of the parts' }));
  await keys('Enter');
  await tabTo(editor().getByLabel('Formula', { exact: true }));
  await page.keyboard.type('hidden');
  await tabTo(editor().getByLabel('Base', { exact: true }).first());
  await page.keyboard.type('locked');
  await seen().locator('pe-clocks[hide="formula"][lock="base"]').waitFor();
});

test('by keyboard, a teacher writes a question, and takes the answer from the figure', async () => {
  await editor().getByLabel('Hide and lock').focus();
  await page.keyboard.press('ArrowRight');
  await tabTo(editor().getByLabel('The figure asks'));
  await page.keyboard.type('my question, with');
  await type('Your question', `Which "one" fools <b>clock 0</b>?`);
  await type('Answer 1', 'three');
  await type('Reply to answer 1', `It's "half" a turn.`);
  await type('Answer 2', '44 </script>');
  await tabTo(editor().getByLabel('Answer 1 is right'), 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  const stateThat = (does) => editor().getByLabel(`State that ${does}`, { exact: true });
  await tabTo(stateThat('shows answer 1'), 'Shift+Tab');
  await page.keyboard.type('other=3');
  const take = (of) => button(`Take the current state: State that ${of}`);
  await take('shows the answer').press('Enter');
  await said('Move the figure first.');
  await editor().locator('.pe-note', { hasText: 'Move the figure first.' }).waitFor();
  await tabTo(editor().locator('.pe-setup').getByLabel('Compared with'), 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('44');
  await page.keyboard.press('Tab');
  await take('shows the answer').press('Enter');
  await said('The state was taken.');
  assert.equal(await stateThat('shows the answer').inputValue(), 'other=44');
  await seen().locator('legend', { hasText: 'Which "one" fools <b>clock 0</b>?' }).waitFor();
  // The lesson still shows the figure in the state that was set up first.
  assert.equal(await seen().locator('pe-clocks[position="14"]:not([other])').count(), 1);
  await editor().locator('.pe-problem').waitFor({ state: 'hidden' });
  await audit(page, 'the editor');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.setViewportSize({ width: 360, height: 800 });
  await audit(page, 'the editor, dark and narrow');
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the code to copy contains the state, hidden and locked parts, and the question', async () => {
  await editor().getByLabel('Use elsewhere').check();
  const code = (name) => editor().getByLabel(name).inputValue();
  assert.equal(
    await code(/^Tag/),
    `<script src="figures.iife.js"></script>
<pe-clocks position="14" hide="formula" lock="base">
  <pe-question shows="other=44">
    Which "one" fools &lt;b&gt;clock 0&lt;/b&gt;?
    <ul>
      <li data-reply="It's &quot;half&quot; a turn." data-shows="other=3">three</li>
      <li data-correct="">44 &lt;/script&gt;</li>
    </ul>
  </pe-question>
</pe-clocks>`,
  );
  assert.match(
    await code(/^Frame/),
    /src="embed.html\?figure=clocks&amp;position=14&amp;hide=formula&amp;lock=base&amp;question=/,
  );
  const [, carried] = /question=([^"&]+)/.exec(await code(/^Frame/));
  assert.deepEqual(JSON.parse(decodeURIComponent(carried.replaceAll('+', ' '))), {
    ask: 'Which "one" fools <b>clock 0</b>?',
    shows: 'other=44',
    options: [
      { text: 'three', reply: 'It\'s "half" a turn.', shows: 'other=3' },
      { text: '44 </script>', correct: '' },
    ],
  });
  assert.match(await code(/^Link/), /posenc-lab.html#pe1:clocks\/.*position=14/);
});

/**
 * Checks the form at the end of a lesson after the right answer to the lesson's only question, and
 * again after a reload.
 */
async function checkAnswers(lesson) {
  const form = lesson.locator('#posenc-answers');
  const asked = 'Which "one" fools <b>clock 0</b>?';
  await form.getByText('You answered 1 of 1 right.').waitFor();
  assert.deepEqual(await form.getByRole('listitem').allInnerTexts(), [`${asked} → 44 </script> ✓`]);
  await form.getByLabel('Name').fill('Ada L.');
  const download = lesson.waitForEvent('download');
  await form.getByRole('button', { name: 'Save as text' }).press('Enter');
  const file = await download;
  assert.equal(file.suggestedFilename(), 'answers-Ada-L.txt');
  const lines = (await savedText(file)).split('\n');
  assert.deepEqual(lines.toSpliced(2, 1), [
    ...['Clocks & "hands"', 'Name: Ada L.', 'You answered 1 of 1 right.'],
    ...[`1. ${asked} → 44 </script> ✓`, ''],
  ]);
  // A printout of the lesson contains only the answers.
  await lesson.evaluate(() => (window.print = () => {}));
  await form.getByRole('button', { name: 'Print' }).press('Enter');
  await lesson.emulateMedia({ media: 'print' });
  assert.equal(await lesson.locator('pe-clocks').isVisible(), false);
  assert.equal(await form.getByText('You answered').isVisible(), true);
  await lesson.emulateMedia({ media: null });
  await lesson.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await lesson.locator('pe-clocks').isVisible(), true);
  // A reload loses neither the name nor the answer.
  await lesson.reload();
  await form.getByText('You answered 1 of 1 right.').waitFor();
  assert.equal(await form.getByLabel('Name').inputValue(), 'Ada L.');
  await lesson.locator('.figure').getByText('Your first answer: 44 </script> ✓').waitFor();
}

test('the saved file runs offline, asks the question, and nothing hostile happens', async () => {
  saved = await save('lesson.html');
  await said('Your browser is saving posenc-lesson.html');
  const { page: lesson, ...opened } = await openPage(chromium, pathToFileURL(saved).href);
  await lesson.evaluate(() =>
    addEventListener('pe-answer', ({ detail }) => (window.answer = detail)),
  );
  assert.equal(await lesson.title(), 'Clocks & "hands"');
  const figure = lesson.locator('pe-clocks');
  await lesson.getByText(/^Questions still open: 1\.$/).waitFor();
  await figure.getByLabel('44 </script>').check();
  await figure.getByRole('button', { name: 'Reveal' }).press('Enter');
  const answer = await lesson.evaluate(() => window.answer);
  assert.equal(answer.question, 'part-2');
  assert.equal(answer.option, '44 </script>');
  assert.equal(answer.correct, true);
  assert.equal(answer.state.position, 14);
  assert.equal(await figure.locator('.pe-formula').isVisible(), false);
  assert.equal(await figure.locator('#base').isDisabled(), true);
  assert.equal(await lesson.getByText('<script>window.hit=1</script>').count(), 1);
  assert.deepEqual(
    await lesson.evaluate(() => [window.hit, document.querySelectorAll('img, main a').length]),
    [undefined, 0],
  );
  await audit(lesson, 'the lesson');
  await checkAnswers(lesson);
  const outside = opened.requests.filter((url) => !/^(data|blob):/.test(url));
  // Because of the reload, the file was requested twice. Nothing else was requested.
  assert.deepEqual([...new Set(outside)], [pathToFileURL(saved).href]);
  assert.deepEqual(opened.errors, []);
  await opened.close();
});

test('a lesson is opened again as it was; Undo brings the last one back; a reload loses nothing', async () => {
  const kept = () => page.evaluate(draftIn);
  const before = await kept();
  await button('New lesson').press('Enter');
  await said('This is a new lesson.');
  assert.notEqual(await kept(), before);
  await give('mine.html', readFileSync(saved));
  await said('mine.html is open.');
  assert.equal(await kept(), before);
  await button('Remove, part 1').press('Enter');
  assert.equal(await seen().getByText('Look').count(), 0);
  await button('Undo').press('Enter');
  assert.equal(await kept(), before);
  await button('Down, part 1').press('Enter');
  await said('The part is now 2 of 2.');
  await button('Up, part 2').press('Enter');
  await page.reload();
  await seen().getByText('Look').waitFor();
  assert.equal(await kept(), before);
  assert.equal(await page.evaluate(() => window.hit), undefined);
});

/** Extracts all members of a zip file, with Python. Returns the folder. */
function extracted(path) {
  const folder = mkdtempSync(join(scratch, 'package-'));
  const program =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; ' +
    'z.extractall(sys.argv[2]); print("\\n".join(z.namelist()))';
  const names = execFileSync('python3', ['-c', program, path, folder], { encoding: 'utf8' });
  assert.deepEqual(names.trim().split('\n'), ['imsmanifest.xml', 'index.html']);
  return folder;
}

/** Opens a page in a frame of a page that has a learning system. */
async function openInSystem(path, system) {
  const host = server.author(
    `${system}
    <iframe title="A lesson" width="1000" height="900" src="/package/index.html"></iframe>`,
  );
  const opened = await chromium.newPage({ reducedMotion: 'reduce' });
  await opened.route('**/package/index.html', (route) => route.fulfill({ path }));
  await opened.goto(host);
  return opened;
}

/** Answers a package's question, and checks what the learning system scorm-again has recorded. */
async function checkInScormAgain(path) {
  const opened = await openInSystem(path, scormAgain('1.2'));
  const frame = opened.frameLocator('iframe');
  await frame.getByLabel('44 </script>').check();
  await frame.getByRole('button', { name: 'Reveal' }).press('Enter');
  const { interactions, core } = await opened.evaluate(() => window.recorded());
  const { id, student_response: response, result } = interactions[0];
  assert.deepEqual(
    [id, response, result],
    ['part-2-Which-one-fools-b-clock-0-b', '44 </script>', 'correct'],
  );
  assert.deepEqual([core.score.raw, core.lesson_status], ['100', 'completed']);
  assert.deepEqual(await opened.evaluate(() => window.refused), []);
  await opened.close();
}

/**
 * Opens the page of a package in a learning system that has kept a wrong answer. Checks that a
 * right answer in this second session does not count.
 */
async function checkSecondSession(path, kept) {
  const before = `window.data['cmi.suspend_data'] = ${JSON.stringify(kept)}`;
  const system = `<script>(${runtime})('1.2'); ${before}</script>`;
  const opened = await openInSystem(path, system.replace(/<\/(?!script>$)/g, '<\\/'));
  const frame = opened.frameLocator('iframe');
  const end = frame.locator('#posenc-answers');
  await end.getByText(/^You answered 0 of 1 right\.$/).waitFor();
  const line = 'Which "one" fools <b>clock 0</b>? → three ✗';
  assert.deepEqual(await end.getByRole('listitem').allInnerTexts(), [line]);
  await frame.getByText('Your first answer: three ✗').waitFor();
  await frame.getByLabel('44 </script>').check();
  await frame.getByRole('button', { name: 'Reveal' }).press('Enter');
  await opened.waitForFunction(() => 'cmi.interactions.0.id' in window.data);
  assert.deepEqual(await end.getByRole('listitem').allInnerTexts(), [line]);
  assert.equal(await opened.evaluate(() => window.data['cmi.core.score.raw']), '0');
  await opened.close();
}

test('a package for a learning system records the answers, and can be opened again', async () => {
  const path = await save('a.zip', button('Save for a learning system'), 'posenc-lesson.zip');
  await said('Your browser is saving posenc-lesson.zip. Upload it as a SCORM package.');
  await said('The learning system then records each answer. The score counts first answers');
  const folder = extracted(path);
  const manifest = readFileSync(join(folder, 'imsmanifest.xml'), 'utf8');
  assert.match(manifest, /<title>Clocks &amp; &quot;hands&quot;<\/title>/);
  assert.match(manifest, /adlcp:scormtype="sco" href="index.html"/);
  const lesson = join(folder, 'index.html');
  const opened = await openInSystem(lesson, `<script>(${runtime})('1.2')</script>`);
  const frame = opened.frameLocator('iframe');
  const wrong = frame.getByLabel('three');
  await wrong.check();
  assert.equal(await opened.evaluate(() => window.phase), 'running');
  await frame.getByRole('button', { name: 'Reveal' }).press('Enter');
  await frame.getByText('It\'s "half" a turn.').first().waitFor();
  const data = await opened.evaluate(() => window.data);
  assert.equal(data['cmi.interactions.0.id'], 'part-2-Which-one-fools-b-clock-0-b');
  assert.equal(data['cmi.interactions.0.student_response'], 'three');
  assert.equal(data['cmi.interactions.0.result'], 'wrong');
  assert.equal(data['cmi.core.score.raw'], '0');
  assert.equal(data['cmi.core.lesson_status'], 'completed');
  // The page says who records the answers, and asks for no name.
  const end = frame.locator('#posenc-answers');
  await end.getByText('The learning system records each answer.').waitFor();
  assert.deepEqual(
    [await end.locator('input').count(), await end.getByText('sent').count()],
    [0, 0],
  );
  await opened.close();
  await checkSecondSession(lesson, data['cmi.suspend_data']);
  await checkInScormAgain(lesson);
  // The page in the package is not compressed, so the editor can open the package.
  const before = await page.evaluate(draftIn);
  await button('New lesson').press('Enter');
  await give('posenc-lesson.zip', readFileSync(path));
  await said('posenc-lesson.zip is open.');
  assert.equal(await page.evaluate(draftIn), before);
});

test('a link opens the sheets of the lesson, with its title, its question and no answer', async () => {
  const link = editor().getByRole('link', { name: 'Worksheet' });
  const opened = page.waitForEvent('popup');
  await link.press('Enter');
  const popup = await opened;
  await popup.waitForSelector('pe-worksheet [aria-busy=false]');
  const sheet = popup.locator('pe-worksheet .pw-paper');
  assert.equal(await sheet.locator('h2').innerText(), 'Clocks & "hands"');
  const asks = await sheet.locator('.pw-task > p').allInnerTexts();
  assert.deepEqual(asks, ['Which "one" fools <b>clock 0</b>?']);
  assert.equal(await popup.evaluate(() => window.hit), undefined);
  await popup.close();
  // The lesson in this address is cut off, so it is refused.
  const damaged = await page.context().newPage();
  await damaged.goto(`${labFile}?worksheet=#lesson=%7B%22posenc%22%`);
  await damaged.getByRole('alert').getByText('is not a lesson').waitFor();
  await damaged.close();
});

/** A program that replaces reveal.js. It shows only the third slide. */
const SHOW = `globalThis.Reveal = class {
  initialize() {
    for (const [at, slide] of document.querySelectorAll('section').entries()) slide.hidden = at !== 2;
  }
};`;

test('slides open from the folder of reveal.js, and say what they need elsewhere', async () => {
  const path = await save('deck.html', button('Save slides'), 'posenc-slides.html');
  await said('Put it into the folder of reveal.js');
  const { page: alone, ...first } = await openPage(chromium, pathToFileURL(path).href);
  await alone.getByText('Put this file into the folder of reveal.js').waitFor();
  assert.equal(await alone.locator('section').count(), 3);
  await first.close();
  mkdirSync(join(scratch, 'dist'));
  writeFileSync(join(scratch, 'dist', 'reveal.js'), SHOW);
  const { page: deck, ...opened } = await openPage(chromium, pathToFileURL(path).href);
  assert.equal(await deck.getByText('Put this file').count(), 0);
  const figure = deck.locator('pe-clocks');
  await figure.getByLabel('44 </script>').check();
  assert.equal(await figure.getAttribute('present'), '');
  const margin = await figure.evaluate((each) => {
    const { left } = each.parentElement.getBoundingClientRect();
    return each.getBoundingClientRect().left - left;
  });
  assert.equal(margin, 40);
  assert.equal(await figure.locator('.pe-title').isVisible(), false);
  assert.equal(await deck.getByText('fast', { exact: true }).isVisible(), false);
  assert.equal(await deck.evaluate(() => window.hit), undefined);
  await opened.close();
  // The file of slides also contains the lesson, so the editor can open it.
  const before = await page.evaluate(draftIn);
  await button('New lesson').press('Enter');
  await give('deck.html', readFileSync(path));
  await said('deck.html is open.');
  assert.equal(await page.evaluate(draftIn), before);
});

test('the sizes of figures on slides are those of the guide', () => {
  const guide = readFileSync('web/figures/README.md', 'utf8').split('| on 1280 x 720')[1];
  const rows = [...guide.matchAll(/^\| ([\d.]+) \| (.*) \|$/gm)];
  const sizes = rows.flatMap(([, size, tags]) =>
    [...tags.matchAll(/pe-(\w+)/g)].map(([, name]) => [name, Number(size)]),
  );
  assert.ok(sizes.length > 10);
  for (const [name, size] of sizes) assert.equal(sizeOnSlide(name), size, name);
});

test('figures of one kind have questions of their own names; a faulty question is not saved', async () => {
  const before = await page.evaluate(draftIn);
  await button('New lesson').press('Enter');
  await button('Add this figure').press('Enter');
  await button('Add this figure').press('Enter');
  await editor().getByLabel('Question', { exact: true }).check();
  await editor().getByLabel('The figure asks').selectOption({ label: 'my question, for a number' });
  await editor().getByLabel('Your question').fill('How many?');
  const path = await save('b.zip', button('Save for a learning system'), 'posenc-lesson.zip');
  await said('Saved, but without the question of part 2.');
  const html = readFileSync(join(extracted(path), 'index.html'), 'utf8');
  assert.match(
    html,
    /<script data-questions="\[&quot;clocks-predict&quot;,&quot;clocks.2-predict&quot;\]" data-scorm>/,
  );
  assert.doesNotMatch(html, /<pe-question/);
  await undoTo(before);
});

test('Tab goes from an answer to its reply; after × the focus is in no text', async () => {
  const before = await page.evaluate(draftIn);
  await button('New lesson').press('Enter');
  await button('Add this figure').press('Enter');
  await editor().getByLabel('Question', { exact: true }).check();
  await editor()
    .getByLabel('The figure asks')
    .selectOption({ label: 'my question, with answers to choose from' });
  for (let count = 2; count < 4; count++) await button('Add an answer').press('Enter');
  const focused = () =>
    page.evaluate(() => document.activeElement.shadowRoot.activeElement.ariaLabel);
  await page.keyboard.type('up');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Reply to answer 4');
  await button('Remove answer 4').press('Enter');
  await said('Answer 4 was removed. Undo brings it back.');
  assert.equal(await focused(), 'Answer 1 is right');
  await page.keyboard.type('a b c');
  assert.deepEqual(
    await editor()
      .locator('.pe-answer')
      .evaluateAll((all) => all.map(({ value }) => value)),
    ['', '', ''],
  );
  await undoTo(before);
});

test('the numbers of a question vary; the form shows examples, and the sheets have others', async () => {
  const before = await page.evaluate(draftIn);
  await button('New lesson').press('Enter');
  await button('Add this figure').press('Enter');
  // The settings beside the figure are collapsed, so the teacher sees the figure.
  const { y, height } = await editor().locator('.pe-setup .pe-plot').boundingBox();
  assert.ok(y > 0 && y + height / 2 < 900, `${y}, ${height}`);
  await editor().getByLabel('Question', { exact: true }).check();
  await editor().getByLabel('The figure asks').selectOption({ label: 'my question, for a number' });
  await editor().getByLabel('Your question').fill('How many positions per turn?');
  await editor().getByLabel('The right number is').selectOption({ label: 'positions per turn' });
  await editor().getByLabel('Row: what its first cell says').fill('pair');
  // The row may also be given by the name of a field, so the editor lists the figure's fields.
  await editor().getByText('or the name pair').waitFor();
  await editor()
    .getByText(/This figure has: .*pair \(/)
    .waitFor();
  const state = editor().getByLabel('State that shows the answer', { exact: true });
  await state.fill('pair=3..5');
  const problem = editor().locator('.pe-problem');
  await problem.getByText('Write {pair} in the question').waitFor();
  await editor().getByLabel('Your question').fill('How often does clock {pears} turn?');
  await problem.getByText('The figure has no {pears}.').waitFor();
  await editor().getByLabel('Your question').fill('How many positions per turn has clock {pair}?');
  const turns = [...wavelengths(64)].map(fineWave);
  const example = (pair) => `How many positions per turn has clock ${pair}? ${turns[pair]}`;
  const examples = editor().locator('.pe-examples');
  await examples.getByText(`${example(3)} · ${example(5)}`).waitFor();
  await state.fill('pair=3..99');
  await problem.getByText('this figure has no state pair=3..99').waitFor();
  await state.fill('pair=3..5');
  await editor().getByRole('button', { name: 'Show this state: State that shows' }).click();
  assert.equal(
    await editor()
      .locator('.pe-setup')
      .evaluate((each) => each.state.pair),
    3,
  );
  await examples.getByText(example(3)).waitFor();
  // The table contains the answer, so its button is hidden before the question is answered.
  const table = seen().locator('pe-clocks').getByRole('button', { name: 'Table', exact: true });
  assert.equal(await table.isVisible(), false);
  await seen().locator('pe-clocks').getByRole('button', { name: 'Just show me' }).click();
  await table.waitFor();
  const opened = page.waitForEvent('popup');
  await editor().getByRole('link', { name: 'Worksheet' }).press('Enter');
  const popup = await opened;
  await popup.waitForSelector('pe-worksheet [aria-busy=false]');
  await popup.locator('pe-worksheet').getByLabel('Sheets').fill('3');
  await popup.keyboard.press('Tab');
  const asks = popup.locator('pe-worksheet .pw-task > p:first-child');
  await popup.waitForFunction(
    () => document.querySelector('pe-worksheet').shadowRoot.querySelectorAll('.pw-task').length > 2,
  );
  const said = await asks.allInnerTexts();
  const all = [3, 4, 5].map((pair) => `How many positions per turn has clock ${pair}?`);
  assert.deepEqual([...said].sort(), all);
  await popup.close();
  await undoTo(before);
});

test('Undo goes back beyond a new lesson, to what was done before it', async () => {
  const kept = () => page.evaluate(draftIn);
  const before = await kept();
  await button('Remove, part 1').press('Enter');
  await button('New lesson').press('Enter');
  await button('Undo').press('Enter');
  assert.notEqual(await kept(), before);
  await button('Undo').press('Enter');
  assert.equal(await kept(), before);
});

test('Undo takes back every edit; all that is typed into one box is one step', async () => {
  const kept = () => page.evaluate(draftIn);
  const states = [await kept()];
  /** Waits until the editor has stored a lesson that contains a text. */
  const stored = (text) => until(async () => (await kept()).includes(text), `${text} is not kept`);
  const note = async (text) => {
    await stored(text);
    states.push(await kept());
  };
  await editor().getByText('Part 2').click();
  await editor().locator('.pe-setup .pe-plot').press('ArrowRight');
  await note('"position":"15"');
  await editor().getByLabel('Question', { exact: true }).check();
  const ask = editor().getByLabel('Your question', { exact: true });
  await ask.fill('One');
  await stored('"ask":"One"');
  await ask.fill('One and two');
  await note('"ask":"One and two"');
  await editor().getByLabel('Title of the lesson').fill('Another');
  await note('"title":"Another"');
  for (const state of states.slice(0, -1).reverse()) {
    await button('Undo').press('Enter');
    await said('Undone.');
    assert.equal(await kept(), state);
    // The edited part stays open, and its radio button `Question` stays checked.
    assert.equal(await editor().getByLabel('Question', { exact: true }).isChecked(), true);
  }
  await editor().getByText('Part 2').click();
});

/**
 * Returns whether an element is at least partly visible in the preview of the lesson and on the
 * screen.
 */
const inResult = (locator) =>
  locator.evaluate((element) => {
    const view = element.closest('.pe-seen').getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > view.top && top < Math.min(view.bottom, innerHeight) - 20;
  });

test('the result follows the part that is added, opened or typed in', async () => {
  const before = await page.evaluate(draftIn);
  await button('Add a text').click();
  const area = editor().locator('.pe-body textarea');
  const added = seen().getByText('A heading');
  await added.waitFor();
  await until(() => inResult(added), 'the result does not show the new part');
  const side = editor().locator('.pe-seen');
  await side.evaluate((element) => (element.scrollTop = 0));
  await area.fill('## The last part');
  const typed = seen().getByText('The last part');
  await typed.waitFor();
  await until(() => inResult(typed), 'the result does not show what is typed');
  await editor().getByText('Part 1').click();
  assert.equal(await inResult(seen().getByText('Look')), true);
  await undoTo(before);
  await editor().getByText('Part 1').click();
});

test('a figure and the result stand beside the form; a narrow page has the figure above it', async () => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await editor().getByText('Part 2').click();
  await editor().getByLabel('Question', { exact: true }).check();
  const take = button('Take the current state: State that shows the answer');
  await take.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const boxOf = (selector) => editor().locator(selector).boundingBox();
  const plot = await boxOf('.pe-setup .pe-plot');
  const bar = await boxOf('.pe-setup .pe-bar');
  const press = await take.boundingBox();
  const card = await boxOf('.pe-page .pe-predict');
  const all = JSON.stringify({ plot, bar, press, card });
  assert.ok(press.x + press.width < plot.x && plot.x + plot.width < card.x, all);
  assert.ok(plot.y > 56 && plot.y + plot.height < 800, all);
  assert.ok(bar.y >= plot.y + plot.height - 1, all);
  // The whole question is in view.
  assert.ok(card.y > 56 && card.y + card.height <= 800, all);
  await page.setViewportSize({ width: 900, height: 800 });
  await take.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const above = await boxOf('.pe-setup');
  const below = await boxOf('.pe-body > .pe-form > .pe-form');
  assert.ok(above.y + above.height <= below.y, JSON.stringify({ above, below }));
  await editor().getByText('Part 2').click();
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the result shows a question while it is typed, and says what it lacks', async () => {
  const before = await page.evaluate(draftIn);
  await button('New lesson').press('Enter');
  await button('Add this figure').press('Enter');
  await editor().getByLabel('Question', { exact: true }).check();
  await editor().getByLabel('The figure asks').selectOption({ label: 'my question, for a number' });
  const ask = editor().getByLabel('Your question', { exact: true });
  await ask.focus();
  const legend = seen().locator('pe-clocks .pe-predict legend');
  await legend.getByText('…').waitFor();
  const figure = await seen().locator('pe-clocks').elementHandle();
  // The letters are typed without long pauses. The figure shows the text before the last letter is
  // typed.
  let shown = 0;
  for (const letter of 'How many turns are these twelve positions') {
    await page.keyboard.type(letter, { delay: 60 });
    if ((await legend.innerText()).includes('How many')) shown += 1;
  }
  assert.ok(shown > 5, `${shown}`);
  await legend.getByText('How many turns are these twelve positions').waitFor();
  assert.equal(await figure.evaluate((element) => element.isConnected), true);
  assert.equal(await ask.evaluate((box) => box.getRootNode().activeElement === box), true);
  const problem = editor().locator('.pe-problem');
  await problem.getByText('Readers do not get this question yet. Write the right answer').waitFor();
  await undoTo(before);
});

test('a lesson has one level and one language; a language comes with its words', async () => {
  const before = await page.evaluate(draftIn);
  await editor()
    .getByLabel('Readers see', { exact: true })
    .selectOption({ label: 'what beginners need' });
  await said('leaves out the formula, some controls, the speed');
  await seen().locator('pe-clocks[level=beginner]').waitFor();
  await button('Add this figure').press('Enter');
  assert.equal(await seen().locator('pe-clocks[level=beginner]').count(), 2);
  const choice = editor().getByLabel('Language');
  const tags = await choice.evaluate((list) => [...list.options].map(({ value }) => value));
  assert.deepEqual(tags, ['en', ...LANGUAGES]);
  await choice.selectOption({ label: 'Deutsch' });
  await seen().getByRole('button', { name: 'Auflösen' }).last().waitFor();
  await editor()
    .locator('.pe-setup')
    .getByText('Viele Uhren')
    .first()
    .waitFor({ state: 'attached' });
  const path = await save('german.html');
  await said('Your browser is saving posenc-lesson.html.');
  const html = readFileSync(path, 'utf8');
  assert.match(html, /<html lang="de">/);
  assert.match(html, /<h2>Deine Antworten<\/h2>/);
  assert.equal(html.match(/<pe-clocks [^>]*level="beginner"/g).length, 2);
  await undoTo(before);
  assert.equal(await choice.inputValue(), 'en');
});

test('a file that is no lesson is refused in a sentence, and the open lesson stays', async () => {
  const before = await page.evaluate(draftIn);
  const page1 = readFileSync(saved, 'utf8');
  const changed = (from, to) => page1.replace(from, () => to);
  const files = [
    ['a.html', '<p>Hello</p>', 'a.html is not a lesson'],
    ['b.html', '<script type="application/json" id="posenc-lesson">{</script>', 'is not a lesson'],
    ['c.html', changed('"posenc":1', '"posenc":2'), 'The lesson has version 2'],
    ['d.html', changed('"figure":"clocks"', '"figure":"script"'), 'damaged at blocks.2.figure.'],
    ['e.html', changed('"position":"14"', '"onclick":"hit()"'), 'at blocks.2.attributes.'],
    ['f.html', changed('"hide":["formula"]', '"hide":["a){} *{"]'), 'at blocks.2.hide.1.'],
  ];
  for (const [name, text, sentence] of files) {
    await give(name, text);
    await said(sentence);
  }
  assert.equal(await page.evaluate(draftIn), before);
  assert.deepEqual(errors, []);
  const outside = requests.filter((url) => !/^(data|blob|file):/.test(url));
  assert.deepEqual(outside, []);
});

test('clicks lock, hide and show parts of a figure, and no answer leaves the editor', async () => {
  await page.evaluate(() => addEventListener('pe-answer', () => (window.told = true)));
  await editor().getByText('Part 2').click();
  await editor().getByLabel('Hide and lock').check();
  const dimensions = editor().locator('.pe-setup').getByLabel('Dimensions');
  await dimensions.scrollIntoViewIfNeeded();
  const box = await dimensions.boundingBox();
  const click = () => page.mouse.click(box.x + 5, box.y + 5);
  await click();
  await said('Dimensions: locked');
  await click();
  await said('Dimensions: hidden');
  await click();
  await said('Dimensions: shown');
  // Within 150 ms, the result gets a new figure. This timer is longer, so it runs after that.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  const figure = seen().locator('pe-clocks');
  await figure.getByLabel('three').check();
  await figure.getByRole('button', { name: 'Reveal' }).press('Enter');
  await figure.getByText('half').first().waitFor();
  assert.equal(await page.evaluate(() => window.told), undefined);
});

test('served beside its files, the editor speaks German and saves a German lesson', async () => {
  const scripts = ['languages/de.js', 'figures.js', 'editor.js']
    .map((name) => `<script type="module" src="${name}"></script>`)
    .join('');
  const address = server.author(`<div lang="de"><pe-editor></pe-editor></div>${scripts}`);
  const opened = await openPage(chromium, address);
  page = opened.page;
  await button('Diese Grafik hinzufügen').click();
  await editor().locator('input[type=radio][value=question]').check();
  const kind = editor().getByLabel('Die Grafik fragt');
  await kind.selectOption({ label: 'meine Frage nach einer Zahl' });
  await editor().getByLabel('Deine Frage', { exact: true }).fill('Wie lang ist eine Runde?');
  await editor().getByLabel('Richtige Zahl', { exact: true }).fill('6,28');
  const problem = editor().locator('.pe-problem');
  const state = editor().locator('input[placeholder="position=12"]');
  await state.fill('postion=3');
  await problem.getByText('Den Zustand postion=3 hat diese Grafik nicht.').waitFor();
  await state.fill('position=44');
  const distance = editor().getByLabel('Darf abweichen um', { exact: true });
  await distance.fill('-1');
  await problem.getByText('„Darf abweichen um“ braucht eine Zahl ab 0').waitFor();
  await distance.fill('');
  await problem.waitFor({ state: 'hidden' });
  await kind.selectOption({ label: 'meine Frage, beantwortet im Bild' });
  const target = editor().locator('input[placeholder="position=12"]').first();
  await target.fill('position=99999999');
  await problem.getByText('Den Zustand position=99999999 hat diese Grafik nicht.').waitFor();
  await kind.selectOption({ label: 'meine Frage, mit Antworten zur Auswahl' });
  await editor().getByLabel('Antwort 1', { exact: true }).fill('drei');
  await editor().getByLabel('Antwort 2', { exact: true }).fill('vier');
  await editor().getByLabel('Zustand, der Antwort 2 zeigt', { exact: true }).fill('pair=900');
  const second = 'Zustand, der Antwort 2 zeigt: Den Zustand pair=900 hat diese Grafik nicht.';
  await problem.getByText(second).waitFor();
  await kind.selectOption({ label: 'meine Frage nach einer Zahl' });
  const file = await save('de.html', editor().locator('.pe-strong'), 'unterricht.html');
  assert.match(readFileSync(file, 'utf8'), /<pe-question [^>]*answer="6\.28"/);
  const { page: lesson, errors } = await openPage(chromium, pathToFileURL(file).href);
  assert.equal(await lesson.evaluate(() => document.documentElement.lang), 'de');
  await lesson.getByRole('button', { name: 'Auflösen' }).waitFor();
  await lesson.getByLabel('Deine Zahl').fill('6,28');
  await lesson.keyboard.press('Enter');
  await lesson.locator('.pe-surprise', { hasText: /^6,28$/ }).waitFor();
  assert.deepEqual([...errors, ...opened.errors], []);
});
