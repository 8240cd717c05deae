/** In the element pe-editor, a teacher makes a lesson of texts and figures. */
import { h } from '../figures/chassis/dom.js';
import { languageOf, packOf, speak, speakOnEvents } from '../figures/chassis/language.js';
import { download } from '../figures/chassis/links.js';
import { store } from '../figures/chassis/store.js';
import { BlockList } from './blocks.js';
import { loadLanguage, readPage, writePage } from './file.js';
import { button, list, row, textInput } from './form.js';
import { LEVELS, emptyLesson, readLesson, withoutQuestion, writeLesson } from './lesson.js';
import { Result } from './result.js';
import { sheetAddress } from './sheet.js';
import { writePackage } from './scorm-package.js';
import { writeSlides } from './slides.js';
import { adoptEditorStyle } from './style.js';
import { figureWords, words } from './words.js';

/** @typedef {import('./file.js').Contents} Contents */
/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {ReturnType<PeEditor['makeUi']>} Ui */

/** The base class. Node has no HTMLElement. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * The key of the stored draft. The lab can delete all keys that begin with posenc-. It must not
 * delete this key, because the draft is the teacher's work.
 */
const DRAFT = 'pe-lesson';

/** The languages in which a lesson can be, by their tags. @type {[tag: string, name: string][]} */
const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['zh', '中文'],
];

/** The result shows a change after this many milliseconds, even if the teacher keeps typing. */
const PAUSE_MS = 150;

/** At most this many steps can be undone. */
const MOST_STEPS = 200;

/** Events of the editor's figures. They do not reach the page, because no reader causes them. */
const EVENTS = ['pe-ready', 'pe-change', 'pe-answer', 'pe-reveal'];

/** The editor. Its attributes are `theme`, and `base`: the folder of the scripts. */
export class PeEditor extends Base {
  static observedAttributes = ['theme'];

  /** @type {Lesson} */
  #lesson = emptyLesson('en');
  /** The lesson as text before each step, the latest last. @type {string[]} */
  #past = [];
  /** The lesson as text after the last step. */
  #now = '';
  /** The box into which the teacher has typed since the last step. @type {EventTarget | null} */
  #typing = null;
  /** The box whose text the last step changed, or null. @type {EventTarget | null} */
  #typed = null;
  #ui = /** @type {Ui | null} */ (null);
  /** Removes all listeners when the element leaves the page. @type {AbortController | undefined} */
  #life;
  #timer = 0;
  #isKept = true;

