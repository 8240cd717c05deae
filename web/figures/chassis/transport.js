/**
 * The transport: the bar of controls under the plot. It has the buttons for play, step and reset,
 * the scrub bar, and the speed. It also has the buttons that only this figure has. The scrub bar is
 * a slider that moves along the timeline.
 */
import { h, icon, put, readout } from './dom.js';
import { decades, tenTo } from './decades.js';
import { grouped } from './format.js';
import { limits } from './state.js';
import { transportWords as words } from './words.js';

/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./state.js').State} State */

/** The SVG paths of the icons, which are 16 x 16 CSS pixels. */
export const ICONS = {
  play: 'M4 2.5v11l9.5-5.5z',
  pause: 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z',
  back: 'M3 2.5h2v11H3zM13 2.5v11L5.5 8z',
  forward: 'M11 2.5h2v11h-2zM3 2.5v11L10.5 8z',
  reset: 'M8 2.5a5.5 5.5 0 1 1-5.2 3.7l1.7.6A3.7 3.7 0 1 0 8 4.3V6.6L4.3 3.4 8 .2z',
};

/** The speeds that the reader can choose, in positions per second. */
export const SPEEDS = [1, 2, 4, 8, 16, 64, 256];

/**
 * The last position of an evenly spaced scrub bar, in figures that have the field `far`. If `far`
 * is true, the scrub bar is logarithmic and reaches the largest position of the figure.
 */
export const NEAR = 127;

/** The number of steps of a logarithmic scrub bar. Its places are 0 to STEPS. */
const STEPS = 600;

/**
 * Converts positions to places on the scrub bar, and back. Places count from 0 to `steps`.
 * @typedef {object} Track
 * @property {number} steps
 * @property {(position: number) => number} at converts a position to a place
 * @property {(at: number) => number} position converts a place to a position
 */

/**
 * Makes the conversion between positions and places on the scrub bar. Positions are evenly spaced,
 * or logarithmic if the field `far` of the state is true.
 * @param {{far?: boolean}} state
 * @param {number} max the largest position of the figure
 * @param {number} [near] the last position of an evenly spaced bar, if there is a field `far`
 * @returns {Track}
 */
export function track({ far }, max, near = NEAR) {
  if (far) {
    const scale = STEPS / decades(max + 1);
    return {
      steps: STEPS,
      at: (position) => decades(position + 1) * scale,
      position: (at) => Math.min(max, Math.round(tenTo(at / scale)) - 1),
    };
  }
  return {
    steps: Math.min(max, far === undefined ? max : near),
    at: (position) => position,
    position: (at) => at,
  };
}

/** Returns the field of the timeline, in a figure that has a timeline. @param {Figure} figure */
const timelineField = (figure) => figure.definition.fields[/** @type {string} */ (figure.timeline)];

/** Returns the position at which playing ends. @param {Figure} figure */
export function lastPosition(figure) {
  const max = figure.timeline ? limits(timelineField(figure), figure.state).max : 0;
  return figure.state.far === false ? Math.min(max, figure.near) : max;
}

/**
 * @param {'play' | 'back' | 'forward' | 'reset'} name
 * @param {() => void} run
 */
const iconButton = (name, run) =>
  h(
    'button',
    {
      type: 'button',
      class: 'pe-icon',
      'aria-label': words[name],
      title: words[name],
      'data-act': name,
      onclick: run,
    },
    icon(ICONS[name]),
  );

/** @param {Figure} figure */
const resetButton = (figure) => iconButton('reset', () => figure.restart());

/**
 * A button that only one figure has. If it has a `part`, the attribute `hide` can hide it by this
 * name.
 * @typedef {[label: string, run: () => void, isExpert?: boolean, isOn?: () => boolean,
 *   part?: string]} Act
 */

/** Makes the buttons that only this figure has. @param {Figure} figure */
function ownButtons(figure) {
  const acts = figure.acts();
  const buttons = acts.map(([label, run, isExpert, , part]) => {
    const onclick = () => {
      run();
      figure.announce();
    };
    const type = { type: 'button', class: isExpert ? 'pe-expert' : '', ...(part && { part }) };
    return h('button', { ...type, onclick }, label);
  });
  /** Shows which switches are on. */
  const sync = () => {
    for (const [index, [, , , isOn]] of acts.entries())
      if (isOn) buttons[index].setAttribute('aria-pressed', String(isOn()));
  };
  return { buttons, sync };
}

/** @param {...(Node | Node[] | null)} parts */
const bar = (...parts) => h('div', { class: 'pe-bar', part: 'transport' }, ...parts);

/** @param {...Node} buttons */
const buttonGroup = (...buttons) => h('div', { class: 'pe-buttons' }, ...buttons);

/** The bar of a figure that plays. */
class Transport {
  #figure;
  #timeline;
  #field;
  #play;
  #back;
  #forward;
  #scrub;
  #output;
  #speed;
  #far;
  #own;

