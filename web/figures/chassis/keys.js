/** Handles the keys and the pointer of the plot, and makes the list of keys. */
import { h, scaleOf } from './dom.js';
import { helpWords as words } from './words.js';

/** @typedef {import('./figure.js').PeFigure} Figure */

/** How many positions Page Up and Page Down move, without and with Shift. */
const PAGE = 10;
const FAR_PAGE = 100;

/**
 * Returns the actions of the keys, by the key's name. After these keys, the live region announces
 * the state.
 * @param {Figure} figure
 * @param {KeyboardEvent} event
 */
function actionsOf(figure, event) {
  /** @type {Record<string, () => void>} */
  const actions = {
    ArrowLeft: () => figure.move(-1, 0, event),
    ArrowRight: () => figure.move(1, 0, event),
    ArrowUp: () => figure.move(0, -1, event),
    ArrowDown: () => figure.move(0, 1, event),
    r: () => figure.restart(),
  };
  if (figure.timeline) {
    const page = event.shiftKey ? FAR_PAGE : PAGE;
    actions.PageDown = () => figure.step(page);
    actions.PageUp = () => figure.step(-page);
    actions[' '] = () => (figure.playing ? figure.pause() : figure.play());
  }
  if (figure.timeline || figure.words.arrows.some(([keys]) => keys.includes('Home'))) {
    actions.Home = () => figure.edge(-1);
    actions.End = () => figure.edge(1);
  }
  for (const [key, , run] of figure.keys()) actions[key] = run;
  return actions;
}

/**
 * Returns the actions of the keys that do not change the state. After these keys, the live region
 * does not announce the state.
 * @param {Figure} figure
 * @returns {Record<string, () => void>}
 */
const silentActionsOf = (figure) => ({
  t: () => figure.panelByKey('table'),
  '?': () => figure.panelByKey('help'),
});

/**
 * Listens to the keys of the focused plot. The page gets all keys that have no action.
 * @param {Figure} figure
 * @param {HTMLElement} plot
 * @param {AbortSignal} signal aborts when the figure leaves the page
 */
export function bindKeys(figure, plot, signal) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.target !== plot || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const run = actionsOf(figure, event)[key];
    const runSilently = silentActionsOf(figure)[key];
    if (!run && !runSilently) return;
    event.preventDefault();
    event.stopPropagation();
    if (run) {
      run();
      figure.announce();
    } else runSilently();
  };
  plot.addEventListener('keydown', onKey, { signal });
}

/**
 * Stops keys that are meant for a control, so that the page does not get them. For example, a slide
 * show does not see that the focus is on a slider in the shadow root. It would change the slide at
 * an arrow key.
 * Escape leaves the control, and then the page gets all keys.
 * @param {KeyboardEvent} event
 */
export function keepKeys(event) {
  const control = /** @type {HTMLElement} */ (event.target);
  const isLeft = event.key === 'Escape' && !event.isComposing;
  if (isLeft) {
    event.preventDefault();
    control.blur();
  }
  const isInput = control.matches('input, select, textarea');
  if (isLeft || (isInput && event.key !== 'Tab')) event.stopPropagation();
}

/** A finger that has moved more than this many CSS pixels sideways drags and does not scroll. */
const SIDEWAYS = 10;

/** @param {PointerEvent} start @param {PointerEvent} now */
function isSideways(start, now) {
  const across = Math.abs(now.clientX - start.clientX);
  return across > SIDEWAYS && across > Math.abs(now.clientY - start.clientY);
}

/**
 * Moves the data cursor when the reader presses or drags in the plot. A vertical swipe still
 * scrolls the page, unless it begins on something that the reader can drag up and down.
 * @param {Figure} figure
 * @param {HTMLElement} plot
 * @param {AbortSignal} signal aborts when the figure leaves the page
 */
export function bindPointer(figure, plot, signal) {
  /** @param {PointerEvent} event */
  const point = (event) => {
    const box = plot.getBoundingClientRect();
    const scale = scaleOf(plot);
    figure.point((event.clientX - box.left) / scale, (event.clientY - box.top) / scale, event);
  };
  /**
   * The state that a cancelled touch restores: the state before the touch, or the state after the
   * last drag.
   */
  let untouched = figure.state;
  /** The start of a touch that may still become a scroll. @type {PointerEvent | null} */
  let start = null;
  /** @param {PointerEvent} event */
  const onDown = (event) => {
    if (event.button !== 0 || !figure.model) return;
    untouched = figure.state;
    start = event.pointerType === 'touch' ? event : null;
    figure.pause();
    if (event.pointerType === 'mouse') plot.setPointerCapture(event.pointerId);
    point(event);
    figure.announce();
  };
  /** @param {PointerEvent} event */
  const onMove = (event) => {
    if (event.buttons !== 1 || !figure.model) return;
    if (start && !figure.holds && !isSideways(start, event)) return;
    start = null;
    point(event);
    untouched = figure.state;
  };
  /** @param {TouchEvent} event */
  const onTouch = (event) => {
    if (figure.holds) event.preventDefault();
  };
  const onEnd = () => figure.drop();
  // The browser cancels a touch that turns into scrolling. Such a touch must not change the state.
  const onCancel = () => {
    figure.drop();
    figure.setState(untouched);
  };
  plot.addEventListener('pointerdown', onDown, { signal });
  plot.addEventListener('pointermove', onMove, { signal });
  plot.addEventListener('pointerup', onEnd, { signal });
  plot.addEventListener('pointercancel', onCancel, { signal });
  // Only a listener with `passive: false` can keep the page from scrolling.
  plot.addEventListener('touchstart', onTouch, { signal, passive: false });
}

/** Makes the panel that lists the keys. It is empty until it is opened. */
export const makeHelp = () =>
  h('div', { class: 'pe-panel pe-help', id: 'help', hidden: true, part: 'help' });

/**
 * Writes the list of keys into its panel, unless this has been done.
 * @param {Figure} figure
 * @param {HTMLElement} help
 */
export function fillHelp(figure, help) {
  if (help.firstChild) return;
  const own = figure.keys().map(([key, effect]) => [key.toUpperCase(), effect]);
  const playing = figure.timeline ? words.playing(figure.definition.labelOf(figure.timeline)) : [];
  const rows = [...figure.words.arrows, ...playing, ...own, ...words.always];
  const list = rows.flatMap(([key, effect]) => [h('dt', {}, key), h('dd', {}, effect)]);
  help.append(h('p', {}, words.intro), h('dl', {}, list));
}
