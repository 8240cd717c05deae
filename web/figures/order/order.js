import { PeFigure } from '../chassis/figure.js';
import { dimField } from '../parts/fields.js';
import { LONGEST, orderModel, orderOf, shuffled, wordsOf } from './model.js';
import { cardAt, columnAt, drawOrder, layout, middleOf, placeAt, rowAt } from './picture.js';
import * as words from './words.js';

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** Counts the words of a state. @param {Partial<State>} state */
const countOf = ({ tokens = words.sentence }) => tokens.split(' ').length;

/** @param {string} order @returns {number[]} the token at each place */
const tokensOf = (order) => [...order].map(Number);

export class PeOrder extends PeFigure {
  static words = words;
  static timeline = null;
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    tokens: {
      kind: 'text',
      value: words.sentence,
      longest: LONGEST,
      clean: (text) => wordsOf(text)?.join(' ') ?? words.sentence,
      label: words.labels.tokens,
      control: 'text',
    },
    order: {
      kind: 'text',
      value: '012',
      longest: 7,
      clean: (text, state) => orderOf(text, countOf(state)).join(''),
      label: words.labels.order,
    },
    scheme: {
      kind: 'choice',
      value: 'none',
      options: ['none', 'sinusoidal'],
      label: words.labels.scheme,
      control: 'toggle',
    },
    causal: { kind: 'flag', value: false, label: words.labels.causal, control: 'check' },
    query: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => countOf(state) - 1,
      step: 1,
      label: words.labels.query,
    },
    seed: { kind: 'number', value: 0, min: 0, max: 1e6, step: 1, label: words.labels.seed },
    dim: dimField(words.labels.dim, { value: 16, min: 4, max: 64, step: 4, expert: true }),
  };

  /**
   * The word that the pointer drags. `x` is the middle of the word's card, and `grip` is how far
   * right of this middle the pointer took hold.
   * @type {{token: number, x: number, grip: number} | null}
   */
  #held = null;

  /**
   * Ignores a text with too few words. Puts new words in the order typed.
   * @param {Record<string, unknown>} patch
   * @param {State} before
   */
  adjust(patch, before) {
    if (!('tokens' in patch)) return patch;
    const { tokens, ...others } = patch;
    const typed = wordsOf(tokens ?? words.sentence);
    if (!typed) return others;
    return typed.join(' ') === before.tokens ? patch : { order: '', ...patch };
  }

  /** @param {State} state @returns {Record<string, number>} the place of each word */
  eased({ order }) {
    return Object.fromEntries(tokensOf(order).map((token, place) => [`at${token}`, place]));
  }

  /** @param {State} state @returns {Model} */
  compute(state) {
    return { ...orderModel(state), state };
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, countOf(this.state)).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    this.ui.plot.style.cursor = this.#held ? 'grabbing' : 'grab';
    const box = layout(pen.width, model.words.length);
    const places = model.tokens.map(({ place }, token) =>
      this.#held?.token === token ? columnAt(box, this.#held.x) : (shown[`at${token}`] ?? place),
    );
    drawOrder(pen, model, box, places);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const asked = { tokens: words.sentence, order: '210', scheme: 'none', causal: false, dim: 16 };
    return {
      ...words.questionTexts,
      answer: 'none',
      show: (figure) => figure.setState({ ...asked, query: 0 }, { ease: true }),
      because: () =>
        words.questionTexts.because(orderModel({ ...asked, scheme: 'sinusoidal' }).differ),
    };
  }

  /** @returns {[string, () => void][]} */
  acts() {
    return [
      [words.buttons.shuffle, () => this.#shuffle()],
      [words.buttons.back, () => this.#carry(-1)],
      [words.buttons.forth, () => this.#carry(1)],
    ];
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const otherScheme = () => (this.state.scheme === 'none' ? 'sinusoidal' : 'none');
    return [
      ['s', words.keyLabels.s, () => this.#shuffle()],
      ['o', words.keyLabels.o, () => this.setState({ order: '' }, { ease: true })],
      ['p', words.keyLabels.p, () => this.setState({ scheme: otherScheme() })],
      ['m', words.keyLabels.m, () => this.setState({ causal: !this.state.causal })],
    ];
  }

  /** Tries one seed after another until a seed gives a new order, and shows this order. */
  #shuffle() {
    const { order } = this.state;
    let { seed } = this.state;
    let next = order;
    while (next === order) next = shuffled(++seed, order.length).join('');
    this.setState({ order: next, seed }, { ease: true });
  }

  /**
   * Moves a word to another place. The words in between make room.
   * @param {number} by the number of places, negative to the left
   * @param {number} [token] the chosen word if absent
   */
  #carry(by, token = this.state.query) {
    const order = tokensOf(this.state.order);
    const place = order.indexOf(token) + by;
    const others = order.filter((each) => each !== token);
    others.splice(Math.min(Math.max(place, 0), others.length), 0, token);
    this.setState({ order: others.join('') }, { ease: true });
  }

  /** Chooses the word at a place, or at the end nearest to this place. @param {number} place */
  #choose(place) {
    const { order } = this.state;
    this.setState({ query: order[Math.min(Math.max(place, 0), order.length - 1)] });
  }

  /** @param {number} dx @param {number} _dy @param {KeyboardEvent} [event] */
  move(dx, _dy, event) {
    if (event?.shiftKey) this.#carry(dx);
    else this.#choose(this.state.order.indexOf(String(this.state.query)) + dx);
  }

  /** @param {number} way */
  edge(way) {
    this.#choose(way < 0 ? 0 : Infinity);
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    if (event.type === 'pointerdown') this.#press(x, y);
    else if (this.#held) this.#drag(this.#held, x);
    this.stale();
  }

  /**
   * Chooses the word under the pointer and starts to drag it, or chooses the word of a matrix row.
   * @param {number} x
   * @param {number} y
   */
  #press(x, y) {
    const box = this.#box();
    const place = cardAt(box, x, y);
    const row = rowAt(box, x, y);
    if (place !== null) {
      this.#choose(place);
      const middle = middleOf(box, place);
      this.#held = { token: this.state.query, x: middle, grip: x - middle };
    } else if (row !== null) this.#choose(row);
  }

  /**
   * Moves the held word with the pointer. Once it is over another place, the other words make room.
   * @param {{token: number, x: number, grip: number}} held
   * @param {number} x
   */
  #drag(held, x) {
    const box = this.#box();
    const { order } = this.state;
    const [first, last] = [middleOf(box, 0), middleOf(box, order.length - 1)];
    held.x = Math.min(Math.max(x - held.grip, first), last);
    const by = placeAt(box, held.x) - order.indexOf(String(held.token));
    if (by) this.#carry(by, held.token);
  }

  /** Lets go of the held word, which glides from the pointer to its place. */
  drop() {
    if (!this.#held) return;
    const { token, x } = this.#held;
    this.motion.shown = { ...this.motion.shown, [`at${token}`]: columnAt(this.#box(), x) };
    this.#held = null;
    this.motion.follow(true);
    this.stale();
    this.announce();
  }

  #box() {
    return layout(this.ui.plot.clientWidth, this.state.order.length);
  }
}
