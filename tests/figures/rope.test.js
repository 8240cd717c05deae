/**
 * Compares the numbers of pe-rope with rotations that this file computes in double precision.
 * Also uses the figure with keys, with a pointer and by touch.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from '../support/random.js';
import { PeRope } from '../../web/elements.js';
import {
  FAR,
  FINE,
  REACH,
  dimsOf,
  isNear,
  ropeCurves,
  ropeModel,
  slide,
  stored,
  together,
  turned,
  vectors,
  visiblePlace,
  written,
} from '../../web/figures/rope/model.js';
import { learnedTable, swapRopeLayout } from '../../web/index.js';
import { figurePage, launchChromium, settle, typist } from '../support/browsers.js';
import { canvasTexts } from '../support/canvas-texts.js';
import { penTexts } from '../support/pen-texts.js';
import { settled } from '../support/settled.js';

const plain = new PeRope().getState();
const model = (patch = {}) => ropeModel({ ...plain, ...patch });
const near = (got, wanted, within, what) =>
  assert.ok(
    Math.abs(got - wanted) <= within,
    `${what ?? ''} ${got} is not within ${within} of ${wanted}`,
  );
const words = (parts) => parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

/** Computes the score of interleaved vectors from the distance `offset`, not from positions. */
function reference(q, k, offset, base) {
  let score = 0;
  for (let at = 0; at < q.length; at += 2) {
    const angle = offset * base ** (-at / q.length);
    score +=
      (q[at] * k[at] + q[at + 1] * k[at + 1]) * Math.cos(angle) +
      (q[at + 1] * k[at] - q[at] * k[at + 1]) * -Math.sin(angle);
  }
  return score;
}

test('score, shares and curve follow the formula', () => {
  fc.assert(
    fc.property(
      fc.record({
        dim: fc.constantFrom(8, 16, 26, 64),
        seed: fc.nat(9999),
        position: fc.nat(5000),
        other: fc.nat(5000),
        base: fc.constantFrom(100, 10000, 500000),
        layout: fc.constantFrom('half', 'interleaved'),
      }),
      (patch) => {
        const state = { ...plain, ...patch, weights: patch.layout };
        const { q, k } = vectors(state);
        const { score, parts, differ, wrong } = ropeModel(state);
        const { curve, offsets } = ropeCurves(state);
        near(score, reference(q, k, state.position - state.other, state.base), 1e-10, 'score');
        near(
          parts.reduce((total, part) => total + part, 0),
          score,
          1e-13,
        );
        assert.equal(offsets.length, 2 * REACH * FINE + 1);
        for (let at = 0; at < offsets.length; at += 37)
          near(curve[at], reference(q, k, offsets[at], state.base), 1e-10, `offset ${offsets[at]}`);
        near(
          curve[offsets.indexOf(state.position - state.other)],
          score,
          1e-12,
          'the mark is on the curve',
        );
        assert.deepEqual([differ, wrong], [0, false]);
      },
    ),
    { numRuns: 150 },
  );
});

test('over thousands of positions, the score drifts by at most 1e-12', () => {
  for (const dim of [8, 16, 64]) {
    for (const layout of ['half', 'interleaved']) {
      for (const [from, to] of [
        [12, 8012],
        [990000, 998000],
        [12, 1000000],
      ]) {
        const { low, high } = slide({ ...plain, dim, layout, position: 12, other: 5 }, from, to);
        assert.ok(
          high > low && high - low <= 1e-12,
          `${dim} ${layout} ${from} to ${to}: ${high - low}`,
        );
      }
    }
  }
  const { low, high } = slide({ ...plain, weights: 'interleaved' }, 20, 4020);
  assert.ok(high - low <= 1e-12, 'a wrong score drifts no more than a right one');
});

test('the drift covers every position passed, and starts again if the offset changes', () => {
  const figure = new PeRope();
  const at = (position, other) => {
    figure.setState({ position, other, hold: true });
    return figure.compute(figure.state).held;
  };
  const first = at(20, 8);
  assert.deepEqual([first.from, first.to, first.high - first.low], [20, 20, 0]);
  const far = at(1020, 1008);
  assert.deepEqual([far.from, far.to], [20, 1020]);
  const { low, high } = slide(figure.state, 20, 1020);
  assert.deepEqual([far.low, far.high], [low, high]);
  assert.deepEqual(at(500, 488), far, 'a position that the drift already covers changes nothing');
  assert.equal(at(500, 489).from, 500);
});

