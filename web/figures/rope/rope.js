import { PeFigure } from '../chassis/figure.js';
import { coerce } from '../chassis/state.js';
import { NEAR } from '../chassis/transport.js';
import { baseField, dimField } from '../parts/fields.js';
import { turnsRound } from '../parts/hand.js';
import {
  FAR,
  LAYOUTS,
  REACH,
  dimsOf,
  isNear,
  addedScores,
  ropeCurves,
  ropeModel,
  stored,
  together,
  turned,
  vectors,
  vectorsKey,
  widened,
  written,
} from './model.js';
import {
  arrowsOf,
  awayFrom,
  drawRope,
  layout,
  pairAt,
  partAt,
  rulerOf,
  tokensAt,
} from './picture.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const words = translated('rope', english);

/** @import { Pen } from '../chassis/pen.js' */
/** @import { Question } from '../chassis/question.js' */
/** @import { Fields } from '../chassis/state.js' */
/** @import { Held, Model, Places, State } from './model.js' */

/** The handles on the ruler. */
const ON_RULER = ['both', 'position', 'other'];

/** A typed vector has at most this many characters. */
const LONGEST_TEXT = 640;

/** Shows how RoPE turns query and key by their positions, and why only their offset counts. */
export class PeRope extends PeFigure {
  static words = words;
  static hasCode = true;
  /** @type {Fields} */
  static fields = {
    dim: dimField({ value: 16, min: 8, max: 64, expert: true }),
    base: baseField(),
    position: {
      kind: 'number',
      value: 20,
      min: 0,
      max: FAR,
      step: 1,
      ease: true,
    },
    other: {
      kind: 'number',
      value: 8,
      min: 0,
      max: FAR,
      step: 1,
      control: 'number',
      ease: true,
    },
    arrows: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (/** @type {State} */ state) => state.dim / 2,
      step: 1,
    },
    hold: { kind: 'flag', value: true, control: 'check' },
    pair: {
      kind: 'number',
      value: 0,
      min: 0,
      max: (/** @type {State} */ state) => state.dim / 2 - 1,
      step: 1,
      control: 'range',
      expert: true,
    },
    weights: {
      kind: 'choice',
      value: 'half',
      options: LAYOUTS,
      names: words.names.layout,
      control: 'select',
      expert: true,
    },
    layout: {
      kind: 'choice',
      value: 'half',
      options: LAYOUTS,
      names: words.names.layout,
      control: 'select',
      expert: true,
    },
    permute: {
      kind: 'flag',
      value: false,
      control: 'check',
      expert: true,
      when: (/** @type {State} */ state) => state.layout !== state.weights,
    },
    values: {
      kind: 'flag',
      value: false,
      control: 'check',
      expert: true,
    },
    seed: {
      kind: 'number',
      value: 17,
      min: 0,
      max: 9999,
      step: 1,
      control: 'number',
      expert: true,
    },
    query: {
      kind: 'text',
      value: '',
      longest: LONGEST_TEXT,
      hint: words.vectorHint,
      control: 'text',
      expert: true,
    },
    key: {
      kind: 'text',
      value: '',
      longest: LONGEST_TEXT,
      hint: words.vectorHint,
      control: 'text',
      expert: true,
    },
    far: { kind: 'flag', value: false },
  };

  /**
   * The lowest and the highest score since the offset or the vectors last changed; null before the
   * first score.
   * @type {Held | null}
   */
  #held = null;

  /**
   * Completes a change of the state. While the offset is held, the key follows the query. Both stop
   * when query or key reaches 0 or FAR. When a link sets all fields, `before` has their first
   * values, not the current ones. Then the key does not follow. The scrub bar becomes logarithmic
   * when query or key moves beyond NEAR. When the bar becomes linear again, query and key move back
   * to NEAR or less.
   * @param {Partial<State>} patch the change
   * @param {State} before the state to which the change applies
   */
  adjust(patch, before) {
    const { position, other } = before;
    const slides = 'position' in patch && !('other' in patch) && !('hold' in patch);
    if (this.begun && before === this.state && before.hold && slides) {
      const wanted = Number(coerce(this.definition.fields.position, patch.position, before));
      Object.assign(patch, together(before, wanted - position));
    }
    const { position: query = 0, other: key = 0 } = patch;
    if (!before.far && !('far' in patch) && (query > NEAR || key > NEAR)) patch.far = true;
    if ('far' in patch && !patch.far && !('position' in patch))
      Object.assign(patch, together(before, Math.min(0, NEAR - Math.max(position, other))));
    return patch;
  }

  /**
   * Changes the fields that another figure of the group has changed. Adds `other` to the patch,
   * so that the key does not follow the query.
   * @override
   * @param {Record<string, number>} patch
   */
  follow(patch, ease = false) {
    super.follow({ other: this.state.other, ...patch }, ease);
  }

  /**
   * Returns a text that changes when the curves change. Curves around offset 0 do not depend on the
   * offset. If the offset is outside them, the curves are around the offset and depend on it.
   * @param {State} state
   */
  modelKey(state) {
    const key = vectorsKey(state);
    return isNear(state) ? key : `${key}|${state.position - state.other}`;
  }

  /** @param {State} state */
  makeModel(state) {
    return ropeCurves(state);
  }

  /** @param {State} given @returns {Model} */
  compute(given) {
    // For beginners, the figure starts with one pair.
    const state = this.beginner && !given.arrows ? { ...given, arrows: 1 } : given;
    const model = ropeModel(state);
    this.#held = widened(this.#held, state, model.score);
    const added = addedScores(state, this.#held);
    return { ...model, ...this.keptModel(state), held: this.#held, added, state };
  }

  /** @override @param {string} name */
  tailor(name) {
    if (name === 'level' && this.model) this.model = this.compute(this.state);
    super.tailor(name);
  }

  /** The positions of query and key when the present move began. @type {Places | null} */
  #before = null;

  /** @override @param {boolean} ease */
  moved(ease) {
    const { position, other } = this.motion.shown;
    this.#before = { position, other };
    super.moved(ease);
  }

  get #layout() {
    return layout(this.#width, this.model.state, this.beginner);
  }

  /** @param {number} width */
  heightFor(width) {
    return layout(width, this.model?.state ?? this.state, this.beginner).height;
  }

  /** @param {Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, { position, other }) {
    const { state } = model;
    // While the figure plays, the key is drawn at its distance from the moving query.
    const rides = this.playing && state.hold;
    const places = { position, other: rides ? position - state.position + state.other : other };
    const before = this.playing ? places : (this.#before ?? state);
    const held = ON_RULER.includes(this.#handle) ? this.#ruler?.first : undefined;
    drawRope(pen, model, places, before, held);
  }

  /** @returns {Question} */
  question() {
    const plain = { dim: 16, base: 10000, layout: 'half', weights: 'half', values: false };
    const from = { ...plain, position: 20, other: 8, hold: true };
    return {
      ...words.questionTexts,
      answer: 'all',
      tries: {
        less: { from, to: { position: 120, other: 108 } },
        // This movement shows what happens if only the query moves.
        other: { from, to: { position: 23, other: 8 } },
      },
      shows: { from, to: { position: 1020, other: 1008 }, stops: [0.5] },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    /** @param {Partial<State>} patch */
    const set = (patch) => this.setState(patch, { ease: true });
    /** @param {'layout' | 'weights'} name */
    const flip = (name) => set({ [name]: LAYOUTS[1 - LAYOUTS.indexOf(this.state[name])] });
    return [
      ['o', words.keyLabels.o, () => set({ hold: !this.state.hold })],
      ['+', words.keyLabels['+'], () => set({ other: this.state.other - 1 })],
      ['-', words.keyLabels['-'], () => set({ other: this.state.other + 1 })],
      ['l', words.keyLabels.l, () => flip('layout')],
      ['w', words.keyLabels.w, () => flip('weights')],
      ['p', words.keyLabels.p, () => set({ permute: !this.state.permute })],
      ['v', words.keyLabels.v, () => set({ values: !this.state.values })],
      ['n', words.keyLabels.n, () => set({ seed: this.state.seed + 1 })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ pair: this.state.pair + dy });
  }

  /** What the pointer drags: one of the handles in #patchFor, or '' for nothing. */
  #handle = '';
  /** How many positions the pointer is from the word that it drags. */
  #grip = 0;

  /** The ruler at the start of the present drag. @type {ReturnType<typeof rulerOf> | null} */
  #ruler = null;

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    if (event.type === 'pointerdown') {
      const ruler = rulerOf(this.state, this.#width);
      // The ruler stands still during a drag, so that the words stay under the pointer.
      this.#ruler = ruler;
      const { near, between, nearest } = tokensAt(ruler, this.state, x);
      const held = near ? nearest : 'position';
      this.#grip = near || between ? ruler.place(x) - this.state[held] : 0;
      this.#handle = this.#handleAt(x, y);
    }
    const ease = this.#handle === 'turn';
    if (this.#handle) this.setState(this.#patchFor(this.#handle, x, y), { ease });
  }

  /** Ends a drag: the ruler moves with the words again. @override */
  drop() {
    this.#ruler = null;
    this.stale();
  }

  get holds() {
    return ['query', 'key', 'turn'].includes(this.#handle);
  }

  get #width() {
    return this.ui.plot.clientWidth;
  }

  /**
   * Returns what the pointer drags after a press at a point. A press on a circle also chooses the
   * pair of the circle.
   * @param {number} x
   * @param {number} y
   */
  #handleAt(x, y) {
    const { state } = this;
    const part = partAt(this.#layout, x, y);
    if (part === 'curve') return 'offset';
    if (part === 'sum') return 'pair';
    if (part === 'circles') return this.#arrowAt(x, y);
    if (part !== 'ruler') return '';
    const { near, between, nearest } = tokensAt(rulerOf(state, this.#width), state, x);
    if (near && nearest === 'other') return 'other';
    return state.hold || between ? 'both' : nearest;
  }

  /**
   * Chooses the pair whose circle is at a point. Returns the arrow whose tip is near, or ''.
   * @param {number} x
   * @param {number} y
   */
  #arrowAt(x, y) {
    const pair = pairAt(this.#layout, x, y);
    if (pair < 0) return '';
    this.setState({ pair });
    if (this.beginner) return this.#turnAt(pair, x, y);
    const { query, key } = this.locate(pair).tips;
    const toQuery = Math.abs(x - query[0]) + Math.abs(y - query[1]);
    const toKey = Math.abs(x - key[0]) + Math.abs(y - key[1]);
    if (Math.min(toQuery, toKey) > 20) return '';
    return toQuery <= toKey ? 'query' : 'key';
  }

  /**
   * The arrow that a beginner turns. `of` is the field with the position of its word. `at` is where
   * the pointer was last, and `place` is the position of the word at that time, not rounded.
   * @type {{pair: number, of: 'position' | 'other', at: number[], place: number}}
   */
  #turn = { pair: 0, of: 'position', at: [0, 0], place: 0 };

  /**
   * Starts to turn the arrow of the query or of the key if one of them is near a point. Returns
   * 'turn', or '' if neither is near.
   * @param {number} pair
   * @param {number} x
   * @param {number} y
   */
  #turnAt(pair, x, y) {
    const { tips, ...circle } = this.locate(pair);
    const toQuery = awayFrom([x, y], circle, tips.query);
    const toKey = awayFrom([x, y], circle, tips.key);
    if (Math.min(toQuery, toKey) > Math.min(20, circle.radius / 2)) return '';
    const of = toQuery <= toKey ? 'position' : 'other';
    this.#turn = { pair, of, at: [x, y], place: this.state[of] };
    return 'turn';
  }

  /**
   * Moves the word of the dragged arrow so that the arrow points to the pointer. Returns the change
   * of the state. Arrows turn counterclockwise when positions grow.
   * @param {number} x
   * @param {number} y
   * @returns {Partial<State>}
   */
  #turnedTo(x, y) {
    const { pair, of, at, place } = this.#turn;
    const turns = turnsRound(this.locate(pair), at, [x, y]);
    const moved = place - (turns * 2 * Math.PI) / this.model.frequencies[pair];
    this.#turn = { pair, of, at: [x, y], place: Math.min(Math.max(moved, 0), FAR) };
    return { [of]: Math.round(this.#turn.place) };
  }

  /** Returns the circle of a pair and the tips of its arrows. @param {number} pair */
  locate(pair) {
    return arrowsOf(this.model, this.#layout, pair);
  }

  /**
   * Returns how the state changes when a handle is dragged to a point.
   * @param {string} handle
   * @param {number} x
   * @param {number} y
   * @returns {Partial<State>}
   */
  #patchFor(handle, x, y) {
    const { state } = this;
    const { sum, count } = this.#layout;
    const place = (this.#ruler ?? rulerOf(state, this.#width)).place(x);
    /** @type {Record<string, () => Partial<State>>} */
    const patches = {
      both: () => together(state, place - this.#grip - state.position),
      position: () => ({ position: place - this.#grip }),
      other: () => ({ other: place - this.#grip }),
      pair: () => ({ pair: Math.floor(((x - sum.x) / sum.width) * count) }),
      offset: () => this.#placesFor(x),
      query: () => ({ query: this.#pulled('q', x, y) }),
      key: () => ({ key: this.#pulled('k', x, y) }),
      turn: () => this.#turnedTo(x, y),
    };
    return patches[handle]();
  }

  /**
   * Returns positions of query and key that have the offset at a point of the curve.
   * The query moves only if the key would otherwise be before position 0.
   * @param {number} x
   * @returns {Places}
   */
  #placesFor(x) {
    const { curve } = this.#layout;
    const part = curve ? Math.min(Math.max((x - curve.x) / curve.width, 0), 1) : 0;
    const offset = Math.round(this.model.offsets[0] + part * 2 * REACH);
    const position = Math.max(this.state.position, offset);
    return { position, other: position - offset };
  }

  /**
   * Changes the query or the key so that its turned arrow ends at the pointer, and returns the
   * changed vector as text.
   * @param {'q' | 'k'} name
   * @param {number} x
   * @param {number} y
   */
  #pulled(name, x, y) {
    const { state } = this;
    const { position, other, layout: pairing, base, dim } = state;
    const model = /** @type {Model} */ (this.model);
    const circle = this.locate(state.pair);
    const [across, up] = [x - circle.x, circle.y - y];
    // An arrow pulled beyond its circle ends at the circle.
    const beyond = Math.sqrt(across * across + up * up) / circle.radius;
    const reach = circle.scale * Math.max(1, beyond);
    const dims = dimsOf(pairing, dim, state.pair);
    const arrow = (name === 'q' ? model.qTurned : model.kTurned).slice();
    [arrow[dims[0]], arrow[dims[1]]] = [across / reach, up / reach];
    const place = name === 'q' ? position : other;
    const unturned = turned(arrow, [place], pairing, base, true);
    const plain = vectors(state)[name];
    // `from` has the index in the plain vector of each stored element.
    const from = stored(
      plain.map((_, at) => at),
      state,
    );
    for (const at of dims) plain[from[at]] = unturned[at];
    return written(plain);
  }
}
