/** Makes the panel of PeStretch that reads a model's config.json. The page sends it nowhere. */
import { h, isTouch } from '../chassis/dom.js';
import { loadLate } from './load-late.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { configTexts: texts, exampleNames } = translated('stretch', english);

/** The module that reads configs. @typedef {typeof import('./late.js')} Late */
/**
 * The answer to a config: paragraphs about its model, and whether the figure could show this model.
 * If the layers differ, the answer also has a strip of them.
 * @typedef {{said: string[], right: boolean, strip?: HTMLElement | null}} Answer
 */
/** Shows the model of a config. @typedef {(text: string, late: Late) => Answer} Use */
/**
 * Takes the text of a config: typed, dropped, from a file or from an example.
 * @typedef {(text: string) => void} Read
 */

/** A longer text is refused. The config.json of a large model has about 10,000 characters. */
export const LONGEST_CONFIG = 1e6;

/** Makes the two elements that show an answer, and the functions that fill and empty them. */
function makeAnswerPlaces() {
  const result = h('div', { class: 'pe-result', role: 'status' });
  const layers = h('div');
  return {
    elements: [result, layers],
    /** @param {Answer} answer */
    show({ said, right, strip }) {
      const mark = h('span', { class: right ? 'pe-right' : 'pe-wrong' }, right ? '✓ ' : '✗ ');
      const paragraphs = said.map((text, at) => h('p', {}, at ? null : mark, text));
      // The spaces between the paragraphs are for screen readers, and for text that is copied.
      result.replaceChildren(...paragraphs.flatMap((each, at) => (at ? [' ', each] : [each])));
      if (strip) layers.replaceChildren(strip);
    },
    clear() {
      result.replaceChildren();
      layers.replaceChildren();
    },
  };
}

/**
 * Makes the panel. A reader can paste or drop a config there, open it as a file, or choose an
 * example.
 * @param {Use} use
 */
export function makeConfigBox(use) {
  const { elements, show, clear } = makeAnswerPlaces();
  /** @param {Error} error */
  const fail = ({ message }) => show({ said: [texts.notLoaded(message)], right: false });
  /** Shows an example. @param {number} at its index in exampleNames */
  const readExample = (at) => {
    // The replacement keeps each list of numbers on one line.
    loadLate().then(
      ({ CONFIGS }) =>
        read(JSON.stringify(CONFIGS[at][1], null, 1).replace(/\n +(?=[\d\]])/g, ' ')),
      fail,
    );
  };
  /** @type {Read} */
  const read = (text) => {
    area.value = text;
    clear();
    // The text is read back, because the text area may have changed the ends of lines.
    const { value } = area;
    loadLate().then((late) => {
      // While the module was loading, the reader may have entered another text.
      if (area.value === value) show(use(text, late));
    }, fail);
  };
  const area = h('textarea', {
    rows: 4,
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: texts.placeholder,
    oninput: () => {
      if (area.value.trim()) read(area.value);
      else clear();
    },
  });
  const file = makeFileInput(read);
  const open = h('button', { type: 'button', onclick: () => file.click() }, texts.openFile);
  const hint = isTouch() ? texts.pick : texts.hint;
  const element = h(
    'div',
    { class: 'pe-panel', part: 'config', ...dropTarget(read) },
    h('label', {}, h('b', {}, texts.title), h('span', { class: 'pe-kicker' }, hint), area),
    h('div', { class: 'pe-acts' }, makePicker(readExample), open),
    file,
    ...elements,
  );
  return {
    element,
    reset() {
      area.value = '';
      clear();
    },
  };
}

/**
 * Reads the text of a file. Of a long file, reads only the beginning. This part is long enough to
 * be refused as too long, even if each character has 4 bytes.
 * @param {File} file
 */
const textOf = (file) => file.slice(0, 4 * (LONGEST_CONFIG + 1)).text();

/**
 * Makes the hidden input that opens a file.
 * @param {Read} read
 */
function makeFileInput(read) {
  const input = h('input', {
    type: 'file',
    accept: '.json,application/json',
    hidden: true,
    onchange: async () => {
      const chosen = input.files?.[0];
      if (chosen) read(await textOf(chosen));
      input.value = '';
    },
  });
  return input;
}

/**
 * Makes the menu of examples.
 * @param {(at: number) => void} read
 */
function makePicker(read) {
  const pick = h(
    'select',
    {
      'aria-label': texts.examplesLabel,
      onchange: () => {
        read(Number(pick.value));
        pick.value = '';
      },
    },
    h('option', { value: '' }, texts.examples),
    ...exampleNames.map((name, at) => h('option', { value: at }, name)),
  );
  return pick;
}

/**
 * Returns the listeners that let an element read a dropped file.
 * @param {Read} read
 */
const dropTarget = (read) => ({
  /** @param {DragEvent} event */
  ondragover(event) {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  },
  /** @param {DragEvent} event */
  async ondrop(event) {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    read(await textOf(dropped));
  },
});
