/** Defines the element pe-doctor, which says what is wrong with positions in a reader's files. */
import { golden } from '../doctor/index.js';
import { openFile } from '../files/index.js';
import { sinusoidal } from '../index.js';
import { h, isTouch, media } from '../figures/chassis/dom.js';
import { speak } from '../figures/chassis/language.js';
import { download } from '../figures/chassis/links.js';
import { loadKernels } from '../figures/chassis/load-kernels.js';
import { whenNear } from '../figures/chassis/near.js';
import { readTheme } from '../figures/chassis/pen.js';
import { translatedPhrase } from '../figures/chassis/phrases.js';
import { makeCard } from './card.js';
import { examine, sentenceOf } from './examine.js';
import { exampleFiles } from './example.js';
import { drawHeat } from './heat.js';
import { adoptCheckupStyle } from './style.js';
import { words } from './words.js';

/** @typedef {import('../files/open.js').OpenedFile} OpenedFile */
/** @typedef {import('./examine.js').Report} Report */

/** The base class. Node has no HTMLElement. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** At most this many files are kept. The files that were given first are forgotten first. */
const MOST_FILES = 16;

/** The element pe-doctor: it takes files, and shows a card for each report. */
export class PeDoctor extends Base {
  static observedAttributes = ['theme'];

  /** The files that the reader gave, by name. @type {Map<string, File>} */
  #files = new Map();
  /** The tensors that the reader chose, by the names of their files. @type {Map<string, string>} */
  #chosen = new Map();
  /** The other tensors of chosen pairs, by the names of their files. @type {Map<string, string>} */
  #partners = new Map();
  #isExchanged = false;
  /** The positions that the reader gave, by the names of arrays. @type {Map<string, string>} */
  #positions = new Map();
  /** The heat maps on the screen. @type {{canvas: HTMLCanvasElement, heat: Report['heat']}[]} */
  #maps = [];
  #ui = /** @type {ReturnType<PeDoctor['makeUi']> | null} */ (null);
  /** How often files were examined. Only the last examination is shown. */
  #run = 0;
  /** Removes all listeners when the element leaves the page. @type {AbortController | undefined} */
  #life;

  connectedCallback() {
    // The content that the page put inside the tag is visible until the element is built.
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (!root.childElementCount) root.append(h('slot'));
    this.#life = new AbortController();
    const { signal } = this.#life;
    media('(prefers-color-scheme: dark)').addEventListener('change', () => this.#paint(), {
      signal,
    });
    signal.addEventListener(
      'abort',
      whenNear(this, () => this.#build()),
    );
  }

  disconnectedCallback() {
    this.#life?.abort();
  }

  attributeChangedCallback() {
    this.#paint();
  }

  /**
   * Adds files to those that were given before, and examines all of them.
   * @param {Iterable<File>} files
   */
  async check(files) {
    this.#build();
    for (const file of files) {
      this.#files.delete(file.name);
      this.#files.set(file.name, file);
    }
    const names = [...this.#files.keys()];
    for (const name of names.slice(0, -MOST_FILES)) this.#files.delete(name);
    await this.#examine();
  }

  /** Forgets all files. */
  clear() {
    this.#forget();
    this.#run++;
    this.#show([], '');
  }

  #forget() {
    this.#files.clear();
    this.#chosen.clear();
    this.#partners.clear();
    this.#positions.clear();
    this.#isExchanged = false;
  }

  #build() {
    if (this.#ui) return;
    speak(this);
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    this.#ui = this.makeUi();
    adoptCheckupStyle(root);
    root.replaceChildren(...root.querySelectorAll('style'), this.#ui.root);
    this.#listen(this.#ui.root);
  }

  /** @private */
  makeUi() {
    const onchange = () => this.#give(input.files ?? []).then(() => (input.value = ''));
    const input = h('input', { type: 'file', multiple: true, hidden: true, onchange });
    const title = h('b', {}, isTouch() ? words.pick : words.drop);
    const kinds = h('span', { class: 'pe-quiet' }, words.kinds);
    const choose = { type: 'button', class: 'pe-drop', onclick: () => input.click() };
    const drop = h('button', choose, title, kinds);
    const text = h('textarea', { rows: 6, spellcheck: 'false', 'aria-label': words.paste });
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', onclick }, label);
    const paste = h(
      'details',
      { class: 'pe-paste' },
      h('summary', {}, words.paste),
      text,
      button(words.check, () => this.#paste(text.value)),
    );
    const again = button(words.again, () => this.#startAgain());
    again.hidden = true;
    const acts = h(
      'div',
      { class: 'pe-row' },
      button(words.example, () => this.#example()),
      again,
    );
    const status = h('p', { role: 'status' });
    const cards = h('div', { class: 'pe-cards' });
    const probe = h('span', { class: 'pe-probe', 'aria-hidden': 'true' });
    const safe = h('p', { class: 'pe-quiet' }, words.private);
    const main = h('div', { class: 'pe-checkup' }, drop, input, acts, paste, safe, status, cards);
    return { root: h('div', { class: 'pe-root' }, probe, main), drop, again, status, cards, probe };
  }

  /** @param {HTMLElement} root */
  #listen(root) {
    const over = (/** @type {boolean} */ isOver) => (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      root.classList.toggle('pe-over', isOver);
    };
    root.addEventListener('dragover', over(true));
    root.addEventListener('dragleave', over(false));
    root.addEventListener('drop', (event) => {
      over(false)(event);
      this.#give(event.dataTransfer?.files ?? []);
    });
    root.addEventListener('paste', (event) => {
      const { target, clipboardData } = event;
      if (clipboardData?.files.length) this.#give(clipboardData.files);
      else if (!(target instanceof HTMLTextAreaElement))
        this.#paste(clipboardData?.getData('text') ?? '');
      else return;
      event.preventDefault();
    });
  }

  /** @param {Iterable<File>} files */
  async #give(files) {
    const list = [...files];
    if (list.length) await this.check(list);
  }

  /** @param {string} text */
  #paste(text) {
    if (text.trim()) this.#give([new File([text], words.pastedName)]);
  }

  async #example() {
    this.#forget();
    await this.#prepare();
    await this.check(exampleFiles());
  }

