/** Shows the lesson as readers will see it. */
import { h } from '../figures/chassis/dom.js';
import { languageOf } from '../figures/chassis/language.js';
import { numberedName } from '../figures/chassis/links.js';
import { AttributeError } from '../figures/questions/fault.js';
import { readQuestion } from '../figures/questions/read.js';
import { placeIn, takeFirst } from '../figures/questions/variants.js';
import { contentOf, questionName } from './file.js';
import { newId } from './form.js';
import { blockAttributes, missingIn, questionElement, stateText } from './figures.js';
import { questionWords } from './words.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./lesson.js').Block} Block */
/** @typedef {import('./lesson.js').FigureBlock} FigureBlock */
/** @typedef {import('./lesson.js').Question} Question */

/**
 * The element that shows a block, and the block as JSON when it was last shown. `frame` is the
 * block without its question.
 * @typedef {{element: HTMLElement, made: string, frame: string}} Place
 */

/** A part is in view if more than this many CSS pixels of it are on the screen. */
const SEEN = 60;

/** Whether the teacher has written a question. @param {Question} question */
const isOwn = ({ kind }) => kind !== 'own' && kind !== 'none';

/** @param {Block} block @param {string} figure */
const isOfKind = (block, figure) => block.kind === 'figure' && block.figure === figure;

/**
 * Says what is wrong with an attribute, as a sentence for the teacher.
 * @param {import('../figures/questions/fault.js').Fault} fault
 */
function sentenceOf({ element, attribute, isLocked, got = '' }) {
  if (attribute === 'tolerance') return questionWords.noDistance;
  if (attribute === 'same') return questionWords.missing.same;
  if (attribute === 'table') {
    const { row = '', column = '' } = placeIn(got) ?? {};
    return questionWords.noCell(row, column);
  }
  if (attribute === 'braces') return questionWords.noBraces(got);
  if (attribute === 'unnamed') return questionWords.unnamed(got);
  if (attribute === 'answer' && isLocked) return questionWords.lockedState;
  const place = /** @type {Element} */ (element);
  const at = [...(place.parentElement?.children ?? [])].indexOf(place);
  const labels = /** @type {Record<string, string>} */ ({
    'data-shows': questionWords.tries(at + 1),
    answer: questionWords.target,
    shows: questionWords.shows,
  });
  return questionWords.noState(labels[attribute], place.getAttribute(attribute) ?? '');
}

/**
 * Says what is wrong with a complete question, in a sentence for the teacher; null if it is right.
 * @param {Question} question
 * @param {Figure} figure
 */
function faultOf(question, figure) {
  const element = questionElement(question);
  try {
    if (element) readQuestion(element, figure);
    return null;
  } catch (error) {
    if (error instanceof AttributeError) return sentenceOf(error.fault);
    return /** @type {Error} */ (error).message;
  }
}

/**
 * Returns a question whose empty texts are filled in, so that the figure can ask what is written so
 * far. Repeated options are replaced, too.
 * @param {Question} question
 * @param {Figure} figure
 * @param {boolean} isFaulty whether states and numbers that are written are replaced, too
 * @returns {Question}
 */
function draftOf(question, figure, isFaulty) {
  const { state, definition } = figure;
  const key = definition.timeline ?? Object.keys(state)[0];
  const usual = stateText({ [key]: String(state[key]) });
  const given = (/** @type {string} */ text) => (isFaulty ? '' : text.trim());
  const texts = question.options.map(({ text }) => text.trim());
  const options = question.options.map((option, at) => ({
    ...option,
    text: texts.indexOf(texts[at]) < at || !texts[at] ? '…'.repeat(at + 1) : texts[at],
    shows: given(option.shows),
  }));
  return {
    ...question,
    options,
    ask: question.ask.trim() || '…',
    answer: given(question.answer) || '0',
    target: given(question.target) || usual,
    shows: given(question.shows) || usual,
    tolerance: given(question.tolerance),
  };
}

/** Returns the index of the last of several values. @param {number} count */
const takeLast = (count) => count - 1;

/**
 * Writes a question with its right answer.
 * @param {import('../figures/chassis/question.js').Question} question
 */
function solved({ ask, answer, options, surprise }) {
  const right = options?.find(([value]) => value === answer)?.[1];
  return `${ask} ${right ?? surprise?.({}) ?? answer}`;
}

/** The side of the editor that shows what readers will see. */
export class Result {
  element = h('div', { class: 'pe-page' });
  #title = h('h1');
  /** The language that the figures speak. */
  #spoken = '';
  /** @type {Map<Block, Place>} */
  #places = new Map();
  /** The block that is open. @type {Block | null} */
  #marked = null;
  /** Whether the next update scrolls to the open block. */
  #follows = false;
  /** The element to keep in view until the teacher uses the result. @type {HTMLElement | null} */
  #held = null;
  theme = '';

