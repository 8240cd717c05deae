/**
 * Makes elements without innerHTML. Thus the figures work under a strict content security policy,
 * and the browser cannot interpret a text as HTML.
 */

const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * Attributes by name. The value `true` makes an empty attribute; an attribute with the value
 * `false`, null or undefined is left out. A function is added as a listener: `onclick: run`.
 * @typedef {Record<string, unknown>} Props
 */

/**
 * A child of an element. Null and undefined are left out.
 * @typedef {Node | string | null | undefined} Child
 */

/**
 * A piece of a caption: plain text, or a pair [role, text]. The role `b` is for bold text. The role
 * `hands` is for advice that only a reader at the screen can follow, such as “try it”. Any other
 * role is a colour role of style.css, such as `you`.
 * @typedef {string | string[]} Piece
 */

/**
 * Gives an element its attributes, listeners and children, and returns it.
 * @template {Element} Made
 * @param {Made} element
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function')
      element.addEventListener(name.slice('on'.length), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

/**
 * Makes an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 */
export const h = (tag, props = {}, ...children) =>
  fill(document.createElement(tag), props, children);

/**
 * Makes the element that shows the value of a slider. Screen readers read the value with the
 * slider. So `aria-live` keeps them from also reading this element aloud at each change.
 * @param {Props} [props]
 */
export const readout = (props) => h('output', { ...props, 'aria-live': 'off' });

/**
 * Sets the properties whose values differ. A property that keeps its value is not set, because
 * setting it would make the browser compute the layout again.
 * @param {object} target an element, or the style of an element
 * @param {Record<string, string | number>} values
 */
export function put(target, values) {
  const properties = /** @type {Record<string, unknown>} */ (target);
  for (const [name, value] of Object.entries(values))
    if (properties[name] !== String(value)) properties[name] = value;
}

/**
 * Makes a MathML element.
 * @param {string} tag
 * @param {...(Child | Child[])} children
 */
export const m = (tag, ...children) => fill(document.createElementNS(MATHML, tag), {}, children);

/** Makes a MathML identifier. @param {string | number} text */
export const mi = (text) => m('mi', String(text));

/**
 * Makes a MathML operator or bracket. A bracket stretches only if `stretchy` is true. Stretched
 * brackets look broken on a computer that has no font for mathematics.
 * @param {string} text
 */
export const mo = (text, stretchy = false) =>
  fill(m('mo', text), { stretchy: String(stretchy) }, []);

/** Makes a MathML number. @param {string | number} text */
export const mn = (text) => m('mn', String(text));

/**
 * An equation of a formula: a node, usually of MathML, or a list of nodes. If the figure is too
 * narrow for the whole list, each of its nodes begins a new line.
 * @typedef {Node | Node[]} Equation
 */

/** Puts every equation of a formula into a box of its own. @param {Equation[]} formula */
export const equations = (formula) => formula.map((equation) => h('div', {}, equation));

/** What stands for a media query where there are none. It never applies, and never changes. */
const NO_MEDIA = { matches: false, addEventListener() {} };

/**
 * Returns a media query.
 * @param {string} query
 * @returns {Pick<MediaQueryList, 'matches' | 'addEventListener'>}
 */
export const media = (query) => globalThis.matchMedia?.(query) ?? NO_MEDIA;

/** Whether the reader points with a finger. Such a reader cannot drag files. */
export const isTouch = () => media('(pointer: coarse)').matches;

/** Makes an icon of 16 x 16 CSS pixels in the colour of the text. @param {string} path */
export const icon = (path) =>
  fill(
    document.createElementNS(SVG, 'svg'),
    { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    [fill(document.createElementNS(SVG, 'path'), { d: path, fill: 'currentColor' }, [])],
  );

/** Converts the pieces of a caption to nodes. @param {Piece[]} pieces */
export const rich = (pieces) =>
  pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const [role, text] = piece;
    return h(role === 'b' ? 'b' : 'span', { class: `pe-${role}` }, text);
  });

/**
 * Scrolls until the whole picture of a figure is seen, or at least its top. Then the reader sees
 * how the picture moves. The scroll margins of style.css leave space for the header of the page and
 * the bar of the figure. If the figure is in a frame or on a scaled slide, nothing is scrolled.
 * @param {import('./figure.js').PeFigure} figure
 */
export function showPlot({ ui: { plot, root } }) {
  if (globalThis.top !== globalThis.self || root.classList.contains('pe-scaled')) return;
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(plot);
  const room = innerHeight - parseFloat(scrollMarginTop) - parseFloat(scrollMarginBottom);
  plot.scrollIntoView({ block: plot.offsetHeight > room ? 'start' : 'nearest' });
}

/**
 * Returns the ratio of the width of an element on the screen to the width in its style. Some pages,
 * such as slide shows, scale figures with `transform` or `zoom`.
 * @param {HTMLElement} element
 */
export const scaleOf = (element) =>
  element.getBoundingClientRect().width / parseFloat(getComputedStyle(element).width) || 1;
