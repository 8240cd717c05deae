/**
 * Writes HTML. All texts that are put into a piece of HTML are escaped, except other pieces of
 * HTML.
 */

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A piece of HTML. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** @param {unknown} text */
const escaped = (text) => String(text ?? '').replace(/[&<>"]/g, (sign) => SIGNS[sign]);

/** Declares that a text is HTML. @param {string} text */
export const raw = (text) => new Html(text);

/** @param {unknown} value @returns {string} */
function written(value) {
  if (Array.isArray(value)) return value.map(written).join('');
  if (value === false || value === undefined || value === null) return '';
  return value instanceof Html ? value.text : escaped(value);
}

/**
 * Makes a piece of HTML from a template. A list is written piece by piece, and false and undefined
 * are left out.
 * @param {TemplateStringsArray} texts
 * @param {unknown[]} values
 */
export const html = (texts, ...values) =>
  new Html(texts.reduce((all, text, i) => all + written(values[i - 1]) + text));

/**
 * Writes a block of code with a button that copies it.
 * @param {string} text
 * @param {string} label says what is copied
 */
export const codeBlock = (text, label) =>
  html`<div class="code">
    <pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>
    <button class="copy" type="button" aria-label="Copy: ${label}">Copy</button>
  </div>`;
