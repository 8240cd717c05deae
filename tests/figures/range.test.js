/**
 * Tests pe-range beyond the trained length. The learned table ends there. Some clocks are at angles
 * that training never saw, but the vector of every position has the same length.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from '../support/random.js';
import { wavelengths } from '../../web/index.js';
import { PeRange } from '../../web/elements.js';
import {
  FARTHEST,
  arcOutside,
  countUnseen,
  degreesOutside,
  drawnPairs,
  intoTurn,
  lookupError,
  place,
  positionAt,
  rangeModel,
  rangeScene,
  someOf,
  swept,
} from '../../web/figures/range/model.js';
import { penTexts } from '../support/pen-texts.js';

const seeds = JSON.parse(
  readFileSync(new URL('../support/golden/seed-numbers.json', import.meta.url), 'utf8'),
);
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
/** Fails unless `text` includes `wanted`. */
const includes = (text, wanted) => assert.ok(text.includes(wanted), text);
const model = (patch) => {
  const state = {
    dim: 64,
    base: 10000,
    length: 512,
    position: 100,
    scheme: 'sinusoidal',
    slow: 1,
    ...patch,
  };
  return rangeModel(rangeScene(state), state);
};
const say = (patch) => {
  const figure = new PeRange();
  figure.setState(patch);
  return words(figure.caption(figure.compute(figure.state)));
};

test('every row has the same length: the square root of half the dimensions', () => {
  for (const position of [0, 100, 1000, 5000, 9999, 1e6]) {
    const { norm } = model({ position });
    assert.ok(Math.abs(norm / seeds.S001.norm_d64 - 1) < 1e-15);
    assert.equal(norm.toFixed(4), '5.6569');
  }
  assert.ok(
    say({ position: 5000 }).startsWith(
      'The formula gives position 5,000 a row. Its length is 5.6569 = √32, as at every position. ' +
        '✗ 15 of 32 clocks',
    ),
  );
});

test('a learned table counts its numbers and ends in an error', () => {
  for (const [length, dim, wanted] of [
    [512, 768, seeds.S001.learned_params['512x768']],
    [1024, 768, 786432],
    [4096, 768, seeds.S001.learned_params['4096x768']],
    [2048, 4096, seeds.S000.learned_2048x4096],
  ]) {
    assert.equal(model({ length, dim }).parameters, wanted);
  }
  assert.equal(lookupError(512, 511), null);
  assert.equal(
    lookupError(512, 600),
    'RangeError: lookup: positions[0]: expected an integer from 0 to 511, got 600',
  );
  assert.match(
    say({ scheme: 'learned', dim: 768, position: 511 }),
    /^Row 511 is one of 512 rows with 512 × 768 = 393,216 numbers, all learned\.$/,
  );
  assert.match(
    say({ scheme: 'learned', position: 512 }),
    /^There is no row 512: .* end with row 511\. To ask for a later row is an error\.$/,
  );
});

test('no prose, and no picture for beginners, shows the raw error of the library', () => {
  const state = { scheme: 'learned', position: 43066 };
  const texts = penTexts(PeRange, state);
  assert.ok(texts.includes('✗ There is no row 43,066.'), texts);
  assert.ok(texts.includes('The table ends with row 511.'), texts);
  const { describe } = PeRange.words;
  assert.match(describe(model(state), false), /the table has only 512 rows/);
  for (const text of [...texts, describe(model(state), false), say(state)])
    assert.doesNotMatch(text, /RangeError|positions\[0\]/);
});

