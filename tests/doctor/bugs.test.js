/* Tests that notes name the ten usual bugs of positional encodings in ports. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { compare, identifyBias, identifyRotation, identifyTable } from '../../web/doctor/index.js';
import {
  alibiBias,
  alibiSlopes,
  applyRope,
  describeModel,
  positionsFromMask,
} from '../../web/index.js';
import { noise } from '../support/reference.js';

const [LENGTH, DIM] = [60, 32];

/** Makes a table of f(position, column), as a port would do. */
const table = (f, length = LENGTH, dim = DIM) =>
  Float32Array.from({ length: length * dim }, (_, i) => f(Math.floor(i / dim), i % dim));
const wave = (column, angle) => (column % 2 ? Math.cos(angle) : Math.sin(angle));
const frequency = (column) => 10000 ** ((-2 * (column >> 1)) / DIM);
const notesOf = (made, length = LENGTH, dim = DIM) => {
  const { matched, notes } = identifyTable(made, length, dim);
  assert.equal(matched, 1);
  return notes;
};

const CONFIG = {
  model_type: 'llama',
  hidden_size: 128,
  num_attention_heads: 2,
  num_hidden_layers: 2,
  max_position_embeddings: 8192,
  rope_theta: 500000,
};
const MODEL = describeModel(CONFIG);
const SHAPE = { heads: 2, headDim: 64 };
const ROWS = 24;
const x = noise(Float32Array, ROWS * 128, 9);
const rotated = (options) => applyRope(x.slice(), { ...SHAPE, base: 500000, ...options });
const rotation = (after, options) =>
  identifyRotation(x, after, { ...SHAPE, expected: MODEL, ...options });
const rotationNotes = (after, options) => rotation(after, options).notes;

/** For each bug, a function that returns the doctor's notes, and the note that names the bug. */
const BUGS = {
  'the table is transposed': [
    () =>
      notesOf(
        table((column, p) => wave(column, p * frequency(column)), DIM, LENGTH),
        DIM,
        LENGTH,
      ),
    'Transposed: positions are the columns.',
  ],
  'the exponent is doubled': [
    () => notesOf(table((p, column) => wave(column, p * frequency(column) ** 2))),
    '10000 squared: is the exponent doubled?',
  ],
  'the pairs are mismatched': [
    () => notesOf(table((p, column) => wave(column, p * 10000 ** (-column / DIM)))),
    'A sine and its cosine have different frequencies.',
  ],
  'positions begin at 1': [
    () => notesOf(table((p, column) => wave(column, (p + 1) * frequency(column)))),
    'Positions begin at 1.',
  ],
  'padding on the left counts': [
    () => {
      const mask = Array.from({ length: ROWS }, (_, row) => Number(row > 4));
      const positions = Array.from(positionsFromMask(mask, 1, ROWS), (p) => Math.max(0, p));
      // Libraries differ in the positions that they give to padding. Here, padding has position 0.
      return rotationNotes(rotated({}), {
        positions: positions.map((p, row) => (row > 4 ? p : 0)),
      });
    },
    'Positions are 5 too large: does padding count?',
  ],
  'the length of the cache is left out': [
    () => {
      const positions = Array.from({ length: ROWS }, (_, row) => 100 + row);
      return rotationNotes(rotated({}), { positions });
    },
    'Positions are 100 too small: is the length of the cache left out?',
  ],
  'values rotate, too': [
    () => rotationNotes(rotated({}), { of: 'values' }),
    'Values rotate: rope is for queries and keys only.',
  ],
  'the layout is the other one': [
    () => rotationNotes(rotated({ layout: 'interleaved' })),
    'The layout is interleaved, not half.',
  ],
  'rope_theta is the default': [
    () => rotationNotes(rotated({ base: 10000 })),
    'The base (rope_theta) is 10000, not 500000.',
  ],
  'slopes are off by one': [
    () => {
      const slopes = alibiSlopes(8).map((slope) => 2 * slope);
      return identifyBias(alibiBias(8, 12, 12, { slopes }), 8, 12, 12).notes;
    },
    'Slopes are off by one: heads are counted from 0, not from 1.',
  ],
};

for (const [bug, [notes, name]] of Object.entries(BUGS))
  test(`a bug has a name: ${bug}`, () => {
    const written = notes();
    assert.ok(written.includes(name), `${written}`);
  });

test('a wrong layout is explained: which pairs each layout has, and which weights want it', () => {
  const reasons = [
    'Most weights on Hugging Face want "half". Those of GPT-J, Cohere and GLM-4 want "interleaved".',
    'Weights of Llama 1 to 3 from Hugging Face want "half"; those from Meta or in GGUF files want "interleaved".',
  ];
  assert.deepEqual(rotationNotes(rotated({ layout: 'interleaved' })), [
    'The layout is interleaved, not half.',
    'In interleaved, a pair is neighbours, 2i and 2i + 1; in half, it is i and i + 32.',
    ...reasons,
  ]);
  const expected = { ...MODEL, layout: 'interleaved-to-half' };
  assert.deepEqual(rotationNotes(rotated({}), { expected }), [
    'The layout is half, not interleaved-to-half.',
    'In half, a pair is i and i + 32; in interleaved-to-half, it is ' +
      'neighbours in the weights, and in two halves after the rotation.',
  ]);
});

test('a right port gets none of these notes', () => {
  assert.deepEqual(notesOf(table((p, column) => wave(column, p * frequency(column)))), []);
  assert.deepEqual(rotationNotes(rotated({})), []);
  const positions = Array.from({ length: ROWS }, (_, row) => 100 + row);
  assert.deepEqual(rotationNotes(rotated({ positions }), { positions, of: 'keys' }), []);
  assert.deepEqual(identifyBias(alibiBias(8, 12, 12), 8, 12, 12).notes, []);
  const values = rotationNotes(x.slice(), { of: 'values' });
  assert.deepEqual(values, ['Nothing rotates: both arrays are equal.']);
});

test('compare names shifted rows, too', () => {
  const options = { rows: ROWS, headDim: 64, layout: 'half' };
  const same = noise(Float32Array, 64, 3);
  const alike = Float32Array.from({ length: ROWS * 64 }, (_, i) => same[i % 64]);
  const turned = (start) => applyRope(alike.slice(), { heads: 1, headDim: 64, start });
  const { notes } = compare(turned(1), turned(0), options);
  assert.deepEqual(notes, ['Row r of a is row r + 1 of b.']);
  const half = turned(0);
  // In the half layout, element i of the interleaved layout is at floor(i / 2) of a half. The half
  // is the first if i is even, and the second if i is odd.
  const interleaved = half.map((_, i) => half[i - (i % 64) + ((i % 64) >> 1) + 32 * (i % 2)]);
  assert.deepEqual(compare(interleaved, half, options).notes, [
    'a has the interleaved layout, and b has the half layout.',
  ]);
});
