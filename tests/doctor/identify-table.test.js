/*
 * Tests `identifyTable` with tables as tutorials and libraries write them. Some of them have a
 * factor, scaled frequencies or 16 bits, or belong to a grid. Learned tables must match no formula.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { identifyTable } from '../../web/doctor/index.js';
import { learnedTable, ropeTable, sinusoidal, sinusoidal2d } from '../../web/index.js';
import { FIRST_SEED, noise, random } from '../support/reference.js';

/** Asserts that a result has these properties, and that it explains all elements. */
function has(got, wanted, where) {
  for (const [name, value] of Object.entries({ matched: 1, departure: undefined, ...wanted }))
    assert.deepEqual(got[name], value, `${where}: ${name} of ${JSON.stringify(got)}`);
}

// tests/tools/make-written-tables.py writes these tables with NumPy and PyTorch.
const golden = join(import.meta.dirname, '../support/golden/written-tables.json');
const WRITTEN = JSON.parse(readFileSync(golden, 'utf8'));

test('tables that NumPy and PyTorch wrote are named', () => {
  assert.ok(WRITTEN.length > 15);
  for (const { name, wanted, shape, bits } of WRITTEN) {
    const table = new Float32Array(Uint8Array.from(Buffer.from(bits, 'base64')).buffer);
    has(identifyTable(table, ...shape), wanted, name);
  }
});

test('factors have a name, and a departure is in the units of the table', () => {
  const made = (layout, factor) => sinusoidal(40, 96, { layout }).map((x) => x * factor);
  for (const [layout, factor, name] of [
    ['interleaved', Math.sqrt(96), 'sqrt(96)'],
    ['concatenated', 1 / Math.sqrt(96), '1 / sqrt(96)'],
    ['fairseq', 0.02, '0.02'],
    ['interleaved', 8, '8'],
  ]) {
    const notes = [`All elements are multiplied by ${name}.`];
    const got = identifyTable(made(layout, factor), 40, 96);
    has(got, { layout, base: 10000, factor, notes }, `${layout} ${name}`);
  }
  const broken = made('interleaved', 8);
  broken[5 * 96 + 7] = 3;
  const { departure, matched } = identifyTable(broken, 40, 96);
  assert.deepEqual([departure.row, departure.column, departure.got], [5, 7, 3]);
  assert.ok(matched > 0.999 && Math.abs(departure.expected) > 1);
});

const YARN = { rope_type: 'yarn', factor: 40, original_max_position_embeddings: 4096 };
const LLAMA = {
  rope_type: 'llama3',
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};

test('scaled frequencies and the attention factor of YaRN are found', () => {
  const rows = 256;
  for (const [scaling, base] of [
    [YARN, 10000],
    [LLAMA, 500000],
    [{ rope_type: 'linear', factor: 4 }, 10000],
  ]) {
    const { cos, sin } = ropeTable(rows, 64, { base, scaling });
    const at = (list, row, pair) => list[row * 32 + pair];
    const table = (f) =>
      Float32Array.from({ length: rows * 64 }, (_, i) => f(Math.floor(i / 64), i % 64));
    const attentionFactor = scaling === YARN ? 1 + 0.1 * Math.log(40) : 1;
    const about = { scheme: 'rope', base, scaling };
    for (const [part, list] of Object.entries({ cos, sin })) {
      has(identifyTable(list, rows, 32), { ...about, part, layout: undefined }, part);
      const twice = table((row, column) => at(list, row, column % 32));
      has(identifyTable(twice, rows, 64), { ...about, part, layout: 'half' }, `${part} twice`);
    }
    const both = table((row, column) => at(column < 32 ? cos : sin, row, column % 32));
    const got = identifyTable(both, rows, 64);
    has(got, { ...about, part: 'both', layout: 'half' }, 'both');
    assert.ok(Math.abs(got.attentionFactor - attentionFactor) < 1e-7);
    const pairs = table((row, column) => at(column % 2 ? sin : cos, row, column >> 1));
    has(identifyTable(pairs, rows, 64), { ...about, part: 'both', layout: 'interleaved' }, 'pairs');
  }
});

test('cosines beside sines that begin at a later position', () => {
  const rows = 256;
  const { cos, sin } = ropeTable(rows, 64, { scaling: YARN, start: 7 });
  const half = Float32Array.from({ length: rows * 64 }, (_, i) =>
    (i % 64 < 32 ? cos : sin).at(32 * Math.floor(i / 64) + (i % 32)),
  );
  const wanted = { part: 'both', layout: 'half', base: 10000, scaling: YARN, start: 7 };
  has(identifyTable(half, rows, 64), wanted, 'half');
});

test('grids in each order, and the rows before them are found', () => {
  for (const order of ['mae', 'timm', 'timm-interleaved'])
    for (const [height, width, prefix, base] of [
      [14, 14, 0, 10000],
      [9, 16, 1, 10000],
      [16, 6, 2, 500],
    ]) {
      const table = sinusoidal2d(height, width, 64, { order, prefix, base });
      const got = identifyTable(table, height * width + prefix, 64);
      has(got, { scheme: 'sinusoidal2d', order, height, width, prefix, base }, order);
    }
});

test('tables of float16 and bfloat16 have the right base and layout in 99 of 100 cases', () => {
  const draw = random(FIRST_SEED);
  const pick = (list) => list[Math.floor(draw() * list.length)];
  const count = 100;
  const missed = [];
  for (let i = 0; i < count; i++) {
    const dtype = pick(['float16', 'bfloat16']);
    const layout = pick(['interleaved', 'concatenated', 'fairseq']);
    const base = pick([10000, 10000, 500000, 1000, 1000000, 50000]);
    const [rows, dim] = [64 + Math.floor(draw() * 100), 128 + 2 * Math.floor(draw() * 40)];
    const bits = sinusoidal(rows, dim, { layout, base, dtype });
    const got = identifyTable(bits, rows, dim, { dtype });
    if (got.layout === layout && got.base === base && got.type === dtype) continue;
    missed.push({ dtype, layout, base, rows, dim, got });
  }
  assert.ok(missed.length <= count / 100, JSON.stringify(missed));
});

test('learned tables and noise match no formula, and the notes say why', () => {
  const tables = [
    learnedTable(64, 64, { std: 0.02 }),
    noise(Float32Array, 64 * 64, 5),
    // These rows change slowly, as trained rows do.
    Float32Array.from({ length: 4096 }, (_, i) =>
      Math.tanh((i >> 6) * 0.05 * (((i % 64) % 7) - 3)),
    ),
    // The frequencies of these waves follow no base.
    Float32Array.from({ length: 4096 }, (_, i) => Math.sin((i >> 6) * (1 + Math.sin(i % 64)))),
  ];
  for (const table of tables) {
    const { scheme, matched, notes } = identifyTable(table, 64, 64);
    assert.equal(scheme, 'learned');
    assert.ok(matched < 0.9);
    assert.equal(notes[0], 'No formula explains this table: it may be learned.');
  }
  const [, deviation] = identifyTable(tables[0], 64, 64).notes;
  assert.match(deviation, /^The elements have the mean \S+ and the standard deviation 0\.02\.$/);
  const [alike] = identifyTable(tables[2], 64, 64).notes.slice(-1);
  assert.match(alike, /^Neighbouring rows are alike: their cosine is about /);
  for (const fill of [0, NaN, Infinity, 1e300])
    assert.equal(typeof identifyTable(new Float64Array(96).fill(fill), 12, 8).scheme, 'string');
});
