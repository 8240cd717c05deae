/*
 * Tests the kernels of c/train in a native program. Sanitizers must find no error, and no memory
 * may be read before it is written. The results must have the same bits as in wasm.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AREAS, SCHEMES, open } from '../../web/train/machine.js';
import { root } from '../support/browsers.js';
import { SANITIZERS, run, sourcesOf, withProgram } from '../support/native.js';

const DRIVER = 'tests/train/native.c';

/** The sources of posenc.h that train.wasm contains, as in build.sh. */
const POSITIONS = /^(maths|angles|alibi|buckets|random|rope|half)\.c$/;

const SHAPE = { dim: 16, layers: 2, heads: 2, trained: 13 };

/** Returns the FNV-1a hash of 32-bit words at an address. */
function hashAt({ i32 }, address, count) {
  let hash = 2166136261;
  for (let i = 0; i < count; i++) hash = Math.imul(hash ^ i32[address / 4 + i], 16777619);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function writeText(machine, length, n) {
  const indices = Array.from({ length: length + 1 }, (_, i) => (7 * i * i + 5 * n) % 24);
  machine.write('tokens', indices.slice(0, length));
  const targets = indices.slice(1).map((next, i) => (i % 5 === 4 ? -1 : next));
  machine.write('targets', targets);
}

/** Does what train() in native.c does. */
function train(machine, shape) {
  const { kernels, plan } = machine;
  const length = shape.trained;
  machine.begin({ ...shape, length, window: length, keep: true });
  kernels.pe_train_initialize(plan, 9);
  const count = kernels.pe_train_parameters(plan);
  for (let step = 1; step <= 3; step++) {
    kernels.pe_train_prepare(plan);
    for (const n of [0, 1]) {
      writeText(machine, length, 2 * step + n);
      kernels.pe_train_backward(plan, 1 / 16);
    }
    kernels.pe_train_adam(plan, step, kernels.pe_train_rate(step, 40, 0.01), 1);
  }
  const weights = machine.floats(machine.area('weights'), count);
  return { weights, words: [count, hashAt(machine, machine.area('weights'), 3 * count)] };
}

/** Does what evaluate() in native.c does. */
function evaluate(machine, shape, weights, length, window) {
  const { kernels, plan } = machine;
  machine.begin({ ...shape, length, window, keep: false });
  machine.write('weights', weights);
  kernels.pe_train_prepare(plan);
  writeText(machine, length, 1);
  kernels.pe_train_forward(plan);
  kernels.pe_train_loss(plan);
  const words = [
    hashAt(machine, machine.area('losses'), 2 * length),
    hashAt(machine, machine.area('right'), length),
  ];
  const attention = kernels.pe_train_attention(plan, shape.layers - 1, shape.heads - 1);
  words.push(hashAt(machine, attention, length * ((length + 3) & -4)));
  kernels.pe_train_forward(plan);
  kernels.pe_train_probabilities(plan);
  words.push(hashAt(machine, machine.area('logits'), length * 24));
  return words;
}

/** Returns the lines that native.c prints. */
function wasmLines() {
  const machine = open();
  return SCHEMES.flatMap((scheme, number) =>
    [false, true].map((causal) => {
      const shape = { ...SHAPE, scheme, causal };
      const { weights, words } = train(machine, shape);
      const rest = evaluate(machine, shape, weights, 38, causal ? 38 : 6);
      return [number, ...words, ...rest].join(' ');
    }),
  );
}

test('the kernels are clean under the sanitizers, and have the bits of wasm', () => {
  const use = (program) => {
    const { status, signal, stdout, stderr } = run(program, []);
    assert.equal(status, 0, `the driver ended with ${status ?? signal}:\n${stderr}`);
    return stdout.trim().split('\n');
  };
  const kernels = [...sourcesOf('c/train'), ...sourcesOf('c', POSITIONS)];
  const lines = withProgram([join(root, DRIVER)], use, [SANITIZERS, '-O1'], kernels);
  const wasm = wasmLines();
  assert.equal(new Set(wasm.map((line) => line.split(' ')[2])).size, 2 * SCHEMES.length);
  assert.deepEqual(lines, wasm);
});

/** Returns the exported functions of train.h. */
const declared = () => {
  const header = readFileSync(join(root, 'c/train/train.h'), 'utf8');
  return header.match(/(?<=PE_API [^;]*?)pe_train_\w+(?=\()/g);
};

test('the driver calls every kernel of train.h, and the wasm exports no other', () => {
  const driver = readFileSync(join(root, DRIVER), 'utf8');
  for (const name of declared()) assert.match(driver, new RegExp(`\\b${name}\\(`));
  const exported = Object.keys(open().kernels).filter((name) => name.startsWith('pe_train_'));
  assert.deepEqual(exported.sort(), declared().sort());
});

test('areas and schemes have the numbers of train.h', () => {
  const header = readFileSync(join(root, 'c/train/train.h'), 'utf8');
  const named = (type) => {
    const [, text] = new RegExp(`typedef enum \\{([^}]*)\\} ${type};`).exec(header);
    return text.replace(/\/\*.*?\*\//g, '').match(/PE_TRAIN_\w+/g);
  };
  const upper = (name) => `PE_TRAIN_${name.toUpperCase()}`;
  assert.deepEqual(named('pe_train_scheme'), SCHEMES.map(upper));
  assert.deepEqual(named('pe_train_area_name'), Object.keys(AREAS).map(upper));
});
