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

/** The style sheet of each document. The figures of a document share it. */
const sheets = /** @type {WeakMap<Document, CSSStyleSheet>} */ (new WeakMap());

/** Returns the style sheet for the figures of a document. @param {Document} document */
function sheetOf(document) {
  let sheet = sheets.get(document);
  if (!sheet) {
    // Each window has its own class, and a document accepts only sheets of its window.
    sheet = new (document.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(CSS);
    sheets.set(document, sheet);
  }
  return sheet;
}

/**
 * Adds the style sheet to the shadow root of a figure, unless it is there. A figure that moves to
 * another document loses the sheet of the first.
 * @param {ShadowRoot} root
 */
export function adoptStyle(root) {
  if (root.adoptedStyleSheets?.length || root.querySelector('style')) return;
  try {
    root.adoptedStyleSheets = [sheetOf(root.ownerDocument)];
  } catch {
    // Older browsers cannot construct style sheets.
    root.prepend(h('style', {}, CSS));
  }
}
