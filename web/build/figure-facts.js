/**
 * Writes the facts about a figure for its reference: its attributes, the field that Play changes,
 * and its keys. In these texts, backticks enclose code.
 */
import { CURSORS } from '../figures/chassis/group.js';
import { limits, longest, normalise } from '../figures/chassis/state.js';

/** A default value is shown with at most this many characters. */
const LONGEST_DEFAULT = 40;

export const code = (text) => `\`${text}\``;

const finite = (value) => (Number.isFinite(value) ? value : 'any');

const wholeOf = ({ step }) => (step === 1 ? ', whole numbers' : '');

function numberRange(field, state) {
  const { min, max } = limits(field, state);
  const moves = typeof field.min === 'function' || typeof field.max === 'function';
  const steps = field.step > 1 ? `, in steps of ${field.step}` : wholeOf(field);
  return `${finite(min)} to ${finite(max)}${moves ? ' by default' : ''}${steps}`;
}

/** For each type of field, a function that describes the values that a field can have. */
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

/** Describes each field of a figure: its name, kind, default, range and label. */
export function attributesOf(Figure) {
  const fields = Figure.allFields;
  const state = normalise(fields);
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    initial: initial(field),
    range: RANGES[field.kind](field, state),
    label: Figure.labelOf(name) + (field.unit ? `, in ${field.unit}` : ''),
  }));
}

/** Names the field that Play changes, the fields that a group of figures shares, and the keys. */
export function summaryOf(Figure) {
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
