/* Checks `npm run language TAG`, in a copy of the project: it begins a language, and checks it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyOfProject } from '../support/copies.js';
import { numbersOf } from '../support/languages.js';

const copy = copyOfProject(['web', 'tests', 'c']);
mkdirSync(join(copy.path, 'dist'));
after(copy.remove);

const inCopy = (name) => join(copy.path, name);
const run = (script, ...args) =>
  spawnSync(process.execPath, [script, ...args], { cwd: copy.path, encoding: 'utf8' });
const begin = (...args) => run('web/build/new-language.js', ...args);
const check = (tag) => run('tests/tools/language.js', tag);

/** Changes a file of the copy. */
function change(name, from, to) {
  const text = readFileSync(inCopy(name), 'utf8');
  assert.ok(text.includes(from), `${name}: ${from}`);
  writeFileSync(inCopy(name), text.replace(from, to));
}

test('a language begins as a copy, which is complete and has the form of the English words', () => {
  assert.match(
    begin('fr').stdout,
    /fr\.js and web\/languages\/fr\/ are copies of the German words/,
  );
  const { stdout, stderr, status } = check('fr');
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.match(stdout, /^0 differs in form\n0 is missing\n/);
  assert.ok(Number(/(\d+) is as in German/.exec(stdout)[1]) > 1000, stdout);
  const page = readFileSync(inCopy('dist/figures-fr.html'), 'utf8');
  for (const part of ['<pe-rope>', 'lang=fr&level=full#editor', '#doctor', '&worksheet=rope'])
    assert.ok(page.includes(part), part);
});

test('a language that has begun stays as it is', () => {
  change('web/languages/fr/chassis.js', "yes: 'ja'", "yes: 'oui'");
  assert.equal(begin('fr').stdout, '');
  assert.match(readFileSync(inCopy('web/languages/fr/chassis.js'), 'utf8'), /yes: 'oui'/);
});

test('the check names what is missing or wrong in the quiz, the tour, the page and sentences', () => {
  change('web/languages/fr/bank.js', '  ...waves,\n', '');
  change('web/languages/fr/bank/clocks.js', "'half',", "'moitié',");
  change('web/languages/fr/tour.js', '{words.length}', 'mêmes');
  change('web/languages/fr/chassis.js', 'moveFirst:', 'moveLast:');
  change('web/languages/fr.js', '  page,\n', '  page: { ...page, page: [] },\n');
  change('web/languages/fr.js', '  findings,\n', "  findings: { 'No one': 'Personne' },\n");
  const { stdout, status } = check('fr');
  assert.equal(status, 1);
  for (const part of [
    /^ {2}bank\.waves-twins$/m,
    /^ {2}bank\.clocks-alike\.options: expected half,one,many$/m,
    /^ {2}tour-script\.0\.lines\.1\.1: expected \{words\.length\} in it$/m,
    /^ {2}questions\.moveFirst$/m,
    /^ {2}page\.page: expected \d+ texts, got 0$/m,
    /^ {2}findings: the library does not say "No one"$/m,
    /^ {2}findings: all elements$/m,
  ])
    assert.match(stdout, part);
});

test('a tag that cannot be is refused in one line', () => {
  for (const tag of [[], ['en'], ['FR'], ['../de']]) {
    const { stderr, status } = begin(...tag);
    assert.match(stderr, /^posenc: language: expected the tag of a language .*, got ".*"\n$/);
    assert.equal(status, 1);
  }
  rmSync(inCopy('web/languages/fr.js'));
  assert.match(begin('fr').stderr, /^posenc: language: expected both .* only one of them\n$/);
  assert.ok(!existsSync(inCopy('web/languages/fr.js')));
  writeFileSync(inCopy('web/languages/fr.js'), "import './de.js';\n");
  assert.match(check('fr').stderr, /fr\.js: expected addLanguage\('fr', \.\.\.\), got another tag/);
});

test('a language without marks of its numbers is refused by its name', () => {
  assert.deepEqual(numbersOf('1.000,5', 'de'), ['1000.5']);
  assert.throws(
    () => numbersOf('1.000,5', 'fr'),
    /MARKS: expected the marks of numbers in fr, got/,
  );
});
