/** In this form, a teacher sets up a figure, hides parts of it, and writes a question. */
import { h } from '../figures/chassis/dom.js';
import { speak } from '../figures/chassis/language.js';
import { copy } from '../figures/chassis/links.js';
import { frameCode, linkCode, tagCode } from './code.js';
import { attributesOf } from './figures.js';
import { button, newId, row, textInput } from './form.js';
import { makePartsForm, partRules } from './parts-form.js';
import { makeQuestionForm } from './question-form.js';
import { codeWords, figureWords, questionWords, words } from './words.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./lesson.js').FigureBlock} FigureBlock */

/**
 * What the form needs from the editor.
 * @typedef {object} Around
 * @property {string} lang
 * @property {string | null} theme
 * @property {string} base the folder of embed.html, or ''
 * @property {string} lab the address of the lab
 * @property {() => void} changed tells that the block has changed
 * @property {(text: string) => void} say
 */

/** @typedef {'setup' | 'hide' | 'question' | 'code'} Task */

/** @type {Task[]} */
const TASKS = ['setup', 'hide', 'question', 'code'];

/** Changes are reported when a figure has not changed for this many milliseconds. */
const STILL_MS = 80;

/**
 * Folds inputs, so that the figure below them is in view.
 * @param {string} title
 * @param {HTMLElement[]} inputs
 * @param {boolean} [isOpen]
 */
const fold = (title, inputs, isOpen = false) =>
  h(
    'details',
    { class: 'pe-fold', open: isOpen },
    h('summary', {}, title),
    h('div', { class: 'pe-form' }, inputs),
  );

/** The form of one figure, while it is open. */
export class FigureForm {
  #block;
  #Figure;
  #around;
  /** @type {Task} */
  #task;
  #figure;
  /** The state in which readers first see the figure. */
  #first;
  #holder = h('div', { class: 'pe-holder' });
  #hint = h('p', { class: 'pe-quiet' });
  #problem = h('p', { class: 'pe-problem', role: 'status', hidden: true });
  /** The hint, the problem and the figure. They are beside the form if there is room. */
  #stand = h('div', {}, h('div', { class: 'pe-still' }, this.#hint, this.#problem, this.#holder));
  #panel = h('div', { class: 'pe-form' });
  #examples = '';
  #rules = new CSSStyleSheet();
  #timer = 0;

