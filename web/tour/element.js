/** The element pe-tour shows several figures, one after the other, in a tour of one minute. */
import { h, media } from '../figures/chassis/dom.js';
import { copy, linkName, writeEntry } from '../figures/chassis/links.js';
import { speak, speakOnEvents } from '../figures/chassis/language.js';
import { loadKernels } from '../figures/chassis/load-kernels.js';
import { whenNear } from '../figures/chassis/near.js';
import { parseHash } from '../figures/chassis/state.js';
import { footWords } from '../figures/chassis/words.js';
import { Narrator } from './narrator.js';
import { Player } from './player.js';
import { Screen } from './screen.js';
import { adoptTourStyle } from './style.js';
import { LENGTH, captionAt, captionText, captions, momentAt, vtt } from './timeline.js';
import { tourWords as words } from './words.js';

/** The base class. Node has no HTMLElement. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** The tour advances by at most this many seconds in one frame, also after a long delay. */
const LONGEST_FRAME = 0.1;

/** The left and right arrow keys move by this many seconds. */
const KEY_STEP = 1;

/** The next figure is prepared after this time, even if the browser is busy. */
const LONGEST_WAIT_MS = 1000;

// Safari has no requestIdleCallback.
const whenResting =
  globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 30));

/** The tour. Its attributes are those of `static observedAttributes`. */
export class PeTour extends Base {
  static observedAttributes = ['t', 'theme'];

  /** @type {Screen | null} */
  #screen = null;
  /** @type {Player | null} */
  #player = null;
  #narrator = new Narrator();
  /** The captions with their numbers. @type {string[]} */
  #texts = [];
  #t = 0;
  #playing = false;
  /** Whether the reader has changed the figure, which then no longer shows this moment. */
  #taken = false;
  /** The index of the caption that was shown last. */
  #said = -1;
  /** The time of the last frame, in milliseconds; 0 before the first frame. */
  #last = 0;
  #frame = 0;
  /** Removes all listeners when the tour leaves the page. @type {AbortController | undefined} */
  #life;

  /** The present moment of the tour, in seconds. */
  get t() {
    return this.#t;
  }
  set t(t) {
    this.#t = Math.min(Math.max(Number(t) || 0, 0), LENGTH);
    this.#show();
  }

  get playing() {
    return this.#playing;
  }

  /** The captions as WebVTT, for a recording of the tour, in the language of the element. */
  get vtt() {
    speak(this);
    return vtt();
  }