  constructor() {
    // Figures above the open part grow when they are built, and would move that part out of view.
    const onResize = () => this.#held && this.#reveal(this.#held, false);
    new ResizeObserver(onResize).observe(this.element);
    for (const type of ['wheel', 'pointerdown', 'keydown'])
      this.element.addEventListener(type, () => (this.#held = null));
  }

  /** Shows a lesson, and reuses unchanged blocks. @param {import('./lesson.js').Lesson} lesson */
  show({ title, lang, blocks }) {
    this.element.lang = lang;
    const spoken = languageOf(this.element);
    if (spoken !== this.#spoken) this.#places.clear();
    this.#spoken = spoken;
    this.#title.textContent = title;
    this.#title.hidden = !title.trim();
    for (const block of this.#places.keys())
      if (!blocks.includes(block)) this.#places.delete(block);
    const places = [this.#title, ...blocks.map((block) => this.#placeOf(block))];
    const isSame = places.every((place, at) => this.element.children[at] === place);
    if (!isSame || this.element.children.length !== places.length)
      this.element.replaceChildren(...places);
  }

  /** @param {Block} block */
  #placeOf(block) {
    const made = JSON.stringify(block);
    const place = this.#places.get(block) ?? { element: h('div'), made: '', frame: '' };
    this.#places.set(block, place);
    if (place.made === made) return place.element;
    place.made = made;
    const frame = block.kind === 'figure' ? JSON.stringify(blockAttributes(block)) : made;
    if (place.frame !== frame) {
      place.frame = frame;
      const height = place.element.offsetHeight;
      // A new figure first gets the height of the old figure, so that the page does not jump.
      place.element.style.setProperty('--pe-room', height ? `${height}px` : '600px');
      place.element.replaceChildren(...contentOf(block));
      const figure = this.figureOf(block);
      if (figure) figure.id = newId();
      this.#dress(figure);
    }
    if (block.kind === 'figure') this.#ask(block);
    return place.element;
  }

  /**
   * Lets a figure ask the question of its block. An incomplete question is asked as far as it is
   * written, and the form says that readers do not get the question yet.
   * @param {FigureBlock} block
   */
  #ask(block) {
    const figure = /** @type {Figure} */ (this.figureOf(block));
    const drafts = [false, true].map((isFaulty) => draftOf(block.question, figure, isFaulty));
    const isAsked = (/** @type {Question} */ each) => !missingIn(each) && !faultOf(each, figure);
    const question = [block.question, ...drafts].find(isAsked);
    const asked = question && questionElement(question);
    figure.querySelector('pe-question')?.remove();
    if (asked) figure.append(asked);
  }

  /** @param {Element | null | undefined} figure */
  #dress(figure) {
    if (figure && this.theme) figure.setAttribute('theme', this.theme);
  }

  /** @param {string} theme */
  setTheme(theme) {
    this.theme = theme;
    for (const block of this.#places.keys()) this.#dress(this.figureOf(block));
  }

  /** Lets the next update scroll to the open block, because the teacher changes it. */
  follow() {
    this.#follows = true;
  }

  /** Marks the block that is open, and scrolls to it if it is new. @param {Block | null} block */
  mark(block) {
    const isNew = block !== this.#marked;
    this.#marked = block;
    if (isNew) this.#follows = true;
    for (const [each, { element }] of this.#places)
      element.classList.toggle('pe-block-now', each === block);
    const place = block && this.#places.get(block)?.element;
    if (!place || !this.#follows) return;
    this.#follows = false;
    this.#held = place;
    this.#reveal(place, isNew);
  }

  /**
   * Scrolls the result, but not the page, to an element.
   * @param {HTMLElement} place
   * @param {boolean} always whether it scrolls even if some of the element is in view
   */
  #reveal(place, always) {
    const side = this.element.parentElement;
    if (!side) return;
    const { top, bottom } = place.getBoundingClientRect();
    const view = side.getBoundingClientRect();
    const end = Math.min(view.bottom, innerHeight);
    const isSeen = bottom > view.top + SEEN && top < end - SEEN;
    if (always || !isSeen) side.scrollTop += top - view.top;
    const block = this.#marked;
    if (block?.kind !== 'figure' || !isOwn(block.question)) return;
    const card = this.figureOf(block)?.ui?.predict?.element.getBoundingClientRect();
    // Scrolls until the whole question of the teacher is in view. If the question is too long, it
    // begins at the top of the view.
    if (card?.height)
      side.scrollTop += Math.max(Math.min(card.bottom - end, card.top - view.top), 0);
  }

  /** @param {Block} block @returns {Figure | null} */
  figureOf(block) {
    const figure =
      block.kind === 'figure' && this.#places.get(block)?.element.querySelector('.figure > *');
    return /** @type {Figure | null} */ (figure || null);
  }

  /**
   * Returns why a block's question is not asked, as a sentence for the teacher; null if it is
   * asked.
   * @param {Block} block
   */
  problemOf(block) {
    const figure = this.figureOf(block);
    if (!figure || block.kind !== 'figure') return null;
    const missing = missingIn(block.question);
    if (missing) return questionWords.missing[missing];
    return faultOf(block.question, figure);
  }

  /**
   * Returns two examples of a question whose numbers vary, each with its right answer. Returns an
   * empty text if no number varies, or if the question has a fault.
   * @param {Block} block
   */
  examplesOf(block) {
    const figure = this.figureOf(block);
    const element = block.kind === 'figure' && questionElement(block.question);
    if (!figure || !element || this.problemOf(block)) return '';
    const [one, two] = [takeFirst, takeLast].map((pick) => readQuestion(element, figure, pick));
    return one.varies ? questionWords.examples(solved(one.question), solved(two.question)) : '';
  }

  /**
   * Returns the names of the questions that the lesson asks, as in reports of answers.
   * @param {Block[]} blocks
   */
  questionsOf(blocks) {
    const names = blocks.map((block, at) => {
      const figure = this.figureOf(block);
      const card = figure?.ui?.predict;
      if (block.kind !== 'figure' || !card || card.element.classList.contains('pe-gone')) return '';
      if (questionElement(block.question) && this.problemOf(block) === null)
        return questionName(at);
      const before = blocks.slice(0, at).filter((each) => isOfKind(each, block.figure));
      const name = numberedName(block.figure, before.length);
      return figure?.question()?.id ?? `${name}-predict`;
    });
    return [...new Set(names)].filter(Boolean);
  }
}
