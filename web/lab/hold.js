/** Holds an element in its place while the page around it grows. */

/** For how many frames an element must stay in its place before the page lets go of it. */
const CALM_FRAMES = 60;

/** What a reader does to move the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** @param {Element} element @returns its distance from the top of the window in pixels */
export const topOf = (element) => element.getBoundingClientRect().top;

/**
 * Holds an element at a height of the window until the page is calm, or the reader moves or goes to
 * another address. In the meantime, figures above it are drawn and grow, and the browser may restore
 * a place of its own.
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
