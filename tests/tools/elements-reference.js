/*
 * Generates the reference of the elements, which is the lower part of web/figures/README.md, from
 * their code.
 *   node tests/tools/elements-reference.js          prints the reference
 *   node tests/tools/elements-reference.js write    writes the reference into the file
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as elements from '../../web/elements.js';
import { CURSORS } from '../../web/figures/chassis/group.js';
import { limits, longest, normalise } from '../../web/figures/chassis/state.js';

export const file = fileURLToPath(new URL('../../web/figures/README.md', import.meta.url));
export const MARK = '<!-- below: node tests/tools/elements-reference.js write -->\n';

/** The table shows at most this many characters of a default value. */
const LONGEST_DEFAULT = 40;

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text) => `\`${text}\``;

const finite = (value) => (Number.isFinite(value) ? value : 'any');

function numberRange(field, state) {
  const { min, max } = limits(field, state);
  const moves = typeof field.min === 'function' || typeof field.max === 'function';
  const steps = field.step > 1 ? `, in steps of ${field.step}` : '';
  return `${finite(min)} to ${finite(max)}${moves ? ' by default' : ''}${steps}`;
}

/** For each type of field: describes the values that a field can have. */
const RANGES = {
  choice: (field) => field.options.map(code).join(', '),
  flag: () => 'present or absent',
  text: (field) => `${longest(field)} characters`,
  number: numberRange,
};

function initial({ kind, value }) {
  if (kind === 'flag') return value ? 'present' : 'absent';
  if (value === '') return 'empty';
  const text = String(value);
  return code(text.length > LONGEST_DEFAULT ? `${text.slice(0, LONGEST_DEFAULT - 3)}...` : text);
}

function row([key, field], state) {
  const label = cell(field.label) + (field.unit ? `, in ${cell(field.unit)}` : '');
  const range = RANGES[field.kind](field, state);
  return `| ${code(key)} | ${field.kind} | ${cell(initial(field))} | ${cell(range)} | ${label} |`;
}

/** Describes what a figure plays, what it shares with a group of figures, and its keys. */
function summary(Figure) {
  const figure = new Figure();
  const shared = CURSORS.filter((key) => Figure.fields[key]?.kind === 'number');
  const own = figure.keys().map(([key, label]) => [key.toUpperCase(), label]);
  const keys = [...Figure.words.arrows, ...own]
    .map(([key, label]) => `${key}: ${label}`)
    .join('; ');
  const sentences = [
    figure.timeline ? `Play changes ${code(figure.timeline)}.` : '',
    shared.length ? `Figures of the same \`group\` share ${shared.map(code).join(', ')}.` : '',
    `Keys: ${keys}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

function section(Figure) {
  const fields = Figure.allFields;
  const state = normalise(fields);
  return [
    `## ${Figure.tag}`,
    '',
    `${Figure.words.heading}.`,
    '',
    '| name | kind | default | range | what it is |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(fields).map((entry) => row(entry, state)),
    '',
    summary(Figure),
    '',
  ].join('\n');
}

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
