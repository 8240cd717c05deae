/** Presents one figure after the other: alone, large and full screen. */
import { linkToSheet } from './worksheet.js';

/** The parts that an audience sees besides the picture, its bar and its caption. */
const PARTS = 'presets run';

/**
 * At first, a figure is enlarged until an area of this size, in CSS pixels, just fits the screen.
 * Most figures fit into this area, with their question, bar and caption.
 */
const WIDTH = 752;
const HEIGHT = 660;

/**
 * A figure is enlarged at least by this factor on a screen that is 1280 pixels wide. The smallest
 * texts on a canvas then grow from 12 to 20 CSS pixels.
 */
const LEGIBLE = 20 / 12;

/** The factor by which a press of a button makes the figure smaller or larger. */
const FACTOR = 1.15;

/** The keys that go to another figure. Remote controls send the last two. */
const STEPS = { n: 1, p: -1, ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 };

/** The buttons of a presentation, and the button that begins one. A template contains them. */
const [bar, start] = document.getElementById('present').content.children;

/** Makes everything inert except a figure and the bar. @returns {() => void} undoes this */
function isolate(figure) {
  const changed = [];
  for (let at = figure; at !== document.body; at = at.parentElement)
    changed.push(...[...at.parentElement.children].filter((each) => each !== at && !each.inert));
  const others = changed.filter((each) => each !== bar);
  for (const each of others) each.inert = true;
  return () => others.forEach((each) => (each.inert = false));
}

/** Sets attributes, or removes those that are null. @returns {() => void} restores them */
function change(figure, attributes) {
  const set = (values) => {
    for (const [name, value] of Object.entries(values))
      if (value === null) figure.removeAttribute(name);
      else figure.setAttribute(name, value);
  };
  const names = Object.keys(attributes);
  const before = Object.fromEntries(names.map((name) => [name, figure.getAttribute(name)]));
  set(attributes);
  return () => set(before);
}

/** Shows a figure alone over the page. @returns {() => void} returns it to its place */
function enlarge(figure) {
  const hide = (figure.getAttribute('hide') ?? '').split(' ').filter((part) => part !== 'title');
  const restore = change(figure, { hide: hide.join(' '), present: PARTS, tabindex: -1 });
  const release = isolate(figure);
  figure.classList.add('presented');
  figure.scrollTop = 0;
  // With the focus on the figure, the arrow keys scroll it if it is taller than the screen.
  figure.focus({ preventScroll: true });
  return () => {
    figure.classList.remove('presented');
    release();
    restore();
  };
}

/**
 * Sizes presented figures to fit the screen. Two buttons make them smaller or larger. A new size
 * makes the browser compute all styles of the page again. So this function does not run before
 * figures can be presented.
 */
function sizeFigures() {
  const [smaller, larger] = bar.querySelectorAll('[data-size]');
  let size = 1;
  const resize = (factor) => {
    size *= factor;
    const fitting = Math.min(innerWidth / WIDTH, Math.max(LEGIBLE, innerHeight / HEIGHT));
    const large = Math.max(1, fitting * size);
    document.documentElement.style.setProperty('--pe-large', large);
  };
  smaller.addEventListener('click', () => resize(1 / FACTOR));
  larger.addEventListener('click', () => resize(FACTOR));
  addEventListener('resize', () => resize(1));
  resize(1);
}

/**
 * Adds to each figure a button that presents it, and a link to its worksheet. Adds them when
 * the reader first chooses the level at which the lab shows everything.
 * @param {HTMLElement[]} figures
 */
export function presentFigures(figures) {
  const [back, next, close] = bar.querySelectorAll('button:not([data-size])');
  const buttons = new Map();
  let shown = null;
  let leave = () => {};

  const go = (figure) => {
    leave();
    shown = figure;
    leave = enlarge(figure);
    const all = figures.filter((each) => each.getClientRects().length);
    bar.querySelector('output').textContent = `${all.indexOf(figure) + 1} / ${all.length}`;
  };
  const step = (by) => {
    const all = figures.filter((each) => each.getClientRects().length);
    const to = all[all.indexOf(shown) + by];
    if (to) go(to);
  };
  const begin = (figure) => {
    bar.hidden = false;
    go(figure);
    document.documentElement.requestFullscreen?.().catch(() => {});
  };
  const end = () => {
    if (!shown) return;
    const button = buttons.get(shown);
    leave();
    leave = () => {};
    shown = null;
    bar.hidden = true;
    if (document.fullscreenElement) document.exitFullscreen();
    button.scrollIntoView({ block: 'center' });
    button.focus();
  };

  const addButtons = () => {
    if (buttons.size || document.documentElement.dataset.level !== 'full') return;
    document.body.append(bar);
    sizeFigures();
    for (const figure of figures) {
      const button = start.cloneNode(true);
      button.addEventListener('click', () => begin(figure));
      figure.after(button, linkToSheet(figure));
      buttons.set(figure, button);
    }
  };
  addButtons();
  document.addEventListener('posenc-level', addButtons);
  back.addEventListener('click', () => step(-1));
  next.addEventListener('click', () => step(1));
  close.addEventListener('click', end);
  document.addEventListener('fullscreenchange', () => document.fullscreenElement || end());
  document.addEventListener('keydown', (event) => {
    if (!shown || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') end();
    else if (Object.hasOwn(STEPS, event.key)) step(STEPS[event.key]);
    else return;
    event.preventDefault();
  });
}
