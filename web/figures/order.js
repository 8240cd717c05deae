import { h, m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { fixed, grouped, scientific, signed } from './format.js';
import { LONGEST, TOKENS, orderModel, orderOf, shuffled, wordsOf } from './models/order.js';
import { drawOrder, layout } from './order-picture.js';

/** @typedef {{tokens: string, order: string, scheme: 'none' | 'sinusoidal', causal: boolean, query: number, seed: number, dim: number}} State */
/** @typedef {ReturnType<typeof orderModel> & {state: State}} Model */

/** @param {State} state */
const countOf = ({ tokens = TOKENS }) => tokens.split(' ').length;

export class PeOrder extends PeFigure {
  static heading = 'Attention alone cannot see the order of words';
  static timeline = null;
  static arrows = [
    ['← →', 'choose the word before or after'],
    ['Shift + ← →', 'move the chosen word'],
    ['Home, End', 'choose the first or last word'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    tokens: { kind: 'text', value: TOKENS, longest: LONGEST, clean: (text) => wordsOf(text)?.join(' ') ?? TOKENS, label: 'Your words', control: 'text' },
    order: { kind: 'text', value: '012', longest: 7, clean: (text, state) => orderOf(text, countOf(state)).join(''), label: 'Order' },
    scheme: { kind: 'choice', value: 'none', options: ['none', 'sinusoidal'], label: 'Add positions (sinusoidal)', control: 'toggle' },
    causal: { kind: 'flag', value: false, label: 'Causal mask: look back only', control: 'check' },
    query: { kind: 'number', value: 0, min: 0, max: (state) => countOf(state) - 1, step: 1, label: 'Chosen word' },
    seed: { kind: 'number', value: 0, min: 0, max: 1e6, step: 1, label: 'Shuffle' },
    dim: { kind: 'number', value: 16, min: 4, max: 64, step: 4, label: 'Dimensions', control: 'select', picks: [8, 16, 32, 64], expert: true },
  };

  /** The word that the pointer holds, and where. @type {{token: number, x: number, grip: number} | null} */
  #held = null;

  /** Too few words leave those before; new ones stand as typed. @param {any} patch @param {State} before */
  adjust(patch, before) {
    const words = 'tokens' in patch && wordsOf(patch.tokens ?? TOKENS);
    if (words === null) delete patch.tokens;
    else if (words && words.join(' ') !== before.tokens) patch = { order: '', ...patch };
    return patch;
  }

  /** @param {State} state */
  eased(state) {
    return Object.fromEntries([...state.order].map(Number).map((token, place) => [`at${token}`, place]));
  }

  /** @param {State} state */
  compute(state) { return { ...orderModel(state), state }; }

  /** @param {number} width */
  heightFor(width) { return layout(width, countOf(this.state)).height; }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    this.ui.plot.style.cursor = this.#held ? 'grabbing' : 'grab';
    const box = layout(pen.width, model.words.length);
    drawOrder(pen, model, box, model.tokens.map(({ place }, token) => (this.#held?.token === token ? (this.#held.x - box.x) / box.column - 0.5 : shown[`at${token}`] ?? place)));
  }

  /** @param {Model} model */
  caption({ state, words, order, tokens, differ, values, bits, most, moved }) {
    const typed = words.join(' ');
    const read = order.map((token) => words[token]).join(' ');
    const end = /** @type {[string, string]} */ (['quiet', ` One attention head with fixed random weights; a word’s vector follows from its letters.`]);
    if (!moved) return ['Drag a word, or press Shuffle: do the outputs of the words change?', end];
    const kept = tokens.filter((token) => !token.differ).length;
    if (!differ) {
      return [['b', `“${read}”`], ` gives each word the very same output as “${typed}”: ${bits} of ${grouped(values * 32)} bits differ. `,
        'The outputs move with their words, and nothing else happens.', end];
    }
    const why = state.scheme === 'none'
      ? 'The mask alone tells the orders apart: a word sees which words stand before it, though still not in which order they do.'
      : read === typed ? 'Two equal words have changed places.' : `Each place now adds its own vector, so “${read}” and “${typed}” are two different sentences.`;
    return [['other', `${differ} of ${values}`], ` outputs differ, by up to ${fixed(most, 3)}. `, why, kept ? ` ${kept} of ${words.length} words keep every bit.` : '', end];
  }

  /** The sum behind the chosen word's output, in the order read and in the order typed. @param {Model} model */
  formula({ state, words, order, tokens, weights, before }) {
    const count = words.length;
    const { query } = state;
    /** @param {string} name @param {number[]} sequence @param {(token: number) => number} weight */
    const sum = (name, sequence, weight) => h('div', {}, `${words[query]} ${name} = `, ...sequence.filter(weight).flatMap((token, place) =>
      [place ? ' + ' : '', m('math', m('mrow', mn(fixed(weight(token), 2)), mo('·'), mi('v'), mo('('), m('mtext', words[token]), mo(')')))]));
    return [h('div', {},
      sum('now', order, (token) => weights[tokens[query].place * count + tokens[token].place]),
      sum('as typed', [...words.keys()], (token) => before[query * count + token]))];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, words, order, tokens, weights }) {
    const count = words.length;
    const dims = Array.from({ length: state.dim }, (_, at) => at);
    return [
      {
        name: 'Outputs now, against the outputs in the order typed',
        columns: ['word', 'place', 'place typed', 'numbers that differ', 'bits that differ', 'largest difference', ...dims.flatMap((at) => [`${at} now`, `${at} typed`])],
        rows: count,
        row: (token) => {
          const { word, place, differ, bits, most, now, typed } = tokens[token];
          return [word, place, token, differ, bits, most, ...dims.flatMap((at) => [now[at], typed[at]])];
        },
        show: (value, column) => (column < 5 ? String(value) : column === 5 ? fixed(value, 4) : signed(value, 4)),
      },
      {
        name: 'Attention weights now: each row looks at the columns',
        columns: ['word', ...order.map((token) => words[token])],
        rows: count,
        row: (place) => [words[order[place]], ...weights.subarray(place * count, (place + 1) * count)],
        show: (value) => (value && value < 1e-4 ? scientific(value) : fixed(value, 4)),
      },
    ];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    const state = { tokens: TOKENS, order: '210', scheme: 'none', causal: false, dim: 16 };
    return {
      ask: '“dog bites man” becomes “man bites dog”. Of the 48 numbers that attention gives out, 16 for each word, how many change?',
      options: [['all', 'all 48'], ['moved', 'the 32 of the two words that moved'], ['none', 'none']],
      answer: 'none',
      show: (figure) => figure.setState({ ...state, query: 0 }, { ease: true }),
      surprise: ({ differ, values }) => `${differ} of ${values}`,
      because: () => {
        const { differ } = orderModel({ ...state, scheme: 'sinusoidal' });
        return [`Not one bit. Each output moved along with its word: attention is “equivariant”, not “invariant” as is often said. Who bit whom is lost. Now add positions: ${differ} of 48 change.`];
      },
    };
  }

  /** @returns {[string, () => void][]} */
  acts() {
    return [['Shuffle', () => this.#shuffle()], ['← Move', () => this.#carry(-1)], ['Move →', () => this.#carry(1)]];
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return [
      ['s', 'shuffle', () => this.#shuffle()],
      ['o', 'back to the order typed', () => this.setState({ order: '' }, { ease: true })],
      ['p', 'positions on or off', () => this.setState({ scheme: this.state.scheme === 'none' ? 'sinusoidal' : 'none' })],
      ['m', 'causal mask on or off', () => this.setState({ causal: !this.state.causal })],
    ];
  }

  /** The next order that is another one. */
  #shuffle() {
    const { order } = this.state;
    let { seed } = this.state;
    let next = order;
    while (next === order) next = shuffled(++seed, order.length).join('');
    this.setState({ order: next, seed }, { ease: true });
  }

  /** Moves a word among the others. @param {number} by places @param {number} [token] */
  #carry(by, token = this.state.query) {
    const order = [...this.state.order].map(Number).filter((each) => each !== token);
    const place = Math.min(Math.max(this.state.order.indexOf(String(token)) + by, 0), order.length);
    order.splice(place, 0, token);
    this.setState({ order: order.join('') }, { ease: true });
  }

  /** @param {number} dx @param {number} _dy @param {KeyboardEvent} [event] */
  move(dx, _dy, event) {
    if (event?.shiftKey) this.#carry(dx);
    else this.#choose(this.state.order.indexOf(String(this.state.query)) + dx);
  }

  /** @param {number} place */
  #choose(place) {
    const { order } = this.state;
    this.setState({ query: order[Math.min(Math.max(place, 0), order.length - 1)] });
  }

  /** @param {number} way */
  edge(way) { this.#choose(way < 0 ? 0 : 6); }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const { order } = this.state;
    const { x: left, column, w, bottom, cards, matrix } = this.#box();
    /** @param {number} at */
    const placeAt = (at) => Math.min(Math.max(Math.floor((at - left) / column), 0), order.length - 1);
    if (event.type === 'pointerdown') {
      if (y >= cards && y < bottom && x < left + w) {
        this.#choose(placeAt(x));
        const middle = left + (placeAt(x) + 0.5) * column;
        this.#held = { token: this.state.query, x: middle, grip: x - middle };
      } else if (x >= matrix.x - matrix.label && y >= matrix.y && y < matrix.y + matrix.cell * order.length) this.#choose(Math.floor((y - matrix.y) / matrix.cell));
    } else if (this.#held) {
      this.#held.x = Math.min(Math.max(x - this.#held.grip, left + column / 2), left + w - column / 2);
      const { token } = this.#held;
      const by = placeAt(this.#held.x) - order.indexOf(String(token));
      if (by) this.#carry(by, token);
    }
    this.stale();
  }

  /** From where the pointer let go a word glides to its place. */
  drop() {
    if (!this.#held) return;
    const { x, column } = this.#box();
    this.motion.shown = { ...this.motion.shown, [`at${this.#held.token}`]: (this.#held.x - x) / column - 0.5 };
    this.#held = null;
    this.motion.follow(true);
    this.stale();
    this.announce();
  }

  #box() { return layout(this.ui.plot.clientWidth, this.state.order.length); }

  describe() {
    const { state, words, order, tokens, weights, differ, values } = this.model;
    const { query } = state;
    const looks = order.map((/** @type {number} */ token) => `${words[token]} ${fixed(weights[tokens[query].place * words.length + tokens[token].place], 2)}`).join(', ');
    return `${order.map((/** @type {number} */ token) => words[token]).join(' ')}. ${differ} of ${values} output numbers differ from the order typed. ${words[query]}, place ${tokens[query].place}, looks at: ${looks}.`;
  }
}
