import { put } from './dom.js';
import { Pen, readTheme } from './surface.js';

/**
 * The canvas of a figure and its frames: one frame per change, none while nothing changes, while
 * the figure is off screen, or while the page is hidden.
 */
export class Stage {
  #figure;
  #ui;
  #theme = /** @type {any} */ (null);
  #images = new Map();
  #frame = 0;
  #onScreen = false;
  #dirty = true;
  #painted = false;
  #ratio = 0;
  #observers = /** @type {(ResizeObserver | IntersectionObserver)[]} */ ([]);
  width = 0;
  height = 0;

  /** @param {any} figure @param {any} ui */
  constructor(figure, ui) {
    this.#figure = figure;
    this.#ui = ui;
  }

  /** Whether a frame would be seen. Once a figure has started, its first picture is drawn in any case, for those who scroll fast or print. */
  get active() { return (this.#onScreen || (!this.#painted && this.#figure.started)) && this.#figure.isConnected && document.visibilityState === 'visible'; }

  /** @param {AbortSignal} signal */
  connect(signal) {
    /** @param {EventTarget} target @param {string} type @param {() => void} run */
    const on = (target, type, run) => target.addEventListener(type, run, { signal });
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)']) on(matchMedia(query), 'change', () => this.restyle());
    on(document, 'visibilitychange', () => this.wake());
    // Print wants the picture now, in the colours of paper.
    const print = () => { this.restyle(); this.render(); };
    on(globalThis, 'beforeprint', print);
    on(globalThis, 'afterprint', print);
    on(matchMedia('print'), 'change', print);
    this.#watchRatio(signal);
    on(globalThis, 'resize', () => this.measure());
    const resizes = new ResizeObserver(() => this.measure());
    resizes.observe(this.#ui.plot);
    // Where it is known, this also notices a change of ratio that no media query reports.
    try { resizes.observe(this.#ui.plot, { box: 'device-pixel-content-box' }); } catch { /* Safari */ }
    const sights = new IntersectionObserver((entries) => { this.#onScreen = entries[entries.length - 1].isIntersecting; this.wake(); }, { rootMargin: '100px' });
    sights.observe(this.#figure);
    this.#observers = [resizes, sights];
  }

  disconnect() {
    for (const observer of this.#observers) observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#onScreen = false;
    this.#dirty = true;
  }

  /** @param {AbortSignal} signal */
  #watchRatio(signal) {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      this.#watchRatio(signal);
      this.measure();
    }, { once: true, signal });
  }

  /** Forces a layout, unless the page has one. */
  readTheme() { return (this.#theme ??= readTheme(this.#ui.probe)); }

  /** The width there is for the plot. */
  get room() { return Math.floor(this.#ui.plot.clientWidth); }

  /** Reserves the room that the figure needs at its present width. */
  measure(width = this.room) {
    if (!width) return;
    const height = Math.round(this.#figure.heightFor(width));
    const ratio = devicePixelRatio || 1;
    if (width === this.width && height === this.height && ratio === this.#ratio) return;
    this.#ratio = ratio;
    if (width !== this.width) for (const part of this.#texts) part.style.minHeight = '';
    this.width = width;
    this.height = height;
    this.#ui.plot.style.height = `${height}px`;
    this.invalidate();
  }

  /** Text keeps the room it has once had at a width, so that nothing below moves with it. */
  hold() { for (const part of this.#texts) put(part.style, { minHeight: `${Math.ceil(part.getBoundingClientRect().height)}px` }); }
  get #texts() { return [this.#ui.caption, this.#ui.formula]; }

  invalidate() {
    this.#dirty = true;
    this.wake();
  }

  /** Colours or fonts may have changed. */
  restyle() {
    this.#theme = null;
    this.invalidate();
  }

  wake() {
    if (this.width && this.active && !this.#frame && (this.#dirty || this.#figure.motion.moving)) this.#frame = requestAnimationFrame(this.#onFrame);
    this.#figure.motion.wake(this.active);
  }

  /** @param {number} now */
  #onFrame = (now) => {
    this.#frame = 0;
    if (!this.active) return;
    const due = this.#dirty || this.#figure.motion.moving;
    this.#figure.motion.advance(now);
    if (due) this.render();
    this.wake();
  };

  render() {
    this.#dirty = false;
    this.#figure.update(() => {
      this.#dirty = false;
      this.paint(this.#ui.canvas, devicePixelRatio || 1);
    });
  }

  /** @param {HTMLCanvasElement} canvas @param {number} ratio */
  paint(canvas, ratio) {
    const { width, height } = this;
    if (!width || !height) return;
    this.#painted = true;
    const theme = this.readTheme();
    const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== tall) {
      canvas.width = wide;
      canvas.height = tall;
      canvas.style.width = `${wide / ratio}px`;
      canvas.style.height = `${tall / ratio}px`;
    }
    this.#figure.draw(new Pen(/** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')), theme, width, height, ratio, this.#images), this.#figure.model, this.#figure.motion.shown);
  }

  /** The picture alone, for export. @param {number} ratio */
  picture(ratio) {
    const canvas = document.createElement('canvas');
    this.paint(canvas, ratio);
    return canvas;
  }
}