  /** Whether the reader prefers reduced motion. Then the tour goes from caption to caption. */
  get #still() {
    return media('(prefers-reduced-motion: reduce)').matches;
  }

  connectedCallback() {
    // Readers see the content that the page put inside the tag until the tour runs.
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    if (!root.childElementCount) root.append(h('slot'));
    this.#life = new AbortController();
    this.#listen(this.#life.signal);
    speakOnEvents(this, root, { signal: this.#life.signal });
    this.#followAddress();
    this.#watch(this.#life.signal);
  }

  disconnectedCallback() {
    this.pause();
    this.#life?.abort();
  }

  /** @param {string} name @param {string | null} _before @param {string | null} value */
  attributeChangedCallback(name, _before, value) {
    if (name === 't') this.t = Number(value);
    else if (this.#screen) this.#screen.theme = value;
  }

  /** Plays from the present moment, or from the start after the end. */
  play() {
    if (this.#playing || this.#still) return;
    this.#playing = true;
    this.#last = 0;
    if (this.#t >= LENGTH) this.#t = 0;
    this.#said = -1;
    this.#show();
    if (this.#player) this.#frame = requestAnimationFrame(this.#onFrame);
  }

  pause() {
    cancelAnimationFrame(this.#frame);
    if (!this.#playing) return;
    this.#playing = false;
    this.#narrator.stop();
    this.#sync();
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    globalThis.addEventListener('hashchange', () => this.#followAddress(), { signal });
    globalThis.addEventListener('beforeprint', () => this.#player?.print(true), { signal });
    globalThis.addEventListener('afterprint', () => this.#player?.print(false), { signal });
    this.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    const motion = media('(prefers-reduced-motion: reduce)');
    motion.addEventListener('change', () => this.#onMotion(), { signal });
  }

  #onMotion() {
    this.pause();
    this.#show();
  }

  /**
   * Builds the tour when it comes near the screen, and pauses it when it leaves the screen.
   * @param {AbortSignal} signal
   */
  #watch(signal) {
    signal.addEventListener(
      'abort',
      whenNear(this, () => this.#start()),
    );
    if (!globalThis.IntersectionObserver || !globalThis.ResizeObserver) return;
    const sight = new IntersectionObserver((entries) => {
      if (!entries[entries.length - 1].isIntersecting) this.pause();
    });
    const size = new ResizeObserver(() => this.#screen?.measure());
    for (const observer of [sight, size]) {
      observer.observe(this);
      signal.addEventListener('abort', () => observer.disconnect());
    }
  }

  /** Builds the tour. If the kernels cannot run, loads them in another way, and tries again. */
  async #start() {
    if (this.#player) return;
    try {
      this.#build();
    } catch {
      try {
        await loadKernels();
        this.#build();
      } catch (error) {
        this.shadowRoot?.append(
          h('p', { class: 'pe-error', role: 'alert' }, words.cannotRun(error)),
        );
      }
    }
  }

  #build() {
    speak(this);
    this.#texts = captions.map(captionText);
    const screen = new Screen(() => this.#onTouch());
    screen.theme = this.getAttribute('theme');
    const acts = {
      main: () => this.#onMain(),
      step: (/** @type {number} */ by) => this.#step(by),
      scrub: (/** @type {number} */ t) => this.#scrub(t),
      seek: (/** @type {number} */ t) => (this.t = t),
      narrate: (/** @type {boolean} */ on) => this.#narrate(on),
      link: () => this.#link(),
    };
    const content = { texts: this.#texts, name: linkName(this), speaks: Narrator.possible };
    const player = new Player(screen.element, acts, content);
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    adoptTourStyle(root);
    root.replaceChildren(h('div', { class: 'pe-root' }, player.element));
    this.#screen = screen;
    this.#player = player;
    screen.measure();
    this.#show();
    if (this.#playing) this.#frame = requestAnimationFrame(this.#onFrame);
  }

  #onTouch() {
    this.#taken = true;
    this.pause();
    this.#sync();
  }

  /** Goes to the moment in the address of the page, if the address names this tour. */
  #followAddress() {
    const entry = parseHash(location.hash).get(linkName(this));
    if (entry) this.#scrub(Number(entry.t));
  }

  /** Shows the present moment in the picture and the caption. */
  #show() {
    if (!this.#screen) return;
    this.#taken = false;
    const at = captionAt(this.#t);
    const { chapter, ends } = captions[at];
    this.#screen.show(this.#still ? momentAt(ends, chapter) : momentAt(this.#t, chapter));
    this.#sync();
    if (at === this.#said) return;
    this.#said = at;
    if (this.#playing || this.#still) this.#narrator.say(this.#texts[at]);
    whenResting(() => this.#screen?.prepare(chapter + 1), { timeout: LONGEST_WAIT_MS });
  }

  /** Updates everything around the picture. */
  #sync() {
    const at = captionAt(this.#t);
    if (this.#screen) this.#screen.watched = this.#playing;
    this.#player?.sync({
      t: this.#t,
      chapter: captions[at].chapter,
      // The caption of the tour may be wrong about a picture that the reader has changed.
      text: this.#taken && !this.#isOver ? words.taken : this.#texts[at],
      main: this.#mainLabel(),
      aloud: this.#narrator.on,
    });
  }

  #mainLabel() {
    if (this.#playing) return words.pause;
    if (this.#isOver) return words.again;
    if (this.#still) return words.next;
    return this.#taken || this.#t > 0 ? words.resume : words.play;
  }

  /** Whether the last caption has been seen. */
  get #isOver() {
    return this.#still ? captionAt(this.#t) === captions.length - 1 : this.#t >= LENGTH;
  }

  /** @param {number} now in milliseconds */
  #onFrame = (now) => {
    const passed = this.#last ? (now - this.#last) / 1000 : 0;
    this.#last = now;
    this.t = this.#t + Math.min(Math.max(passed, 0), LONGEST_FRAME);
    if (this.#t >= LENGTH) this.pause();
    if (this.#playing) this.#frame = requestAnimationFrame(this.#onFrame);
  };

  // The methods below respond to what the reader does.

  #onMain() {
    if (this.#playing) this.pause();
    else if (!this.#still) this.play();
    else if (this.#isOver) this.t = 0;
    else this.#step(1);
  }

  /** Goes to a moment, and pauses. @param {number} t */
  #scrub(t) {
    this.pause();
    this.t = t;
  }

  /** Goes some captions forward or back. @param {number} by */
  #step(by) {
    const at = Math.min(Math.max(captionAt(this.#t) + by, 0), captions.length - 1);
    this.t = captions[at].begins;
  }

  /** @param {boolean} on */
  #narrate(on) {
    this.#narrator.stop();
    this.#narrator.on = on;
    this.#narrator.say(this.#texts[captionAt(this.#t)]);
    this.#sync();
  }

  /** Copies a link to the present moment. @returns texts and links of a message */
  async #link() {
    const link = writeEntry(linkName(this), { t: String(Math.round(this.#t * 10) / 10) });
    if (await copy(link)) return [footWords.linkCopied];
    const [before, text, after] = footWords.linkToCopy;
    return [before, h('a', { href: link }, text), after];
  }

  /**
   * Runs the action of a key. The keys work if the focus is in the bar. The space bar also pauses
   * the tour if the focus is in a figure or in the transcript.
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.#player) return;
    const path = event.composedPath();
    const isSpace = event.key === ' ';
    const isButton = ['button', 'summary'].includes(/** @type {Element} */ (path[0]).localName);
    const isOurs = path.includes(this.#player.dock) || (isSpace && this.#playing);
    const run = this.#keys()[event.key];
    if (!run || !isOurs || (isSpace && isButton)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  /** @returns {Record<string, () => void>} */
  #keys() {
    const by = (/** @type {number} */ way) => () =>
      this.#still ? this.#step(way) : this.#scrub(this.#t + way * KEY_STEP);
    return {
      ' ': () => this.#onMain(),
      ArrowLeft: by(-1),
      ArrowRight: by(1),
      Home: () => this.#scrub(0),
      End: () => this.#scrub(LENGTH),
    };
  }
}