test('the other layout changes the score except at offset 0, and a permutation restores it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(8, 16, 64),
      fc.nat(9999),
      fc.constantFrom('half', 'interleaved'),
      fc.integer({ min: 1, max: 60 }),
      (dim, seed, weights, offset) => {
        const layout = weights === 'half' ? 'interleaved' : 'half';
        const state = { ...plain, dim, seed, weights, layout, position: 60 + offset, other: 60 };
        const wrong = ropeModel(state);
        assert.ok(
          wrong.wrong && wrong.differ > dim && Math.abs(wrong.score - wrong.trained.score) > 1e-9,
        );
        const { curve, trainedCurve } = ropeCurves(state);
        near(curve[REACH * FINE], trainedCurve[REACH * FINE], 1e-12, 'offset 0');
        near(trainedCurve[(REACH + offset) * FINE], wrong.trained.score, 1e-12);
        const mended = ropeModel({ ...state, permute: true });
        assert.deepEqual(
          [mended.differ, mended.wrong, mended.score],
          [0, false, wrong.trained.score],
        );
        assert.deepEqual(
          [...swapRopeLayout(mended.qTurned.slice(), { headDim: dim, from: layout, to: weights })],
          [...wrong.trained.qTurned],
        );
      },
    ),
    { numRuns: 60 },
  );
  const { score, trained } = model({ weights: 'interleaved' });
  assert.deepEqual([score.toFixed(3), trained.score.toFixed(3)], ['1.683', '3.813']);
});

test('a rotated value depends on its absolute position, and an unrotated one does not', () => {
  assert.equal(model({ position: 400, other: 388 }).moved, 0);
  assert.equal(model({ position: 12, other: 0, values: true }).moved, 0);
  const { v, vTurned, moved } = model({ position: 400, other: 388, values: true });
  let sum = 0;
  for (let pair = 0; pair < 8; pair++) {
    const [x, y] = dimsOf('half', 16, pair);
    const angle = 388 * 10000 ** (-pair / 8);
    const turn = [
      v[x] * Math.cos(angle) - v[y] * Math.sin(angle),
      v[x] * Math.sin(angle) + v[y] * Math.cos(angle),
    ];
    near(vTurned[x], turn[0], 1e-12);
    sum += (turn[0] - v[x]) ** 2 + (turn[1] - v[y]) ** 2;
  }
  near(moved, Math.sqrt(sum), 1e-12);
  assert.ok(moved > 1);
});

test('typed numbers replace the first ones of the example, and any text gives a vector', () => {
  const { q } = vectors({ ...plain, query: '1, 0;0.5  x -9' });
  const seeded = vectors(plain).q;
  assert.deepEqual([...q], [1, 0, 0.5, seeded[3], -4, ...seeded.subarray(5)]);
  assert.deepEqual(vectors({ ...plain, query: written(seeded) }).q, seeded);
  fc.assert(
    fc.property(fc.string(), (query) =>
      vectors({ ...plain, query }).q.every((value) => Math.abs(value) <= 4),
    ),
  );
  const from = stored(
    seeded.map((_, at) => at),
    { ...plain, dim: 16 },
  );
  assert.deepEqual([...from.subarray(0, 3), from[8]], [0, 2, 4, 1]);
  assert.deepEqual(
    [...turned(turned(seeded, [77], 'half', 10000), [77], 'half', 10000, true)].map((value) =>
      value.toFixed(12),
    ),
    [...seeded].map((value) => value.toFixed(12)),
  );
});

test('query and key move together between 0 and a million', () => {
  for (const [position, other, by, wanted] of [
    [20, 8, 5, [25, 13]],
    [20, 8, -50, [12, 0]],
    [8, 20, -50, [0, 12]],
    [FAR - 3, 9, 50, [FAR, 12]],
    [9, FAR - 3, 50, [12, FAR]],
    [0, FAR, 7, [0, FAR]],
  ]) {
    const places = together({ position, other }, by);
    assert.deepEqual([places.position, places.other], wanted);
  }
  assert.equal(FAR, 1e6);
});

test('a pair has two dimensions in each layout, and a vector is written with two decimals', () => {
  assert.deepEqual(dimsOf('half', 8, 3), [3, 7]);
  assert.deepEqual(dimsOf('interleaved', 8, 3), [6, 7]);
  assert.equal(written([1, -0.126, 0.333, 2.005]), '1 -0.13 0.33 2.01');
});

