/** Offers choices that this browser keeps: the theme, and how much the figures show. */
import { store } from '../quiz/store.js';

/**
 * Shows a choice, and applies the option that the address names, as in ?level=full, or that was
 * kept.
 * @param {string} name the id of the fieldset with the options
 * @param {(value: string) => void} apply
 * @returns {(value: string) => void} applies an option without keeping it
 */
function offer(name, apply) {
  const fieldset = document.getElementById(name);
  fieldset.hidden = false;
  fieldset.addEventListener('change', ({ target }) => {
    apply(target.value);
    store.set(`posenc-${name}`, target.value);
  });
  const choose = (value) => {
    const input = [...fieldset.querySelectorAll('input')].find((each) => each.value === value);
    if (!input) return;
    input.checked = true;
    apply(value);
  };
  choose(new URLSearchParams(location.search).get(name) ?? store.get(`posenc-${name}`));
  return choose;
}

/**
 * Offers the themes: light, dark or automatic. All pages share the choice.
 * @param {Iterable<Element>} figures the figures of the page
 */
export const offerThemes = (figures) =>
  offer('theme', (value) => {
    document.documentElement.dataset.theme = value;
    for (const figure of figures) figure.setAttribute('theme', value);
  });

/**
 * Offers the levels: the course for beginners, or everything.
 * @param {Iterable<Element>} figures the figures of the page
 * @returns {() => void} shows everything
 */
export function offerLevels(figures) {
  const choose = offer('level', (value) => {
    document.documentElement.dataset.level = value;
    for (const figure of figures) figure.setAttribute('level', value);
    for (const more of document.querySelectorAll('.more')) more.open = value === 'full';
    document.dispatchEvent(new Event('posenc-level'));
  });
  return () => choose('full');
}
