/** In the element pe-editor, a teacher makes a lesson of texts and figures. */
import { h } from '../figures/chassis/dom.js';
import { languageOf, packOf, speak, speakOnEvents } from '../figures/chassis/language.js';
import { carriedScript } from '../figures/chassis/load-beside.js';
import { download } from '../figures/chassis/links.js';
import { BlockList } from './blocks.js';
import { TabDraft, allDrafts } from './drafts.js';
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
/** A lesson as text, and the id of its draft. @typedef {{text: string, id: string | null}} Step */

/** The base class. Node has no HTMLElement. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** What errors call a stored lesson. */
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

/** Whether a lesson has nothing that a teacher made. @param {Lesson | null} lesson */
const isEmpty = (lesson) => !lesson?.blocks.length && !lesson?.title;

/**
 * Reads a draft, or returns null. Another version of the editor may have written it.
 * @param {string} text
 */
function draftOf(text) {
  try {
    return readLesson(text, DRAFT);
  } catch {
    return null;
  }
}

/** The editor. Its attributes are `theme`, and `base`: the folder of the scripts. */
export class PeEditor extends Base {
  static observedAttributes = ['theme'];

  /** @type {Lesson} */
  #lesson = emptyLesson('en');
  /** The lesson before each step, the latest last. @type {Step[]} */
  #past = [];
  /** The lesson after the last step. @type {Step} */
  #now = { text: '', id: null };
  /** The box into which the teacher has typed since the last step. @type {EventTarget | null} */
  #typing = null;
  /** The box whose text the last step changed, or null. @type {EventTarget | null} */
  #typed = null;
  #ui = /** @type {Ui | null} */ (null);
  /** Removes all listeners when the element leaves the page. @type {AbortController | undefined} */
  #life;
  #timer = 0;
  #draft = new TabDraft();
  #isKept = true;

  connectedCallback() {
    this.#life = new AbortController();
    const { signal } = this.#life;
    addEventListener('pagehide', () => this.#keep(), { signal });
    addEventListener('storage', () => this.#follow(), { signal });
    addEventListener('beforeunload', (event) => this.#isKept || event.preventDefault(), { signal });
    if (this.#ui) return;
    speak(this);
    const root = this.attachShadow({ mode: 'open' });
    adoptEditorStyle(root);
    for (const name of EVENTS) root.addEventListener(name, (event) => event.stopPropagation());
    speakOnEvents(this, root);
    this.#lesson = this.#beginDraft();
    this.#now = { text: writeLesson(this.#lesson), id: this.#draft.id };
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

  /** Returns the lesson with which this tab begins. */
  #beginDraft() {
    const isRight = (/** @type {string} */ text) => !isEmpty(draftOf(text));
    const text = this.#draft.begin(isRight);
    const lesson = text === null ? null : draftOf(text);
    if (lesson) return lesson;
    const empty = emptyLesson(languageOf(this));
    this.#draft.leave(writeLesson(empty));
    return empty;
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
    const drafts = list([], '', (id) => this.#openDraft(id));
    const sheet = h('a', { class: 'pe-sheet', target: '_blank' }, words.sheet);
    const status = h('p', { class: 'pe-status', role: 'status' });
    const unkept = h('p', { class: 'pe-unkept', role: 'status' });
    const top = h(
      'div',
      { class: 'pe-top' },
      ...[row(words.title, title), row(figureWords.level, level), row(words.language, language)],
      row(words.drafts, drafts),
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
    const main = h('div', { class: 'pe-editor' }, top, acts, unkept, status, sides);
    const whole = h('div', { class: 'pe-root' }, main);
    const settings = { title, level, language, drafts };
    return { root: whole, list: blocks, result, ...settings, undo, sheet, unkept, status };
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
    const isLab = carriedScript('figures') !== undefined;
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
    this.#now.id = this.#draft.id;
    this.#listDrafts(this.#ui);
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

  /** Stores the draft in this browser, and tells the teacher as long as that fails. */
  #keep() {
    const wasKept = this.#isKept;
    this.#isKept = this.#draft.keep(writeLesson(this.#lesson)) || isEmpty(this.#lesson);
    if (this.#ui && wasKept !== this.#isKept)
      this.#ui.unkept.textContent = this.#isKept ? '' : words.unkept;
  }

  /** Lists the drafts of this browser, and chooses that of this tab. @param {Ui} ui */
  #listDrafts({ drafts }) {
    const time = new Intl.DateTimeFormat(languageOf(this), {
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const { id: own } = this.#draft;
    const known = allDrafts().flatMap(({ id, changed, text }) => {
      const lesson = draftOf(text);
      if (lesson && isEmpty(lesson)) return [];
      const title = lesson ? lesson.title.trim() || words.untitled : words.unreadable;
      const name = changed ? `${title}, ${time.format(changed)}` : title;
      return [h('option', { value: id, disabled: !lesson }, name)];
    });
    const isListed = known.some(({ value }) => value === own);
    const fresh = isListed ? [] : [h('option', { value: 'new' }, words.unstored)];
    drafts.replaceChildren(...fresh, ...known);
    drafts.value = isListed ? String(own) : 'new';
  }

  /** Opens another draft. Undo goes back to the lesson of before. @param {string} id */
  #openDraft(id) {
    this.#sync();
    const lesson = id !== 'new' && this.#isKept ? draftOf(this.#draft.open(id) ?? '') : null;
    if (!lesson) return;
    this.#show(lesson);
    this.#say(words.draftOpened);
  }

  /**
   * Shows what another tab has made of the same draft, unless this tab has changed it, too. Then
   * the next change of this tab begins a draft of its own.
   */
  #follow() {
    if (!this.#ui) return;
    const text = this.#draft.changedElsewhere();
    const lesson = text === null ? null : draftOf(text);
    if (lesson && !this.#draft.isChanged(writeLesson(this.#lesson))) {
      this.#draft.follow();
      this.#show(lesson);
      this.#say(words.followed);
    } else this.#listDrafts(this.#ui);
  }

  /** Records a step that Undo takes back. Consecutive changes of one box are one step. */
  #note() {
    const text = writeLesson(this.#lesson);
    const typing = this.#typing;
    this.#typing = null;
    if (text === this.#now.text) return;
    const goesOn = typing !== null && typing === this.#typed;
    if (!goesOn) this.#past = [...this.#past, this.#now].slice(-MOST_STEPS);
    this.#typed = typing;
    this.#now = { text, id: this.#draft.id };
  }

  #undo() {
    this.#sync();
    const step = this.#past.pop();
    if (!step || !this.#ui) return;
    const lesson = readLesson(step.text, DRAFT);
    // Parts that do not change keep their figures.
    const same = new Map(this.#lesson.blocks.map((block) => [JSON.stringify(block), block]));
    lesson.blocks = lesson.blocks.map((block) => {
      const key = JSON.stringify(block);
      const kept = same.get(key) ?? block;
      same.delete(key);
      return kept;
    });
    this.#lesson = lesson;
    this.#draft.goBack(step);
    this.#now = step;
    this.#typed = null;
    this.#ui.list.goBack(lesson);
    this.#say(words.undone);
    this.#sync();
  }

  /** Shows another lesson. @param {Lesson} lesson */
  #show(lesson) {
    this.#lesson = lesson;
    this.#showAll();
    this.#speakLesson();
  }

  /**
   * Begins another draft with a lesson. If the browser keeps no drafts, Undo is the way back.
   * @param {Lesson} lesson
   */
  #replace(lesson) {
    this.#sync();
    this.#draft.leave(writeLesson(emptyLesson(lesson.lang)));
    this.#show(lesson);
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
