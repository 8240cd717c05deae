/**
 * Reports the answers of a lesson to the learning system around it. A SCORM package contains this
 * file as a script. Its attribute `data-questions` lists the names of the questions that count.
 */
import { report } from '../answers/report.js';

const script = /** @type {HTMLScriptElement} */ (document.currentScript);
try {
  report(document, { scorm: { questions: JSON.parse(script.dataset.questions ?? '[]') } });
} catch (error) {
  // Without a learning system around it, the page is still a lesson.
  console.warn(/** @type {Error} */ (error).message);
}
