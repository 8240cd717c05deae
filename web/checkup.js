/** Defines the element pe-doctor, and the figures. In Node, it only exports the class. */
import { PeDoctor } from './checkup/element.js';

if (globalThis.customElements && !customElements.get('pe-doctor'))
  customElements.define('pe-doctor', PeDoctor);

export { PeDoctor };
