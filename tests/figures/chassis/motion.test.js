/* Checks that animations follow the times of the frames, even if the system clock is set back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PeClocks } from '../../../web/elements.js';

// Node has no matchMedia. This substitute says that the reader does not prefer reduced motion.
globalThis.matchMedia = () => ({ matches: false });

/** Advances the figure to the times of these frames. Returns the positions that it shows. */
const positionsAt = (figure, times) =>
  times.map((time) => {
    figure.motion.advance(time);
    return Number(figure.motion.shown.position.toFixed(6));
  });

test('a clock that is set back while a figure plays does not move it back', () => {
  const figure = new PeClocks();
  figure.setState({ position: 5, speed: 10 });
  figure.motion.play();
  const times = [20_000, 20_050, 10_000, 10_050, 10_100];
  assert.deepEqual(positionsAt(figure, times), [5, 5.5, 5.5, 6, 6.5]);
  assert.equal(figure.state.position, 6);
});

test('after a long gap between frames, playing goes on where it was', () => {
  const figure = new PeClocks();
  figure.setState({ position: 5, speed: 10 });
  figure.motion.play();
  assert.deepEqual(positionsAt(figure, [1000, 1050, 61_050, 61_100]), [5, 5.5, 6.5, 7]);
});

test('a picture that is held on its way stands at a whole position', () => {
  const figure = new PeClocks();
  figure.setState({ position: 44 });
  for (const [share, position] of [
    [0, 0],
    [0.1, 4],
    [0.5, 22],
    [0.999, 43],
    [1, 44],
  ]) {
    figure.motion.hold({ position: 0 }, share);
    assert.equal(figure.motion.shown.position, position);
    assert.equal(figure.motion.moment.position, position);
  }
});

test('an animation stays between its ends and finishes, even if the clock is set back', () => {
  const figure = new PeClocks();
  figure.setState({ position: 10 });
  figure.setState({ position: 20 });
  figure.motion.shown = { ...figure.motion.shown, position: 10 };
  figure.motion.follow(true);
  const times = [20_000, 20_120, 10_000, 10_060, 10_120];
  assert.deepEqual(positionsAt(figure, times), [10, 15, 15, 18.4375, 20]);
  assert.equal(figure.motion.moving, false);
  // The next animation begins at its own first frame, however long ago the last frame was.
  figure.motion.shown = { ...figure.motion.shown, position: 10 };
  figure.motion.follow(true);
  assert.deepEqual(positionsAt(figure, [90_000, 90_120]), [10, 15]);
});
