/** Defines the element pe-tour, and the figures. In Node, it only exports the class. */
import { PeTour } from './tour/element.js';

if (globalThis.customElements && !customElements.get('pe-tour'))
  customElements.define('pe-tour', PeTour);

export { PeTour };
