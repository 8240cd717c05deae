/**
 * Keeps the drafts of lessons in this browser. Each lesson is a draft of its own, in a key of its
 * own: the time of the last change, a line end, and the lesson as text. So the tabs of a browser do
 * not write over each other's lessons. The last MOST drafts are kept.
 *
 * A tab writes only what it has changed since it read or wrote its draft. If another tab has changed
 * the same draft meanwhile, what this tab changes becomes a new draft, and both are kept.
 */
import { store } from '../figures/chassis/store.js';

/**
 * The first part of the keys. The lab can delete all keys that begin with posenc-. It must not
 * delete these keys, because drafts are the teacher's work. The key that has only this part is that
 * of earlier versions, which kept one draft, without a time. Such versions may still read it, so
 * its text never changes here.
 */
const PREFIX = 'pe-lesson';

/** So many drafts are kept. */
export const MOST = 10;

/** A stored lesson: the end of its key, and the time of its last change, 0 if that is not known. */
/** @typedef {{id: string, changed: number, text: string}} Draft */

/** @param {string} id */
const keyOf = (id) => (id ? `${PREFIX}-${id}` : PREFIX);

/** Reads a draft, or returns null if it is not there. @param {string} id @returns {Draft | null} */
function read(id) {
  const stored = store.get(keyOf(id));
  if (stored === null) return null;
  const end = stored.indexOf('\n');
  // JSON on one line contains no line end, so only a time comes before it.
  const changed = end < 0 ? 0 : Number(stored.slice(0, end));
  return { id, changed, text: stored.slice(end + 1) };
}

/** Returns the id of a draft, or undefined if this is the key of something else. @param {string} key */
function idOf(key) {
  const found = /^pe-lesson(?:-(\w+))?$/.exec(key);
  return found ? (found[1] ?? '') : undefined;
}

/** Returns the drafts of this browser, the latest first. @returns {Draft[]} */
export function allDrafts() {
  const ids = store.keys().flatMap((key) => idOf(key) ?? []);
  const drafts = ids.flatMap((id) => read(id) ?? []);
  return drafts.sort((one, other) => other.changed - one.changed);
}

/** Returns an id that no other tab has. */
const newId = () => Date.now().toString(36) + crypto.getRandomValues(new Uint32Array(2)).join('');

/** The draft of one tab. */
export class TabDraft {
  /** The id of the draft; null before the lesson is stored. @type {string | null} */
  #id = null;
  /** The lesson as this tab last read or wrote it. */
  #known = '';

  get id() {
    return this.#id;
  }

  /**
   * Returns the lesson with which this tab begins: its own after a reload, and otherwise the latest
   * of the browser. Returns null if there is none.
   * @param {(text: string) => boolean} isRight whether a text can be read and says something
   * @returns {string | null}
   */
  begin(isRight) {
    const own = store.tab.get(PREFIX);
    // The teacher of this tab began a new lesson, and has not changed it yet.
    if (own === '') return null;
    const mine = own === null ? null : read(own);
    const found = [...(mine ? [mine] : []), ...allDrafts()].find(({ text }) => isRight(text));
    return found ? this.#take(found) : null;
  }

  /** Takes a draft as the one that this tab changes. @param {Draft} draft */
  #take({ id, text }) {
    this.#id = id;
    this.#known = text;
    store.tab.set(PREFIX, id);
    return text;
  }

  /** Takes a draft by its id, and returns its lesson. @param {string} id @returns {string | null} */
  open(id) {
    const found = read(id);
    return found && this.#take(found);
  }

  /**
   * Goes back to an earlier lesson of this tab. If its draft has changed, it becomes a new one.
   * @param {{id: string | null, text: string}} step
   */
  goBack({ id, text }) {
    if (id === this.#id) return;
    const found = id === null ? null : read(id);
    if (found?.text === text) this.#take(found);
    else this.leave('');
  }

  /**
   * Begins another draft. It is stored as soon as it differs from `text`.
   * @param {string} text
   */
  leave(text) {
    this.#id = null;
    this.#known = text;
    store.tab.set(PREFIX, '');
  }

  /**
   * Returns what another tab has made of this draft, or null if no tab has changed it.
   * @returns {string | null}
   */
  changedElsewhere() {
    const found = this.#id === null ? null : read(this.#id);
    return found && found.text !== this.#known ? found.text : null;
  }

  /** Takes over what another tab has made of this draft. */
  follow() {
    const found = this.#id === null ? null : read(this.#id);
    if (found) this.#known = found.text;
  }

  /** Whether a lesson is not what this tab last read or wrote. @param {string} text */
  isChanged(text) {
    return text !== this.#known;
  }

  /**
   * Stores the lesson, if this tab has changed it. Returns whether it is stored.
   * @param {string} text
   */
  keep(text) {
    if (!this.isChanged(text)) return true;
    const isMine = this.#id && read(this.#id)?.text === this.#known;
    const id = isMine ? /** @type {string} */ (this.#id) : newId();
    const value = `${Date.now()}\n${text}`;
    store.set(keyOf(id), value);
    if (store.get(keyOf(id)) !== value) return false;
    this.#take({ id, changed: 0, text });
    for (const { id: old } of allDrafts().slice(MOST)) store.remove(keyOf(old));
    return true;
  }
}
