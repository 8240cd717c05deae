/**
 * Shows readers of a saved lesson what they answered, to print, copy or save. The answers stay in
 * the browser's tab, or a learning system keeps them.
 */
import { carriedScript } from '../figures/chassis/load-beside.js';
import { copy, download, linkName } from '../figures/chassis/links.js';

/** @typedef {Pick<import('../answers/index.js').Answer, 'question' | 'ask' | 'said' | 'option' | 'correct'>} Answer */

/** The class of a page that prints only the answers. */
const PRINTED = 'answers-only';

/** The name of a file contains at most this many characters of the reader's name. */
const LONGEST = 40;

/** What the tab keeps. @typedef {{name: string, answers: Answer[]}} Kept */

/**
 * Keeps answers until the tab is closed, so that a reload loses none. The key has the text of the
 * lesson, so a lesson that was changed begins without answers.
 */
const tab = {
  get key() {
    return `posenc-answers ${carriedScript('lesson', ['application/json'])?.textContent}`;
  },
  /** @returns {Kept} */
  get kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? '');
    } catch {
      return { name: '', answers: [] };
    }
  },
  /** Stores what the tab keeps. Returns whether the browser allowed it. @param {Kept} kept */
  keep(kept) {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  },
};

/** Returns the part of the page that contains the question. @param {string} question */
function placeOf(question) {
  const figures = [...document.querySelectorAll('.figure > *')];
  const isIt = (/** @type {Element} */ figure) =>
    figure.firstElementChild?.id === question ||
    `${linkName(/** @type {HTMLElement} */ (figure))}-predict` === question;
  return figures.find(isIt)?.parentElement;
}

/** The form at the end of the lesson. The first answer to a question counts. */
export class HandIn {
  #form;
  #questions;
  /** Whether a learning system records the answers. */
  #isRecorded;
  /** @type {Map<string, Answer>} */
  #first = new Map();

  /**
   * @param {HTMLElement} form
   * @param {string[]} questions the names of the questions that count
   * @param {Answer[]} [recorded] the answers that a learning system has; without it, the tab keeps
   *   them
   */
  constructor(form, questions, recorded) {
    this.#form = form;
    this.#questions = questions;
    this.#isRecorded = recorded !== undefined;
    const { name, answers } = recorded ? { name: '', answers: recorded } : tab.kept;
    // The learning system knows the reader's name.
    if (recorded) this.#name?.closest('p')?.remove();
    else if (this.#name) this.#name.value = name;
    for (const answer of answers) this.#takeUp(answer);
    this.#name?.addEventListener('input', () => this.#keep());
    addEventListener('pe-answer', (event) => {
      const { detail } = /** @type {CustomEvent<Answer>} */ (event);
      if (!questions.includes(detail.question) || this.#first.has(detail.question)) return;
      this.#first.set(detail.question, detail);
      this.#keep();
      this.#show();
    });
    this.#listen();
    this.#show();
    const { recorded: said = '', kept = '' } = form.dataset;
    if (this.#isRecorded) this.#say(said);
    else if (this.#keep()) this.#say(`${this.#find('[role=status]').textContent} ${kept}`);
    form.hidden = false;
  }

  /** Says that the learning system did not take an answer. */
  sayLost() {
    this.#say(this.#form.dataset.lost ?? '');
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {HTMLElement} */ (this.#form.querySelector(selector));
  }

  /** @param {string} said */
  #say(said) {
    this.#find('[role=status]').textContent = said;
  }

  get #name() {
    return this.#form.querySelector('input');
  }

  /** The first answers, in the order of the questions. */
  get #given() {
    return this.#questions.flatMap((name) => this.#first.get(name) ?? []);
  }

  /** How many answers were right, and how many questions are open. */
  get #score() {
    const { score = '', open = '' } = this.#form.dataset;
    const given = this.#given;
    const right = String(given.filter(({ correct }) => correct).length);
    const count = this.#questions.length;
    const rest = count - given.length;
    return [
      ...(given.length ? [score.replace('{right}', right).replace('{count}', `${count}`)] : []),
      ...(rest ? [open.replace('{count}', `${rest}`)] : []),
    ].join(' ');
  }

  /** Describes each answer in one line. */
  get #lines() {
    return this.#given.map((answer) => `${answer.ask || answer.question} → ${this.#said(answer)}`);
  }

  /** @param {Answer} answer */
  #said({ said, option, correct }) {
    if (correct === null) return this.#form.dataset.none ?? '';
    return `${said || (option ?? '')} ${correct ? '✓' : '✗'}`.trim();
  }

  get #text() {
    const label = this.#form.querySelector('label');
    const name = label ? [`${label.textContent?.trim()}: ${this.#name?.value}`] : [];
    const date = new Date().toLocaleString(document.documentElement.lang);
    const numbered = this.#lines.map((line, at) => `${at + 1}. ${line}`);
    return [document.title, ...name, date, this.#score, ...numbered, ''].join('\n');
  }

  /** The name of the file. It contains the reader's name, so each reader has another one. */
  get #file() {
    const words = (this.#name?.value ?? '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
    const name = words.join('-').slice(0, LONGEST);
    return [this.#form.dataset.file, ...(name ? [name] : [])].join('-') + '.txt';
  }

  /**
   * Keeps the name and the answers in the tab, unless a learning system keeps them. Returns whether
   * the tab keeps them.
   */
  #keep() {
    if (this.#isRecorded) return false;
    const answers = this.#given.map(({ question, ask, said, option, correct }) => ({
      ...{ question, ask, said, option, correct },
    }));
    return tab.keep({ name: this.#name?.value ?? '', answers });
  }

  /** Takes up an earlier answer, and says above its figure what it was. @param {Answer} answer */
  #takeUp(answer) {
    if (!this.#questions.includes(answer.question)) return;
    this.#first.set(answer.question, answer);
    const note = document.createElement('p');
    const { earlier = '' } = this.#form.dataset;
    note.textContent = earlier.replace('{answer}', () => this.#said(answer));
    placeOf(answer.question)?.prepend(note);
  }

  #show() {
    this.#find('.score').textContent = this.#score;
    const items = this.#lines.map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    });
    this.#find('ol').replaceChildren(...items);
  }

  /** Prints, copies or saves when the reader presses a button. */
  #listen() {
    const { copied = '', refused = '' } = this.#form.dataset;
    const page = document.documentElement.classList;
    addEventListener('afterprint', () => page.remove(PRINTED));
    const acts = /** @type {Record<string, () => unknown>} */ ({
      print: () => {
        page.add(PRINTED);
        print();
      },
      copy: async () => this.#say((await copy(this.#text)) ? copied : refused),
      save: () => download(new Blob([this.#text], { type: 'text/plain' }), this.#file),
    });
    for (const button of this.#form.querySelectorAll('button'))
      button.addEventListener('click', acts[button.name]);
  }
}
