/* States, patches and addresses at random, for any figure's fields. */
import fc from 'fast-check';
import { limits } from '../web/figures/state.js';

/** Whether each field of a state holds a value it may hold. */
export const allowed = (fields, state) => Object.entries(fields).every(([key, field]) => {
  if (field.kind === 'flag') return typeof state[key] === 'boolean';
  if (field.kind === 'choice') return field.options.includes(state[key]);
  if (field.kind === 'text') return typeof state[key] === 'string' && state[key].length <= (field.longest ?? 200);
  const { min, max } = limits(field, state);
  const step = field.step && (state[key] - (Number.isFinite(min) ? min : 0)) / field.step;
  return Number.isFinite(state[key]) && state[key] >= min && state[key] <= max && (!field.step || Math.abs(step - Math.round(step)) < 1e-9);
});

const anyValue = (field) => {
  if (field.kind === 'flag') return fc.boolean();
  if (field.kind === 'choice') return fc.constantFrom(...field.options);
  if (field.kind === 'text') return fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 60 }), fc.constant(field.value));
  return fc.oneof(fc.double({ noNaN: true, min: -10, max: 2000 }), fc.integer({ min: 0, max: 64 }));
};

/** Some fields, with values of their kind. */
export const anyPatch = (fields) => fc.record(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, anyValue(field)])), { requiredKeys: [] });

/** An address: nonsense, or nearly a link. */
export const anyHash = (figures) => {
  const names = figures.flatMap((Figure) => [Figure.tag.slice(3), ...Object.keys(Figure.allFields)]);
  const piece = fc.constantFrom('#pe1:', '/', '=', ',', ';', '%', '%E0', '%zz', '__proto__', 'constructor', '1e999', '-0', 'NaN', '\u0000', '💥', '7', ...names);
  const pieces = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(''));
  return fc.oneof(fc.string(), fc.string().map((text) => '#pe1:' + text), pieces, pieces.map((text) => '#pe1:' + text), fc.anything());
};
