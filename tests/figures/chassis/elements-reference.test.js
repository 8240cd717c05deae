/* Checks that the reference of the elements agrees with the code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as elements from '../../../web/elements.js';
import { CURSORS } from '../../../web/figures/chassis/group.js';
import { ROLES } from '../../../web/figures/chassis/palette.js';
import { SETTINGS } from '../../../web/figures/chassis/parameters.js';
import { PeQuiz } from '../../../web/quiz.js';
import { SETS } from '../../../web/quiz/bank.js';
import { PeTour } from '../../../web/tour.js';
import { MARK, file, reference } from '../../tools/elements-reference.js';

const text = readFileSync(file, 'utf8');
const [above] = text.split(MARK);
const [common, quiz, answers, tour] = above.split(/\n## (?:Quiz|Answers|Tour)\n/);

const webFile = (path) => readFileSync(new URL(`../../../web/${path}.js`, import.meta.url), 'utf8');
const sourceOf = (name) => webFile(`figures/chassis/${name}`);
const firstGroups = (matches) => [...matches].map(([, name]) => name);
const sortedOnce = (names) => [...new Set(names)].sort();

test('the tables are those of the code (node tests/tools/elements-reference.js write)', () => {
  assert.equal(text, `${above}${MARK}\n${reference()}`);
});

test('the reference describes all that figures share: names, methods, events, colours', () => {
  for (const name of SETTINGS) assert.ok(common.includes(`| \`${name}\` |`), name);
  for (const name of CURSORS) assert.ok(common.includes(`\`${name}\``), name);
  for (const name of firstGroups(common.matchAll(/`(\w+)\([^`]*\)`/g)))
    if (name !== 'postMessage')
      assert.equal(typeof elements.PeFigure.prototype[name], 'function', name);
  const source = ['figure', 'parameters', 'question'].map(sourceOf).join();
  assert.deepEqual(
    sortedOnce(firstGroups(source.matchAll(/emit\('(pe-\w+)'/g))),
    sortedOnce(firstGroups(common.matchAll(/`(pe-\w+) \{/g))),
  );
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
