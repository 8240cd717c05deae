/** Shows the list of the parts of a lesson. At most one part is open at a time. */
import { h } from '../figures/chassis/dom.js';
import { FigureForm } from './figure-form.js';
import { button, list, row, textArea } from './form.js';
import { emptyLesson, figureBlock, figureClasses, textBlock } from './lesson.js';
import { words } from './words.js';

/** @typedef {import('./lesson.js').Block} Block */
/** @typedef {import('./lesson.js').Lesson} Lesson */

/**
 * What the list needs from the editor.
 * @typedef {object} Around
 * @property {import('./result.js').Result} result
 * @property {string} theme
 * @property {string} base
 * @property {string} lab
 * @property {() => void} changed reports a change that the teacher may continue, such as typing
 * @property {() => void} done reports a change that is complete
 * @property {(text: string) => void} say
 */

/** What the teacher does with a figure. @typedef {FigureForm['task']} Task */

/** Returns 'text' for a text, and the name of the figure for a figure. @param {Block} block */
const kindOf = (block) => (block.kind === 'text' ? block.kind : block.figure);

/** The row of a block (a part of the lesson), and its form while the block is open. */
class Item {
  element = h('li');
  form = /** @type {FigureForm | null} */ (null);
  #body = h('div', { class: 'pe-body', hidden: true });

