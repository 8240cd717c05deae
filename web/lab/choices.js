/** Offers choices that this browser keeps: the theme, and how much the figures show. */
import { store } from './store.js';

/**
 * Shows a choice, and applies the option that was kept.
 * @param {string} name the id of the fieldset with the options
 * @param {(value: string) => void} apply
 */
function offer(name, apply) {
  const fieldset = document.getElementById(name);
  fieldset.hidden = false;
  fieldset.addEventListener('change', ({ target }) => {
    apply(target.value);
    store.set(`posenc-${name}`, target.value);
  });
  const inputs = [...fieldset.querySelectorAll('input')];
  const kept = inputs.find((input) => input.value === store.get(`posenc-${name}`));
  if (!kept) return;
  kept.checked = true;
  apply(kept.value);
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
 * Offers the levels: for beginners, or everything.
 * @param {Iterable<Element>} figures the figures of the page
 */
export const offerLevels = (figures) =>
  offer('level', (value) => {
    for (const figure of figures) figure.setAttribute('level', value);
  });
