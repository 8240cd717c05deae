/** Tells when an element comes near the screen. */

/** An element is near if it is at most this far from the screen. 100% is the screen's height. */
export const NEAR = '100% 0px';

/**
 * Calls `run` once, when an element is near the screen. In a browser that does not report this, the
 * element counts as near. An environment without layout, such as jsdom, shows nothing: there the
 * page has no width, and `run` is not called.
 * @param {Element} element an element of the page
 * @param {() => void} run
 * @returns {() => void} stops waiting
 */
export function whenNear(element, run) {
  if (!globalThis.IntersectionObserver) {
    let waits = true;
    queueMicrotask(() => waits && document.documentElement.clientWidth && run());
    return () => (waits = false);
  }
  const sight = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      sight.disconnect();
      run();
    },
    { rootMargin: NEAR },
  );
  sight.observe(element);
  return () => sight.disconnect();
}
