/** Makes the form for the question of a figure. */
import { entryOf } from '../figures/chassis/state.js';
import { h } from '../figures/chassis/dom.js';
import { Filler, cellAt, drawEntry, placeIn, takeFirst } from '../figures/questions/variants.js';
import { changedText } from './figures.js';
import { button, list, row, textArea, textInput } from './form.js';
import { KINDS } from './lesson.js';
import { questionWords as words } from './words.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./lesson.js').FigureBlock} FigureBlock */
/** @typedef {import('./lesson.js').Question} Question */
/** @typedef {import('./lesson.js').Option} Option */

/**
 * What the form needs from its surroundings.
 * @typedef {object} Around
 * @property {() => Figure} figure the figure below the form
 * @property {() => import('../figures/chassis/state.js').State} first the first state of this
 *   figure
 * @property {() => void} changed tells that the question has changed
 * @property {(text: string) => void} say tells the teacher something
 */

/** Replaces a decimal comma by a point, so that 6,28 becomes 6.28. @param {string} text */
const withPoint = (text) => text.replace(/^\s*(-?\d*),(\d+)\s*$/, '$1.$2');

/** @typedef {import('../figures/chassis/table.js').Table} Table */

/** Makes an option for each column of numbers. @param {Table} table @param {number} at */
function columnsOf(table, at) {
  const cells = table.rows ? table.row(0) : [];
  const options = table.columns.flatMap((title, column) =>
    column && typeof cells[column] === 'number'
      ? [h('option', { value: `${at + 1} ${column + 1}` }, title)]
      : [],
  );
  return h('optgroup', { label: table.name }, options);
}

/**
 * Returns the field whose label is the header of a table's first column; '' if there is none.
 * @param {Figure} figure
 * @param {Table} table
 */
function nameOfRow({ words, state }, { columns }) {
  const [header] = columns.map((title) => title.toLowerCase());
  return Object.keys(state).find((key) => words.labels[key]?.toLowerCase() === header) ?? '';
}

/** The inputs of one question. */
class QuestionForm {
  #question;
  #around;
  #body = h('div', { class: 'pe-form' });

