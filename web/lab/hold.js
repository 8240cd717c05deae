/** Holds an element in its place in the window while the page around it grows. */

/** An element is held until it has stayed in its place for this many frames. */
const CALM_FRAMES = 60;

/** The events by which a reader moves the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** @param {Element} element @returns its distance from the top of the window in pixels */
export const topOf = (element) => element.getBoundingClientRect().top;

/**
 * Holds an element at a distance from the top of the window. Meanwhile, figures above the element
 * grow when they are drawn, and the browser may restore an older scroll position. Stops when the
 * page no longer moves, when the reader moves it, or when the address changes.
 * @param {Element} element
 * @param {number} top in pixels
 */
export function hold(element, top) {
  const held = new AbortController();
  const { signal } = held;
  for (const move of MOVES) addEventListener(move, () => held.abort(), { signal, capture: true });
  const { hash } = location;
  let calm = 0;
  const place = () => {
    if (signal.aborted || location.hash !== hash) return;
    const before = scrollY;
    scrollBy({ top: topOf(element) - top, behavior: 'instant' });
    calm = Math.abs(scrollY - before) < 1 ? calm + 1 : 0;
    if (calm < CALM_FRAMES) requestAnimationFrame(place);
    else held.abort();
  };
  place();
}
