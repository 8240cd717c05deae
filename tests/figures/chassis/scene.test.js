/* Checks that picture, slider and caption show the same moment while an answer is shown. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FIGURES, chromium, classic, each, on, server, useAuthors } from '../../support/authors.js';
import { openPage, show } from '../../support/browsers.js';

useAuthors();

/** The tags of the figures whose answer is shown by a movement along the timeline. */
const TRAVELLING = FIGURES.filter((Figure) => {
  const figure = new Figure();
  const question = figure.question();
  if (!question || !figure.timeline) return false;
  const { from, to } = question.shows;
  return to[figure.timeline] !== (from ?? figure.state)[figure.timeline];
}).map(({ tag }) => tag);

/** Gives the right answer, and returns the moments of the scene until its end. */
const momentsOf = (page, tag) =>
  on(page, tag, async (figure) => {
    const { ui } = figure;
    const scrub = ui.transport.element.querySelector('[data-act="scrub"]');
    const output = scrub.nextElementSibling;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const { answer } = figure.question();
    const radio = ui.predict.element.querySelector(`input[value="${answer}"]`);
    if (radio) radio.click();
    else ui.predict.element.querySelector('.pe-option input').value = String(answer);
    ui.predict.element.querySelector('.pe-reveal').click();
    // An open table shows the moment, too.
    figure.toggle('table', true);
    const moments = [];
    do {
      await frame();
      const { model, motion, timeline } = figure;
      moments.push({
        shown: motion.shown[timeline],
        model: model.state[timeline],
        written: Number(output.textContent.replace(/\D/g, '')),
        end: figure.state[timeline],
        progress: motion.progress,
      });
    } while (moments.at(-1).progress < 1);
    return moments;
  });

test('at least six figures show their answer by a movement along the timeline', () => {
  assert.ok(TRAVELLING.length >= 6, TRAVELLING.join());
});

describe(
  'while an answer is shown, slider and numbers have reached what is drawn',
  {
    concurrency: 4,
  },
  () => {
    for (const tag of TRAVELLING)
      test(tag, async () => {
        const { page, errors, close } = await openPage(
          chromium,
          server.author(each('', [tag]) + classic),
        );
        await show(page, tag);
        const moments = await momentsOf(page, tag);
        const onTheWay = moments.filter(({ progress }) => progress > 0 && progress < 1);
        assert.ok(onTheWay.length > 10, `${onTheWay.length} moments`);
        for (const { shown, model, written } of onTheWay) {
          assert.equal(model, Math.floor(shown));
          assert.equal(written, model);
        }
        const { model, end, written } = moments.at(-1);
        assert.deepEqual([model, written], [end, end]);
        assert.deepEqual(errors, []);
        await close();
      });
  },
);
