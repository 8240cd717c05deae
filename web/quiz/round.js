/** Chooses the questions of a round, records the answers, and stores both in this browser. */
import { moveBox, nextQuestions, readBoxes } from './boxes.js';
import { store } from '../figures/chassis/store.js';

/** The first part of the keys under which quizzes store their data. */
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
   * Continues the round that this browser stores, or begins a new one.
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

  /** Begins a round with the given questions, or with the next ones. @param {string[]} [ids] */
  begin(ids) {
    this.#choose(ids);
    this.#save();
  }

  /** Records the first answer to the present question. @param {boolean} isRight */
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

  /** Begins a round with the given questions, or with the next ones, but does not store it. */
  #choose(ids = nextQuestions(this.#all, this.#count)) {
    this.ids = ids;
    this.results = [];
  }

  #save() {
    const { ids, results } = this;
    store.set(this.#key, JSON.stringify({ count: this.#count, ids, results }));
  }

  /** Continues the stored round. Returns false if none is stored for this set and this count. */
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
