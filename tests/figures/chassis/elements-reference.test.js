/* Checks that the reference of the elements agrees with the code. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import * as elements from '../../../web/elements.js';
import { CURSORS } from '../../../web/figures/chassis/group.js';
import { ROLES } from '../../../web/figures/chassis/palette.js';
import { SETTINGS } from '../../../web/figures/chassis/parameters.js';
import { PeDoctor } from '../../../web/checkup.js';
import { PeEditor } from '../../../web/editor.js';
import { PeQuiz } from '../../../web/quiz.js';
import { SETS } from '../../../web/quiz/bank.js';
import { PeTour } from '../../../web/tour.js';
import { PeWorksheet } from '../../../web/worksheet.js';
import { NUMBERS } from '../../../web/worksheet/element.js';
import { SOURCES } from '../../../web/worksheet/tasks.js';
import { TAGS, chromium, classic, each, server, useAuthors } from '../../support/authors.js';
import { openPage, root } from '../../support/browsers.js';
import { MARK, file, reference } from '../../tools/elements-reference.js';

const text = readFileSync(file, 'utf8');
const [above] = text.split(MARK);
const [common, quiz, answers, tour, lessons, doctor, worksheets] = above.split(
  /\n## (?:Quiz|Answers|Tour|Make a lesson|Doctor|Worksheets)\n/,
);

const webFile = (path) => readFileSync(new URL(`../../../web/${path}.js`, import.meta.url), 'utf8');
useAuthors();

/** The text of all sources in web/, except those of the site, the recipes and the build. */
const sources = readdirSync(`${root}/web`, { recursive: true })
  .filter((name) => /\.(js|css)$/.test(name) && !/^(build|site|recipes|kernels)/.test(name))
  .filter((name) => !name.endsWith('style-text.js'))
  .map((name) => readFileSync(`${root}/web/${name}`, 'utf8'))
  .join('\n');

const firstGroups = (matches) => [...matches].map(([, name]) => name);
const sortedOnce = (names) => [...new Set(names)].sort();

test('the tables agree with the code (node tests/tools/elements-reference.js write)', () => {
  assert.equal(text, `${above}${MARK}\n${reference()}`);
});

test('the reference describes what all figures share: names, methods, colours', () => {
  for (const name of SETTINGS) assert.ok(common.includes(`| \`${name}\` |`), name);
  for (const name of CURSORS) assert.ok(common.includes(`\`${name}\``), name);
  for (const name of firstGroups(common.matchAll(/`(\w+)\([^`]*\)`/g)))
    if (name !== 'postMessage')
      assert.equal(typeof elements.PeFigure.prototype[name], 'function', name);
  const roles = Object.keys(ROLES);
  assert.ok(
    roles.length > 10 && roles.every((role) => common.includes(`\`--pe-${role}\``)),
    roles.join(),
  );
});

test('the reference describes the quiz: attributes, sets, methods, event', () => {
  for (const name of [...PeQuiz.observedAttributes, ...Object.keys(SETS)])
    assert.ok(quiz.includes(`\`${name}\``), name);
  for (const name of firstGroups(quiz.matchAll(/`(\w+)\(\)`/g)))
    assert.equal(typeof PeQuiz.prototype[name], 'function', name);
  assert.match(quiz, /sends `pe-answer`/);
});

test('the reference describes worksheets: attributes, their limits, and kinds of questions', () => {
  const rows = firstGroups(worksheets.matchAll(/^\| `(\w+)` \|/gm));
  assert.deepEqual(rows.sort(), PeWorksheet.observedAttributes.filter((n) => n !== 'lang').sort());
  for (const [name, { most, usual }] of Object.entries(NUMBERS))
    assert.match(
      worksheets,
      new RegExp(`\\| \`${name}\` \\|.* up to ${most}; ${usual} by default`),
    );
  for (const source of SOURCES) assert.ok(worksheets.includes(`\`${source}\``), source);
});

