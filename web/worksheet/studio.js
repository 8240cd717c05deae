/** Draws the picture of a figure for paper, and reads the question that the figure asks. */
import { enact } from '../figures/chassis/scene.js';
import { markupOf } from '../figures/chassis/trusted.js';
import { differing, normalise } from '../figures/chassis/state.js';
import { drawBy } from './draw.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../figures/chassis/question.js').Question} Question */

/**
 * The widths for which pictures may be laid out, in CSS pixels. The first is that of a phone in
 * landscape. A picture of the last width is made smaller until it fits the page. Its smallest texts
 * then have 6 points.
 */
const WIDTHS = [560, 640, 880, 1032];

/** Texts of this many CSS pixels have 6 points on paper. They are just legible. */
const LEGIBLE = 8;

/**
 * What a sheet shows of a figure.
 * @typedef {object} Exhibit
 * @property {string} name the name of the figure, without pe-
 * @property {string} heading
 * @property {boolean} beginner whether the figure is for beginners
 * @property {boolean} covered whether the figure covers the answer to its question
 * @property {SVGElement[]} pictures the picture, laid out for several widths
 * @property {import('./pages.js').Layout[]} sizes the sizes of these pictures
 * @property {Record<string, unknown>} state
 * @property {(state: Record<string, unknown>) => boolean} isIn whether the picture shows a state
 * @property {Question | null} question the question of the page or of the figure, if any
 * @property {boolean} [isPages] whether the page asks the question; its replies are then in the key
 * @property {string} label the labels of the fields that answer the question, or ''
 * @property {Solved} solution the solution of the question
 * @property {{question: Question, solution: Solved}[]} variants the question for each sheet, if its
 *   numbers vary; otherwise empty
 */

/**
 * The solution of a question. Its texts are empty if there is no key.
 * @typedef {{said: string, because: string}} Solved
 */

/** The solution without a key. @type {Solved} */
const NOTHING = { said: '', because: '' };

/**
 * What the sheets need from a figure.
 * @typedef {object} Wanted
 * @property {boolean} asks whether the sheets ask the figure's question
 * @property {boolean} key whether there is a key
 * @property {string} seed
 * @property {number} copies how many sheets there are
 */

/**
 * Returns the text of a piece of an explanation; empty for advice that only a reader at the screen
 * can follow.
 * @param {string | string[]} piece see Piece in dom.js
 */
function textOf(piece) {
  if (typeof piece === 'string') return piece;
  const [role, text] = piece;
  return role === 'hands' ? '' : text;
}

/**
 * Returns the picture without its description, which may give away the answer to a question.
 * @param {string} svg
 */
function pictureOf(svg) {
  const { documentElement } = new DOMParser().parseFromString(markupOf(svg), 'image/svg+xml');
  const picture = document.importNode(documentElement, true);
  picture.querySelector('desc')?.remove();
  return /** @type {SVGElement} */ (/** @type {unknown} */ (picture));
}

/**
 * Moves a figure to the answer of its question, and returns what the figure says about it.
 * @param {Figure} figure
 * @param {Question} question
 */
function solve(figure, question) {
  // While a figure covers the answer to its question, it does not compute the answer.
  figure.setAttribute('hide', 'predict');
  figure.uncover();
  enact(figure, question.shows);
  const model = figure.currentModel();
  const surprise = question.surprise?.(model) ?? '';
  const because = question.because(model).map(textOf).join('').trim();
  if (question.fields) return { said: surprise, because };
  const stop = /^\p{Lu}/u.test(because) ? '.' : '';
  return { said: '', because: surprise ? `${surprise}${stop} ${because}` : because };
}

/**
 * Returns the question that the page gives to a figure, or else the figure's own question. A figure
 * has its own question only in its first state.
 * @param {Figure} figure
 */
function questionOf(figure) {
  const { definition, author, state } = figure;
  if (author?.question) return author.question;
  const first = normalise(definition.allFields, definition.words.values);
  return Object.keys(differing(state, first)).length ? null : figure.question();
}

/** A question that has occurred before is drawn again at most this many times. */
const TRIES = 100;

/**
 * Draws the numbers of the page's question once. Returns null if they make no question, or if the
 * picture shows the answer already.
 * @param {Figure} figure
 * @param {import('./draw.js').Draw} draw
 */
