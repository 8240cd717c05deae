/*
 * Checks computed questions. Their answers must agree with formulas in plain JavaScript. A seed
 * must give the same questions again, and consecutive sheets must differ.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wavelengths } from '../../web/index.js';
import { drawBy, shuffled } from '../../web/worksheet/draw.js';
import { KINDS, KINDS_OF, drawValues } from '../../web/worksheet/kinds.js';
import { computedTask } from '../../web/worksheet/tasks.js';
import { LANGUAGES, numbersOf, packOf, speakNow } from '../support/languages.js';

const SEEDS = ['1', '7', 'class 11b'];
const COPIES = 26;

/** Returns the angle by which a pair turns from one position to the next, in radians. */
const step = ({ dim, base, pair }) => base ** ((-2 * pair) / dim);
const wavesOf = ({ dim, base }) =>
  Array.from({ length: dim / 2 }, (_, pair) => (2 * Math.PI) / step({ dim, base, pair }));
const remainder = (value, by) => value - by * Math.floor(value / by);
const slope = ({ heads, head }) => 2 ** ((-8 * head) / heads);
/** Returns the dot product of two encodings with four dimensions, at a distance. */
const product = (distance, base) => Math.cos(distance) + Math.cos(distance / Math.sqrt(base));
const score = ({ a, b, c, d, position, other }) => {
  const turn = (x, y, t) => [x * Math.cos(t) - y * Math.sin(t), x * Math.sin(t) + y * Math.cos(t)];
  const [[q0, q1], [k0, k1]] = [turn(a, b, position), turn(c, d, other)];
  return q0 * k0 + q1 * k1;
};

/** Returns all orders of letters, each order once. */
function ordersOf(letters) {
  if (letters.length < 2) return new Set([letters]);
  const orders = new Set();
  for (const [at, letter] of [...letters].entries())
    for (const rest of ordersOf(letters.slice(0, at) + letters.slice(at + 1)))
      orders.add(letter + rest);
  return orders;
}

/** Rounds a positive number to 8 significant bits. */
function bfloat16(value) {
  const unit = 2 ** (Math.floor(Math.log2(value)) - 7);
  return Math.round(value / unit) * unit;
}

/** The answers, computed without posenc. */
const ANSWERS = {
  turn: (values) => wavesOf(values)[values.pair],
  angle: (values) => remainder((values.position * step(values) * 180) / Math.PI, 360),
  complete: (values) => wavesOf(values).filter((wave) => wave <= values.length).length,
  entry: ({ dim, base, position, column }) => {
    const angle = position * step({ dim, base, pair: Math.floor(column / 2) });
    return column % 2 ? Math.cos(angle) : Math.sin(angle);
  },
  shift: (values) => Math.cos(values.offset * step(values)),
  dot: ({ base, position, one }) => product(one - position, base),
  nearer: ({ base, position, one, two }) =>
    product(one - position, base) > product(two - position, base) ? 0 : 1,
  gap: (values) => ((values.position - values.other) * step(values) * 180) / Math.PI,
  score,
  higher: ({ position, one, two }) => (Math.cos(position - one) > Math.cos(position - two) ? 0 : 1),
  slope,
  bias: (values) => -slope(values) * (values.position - values.other),
  bucket: ({ buckets, max, distance }) => {
    const own = buckets / 2;
    if (distance < own) return distance;
    const shared = (Math.log(distance / own) / Math.log(max / own)) * own;
    return Math.min(own + Math.floor(shared), buckets - 1);
  },
  linear: ({ length, target, position }) => (position * length) / target,
  ntk: ({ dim, base, pair, factor }) => {
    const grown = base * factor ** (dim / (dim - 2));
    return step({ dim, base, pair }) / step({ dim, base: grown, pair });
  },
  stored: ({ position }) => bfloat16(position),
  patch: ({ width, row, column }) => 1 + row * width + column,
  sum: ({ word, ...values }) => word + ANSWERS.entry(values),
  flips: ({ position }) => {
    const digits = [position, position + 1].map((value) => value.toString(2).padStart(8, '0'));
    return [...digits[0]].filter((digit, at) => digit !== digits[1][at]).length;
  },
  layers: ({ words, side }) => {
    let [count, reached] = [0, 1];
    for (; reached < words; count++) reached += side;
    return count;
  },
  doubled: ({ dim, base, pair }) => 2 * Math.PI * base ** ((4 * pair) / dim),
  orders: ({ words, same }) => {
    const names = Array.from({ length: words }, (_, at) => Math.max(0, at - same + 1));
    return ordersOf(names.join('')).size;
  },
  clock: ({ turn, position }) => Math.round(360 * remainder(position / turn, 1)),
  apart: ({ step, position, other }) => step * position - step * other,
  weight: ({ one, two, three }) =>
    Math.exp(one) / (Math.exp(one) + Math.exp(two) + Math.exp(three)),
};

