/*
 * Prints the reference tables of the elements from their code, as they stand in web/figures/README.md.
 *   node tests/elements-reference.js          prints
 *   node tests/elements-reference.js write    writes them into the file
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import * as elements from '../web/elements.js';
import {CURSORS} from '../web/figures/group.js';
import {limits, normalise} from '../web/figures/state.js';

export const file = fileURLToPath(new URL('../web/figures/README.md', import.meta.url));
export const MARK = '<!-- below: node tests/elements-reference.js write -->\n';

const cell = text => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

function range(field, state) {
  if (field.kind === 'choice') return field.options.map(option => `\`${option}\``).join(', ');
  if (field.kind === 'flag') return 'present or absent';
  if (field.kind === 'text') return `${field.longest ?? 200} characters`;
  const {min, max} = limits(field, state), moves = typeof field.min === 'function' || typeof field.max === 'function';
  return `${Number.isFinite(min) ? min : 'any'} to ${Number.isFinite(max) ? max : 'any'}${moves ? ' at first' : ''}${field.step > 1 ? `, in steps of ${field.step}` : ''}`;
}

const initial = ({kind, value}) => kind === 'flag' ? (value ? 'present' : 'absent') : value === '' ? 'empty' : `\`${String(value).length > 40 ? `${String(value).slice(0, 37)}...` : value}\``;

function section(Figure) {
  const fields = Figure.allFields, state = normalise(fields), figure = new Figure();
  const rows = Object.entries(fields).map(([key, field]) => `| \`${key}\` | ${field.kind} | ${cell(initial(field))} | ${cell(range(field, state))} | ${cell(field.label)}${field.unit ? `, in ${cell(field.unit)}` : ''} |`);
  const shared = CURSORS.filter(key => fields[key]?.kind === 'number');
  const keys = [...Figure.arrows, ...figure.keys().map(([key, label]) => [key.toUpperCase(), label])].map(([key, label]) => `${key}: ${label}`).join('; ');
  return [
    `## ${Figure.tag}`, '', `${Figure.heading}.`, '', '| name | kind | default | range | what it is |', '| --- | --- | --- | --- | --- |', ...rows, '',
    `${figure.timeline ? `Plays along \`${figure.timeline}\`. ` : ''}${shared.length ? `A group shares ${shared.map(key => `\`${key}\``).join(', ')}. ` : ''}Keys: ${keys}.`, ''
  ].join('\n');
}

export const reference = () => Object.values(elements).filter(Figure => Figure.tag).map(section).join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'write') writeFileSync(file, readFileSync(file, 'utf8').split(MARK)[0] + MARK + '\n' + reference());
  else process.stdout.write(reference());
}
