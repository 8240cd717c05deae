/** Computes the numbers in the text with the models of the figures. */
import { inFull } from '../figures/chassis/language.js';
import { textNumber } from '../quiz/numbers.js';

const resting = window.requestIdleCallback ?? ((run) => setTimeout(run, 30));

/**
 * Computes the numbers of each part of the text when the part comes near the screen. Without
 * kernels, the text keeps the numbers that are written in the page.
 * @param {Iterable<Element>} parts
 */
export function computeNumbers(parts) {
  const unread = [];
  function readNumber() {
    const [place] = unread;
    try {
      // Figures for beginners may round numbers. The numbers in the text keep all their digits.
      place.textContent = inFull(() => textNumber(place.dataset.n));
      unread.shift();
      if (unread.length) resting(readNumber);
    } catch {
      // The kernels cannot run yet. If they never can, the figures say why.
      document.addEventListener('pe-ready', readNumber, { once: true });
    }
  }
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        if (!unread.length) resting(readNumber);
        unread.push(...target.querySelectorAll('[data-n]'));
      }
    },
    { rootMargin: '50% 0px' },
  );
  for (const part of parts) near.observe(part);
}
