/** Writes what a teacher copies to use a figure elsewhere: a tag, a frame or a link. */
import { differing, formatHash, normalise } from '../figures/chassis/state.js';
import { questionJson } from '../figures/questions/question-json.js';
import { blockAttributes, figureElement, questionElement } from './figures.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./lesson.js').FigureBlock} FigureBlock */

/**
 * Returns an element as HTML, with its children on separate lines.
 * @param {Element} element
 * @returns {string}
 */
function markup(element, margin = '') {
  const open = /** @type {Element} */ (element.cloneNode(false)).outerHTML;
  const end = `</${element.localName}>`;
  if (!element.children.length) return `${margin}${element.outerHTML}`;
  const lines = [...element.childNodes].map((child) => {
    if (child instanceof Element) return markup(child, `${margin}  `);
    const holder = document.createElement('div');
    holder.append(child.cloneNode());
    return `${margin}  ${holder.innerHTML}`;
  });
  return [`${margin}${open.slice(0, -end.length)}`, ...lines, `${margin}${end}`].join('\n');
}

/** Returns a script element as HTML. @param {string} src */
const script = (src) => `<script src="${src}"></script>`;

/** @param {FigureBlock} block @param {string} lang */
export function tagCode(block, lang) {
  const element = figureElement(block);
  const isEnglish = lang === 'en';
  if (!isEnglish) element.setAttribute('lang', lang);
  const words = isEnglish ? [] : [script(`languages/${lang}.js`)];
  return [...words, script('figures.iife.js'), markup(element)].join('\n');
}

/**
 * @param {FigureBlock} block
 * @param {string} lang
 * @param {string} title
 * @param {string} base the folder with embed.html, or '' if it is beside the page
 */
export function frameCode(block, lang, title, base) {
  const query = new URLSearchParams({ figure: block.figure, ...blockAttributes(block) });
  if (lang !== 'en') query.set('lang', lang);
  const question = questionElement(block.question);
  if (question) query.set('question', questionJson(question));
  const frame = document.createElement('iframe');
  frame.setAttribute('src', `${base}embed.html?${query}`);
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts allow-downloads');
  frame.setAttribute('width', '100%');
  frame.setAttribute('height', '900');
  return frame.outerHTML;
}

/**
 * Returns a link to the lab with the state of a figure. Figures in the lab have first states of
 * their own, so the link names all fields. The exceptions are `speed` and unchanged texts.
 * @param {FigureBlock} block
 * @param {typeof import('../figures/chassis/figure.js').PeFigure} Figure
 * @param {string} lab the address of the lab
 */
export function linkCode({ figure, attributes }, Figure, lab) {
  const probe = new Figure();
  for (const [name, text] of Object.entries(attributes)) probe.setAttribute(name, text);
  const fields = normalise(Figure.allFields, probe.state);
  const texts = Object.entries(Figure.allFields).filter(([, { kind }]) => kind === 'text');
  const unset = texts.filter(([key, { value }]) => fields[key] === value).map(([key]) => key);
  for (const key of ['speed', ...unset]) delete fields[key];
  return lab + formatHash(new Map([[figure, differing(fields, {})]]));
}