  #startAgain() {
    this.clear();
    this.#ui?.drop.focus();
  }

  /** Loads the scalar kernels if this browser cannot run the kernels with SIMD. */
  async #prepare() {
    try {
      sinusoidal(1, 2);
    } catch {
      await loadKernels();
    }
  }

  /** Opens and examines all files. */
  async #examine() {
    const run = ++this.#run;
    this.#say(words.working);
    // During this pause, the browser shows the text.
    await new Promise((done) => setTimeout(done));
    try {
      await this.#prepare();
      const { opened, refused } = await this.#open();
      const choices = {
        chosen: this.#chosen,
        partners: this.#partners,
        isExchanged: this.#isExchanged,
        positions: this.#positions,
      };
      const examined = await examine(opened, choices);
      const reports = [...refused, ...examined];
      if (run !== this.#run) return;
      const done = opened.length ? words.done(opened.length, countsOf(examined)) : words.nothing;
      const error = reports.find(({ positions }) => positions?.error)?.positions?.error;
      this.#show(reports, error ? translatedPhrase(error) : done);
    } catch (error) {
      if (run === this.#run) this.#show([], words.cannotRun(error));
    }
  }

  /** Opens the files. For each file that cannot be opened, a report of one sentence says why. */
  async #open() {
    /** @type {OpenedFile[]} */
    const opened = [];
    /** @type {Report[]} */
    const refused = [];
    const beside = (/** @type {string} */ name) => this.#files.get(name);
    for (const [name, file] of this.#files) {
      try {
        opened.push(await openFile(file, name, beside));
      } catch (error) {
        refused.push({ title: words.refused(name), verdict: 'unsure', says: [sentenceOf(error)] });
      }
    }
    return { opened, refused };
  }

  /** @param {string} text */
  #say(text) {
    if (this.#ui) this.#ui.status.textContent = text;
  }

  /**
   * @param {Report[]} reports
   * @param {string} said
   */
  #show(reports, said) {
    if (!this.#ui) return;
    const acts = {
      choose: (
        /** @type {string} */ file,
        /** @type {string} */ tensor,
        /** @type {string | undefined} */ partner,
      ) => {
        this.#chosen.set(file, tensor);
        if (partner === undefined) this.#partners.delete(file);
        else this.#partners.set(file, partner);
        this.#examine();
      },
      place: (/** @type {string} */ of, /** @type {string} */ text) => this.#place(of, text),
      exchange: () => {
        this.#isExchanged = !this.#isExchanged;
        this.#examine();
      },
      save: (/** @type {object} */ model) => this.#save(model),
      say: (/** @type {string} */ text) => this.#say(text),
    };
    const cards = reports.map((report) => makeCard(report, acts, this));
    this.#ui.cards.replaceChildren(...cards);
    this.#ui.again.hidden = !reports.length;
    this.#maps = reports.flatMap(({ heat }, at) => {
      const canvas = heat && cards[at].querySelector('canvas');
      return canvas ? [{ canvas, heat }] : [];
    });
    this.#paint();
    this.#say(said);
  }

  /**
   * Examines an array again at the positions that the reader typed, and focuses the field again.
   * @param {string} of
   * @param {string} text
   */
  async #place(of, text) {
    this.#positions.set(of, text.trim());
    await this.#examine();
    const inputs = [...(this.#ui?.cards.querySelectorAll('input') ?? [])];
    inputs.find(({ dataset }) => dataset.of === of)?.focus();
  }

  /** Draws the heat maps in the colours of the theme. */
  #paint() {
    if (!this.#ui || !this.#maps.length) return;
    const { mode } = readTheme(this.#ui.probe);
    for (const { canvas, heat } of this.#maps) if (heat) drawHeat(canvas, heat, mode);
  }

  /** Downloads test vectors of a model as golden.json. @param {object} model */
  #save(model) {
    try {
      const text = JSON.stringify(golden(model));
      download(new Blob([text], { type: 'application/json' }), 'golden.json');
      this.#say(words.goldenDone);
    } catch (error) {
      this.#say(translatedPhrase(sentenceOf(error)));
    }
  }
}

/** Counts reports, and tensors that were not checked. @param {Report[]} reports */
function countsOf(reports) {
  const count = (/** @type {(report: Report) => boolean | undefined} */ test) =>
    reports.filter(test).length;
  return {
    wrong: count(({ verdict }) => verdict === 'wrong'),
    unsure: count(({ verdict }) => verdict === 'unsure'),
    checked: count(
      ({ verdict, isModel, unchecked }) =>
        verdict !== 'unchecked' && !isModel && !(verdict === 'none' && unchecked),
    ),
    unchecked: reports.reduce((sum, report) => sum + (report.unchecked ?? 0), 0),
  };
}