test('past 512 positions, up to half of the clocks are at angles unseen in training', () => {
  assert.equal(model({ position: 511 }).strange, 0);
  for (const [position, wanted] of [
    [512, 16],
    [600, 16],
    [1000, 14],
    [5000, 15],
    [1e6, 12],
  ])
    assert.equal(model({ position }).strange, wanted, String(position));
  const outside = say({ position: 600 });
  includes(outside, '✗ 16 of 32 clocks are outside the angles seen in training, ');
  assert.match(outside, / training, at positions 0 to 511\. /);
  assert.match(outside, / They are outside by 0\.68° to 38°\.$/);
  // Just past the end, the clocks are outside by fractions of a degree, as the caption says.
  assert.match(say({ position: 512 }), / They are outside by 0\.0076° to 0\.57°\.$/);
  assert.match(
    say({ scheme: 'rope', position: 400 }),
    /^Distance 400 has a rotation .*✓ Every clock is at an angle seen in training\.$/,
  );
});

test('the red arc leads from the nearer end of the arc of training to the hand', () => {
  const near = (got, wanted) =>
    got.forEach((turns, at) => assert.ok(Math.abs(turns - wanted[at]) < 1e-12, `${got}`));
  assert.deepEqual(arcOutside(600, 500, 512), [0, 0]);
  assert.deepEqual(arcOutside(511, 2000, 512), [0, 0]);
  near(arcOutside(600, 2000, 512), [511 / 2000, 600 / 2000]);
  // This hand is nearer to the beginning of its next turn than to the end of the arc.
  near(arcOutside(600, 628, 512), [600 / 628, 1]);
  near(arcOutside(512, 47117, 512), [511 / 47117, 512 / 47117]);
});

test('beyond training, nothing answers the open question', () => {
  const figure = new PeRange();
  const { caption, describe } = figure.words;
  for (const scheme of ['sinusoidal', 'rope'])
    for (const position of [512, 600]) {
      figure.setState({ scheme, position });
      const state = figure.compute(figure.state);
      for (const text of [words(caption(state, true, true)), describe(state, true)]) {
        includes(text, 'Answer the question');
        assert.doesNotMatch(text, /16|✗|degrees|°/);
      }
    }
});