test('the example has arrows that can be seen, and its key resembles its query', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { q, k, v } = vectors({ dim: 16, seed, query: '', key: '' });
    const table = learnedTable(3, 16, { seed, std: 1 });
    const makers = [
      (at) => table[at],
      (at) => 0.6 * table[at] + 0.8 * table[16 + at],
      (at) => table[32 + at],
    ];
    for (const [which, vector] of [q, k, v].entries()) {
      for (let at = 0; at < 16; at += 2) {
        const [x, y] = [makers[which](at), makers[which](at + 1)];
        const wanted = Math.min(Math.max(Math.hypot(x, y), 0.6), 1.2) / Math.hypot(x, y);
        assert.ok(Math.abs(vector[at] - x * wanted) < 0.0051, `${seed} ${which} ${at}`);
        assert.ok(Math.abs(vector[at + 1] - y * wanted) < 0.0051, `${seed} ${which} ${at}`);
        for (const value of vector) assert.equal(value, Math.round(value * 100) / 100);
      }
    }
  }
});

test('the curve has four points for each of 64 offsets to both sides of its middle', () => {
  const offsets = (position, other) => ropeCurves({ ...plain, position, other }).offsets;
  assert.equal(offsets(20, 8).length, 513);
  for (const [position, other, first] of [
    [20, 8, -64],
    [64, 0, -64],
    [0, 64, -64],
    [65, 0, 1],
    [0, 65, -129],
  ]) {
    const found = offsets(position, other);
    assert.deepEqual([found[0], found[1], found[512]], [first, first + 0.25, first + 128]);
  }
  assert.deepEqual(
    [isNear({ position: 64, other: 0 }), isNear({ position: 65, other: 0 })],
    [true, false],
  );
});

test('the drift over a long way looks at up to 4,096 places, the last one included', () => {
  const at = (position) => ropeModel({ ...plain, position, other: position - 12 }).score;
  const far = { ...plain, position: 20, other: 8 };
  for (const [from, to, stride] of [
    [20, 40, 1],
    [20, 4116, 1],
    [20, 20 + 8192, 2],
    [20, 20 + 4097, 2],
    ...Array.from({ length: 30 }, (_, at) => [at + 20, at + 21, 1]),
  ]) {
    const { low, high } = slide(far, from, to);
    const scores = [];
    for (let place = to; place >= from; place -= stride) scores.push(at(place));
    assert.deepEqual([low, high], [Math.min(...scores), Math.max(...scores)]);
  }
});

test('the first pairs make the score, as many as the reader wants to see', () => {
  const all = model();
  for (const arrows of [1, 2, 5, 8]) {
    const few = model({ arrows });
    const wanted = all.parts.subarray(0, arrows).reduce((sum, part) => sum + part, 0);
    near(few.score, wanted, 1e-12, `${arrows} pairs`);
    const { curve } = ropeCurves({ ...plain, arrows });
    near(curve[(REACH + 12) * FINE], wanted, 1e-10, `${arrows} pairs, curve`);
  }
  assert.equal(model({ arrows: 8 }).score, all.score);
});

test('in a long move, arrows turn slowly, and the angle between query and key stays', () => {
  const frequency = 1;
  const frames = 192;
  let before;
  for (let frame = 0; frame <= frames; frame++) {
    const part = (frame / frames) ** 2 * (3 - (2 * frame) / frames);
    const query = visiblePlace(20 + 1000 * part, 20, 1020, frequency);
    const key = visiblePlace(8 + 1000 * part, 8, 1008, frequency);
    near(query - key, 12, 1e-9, 'angle');
    if (before !== undefined)
      assert.ok(Math.abs(query - before) < 0.2, `${query - before} rad in a frame`);
    before = query;
  }
  near(Math.sin(before), Math.sin(1020), 1e-9, 'the last direction');
  near(Math.cos(before), Math.cos(1020), 1e-9, 'the last direction');
  assert.equal(visiblePlace(20, 20, 1020, frequency), 20);
  assert.equal(visiblePlace(25, 20, 30, frequency), 25, 'a short move is shown as it is');
});

test('for one clock, the score is the cosine of the angle times both lengths, as is said', () => {
  const { q, k, score } = model({ arrows: 1 });
  const [length, other] = [q, k].map((vector) => Math.hypot(vector[0], vector[8]));
  const at = (vector) => Math.atan2(vector[8], vector[0]);
  near(score, Math.cos(at(q) - at(k) + 12) * length * other, 1e-12);
  const texts = penTexts(PeRope, { arrows: 1 });
  assert.ok(texts.includes('score = cosine of the angle × both lengths'), texts);
});

