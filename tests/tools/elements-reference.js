/*
 * Generates the reference of the elements, which is the lower part of web/figures/README.md, from
 * their code.
 *   node tests/tools/elements-reference.js          prints the reference
 *   node tests/tools/elements-reference.js write    writes the reference into the file
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { attributesOf, code, summaryOf } from '../../web/build/figure-facts.js';
import * as elements from '../../web/elements.js';

export const file = fileURLToPath(new URL('../../web/figures/README.md', import.meta.url));
export const MARK = '<!-- below: node tests/tools/elements-reference.js write -->\n';

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

const row = ({ name, field, initial, range, label }) =>
  `| ${code(name)} | ${field.kind} | ${cell(initial)} | ${cell(range)} | ${cell(label)} |`;

const section = (Figure) =>
  [
    `## ${Figure.tag}`,
    '',
    `${Figure.words.heading}.`,
    '',
    '| name | kind | default | range | what it is |',
    '| --- | --- | --- | --- | --- |',
    ...attributesOf(Figure).map(row),
    '',
    summaryOf(Figure),
    '',
  ].join('\n');

export const reference = () =>
  Object.values(elements)
    .filter((Figure) => Figure.tag)
    .map(section)
    .join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'write')
    writeFileSync(file, readFileSync(file, 'utf8').split(MARK)[0] + MARK + '\n' + reference());
  else process.stdout.write(reference());
}