test('no angle is new in training, nor later for a clock that has finished a turn', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 16, max: 4096 }),
      fc.integer({ min: 0, max: FARTHEST }),
      fc.integer({ min: 1, max: 64 }),
      (length, position, pairs) => {
        const waves = wavelengths(2 * pairs);
        assert.equal(countUnseen(waves, position % length, length), 0);
        for (const wavelength of waves) {
          const into = intoTurn(position, wavelength);
          assert.ok(into >= 0 && into < wavelength + 1e-9);
          if (wavelength <= length - 1) assert.ok(swept(position, wavelength, length));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('ALiBi continues past training as before', () => {
  const { slopes } = model({ scheme: 'alibi' });
  assert.deepEqual(
    [...slopes],
    [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625],
  );
  const past = say({ scheme: 'alibi', position: 600 });
  includes(past, 'subtracts 300.0 and the gentlest 2.34. Training ended at 511. ');
  assert.match(past, / ended at 511\. The bias continues in the same straight line\.$/);
});

test('the curves of ALiBi have the logarithmic heights of the biases', () => {
  const { depths, positions } = model({ scheme: 'alibi' });
  for (const [at, slope] of [0.5, 2 ** -8].entries()) {
    assert.equal(depths[at][0], -Infinity, 'no bias at distance 0');
    positions.forEach((position, step) => {
      if (!position) return;
      // A height of 0 is a bias of 10^-2.6, and a height of 1 is a bias of 10^6.
      const height = (Math.log10(slope * position) + 2.6) / 8.6;
      assert.ok(Math.abs(depths[at][step] - height) < 1e-9, `position ${position}`);
    });
  }
});

test('the axis is logarithmic up to a million, and converts in both directions', () => {
  assert.deepEqual(
    [place(0), place(FARTHEST), positionAt(0), positionAt(1), positionAt(-3), positionAt(7)],
    [0, 1, 0, FARTHEST, 0, FARTHEST],
  );
  for (const position of [1, 9, 511, 512, 99999])
    assert.equal(positionAt(place(position)), position);
  const { positions, shares } = model({});
  assert.deepEqual([positions.length, positions[0], positions[360]], [361, 0, FARTHEST]);
  positions.forEach((position, at) =>
    assert.equal(shares[at] === 1, countUnseen(wavelengths(64), position, 512) === 0),
  );
});

test('of many clocks, some are shown: the fastest, the slowest and some between', () => {
  assert.deepEqual(someOf(3, 32), [0, 1, 2]);
  const some = someOf(384, 32);
  assert.deepEqual([some.length, new Set(some).size, some[0], some[31]], [32, 32, 0, 383]);
});

test('slower clocks point where clocks did in training, and the caption says so', () => {
  for (const slow of [1, 2, 3, 8, 16])
    for (const position of [100, 512, 600, 5000]) {
      const { strange, shares, positions } = model({ position, slow });
      assert.equal(strange, countUnseen(wavelengths(64), position / slow, 512));
      // A clock `slow` times as slow has a wavelength `slow` times as long.
      let unseen = 0;
      for (const wave of wavelengths(64)) {
        const turns = position / (wave * slow);
        if ((turns - Math.floor(turns)) * wave > 511) unseen++;
      }
      assert.equal(strange, unseen, `${position} ${slow}`);
      positions.forEach((at, i) =>
        assert.equal(shares[i], 1 - countUnseen(wavelengths(64), at / slow, 512) / 32),
      );
    }
  assert.equal(model({ position: 600 }).strange, 16);
  assert.equal(model({ position: 600, slow: 2 }).strange, 0);
  includes(
    say({ position: 600, slow: 2 }),
    'The clocks turn 2 times slower, so they point as they did before at position 300.',
  );
});

test('the largest angle that the answer names is drawn, and each clock keeps its place', () => {
  const places = drawnPairs(model({}).waves, model({}).state, 8);
  for (const position of [511, 600, 700, 5000, 1e6]) {
    const { waves, outside, state } = model({ position });
    const drawn = drawnPairs(waves, state, 8);
    const degrees = drawn.map((pair) => degreesOutside(position, waves[pair], 512));
    assert.ok(drawn.length === 8 && drawn.every((pair, at) => !at || pair > drawn[at - 1]));
    if (position === 600) assert.equal(Math.max(...degrees), outside[1]);
    assert.deepEqual(drawn, places);
  }
});

test('the tables contain the numbers of the model', () => {
  const figure = new PeRange();
  figure.setState({ position: 600 });
  const [pairs, heads] = figure.tables(figure.compute(figure.state));
  assert.deepEqual(
    pairs.row(0).map((cell, at) => (typeof cell === 'string' ? cell : pairs.show(cell, at))),
    ['0', '6.2832', '1.0000', '0.4930', 'yes'],
  );
  assert.equal(pairs.row(31)[4], 'no');
  figure.setState({ dim: 4096 });
  const [wide] = figure.tables(figure.compute(figure.state));
  const slowest = 2 * Math.PI * 10000 ** (4094 / 4096);
  assert.equal(slowest.toFixed(1), '62549.9');
  assert.equal(wide.show(wide.row(2047)[1], 1), '62,549.9');
  figure.setState({ dim: 64 });
  assert.deepEqual(heads.row(0), [0, 0.5, -255.5, -300]);
  figure.setState({ scheme: 'alibi' });
  assert.equal(figure.tables(figure.compute(figure.state))[0].rows, 8);
});

test('Play begins just before the end of training, and reaches it within seconds', () => {
  for (const position of [0, 5000, FARTHEST]) {
    const figure = new PeRange();
    figure.begun = true;
    figure.build = () => null;
    figure.motion.play = () => {};
    figure.setState({ position });
    figure.play();
    assert.equal(figure.state.position, position === 5000 ? 5000 : 492);
    assert.ok((512 - 492) / figure.state.speed <= 5);
  }
});
