/**
 * Makes the card of PeTrain. It has the six names that the reader puts in order, the buttons that
 * run the training, and its progress. At the end, it shows the order that the training gave. Beside
 * it is the order that the reader guessed, if any.
 */
import { h, put } from '../chassis/dom.js';
import { QuestionCard } from '../chassis/question.js';
import { fixed } from '../chassis/format.js';
import { SCHEMES } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { cardTexts: texts, names, notes } = translated('train', english);

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./train.js').PeTrain} Figure */

/** @param {number} at the index of a scheme */
function makeDot(at) {
  const dot = h('span', { 'aria-hidden': 'true' }, '●');
  put(dot.style, { color: `var(--pe-${SCHEMES[at].role})` });
  return dot;
}

/** @param {string} label @param {() => void} onclick @param {string} [style] */
const makeButton = (label, onclick, style = '') =>
  h('button', { type: 'button', class: style, onclick }, label);

/** The list of names. The reader orders them by dragging, or with two buttons for each name. */
class OrderList {
  #figure;
  #rows;
  /** The index of the scheme that the pointer drags; -1 if there is none. */
  #held = -1;

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure;
    this.#rows = SCHEMES.map((_, at) => this.#makeRow(at));
    this.element = h('ol', { part: 'predict' }, this.#rows);
    put(this.element.style, { margin: '0', padding: '0', listStyle: 'none' });
  }

  /** @param {number} at the index of a scheme */
  #makeRow(at) {
    const note = h('span', { class: 'pe-kicker' }, ` ${notes[at]}`);
    const name = h('span', {}, h('b', {}, names[at]), note);
    put(name.style, { flex: '1', minWidth: '0', overflowWrap: 'anywhere', lineHeight: '1.25' });
    const grip = h('span', { 'aria-hidden': 'true', title: texts.grip }, '⠿');
    put(grip.style, { touchAction: 'none', padding: '8px 4px', cursor: 'grab' });
    const row = h(
      'li',
      { class: 'pe-option', 'data-scheme': SCHEMES[at].key },
      grip,
      makeDot(at),
      name,
      this.#makeMover(at, -1),
      this.#makeMover(at, 1),
    );
    put(row.style, { cursor: 'grab', userSelect: 'none', gap: '6px' });
    row.addEventListener('pointerdown', (event) => this.#press(event, at, grip));
    row.addEventListener('pointermove', (event) => this.#drag(event));
    for (const type of ['pointerup', 'pointercancel'])
      row.addEventListener(type, () => this.#drop());
    return row;
  }

  /** @param {number} at @param {-1 | 1} by */
  #makeMover(at, by) {
    const label = by < 0 ? texts.up(names[at]) : texts.down(names[at]);
    const button = makeButton(by < 0 ? '↑' : '↓', () => {
      this.#carry(at, this.#placeOf(at) + by);
      button.focus();
    });
    button.className = 'pe-icon';
    button.setAttribute('aria-label', label);
    return button;
  }

  /** @param {number} at */
  #placeOf(at) {
    return this.#figure.state.guess.indexOf(String(at));
  }

