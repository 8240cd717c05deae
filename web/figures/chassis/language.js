/**
 * Chooses the language of the texts of a figure. English is part of the figures. Every other
 * language is a pack of its own, which a page loads before the figures:
 * import 'posenc/languages/de'.
 *
 * A figure has the language of the nearest attribute `lang`: its own, or that of an element around
 * it. Before a figure writes or draws, `speak` makes this the current language. Then
 * `translated` finds the words. `speak` also notes the figure's level, because beginners see fewer
 * digits.
 */

/**
 * The words of one language. The keys are the names of the English modules.
 * @typedef {Record<string, Record<string, any>>} Pack
 */

/** The global object, in which the figures and the packs of a page keep what they share. */
const home = /** @type {Record<symbol, Shared>} */ (/** @type {unknown} */ (globalThis));

/**
 * @typedef {object} Shared
 * @property {Record<string, Pack>} packs all packs that the page has loaded, by language
 * @property {string} now the current language: that of the texts that are being written
 * @property {boolean} [brief] whether the texts that are being written are for beginners
 */
const shared = (home[Symbol.for('posenc.languages')] ??= { packs: {}, now: 'en' });

/** Returns the current language. */
export const languageNow = () => shared.now;

/** Returns whether the texts that are being written are for beginners. */
export const isBrief = () => shared.brief ?? false;

/**
 * Adds a pack, or a part of a pack. Figures that are built later can use its language.
 * @param {string} language the first part of the tag, such as 'de'
 * @param {Pack} pack
 */
export function addLanguage(language, pack) {
  shared.packs[language] = { ...shared.packs[language], ...pack };
}

/**
 * Returns what has been added for a language, or undefined. The name of the language is foreign: it
 * may be `constructor`, which every object has.
 * @param {string} language
 * @returns {Pack | undefined}
 */
export const packOf = (language) =>
  Object.hasOwn(shared.packs, language) ? shared.packs[language] : undefined;

/** Returns the first part of the tag of a language, which names its pack. @param {string} tag */
export const tagOf = (tag) => tag.toLowerCase().split('-')[0];

/**
 * Returns the language that the nearest attribute `lang` of an element names. Returns English if
 * this language has no pack.
 * @param {Element | null} element
 */
export function languageOf(element) {
  const nearest = element?.closest?.('[lang]');
  const root = nearest ? null : element?.getRootNode?.();
  // A figure may be in the shadow root of another element.
  if (root && 'host' in root) return languageOf(/** @type {ShadowRoot} */ (root).host);
  const language = tagOf(nearest?.getAttribute('lang') ?? 'en');
  return packOf(language) ? language : 'en';
}

/** Makes the language and level of an element current. @param {Element | null} element */
export function speak(element) {
  shared.now = languageOf(element);
  shared.brief = element?.getAttribute?.('level') === 'beginner';
}

/**
 * Runs a function that writes numbers with all their digits, for beginners too.
 * @template Result
 * @param {() => Result} write
 * @returns {Result}
 */
export function inFull(write) {
  const { brief } = shared;
  shared.brief = false;
  try {
    return write();
  } finally {
    shared.brief = brief;
  }
}

/** The events after which an element may write something. */
const EVENTS = ['click', 'input', 'change', 'keydown', 'pointerdown'];

/**
 * Makes the language of an element current at each event, before other listeners run.
 * @param {Element} element
 * @param {EventTarget} within where the events happen
 * @param {AddEventListenerOptions} [options]
 */
export function speakOnEvents(element, within, options) {
  for (const event of EVENTS)
    within.addEventListener(event, () => speak(element), { ...options, capture: true });
}

/** Whether a value is a list or a plain object, which contains words. @param {unknown} value */
const isGroup = (value) =>
  Array.isArray(value) || (!!value && Object.getPrototypeOf(value) === Object.prototype);

/**
 * Returns a view of words. A word is in the language that is current when the word is read.
 * @template {object} Words
 * @param {Words} english
 * @param {() => any} find returns the same words in that language, if its pack has them
 * @returns {Words}
 */
function view(english, find) {
  /** @type {Map<PropertyKey, unknown>} */
  const views = new Map();
  /** @param {PropertyKey} key @param {any} value */
  const inner = (key, value) => {
    const findInner = () => find()?.[key];
    if (typeof value !== 'function') return view(value, findInner);
    return (/** @type {unknown[]} */ ...given) => (findInner() ?? value)(...given);
  };
  return new Proxy(english, {
    get(own, key) {
      const value = Reflect.get(own, key);
      if (!Object.hasOwn(own, key)) return value;
      if (typeof value !== 'function' && !isGroup(value)) return find()?.[key] ?? value;
      if (!views.has(key)) views.set(key, inner(key, value));
      return views.get(key);
    },
  });
}

/**
 * Returns the words of a module. A word is in the language that is current when the word is read.
 * A word that the pack does not have is English. A caller may store a list, an object or a
 * function, but must read a text again each time.
 * @template {object} Words
 * @param {string} name the name of the module in packs
 * @param {Words} english
 */
/* @__NO_SIDE_EFFECTS__ */
export function translated(name, english) {
  return view(english, () => packOf(shared.now)?.[name]);
}
