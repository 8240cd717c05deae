/* Tests the doc comments of the functions that an entry such as posenc/files exports. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as posenc from '../../web/index.js';
import { promisedLines, runExample } from '../../web/site/example.js';
import { root } from './browsers.js';

/** Returns the doc comment of an exported function, without its stars. */
function commentOf(name, texts) {
  const head = new RegExp(`\\nexport (async )?function ${name}\\(`);
  const text = texts.find((each) => head.test(each));
  const end = text.search(head);
  const start = text.lastIndexOf('/**', end);
  return text.slice(start, end).replace(/^\/\*\*\n|^ \*[ /]?/gm, '');
}

/** Checks that every function is documented, and that its example prints what it says. */
export function testExamples(folder, functions) {
  const files = readdirSync(join(root, folder));
  const texts = files.map((name) => readFileSync(join(root, folder, name), 'utf8'));
  const library = { ...posenc, ...functions };
  for (const name of Object.keys(functions))
    test(`${name} names its errors, and its example prints what it says`, async () => {
      const comment = commentOf(name, texts);
      assert.match(comment, /@returns/);
      assert.match(comment, /@throws \{RangeError \| TypeError\}/);
      const example = comment.split('@example\n')[1];
      assert.ok(promisedLines(example).length, 'no line that prints');
      const printed = await runExample(example, library);
      assert.deepEqual(printed, promisedLines(example));
    });
}
