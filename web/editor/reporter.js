/**
 * Collects the answers of a saved lesson. The lesson contains this file as a script. Its attribute
 * `data-questions` lists the names of the questions that count. With `data-scorm`, it reports the
 * answers to the learning system around the lesson.
 */
import { report } from '../answers/report.js';
import { handIn } from './hand-in.js';

const { questions = '[]', scorm } = /** @type {HTMLScriptElement} */ (document.currentScript)
  .dataset;
const names = JSON.parse(questions);
handIn(names);
try {
  if (scorm !== undefined) report(document, { scorm: { questions: names } });
} catch (error) {
  // Without a learning system around it, the page is still a lesson.
  console.warn(/** @type {Error} */ (error).message);
}