  /** @param {FigureBlock} block @param {Around} around */
  constructor(block, around) {
    this.#question = block.question;
    this.#around = around;
    const kinds = KINDS.map((kind) => /** @type {const} */ ([kind, words.kinds[kind]]));
    const choose = (/** @type {string} */ kind) => {
      this.#question.kind = /** @type {Question['kind']} */ (kind);
      this.#write();
      around.changed();
    };
    const kind = row(words.kind, list(kinds, this.#question.kind, choose));
    this.element = h('div', { class: 'pe-form' }, kind, this.#body);
    this.#write();
  }

  /** Makes the inputs that the kind of the question needs. */
  #write() {
    const { kind } = this.#question;
    const ask = row(
      words.ask,
      textArea(this.#question.ask, (text) => this.#set('ask', text), { rows: 2 }),
    );
    const parts = {
      own: () => [],
      none: () => [],
      choice: () => [ask, this.#options(), ...this.#state('shows'), this.#text('because')],
      number: () => [
        ask,
        ...[...this.#right(), this.#number('tolerance'), this.#text('unit')],
        ...[this.#text('reply'), ...this.#state('shows'), this.#text('because')],
      ],
      state: () => [
        ask,
        ...[...this.#state('target'), this.#number('tolerance')],
        ...[this.#text('reply'), this.#text('because')],
      ],
    };
    this.#body.replaceChildren(...parts[kind]());
  }

  /** @param {'ask' | 'answer' | 'target' | 'tolerance' | 'unit' | 'reply' | 'because' | 'shows'} name @param {string} text */
  #set(name, text) {
    this.#question[name] = text;
    this.#around.changed();
  }

  /** @param {'unit' | 'reply' | 'because'} name */
  #text(name) {
    return row(
      words[name],
      textInput(this.#question[name], (text) => this.#set(name, text)),
    );
  }

  /** @param {'tolerance'} name */
  #number(name) {
    const set = (/** @type {string} */ text) => this.#set(name, withPoint(text));
    return row(words[name], textInput(this.#question[name], set));
  }

  /** Makes the inputs of the right number: it is typed, or taken from a table of the figure. */
  #right() {
    const place = placeIn(this.#question.answer);
    const figure = this.#around.figure();
    const { tables } = new Filler(figure, {});
    const typed = textInput(place ? '' : this.#question.answer, (text) =>
      this.#set('answer', withPoint(text)),
    );
    const tableNow = () => tables[Number(choice.value.split(' ')[0]) - 1];
    const take = () => {
      const [table, column] = choice.value.split(' ');
      if (column) this.#set('answer', cellAt({ table, column, row: which.value.trim() }));
    };
    const choose = (/** @type {string} */ value) => {
      const table = tableNow();
      if (table && !which.value) which.value = String(table.row(0)[0]);
      if (value) take();
      else this.#set('answer', withPoint(typed.value));
      show();
    };
    const choice = list([['', words.typed]], '', choose);
    choice.append(...tables.map(columnsOf));
    choice.value = place ? `${place.table} ${place.column}` : '';
    const which = textInput(place?.row ?? '', take);
    const number = row(words.answer, typed);
    const rowOfTable = row('', which);
    const show = () => {
      const table = tableNow();
      number.hidden = Boolean(table);
      rowOfTable.hidden = !table;
      const label = /** @type {Element} */ (rowOfTable.firstElementChild);
      label.textContent = words.row(table ? nameOfRow(figure, table) : '');
    };
    show();
    return [row(words.source, choice), number, rowOfTable];
  }

  /**
   * Makes the input of a state, and says how its numbers may vary.
   * @param {'shows' | 'target'} name
   */
  #state(name) {
    const { definition } = this.#around.figure();
    const numbers = Object.entries(definition.allFields).filter(
      ([, { kind }]) => kind === 'number',
    );
    const field = definition.timeline ?? numbers[0]?.[0];
    const labels = this.#around.figure().words.labels;
    const named = numbers.filter(([key]) => labels[key]);
    const names = named.map(([key]) => `${key} (${labels[key]})`);
    const set = (/** @type {string} */ text) => this.#set(name, text);
    return [
      this.#stateRow(words[name], this.#question[name], set),
      ...(field ? [h('p', { class: 'pe-quiet' }, words.varies(field, names.join(', ')))] : []),
      h('p', { class: 'pe-examples', role: 'status' }),
    ];
  }

  /**
   * Makes an input for a state. One button takes the state of the figure below. Another button
   * shows the state of the input in that figure.
   * @param {string} label
   * @param {string} value
   * @param {(text: string) => void} set
   */
  #stateRow(label, value, set) {
    const { figure, first, say } = this.#around;
    const input = textInput(value, set, { placeholder: 'position=12', spellcheck: 'false' });
    const take = () => {
      const text = changedText(figure(), first());
      const said = text ? words.taken : words.same;
      note.textContent = said;
      say(said);
      if (!text) return;
      input.value = text;
      set(text);
    };
    const show = () => {
      const { entry } = drawEntry(entryOf(input.value), figure(), takeFirst);
      figure().setState(entry, { ease: true });
    };
    const named = (/** @type {string} */ what) => ({ 'aria-label': `${what}: ${label}` });
    const note = h('span', { class: 'pe-note' });
    return row(
      label,
      input,
      button(words.take, take, named(words.take)),
      button(words.try, show, named(words.try)),
      note,
    );
  }

  /** Makes the inputs of the answers to choose from. */
  #options() {
    const { options } = this.#question;
    const rows = options.map((_, at) => this.#option(at));
    const add = button(words.addOption, () => {
      options.push({ text: '', reply: '', shows: '' });
      this.#rewrite(options.length - 1);
    });
    return h('fieldset', { class: 'pe-options' }, h('legend', {}, words.options), rows, add);
  }

  /**
   * Makes the inputs again, and moves the focus to an input of an answer.
   * @param {number} at the index of the answer
   * @param {string} [which] a selector that matches one input of each answer
   */
  #rewrite(at, which = '.pe-answer') {
    this.#write();
    const inputs = this.#body.querySelectorAll(which);
    /** @type {HTMLInputElement | undefined} */ (inputs[at])?.focus();
    this.#around.changed();
  }

  /** @param {number} at */
  #option(at) {
    const { options, right } = this.#question;
    const option = options[at];
    const change = (/** @type {keyof Option} */ name) => (/** @type {string} */ text) => {
      option[name] = text;
      this.#around.changed();
    };
    const onchange = () => {
      this.#question.right = at;
      this.#rewrite(at, '[name=right]');
    };
    const radio = h('input', {
      type: 'radio',
      name: 'right',
      'aria-label': words.right(at + 1),
      onchange,
    });
    radio.checked = at === right;
    const remove = () => {
      options.splice(at, 1);
      this.#question.right = Math.min(right - Number(at < right), options.length - 1);
      // The focus moves to the chosen radio button, where a repeated Enter or Space has no effect.
      // At the next button ×, a repeated key would remove another answer.
      this.#rewrite(this.#question.right, '[name=right]');
      this.#around.say(words.removedOption(at + 1));
    };
    const text = {
      class: 'pe-answer',
      'aria-label': words.option(at + 1),
      placeholder: words.option(at + 1),
    };
    const reply = { rows: 2, 'aria-label': words.replyTo(at + 1), placeholder: words.replyHint };
    return h(
      'div',
      { class: 'pe-option-row' },
      h('label', { class: 'pe-is-right' }, radio, words.isRight),
      textInput(option.text, change('text'), text),
      textArea(option.reply, change('reply'), reply),
      at === right ? null : this.#stateRow(words.tries(at + 1), option.shows, change('shows')),
      options.length > 2 ? button('×', remove, { 'aria-label': words.removeOption(at + 1) }) : null,
    );
  }
}

/**
 * Makes the form for the question of a figure.
 * @param {FigureBlock} block
 * @param {Around} around
 */
export const makeQuestionForm = (block, around) => new QuestionForm(block, around).element;
