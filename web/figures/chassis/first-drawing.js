/**
 * Builds and draws figures for the first time after they have been added to the page. Figures in
 * view are drawn at once, and together, so that the browser computes the layout only once. All
 * other figures wait until they come near the screen. A figure in a hidden part of the page waits
 * until this part is shown. A figure that waits has only the texts of its title and its caption.
 * These texts are written when the page is idle. Printing, the key that searches the page, and the
 * Tab key also draw figures that are not near.
 */
import { media } from './dom.js';
import { NEAR } from './near.js';
import { present } from './parameters.js';

/** @typedef {import('./figure.js').PeFigure} Figure */

/** A figure near the screen waits for at most this many milliseconds until the page is idle. */
const LONGEST_WAIT_MS = 150;

/** The figures that have been added since `admit` last ran. @type {Set<Figure>} */
const arrived = new Set();

/** The figures that have not been near the screen yet. @type {Set<Figure>} */
const distant = new Set();

/** The figures out of view that wait until the page is idle. @type {Set<Figure>} */
const waiting = new Set();

/** The distant figures whose title and caption have yet to be written. @type {Set<Figure>} */
const untold = new Set();

/** The longest time, in milliseconds, for which the page scrolls to its top after a key. */
const FLIGHT_MS = 2000;

// Safari has no requestIdleCallback.
const whenResting =
  globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 30));

/** Reports the distant figures that come near. @type {IntersectionObserver | undefined} */
let sight;

/** Reports hidden figures that are shown now, before they are painted. @type {ResizeObserver} */
let unhiding;

/** Reports that the page or a figure changes its language. @type {MutationObserver} */
let languages;

/** The options of `languages`, which watches only the attribute `lang`. */
const LANG = { attributeFilter: ['lang'] };

/**
 * Plans the first drawing of a figure that has been added to the page. An environment without
 * layout, such as jsdom, draws nothing. The fields of a figure still work there.
 * @param {Figure} figure
 */
export function arrive(figure) {
  if (!arrived.size) queueMicrotask(canWatch() ? admit : admitAll);
  arrived.add(figure);
}

/** Whether the browser reports what comes near the screen, or is shown. */
const canWatch = () => !!globalThis.IntersectionObserver && !!globalThis.ResizeObserver;

/**
 * Draws all figures that were added, wherever they are, since nothing would report that they come
 * near. Without layout no figure has a width, and none is drawn.
 */
function admitAll() {
  const figures = [...arrived].filter((figure) => figure.getBoundingClientRect().width > 0);
  arrived.clear();
  drawTogether(figures);
}

/** Cancels the first drawing of a figure. @param {Figure} figure */
export function depart(figure) {
  arrived.delete(figure);
  waiting.delete(figure);
  untold.delete(figure);
  if (!distant.delete(figure)) return;
  sight?.unobserve(figure);
  unhiding.unobserve(figure);
}

/** Whether a box of the layout is on the screen. @param {DOMRectReadOnly} box */
const isInView = ({ top, bottom }) => top < innerHeight && bottom > 0;

/** Draws the figures in view that were added, and watches the others. */
function admit() {
  const boxes = new Map([...arrived].map((figure) => [figure, figure.getBoundingClientRect()]));
  const isSeen = (/** @type {Figure} */ figure) => {
    const box = /** @type {DOMRect} */ (boxes.get(figure));
    return box.width > 0 && isInView(box);
  };
  drawTogether([...arrived].filter(isSeen));
  sight ??= watch();
  for (const figure of arrived) {
    languages.observe(figure, LANG);
    distant.add(figure);
    foretellLater(figure);
    sight.observe(figure);
    // A figure without a width is in a hidden part of the page.
    if (!boxes.get(figure)?.width) unhiding.observe(figure);
  }
  arrived.clear();
}

/**
 * Runs when a hidden part of the page is shown. Draws those of its figures that are in view. The
 * browser calls this before it paints, so nobody sees an empty figure.
 * @param {ResizeObserverEntry[]} entries
 */
function onUnhide(entries) {
  const shown = entries
    .map(({ target }) => /** @type {Figure} */ (target))
    .filter((figure) => figure.getBoundingClientRect().width > 0);
  for (const figure of shown) unhiding.unobserve(figure);
  drawTogether(shown.filter((figure) => isInView(figure.getBoundingClientRect())));
}

/**
 * Builds figures and draws them. All sizes are read before any style is written. A size that is
 * read after a style was written would make the browser compute the layout again.
 * @param {Figure[]} figures
 */
