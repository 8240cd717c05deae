/** Offers the choice of the theme: light, dark or automatic. All pages share the choice. */
import { store } from './store.js';

/**
 * Shows the choice, and applies the one that was kept.
 * @param {Iterable<Element>} figures the figures of the page, which get the attribute `theme`
 */
export function offerThemes(figures) {
  const theme = document.getElementById('theme');
  const setTheme = (value) => {
    document.documentElement.dataset.theme = value;
    for (const figure of figures) figure.setAttribute('theme', value);
  };
  theme.hidden = false;
  theme.addEventListener('change', (event) => {
    setTheme(event.target.value);
    store.set('posenc-theme', event.target.value);
  });
  const inputs = [...theme.querySelectorAll('input')];
  const kept = inputs.find((input) => input.value === store.get('posenc-theme'));
  if (!kept) return;
  kept.checked = true;
  setTheme(kept.value);
}
