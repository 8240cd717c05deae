import { PeFigure } from '../chassis/figure.js';
import { concerning } from './checks.js';
import { BUGS } from './implementations.js';
import { makeListing } from './listing-panel.js';
import { bugsModel, chosenOf } from './model.js';
import { drawBugs, layout, tileAt } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('bugs', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Numbers} Numbers */

const CHECKS = ['none', ...words.CHECK_ORDER];

/** Shows ten bugs that crash nothing, and lets the reader find the check that notices each. */
export class PeBugs extends PeFigure {
  static words = words;
  static timeline = null;
  static waiting = {
    always: ['bug', 'presets'],
    beginner: ['check', 'language', 'listing'],
  };
  /**
   * The code to copy comes before the states to try. The button that copies the code is at the top
   * of the code. For experts, every caption has the height of three lines, because some captions
   * need it.
   */
  static style = `
.pe-stack>:is(.pe-picture,.pe-bar){order:-2}
:is(.pe-caption,[part=listing]){order:-1}
:host(:not([level=beginner])) .pe-caption{min-height:4.5em}
[part=listing]>.pe-quiet{margin-bottom:8px}
[part=listing]>.pe-acts{float:inline-end;margin:0 0 0 8px}`;
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    bug: {
      kind: 'choice',
      value: 'pairs',
      options: [...BUGS],
      names: words.bugNames,
      control: 'select',
    },
    check: {
      kind: 'choice',
      value: 'none',
      options: CHECKS,
      names: words.checkNames,
      control: 'select',
    },
    language: {
      kind: 'choice',
      value: 'JavaScript',
      options: ['JavaScript', 'Python'],
      control: 'select',
    },
  };

  /** The checks that the reader has run on this exhibit. @type {Set<import('./model.js').Bug>} */
  #ran = new Set();

  /** Clears the check when the reader chooses another exhibit. @override */
  adjust(/** @type {Record<string, any>} */ patch, /** @type {State} */ before) {
    const isOther = 'bug' in patch && patch.bug !== before.bug;
    if (isOther) this.#ran.clear();
    else if (before.check !== 'none') this.#ran.add(before.check);
    return isOther ? { check: 'none', ...patch } : patch;
  }

  /** Returns to the first state, and also forgets which checks have been run. @override */
  reset() {
    super.reset();
    this.#ran.clear();
  }

  /** @param {State} state */
  modelKey({ bug }) {
    return bug;
  }

  /** @param {State} state */
  makeModel({ bug }) {
    return bugsModel(bug);
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    /** @type {Numbers} */
    const numbers = this.keptModel(state);
    return { ...numbers, ...chosenOf(numbers, state) };
  }

  /** The hand of the pictured clock moves when the check finds the bug. @param {State} state */
  eased({ bug, check }) {
    return { caught: Number(bug === check) };
  }

  /** Whether the results of the checks would answer the open question. */
  get #asks() {
    return this.covered && this.state.bug === words.ASKED;
  }

  /**
   * Beginners see the checks that concern the exhibit. They see no checks of the question's exhibit
   * while the question is open, because the checks would distract them.
   * @param {number} width
   */
  #layout(width) {
    const { bug } = this.state;
    const concern = concerning(bug);
    const ofBeginner = this.#asks ? [] : words.CHECK_ORDER.filter((at) => concern.includes(at));
    return layout(width, this.beginner ? ofBeginner : words.CHECK_ORDER);
  }

  /** @param {number} width */
  heightFor(width) {
    return this.#layout(width).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    const asks = this.#asks;
    drawBugs(pen, model, this.#layout(pen.width), {
      asks,
      moved: shown.caught,
      // The whole path would answer the open question.
      traced: asks || pen.onTheWay ? shown.caught : 1,
      hidden: (asks && !this.trying) || pen.onTheWay,
      ran: this.#ran,
    });
  }

  /** Hides the formula while it would answer the open question. @override @param {Model} model */
  formula(model) {
    return this.#asks ? [] : super.formula(model);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const from = { bug: words.ASKED, check: 'none' };
    return {
      ...words.questionTexts,
      answer: words.ASKED,
      tries: {
        first: { from, to: { check: 'first' } },
        exponent: { from, to: { check: 'exponent' } },
      },
      shows: { from, to: { check: words.ASKED } },
    };
  }

  /** Makes the panel with the code of the chosen check, and a link to a thread about the bug. */
  extra() {
    return makeListing(this);
  }

  /** Left and right choose an exhibit, up and down choose a check. */
  move(/** @type {number} */ dx, /** @type {number} */ dy) {
    const { bug, check } = this.state;
    const other = BUGS[BUGS.indexOf(bug) + dx];
    const next = CHECKS[CHECKS.indexOf(check) + dy];
    if (dx && other) this.setState({ bug: other });
    if (dy && next) this.setState({ check: next }, { ease: true });
  }

  /** @param {number} way */
  edge(way) {
    this.setState({ bug: BUGS[way < 0 ? 0 : BUGS.length - 1] });
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { language } = this.state;
    const other = language === 'Python' ? 'JavaScript' : 'Python';
    return [['c', words.keyLabels.c, () => this.setState({ language: other })]];
  }

  /** Chooses the exhibit or the check under the pointer. */
  point(/** @type {number} */ x, /** @type {number} */ y) {
    const box = this.#layout(this.ui.plot.clientWidth);
    const exhibit = tileAt(box.exhibits, x, y);
    const check = tileAt(box.checks, x, y);
    if (exhibit !== null) this.setState({ bug: BUGS[exhibit] });
    else if (check !== null) this.setState({ check: box.listed[check] }, { ease: true });
  }
}
