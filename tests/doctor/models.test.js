/*
 * Compares `golden` with results of PyTorch. tests/tools/make-golden-models.py made these results
 * with the rotary code of public models. Also runs the programs that golden files contain.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { golden } from '../../web/doctor/index.js';

const file = join(import.meta.dirname, '../support/golden/golden-models.json');
const { seed, positions, models } = JSON.parse(readFileSync(file, 'utf8'));

/** Returns an array whose bytes are given in Base64. */
const read = (Kind, text) => new Kind(Uint8Array.from(Buffer.from(text, 'base64')).buffer);

/** Returns the largest error of an array in units of its tolerance. */
function worst({ values, tolerance, relative, shape }, got, type, at = (i) => i) {
  let most = 0;
  got.forEach((x, i) => {
    const value = values[at(i)];
    const row = Math.floor(at(i) / (values.length / shape[0]));
    const own = tolerance[type];
    const allowed = (Array.isArray(own) ? own[row] : own) * (relative ? Math.abs(value) : 1);
    most = Math.max(most, Math.abs(x - value) / allowed);
  });
  return most;
}

/** Returns the results of PyTorch for the second head, in each type. */
const resultsOf = ({ float32, bfloat16 }) => ({
  float32: read(Float32Array, float32),
  bfloat16: read(
    Float32Array,
    Buffer.from(Uint32Array.from(read(Uint16Array, bfloat16), (x) => x << 16).buffer).toString(
      'base64',
    ),
  ),
});

for (const each of models)
  test(`PyTorch agrees within the tolerances: ${each.name}`, () => {
    const { arrays } = golden(each.model, { positions, seed }).parts[0];
    const frequencies = read(Float32Array, each.frequencies);
    assert.ok(worst(arrays.frequencies, frequencies, 'float32') <= 1, 'frequencies');
    const [, heads, headDim] = arrays.q.shape;
    const ofSecond = (i) => (Math.floor(i / headDim) * heads + 1) * headDim + (i % headDim);
    for (const [type, got] of Object.entries(resultsOf(each))) {
      assert.equal(got.length, positions.length * headDim);
      const most = worst(arrays.q, got, type, ofSecond);
      // A tiny error would mean that the tolerances are too large, and that the test finds no bug.
      assert.ok(most <= 1 && most > 0.01, `${type}: ${most} of the tolerance`);
    }
  });

test('there are at least seven models, and none agrees with the vectors of another', () => {
  assert.ok(models.length > 6);
  for (const [i, one] of models.entries())
    for (const [j, other] of models.entries()) {
      if (i === j || one.model.headDim !== other.model.headDim) continue;
      const { q } = golden(other.model, { positions, seed }).parts[0].arrays;
      const width = one.model.headDim;
      const ofSecond = (k) => (Math.floor(k / width) * 2 + 1) * width + (k % width);
      for (const [type, got] of Object.entries(resultsOf(one)))
        assert.ok(worst(q, got, type, ofSecond) > 1, `${one.name}, ${other.name}, ${type}`);
    }
});

/** Returns whether a program is installed. */
function isThere(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** For each language: its compiler or interpreter, the name of the source, and how to run it. */
const LANGUAGES = {
  python: ['python3', 'read.py', (source) => ['python3', [source]]],
  javascript: [process.execPath, 'read.cjs', (source) => [process.execPath, [source]]],
  c: [
    'cc',
    'read.c',
    (source, out) => compiled('cc', ['-O1', '-Wall', '-Werror', '-o', out, source], out),
  ],
  rust: ['rustc', 'read.rs', (source, out) => compiled('rustc', ['-o', out, source], out)],
};

/** Compiles a program, and returns how to run it. */
function compiled(compiler, options, out) {
  execFileSync(compiler, options, { stdio: 'pipe' });
  return [out, []];
}

/** The config of a model in which some layers have another base than the others. */
const TWO_PARTS = {
  model_type: 'gemma3_text',
  hidden_size: 64,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  num_hidden_layers: 6,
  head_dim: 16,
};

for (const [language, [program, name, prepare]] of Object.entries(LANGUAGES))
  test(
    `the reader in ${language} reads a golden file`,
    { skip: !isThere(program) && `not run: no ${program}` },
    () => {
      const vectors = golden(TWO_PARTS, { positions: [0, 3], seed });
      const source = vectors.readers[language];
      assert.ok(source.trimEnd().split('\n').length < 16);
      const folder = mkdtempSync(join(tmpdir(), 'golden-'));
      try {
        const path = join(folder, 'vectors.json');
        writeFileSync(join(folder, name), source);
        for (const indent of [0, 2]) {
          writeFileSync(path, JSON.stringify(vectors, null, indent));
          const [run, first] = prepare(join(folder, name), join(folder, 'read'));
          for (const [array, field, ...part] of [
            ['q', 'values'],
            ['k', 'before', '0'],
            ['frequencies', 'values'],
            ['frequencies', 'values', '1'],
            ['q', 'values', '1'],
          ]) {
            const own = [...first, path, array, field, ...part];
            const lines = execFileSync(run, own, { encoding: 'utf8' });
            const got = lines.trim().split('\n').map(Number);
            assert.deepEqual(
              got,
              vectors.parts[part[0] ?? 0].arrays[array][field].map((x) => x + 0),
            );
          }
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
