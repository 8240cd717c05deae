/**
 * Tests pe-waves: its numbers of turns, its twins, and its presets of clocks. Also tests that its
 * hands turn like those of pe-clocks.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PeClocks, PeWaves } from '../../web/elements.js';
import { clockAt, layout as clocksLayout } from '../../web/figures/clocks/picture.js';
import { layout } from '../../web/figures/waves/picture.js';
import { isSecret, pairsOf, twinOf, wavesModel } from '../../web/figures/waves/model.js';
import { Curves, turned } from '../../web/figures/parts/turn-curves.js';
import { turnsText } from '../../web/figures/waves/words.js';

const seeds = JSON.parse(
  readFileSync(new URL('../support/golden/seed-numbers.json', import.meta.url), 'utf8'),
).S001;
const state = new PeWaves().getState();
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
const say = (patch) => {
  const figure = new PeWaves();
  figure.setState(patch);
  return words(figure.caption(figure.compute(figure.state)));
};

test('in 100 positions, clocks 0, 7 and 16 turn 15.92, 2.12 and 0.159 times', () => {
  const { turns } = wavesModel(state);
  for (const [pair, seed, printed] of [
    [0, 'pair0', '15.92'],
    [16, 'pair16_d64', '0.159'],
    [7, 'pair7_d64', '2.12'],
  ]) {
    assert.ok(Math.abs(turns(pair) / seeds.cycles_in_100[seed] - 1) < 1e-15, seed);
    assert.equal(turnsText(turns(pair)), printed);
  }
  assert.equal(turnsText(turns(31)), '0.0021');
});

test('in 50 positions, clock 0 turns 7.96 times and clock 16 covers an arc of 28.65°', () => {
  const { turns } = wavesModel({ ...state, length: 50 });
  assert.equal(turnsText(turns(0)), '7.96');
  assert.ok(Math.abs(turns(16) * 360 - seeds.arc_deg_pair16_50pos) < 1e-12);
  assert.match(say({ length: 50, position: 50, pair: 16 }), /an arc of 28\.65°/);
  const caption = say({});
  assert.match(
    caption,
    /^Clock 0 turns once in 6\.28 positions\. It makes 3\.34 turns by position 21,/,
  );
  assert.match(caption, / by position 21, and 15\.92 in all 100 positions\./);
});

test('a position and its twin have almost the same cosine, and the sine tells them apart', () => {
  const { table, sine, cosine, chord } = wavesModel(state);
  assert.equal(twinOf(table, 64, 0, 21), 23);
  assert.equal(twinOf(table, 64, 0, 23), 21);
  assert.ok(Math.abs(cosine - Math.abs(Math.cos(21) - Math.cos(23))) < 1e-15);
  assert.ok(Math.abs(sine - Math.abs(Math.sin(21) - Math.sin(23))) < 1e-15);
  assert.ok(Math.abs(chord - 2 * Math.abs(Math.sin(1))) < 1e-15);
  assert.match(say({}), /are 0\.0149 apart; by sine and cosine together, 1\.6829\.$/);
  // The twin has the nearest cosine among all positions whose sine has the opposite sign.
  for (let position = 0; position <= 100; position++) {
    const twin = twinOf(table, 64, 0, position);
    const gap = (other) => Math.abs(Math.cos(other) - Math.cos(position));
    for (let other = 0; other <= 100; other++)
      if (Math.sin(other) * Math.sin(position) < 0) assert.ok(gap(twin) <= gap(other) + 1e-15);
  }
  assert.equal(
    twinOf(table, 64, 16, 50),
    -1,
    'within the first half turn of a clock, positions have no twin',
  );
});

test('the numbers and twins of each clock are those of the formulas', () => {
  const [dim, base, length] = [8, 100, 60];
  for (let pair = 0; pair < dim / 2; pair++) {
    const frequency = base ** ((-2 * pair) / dim);
    const gap = (function_, one, two) => function_(one * frequency) - function_(two * frequency);
    for (const [position, other] of [
      [5, 9],
      [17, 60],
      [60, 0],
      [0, 31],
    ]) {
      const model = wavesModel({ ...state, dim, base, length, position, other, pair });
      const { table, sine, cosine, chord, twin, turns, waves, frequencies } = model;
      assert.equal(table.length, (length + 1) * dim);
      const [sineGap, cosineGap] = [Math.sin, Math.cos].map((each) => gap(each, position, other));
      assert.ok(Math.abs(sine - Math.abs(sineGap)) < 1e-12, `sine of clock ${pair}`);
      assert.ok(Math.abs(cosine - Math.abs(cosineGap)) < 1e-12, `cosine of clock ${pair}`);
      assert.ok(Math.abs(chord - Math.hypot(sineGap, cosineGap)) < 1e-12, `chord of clock ${pair}`);
      assert.ok(Math.abs(frequencies[pair] - frequency) < 1e-12);
      assert.ok(Math.abs(waves[pair] * frequency - 2 * Math.PI) < 1e-12);
      assert.equal(turns(pair), length / waves[pair]);
      const opposite = Array.from({ length: length + 1 }, (_, row) => row).filter(
        (row) => Math.sin(row * frequency) * Math.sin(position * frequency) < 0,
      );
      const gaps = opposite.map((row) => Math.abs(gap(Math.cos, row, position)));
      const nearest = opposite[gaps.indexOf(Math.min(...gaps))] ?? -1;
      assert.equal(twin, nearest, `twin of ${position} in clock ${pair}`);
    }
  }
});

test('clock 0 is almost the same at positions 0 and 44, so other clocks tell them apart', () => {
  const { chord } = wavesModel({ ...state, position: 44, other: 0 });
  assert.ok(Math.abs(chord - seeds.pair0_chord[44]) < 1e-15);
});

test('a choice of lines gives clocks that exist, without duplicates', () => {
  const of = (patch) => pairsOf({ dim: 64, lines: 'spread', pairs: '', ...patch });
  assert.deepEqual(of({}), [0, 7, 16, 31]);
  assert.deepEqual(of({ lines: 'dims' }), [0, 1, 5, 15]);
  assert.deepEqual(of({ lines: 'dims', dim: 8 }), [0, 1]);
  assert.deepEqual(of({ lines: 'own', pairs: ' 3,3; 99 x31 7 8 9 10 11' }), [3, 31, 7, 8, 9]);
  assert.deepEqual(of({ lines: 'own', pairs: 'none' }), []);
  assert.deepEqual(of({ dim: 2 }), [0]);
  // The second clock is at 7/32 of all clocks, rounded down. 7/32 of 50 is 10.9, and of 31 is 6.8.
  assert.deepEqual(of({ dim: 100 }), [0, 10, 25, 49]);
  assert.deepEqual(of({ dim: 62 }), [0, 6, 15, 30]);
  assert.deepEqual(of({ lines: 'first' }), [0, 1, 2, 3]);
  assert.deepEqual(of({ lines: 'first', dim: 6 }), [0, 1, 2]);
  assert.deepEqual(of({ lines: 'dims', dim: 10 }), [0, 1]);
});

test('the curves are the sines and cosines of their angles', () => {
  const angles = [0, 0.3, 1, Math.PI, 21, 99.5];
  const table = turned(angles);
  angles.forEach((angle, at) =>
    assert.ok(
      Math.abs(table[2 * at] - Math.sin(angle)) < 4e-16 &&
        Math.abs(table[2 * at + 1] - Math.cos(angle)) < 4e-16,
    ),
  );
  const curves = new Curves();
  const curve = curves.get(2, 4);
  assert.deepEqual([...curve], [...turned([0, 0.5, 1, 1.5, 2])]);
  assert.equal(curves.get(2, 4), curve);
  for (let last = 3; last < 90; last++) curves.get(last, 4);
  assert.deepEqual([...curves.get(2, 4)], [...curve]);
});

test('the tables contain the numbers of the model', () => {
  const figure = new PeWaves();
  const model = figure.compute(figure.state);
  const [positions, pairs] = figure.tables(model);
  assert.equal(positions.rows, 101);
  const [position, turns, sine, cosine] = positions.row(21);
  assert.deepEqual(
    [position, turns, sine, cosine],
    [21, 21 / model.waves[0], model.table[21 * 64], model.table[21 * 64 + 1]],
  );
  assert.equal(pairs.show(pairs.row(16)[2], 2), '0.159');
});

/** Makes a pen that only records lines and circles. It records the role of each colour. */
function recorder(width) {
  const drawn = { lines: [], circles: [] };
  const nothing = () => 0;
  const pen = {
    c: new Proxy({}, { get: (_, role) => role }),
    width,
    ratio: 1,
    line: (points, color) => drawn.lines.push({ points: [...points], color }),
    circle: (x, y, radius, style) => drawn.circles.push({ x, y, radius, ...style }),
    snap: (at) => at,
    ...Object.fromEntries(
      ['text', 'area', 'hline', 'vline', 'rect'].map((name) => [name, nothing]),
    ),
  };
  return { pen, drawn };
}

