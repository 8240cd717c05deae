import { h, icon, put } from './dom.js';
import { grouped } from './format.js';
import { decades, tenTo } from './log.js';
import { limits } from './state.js';

const ICONS = {
  play: 'M4 2.5v11l9.5-5.5z',
  pause: 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z',
  back: 'M3 2.5h2v11H3zM13 2.5v11L5.5 8z',
  forward: 'M11 2.5h2v11h-2zM3 2.5v11L10.5 8z',
  reset: 'M8 2.5a5.5 5.5 0 1 1-5.2 3.7l1.7.6A3.7 3.7 0 1 0 8 4.3V6.6L4.3 3.4 8 .2z',
};
const NEAR = 127;
const STEPS = 600;
export const SPEEDS = [1, 2, 4, 8, 16, 64, 256];

/**
 * Where a position stands on the scrub bar: evenly spaced while near, in decades when far.
 * @param {{far?: boolean}} state
 * @param {number} max
 * @returns {{steps: number, at: (position: number) => number, position: (at: number) => number}}
 */
export function track(state, max) {
  if (!state.far) return { steps: Math.min(max, state.far === undefined ? max : NEAR), at: (position) => position, position: (at) => at };
  const scale = STEPS / decades(max + 1);
  return { steps: STEPS, at: (position) => decades(position + 1) * scale, position: (at) => Math.min(max, Math.round(tenTo(at / scale)) - 1) };
}

/** Play, step, scrub, speed, reset. @param {any} figure @param {string} id */
export function makeTransport(figure, id) {
  /** @param {keyof typeof ICONS} name @param {string} label @param {() => void} run */
  const button = (name, label, run) => h('button', { type: 'button', class: 'pe-icon', 'aria-label': label, title: label, 'data-act': name, onclick: run }, icon(ICONS[name]));
  const play = button('play', 'Play', () => (figure.playing ? figure.pause() : figure.play()));
  const path = play.querySelector('path');
  const { timeline } = figure;
  const reset = button('reset', 'Reset', () => figure.reset());
  const acts = figure.acts().map((/** @type {[string, () => void]} */ [label, run]) => h('button', { type: 'button', onclick: () => { run(); figure.announce(); } }, label));
  if (!timeline) return { element: h('div', { class: 'pe-bar', 'data-part': 'transport' }, ...acts, h('div', { class: 'pe-buttons' }, reset)), sync() {} };
  const field = figure.constructor.fields[timeline];
  const scrub = h('input', {
    type: 'range', min: 0, step: 1, 'aria-label': field.label, 'data-act': 'scrub',
    oninput: () => { figure.pause(); figure.seek(line().position(Number(scrub.value))); },
  });
  const line = () => track(figure.state, limits(field, figure.state).max);
  const output = h('output', { class: 'pe-you' });
  const speed = h('select', { id: `${id}-speed`, 'data-act': 'speed', onchange: () => figure.setState({ speed: speed.value }) },
    ...SPEEDS.map((value) => h('option', { value }, `${value} / s`)));
  const far = figure.constructor.fields.far?.value === false
    ? h('label', { class: 'pe-option pe-speed', 'data-part': 'far' }, h('input', { type: 'checkbox', onchange: (/** @type {any} */ event) => figure.setState({ far: event.target.checked }) }), 'log scale')
    : null;
  const steps = [button('back', 'Step back', () => figure.step(-1)), play, button('forward', 'Step forward', () => figure.step(1))];
  const element = h('div', { class: 'pe-bar', 'data-part': 'transport' },
    h('div', { class: 'pe-buttons' }, ...steps, reset),
    h('div', { class: 'pe-scrub' }, scrub, output, far),
    h('div', { class: 'pe-speed', 'data-part': 'speed' }, h('label', { for: speed.id }, 'Speed'), speed), ...acts);
  return {
    element,
    /** @param {any} state */
    sync(state) {
      const now = line();
      const value = state[timeline];
      const text = grouped(value, Number.isInteger(value) ? 0 : 2);
      put(scrub, { min: now.at(limits(field, state).min), max: now.steps, value: Math.round(now.at(value)) });
      scrub.setAttribute('aria-valuetext', `${field.label.toLowerCase()} ${text}`);
      put(output, { textContent: text });
      for (const part of [...steps, scrub]) part.disabled = figure.locks(timeline);
      speed.disabled = figure.locks('speed');
      if (far) {
        far.firstChild.checked = state.far;
        far.firstChild.disabled = figure.locks('far');
      }
      speed.value = String(state.speed);
      if (!speed.value) speed.append(h('option', { value: state.speed, selected: true }, `${state.speed} / s`));
      const label = figure.playing ? 'Pause' : 'Play';
      if (play.title !== label) {
        play.title = label;
        play.setAttribute('aria-label', label);
        path.setAttribute('d', figure.playing ? ICONS.pause : ICONS.play);
      }
    },
  };
}

/** The end of the timeline that playing reaches. @param {any} figure */
export const lastPosition = (figure) => {
  const { max } = figure.timeline ? limits(figure.constructor.fields[figure.timeline], figure.state) : { max: 0 };
  return figure.state.far === false ? Math.min(max, NEAR) : max;
};
