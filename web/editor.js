/** Defines the element pe-editor, and the figures. In Node, it only exports the class. */
import { PeEditor } from './editor/element.js';

if (globalThis.customElements && !customElements.get('pe-editor'))
  customElements.define('pe-editor', PeEditor);

export { PeEditor };
