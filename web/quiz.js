/** Defines the element pe-quiz, and the figures. In Node, it only exports the class. */
import { PeQuiz } from './quiz/element.js';

if (globalThis.customElements && !customElements.get('pe-quiz'))
  customElements.define('pe-quiz', PeQuiz);

export { PeQuiz };
