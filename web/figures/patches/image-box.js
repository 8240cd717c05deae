/** Makes the panel of PePatches in which readers choose an image of their own. */
import { h, isTouch } from '../chassis/dom.js';
import { drawnImage, readImage } from './image.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { imageTexts } = translated('patches', english);

/** @typedef {(image: HTMLCanvasElement) => void} Use */

/**
 * Makes the panel. A reader can open an image file in it, or drop a file anywhere on the figure.
 * @param {HTMLElement} figure
 * @param {() => boolean} isHidden whether the page hides the panel; if so, drops are ignored
 * @param {Use} use
 */
export function makeImageBox(figure, isHidden, use) {
  const note = h('p', { class: 'pe-quiet', role: 'status' });
  /** @param {File | undefined} file */
  const read = async (file) => {
    if (!file) return;
    try {
      use(await readImage(file));
      note.textContent = imageTexts.own;
    } catch {
      note.textContent = imageTexts.refused;
    }
  };
  const reset = () => {
    use(drawnImage());
    note.textContent = '';
  };
  const input = h('input', {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onchange: () => {
      read(input.files?.[0]);
      input.value = '';
    },
  });
  figure.addEventListener('dragover', (event) => {
    if (!isHidden() && event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  figure.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file || isHidden()) return;
    event.preventDefault();
    read(file);
  });
  const open = h('button', { type: 'button', onclick: () => input.click() }, imageTexts.open);
  const back = h('button', { type: 'button', onclick: reset }, imageTexts.back);
  const element = h(
    'div',
    { class: 'pe-panel', part: 'image' },
    h('p', {}, h('b', {}, imageTexts.title)),
    h('p', {}, isTouch() ? imageTexts.pick : imageTexts.hint),
    h('div', { class: 'pe-acts' }, open, back),
    input,
    note,
  );
  return { element, reset };
}