  connectedCallback() {
    this.#life = new AbortController();
    const { signal } = this.#life;
    addEventListener('pagehide', () => this.#keep(), { signal });
    addEventListener('beforeunload', (event) => this.#isKept || event.preventDefault(), { signal });
    if (this.#ui) return;
    speak(this);
    const root = this.attachShadow({ mode: 'open' });
    adoptEditorStyle(root);
    for (const name of EVENTS) root.addEventListener(name, (event) => event.stopPropagation());
    speakOnEvents(this, root);
    this.#lesson = this.#readDraft() ?? emptyLesson(languageOf(this));
    this.#now = writeLesson(this.#lesson);
    root.addEventListener('input', ({ target }) => {
      this.#typing = /** @type {Element} */ (target).matches('textarea, [type=text]')
        ? target
        : null;
    });
    this.#ui = this.makeUi(root);
    root.append(this.#ui.root);
    this.#showAll();
    this.#speakLesson();
  }

  disconnectedCallback() {
    this.#keep();
    this.#life?.abort();
  }

  attributeChangedCallback() {
    const theme = this.getAttribute('theme') ?? '';
    this.#ui?.result.setTheme(theme);
    if (this.#ui) this.#ui.list.theme = theme;
  }

  /** The folder of the scripts and of embed.html. */
  get #base() {
    return new URL(this.getAttribute('base') ?? '.', document.baseURI).href;
  }

  /** @returns {Lesson | null} */
  #readDraft() {
    try {
      return readLesson(store.get(DRAFT) ?? '', DRAFT);
    } catch {
      return null;
    }
  }

  /** @private @param {ShadowRoot} root */
  makeUi(root) {
    const result = new Result();
    result.theme = this.getAttribute('theme') ?? '';
    const blocks = new BlockList(root, {
      ...{ result, theme: result.theme, base: this.hasAttribute('base') ? this.#base : '' },
      lab: this.#labAddress(),
      changed: () => this.#plan(),
      done: () => this.#sync(),
      say: (text) => this.#say(text),
    });
    const setTitle = (/** @type {string} */ text) => {
      this.#lesson.title = text;
      this.#plan();
    };
    const title = textInput('', setTitle, { maxlength: 200 });
    const { level, language } = this.#makeSettings();
    const onchange = () => this.#open(input.files?.[0]).then(() => (input.value = ''));
    const input = h('input', { type: 'file', accept: '.html,.zip', hidden: true, onchange });
    const undo = button(words.undo, () => this.#undo());
    const sheet = h('a', { class: 'pe-sheet', target: '_blank' }, words.sheet);
    const status = h('p', { class: 'pe-status', role: 'status' });
    const top = h(
      'div',
      { class: 'pe-top' },
      ...[row(words.title, title), row(figureWords.level, level), row(words.language, language)],
    );
    const acts = h(
      'div',
      { class: 'pe-top' },
      ...[undo, button(words.empty, () => this.#empty())],
      ...[button(words.open, () => input.click()), input, sheet],
      ...[button(words.saveSlides, () => this.#saveSlides())],
      ...[button(words.savePackage, () => this.#savePackage())],
      button(words.save(`${words.file}.html`), () => this.#savePage(), { class: 'pe-strong' }),
    );
    const named = (/** @type {string} */ text) => h('h2', { class: 'pe-side-title' }, text);
    const edit = h('section', { class: 'pe-edit' }, named(words.parts), blocks.element);
    edit.setAttribute('aria-label', words.parts);
    const seen = h('section', { class: 'pe-seen' }, named(words.result), result.element);
    seen.setAttribute('aria-label', words.result);
    const sides = h('div', { class: 'pe-sides' }, edit, seen);
    const main = h('div', { class: 'pe-editor' }, top, acts, status, sides);
    const whole = h('div', { class: 'pe-root' }, main);
    return { root: whole, list: blocks, result, title, level, language, undo, sheet, status };
  }

  /** Makes the lists that set the level of all figures, and the language of the lesson. */
  #makeSettings() {
    const levels = LEVELS.map((each) => /** @type {const} */ ([each, figureWords.levels[each]]));
    const setLevel = (/** @type {string} */ value) => {
      this.#lesson.level = value;
      for (const block of this.#lesson.blocks) if (block.kind === 'figure') block.level = value;
      this.#say(value === LEVELS[0] ? '' : figureWords.levelHint);
      this.#ui?.list.goBack(this.#lesson);
      this.#sync();
    };
    const setLanguage = (/** @type {string} */ value) => {
      this.#lesson.lang = value;
      this.#sync();
      this.#speakLesson();
    };
    const level = list(levels, this.#lesson.level, setLevel);
    return { level, language: list(LANGUAGES, this.#lesson.lang, setLanguage) };
  }

  /** Loads the texts in the lesson's language, if the page does not have them, and shows them. */
  async #speakLesson() {
    const { lang } = this.#lesson;
    try {
      if (lang !== 'en' && !packOf(lang)) await loadLanguage(lang, this.#base);
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message);
    }
    speak(this);
    this.#ui?.list.goBack(this.#lesson);
    this.#sync();
  }

  /** The address of the lab: this page, or a file beside it. */
  #labAddress() {
    const isLab = document.getElementById('posenc-figures') !== null;
    return isLab ? location.href.split('#')[0] : new URL('posenc-lab.html', this.#base).href;
  }

  /** @param {string} text */
  #say(text) {
    if (this.#ui) this.#ui.status.textContent = text;
  }

  /** Shows the lesson in the list of parts and in the result. */
  #showAll() {
    if (!this.#ui) return;
    this.#ui.list.show(this.#lesson);
    this.#sync();
  }

  /** Shows the settings of the lesson. @param {Ui} ui */
  #showSettings({ title, level, language }) {
    if (title.value !== this.#lesson.title) title.value = this.#lesson.title;
    level.value = this.#lesson.level;
    language.value = this.#lesson.lang;
  }

  /** Updates the result, and stores the draft. */
  #sync() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.#ui) return;
    speak(this);
    this.#showSettings(this.#ui);
    this.#ui.result.show(this.#lesson);
    // The figures in the result may have changed the current language.
    speak(this);
    this.#ui.list.sync();
    this.#note();
    this.#ui.undo.setAttribute('aria-disabled', String(!this.#past.length));
    this.#linkSheet(this.#ui);
    this.#keep();
  }

  /**
   * Updates the link to the worksheets of the lesson. They leave out questions that have a fault.
   * @param {Ui} ui
   */
  #linkSheet({ result, sheet }) {
    const blocks = this.#lesson.blocks.map((block) =>
      result.problemOf(block) ? withoutQuestion(block) : block,
    );
    const address = sheetAddress(this.#labAddress(), { ...this.#lesson, blocks });
    sheet.href = address;
    sheet.hidden = !address;
  }

  /** Updates the result soon. */
  #plan() {
    this.#timer ||= setTimeout(() => this.#sync(), PAUSE_MS);
  }

  /** Stores the draft in this browser, and tells the teacher if that fails. */
  #keep() {
    const text = writeLesson(this.#lesson);
    store.set(DRAFT, text);
    const wasKept = this.#isKept;
    this.#isKept = store.get(DRAFT) === text || !this.#lesson.blocks.length;
    if (wasKept && !this.#isKept) this.#say(words.unkept);
  }

  /** Records a step that Undo takes back. Consecutive changes of one box are one step. */
  #note() {
    const text = writeLesson(this.#lesson);
    const typing = this.#typing;
    this.#typing = null;
    if (text === this.#now) return;
    const goesOn = typing !== null && typing === this.#typed;
    if (!goesOn) this.#past = [...this.#past, this.#now].slice(-MOST_STEPS);
    this.#typed = typing;
    this.#now = text;
  }

  #undo() {
    this.#sync();
    const text = this.#past.pop();
    if (text === undefined || !this.#ui) return;
    const lesson = readLesson(text, DRAFT);
    // Parts that do not change keep their figures.
    const same = new Map(this.#lesson.blocks.map((block) => [JSON.stringify(block), block]));
    lesson.blocks = lesson.blocks.map((block) => {
      const key = JSON.stringify(block);
      const kept = same.get(key) ?? block;
      same.delete(key);
      return kept;
    });
    this.#lesson = lesson;
    this.#now = text;
    this.#typed = null;
    this.#ui.list.goBack(lesson);
    this.#say(words.undone);
    this.#sync();
  }

  /** Shows another lesson. @param {Lesson} lesson */
  #replace(lesson) {
    this.#sync();
    this.#lesson = lesson;
    this.#showAll();
    this.#speakLesson();
  }

  #empty() {
    this.#replace(emptyLesson(languageOf(this)));
    this.#say(words.emptied);
    this.#ui?.title.focus();
  }

  /** @param {File | undefined} file */
  async #open(file) {
    if (!file) return;
    try {
      const lesson = await readPage(file);
      speak(this);
      this.#replace(lesson);
      this.#say(words.opened(file.name));
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message);
    }
  }

  /**
   * Writes the lesson into a file, and says so.
   * @param {string} name
   * @param {(name: string) => string} saved says that the file is saved
   * @param {(lesson: Lesson, contents: Required<Contents>) => Promise<Blob>} write
   */
  async #save(name, saved, write) {
    this.#sync();
    this.#say(words.saving);
    const { blocks } = this.#lesson;
    const result = this.#ui?.result;
    try {
      const problems = blocks.map((block) => result?.problemOf(block) ?? null);
      const asked = blocks.map((block, at) => (problems[at] ? withoutQuestion(block) : block));
      const questions = result?.questionsOf(blocks) ?? [];
      const blob = await write(this.#lesson, { blocks: asked, questions });
      const isSaved = download(blob, name);
      speak(this);
      const at = problems.findIndex((problem) => problem !== null);
      if (at >= 0) this.#say(words.savedWith(at + 1, problems[at] ?? ''));
      else this.#say(isSaved ? saved(name) : words.maybeSaved(name));
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message);
    }
  }

  #savePage() {
    return this.#save(`${words.file}.html`, words.saved, async (lesson, contents) => {
      const page = await writePage(lesson, this.#base, contents);
      return new Blob([page], { type: 'text/html' });
    });
  }

  #saveSlides() {
    return this.#save(`${words.slides}.html`, words.savedSlides, async (lesson, contents) => {
      const deck = await writeSlides(lesson, this.#base, contents);
      return new Blob([deck], { type: 'text/html' });
    });
  }

  #savePackage() {
    return this.#save(`${words.file}.zip`, words.savedPackage, (lesson, contents) =>
      writePackage(lesson, this.#base, contents),
    );
  }
}
