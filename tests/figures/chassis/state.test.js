/* Checks the parts of the figures that need no document: the state, links and the scrub bar. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../support/random.js';
import * as elements from '../../../web/elements.js';
import {
  distance,
  fixed,
  full,
  grouped,
  scientific,
  signed,
} from '../../../web/figures/chassis/format.js';
import { CURSORS } from '../../../web/figures/chassis/group.js';
import { decades, tenTo } from '../../../web/figures/chassis/decades.js';
import { SETTINGS } from '../../../web/figures/chassis/parameters.js';
import { linkEntry } from '../../../web/figures/chassis/links.js';
import {
  coerce,
  differing,
  entryOf,
  formatHash,
  limits,
  normalise,
  parseHash,
} from '../../../web/figures/chassis/state.js';
import { csv } from '../../../web/figures/chassis/table.js';
import { track } from '../../../web/figures/chassis/transport.js';
import { allowed, anyHash, anyPatch } from '../../support/states.js';

const FIGURES = Object.values(elements).filter((Figure) => Figure.tag);
const { PeClocks } = elements;
const RUNS = Math.ceil(10000 / FIGURES.length);

test('a figure can be imported and made without a document', () => {
  for (const Figure of FIGURES) {
    const figure = new Figure();
    const [key, field] = Object.entries(Figure.allFields).find(([, { kind }]) =>
      ['number', 'flag', 'choice'].includes(kind),
    );
    const others = {
      number: () => limits(field, figure.state).min,
      flag: () => !field.value,
      choice: () => field.options[1],
    };
    const other = others[field.kind]();
    figure.setState({ [key]: other });
    assert.equal(figure.getState()[key], other);
    assert.ok([...SETTINGS, key].every((name) => Figure.observedAttributes.includes(name)));
  }
});

test('every field has a known kind, an allowed first value, and an unused name', () => {
  for (const Figure of FIGURES) {
    const fields = Figure.allFields;
    assert.ok(allowed(fields, normalise(fields)), Figure.tag);
    for (const [key, field] of Object.entries(fields)) {
      assert.ok(
        ['number', 'choice', 'flag', 'text'].includes(field.kind) && Figure.labelOf(key),
        `${Figure.tag} ${key}`,
      );
      assert.match(key, /^[a-z]+$/, 'attributes have no upper case');
      assert.ok(!SETTINGS.includes(key), `${Figure.tag} ${key}`);
      if (field.kind !== 'text')
        assert.deepEqual(normalise(fields)[key], field.value, `${Figure.tag} ${key}`);
      // The cursors of a group are whole numbers, and mean the same in every figure.
      if (CURSORS.includes(key) && field.kind === 'number')
        assert.equal(field.step, 1, `${Figure.tag} ${key}`);
    }
    for (const key of Figure.timeline && new Figure().timeline ? [Figure.timeline] : [])
      assert.ok(
        fields[key].ease &&
          fields[key].step === 1 &&
          Number.isFinite(limits(fields[key], normalise(fields)).max),
        Figure.tag,
      );
  }
});

test('a state written into a link is read back the same, 10 000 times', () => {
  for (const Figure of FIGURES) {
    const fields = Figure.allFields;
    const defaults = normalise(fields);
    const name = Figure.tag.slice(3);
    fc.assert(
      fc.property(anyPatch(fields), fc.string(), (part, other) => {
        const state = normalise(fields, part);
        assert.ok(allowed(fields, state));
        const entry = differing(state, defaults);
        const hash = formatHash(
          new Map([
            [name, entry],
            ['x' + other, { position: '1' }],
          ]),
        );
        const read = parseHash(hash);
        const isWritten = 'x' + other !== name && Object.keys(entry).length > 0;
        assert.equal(read.size, isWritten ? 2 : 1);
        assert.deepEqual(normalise(fields, read.get(name), defaults), state);
        assert.deepEqual({ ...entryOf(formatHash(new Map([[name, entry]]))) }, entry);
        assert.deepEqual(
          { ...entryOf(formatHash(new Map([[name, entry]])).split('/')[1] ?? '') },
          entry,
        );
      }),
      { numRuns: RUNS },
    );
  }
});

test('from any first state, a link leads to any other state, and reset leads back', () => {
  for (const Figure of FIGURES) {
    const fields = Figure.allFields;
    fc.assert(
      fc.property(
        anyPatch(fields),
        fc.array(anyPatch(fields), { maxLength: 4 }),
        (first, patches) => {
          const [figure, other] = [new Figure(), new Figure()];
          for (const each of [figure, other]) {
            each.setState(first);
            each.initial = each.state;
          }
          for (const patch of patches) {
            figure.setState(patch);
            assert.ok(allowed(fields, figure.state));
          }
          const link = formatHash(new Map([['here', linkEntry(figure)]]));
          other.setState(patches.at(-1) ?? {});
          other.restore(parseHash(link).get('here') ?? {});
          assert.deepEqual(other.state, { ...figure.state, ...figure.unlinked });
          figure.restore({});
          assert.deepEqual(figure.state, figure.initial);
        },
      ),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  }
});

/** For each kind of field, returns a value far from the default. A text keeps its default. */
const EXTREMES = {
  choice: (field) => field.options.at(-1),
  flag: (field) => !field.value,
  text: (field) => field.value,
  number: (field, state) => limits(field, state).max,
};