function drawTogether(figures) {
  figures.forEach(depart);
  const stages = figures.map((figure) => figure.build());
  for (const stage of stages) stage.readTheme();
  const rooms = stages.map((stage) => stage.readRoom());
  stages.forEach((stage, at) => stage.measure(rooms[at]));
  for (const figure of figures) figure.appear();
}

/** Draws every figure that has not been drawn. */
const drawAll = () => drawTogether([...waiting, ...distant]);

/** Lets figures wait until the page is idle. @param {Figure[]} figures */
function queue(figures) {
  figures.forEach(depart);
  if (!waiting.size && figures.length) planNext();
  for (const figure of figures) waiting.add(figure);
}

/**
 * Writes title and caption of a distant figure when the page is idle. Then screen readers and a
 * search of the page find these texts.
 * @param {Figure} figure
 */
export function foretellLater(figure) {
  if (!distant.has(figure)) return;
  if (!untold.size) whenResting(foretellNext);
  untold.add(figure);
}

/** Writes the title and the caption of one figure, and plans those of the next one. */
function foretellNext() {
  const [figure] = untold;
  if (!figure) return;
  untold.delete(figure);
  figure.foretell();
  if (untold.size) whenResting(foretellNext);
}

/** Plans the drawing of the next waiting figure. */
const planNext = () => whenResting(drawNext, { timeout: LONGEST_WAIT_MS });

/** Draws one of the waiting figures, and plans the drawing of the next one. */
function drawNext() {
  const [figure] = waiting;
  if (figure) drawInPlace(figure);
  if (waiting.size) planNext();
}

/**
 * Draws a figure out of view. If the height of a figure above the screen changes, the page scrolls
 * by this change. Then nothing in view moves. Browsers do not always do this themselves.
 * @param {Figure} figure
 */
function drawInPlace(figure) {
  const { bottom } = figure.getBoundingClientRect();
  drawTogether([figure]);
  const top = figure.getBoundingClientRect().bottom - bottom;
  if (bottom <= 0 && top) scrollBy({ top, behavior: 'instant' });
}

/** Starts to watch for the events after which figures out of view must be drawn. */
function watch() {
  globalThis.addEventListener('beforeprint', drawAll);
  media('print').addEventListener('change', drawAll);
  globalThis.addEventListener('keydown', onKey, { capture: true });
  languages = new MutationObserver(() => {
    for (const figure of /** @type {Set<Figure>} */ (present)) figure.retell();
    distant.forEach(foretellLater);
  });
  languages.observe(document.documentElement, LANG);
  unhiding = new ResizeObserver(onUnhide);
  return new IntersectionObserver(onSight, { rootMargin: NEAR });
}

/** Draws figures that have come near the screen. @param {IntersectionObserverEntry[]} entries */
function onSight(entries) {
  const near = entries.filter(({ isIntersecting }) => isIntersecting);
  /** @param {boolean} inView */
  const figures = (inView) =>
    near
      .filter(({ boundingClientRect }) => isInView(boundingClientRect) === inView)
      .map(({ target }) => /** @type {Figure} */ (target));
  drawTogether(figures(true));
  queue(figures(false));
}

/**
 * Prepares the page for a key. The Tab key may go to the next figure. A search of the page looks in
 * the texts of all figures.
 * @param {KeyboardEvent} event
 */
function onKey({ key, ctrlKey, metaKey, shiftKey }) {
  if (key === 'Home' || (metaKey && key === 'ArrowUp')) flyToTop();
  if (key === 'Tab') drawNeighbour(shiftKey);
  if (key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f')) queue([...distant]);
}

/**
 * Lets the page reach its top while figures on the way are drawn and change their heights.
 * Chromium's scroll anchoring would hold the visible text in place. The scrolling would then miss
 * the top by as much as the heights have changed.
 */
function flyToTop() {
  const { style } = document.body;
  style.overflowAnchor = 'none';
  setTimeout(() => (style.overflowAnchor = ''), FLIGHT_MS);
}

/**
 * Draws the figure to which the Tab key may go, if it has not been drawn.
 * @param {boolean} isBack whether the key goes back
 */
function drawNeighbour(isBack) {
  const { activeElement, body } = document;
  // If nothing has the focus, the key starts where the reader has clicked.
  const from = activeElement === body ? getSelection()?.anchorNode : activeElement;
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const mask = side | Node.DOCUMENT_POSITION_CONTAINS;
  const [next] = [.../** @type {Set<Figure>} */ (present)]
    .filter((each) => !from || (from.compareDocumentPosition(each) & mask) === side)
    .sort((one, other) => (other.compareDocumentPosition(one) & side ? 1 : -1));
  if (next && (distant.has(next) || waiting.has(next))) drawTogether([next]);
}
