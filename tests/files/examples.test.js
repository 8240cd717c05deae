/* Checks that every function of posenc/files is documented, and that its example is right. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as filesEntry from '../../web/files/index.js';
import * as posenc from '../../web/index.js';
import { promisedLines, runExample } from '../../web/site/example.js';
import { root } from '../support/browsers.js';

const folder = join(root, 'web/files');
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
const { FileError, ...functions } = filesEntry;

/** The doc comment of an exported function, without its stars. */
function commentOf(name) {
  const head = new RegExp(`\\nexport (async )?function ${name}\\(`);
  const text = texts.find((each) => head.test(each));
  const end = text.search(head);
  const start = text.lastIndexOf('/**', end);
  return text.slice(start, end).replace(/^\/\*\*\n|^ \*[ /]?/gm, '');
}

for (const name of Object.keys(functions))
  test(`${name} names its errors, and its example prints what it says`, async () => {
    const comment = commentOf(name);
    assert.match(comment, /@returns/);
    assert.match(comment, /@throws \{RangeError \| TypeError\}/);
    const example = comment.split('@example\n')[1];
    assert.ok(promisedLines(example).length, 'no line that prints');
    const printed = await runExample(example, { ...posenc, ...functions });
    assert.deepEqual(printed, promisedLines(example));
  });

test('the error of files is a RangeError with a name of its own', () => {
  const error = new FileError('x');
  assert.ok(error instanceof RangeError);
  assert.equal(String(error), 'FileError: x');
});
