/* Checks the script of the tour: times, captions, and their numbers against plain JavaScript. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as elements from '../../web/elements.js';
import { FOOLED } from '../../web/figures/clocks/model.js';
import { entryOf } from '../../web/figures/chassis/state.js';
import { root } from '../support/browsers.js';
import { LANGUAGES, packOf, speakNow } from '../support/languages.js';
import { script } from '../../web/tour/script.js';
import {
  LENGTH,
  captionAt,
  captionText,
  captions,
  momentAt,
  starts,
  stateAfter,
  vtt,
} from '../../web/tour/timeline.js';

const classOf = (name) => Object.values(elements).find(({ tag }) => tag === `pe-${name}`);
const texts = captions.map(captionText);

test('the tour lasts at most 60 seconds, and its script has at most 12 kB', () => {
  assert.ok(LENGTH > 50 && LENGTH <= 60, `${LENGTH} s`);
  assert.ok(readFileSync(`${root}/web/tour/script.js`).length <= 12_000);
});

/** How many characters a reader reads in a second. A Chinese character says more than a letter. */
const SPEED = { en: 15, de: 15, zh: 9 };

for (const language of ['en', ...LANGUAGES])
  test(`every caption can be read twice, in short sentences: ${language}`, async () => {
    if (language !== 'en') await packOf(language);
    speakNow(language);
    const spoken = captions.map(captionText);
    assert.deepEqual(
      script.flatMap(({ lines }) => lines.map(([seconds]) => seconds)),
      captions.map(({ begins, ends }) => Math.round((ends - begins) * 1000) / 1000),
    );
    speakNow('en');
    assert.ok(captions.length >= 10);
    captions.forEach(({ begins, ends }, at) => {
      const text = spoken[at];
      const needed = (2 * text.length) / SPEED[language];
      assert.ok(ends - begins >= needed - 1e-9, `${ends - begins} s, needs ${needed} s: ${text}`);
      for (const sentence of text.split(/(?<=[.?])\s/)) {
        assert.ok(sentence.split(/\s+/).length <= 20, sentence);
        assert.match(sentence, language === 'zh' ? /[。？]$/ : /^[A-Z].*[.?]$/);
      }
    });
    if (language !== 'en') assert.ok(spoken.every((text, at) => text !== texts[at]));
  });

test('captions follow each other without a gap, chapter by chapter', () => {
  let end = 0;
  for (const { begins, ends } of captions) {
    assert.equal(begins, end);
    end = ends;
  }
  script.forEach(({ lines }, chapter) => {
    const seconds = lines.reduce((sum, [each]) => sum + each, 0);
    assert.ok(Math.abs((starts[chapter + 1] ?? LENGTH) - starts[chapter] - seconds) < 1e-9);
  });
});

test('moves change fields of their figure, one after the other, within the chapter', () => {
  script.forEach(({ figure, state, moves }, chapter) => {
    const { allFields } = classOf(figure);
    const length = (starts[chapter + 1] ?? LENGTH) - starts[chapter];
    let free = 0;
    for (const { at, lasts, to } of moves) {
      assert.ok(at >= free && lasts > 0, `${figure}: ${to}`);
      free = at + lasts;
    }
    assert.ok(free <= length, figure);
    for (const text of [state, ...moves.map(({ to }) => to)])
      for (const [key, value] of Object.entries(entryOf(text))) {
        const made = new (classOf(figure))();
        made.state = text;
        assert.ok(key in allFields, `${figure}: ${key}`);
        const set = made.state[key];
        const written = typeof set === 'boolean' ? Number(set) : set;
        assert.equal(String(written), value, `${figure}: ${key}`);
      }
  });
});

test('something moves in every caption but the last, which asks the reader to move it', () => {
  const [line] = script.at(-1).lines.at(-1).slice(1);
  assert.match(line, /drag/);
  for (const { chapter, line, begins, ends } of captions.slice(0, -1)) {
    const [from, to] = [begins, ends].map((t) => t - starts[chapter]);
    const overlaps = ({ at, lasts }) => Math.min(to, at + lasts) - Math.max(from, at) > 0.05;
    assert.ok(script[chapter].moves.some(overlaps), script[chapter].lines[line][1]);
  }
});