test('while words move, the score and their distance are those of the arrows that are drawn', () => {
  const state = { arrows: 1, position: 23, other: 8, hold: false };
  const { q, k } = model(state);
  for (const position of [23, 21.6]) {
    const angle = position - 8;
    const score =
      Math.cos(angle) * (q[0] * k[0] + q[8] * k[8]) + Math.sin(angle) * (q[0] * k[8] - q[8] * k[0]);
    const texts = penTexts(PeRope, state, { position });
    const sign = score < 0 ? '−' : '+';
    const said = [`${sign}${Math.abs(score).toFixed(2)}`, `${Math.floor(position) - 8} apart`];
    for (const text of said) assert.ok(texts.includes(text), `${text}: ${texts}`);
    assert.ok(texts.some((text) => text.startsWith(`query of man at ${Math.floor(position)}`)));
  }
});

test('a beginner reads the scale of the score, and that a single clock comes round', () => {
  const scale = ['1', '0', '−1'];
  const texts = penTexts(PeRope, { arrows: 1 });
  for (const mark of scale) assert.ok(texts.includes(mark), `${mark}: ${texts}`);
  const figure = new PeRope();
  const says = (patch) => {
    figure.setState({ position: 84, other: 8, arrows: 1, hold: false, ...patch });
    return words(PeRope.words.caption(figure.compute(figure.state), false, true));
  };
  // 76 positions are 76 radians.
  const turns = (76 / (2 * Math.PI)).toFixed(1);
  assert.ok(
    says({}).includes(`In 76 positions, this single clock turns ${turns} times,`),
    says({}),
  );
  assert.ok(!says({ arrows: 8 }).includes('turns'));
  assert.ok(!says({ other: 78 }).includes('turns'), 'less than one turn');
});

test('until the answer, the figure does not say that the score stays the same', () => {
  const figure = new PeRope();
  const text = (covered, beginner) =>
    words(PeRope.words.caption(figure.compute(figure.state), covered, beginner)) +
    PeRope.words.describe(figure.compute(figure.state), covered);
  assert.match(text(true, true), /\+3\.81/);
  figure.setState({ position: 1020, other: 1008 });
  for (const beginner of [true, false]) {
    assert.doesNotMatch(text(true, beginner), /3\.81|drift/);
    assert.match(text(false, beginner), /3\.81/);
  }
});

test('the key moves with the query only if the reader moves it', () => {
  const figure = new PeRope();
  figure.initial = figure.getState();
  figure.begun = true;
  const places = () => [figure.state.position, figure.state.other];
  figure.setState({ position: 30 });
  assert.deepEqual(places(), [30, 18], 'by the reader');
  figure.follow({ position: 40 });
  assert.deepEqual(places(), [40, 18], 'by the group');
  figure.restore({ position: 50 });
  assert.deepEqual(places(), [50, 8], 'by a link');
});

test('the caption says what was computed', () => {
  const figure = new PeRope();
  const say = (patch) => {
    figure.setState(patch);
    return words(figure.caption(figure.compute(figure.state)));
  };
  const right = say({});
  assert.match(
    right,
    /The query is at 20, the key at 8\. Pair 0 turns them by 20\.00 and 8\.00 rad/,
  );
  assert.match(right, / 8\.00 rad, and adds \+0\.801 to the score\. The score is \+3\.813\./);
  const wrong = say({ weights: 'interleaved' });
  assert.match(
    wrong,
    /✗ The code does not pair numbers as training did\. The score is \+1\.683 instead/,
  );
  assert.match(wrong, / \+1\.683 instead of \+3\.813, and 32 of 32 numbers are wrong/);
  const permuted = say({ permute: true });
  assert.match(
    permuted,
    /✓ With the weights permuted, the score is \+3\.813, and 0 of 32 numbers are wrong/,
  );
  for (const table of figure.tables(figure.compute(figure.state))) {
    for (let row = 0; row < table.rows; row++)
      assert.equal(table.row(row).length, table.columns.length, table.name);
  }
});

let chromium;
before(async () => {
  chromium = await launchChromium();
});
after(() => chromium?.close());

