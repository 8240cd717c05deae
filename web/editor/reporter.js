/**
 * Collects the answers of a saved lesson. The lesson contains this file as a script. Its attribute
 * `data-questions` lists the names of the questions that count. With `data-scorm`, it reports the
 * answers to the learning system around the lesson.
 */
import { openScorm } from '../answers/scorm.js';
import { handIn } from './hand-in.js';

const { questions = '[]', scorm } = /** @type {HTMLScriptElement} */ (document.currentScript)
  .dataset;
const names = JSON.parse(questions);
handIn(names);
try {
  if (scorm !== undefined) reportTo(openScorm({ questions: names }));
} catch (error) {
  // Without a learning system around it, the page is still a lesson.
  console.warn(/** @type {Error} */ (error).message);
}

/** Reports each answer until the reader leaves the page. @param {ReturnType<typeof openScorm>} session */
function reportTo(session) {
  const life = new AbortController();
  const { signal } = life;
  const onAnswer = (/** @type {any} */ { detail }) => {
    try {
      session.send(detail, { time: new Date() });
    } catch (error) {
      console.error(error);
    }
  };
  const onLeave = () => {
    session.end();
    life.abort();
  };
  addEventListener('pe-answer', onAnswer, { signal });
  addEventListener('pagehide', onLeave, { signal });
}
