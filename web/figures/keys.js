import { h } from './dom.js';

const FAR = 100;

/**
 * Keys of the focused plot. The same key does the same thing in every figure.
 * @param {any} figure
 * @param {HTMLElement} plot
 * @param {AbortSignal} signal
 */
export function bindKeys(figure, plot, signal) {
  plot.addEventListener('keydown', (event) => {
    if (event.target !== plot || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = event.shiftKey ? FAR : 10;
    const own = figure.keys();
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => figure.move(-1, 0, event),
      ArrowRight: () => figure.move(1, 0, event),
      ArrowUp: () => figure.move(0, -1, event),
      ArrowDown: () => figure.move(0, 1, event),
      r: () => figure.reset(),
      // What is not used here stays the page's.
      ...figure.timeline && {
        PageDown: () => figure.step(page),
        PageUp: () => figure.step(-page),
        ' ': () => (figure.playing ? figure.pause() : figure.play()),
      },
      ...(figure.timeline || /Home/.test(figure.constructor.arrows.join())) && {
        Home: () => figure.edge(-1),
        End: () => figure.edge(1),
      },
    };
    /** @type {Record<string, () => void>} */
    const silent = {
      t: () => figure.panelByKey('table'),
      '?': () => figure.panelByKey('help'),
      Escape: () => plot.blur(),
    };
    const run = own.find((/** @type {[string, string, () => void]} */ [key]) => key === name)?.[2] ?? actions[name];
    if (!run && !silent[name]) return;
    event.preventDefault();
    (run ?? silent[name])();
    if (run) figure.announce();
  }, { signal });
}

/**
 * Pressing or dragging in the plot moves the data cursor; a vertical swipe still scrolls the page, unless it began on something that goes that way.
 * @param {any} figure
 * @param {HTMLElement} plot
 * @param {AbortSignal} signal
 */
export function bindPointer(figure, plot, signal) {
  /** @param {PointerEvent} event */
  const run = (event) => {
    const box = plot.getBoundingClientRect();
    figure.point(event.clientX - box.left, event.clientY - box.top, event);
  };
  plot.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !figure.model) return;
    figure.pause();
    if (event.pointerType === 'mouse') plot.setPointerCapture(event.pointerId);
    run(event);
    figure.announce();
  }, { signal });
  plot.addEventListener('touchstart', (event) => { if (figure.holds) event.preventDefault(); }, { signal, passive: false });
  plot.addEventListener('pointermove', (event) => { if (event.buttons === 1 && figure.model) run(event); }, { signal });
  for (const end of ['pointerup', 'pointercancel']) plot.addEventListener(end, () => figure.drop(), { signal });
}

/** @param {any} figure @param {string} id */
export function makeHelp(figure, id) {
  const rows = [
    ...figure.constructor.arrows,
    ...figure.timeline ? [['Page Down, Page Up', `${figure.constructor.fields[figure.timeline].label.toLowerCase()} 10 on or back; with Shift 100`], ['Space', 'play or pause']] : [],
    ...figure.keys().map((/** @type {string[]} */ [key, label]) => [key.toUpperCase(), label]),
    ['R', 'reset'],
    ['T', 'table of the numbers'],
    ['?', 'this list'],
    ['Esc', 'leave the plot'],
  ];
  return h('div', { class: 'pe-panel pe-help', id: `${id}-help`, hidden: true, 'data-part': 'help' },
    h('p', {}, 'While the plot has the focus:'),
    h('dl', {}, ...rows.flatMap(([key, label]) => [h('dt', {}, key), h('dd', {}, label)])));
}
