/**
 * Defines the element pe-worksheet, the figures and the quiz. In Node, it only exports the class.
 */
import { PeWorksheet } from './worksheet/element.js';

if (globalThis.customElements && !customElements.get('pe-worksheet'))
  customElements.define('pe-worksheet', PeWorksheet);

export { PeWorksheet };
