/** Shows moments of the tour with the real figures. */
import { h } from '../figures/chassis/dom.js';
import { between, reached, smooth } from '../figures/chassis/motion.js';
import { normalise } from '../figures/chassis/state.js';
import { script } from './script.js';
import { stateAfter } from './timeline.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./timeline.js').Moment} Moment */

/** The parts of the figures that are hidden: all parts but the pictures. */
const LEFT_OUT =
  'title predict presets transport speed caption formula controls table export help ' +
  'base game finder choice reported';

/** The height of a figure minus the height of its picture, in CSS pixels. */
const EDGE = 16;

/** The page around the tour does not get these events of the figures. */
const KEPT = ['pe-ready', 'pe-change'];

/**
 * The screen has a figure for each chapter. The figure of the present chapter is in the layout. The
 * figure of the next chapter is drawn in advance but hidden, so that the change is immediate.
 */
export class Screen {
  element = h('div', { class: 'pe-screen' });
  #onTouch;
  /** The figures by chapter. @type {Figure[]} */
  #figures;
  /** The chapter on the screen; -1 if there is none. */
  #chapter = -1;
  /** The move that is on the screen, and its chapter; '' if a move must begin anew. */
  #move = '';
  /** How much of this move is done, from 0 to 1. */
  #part = 0;
  /** The numbers that are drawn at the start and at the end of this move. */
  #from = /** @type {Record<string, number>} */ ({});
  #to = /** @type {Record<string, number>} */ ({});
  /** Whether the tour, not the reader, is changing the figure now. */
  #moving = false;

  /** @param {() => void} onTouch called when the reader touches or changes the figure */
  constructor(onTouch) {
    this.#onTouch = onTouch;
    this.#figures = script.map(({ figure, state }) => makeFigure(figure, state));
    for (const type of KEPT)
      this.element.addEventListener(type, (event) => {
        event.stopPropagation();
        if (type === 'pe-change' && !this.#moving) this.#take();
      });
    this.element.addEventListener('pointerdown', () => this.#take(), { capture: true });
  }

  #take() {
    this.#move = '';
    this.#onTouch();
  }

  /**
   * Whether the reader only watches. Otherwise the figures show what can be dragged.
   * @param {boolean} watched
   */
  set watched(watched) {
    for (const figure of this.#figures) {
      if (figure.watched === watched) continue;
      figure.watched = watched;
      if (figure.isConnected) figure.stale();
    }
  }

  /** Gives the figures a theme. @param {string | null} theme */
  set theme(theme) {
    for (const figure of this.#figures)
      if (theme === null) figure.removeAttribute('theme');
      else figure.setAttribute('theme', theme);
  }

  /** Gives the screen the height of the tallest figure, so that the height stays the same. */
  measure() {
    const { clientWidth } = this.element;
    if (!clientWidth) return;
    const heights = this.#figures.map((figure) => figure.heightFor(clientWidth));
    this.element.style.height = `${Math.ceil(Math.max(...heights)) + EDGE}px`;
  }

  /**
   * Shows a moment. The picture does not depend on the moments that were shown before.
   * @param {Moment} moment
   */
  show({ chapter, move, part }) {
    this.#moving = true;
    const figure = this.#put(chapter);
    const key = `${chapter} ${move}`;
    // Some figures remember their earlier states. So a move that would run backwards begins anew.
    if (key !== this.#move || part < this.#part) this.#begin(figure, chapter, move);
    this.#move = key;
    this.#part = part;
    const shown = between(this.#from, this.#to, smooth(part));
    figure.setState(reached(figure, shown));
    figure.motion.shown = shown;
    // `moved` keeps `motion.shown` as the start of the figure's next movement, and then changes it.
    figure.moved(false);
    figure.motion.shown = shown;
    figure.stale();
    this.#moving = false;
  }

  /** Draws the figure of a chapter before it is needed. @param {number} chapter */
  prepare(chapter) {
    const figure = this.#figures[chapter];
    if (!figure || figure.isConnected) return;
    figure.inert = true;
    this.element.append(figure);
  }

  /**
   * Puts the figure of a chapter on the screen.
   * @param {number} chapter
   */
  #put(chapter) {
    const figure = this.#figures[chapter];
    if (chapter === this.#chapter) return figure;
    this.prepare(chapter);
    for (const each of this.#figures) each.inert = each !== figure;
    this.#chapter = chapter;
    this.#move = '';
    return figure;
  }

  /**
   * Brings a figure to the start of a move, and computes the numbers at both ends of the move.
   * @param {Figure} figure
   * @param {number} chapter
   * @param {number} move
   */
  #begin(figure, chapter, move) {
    const stage = figure.build();
    const draw = () => {
      stage.measure();
      stage.render();
    };
    // The default state clears what the figure remembers.
    figure.setState(normalise(figure.definition.allFields));
    draw();
    figure.state = stateAfter(chapter, Math.max(0, move));
    draw();
    this.#from = { ...figure.motion.shown };
    figure.state = stateAfter(chapter, move + 1);
    this.#to = { ...figure.motion.shown };
    stage.furnish();
  }
}

/**
 * Makes a figure that shows only its picture.
 * @param {string} name without pe-
 * @param {string} state as in a link
 */
function makeFigure(name, state) {
  const figure = /** @type {Figure} */ (document.createElement(`pe-${name}`));
  // Without its own id, this figure would follow links to states of the page's figures.
  const attributes = { id: `tour-${name}`, level: 'beginner', hide: LEFT_OUT };
  for (const [key, value] of Object.entries(attributes)) figure.setAttribute(key, value);
  figure.state = state;
  return figure;
}
