/**
 * Collects the answers of a saved lesson. The lesson contains this file as a script. Its attribute
 * `data-questions` lists the names of the questions that count. With `data-scorm`, it reports the
 * answers to the learning system around the lesson.
 */
import { openScorm } from '../answers/scorm.js';
import { HandIn } from './hand-in.js';

/** @typedef {ReturnType<typeof openScorm>} Session */

const { questions = '[]', scorm } = /** @type {HTMLScriptElement} */ (document.currentScript)
  .dataset;
const names = JSON.parse(questions);
const session = scorm === undefined ? null : open();
const form = document.getElementById('posenc-answers');
const handIn = form && new HandIn(form, names, session?.answers);
if (session) reportTo(session);

/** Begins a session. Returns null if the lesson is not in a learning system. */
function open() {
  try {
    return openScorm({ questions: names });
  } catch (error) {
    console.warn(/** @type {Error} */ (error).message);
    return null;
  }
}

/** Reports each answer until the reader leaves the page. @param {Session} session */
function reportTo(session) {
  const life = new AbortController();
  const { signal } = life;
  const onAnswer = (/** @type {any} */ { detail }) => {
    try {
      session.send(detail, { time: new Date() });
    } catch (error) {
      console.error(error);
      handIn?.sayLost();
    }
  };
  const onLeave = () => {
    session.end();
    life.abort();
  };
  addEventListener('pe-answer', onAnswer, { signal });
  addEventListener('pagehide', onLeave, { signal });
}