const draws = (kind) => SEEDS.flatMap((seed) => drawValues(kind, seed, COPIES));

test('every kind of question has a formula in this file, and a figure that asks it', () => {
  assert.deepEqual(Object.keys(ANSWERS), Object.keys(KINDS));
  assert.deepEqual([...new Set(Object.values(KINDS_OF).flat())].sort(), Object.keys(KINDS).sort());
});

for (const [kind, formula] of Object.entries(ANSWERS))
  test(`${kind}: posenc computes what the formula gives`, () => {
    const { answer, within, share, choose } = KINDS[kind];
    for (const values of draws(kind)) {
      const [got, wanted] = [answer(values), formula(values)];
      const isExact = choose || !(within || share);
      const bound = isExact ? 0 : 1e-6 * Math.max(1, Math.abs(wanted));
      assert.ok(Math.abs(got - wanted) <= bound, `${JSON.stringify(values)}: ${got}, ${wanted}`);
    }
  });

test('every answer in the key is within the error that the key allows', () => {
  for (const kind of Object.keys(KINDS))
    for (const values of draws(kind)) {
      const { number, within, solve } = computedTask(kind, values);
      if (number === undefined) continue;
      const [shown] = numbersOf(solve().answer, 'en');
      assert.ok(Math.abs(Number(shown) - Math.abs(number)) <= within + 1e-9, solve().answer);
    }
});

/** The kinds whose question itself says how to compute the answer. */
const SELF_EXPLAINING = ['patch', 'flips', 'layers', 'orders', 'clock', 'apart'];

/** Products of two symbols. */
const SPLIT = ['ac', 'bd', 'ad', 'bc'];

/** Returns the symbols of a formula, without Σ, π and the names of functions. */
const symbolsOf = (formula) =>
  formula.match(/\p{L}+′?/gu).filter((name) => !['sin', 'cos', 'ln', 'Σ', 'π'].includes(name));

test('each kind has its formulas in every language, without numbers of a sheet', async () => {
  speakNow('en');
  // The texts of a task change with the current language, so the test copies its formulas.
  const formulasOf = (kind) =>
    computedTask(kind, drawValues(kind, '7', 1)[0]).formulas.map((each) => [...each]);
  const english = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, formulasOf(kind)]));
  for (const language of ['en', ...LANGUAGES]) {
    if (language !== 'en') await packOf(language);
    speakNow(language);
    for (const kind of Object.keys(KINDS)) {
      const formulas = formulasOf(kind);
      assert.equal(formulas.length === 0, SELF_EXPLAINING.includes(kind), kind);
      assert.equal(formulas.length, english[kind].length, `${language} ${kind}`);
      for (const [at, [formula, meaning]] of formulas.entries()) {
        const signs = (text) => text.replace(/base|Basis|底数/g, 'base');
        assert.equal(signs(formula), english[kind][at][0], `${language} ${kind}`);
        assert.ok(meaning.length > 5, `${language} ${kind}`);
        // Except for 180° and bfloat16, the numbers in formulas are constants of one digit.
        assert.doesNotMatch(`${formula} ${meaning}`.replace(/180°|bfloat16/g, ''), /\d[.,]?\d/);
      }
    }
  }
  speakNow('en');
});

