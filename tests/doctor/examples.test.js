/* Checks that every function of posenc/doctor is documented, and that its example is right. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as doctor from '../../web/doctor/index.js';
import * as posenc from '../../web/index.js';
import { promisedLines, runExample } from '../../web/site/example.js';
import { root } from '../support/browsers.js';

const folder = join(root, 'web/doctor');
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

/** The doc comment of an exported function, without its stars. */
function commentOf(name) {
  const text = texts.find((each) => each.includes(`\nexport function ${name}(`));
  const end = text.indexOf(`\nexport function ${name}(`);
  const start = text.lastIndexOf('/**', end);
  return text.slice(start, end).replace(/^\/\*\*\n|^ \*[ /]?/gm, '');
}

const names = Object.keys({ ...posenc, ...doctor });

for (const name of Object.keys(doctor))
  test(`${name} names its errors, and its example prints what it says`, async () => {
    const comment = commentOf(name);
    assert.match(comment, /@returns/);
    assert.match(comment, /@throws \{RangeError \| TypeError\}/);
    const example = comment.split('@example\n')[1];
    assert.ok(promisedLines(example).length, 'no line that prints');
    const used = names.filter((each) => new RegExp(`\\b${each}\\(`).test(example));
    const program = `import { ${used.join(', ')} } from 'posenc';\n\n${example}`;
    const printed = await runExample(program, { ...posenc, ...doctor });
    assert.deepEqual(printed, promisedLines(example));
  });