  /** Moves the name of scheme `at` to an index. @param {number} at @param {number} place */
  #carry(at, place) {
    const { guess } = this.#figure.state;
    const others = [...guess].filter((digit) => digit !== String(at));
    others.splice(Math.min(Math.max(place, 0), others.length), 0, String(at));
    if (others.join('') === guess) return;
    this.#figure.setState({ guess: others.join('') });
    this.sync(others.join(''));
    this.#figure.announce();
  }

  /** @param {PointerEvent} event @param {number} at @param {Element} grip */
  #press(event, at, grip) {
    const target = /** @type {Element} */ (event.target);
    // A finger drags a row only by its grip. Beside the grip, the finger scrolls the page.
    if (target.closest('button') || (event.pointerType === 'touch' && target !== grip)) return;
    event.preventDefault();
    this.#held = at;
    this.#rows[at].setPointerCapture(event.pointerId);
    put(this.#rows[at].style, { background: 'var(--pe-hair)' });
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (this.#held < 0) return;
    const { top, height } = this.element.getBoundingClientRect();
    const place = Math.floor(((event.clientY - top) / height) * SCHEMES.length);
    this.#carry(this.#held, place);
  }

  #drop() {
    if (this.#held >= 0) put(this.#rows[this.#held].style, { background: '' });
    this.#held = -1;
  }

  /** Shows an order. @param {string} guess */
  sync(guess) {
    const wanted = [...guess].map((digit) => this.#rows[Number(digit)]);
    if (wanted.every((row, at) => this.element.children[at] === row)) return;
    // The dragged row would lose the pointer if it were removed. So the other rows are moved.
    const held = this.#rows[this.#held];
    const place = wanted.indexOf(held);
    if (!held) this.element.replaceChildren(...wanted);
    else {
      held.before(...wanted.slice(0, place));
      held.after(...wanted.slice(place + 1));
    }
  }
}

/** The card. It asks its question until a run has ended. */
export class TrainCard {
  #figure;
  #list;
  #legend;
  #buttons;
  #bar;
  #status;
  #result;
  /** The run whose result is shown. @type {unknown} */
  #shown = null;
  /** The card above this one, if the page's author asks a question. @type {QuestionCard | null} */
  #own;

  /** @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure;
    this.#list = new OrderList(figure);
    this.#legend = h('span', {}, '');
    this.#buttons = {
      lock: makeButton(texts.lock, () => figure.train(true), 'pe-reveal'),
      decline: makeButton(texts.decline, () => figure.decline(), 'pe-plain'),
      train: makeButton(texts.train, () => figure.train(false), 'pe-reveal'),
      pause: makeButton(texts.pause, () => figure.hold()),
      resume: makeButton(texts.resume, () => figure.hold()),
      stop: makeButton(texts.stop, () => figure.halt(), 'pe-plain'),
      far: makeButton(texts.tryTask.far, () => figure.setState({ task: 'far' })),
      sentences: makeButton(texts.tryTask.sentences, () => figure.setState({ task: 'sentences' })),
      another: makeButton(texts.another, () => figure.trainOther()),
      again: makeButton(texts.again, () => figure.askAgain(), 'pe-plain'),
    };
    this.#bar = h('progress', { max: 1, value: 0, 'aria-label': texts.progress });
    put(this.#bar.style, { width: '100%', accentColor: 'var(--pe-you)' });
    this.#status = h('p', { class: 'pe-quiet' });
    this.#result = h('div', { class: 'pe-result', role: 'status' });
    const posed = figure.author?.question;
    this.#own = posed ? new QuestionCard(figure, posed) : null;
    const run = h(
      'fieldset',
      { class: 'pe-predict', part: 'run' },
      h('legend', {}, h('span', { class: 'pe-kicker' }, texts.kicker), this.#legend),
      h(
        'div',
        {},
        this.#list.element,
        this.#bar,
        this.#status,
        this.#result,
        h('div', { class: 'pe-acts' }, Object.values(this.#buttons)),
      ),
    );
    /** @type {HTMLElement} */
    this.element = this.#own ? h('div', { class: 'pe-stack' }, this.#own.element, run) : run;
  }

  /** Whether the card still asks its question. */
  get asks() {
    return this.#figure.run.phase !== 'done';
  }

  /** Whether the reader is asked for an order. */
  get #orders() {
    return !this.#own && !this.#figure.hides('predict');
  }

  possible() {
    return true;
  }

  reset() {
    this.#own?.reset();
    this.#figure.forget();
  }

  stop() {
    this.#own?.stop();
  }

  /**
   * Shows these buttons and hides the others. If a hidden button had the focus, the first shown
   * button gets it.
   * @param {...string} shown
   */
  #offer(...shown) {
    const active = this.#figure.shadowRoot?.activeElement;
    const all = Object.entries(this.#buttons);
    for (const [name, button] of all) button.hidden = !shown.includes(name);
    const first = all.find(([name]) => shown.includes(name))?.[1];
    if (all.some(([, button]) => button === active && button.hidden)) first?.focus();
  }

  /** Shows a model. @param {Model} model */
  sync(model) {
    const { phase, run } = model;
    const isOpen = ['idle', 'stopped', 'failed'].includes(phase);
    this.#list.sync(run.active ? run.guess || model.state.guess : model.state.guess);
    this.#list.element.hidden = !isOpen || this.#own !== null;
    this.#bar.hidden = !run.active;
    put(this.#bar, { value: run.progress });
    put(this.#legend, { textContent: this.#question(model, isOpen) });
    put(this.#status, { textContent: statusOf(model) });
    this.#status.hidden = !this.#status.textContent;
    this.#offerFor(model, isOpen);
    if (this.#shown === (model.order && run)) return;
    this.#shown = model.order && run;
    this.#result.replaceChildren(...(model.order ? this.#results(model) : []));
  }

  /** @param {Model} model @param {boolean} isOpen */
  #question(model, isOpen) {
    if (!this.#orders) return texts.plain(model);
    return isOpen ? texts.ask(model) : texts.asked(model);
  }

  /** @param {Model} model @param {boolean} isOpen */
  #offerFor({ phase, state }, isOpen) {
    if (isOpen && this.#orders) this.#offer('lock', 'decline');
    else if (isOpen) this.#offer('train');
    else if (phase === 'done') this.#offer('another', 'again', ...this.#otherTask(state.task));
    else this.#offer(phase === 'paused' ? 'resume' : 'pause', 'stop');
  }

  /**
   * Returns a list with the name of the button for another task, in which the schemes rank
   * differently. The list is empty if the reader cannot change the task.
   * @param {string} task
   */
  #otherTask(task) {
    if (this.#own || this.#figure.locks('task')) return [];
    return [task === 'sentences' ? 'far' : 'sentences'];
  }

  /** @param {Model} model */
  #results(model) {
    const order = /** @type {number[]} */ (model.order);
    const reached = /** @type {import('./model.js').Reached[]} */ (model.reached);
    const { guess } = model.run;
    const columns = guess ? texts.columns : texts.columns.slice(0, 3);
    const rows = order.map((at, place) => {
      const cells = [
        h('th', { scope: 'row' }, String(place + 1)),
        h('td', {}, makeDot(at), ` ${names[at]}`),
        h('td', {}, fixed(reached[at].beyond, 2)),
      ];
      if (guess) cells.push(this.#ownCell(Number(guess[place]), at));
      return h('tr', {}, cells);
    });
    const heads = columns.map((name) => (name ? h('th', { scope: 'col' }, name) : h('td')));
    const table = h(
      'table',
      {},
      h('caption', {}, texts.orders(model)),
      h('thead', {}, h('tr', {}, heads)),
      h('tbody', {}, rows),
    );
    put(table.style, { font: '14px/1.6 var(--pe-sans)', width: '100%' });
    for (const cell of table.querySelectorAll('th, td'))
      put(/** @type {HTMLElement} */ (cell).style, { textAlign: 'start', paddingRight: '8px' });
    const said = h('span', { class: 'pe-surprise' }, texts.hits(model.hits));
    return guess ? [said, table] : [table];
  }

  /**
   * Makes the cell with the name that the reader put in this place.
   * @param {number} own
   * @param {number} at
   */
  #ownCell(own, at) {
    const right = own === at;
    const mark = h('span', { class: right ? 'pe-right' : 'pe-quiet' }, right ? ' ✓' : '');
    return h('td', {}, makeDot(own), ` ${names[own]}`, mark);
  }
}

/** Returns a sentence about the phase of the run. @param {Model} model */
function statusOf(model) {
  const { phase, run } = model;
  if (phase === 'loading') return texts.loading;
  if (phase === 'paused') return texts.paused(model);
  if (phase === 'stopped') return texts.stopped(model);
  if (phase === 'failed') return texts.failed(run.reason);
  if (phase !== 'running') return '';
  return model.done === model.steps
    ? texts.finishing
    : texts.running(model, run.secondsLeft(performance.now()));
}
