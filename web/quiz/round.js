/** A round of questions: which are asked, and how they were answered. This browser keeps it. */
import { moveBox, nextQuestions, readBoxes } from './boxes.js';
import { store } from './store.js';

/** The names of all that a quiz keeps begin like this. */
const PREFIX = 'posenc-quiz-';

export class Round {
  #key;
  #all;
  #count;
  /** The ids of the questions of this round. @type {string[]} */
  ids = [];
  /** Whether each answered question was right at the first attempt. @type {boolean[]} */
  results = [];

  /**
   * Continues the round that this browser keeps, or begins a new one.
   * @param {string} name the name of the set
   * @param {string[]} all the ids of its questions
   * @param {number} count how many questions a round asks
   */
  constructor(name, all, count) {
    this.#key = PREFIX + name;
    this.#all = all;
    this.#count = count;
    readBoxes();
    if (!this.#resume()) this.#choose();
  }

  /** The id of the question to ask now; undefined at the end of the round. */
  get id() {
    return this.ids[this.results.length];
  }

  get missed() {
    return this.ids.filter((_, at) => this.results[at] === false);
  }

  get score() {
    return this.results.filter(Boolean).length;
  }

  /** Begins a round with these questions, or with those that are next. @param {string[]} [ids] */
  begin(ids) {
    this.#choose(ids);
    this.#save();
  }

  /** Notes the first answer to the question that is asked now. @param {boolean} isRight */
  note(isRight) {
    moveBox(this.id, isRight);
    this.results.push(isRight);
    this.#save();
  }

  /** Forgets all quizzes of this browser, and begins again. */
  forget() {
    store.forget(PREFIX);
    readBoxes();
    this.#choose();
  }

  /** Chooses the questions. Nothing is kept before the reader does something. */
  #choose(ids = nextQuestions(this.#all, this.#count)) {
    this.ids = ids;
    this.results = [];
  }

  #save() {
    const { ids, results } = this;
    store.set(this.#key, JSON.stringify({ count: this.#count, ids, results }));
  }

  /** Continues the round that this browser keeps. Returns whether there is one that fits. */
  #resume() {
    try {
      const { count, ids, results } = JSON.parse(store.get(this.#key) ?? '');
      const fits = count === this.#count && ids.length && results.length <= ids.length;
      if (!fits || !ids.every((/** @type {string} */ id) => this.#all.includes(id))) return false;
      this.ids = ids;
      this.results = results.map(Boolean);
      return true;
    } catch {
      return false;
    }
  }
}
