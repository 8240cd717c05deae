import { PeFigure } from '../chassis/figure.js';
import { dimField } from '../parts/fields.js';
import { drawBags, flight, landed, layoutBags } from './bags.js';
import { LONGEST, orderModel, orderOf, shuffled, wordsOf } from './model.js';
import { cardAt, columnAt, drawOrder, layout, middleOf, placeAt, rowAt } from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('order', english);

/** @typedef {import('./model.js').State} State */
/** @typedef {import('./model.js').Model} Model */

/** Counts the words of the text in a state. @param {Partial<State>} state */
const countOf = ({ tokens = words.sentence }) => tokens.split(' ').length;

/** @param {string} order @returns {number[]} the token at each place */
const tokensOf = (order) => [...order].map(Number);

export class PeOrder extends PeFigure {
  static words = words;
  static timeline = null;
  static waiting = { beginner: ['tokens', 'stamp'] };
  /** @type {import('../chassis/state.js').Fields} */
  static fields = {
    scheme: {
      kind: 'choice',
      value: 'none',
      options: ['none', 'sinusoidal'],
      ease: true,
      control: 'toggle',
      expert: true,
    },
    tokens: {
      kind: 'text',
      value: words.sentence,
      longest: LONGEST,
      clean: (text) => wordsOf(text)?.join(' ') ?? words.sentence,
      control: 'text',
    },
    order: {
      kind: 'text',
      value: '012',
      longest: 7,
      clean: (text, state) => orderOf(text, countOf(state)).join(''),
    },
    causal: {
      kind: 'flag',
      value: false,
      control: 'check',
      expert: true,
    },
    query: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (state) => countOf(state) - 1,
      step: 1,
    },
    seed: { kind: 'number', value: 0, min: 0, max: 1e6, step: 1 },
    dim: dimField({ value: 16, min: 4, max: 64, step: 4, expert: true }),
  };

  /**
   * The word that the pointer drags. `x` is the middle of the word's card. `grip` is how far right
   * of this middle the pointer was pressed.
   * @type {{token: number, x: number, grip: number} | null}
   */
  #held = null;

  /** The order that was drawn last, and the place at which each word was drawn. */
  #drawn = { order: '', places: /** @type {number[]} */ ([]) };

  /** The place that each word left when the order last changed. @type {number[]} */
  #left = [];

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
    return this.#layout(width).height;
  }

  /**
   * @param {import('../chassis/pen.js').Pen} pen
   * @param {Model} model
   * @param {Record<string, number>} shown
   */
  draw(pen, model, shown) {
    this.ui.plot.style.cursor = this.#held ? 'grabbing' : 'grab';
    const view = this.#view(model, shown);
    if (pen.beginner) drawBags(pen, model, layoutBags(pen.width, model.words.length), view);
    else drawOrder(pen, model, layout(pen.width, model.words.length), view);
  }

  /**
   * Returns what the picture shows at this moment, in addition to the model.
   * @param {Model} model
   * @param {Record<string, number>} shown
   * @returns {import('./bags.js').View}
   */
  #view(model, shown) {
    const { order } = model.state;
    const bet = this.trying;
    const places = model.tokens.map(({ place }, token) => shown[`at${token}`] ?? place);
    if (this.#drawn.order !== order) this.#left = this.#drawn.places;
    this.#drawn = { order, places };
    const flights = model.tokens.map(({ place }, token) => {
      if (this.#held?.token !== token)
        return flight(this.#left[token] ?? place, place, places[token]);
      return landed(columnAt(this.#box(), this.#held.x));
    });
    return {
      places: flights.map(({ place }) => place),
      landed: flights.map((each) => each.landed),
      follow: flights.map(({ follow }) => follow),
      dips: flights.map(({ dip }) => dip),
      sinks: flights.map(({ sink }) => sink),
      sides: flights.map(({ side }) => side),
      part: Math.min(...flights.map(({ part }) => part)),
      stamped: shown.scheme,
      hidden: this.covered && !bet && model.moved,
      bets: bet ? model.tokens.map(({ place }, at) => bet === 'all' || place !== at) : null,
    };
  }

  /** Hides the formula, whose weights would answer the question. @override @param {Model} model */
  formula(model) {
    return this.covered ? [] : super.formula(model);
  }

  /** @override */
  describe() {
    return words.describe(this.model, this.covered, this.beginner);
  }

  /** @returns {import('../chassis/question.js').Question} */
  question() {
    const asked = { tokens: words.sentence, scheme: 'none', causal: false, dim: 16, query: 0 };
    const swap = { from: { ...asked, order: '012' }, to: { order: '210' } };
    // Both tries show the same swap. The marks that the wrong answers expect differ: see drawMark.
    return {
      ...words.questionTexts,
      answer: 'none',
      tries: { all: swap, moved: swap },
      isTested: true,
      // At the stop, all cards have arrived, and one strip is still on its way.
      shows: { ...swap, stops: [0.6] },
    };
  }

  /** @returns {import('../chassis/transport.js').Act[]} */
  acts() {
    return [
      [words.buttons.swap, () => this.#swapEnds()],
      [
        words.buttons.stamp,
        () => this.#stamp(),
        false,
        () => this.state.scheme !== 'none',
        'stamp',
      ],
      [words.buttons.shuffle, () => this.#shuffle(), true],
      [words.buttons.back, () => this.#carry(-1), true],
      [words.buttons.forth, () => this.#carry(1), true],
    ];
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['x', words.keyLabels.x, () => this.#swapEnds()],
      ['s', words.keyLabels.s, () => this.#shuffle()],
      ['o', words.keyLabels.o, () => this.setState({ order: '' }, { ease: true })],
      ['p', words.keyLabels.p, () => this.#stamp()],
      ['m', words.keyLabels.m, () => this.setState({ causal: !this.state.causal })],
    ];
  }

  /** Switches the stamps of positions on or off. */
  #stamp() {
    const scheme = this.state.scheme === 'none' ? 'sinusoidal' : 'none';
    this.setState({ scheme }, { ease: true });
  }

  /** Swaps the first and the last word. */
  #swapEnds() {
    const order = tokensOf(this.state.order);
    const swapped = [order.at(-1), ...order.slice(1, -1), order[0]];
    this.setState({ order: swapped.join('') }, { ease: true });
  }

  /** Tries one seed after another until a seed gives a new order, and shows this order. */
  #shuffle() {
    const { order } = this.state;
    let { seed } = this.state;
    let next = order;
    // The order typed would look as if nothing had been shuffled. Texts have at least three words,
    // so there is always another order.
    const typed = [...order].sort().join('');
    while (next === order || next === typed) next = shuffled(++seed, order.length).join('');
    this.setState({ order: next, seed }, { ease: true });
  }

  /**
   * Moves a word to another place. The words in between move by one place.
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

  /** Chooses the word at a place, or the word nearest to this place. @param {number} place */
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
    const row = 'matrix' in box ? rowAt(box, x, y) : null;
    if (place !== null) {
      this.#choose(place);
      const middle = middleOf(box, place);
      this.#held = { token: this.state.query, x: middle, grip: x - middle };
    } else if (row !== null) this.#choose(row);
  }

  /**
   * Moves the held word with the pointer. Once it is over another place, the other words move
   * aside.
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

  /** Releases the held word, which moves smoothly from the pointer to its place. */
  drop() {
    if (!this.#held) return;
    const { token, x } = this.#held;
    const at = columnAt(this.#box(), x);
    this.motion.shown = { ...this.motion.shown, [`at${token}`]: at };
    this.#left[token] = at;
    this.#held = null;
    this.motion.follow(true);
    this.stale();
    this.announce();
  }

  #box() {
    return this.#layout(this.ui.plot.clientWidth);
  }

  /** Returns where each part of the picture is. @param {number} width */
  #layout(width) {
    return (this.beginner ? layoutBags : layout)(width, countOf(this.state));
  }
}
