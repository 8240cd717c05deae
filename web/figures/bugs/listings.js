/**
 * The ten checks as code that readers can copy. `pe` is the code under test: an object with the
 * functions of implementations.js. These functions take and return rows of numbers in JavaScript,
 * and NumPy arrays in Python. Tests run each listing against the right code and against every bug.
 */

/** @typedef {import('./implementations.js').Bug} Bug */
/** @typedef {'JavaScript' | 'Python'} Language */

const ASSERT = 'node:assert/strict';

/** The import that each listing needs. @type {Record<Language, string>} */
export const HEADS = {
  JavaScript: `import assert from '${ASSERT}';`,
  Python: 'import numpy as np',
};

/** What each function of `pe` takes and returns. @type {Record<string, string>} */
const INTERFACE = {
  table: 'table(length, dim): your sinusoidal rows',
  stamp: 'stamp(words): your words plus positions',
  positions: 'positions(mask): your positions of a padded text',
  attend: 'attend(q, k, v, cached): your attention with RoPE, after cached words',
  rotate: 'rotate(rows, positions): your rows turned by RoPE',
  slopes: 'slopes(heads): your slopes of ALiBi',
};

/**
 * Returns a comment that describes the functions of `pe` that a listing calls.
 * @param {string} listing
 * @param {Language} language
 */
export function interfaceOf(listing, language) {
  const sign = language === 'Python' ? '#' : '//';
  const used = Object.keys(INTERFACE).filter((name) => listing.includes(`pe.${name}(`));
  return used.map((name) => `${sign} pe.${INTERFACE[name]}`).join('\n');
}

/** @type {Record<Bug, Record<Language, string>>} */
export const LISTINGS = {
  pairs: {
    JavaScript: `// Sine and cosine of a pair have the same angle.
for (const row of pe.table(64, 16))
  for (let i = 0; i < 16; i += 2)
    assert(Math.abs(row[i] ** 2 + row[i + 1] ** 2 - 1) < 0.001);`,
    Python: `# Sine and cosine of a pair have the same angle.
table = pe.table(64, 16)
lengths = table[:, 0::2] ** 2 + table[:, 1::2] ** 2
assert np.allclose(lengths, 1, atol=0.001)`,
  },
  transposed: {
    JavaScript: `// Row p of the table is added to word p.
const zeros = Array.from({ length: 16 }, () => Array(16).fill(0));
assert.deepEqual(pe.stamp(zeros), pe.table(16, 16));`,
    Python: `# Row p of the table is added to word p.
zeros = np.zeros((16, 16))
assert np.array_equal(pe.stamp(zeros), pe.table(16, 16))`,
  },
  exponent: {
    JavaScript: `// Column 8 of 16 has the frequency 10000 ** (-8 / 16).
const table = pe.table(2, 16);
const step = table[1][8] - table[0][8];
assert(Math.abs(step - 0.01) < 0.001);`,
    Python: `# Column 8 of 16 has the frequency 10000 ** (-8 / 16).
table = pe.table(2, 16)
step = table[1, 8] - table[0, 8]
assert abs(step - 0.01) < 0.001`,
  },
  first: {
    JavaScript: `// The first position is 0.
const [row] = pe.table(1, 6);
assert.deepEqual(row, [0, 1, 0, 1, 0, 1]);`,
    Python: `# The first position is 0.
row = pe.table(1, 6)[0]
assert row.tolist() == [0, 1, 0, 1, 0, 1]`,
  },
  padding: {
    JavaScript: `// Padding before a sentence changes no position.
const padded = pe.positions([0, 0, 1, 1, 1]).slice(2);
assert.deepEqual(padded, pe.positions([1, 1, 1]));`,
    Python: `# Padding before a sentence changes no position.
padded = pe.positions([0, 0, 1, 1, 1])[2:]
assert np.array_equal(padded, pe.positions([1, 1, 1]))`,
  },
  cache: {
    JavaScript: `// A word attends the same way with and without a cache.
const x = Array.from({ length: 5 }, () => Array(8).fill(1));
const v = x.map((row, at) => row.map((_, i) => Number(i === at)));
const whole = pe.attend(x, x, v, 0)[4];
const [last] = pe.attend(x.slice(4), x, v, 4);
assert(last.every((value, i) => Math.abs(value - whole[i]) < 0.001));`,
    Python: `# A word attends the same way with and without a cache.
x, v = np.ones((5, 8)), np.eye(5, 8)
whole = pe.attend(x, x, v, 0)[4]
last = pe.attend(x[4:], x, v, 4)[0]
assert np.allclose(last, whole, atol=0.001)`,
  },
  values: {
    JavaScript: `// If all values are 1, their average is 1.
const x = Array.from({ length: 5 }, () => Array(8).fill(1));
for (const value of pe.attend(x, x, x, 0).flat())
  assert(Math.abs(value - 1) < 0.001);`,
    Python: `# If all values are 1, their average is 1.
x = np.ones((5, 8))
assert np.allclose(pe.attend(x, x, x, 0), 1, atol=0.001)`,
  },
  layout: {
    JavaScript: `// Numbers 0 and 4 of 8 turn together (half layout), 1 radian a step.
const [turned] = pe.rotate([[1, 0, 0, 0, 0, 0, 0, 0]], [1]);
assert(Math.abs(turned[4] - Math.sin(1)) < 0.001);`,
    Python: `# Numbers 0 and 4 of 8 turn together (half layout), 1 radian a step.
turned = pe.rotate(np.eye(8)[[0]], [1])[0]
assert abs(turned[4] - np.sin(1)) < 0.001`,
  },
  theta: {
    JavaScript: `// The last number is in the slowest pair; rope_theta is 500000.
const [turned] = pe.rotate([[0, 0, 0, 0, 0, 0, 0, 1]], [1000]);
const angle = 1000 * 500000 ** (-6 / 8);
assert(Math.abs(turned[7] - Math.cos(angle)) < 0.001);`,
    Python: `# The last number is in the slowest pair; rope_theta is 500000.
turned = pe.rotate(np.eye(8)[[7]], [1000])[0]
angle = 1000 * 500000 ** (-6 / 8)
assert abs(turned[7] - np.cos(angle)) < 0.001`,
  },
  slopes: {
    JavaScript: `// Slopes of 8 heads go from 1/2 to 1/256.
const slopes = pe.slopes(8);
assert.equal(slopes[0], 1 / 2);
assert.equal(slopes[7], 1 / 256);`,
    Python: `# Slopes of 8 heads go from 1/2 to 1/256.
slopes = pe.slopes(8)
assert slopes[0] == 1 / 2
assert slopes[7] == 1 / 256`,
  },
};