test('a caption that names a position or a result comes when the picture is there', () => {
  for (const { chapter, line, begins } of captions) {
    const { lines, moves } = script[chapter];
    const [, text] = lines[line];
    const isNamed = /\{(position|words\.length|fresh|state\.length)\b/.test(text);
    if (!isNamed) continue;
    const at = begins - starts[chapter];
    const late = moves.filter((move) => move.at <= at + 0.5 && move.at + move.lasts > at + 1.5);
    assert.deepEqual(late, [], text);
  }
});

test('every number in a caption is computed, and plain JavaScript gives the same number', () => {
  for (const [, text] of script.flatMap(({ lines }) => lines))
    assert.doesNotMatch(text.replace(/\{[^}]*\}/g, ''), /\d/);
  const numbers = texts.map((text) => (text.match(/\d+(\.\d+)?/g) ?? []).map(Number));
  assert.deepEqual(
    numbers.filter((each, at) => each.length && captions[at].chapter !== 2),
    [[3], [3], [32], [44, 0, 0], [10, 44, 0], [512]],
  );
  // Half the angle between the hands of a clock at 44 and at 0 is 22 times its frequency.
  const isFooled = (pair) => 2 * Math.abs(Math.sin(22 * 10000 ** (-pair / 32))) < FOOLED;
  assert.deepEqual([0, 10].map(isFooled), [true, false]);
  // With one pair, the score of RoPE is the real part of a product of complex numbers.
  const rope = new (classOf('rope'))();
  rope.state = stateAfter(2, 3);
  const { q, k } = rope.compute(rope.state);
  const { position, other } = rope.state;
  const scoreAt = (angle) =>
    Math.cos(angle) * (q[0] * k[0] + q[8] * k[8]) + Math.sin(angle) * (q[0] * k[8] - q[8] * k[0]);
  assert.deepEqual(
    numbers.filter((each, at) => each.length && captions[at].chapter === 2),
    [[Number(scoreAt(position - other).toFixed(2))]],
  );
  // A caption says that a small angle means a high score. 6 radians are nearly a whole turn, so the
  // angle between the arrows is small.
  const far = scoreAt(3);
  assert.ok(far < -0.9 && scoreAt(6) > 0.9, `${far}`);
});

test('at the end, clocks are further and further outside the angles of training', () => {
  const range = new (classOf('range'))();
  const most = [1, 3, 4].map((moves) => {
    range.state = stateAfter(3, moves);
    return range.compute(range.state).outside[1];
  });
  assert.ok(most[0] < 1 && most[1] > 30 && most[2] > 90, `${most}`);
  // The last caption keeps the picture of the caption before it.
  assert.deepEqual(momentAt(LENGTH).move, script[3].moves.length - 1);
});

test('every moment has one chapter and one move, also at the ends', () => {
  assert.deepEqual(momentAt(0), { chapter: 0, move: -1, part: 1 });
  assert.equal(captionAt(0), 0);
  assert.equal(captionAt(LENGTH), captions.length - 1);
  assert.equal(momentAt(LENGTH).part, 1);
  for (const start of starts.slice(1)) {
    assert.equal(momentAt(start).chapter, momentAt(start - 0.001).chapter + 1);
    assert.equal(momentAt(start).move, -1);
  }
  const [{ at, lasts }] = script[0].moves;
  assert.equal(momentAt(at + lasts / 4).move, 0);
  assert.ok(Math.abs(momentAt(at + lasts / 4).part - 0.25) < 1e-9);
});

test('the file of captions has every caption with its times', () => {
  const [head, ...cues] = vtt().trimEnd().split('\n\n');
  assert.equal(head, 'WEBVTT');
  const seconds = (text) => {
    assert.match(text, /^00:0[01]:\d\d\.\d{3}$/);
    const [, minutes, rest] = text.split(':').map(Number);
    return minutes * 60 + rest;
  };
  const read = cues.map((cue) => {
    const [times, text] = cue.split('\n');
    const [begins, ends] = times.split(' --> ').map(seconds);
    return { begins, ends, text };
  });
  assert.deepEqual(
    read,
    captions.map(({ begins, ends }, at) => ({ begins, ends, text: texts[at] })),
  );
});
