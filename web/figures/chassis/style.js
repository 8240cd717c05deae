/** Adds the style sheet, which all figures share, to their shadow roots. */
import { h } from './dom.js';
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

const CSS = `
:host{${colors(LIGHT)}}
@media screen{:host([theme=dark]){${colors(DARK)}}}
@media screen and (prefers-color-scheme:dark){:host(:not([theme=light])){${colors(DARK)}}}
${rules}`;

/** The style sheets that the figures of a document share, by their rules. */
const sheets = /** @type {WeakMap<Document, Record<string, CSSStyleSheet>>} */ (new WeakMap());

/**
 * Returns the style sheet with these rules for a document.
 * @param {Document} document
 * @param {string} css
 */
function sheetOf(document, css) {
  const made = sheets.get(document) ?? {};
  sheets.set(document, made);
  if (!made[css]) {
    // Each window has its own class, and a document accepts only sheets of its window.
    made[css] = new (document.defaultView ?? globalThis).CSSStyleSheet();
    made[css].replaceSync(css);
  }
  return made[css];
}

/**
 * Adds the style sheet to the shadow root of a figure, unless the root has it already. A figure
 * that moves to another document loses the sheet of the first document.
 * @param {ShadowRoot} root
 * @param {string} [own] rules for this element only, which come after the rules of all figures
 */
export function adoptStyle(root, own = '') {
  if (root.adoptedStyleSheets?.length || root.querySelector('style')) return;
  const css = CSS + own;
  try {
    root.adoptedStyleSheets = [sheetOf(root.ownerDocument, css)];
  } catch {
    // Older browsers cannot construct style sheets.
    root.prepend(h('style', {}, css));
  }
}
