/*
 * Checks that scorm-again, an independent implementation of SCORM, accepts what posenc/answers
 * reports.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, server, useAuthors } from '../support/authors.js';
import { openPage } from '../support/browsers.js';
import { scormAgain } from '../support/scorm-again.js';

useAuthors();

const TWIN = { question: 'twin', ask: 'Which “one”, 时钟?' };

/** Two answers to one question, and the record of another question, which the reader skipped. */
const ANSWERS = [
  { ...TWIN, option: '3', said: 'drei', correct: false, attempt: 1 },
  { ...TWIN, option: '44', said: '44 “ä”', correct: true, attempt: 2 },
  { question: 'a game', ask: '', option: null, said: '', correct: null, attempt: 1 },
];

/** The terms of each SCORM version, and how it writes the answers. */
const WORDS = {
  1.2: {
    wrong: 'wrong',
    response: 'student_response',
    id: 'twin-Which-one',
    said: ['drei', '44 “ä”'],
  },
  2004: { wrong: 'incorrect', response: 'learner_response', id: 'twin', said: ['3', '44'] },
};

for (const [version, { wrong, response, id, said }] of Object.entries(WORDS))
  test(`scorm-again with SCORM ${version} takes answers, texts, score, completion and time`, async () => {
    const url = server.author(`${scormAgain(version)}<p>A lesson</p>`);
    const { page, errors, close } = await openPage(chromium, url);
    await page.evaluate(async (answers) => {
      const { report } = await import('/answers.js');
      window.failed = [];
      const onError = ({ message }) => window.failed.push(message);
      const stop = report(document, { scorm: { questions: 2 }, onError });
      for (const answer of answers) {
        const detail = { figure: 'clocks', state: {}, ...answer };
        document.dispatchEvent(new CustomEvent('pe-answer', { detail }));
      }
      window.before = window.recorded();
      stop();
    }, ANSWERS);
    const { refused, failed, before } = await page.evaluate(() => {
      const { refused, failed, before } = window;
      return { refused, failed, before };
    });
    assert.deepEqual([refused, failed], [[], []]);
    const { interactions, suspend_data: kept } = before;
    const items = Object.values(interactions);
    assert.deepEqual(
      items.map((item) => [item.id, item.type, item[response], item.result]),
      [
        [id, 'fill-in', said[0], wrong],
        [id, 'fill-in', said[1], 'correct'],
        ['a-game', 'fill-in', '', 'neutral'],
      ],
    );
    if (version === '2004') assert.equal(items[0].description, 'Which “one”, 时钟?');
    const core = before.core ?? before;
    assert.equal(core.score.raw, '0');
    assert.equal(core.lesson_status ?? core.completion_status, 'completed');
    assert.deepEqual(JSON.parse(kept), { posenc: { twin: 0, 'a game': 0 } });
    const after = await page.evaluate(() => window.recorded());
    const ended = after.core ?? after;
    assert.equal(ended.exit, 'suspend');
    assert.match(ended.session_time, /^(00:00:0\d|PT\dS)$/);
    assert.deepEqual(errors, []);
    await close();
  });