  /** @param {Block} block @param {BlockList} owner */
  constructor(block, owner) {
    this.block = block;
    this.head = button('', () => owner.toggle(block), {
      class: 'pe-open',
      'aria-expanded': 'false',
    });
    this.up = button('↑', () => owner.move(block, -1));
    this.down = button('↓', () => owner.move(block, 1));
    this.remove = button('×', () => owner.remove(block));
    const acts = [this.head, this.up, this.down, this.remove];
    this.element.append(h('div', { class: 'pe-head' }, acts), this.#body);
  }

  /** A description of the part in a few words. */
  get summary() {
    const { block } = this;
    if (block.kind === 'figure')
      return figureClasses().get(block.figure)?.words.heading ?? block.figure;
    const line = block.text.split('\n').find((each) => each.trim()) ?? '';
    return line.replace(/[#*_`>|]/g, '').trim() || words.text;
  }

  /**
   * @param {number} at
   * @param {number} count
   * @param {{problem: string | null, examples: string}} said about the question of the open part
   */
  sync(at, count, { problem, examples }) {
    this.head.textContent = words.part(at + 1, this.summary);
    const acts = /** @type {const} */ (['up', 'down', 'remove']);
    for (const name of acts) this[name].setAttribute('aria-label', words.act(words[name], at + 1));
    this.up.setAttribute('aria-disabled', String(at === 0));
    this.down.setAttribute('aria-disabled', String(at === count - 1));
    if (this.form) {
      this.form.problem = problem;
      this.form.examples = examples;
    }
  }

  get isOpen() {
    return !this.#body.hidden;
  }

  /** @param {Around} around @param {string} lang @param {ShadowRoot} root @param {Task} [task] */
  open(around, lang, root, task) {
    const { block } = this;
    this.#body.hidden = false;
    this.head.setAttribute('aria-expanded', 'true');
    if (block.kind === 'text') {
      const set = (/** @type {string} */ text) => {
        block.text = text;
        around.changed();
      };
      const area = textArea(block.text, set, { rows: 8 });
      const hint = h('p', { class: 'pe-quiet' }, words.textHint);
      this.#body.replaceChildren(row(words.text, area), hint);
      return;
    }
    const Figure = figureClasses().get(block.figure);
    if (!Figure) return;
    this.form = new FigureForm(block, Figure, { ...around, lang }, task);
    this.form.adopt(root);
    this.#body.replaceChildren(this.form.element);
  }

  close() {
    this.form?.close();
    this.form = null;
    this.#body.hidden = true;
    this.#body.replaceChildren();
    this.head.setAttribute('aria-expanded', 'false');
  }

  /** Focuses the first input of the form, and selects its text, so that typing replaces it. */
  focus() {
    const input = this.#body.querySelector('textarea, input');
    const box = /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (input);
    box?.focus();
    box?.select();
  }
}

/** The list of the parts, and the buttons that add parts to it. */
export class BlockList {
  #root;
  #around;
  #list = h('ol', { class: 'pe-blocks' });
  #nothing = h('p', { class: 'pe-quiet' }, words.nothing);
  /** @type {Map<Block, Item>} */
  #items = new Map();
  /** @type {Lesson} */
  #lesson = emptyLesson('en');

  /** @param {ShadowRoot} root @param {Around} around */
  constructor(root, around) {
    this.#root = root;
    this.#around = around;
    const figures = [...figureClasses()].map(
      ([name, Figure]) => /** @type {const} */ ([name, `${name}: ${Figure.words.heading}`]),
    );
    const choice = list(figures, 'clocks', () => {}, { 'aria-label': words.figure });
    this.addText = button(words.addText, () => this.#add(textBlock(words.firstText)));
    const addFigure = button(words.addFigure, () => {
      this.#add(figureBlock(choice.value, this.#lesson.level));
    });
    const add = h('div', { class: 'pe-add' }, this.addText, choice, addFigure);
    this.element = h('div', {}, this.#nothing, this.#list, add);
  }

  /** @param {string} theme */
  set theme(theme) {
    this.#around.theme = theme;
    for (const { form } of this.#items.values()) if (form) form.theme = theme;
  }

  /** Shows the parts of a lesson. @param {Lesson} lesson */
  show(lesson) {
    this.#closeAll();
    this.#items.clear();
    this.#lesson = lesson;
    this.#arrange();
  }

  /** Shows an earlier state of the lesson. The part that was open is open again. @param {Lesson} lesson */
  goBack(lesson) {
    const at = this.#lesson.blocks.findIndex((block) => this.#itemOf(block).isOpen);
    const before = this.#lesson.blocks[at];
    const task = before && this.#itemOf(before).form?.task;
    this.show(lesson);
    const block = lesson.blocks.includes(before) ? before : lesson.blocks[at];
    if (before && block && kindOf(block) === kindOf(before)) this.#open(block, task);
  }

  /** Puts the rows into the order of the lesson. */
  #arrange() {
    const { blocks } = this.#lesson;
    for (const block of blocks)
      if (!this.#items.has(block)) this.#items.set(block, new Item(block, this));
    const rows = blocks.map((block) => this.#itemOf(block).element);
    this.#list.replaceChildren(...rows);
    this.sync();
  }

  /** Updates all rows, and marks the open part in the result. */
  sync() {
    const { blocks } = this.#lesson;
    const { result } = this.#around;
    this.#nothing.hidden = blocks.length > 0;
    for (const [at, block] of blocks.entries()) {
      const item = this.#itemOf(block);
      const [problem, examples] = item.isOpen
        ? [result.problemOf(block), result.examplesOf(block)]
        : [null, ''];
      item.sync(at, blocks.length, { problem, examples });
    }
    result.mark(blocks.find((block) => this.#itemOf(block).isOpen) ?? null);
  }

  /** @param {Block} block */
  #itemOf(block) {
    return /** @type {Item} */ (this.#items.get(block));
  }

  #closeAll() {
    for (const item of this.#items.values()) if (item.isOpen) item.close();
  }

  /** @param {Block} block @param {Task} [task] */
  #open(block, task) {
    this.#closeAll();
    const changed = () => {
      this.#around.result.follow();
      this.#around.changed();
    };
    const around = { ...this.#around, changed };
    this.#itemOf(block).open(around, this.#lesson.lang, this.#root, task);
    this.sync();
  }

  /** Opens a part, or closes it. @param {Block} block */
  toggle(block) {
    const item = this.#itemOf(block);
    if (item.isOpen) {
      this.#closeAll();
      this.sync();
      return;
    }
    this.#open(block);
    // If a form above this part was open, it is closed now, so this part has moved up.
    item.element.scrollIntoView();
  }

  /** @param {Block} block */
  #add(block) {
    this.#lesson.blocks.push(block);
    this.#arrange();
    this.#open(block);
    const item = this.#itemOf(block);
    item.focus();
    item.element.scrollIntoView();
    this.#around.say(words.added);
    this.#around.done();
  }

  /** @param {Block} block @param {number} by */
  move(block, by) {
    const { blocks } = this.#lesson;
    const from = blocks.indexOf(block);
    const to = from + by;
    if (to < 0 || to >= blocks.length) return;
    blocks.splice(from, 1);
    blocks.splice(to, 0, block);
    this.#arrange();
    const item = this.#itemOf(block);
    (by < 0 ? item.up : item.down).focus();
    this.#around.say(words.moved(to + 1, blocks.length));
    this.#around.done();
  }

  /** @param {Block} block */
  remove(block) {
    const { blocks } = this.#lesson;
    const at = blocks.indexOf(block);
    if (this.#itemOf(block).isOpen) this.#itemOf(block).close();
    blocks.splice(at, 1);
    this.#arrange();
    const next = blocks[at] ?? blocks[at - 1];
    (next ? this.#itemOf(next).head : this.addText).focus();
    this.#around.say(words.removed);
    this.#around.done();
  }
}
