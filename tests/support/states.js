/*
 * Generates random states, patches (changes of a few fields) and addresses, for the fields of any
 * figure.
 */
import fc from 'fast-check';
import { limits, longest } from '../../web/figures/chassis/state.js';

function isAllowedNumber(field, value, state) {
  const { min, max } = limits(field, state);
  const from = Number.isFinite(min) ? min : 0;
  const steps = field.step ? (value - from) / field.step : 0;
  const isOnStep = Math.abs(steps - Math.round(steps)) < 1e-9;
  return Number.isFinite(value) && value >= min && value <= max && isOnStep;
}

/** For each type of field, a function that returns whether a given value is allowed. */
const IS_ALLOWED = {
  flag: (_field, value) => typeof value === 'boolean',
  choice: (field, value) => field.options.includes(value),
  text: (field, value) => typeof value === 'string' && value.length <= longest(field),
  number: isAllowedNumber,
};

/** Returns whether each field of a state has a value that is allowed. */
export const allowed = (fields, state) =>
  Object.entries(fields).every(([key, field]) => IS_ALLOWED[field.kind](field, state[key], state));

const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

/** For each type of field, a function that generates values. Some of them are not allowed. */
const ANY_VALUE = {
  flag: () => fc.boolean(),
  choice: (field) => fc.constantFrom(...field.options),
  text: (field) =>
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: anyUnit, maxLength: 60 }),
      fc.constant(field.value),
    ),
  number: () =>
    fc.oneof(fc.double({ noNaN: true, min: -10, max: 2000 }), fc.integer({ min: 0, max: 64 })),
};

/** Generates values for some fields. Each value has the type of its field. */
export const anyPatch = (fields) => {
  const values = Object.entries(fields).map(([key, field]) => [key, ANY_VALUE[field.kind](field)]);
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
};

/** Pieces from which addresses are made. The names of figures and fields are added to them. */
const PIECES = [
  '#pe1:',
  '/',
  '=',
  ',',
  ';',
  '%',
  '%E0',
  '%zz',
  '__proto__',
  'constructor',
  '1e999',
  '-0',
  'NaN',
  '\u0000',
  '💥',
  '7',
];

/** Generates addresses that are nonsense, or nearly a valid link. */
export const anyHash = (figures) => {
  const names = figures.flatMap((Figure) => [
    Figure.tag.slice('pe-'.length),
    ...Object.keys(Figure.allFields),
  ]);
  const pieces = fc
    .array(fc.constantFrom(...PIECES, ...names), { maxLength: 24 })
    .map((parts) => parts.join(''));
  return fc.oneof(
    fc.string(),
    fc.string().map((text) => '#pe1:' + text),
    pieces,
    pieces.map((text) => '#pe1:' + text),
    fc.anything(),
  );
};