function drawnQuestion({ author, state }, draw) {
  try {
    const question = author?.variant((count) => draw.from(0, count - 1)) ?? null;
    const { to } = question?.shows ?? { to: {} };
    return Object.entries(to).some(([key, value]) => String(state[key]) !== value)
      ? question
      : null;
  } catch {
    // These numbers make no question, for example if two options are equal.
    return null;
  }
}

/**
 * Draws the numbers of the page's question for each sheet. Each sheet gets a different question, if
 * enough different ones can be drawn. Consecutive sheets differ, if at least two can be drawn.
 * @param {Figure} figure
 * @param {Question} question as the page asks it
 * @param {Wanted} wanted
 */
function variantsOf(figure, question, { seed, copies }) {
  const draw = drawBy(`${question.id} ${seed}`);
  const keyOf = (/** @type {Question} */ { ask, answer, options, shown = `${answer}` }) =>
    options ? ask + options.join() : shown;
  const used = new Set();
  let last = '';
  return Array.from({ length: copies }, () => {
    let [isNew, chosen] = [false, question];
    for (let tries = 0; tries < TRIES && !isNew; tries++) {
      const drawn = drawnQuestion(figure, draw);
      if (!drawn || keyOf(drawn) === last) continue;
      isNew = !used.has(keyOf(drawn));
      chosen = drawn;
    }
    last = keyOf(chosen);
    used.add(last);
    return chosen;
  });
}

/** Returns the size of the smallest texts in a picture. @param {Element} picture */
function smallestIn(picture) {
  const sizes = [...picture.querySelectorAll('text')].map((text) =>
    Number(text.closest('[font-size]')?.getAttribute('font-size')),
  );
  return Math.min(...sizes.filter(Boolean));
}

/**
 * Returns the sizes of a figure's picture: for the width of a phone, and for some wider layouts. A
 * wider layout is used if its height is smaller than that of all narrower ones except the phone's.
 * @param {Figure} figure
 */
function sizesOf(figure) {
  const sizes = WIDTHS.map((width) => ({ width, height: Math.round(figure.heightFor(width)) }));
  const isLower = (/** @type {number} */ height, /** @type {typeof sizes} */ narrower) =>
    narrower.every((each) => height < each.height);
  return sizes.filter(({ height }, at) => isLower(height, sizes.slice(1, at)));
}

/**
 * Draws a figure.
 * @param {Figure} figure
 * @param {Element} place the invisible element in which the figure is drawn
 * @param {Wanted} wanted
 * @returns {Promise<Exhibit>}
 */
export async function drawExhibit(figure, place, wanted) {
  const { asks, key } = wanted;
  const hides = (figure.getAttribute('hide') ?? '').split(/\s+/).includes('predict');
  for (const name of ['group', 'present', 'theme']) figure.removeAttribute(name);
  place.append(figure);
  try {
    await figure.readAuthor();
    const question = asks && !hides ? questionOf(figure) : null;
    // If the sheets do not ask the figure's question, the figure must not cover the answer.
    figure.setAttribute('hide', question ? '' : 'predict');
    figure.build();
    const pictures = [];
    const sizes = [];
    for (const size of sizesOf(figure)) {
      const { width } = size;
      const picture = pictureOf(await figure.toSVG({ width, theme: 'light', still: true }));
      pictures.push(picture);
      sizes.push({ ...size, least: LEGIBLE / smallestIn(picture) });
    }
    const { beginner, covered, definition, heading, state } = figure;
    const isPages = question !== null && question === figure.author?.question;
    const solved = (/** @type {Question} */ each) => (key ? solve(figure, each) : NOTHING);
    const drawn = isPages && figure.author?.varies ? variantsOf(figure, question, wanted) : [];
    return {
      name: definition.tag.slice(3),
      heading,
      beginner,
      covered,
      pictures,
      sizes,
      state: { ...state },
      isIn: (other) =>
        !Object.keys(differing(normalise(definition.allFields, other), state)).length,
      question,
      isPages,
      label: (question?.fields ?? []).map((field) => definition.labelOf(field)).join(', '),
      solution: question ? solved(question) : NOTHING,
      variants: drawn.map((each) => ({ question: each, solution: solved(each) })),
    };
  } finally {
    figure.remove();
  }
}