test('by keys: query and key move, the score stays, and a wrong layout is corrected', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-rope></pe-rope>');
  const model = () =>
    page.evaluate(() => {
      const { score, held, wrong } = document.querySelector('pe-rope').currentModel();
      return { score: score.toFixed(9), held, wrong };
    });
  const press = typist(page);
  const start = await model();
  await press('Tab', 'ArrowDown', 'ArrowDown', 'Tab', 'Enter');
  const { held, score } = await model();
  assert.deepEqual([score, held.from, held.to], [start.score, 20, 1020]);
  await page.locator('.pe-surprise').waitFor();
  assert.match(
    await page.locator('.pe-result').textContent(),
    /✓ Right\.score \+3\.81 → \+3\.81Both arrows have turned/,
  );
  // The rest of the explanation is collapsed, and Tab stops at its summary.
  await press('Tab', 'Tab', 'r', 'o', 'ArrowRight');
  assert.notEqual((await model()).score, start.score, 'the query alone changes it');
  await press('ArrowLeft', 'o', 'PageDown', 'PageDown', 'ArrowRight');
  assert.equal((await model()).score, start.score);
  assert.deepEqual(
    await page.evaluate(() => {
      const { position, other } = document.querySelector('pe-rope').state;
      return [position, other];
    }),
    [41, 29],
  );
  await press('w');
  assert.notEqual((await model()).score, start.score);
  await press('p');
  assert.equal((await model()).score, start.score);
  assert.ok(press.count <= 25, `${press.count} keys`);
  await page.waitForFunction(() =>
    /Query at 41, key at 29, offset 12/.test(
      document.querySelector('pe-rope').shadowRoot.querySelector('[part=live]').textContent,
    ),
  );
  assert.deepEqual(errors, []);
  await close();
});

test('by pointer: query, key, their line, the curve and an arrow can be dragged', async () => {
  const { page, errors, close } = await figurePage(chromium, '<pe-rope></pe-rope>');
  const state = () => page.evaluate(() => document.querySelector('pe-rope').getState());
  const places = async () => {
    const { position, other } = await state();
    return [position, other];
  };
  const box = await page.locator('.pe-plot').boundingBox();
  const x = (place) => box.x + 14 + (place / 127) * (box.width - 28);
  const drag = async (fromX, fromY, toX, toY) => {
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move((fromX + toX) / 2, (fromY + toY) / 2);
    await page.mouse.move(toX, toY);
    await page.mouse.up();
    await settle(page);
  };
  await drag(x(20), box.y + 56, x(40), box.y + 56);
  assert.deepEqual(await places(), [40, 28], 'the query takes the key with it');
  await drag(x(28), box.y + 56, x(8), box.y + 56);
  assert.deepEqual(await places(), [40, 8], 'the key moves alone');
  await page.evaluate(() => document.querySelector('pe-rope').setState({ hold: false }));
  await drag(x(40), box.y + 56, x(30), box.y + 56);
  assert.deepEqual(await places(), [30, 8], 'the query alone');
  await drag(x(30), box.y + 56, x(40), box.y + 56);
  await drag(x(8), box.y + 56, x(20), box.y + 56);
  assert.deepEqual(await places(), [40, 20], 'the key');
  await drag(x(30), box.y + 56, x(70), box.y + 56);
  assert.deepEqual(await places(), [80, 60], 'both');
  await drag(
    box.x + box.width - 20,
    box.y + box.height - 60,
    box.x + box.width - 10,
    box.y + box.height - 60,
  );
  const [position, other] = await places();
  assert.equal(position - other, 64, 'the curve');
  const [tipX, tipY, middleX, middleY] = await page.evaluate(() => {
    const figure = document.querySelector('pe-rope');
    const { left, top } = figure.shadowRoot.querySelector('.pe-plot').getBoundingClientRect();
    const { x, y, tips } = figure.locate(0);
    return [left + tips.query[0], top + tips.query[1], left + x, top + y];
  });
  await drag(tipX, tipY, middleX + 30, middleY);
  const { query } = await state();
  assert.equal(query.split(' ').length, 16);
  const tip = await page.evaluate(() => {
    const { x, tips } = document.querySelector('pe-rope').locate(0);
    return tips.query[0] - x;
  });
  near(tip, 30, 1);
  assert.deepEqual(errors, []);
  await close();
});

