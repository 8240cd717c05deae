/** State, links and the number line of the figures: the parts that need no document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PeClocks, PeHeatmap, PeShift } from '../web/elements.js';
import { distance, fixed, full, grouped, scientific, signed } from '../web/figures/format.js';
import { decades, tenTo } from '../web/figures/log.js';
import { coerce, differing, formatHash, limits, normalise, parseHash } from '../web/figures/state.js';
import { csv } from '../web/figures/table.js';
import { track } from '../web/figures/transport.js';

const FIGURES = { clocks: PeClocks, heatmap: PeHeatmap, shift: PeShift };
const allowed = (fields, state) => Object.entries(fields).every(([key, field]) => {
  if (field.kind === 'flag') return typeof state[key] === 'boolean';
  if (field.kind === 'choice') return field.options.includes(state[key]);
  const { min, max } = limits(field, state);
  return Number.isFinite(state[key]) && state[key] >= min && state[key] <= max && (!field.step || Number.isInteger((state[key] - min) / field.step));
});

test('a figure can be imported and made without a document', () => {
  for (const Figure of Object.values(FIGURES)) {
    const figure = new Figure();
    figure.setState({ position: 5 });
    assert.equal(figure.getState().position, 5);
    assert.ok(Figure.observedAttributes.includes('position'));
  }
});

test('a state written into a link is read back the same', () => {
  for (const [name, { allFields: fields }] of Object.entries(FIGURES)) {
    const defaults = normalise(fields);
    const value = (field) => (field.kind === 'flag' ? fc.boolean() : field.kind === 'choice' ? fc.constantFrom(...field.options) : fc.double({ noNaN: true, min: -10, max: 2000 }));
    const patch = fc.record(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, value(field)])), { requiredKeys: [] });
    fc.assert(fc.property(patch, fc.string(), (part, other) => {
      const state = normalise(fields, part);
      assert.ok(allowed(fields, state));
      const entry = differing(state, defaults);
      const hash = formatHash(new Map([[name, entry], ['x' + other, { position: '1' }]]));
      const read = parseHash(hash);
      assert.equal(read.size, 'x' + other === name ? 1 : Object.keys(entry).length ? 2 : 1);
      assert.deepEqual(normalise(fields, read.get(name), defaults), state);
      assert.ok(formatHash(new Map([[name, entry]])).length < 200);
    }), { numRuns: 2000 });
  }
});

test('defaults are left out of a link', () => {
  assert.equal(formatHash(new Map([['clocks', differing(normalise(PeClocks.allFields), normalise(PeClocks.allFields))]])), '');
  assert.equal(formatHash(new Map([['clocks', { position: '44', dim: '128' }], ['shift', { offset: '7' }]])), '#pe1:clocks/position=44,dim=128;shift/offset=7');
});

test('no address makes it throw, and whatever is read becomes an allowed state', () => {
  const piece = fc.constantFrom('#pe1:', 'clocks', '/', '=', ',', ';', '%', '%E0', '%zz', 'position', '__proto__', 'constructor', '1e999', '-0', 'NaN', '\u0000', '💥', 'dim');
  const hash = fc.oneof(fc.string(), fc.string().map((text) => '#pe1:' + text), fc.array(piece, { maxLength: 24 }).map((parts) => parts.join('')), fc.array(piece, { maxLength: 24 }).map((parts) => '#pe1:' + parts.join('')), fc.anything());
  fc.assert(fc.property(hash, (text) => {
    for (const [name, entry] of parseHash(text)) {
      assert.equal(typeof name, 'string');
      for (const { allFields } of Object.values(FIGURES)) assert.ok(allowed(allFields, normalise(allFields, entry)));
    }
  }), { numRuns: 10000 });
});

test('any value becomes an allowed one', () => {
  for (const { allFields } of Object.values(FIGURES)) {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom(...Object.keys(allFields)), fc.anything()), (patch) => allowed(allFields, normalise(allFields, patch))), { numRuns: 1000 });
  }
  assert.equal(coerce({ kind: 'number', value: 4, min: 2, max: 9, step: 2, label: '' }, 9, {}), 8);
  assert.equal(coerce({ kind: 'number', value: 4, min: 2, max: 9, label: '' }, Symbol('x'), {}), 4);
  assert.equal(Object.is(coerce({ kind: 'number', value: 4, label: '' }, -0, {}), 0), true);
});

test('decades and tenTo are logarithms to 1e-8', () => {
  for (const value of [1e-17, 3e-5, 0.5, 1, 6.283185307179586, 10, 44, 62831.85, 1e6]) {
    assert.ok(Math.abs(decades(value) - Math.log10(value)) < 1e-8, String(value));
    assert.ok(Math.abs(tenTo(Math.log10(value)) / value - 1) < 1e-8, String(value));
  }
  assert.equal(decades(0), -Infinity);
});

test('every place of the scrub bar is a position, both ways', () => {
  for (const state of [{ far: true }, { far: false }, {}]) {
    const line = track(state, 1e6);
    let last = -1;
    for (let at = 0; at <= Math.min(line.steps, 600); at++) {
      const position = line.position(at);
      assert.ok(Number.isInteger(position) && position >= last && position <= 1e6);
      if (position !== last) assert.ok(Math.abs(line.at(position) - at) <= (state.far ? 14 : 0.5), `${at} ${position} ${line.at(position)}`);
      last = position;
    }
    if (state.far) assert.equal(line.position(line.steps), 1e6);
  }
});

test('numbers as text', () => {
  assert.equal(grouped(60611.5, 1), '60,611.5');
  assert.equal(grouped(-1234), '−1,234');
  assert.equal(grouped(999.96, 1), '1,000.0');
  assert.equal(signed(-0.262375), '−0.262');
  assert.equal(signed(-0.0001), '+0.000');
  assert.equal(fixed(-0.0001, 2), '0.00');
  assert.equal(scientific(6.028870523e-5), '6.03×10⁻⁵');
  assert.equal(distance(0.0177), '0.0177');
  assert.equal(distance(6.03e-5), '6.03×10⁻⁵');
  assert.equal(full(Math.fround(0.7872419), 'float32'), '0.787241876');
  assert.equal(full(-0.5, 'float64'), '−0.5');
});

test('CSV keeps every digit', () => {
  const value = 0.1 + 0.2;
  const text = csv({ name: '', columns: ['row', 'a, b'], rows: 1, row: () => [0, value], show: String });
  assert.equal(text, `row,"a, b"\n0,${value}\n`);
  assert.equal(Number(text.split('\n')[1].split(',')[1]), value);
});