  /**
   * @param {Figure} figure
   */
  constructor(figure) {
    this.#figure = figure;
    this.#timeline = /** @type {string} */ (figure.timeline);
    this.#field = timelineField(figure);
    this.#play = iconButton('play', () => (figure.playing ? figure.pause() : figure.play()));
    this.#back = iconButton('back', () => figure.step(-1));
    this.#forward = iconButton('forward', () => figure.step(1));
    this.#scrub = this.#makeScrub();
    this.#output = readout({ class: 'pe-you' });
    this.#speed = this.#makeSpeed();
    this.#far = this.#makeFar();
    this.#own = ownButtons(figure);
    const farLabel =
      this.#far &&
      h('label', { class: 'pe-option pe-speed pe-expert', part: 'far' }, this.#far, words.logScale);
    // Screen readers read this name with the slider, so they must not read it here too.
    const name = h(
      'span',
      { class: 'pe-speed', 'aria-hidden': 'true' },
      this.#figure.definition.labelOf(this.#timeline),
    );
    this.element = bar(
      buttonGroup(this.#back, this.#play, this.#forward, resetButton(figure)),
      h('div', { class: 'pe-scrub' }, name, this.#scrub, this.#output, farLabel),
      h(
        'div',
        { class: 'pe-speed pe-expert', part: 'speed' },
        h('label', { for: 'speed' }, words.speed),
        this.#speed,
      ),
      this.#own.buttons,
    );
  }

  #makeScrub() {
    const oninput = () => {
      this.#figure.pause();
      this.#figure.seek(this.#track.position(Number(this.#scrub.value)));
    };
    return h('input', {
      type: 'range',
      min: 0,
      step: 1,
      'aria-label': this.#figure.definition.labelOf(this.#timeline),
      'data-act': 'scrub',
      oninput,
    });
  }

  #makeSpeed() {
    const onchange = () => this.#figure.setState({ speed: this.#speed.value });
    const options = SPEEDS.map((value) => h('option', { value }, words.perSecond(value)));
    return h('select', { id: 'speed', 'data-act': 'speed', onchange }, ...options);
  }

  /**
   * Makes the check box of the log scale. Only figures that begin without the log scale have it.
   */
  #makeFar() {
    if (this.#figure.definition.fields.far?.value !== false) return null;
    const far = h('input', {
      type: 'checkbox',
      onchange: () => this.#figure.setState({ far: far.checked }),
    });
    return far;
  }

  get #track() {
    const { state } = this.#figure;
    return track(state, limits(this.#field, state).max, this.#figure.near);
  }

  /** Shows a state in all parts of the bar except the scrub bar. @param {State} state */
  sync(state) {
    this.#syncSpeed(state);
    this.#own.sync();
    if (this.#far) {
      this.#far.checked = state.far;
      this.#far.disabled = this.#figure.locks('far');
    }
    const locked = this.#figure.locks(this.#timeline);
    for (const part of [this.#back, this.#play, this.#forward, this.#scrub]) part.disabled = locked;
    this.#syncPlay();
  }

  /** Shows a position in the scrub bar. @param {State} state the state that is drawn now */
  follow(state) {
    const { at, steps } = this.#track;
    const value = state[this.#timeline];
    const text = grouped(value, Number.isInteger(value) ? 0 : 2);
    put(this.#scrub, {
      min: at(limits(this.#field, state).min),
      max: steps,
      value: Math.round(at(value)),
    });
    if (this.#output.textContent === text) return;
    this.#output.textContent = text;
    this.#scrub.setAttribute(
      'aria-valuetext',
      words.scrubAt(this.#figure.definition.labelOf(this.#timeline), text),
    );
  }

  /** @param {State} state */
  #syncSpeed({ speed }) {
    const select = this.#speed;
    select.disabled = this.#figure.locks('speed');
    if (select.value === String(speed)) return;
    select.value = String(speed);
    // A speed that is not in the list is added to it.
    if (!select.value)
      select.append(h('option', { value: speed, selected: true }, words.perSecond(speed)));
  }

  #syncPlay() {
    const does = this.#figure.playing ? 'pause' : 'play';
    if (this.#play.title === words[does]) return;
    this.#play.title = words[does];
    this.#play.setAttribute('aria-label', words[does]);
    this.#play.querySelector('path')?.setAttribute('d', ICONS[does]);
  }
}

/**
 * Makes the bar of a figure. In a figure without a timeline, the bar has only buttons.
 * @param {Figure} figure
 * @returns {import('./skeleton.js').Ui['transport']}
 */
export function makeTransport(figure) {
  if (figure.timeline) return new Transport(figure);
  const { buttons, sync } = ownButtons(figure);
  const element = bar(buttons, buttonGroup(resetButton(figure)));
  return { element, sync, follow() {} };
}
