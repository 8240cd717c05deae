/** Builds the parts around the screen: caption, buttons, slider, chapters and transcript. */
import { h, icon, put, readout } from '../figures/chassis/dom.js';
import { formatHash } from '../figures/chassis/state.js';
import { ICONS } from '../figures/chassis/transport.js';
import { script } from './script.js';
import { LENGTH, captions, starts } from './timeline.js';
import { clock, tourWords as words } from './words.js';

/**
 * The actions of the reader.
 * @typedef {object} Acts
 * @property {() => void} main plays, pauses or resumes the tour
 * @property {(by: number) => void} step goes some captions forward or back
 * @property {(t: number) => void} scrub goes to a moment, and pauses
 * @property {(t: number) => void} seek goes to a moment, and keeps playing if the tour plays
 * @property {(on: boolean) => void} narrate
 * @property {() => Promise<(string | Node)[]>} link copies a link, and returns a message
 */

/**
 * What the player shows.
 * @typedef {object} View
 * @property {number} t the moment, in seconds
 * @property {number} chapter
 * @property {string} text the caption
 * @property {string} main the label of the main button
 * @property {boolean} aloud whether the captions are read aloud
 */

export class Player {
  #line = h('p', { class: 'pe-line', 'aria-live': 'polite' });
  #time = readout({ class: 'pe-num' });
  #main;
  #scrub;
  #aloud;
  /** @type {HTMLElement[]} */
  #marks;
  #transcript;
  /** The caption and the bar, which stay in view while any part of the tour is in view. */
  dock;

  /**
   * @param {HTMLElement} screen
   * @param {Acts} acts
   * @param {{texts: string[], name: string, speaks: boolean}} content the captions, the name of the
   *   tour in links, and whether the browser has a voice
   */
  constructor(screen, acts, { texts, name, speaks }) {
    this.#main = h('button', { type: 'button', class: 'pe-reveal', onclick: acts.main });
    this.#scrub = h('input', {
      type: 'range',
      min: 0,
      max: LENGTH,
      step: 0.1,
      'aria-label': words.scrub,
      oninput: () => acts.scrub(Number(this.#scrub.value)),
    });
    this.#marks = script.map(({ title }, at) =>
      h('button', { type: 'button', onclick: () => acts.seek(starts[at]) }, title),
    );
    this.#aloud = plain(words.aloud, () => acts.narrate(!this.#isAloud), { hidden: !speaks });
    this.#transcript = makeTranscript(texts, name);
    this.dock = h('div', { class: 'pe-dock' }, this.#line, this.#makeDeck(acts));
    this.element = h(
      'div',
      { class: 'pe-tour', role: 'group', 'aria-label': words.label },
      screen,
      this.dock,
      this.#makeFoot(acts),
      this.#transcript,
    );
  }

  get #isAloud() {
    return this.#aloud.getAttribute('aria-pressed') === 'true';
  }

  /**
   * Makes the bar with the buttons, the slider, the time, and the chapters under the slider.
   * @param {Acts} acts
   */
  #makeDeck(acts) {
    const marks = this.#marks.map((mark, at) => {
      const item = h('li', {}, mark);
      item.style.flex = `${(starts[at + 1] ?? LENGTH) - starts[at]} 0 0`;
      return item;
    });
    return h(
      'div',
      { class: 'pe-deck' },
      h(
        'div',
        { class: 'pe-buttons' },
        this.#main,
        stepButton(acts, 'back', -1),
        stepButton(acts, 'forward', 1),
      ),
      this.#scrub,
      this.#time,
      h('ol', { class: 'pe-marks', 'aria-label': words.chapters }, marks),
    );
  }

  /** @param {Acts} acts */
  #makeFoot(acts) {
    const note = h('span', { class: 'pe-quiet', role: 'status' });
    const link = plain(words.link, async () => note.replaceChildren(...(await acts.link())));
    return h('div', { class: 'pe-foot' }, this.#aloud, link, note);
  }

  /** Shows a view. @param {View} view */
  sync({ t, chapter, text, main, aloud }) {
    this.#line.setAttribute('aria-live', aloud ? 'off' : 'polite');
    put(this.#line, { textContent: text });
    put(this.#time, { textContent: words.time(t, LENGTH) });
    put(this.#main, { textContent: main });
    put(this.#scrub, { value: t });
    this.#scrub.setAttribute('aria-valuetext', words.at(t, script[chapter].title));
    this.#aloud.setAttribute('aria-pressed', String(aloud));
    this.#marks.forEach((mark, at) => {
      if (at === chapter) mark.setAttribute('aria-current', 'true');
      else mark.removeAttribute('aria-current');
    });
  }

  /** Opens the transcript before printing, or closes it afterwards. @param {boolean} open */
  print(open) {
    this.#transcript.open = open;
  }
}

/**
 * Makes a button that looks like a link.
 * @param {string} label
 * @param {() => void} onclick
 * @param {import('../figures/chassis/dom.js').Props} [props]
 */
const plain = (label, onclick, props) =>
  h('button', { type: 'button', class: 'pe-plain', onclick, ...props }, label);

/**
 * Makes a button that goes to the previous or the next caption.
 * @param {Acts} acts
 * @param {'back' | 'forward'} name
 * @param {number} by
 */
const stepButton = (acts, name, by) =>
  h(
    'button',
    {
      type: 'button',
      class: 'pe-icon',
      'aria-label': words[name],
      title: words[name],
      onclick: () => acts.step(by),
    },
    icon(ICONS[name]),
  );

/**
 * Makes the list of all captions. The time of each caption is a link to its moment.
 * @param {string[]} texts
 * @param {string} name the name of the tour in links
 */
function makeTranscript(texts, name) {
  const rows = script.map(({ title }, chapter) => {
    const said = captions.flatMap((caption, at) => (caption.chapter === chapter ? [at] : []));
    return [
      h('p', {}, h('b', {}, title)),
      h(
        'dl',
        {},
        said.flatMap((at) => {
          const { begins } = captions[at];
          const href = formatHash(new Map([[name, { t: String(begins) }]]));
          return [h('dt', {}, h('a', { href }, clock(begins))), h('dd', {}, texts[at])];
        }),
      ),
    ];
  });
  return h('details', { class: 'pe-transcript' }, h('summary', {}, words.transcript), rows.flat());
}
