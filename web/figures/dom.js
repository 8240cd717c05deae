/** Building elements without innerHTML, so that strict content policies and any text are safe. */

const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** @param {Element} element @param {Record<string, any> | undefined} props @param {any[]} children */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes, and listeners as `onclick`
 * @param {...any} children
 * @returns {any}
 */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** Sets what differs, so that nothing is laid out again for the rest. @param {any} element @param {Record<string, any>} props */
export const put = (element, props) => { for (const [name, value] of Object.entries(props)) if (element[name] !== String(value)) element[name] = value; };

/** MathML. @param {string} tag @param {...any} children */
export const m = (tag, ...children) => fill(document.createElementNS(MATHML, tag), {}, children);

/** @param {string | number} text */
export const mi = (text) => m('mi', String(text));
/** Brackets keep their size: without a font for mathematics, stretched ones look broken. @param {string} text */
export const mo = (text, stretchy = false) => fill(m('mo', text), { stretchy: String(stretchy) }, []);
/** @param {string | number} text */
export const mn = (text) => m('mn', String(text));

/** A 16 x 16 icon in the text's colour. @param {string} path */
export const icon = (path) => fill(document.createElementNS(SVG, 'svg'), { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
  [fill(document.createElementNS(SVG, 'path'), { d: path, fill: 'currentColor' }, [])]);

/**
 * A caption: strings, and [role, text] pairs that take a role's colour.
 * @param {(string | [string, string])[]} parts
 */
export const rich = (parts) => parts.map((part) => (typeof part === 'string' ? part : h(part[0] === 'b' ? 'b' : 'span', { class: `pe-${part[0]}` }, part[1])));