test('defaults are left out of a link, and a link of numbers is short', () => {
  const defaults = normalise(PeClocks.allFields);
  assert.equal(formatHash(new Map([['clocks', differing(defaults, defaults)]])), '');
  assert.equal(
    formatHash(
      new Map([
        ['clocks', { position: '44', dim: '128' }],
        ['shift', { offset: '7' }],
      ]),
    ),
    '#pe1:clocks/position=44,dim=128;shift/offset=7',
  );
  for (const Figure of FIGURES) {
    const fields = Figure.allFields;
    const first = normalise(fields);
    const extremes = Object.entries(fields).map(([key, field]) => [
      key,
      EXTREMES[field.kind](field, first),
    ]);
    const far = normalise(fields, Object.fromEntries(extremes));
    assert.ok(
      formatHash(new Map([[Figure.tag.slice(3), differing(far, first)]])).length <= 200,
      Figure.tag,
    );
  }
});

test('no address throws, and all that is read becomes an allowed state, 10 000 times', () => {
  fc.assert(
    fc.property(anyHash(FIGURES), (text) => {
      for (const [name, entry] of parseHash(text)) {
        assert.equal(typeof name, 'string');
        for (const { allFields } of FIGURES)
          assert.ok(allowed(allFields, normalise(allFields, entry)));
      }
      if (typeof text === 'string') entryOf(text);
    }),
    { numRuns: 10000 },
  );
});

test('any value becomes an allowed value, and setState never throws', () => {
  for (const Figure of FIGURES) {
    const { allFields } = Figure;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(allFields)), fc.anything()),
        (patch) => {
          const figure = new Figure();
          figure.setState(patch);
          figure.restore(patch);
          return (
            allowed(allFields, normalise(allFields, patch)) && allowed(allFields, figure.state)
          );
        },
      ),
      { numRuns: 1000 },
    );
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

test('every place of the scrub bar has a position, and every position has a place', () => {
  for (const state of [{ far: true }, { far: false }, {}]) {
    const line = track(state, 1e6);
    let last = -1;
    for (let at = 0; at <= Math.min(line.steps, 600); at++) {
      const position = line.position(at);
      assert.ok(Number.isInteger(position) && position >= last && position <= 1e6);
      if (position !== last)
        assert.ok(
          Math.abs(line.at(position) - at) <= (state.far ? 14 : 0.5),
          `${at} ${position} ${line.at(position)}`,
        );
      last = position;
    }
    if (state.far) assert.equal(line.position(line.steps), 1e6);
  }
});

test('the functions of format.js write numbers as text', () => {
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
  const text = csv({
    name: '',
    columns: ['row', 'a, b'],
    rows: 1,
    row: () => [0, value],
    show: String,
  });
  assert.equal(text, `row,"a, b"\n0,${value}\n`);
  assert.equal(Number(text.split('\n')[1].split(',')[1]), value);
});