test('the reference describes own questions, answers and messages, and nothing else', () => {
  const [, own] = common.split('### Your own question');
  const tables = own.split('\n### ')[0].replaceAll(/, `/g, ' |\n| `');
  const read = webFile('figures/questions/read');
  const used = firstGroups(
    read.matchAll(/(?:getAttribute\(|stateOf\(\w+, |hasFlag\(\w+, )'([\w-]+)'/g),
  );
  assert.deepEqual(
    sortedOnce([...used, 'id']),
    sortedOnce(firstGroups(tables.matchAll(/^\| `([\w-]+)` \|/gm))),
  );
  const messages = webFile('lab/messages');
  const sent = firstGroups(messages.matchAll(/(?:tell\(|type: |type === )'([\w:]+)'/g));
  assert.deepEqual(sortedOnce(sent), sortedOnce(firstGroups(common.matchAll(/type: '([\w:]+)'/g))));
  const detail = /`pe-answer \{(.+)\}`/.exec(common)[1].split(', ');
  for (const name of detail) assert.ok(answers.includes(`| \`${name}\` |`), name);
  const channels = /const CHANNELS = \{(.*?)^\};/ms.exec(webFile('answers/report'))[1];
  for (const name of firstGroups(channels.matchAll(/^ {2}(\w+):/gm)))
    assert.match(answers, new RegExp(`^\\| \`${name}\``, 'm'));
});

test('the reference describes the tour: attributes, methods, property', () => {
  for (const name of PeTour.observedAttributes) assert.ok(tour.includes(`| \`${name}\` |`), name);
  const methods = firstGroups(tour.matchAll(/`(\w+)\(\)`/g));
  assert.equal(methods.length, 2);
  for (const name of methods) assert.equal(typeof PeTour.prototype[name], 'function', name);
  assert.ok('playing' in PeTour.prototype && tour.includes('`playing`'));
});

test('the reference describes the doctor: attribute and methods', () => {
  for (const name of PeDoctor.observedAttributes) assert.ok(doctor.includes(`\`${name}\``), name);
  for (const name of firstGroups(doctor.matchAll(/`(\w+)\(\w*\)`/g)))
    assert.equal(typeof PeDoctor.prototype[name], 'function', name);
});

test('the reference describes the editor: attributes', () => {
  const read = firstGroups(webFile('editor/element').matchAll(/[gs]etAttribute\('(\w+)'/g));
  assert.ok(read.includes('base'));
  assert.deepEqual(
    sortedOnce(firstGroups(lessons.matchAll(/^\| `(\w+)` \|/gm))),
    sortedOnce([...PeEditor.observedAttributes, ...read]),
  );
});

test('the reference describes the query of a frame, besides the attributes of its figure', () => {
  const [, frame] = /\n### In a frame\n([^]*?)\n\|/.exec(common);
  const used = firstGroups(webFile('lab/embed').matchAll(/query\.get\('(\w+)'\)/g));
  const described = firstGroups(frame.matchAll(/[`?&](\w+)=(?!")/g));
  const isOther = (name) => !elements.PeClocks.observedAttributes.includes(name);
  assert.ok(used.includes('question') && /the query, and `lang` too/.test(frame));
  assert.deepEqual(sortedOnce([...described.filter(isOther), 'lang']), sortedOnce(used));
});

test('the attributes that all figures share are those of the reference', () => {
  const [, table] = /\n## In every figure\n([^]*?)\n### /.exec(common);
  const rows = firstGroups(table.matchAll(/^\| `([\w-]+)` \|/gm));
  assert.deepEqual(sortedOnce(rows), sortedOnce(SETTINGS));
});

test('the events of the code are those of the reference', () => {
  const sent = sources.matchAll(/(?:emit\(|new CustomEvent\(\s*)'(pe-\w+)'/g);
  const described = above.matchAll(/`(pe-\w+) \{/g);
  assert.deepEqual(sortedOnce(firstGroups(described)), sortedOnce(firstGroups(sent)));
});

test('the messages of frames are those of the reference', () => {
  const used = sources.matchAll(/['"`](posenc:[\w-]+)/g);
  const described = above.matchAll(/(posenc:[\w-]+)/g);
  assert.deepEqual(sortedOnce(firstGroups(described)), sortedOnce(firstGroups(used)));
});

test('the CSS variables of the code are those of the reference', () => {
  const used = new Set(firstGroups(sources.matchAll(/var\((--pe-[a-z]+)/g)));
  // The figure itself sets these variables for inner elements.
  for (const name of ['--pe-mark', '--pe-tall', '--pe-text']) assert.ok(used.delete(name), name);
  const roles = Object.keys(ROLES).map((role) => `--pe-${role}`);
  const described = firstGroups(above.matchAll(/`(--pe-[a-z]+)`/g));
  assert.deepEqual(sortedOnce(described), sortedOnce([...used, ...roles]));
});

/**
 * Runs in the page. Returns the names of all CSS parts, except those that are names of fields. Each
 * comes with the figures that have the part.
 */
function partsOf(tags) {
  const found = tags.flatMap((tag) => {
    const figure = document.querySelector(tag);
    const parts = [...figure.ui.root.querySelectorAll('[part]')].flatMap(({ part }) => [...part]);
    return parts.filter((part) => !(part in figure.state)).map((part) => [part, tag]);
  });
  return Object.entries(Object.groupBy(found, ([part]) => part)).map(([part, owners]) => [
    part,
    [...new Set(owners.map(([, tag]) => tag))],
  ]);
}

test('the parts of figures are those of the reference, with the owners of rare parts', async () => {
  const { page, close } = await openPage(chromium, server.author(each() + classic));
  const parts = new Map(await page.evaluate(partsOf, TAGS));
  await close();
  const [, table] = /\n### Parts\n([^]*?)\n### /.exec(common);
  const rows = [...table.matchAll(/^\| (`.+?) \| (.+) \|$/gm)];
  const described = new Map(
    rows.flatMap(([, names, text]) =>
      firstGroups(names.matchAll(/`(\w+)`/g)).map((name) => [
        name,
        sortedOnce(firstGroups(text.matchAll(/`(pe-\w+)`/g))),
      ]),
    ),
  );
  assert.deepEqual(sortedOnce(described.keys()), sortedOnce(parts.keys()));
  for (const [part, owners] of described) {
    const has = parts.get(part);
    if (owners.length || has.length < 3) assert.deepEqual(owners, sortedOnce(has), part);
  }
});
