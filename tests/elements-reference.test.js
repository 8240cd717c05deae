/* The reference of the elements says what the code does. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import * as elements from '../web/elements.js';
import {CURSORS} from '../web/figures/group.js';
import {SETTINGS} from '../web/figures/parameters.js';
import {MARK, file, reference} from './elements-reference.js';

const text = readFileSync(file, 'utf8'), [common] = text.split(MARK);

test('the tables are those of the code (node tests/elements-reference.js write)', () => {
  assert.equal(text, `${common}${MARK}\n${reference()}`);
});

test('what every figure has is described: attributes, methods, events, shared cursors, colours', () => {
  for (const name of SETTINGS) assert.ok(common.includes(`| \`${name}\` |`), name);
  for (const name of CURSORS) assert.ok(common.includes(`\`${name}\``), name);
  for (const [, name] of common.matchAll(/`(\w+)\([^`]*\)`/g)) if (name !== 'postMessage') assert.equal(typeof elements.PeFigure.prototype[name], 'function', name);
  const source = ['figure', 'parameters', 'predict'].map(name => readFileSync(new URL(`../web/figures/${name}.js`, import.meta.url), 'utf8')).join();
  const sent = [...source.matchAll(/emit\('(pe-\w+)'/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(sent)].sort(), [...new Set([...common.matchAll(/`(pe-\w+) \{/g)].map(([, name]) => name))].sort());
  const style = readFileSync(new URL('../web/figures/style.js', import.meta.url), 'utf8'), roles = [...style.matchAll(/(\w+): \['#/g)].map(([, role]) => role);
  assert.ok(roles.length > 10 && roles.every(role => common.includes(`\`--pe-${role}\``)), roles.join());
});