  /**
   * @param {FigureBlock} block
   * @param {import('./lesson.js').FigureClass} Figure
   * @param {Around} around
   * @param {Task} [task] what the teacher does first
   */
  constructor(block, Figure, around, task = 'setup') {
    this.#block = block;
    this.#Figure = Figure;
    this.#around = around;
    this.#task = task;
    this.#figure = this.#makeFigure();
    this.#first = this.#figure.state;
    const name = newId();
    const choices = TASKS.map((task) => {
      const onchange = () => this.#show(task);
      const radio = h('input', { type: 'radio', name, value: task, onchange });
      radio.checked = task === this.#task;
      return h('label', {}, radio, h('span', {}, figureWords.task[task]));
    });
    const tasks = h('fieldset', { class: 'pe-tasks' }, choices);
    tasks.prepend(h('legend', { class: 'pe-hidden' }, figureWords.tasks));
    this.element = h('div', { class: 'pe-form' }, tasks, ...[this.#stand, this.#panel]);
    this.#show(this.#task);
  }

  /** What the teacher does with the figure. */
  get task() {
    return this.#task;
  }

  /** Sets the theme of the figure in this form. @param {string} theme */
  set theme(theme) {
    this.#figure.setAttribute('theme', theme);
  }

  /** Shows why the question is not asked; null if it is asked. @param {string | null} problem */
  set problem(problem) {
    this.#problem.hidden = !problem;
    const text = problem ? `${questionWords.draft} ${problem}` : '';
    if (this.#problem.textContent !== text) this.#problem.textContent = text;
    this.#showHint();
  }

  /** Shows examples of a question whose numbers vary. @param {string} examples */
  set examples(examples) {
    this.#examples = examples;
    const place = this.#panel.querySelector('.pe-examples');
    if (place && place.textContent !== examples) place.textContent = examples;
  }

  /** Adds to a root the style rules for hidden and locked parts. @param {ShadowRoot} root */
  adopt(root) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.slice(0, 1), this.#rules];
  }

  /** Stores a change that still waits for its timer, before the form is removed. */
  close() {
    if (this.#timer) this.#keep();
  }

  /** Makes the figure that the teacher sets up. It has all its parts, but asks no question. */
  #makeFigure() {
    const figure = /** @type {Figure} */ (document.createElement(this.#Figure.tag));
    for (const [name, text] of Object.entries(this.#block.attributes))
      figure.setAttribute(name, text);
    figure.id = newId();
    figure.className = 'pe-setup';
    figure.setAttribute('hide', 'predict');
    figure.lang = this.#around.lang;
    figure.setAttribute('level', this.#block.level);
    if (this.#around.theme) figure.setAttribute('theme', this.#around.theme);
    figure.addEventListener('pe-change', () => {
      if (this.#task !== 'setup') return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#keep(), STILL_MS);
    });
    // Before `pe-ready`, the figure puts texts in its language into its first state.
    figure.addEventListener('pe-ready', () => (this.#first = figure.state), { once: true });
    return figure;
  }

  /** Stores the state of the figure as the first state of the block. */
  #keep() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#first = this.#figure.state;
    this.#block.attributes = attributesOf(this.#figure);
    this.#around.changed();
  }

  /** Shows the hint for the task. In the task `question`, a problem of the question replaces it. */
  #showHint() {
    this.#hint.hidden = this.#task === 'question' && !this.#problem.hidden;
  }

  /** Shows the inputs and the figure that a task needs. @param {Task} task */
  #show(task) {
    if (this.#timer) this.#keep();
    this.#task = task;
    this.#hint.textContent = figureWords.hints[task];
    this.#showHint();
    const isInert = task === 'hide';
    if (this.#figure.begun) this.#figure.setState(this.#first);
    this.#figure.inert = isInert;
    // The row of the figure in the list of parts already shows the title, so the figure hides it.
    // In the task 'hide', the figure shows everything that the teacher can hide.
    const without = { setup: 'predict title', question: 'predict title game formula' };
    this.#figure.setAttribute('hide', isInert || task === 'code' ? 'predict' : without[task]);
    this.#stand.classList.toggle('pe-stand', task !== 'code');
    this.#holder.replaceChildren(...(task === 'code' ? [] : [this.#figure]));
    // The figure may have changed the current language.
    if (this.element.isConnected) speak(this.element);
    const forms = {
      setup: () => [fold(figureWords.folds.setup, this.#makeSetup(), this.#block.group !== '')],
      hide: () => [fold(figureWords.folds.hide, this.#makeParts())],
      question: () => [this.#makeQuestion()],
      code: () => this.#makeCode(),
    };
    this.#panel.replaceChildren(...forms[task]());
    this.examples = this.#examples;
    this.#rules.replaceSync(isInert ? partRules(this.#block) : '');
  }

  #makeSetup() {
    const { group } = this.#block;
    const setGroup = (/** @type {string} */ value) => {
      this.#block.group = value.trim();
      this.#around.changed();
    };
    return [
      row(figureWords.group, textInput(group, setGroup, { placeholder: figureWords.groupHint })),
      h(
        'div',
        {},
        button(figureWords.reset, () => this.#restart()),
      ),
    ];
  }

  /** Replaces the figure by a figure with the default state. */
  #restart() {
    this.#block.attributes = {};
    const figure = this.#makeFigure();
    this.#figure.replaceWith(figure);
    this.#figure = figure;
    this.#first = figure.state;
    this.#around.changed();
  }

  #makeParts() {
    const { element, layer } = makePartsForm(this.#block, this.#figure, (said) => {
      this.#rules.replaceSync(partRules(this.#block));
      this.#around.say(said);
      this.#around.changed();
    });
    this.#holder.append(layer);
    return [element];
  }

  #makeQuestion() {
    const { changed, say } = this.#around;
    const figure = () => this.#figure;
    return makeQuestionForm(this.#block, { figure, first: () => this.#first, changed, say });
  }

  /** Makes the boxes with texts to copy. */
  #makeCode() {
    const { lang, base, lab } = this.#around;
    const block = this.#block;
    const frame = frameCode(block, lang, this.#Figure.words.heading, base);
    return [
      this.#code(codeWords.tag, codeWords.tagHint, tagCode(block, lang)),
      this.#code(codeWords.frame, codeWords.frameHint, frame),
      this.#code(codeWords.link, codeWords.linkHint, linkCode(block, this.#Figure, lab)),
    ];
  }

  /** @param {string} name @param {string} hint @param {string} text */
  #code(name, hint, text) {
    const box = h('textarea', { id: newId(), readonly: true, rows: 4, spellcheck: 'false' });
    box.value = text;
    const take = async () => {
      const isCopied = await copy(text);
      if (!isCopied) box.select();
      this.#around.say(isCopied ? words.copied : words.notCopied);
    };
    const acts = button(words.copy, take, { 'aria-label': codeWords.copy(name) });
    const label = h(
      'label',
      { for: box.id },
      h('b', {}, name),
      ' ',
      h('span', { class: 'pe-quiet' }, hint),
    );
    return h('div', { class: 'pe-code' }, label, acts, box);
  }
}