test('on a phone, a word stays under the finger, and no letter covers the other', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-rope level="beginner"></pe-rope>',
    { viewport: { width: 360, height: 740 } },
  );
  /** Returns the middles of both letters on the ruler. */
  const letters = async () => {
    await settle(page);
    const { texts } = await page.evaluate(
      `(${canvasTexts})(document.querySelector('pe-rope'), false)`,
    );
    const middle = (letter) => {
      const { box } = texts.find(({ text }) => text === letter);
      return (box[0] + box[2]) / 2;
    };
    return [middle('q'), middle('k')];
  };
  const box = await page.locator('.pe-plot').boundingBox();
  const [query] = await letters();
  await page.mouse.move(box.x + query, box.y + 56);
  await page.mouse.down();
  // Near its end, the ruler moves on, but not while the pointer holds a letter.
  await page.mouse.move(box.x + 200, box.y + 56);
  await page.mouse.move(box.x + box.width - 20, box.y + 56);
  near((await letters())[0], box.width - 20, 3, 'the letter under the finger');
  await page.mouse.up();
  assert.ok((await letters())[0] < box.width - 40, 'the ruler moves on after the drag');
  for (const gap of [0, 1, 3, -1]) {
    await page.evaluate(
      (gap) => document.querySelector('pe-rope').setState({ position: 50 + gap, other: 50 }),
      gap,
    );
    const [q, k] = await letters();
    assert.ok(Math.abs(q - k) >= 21, `${gap}: ${q - k} px`);
    if (gap) assert.equal(Math.sign(q - k), Math.sign(gap));
  }
  assert.deepEqual(errors, []);
  await close();
});

test('a beginner drags an arrow round: one turn is 6.28 positions, and the key follows', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<pe-rope level="beginner" arrows="1"></pe-rope>',
  );
  /** Drags an arrow counterclockwise. The pointer holds the arrow near its middle. */
  const turn = async (arrow, turns) => {
    const { middle, from } = await page.evaluate((arrow) => {
      const figure = document.querySelector('pe-rope');
      const { left, top } = figure.shadowRoot.querySelector('.pe-plot').getBoundingClientRect();
      const { x, y, tips } = figure.locate(0);
      const [right, down] = [tips[arrow][0] - x, tips[arrow][1] - y];
      return { middle: [left + x, top + y], from: [right * 0.6, down * 0.6] };
    }, arrow);
    const at = (part) => {
      const angle = -2 * Math.PI * turns * part;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return [middle[0] + cos * from[0] - sin * from[1], middle[1] + sin * from[0] + cos * from[1]];
    };
    await page.mouse.move(...at(0));
    await page.mouse.down();
    const steps = Math.ceil(Math.abs(turns) * 16);
    for (let step = 1; step <= steps; step++) await page.mouse.move(...at(step / steps));
    await page.mouse.up();
    return settled(() =>
      page.evaluate(() => {
        const { position, other, query } = document.querySelector('pe-rope').state;
        return [position, other, query];
      }),
    );
  };
  assert.deepEqual(await turn('query', 3), [39, 27, '']);
  assert.deepEqual(await turn('key', -1), [39, 21, '']);
  assert.deepEqual(await turn('query', -9), [18, 0, ''], 'no word goes before position 0');
  assert.deepEqual(errors, []);
  await close();
});

test('by touch: dragging an arrow does not scroll the page; a swipe elsewhere does', async () => {
  const { page, errors, close } = await figurePage(
    chromium,
    '<p style="height: 300px">Above</p><pe-rope></pe-rope><p style="height: 2000px">Below</p>',
    { hasTouch: true, viewport: { width: 400, height: 800 } },
  );
  const session = await page.context().newCDPSession(page);
  const swipe = async (from, to) => {
    const point = (part) => [
      { x: from[0] + part * (to[0] - from[0]), y: from[1] + part * (to[1] - from[1]) },
    ];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) });
    for (let part = 0.1; part <= 1; part += 0.1)
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: point(part),
      });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await settle(page);
  };
  const here = () =>
    page.evaluate(() => {
      const figure = document.querySelector('pe-rope');
      const { left, top } = figure.shadowRoot.querySelector('.pe-plot').getBoundingClientRect();
      const { x, y, radius, tips } = figure.locate(0);
      return {
        middle: [left + x, top + y],
        tip: [left + tips.query[0], top + tips.query[1]],
        up: [left + x, top + y - radius + 4],
        query: figure.state.query,
        scroll: scrollY,
      };
    });
  await page.locator('.pe-plot').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 500));
  await settle(page);
  const before = await here();
  await swipe(before.tip, before.up);
  const after = await here();
  assert.equal(after.scroll, before.scroll);
  assert.notEqual(after.query, before.query);
  near(after.tip[0], after.middle[0], 2);
  await swipe([after.middle[0], after.middle[1] + 120], [after.middle[0], after.middle[1] - 80]);
  assert.ok((await here()).scroll > after.scroll + 50, 'the figure keeps the page from scrolling');
  assert.deepEqual(errors, []);
  await close();
});
