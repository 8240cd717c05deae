/** Offers choices that this browser stores: the theme, and how much the figures show. */
import { store } from '../figures/chassis/store.js';

/**
 * Shows a choice, and applies an option: the option in the address, as in ?level=full, or else the
 * stored option.
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
  const wanted = new URLSearchParams(location.search).get(name) ?? store.get(`posenc-${name}`);
  const input = [...fieldset.querySelectorAll('input')].find(({ value }) => value === wanted);
  if (!input) return;
  input.checked = true;
  apply(wanted);
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
 */
export const offerLevels = (figures) =>
  offer('level', (value) => {
    document.documentElement.dataset.level = value;
    for (const figure of figures) figure.setAttribute('level', value);
    for (const more of document.querySelectorAll('.more:not(.cards)')) more.open = value === 'full';
    document.dispatchEvent(new Event('posenc-level'));
  });
