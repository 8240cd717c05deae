/** What all pages of the site need: the theme, and the buttons that copy code. */
import { offerThemes } from '../lab/choices.js';

/** A button says for this many milliseconds that it has copied its code. */
const SAID_MS = 2000;

/** The code that a button copies: in the text box of its form, or in the block beside it. */
function codeBeside(button) {
  const box = button.form?.querySelector('textarea');
  return box ? box.value : button.parentElement.querySelector('code').textContent;
}

/** Copies a text. Some browsers allow this only through a selection. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = document.createElement('textarea');
    box.value = text;
    document.body.append(box);
    box.select();
    document.execCommand('copy');
    box.remove();
  }
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('button.copy');
  if (!button || button.dataset.said) return;
  const said = button.textContent;
  await copy(codeBeside(button));
  const status = document.getElementById('said');
  button.dataset.said = said;
  button.textContent = 'Copied';
  status.textContent = 'Copied';
  button.focus();
  setTimeout(() => {
    button.textContent = said;
    status.textContent = '';
    delete button.dataset.said;
  }, SAID_MS);
});

offerThemes([...document.querySelectorAll('*')].filter(({ localName }) => /^pe-/.test(localName)));
