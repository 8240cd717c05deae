/** Adds the style sheet, which all figures share, to a document or a shadow root. */
import { ROLES } from './palette.js';
// The build writes this module from style.css.
import rules from './style-text.js';

const LIGHT = 0;
const DARK = 1;

/**
 * Writes the colour roles as CSS custom properties, which a page may set itself.
 * @param {0 | 1} paper the index LIGHT or DARK
 */
const colors = (paper) =>
  Object.entries(ROLES)
    .map(([role, pair]) => `--pe-${role}:${pair[paper]}`)
    .join(';');

// :where() has no specificity, so any rule of the page overrides these rules.
const CSS = `
:where([data-pe]){${colors(LIGHT)}}
@media (prefers-color-scheme:dark){:where([data-pe]:not([theme=light])){${colors(DARK)}}}
:where([data-pe][theme=dark]){${colors(DARK)}}
@media print{:where([data-pe]),:where([data-pe][theme=dark]){${colors(LIGHT)}}}
${rules}`;

/** The documents and shadow roots that have the style sheet. @type {WeakSet<Node>} */
const styled = new WeakSet();

/**
 * Adds the style sheet to a document or a shadow root, unless it has been added before.
 * @param {Node} node the result of getRootNode: a document, a shadow root, or the top element of a
 *   tree that is in no document
 */
export function adoptStyle(node) {
  if (styled.has(node)) return;
  styled.add(node);
  const root = /** @type {Document | ShadowRoot} */ (node);
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    // The sheet comes first, so that any rule of the page overrides it.
    root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
  } catch {
    // Older browsers cannot construct style sheets.
    const style = document.createElement('style');
    style.textContent = CSS;
    const { head } = /** @type {Document} */ (root);
    (head ?? root).prepend(style);
  }
}