test('the meanings of formulas and the questions explain every symbol', () => {
  speakNow('en');
  for (const kind of Object.keys(KINDS)) {
    const { ask, formulas } = computedTask(kind, drawValues(kind, '7', 1)[0]);
    const said = formulas.map(([, meaning]) => meaning).join(' ');
    for (const symbol of formulas.flatMap(([formula]) => symbolsOf(formula.replaceAll('e^s', 's'))))
      for (const letter of SPLIT.includes(symbol) ? [...symbol] : [symbol])
        assert.match(`${said} ${ask}`, new RegExp(`(?<!\\p{L})\\d?${letter}(?!\\p{L})`, 'u'), kind);
  }
});

test('a seed gives the same numbers again, and another seed gives others', () => {
  for (const kind of Object.keys(KINDS)) {
    assert.deepEqual(drawValues(kind, '7', 8), drawValues(kind, '7', 8));
    // The first sheets do not depend on how many follow.
    assert.deepEqual(drawValues(kind, '7', 8).slice(0, 3), drawValues(kind, '7', 3));
    assert.notDeepEqual(drawValues(kind, '7', 8), drawValues(kind, '8', 8));
  }
  assert.deepEqual(shuffled([1, 2, 3, 4, 5, 6], drawBy('a')), [1, 3, 6, 5, 2, 4]);
});

test('consecutive sheets differ in each question, and in its answer if it has no options', () => {
  for (const kind of Object.keys(KINDS))
    for (const seed of SEEDS) {
      const drawn = drawValues(kind, seed, COPIES);
      for (const [at, values] of drawn.entries()) {
        if (!at) continue;
        const [own, other] = [values, drawn[at - 1]].map((each) => computedTask(kind, each));
        assert.notEqual(own.ask + own.options, other.ask + other.options, kind);
        if (!KINDS[kind].choose)
          assert.notEqual(own.solve().answer, other.solve().answer, `${kind}: ${own.ask}`);
      }
    }
});

test('no question is about the encoding that the picture shows', () => {
  const state = { dim: 16, base: 100, heads: 8 };
  for (const kind of ['turn', 'angle', 'gap', 'slope', 'bias'])
    for (const values of drawValues(kind, '7', COPIES, state))
      assert.ok(
        ['dim', 'base', 'heads'].some((name) => name in values && values[name] !== state[name]),
        `${kind} ${JSON.stringify(values)}`,
      );
});

test('the texts of every language contain the numbers of the English texts', async () => {
  speakNow('en');
  const cases = Object.keys(KINDS).flatMap((kind) =>
    drawValues(kind, '7', 4).map((values) => [kind, values]),
  );
  const said = (language) => {
    speakNow(language);
    return cases.map(([kind, values]) => {
      const { ask, options, solve } = computedTask(kind, values);
      const { answer, allowed = '', note } = solve();
      const texts = [ask, ...options, answer, allowed, note];
      assert.doesNotMatch(texts.join(), /NaN|undefined|\[object/, `${language} ${kind}`);
      return texts.flatMap((text) => numbersOf(text, language)).sort();
    });
  };
  const english = said('en');
  for (const language of LANGUAGES) {
    await packOf(language);
    for (const [at, numbers] of said(language).entries())
      assert.deepEqual(
        english[at].filter((number) => !numbers.includes(number)),
        [],
        `${language}: ${cases[at][0]}`,
      );
  }
  speakNow('en');
});

test('no rounding decides how many clocks complete a turn', () => {
  const { draw, fits, answer } = KINDS.complete;
  let refused = 0;
  for (let seed = 0; seed < 400; seed++) {
    const values = draw(drawBy(`${seed}`));
    const near = wavelengths(values.dim, { base: values.base }).some(
      (turn) => Math.abs(turn / values.length - 1) < 0.029,
    );
    if (near) assert.equal(fits(values, answer(values)), false, JSON.stringify(values));
    refused += near;
  }
  assert.ok(refused > 3, `${refused}`);
});