/** Draws a figure in a state. Returns what is drawn, and a function that finds a hand's tip. */
function drawnBy(Figure, patch) {
  const figure = new Figure();
  figure.setState(patch);
  const { pen, drawn } = recorder(800);
  const model = figure.compute(figure.state);
  figure.draw(pen, model, figure.motion.shown);
  /** Returns the tip of the hand of `position`, seen from the clock's centre, in radii. */
  const tip = ({ x, y, radius }) => {
    const { points } = drawn.lines.find(
      ({ points, color }) => color === 'you' && points[0] === x && points[1] === y,
    );
    return [(points[2] - x) / radius, (points[3] - y) / radius];
  };
  return { drawn, tip, state: figure.state };
}

/** These functions return the circles of two clocks in pe-waves: the chosen one, and a lane's. */
const chosenClock = ({ centerX, centerY, radius }) => ({ x: centerX, y: centerY, radius });
const laneClock = ({ top, lane }, row) => ({ x: 17, y: top + (row + 0.5) * lane, radius: 15 });

test('the hands of pe-clocks and pe-waves start at 12 and turn clockwise', () => {
  for (const [position, pair] of [
    [0, 0],
    [1, 0],
    [12, 0],
    [12, 3],
    [21, 2],
    [44, 7],
    [100, 31],
  ]) {
    const angle = position * 10000 ** (-pair / 32);
    const wanted = [Math.sin(angle), -Math.cos(angle)];
    const near = (got, what) =>
      got.forEach((value, at) =>
        assert.ok(
          Math.abs(value - wanted[at]) < 1e-9,
          `${what}, ${position}, clock ${pair}: ${got}`,
        ),
      );
    const clocks = drawnBy(PeClocks, { position, other: 5, pair });
    near(clocks.tip(clockAt(clocksLayout(800, 32, false), pair)), 'pe-clocks');
    const waves = drawnBy(PeWaves, { position, other: 5, pair, lines: 'own', pairs: `${pair}` });
    const box = layout(800, waves.state, false);
    near(waves.tip(chosenClock(box)), 'pe-waves');
    near(waves.tip(laneClock(box, 0)), 'a lane of pe-waves');
    // A horizontal line leads from the tip of the hand to the wave at `position`.
    const [x, y] = [box.centerX + box.radius * wanted[0], box.centerY + box.radius * wanted[1]];
    const end = [x, y, box.x(position), y];
    const isLevel = ({ points, color }) =>
      color === 'you' &&
      points.length === 4 &&
      points.every((value, at) => Math.abs(value - end[at]) < 1e-6);
    assert.ok(waves.drawn.lines.some(isLevel), 'no line leads from the tip to the wave');
  }
});

test('while the question is open, no text gives the turns of a slow clock', () => {
  const figure = new PeWaves();
  figure.setState({ pair: 16 });
  const model = figure.compute(figure.state);
  const { caption, describe, tables } = PeWaves.words;
  for (const [covered, tells] of [
    [true, false],
    [false, true],
  ]) {
    assert.equal(/0\.159/.test(words(caption(model, covered, true))), tells);
    assert.equal(/628/.test(words(caption(model, covered, false))), tells);
    assert.equal(/has made/.test(describe(model, covered)), tells);
    assert.equal(isSecret(16, covered), covered);
  }
  assert.ok(tables(model)[1].answers);
  Object.defineProperty(figure, 'covered', { value: true });
  assert.deepEqual(figure.formula(model), []);
  assert.deepEqual(
    figure.tables(model).map(({ name }) => name),
    ['Clock 0 at positions 0 to 100'],
  );
});
