/** The stage: it owns the canvas of a figure, and decides when to draw it. */
import { Pen, readTheme } from './pen.js';
import { media, put, scaleOf } from './dom.js';

/** @typedef {import('./figure.js').PeFigure} Figure */

/** Media queries that report a change of colours by the browser or the reader. */
const STYLE_QUERIES = [
  '(prefers-color-scheme: dark)',
  '(forced-colors: active)',
  '(prefers-contrast: more)',
];

/** A figure that a page scales by more than this factor is drawn for this factor. */
const LARGEST_SCALE = 4;

/** The size of text in a browser whose reader has not chosen another, in CSS pixels. */
const USUAL_TEXT = 16;

/**
 * The stages of all figures in the page. All stages share the listeners of the page. Listeners of
 * their own would be slow, because a browser compares each new listener with all earlier ones.
 * @type {Set<Stage>}
 */
const stages = new Set();

/** Makes a listener that runs a function on each stage. @param {(stage: Stage) => void} run */
const onEach = (run) => () => stages.forEach(run);

const wakeAll = onEach((stage) => stage.wake());
const measureAll = onEach((stage) => stage.measure());
const restyleAll = onEach((stage) => stage.restyle());
// Printing needs the picture at once, in the colours for paper.
const printAll = onEach((stage) => {
  stage.restyle();
  stage.render();
});

/** Whether the listeners of the page have been added. They are never removed. */
let isWatching = false;

/** Adds the listeners of the page. */
function watchPage() {
  if (isWatching) return;
  isWatching = true;
  for (const query of STYLE_QUERIES) media(query).addEventListener('change', restyleAll);
  media('print').addEventListener('change', printAll);
  document.addEventListener('visibilitychange', wakeAll);
  globalThis.addEventListener('beforeprint', printAll);
  globalThis.addEventListener('afterprint', printAll);
  globalThis.addEventListener('resize', measureAll);
  // A slide that has moved or grown may have another scale.
  document.addEventListener('transitionend', measureAll);
  watchRatio();
}

/**
 * Measures again when the ratio of device pixels to CSS pixels changes. A media query only reports
 * whether the ratio equals one given value, so each change starts a new query.
 */
function watchRatio() {
  const onChange = () => {
    watchRatio();
    measureAll();
  };
  const query = media(`(resolution: ${devicePixelRatio}dppx)`);
  query.addEventListener('change', onChange, { once: true });
}

/**
 * Draws the canvas of a figure in animation frames. A change asks for one frame. No frame is asked
 * for while nothing changes, while the figure is off screen, or while the page is hidden.
 */
export class Stage {
  #figure;
  #ui;
  /**
   * The colours and fonts; null when they must be read again.
   * @type {import('./pen.js').Theme | null}
   */
  #theme = null;
  /** The heat maps that pens have drawn, by name. @type {Map<string, import('./pen.js').Heat>} */
  #images = new Map();
  /** The id of the frame that has been asked for; 0 if there is none. */
  #frame = 0;
  #onScreen = false;
  /** Whether the canvas is out of date. */
  #dirty = true;
  #painted = false;
  /** Device pixels per CSS pixel. */
  #ratio = 0;
  /** What was last measured: width, height and ratio. */
  #measured = '';
  /** @type {(ResizeObserver | IntersectionObserver)[]} */
  #observers = [];
  /** The size of the plot in CSS pixels; 0 before it has been measured. */
  width = 0;
  height = 0;

  /**
   * @param {Figure} figure
   * @param {import('./skeleton.js').Ui} ui
   */
  constructor(figure, ui) {
    this.#figure = figure;
    this.#ui = ui;
  }

  /**
   * Whether a frame may be drawn: the page is visible, and the figure is on screen. The first
   * picture of a figure is also drawn off screen, for readers who scroll fast or print.
   */
  get active() {
    return (
      (this.#onScreen || (!this.#painted && this.#figure.started)) &&
      this.#figure.isConnected &&
      document.visibilityState === 'visible'
    );
  }

  /** Watches everything that a picture depends on. */
  connect() {
    watchPage();
    stages.add(this);
    this.#observers = [this.#observeSize(), this.#observeSight()].flatMap((each) => each ?? []);
  }

  /** Stops watching and drawing, because the figure has left the page. */
  disconnect() {
    stages.delete(this);
    for (const observer of this.#observers) observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#onScreen = false;
    this.#dirty = true;
  }

  /** Without observers, only the listeners of the page report a new size. */
  #observeSize() {
    if (!globalThis.ResizeObserver) return null;
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(this.#ui.plot);
    // In browsers that support this kind of box, the observer also reports changes of the ratio
    // that no media query reports.
    try {
      observer.observe(this.#ui.plot, { box: 'device-pixel-content-box' });
    } catch {
      // Safari throws an error for this box.
    }
    return observer;
  }

  /** Without observers, a figure counts as on screen, wherever it is. */
  #observeSight() {
    this.#onScreen = !globalThis.IntersectionObserver;
    if (this.#onScreen) return null;
    /** @param {IntersectionObserverEntry[]} entries */
    const onSight = (entries) => {
      this.#onScreen = entries[entries.length - 1].isIntersecting;
      if (this.#onScreen) this.measure();
      this.wake();
    };
    const observer = new IntersectionObserver(onSight, { rootMargin: '100px' });
    observer.observe(this.#figure);
    return observer;
  }

  /**
   * Returns the colours and fonts of the page. Reading them makes the browser compute the layout if
   * it is out of date.
   */
  readTheme() {
    return (this.#theme ??= readTheme(this.#ui.probe));
  }

  /** Enlarges the figure if the reader has chosen a larger text in the browser. */
  #followTextSize() {
    const { root, probe } = this.#ui;
    const ratio = parseFloat(getComputedStyle(probe).fontSize) / USUAL_TEXT;
    if (ratio > 1) root.style.setProperty('--pe-text', String(ratio));
    else root.style.removeProperty('--pe-text');
  }

  /**
   * Returns the width of the plot, in whole CSS pixels. Also reads its device pixels per CSS pixel.
   * If the page makes the figure larger, the ratio grows, up to a limit that saves memory. If the
   * page makes the figure smaller, the ratio does not change.
   */
  readRoom() {
    this.#followTextSize();
    const shown = scaleOf(this.#ui.plot);
    // On a scaled slide, the sticky bar under the plot is misplaced, so pe-scaled makes it static.
    this.#ui.root.classList.toggle('pe-scaled', Math.abs(shown - 1) > 0.01);
    const scale = Math.min(Math.max(shown, 1), LARGEST_SCALE);
    this.#ratio = Math.round((devicePixelRatio || 1) * scale * 1000) / 1000;
    return Math.floor(this.#ui.plot.clientWidth);
  }

  /** Measures the plot, and gives it the height that the figure needs at this width. */
  measure(width = this.readRoom()) {
    if (!width) return;
    const height = Math.round(this.#figure.heightFor(width));
    const measured = [width, height, this.#ratio].join();
    if (measured === this.#measured) return;
    this.#measured = measured;
    if (width !== this.width) for (const part of this.#texts) part.style.minHeight = '';
    this.width = width;
    this.height = height;
    this.#ui.plot.style.height = `${height}px`;
    this.invalidate();
  }

  /**
   * Sets the minimum height of the caption, the formula and the panels under the plot to their
   * present height. So nothing below them moves when their texts get shorter. The minimum height is
   * removed when the width of the figure changes.
   */
  hold() {
    // The computed height is not scaled, even on a scaled slide or in a presented figure.
    for (const part of this.#texts) put(part.style, { minHeight: getComputedStyle(part).height });
  }

  get #texts() {
    return [this.#ui.caption, this.#ui.formula, this.#ui.extra?.wide ?? []].flat();
  }

  /** Marks the canvas as out of date, and asks for a frame. */
  invalidate() {
    this.#dirty = true;
    this.wake();
  }

  /** Draws again with fresh colours and fonts, because they may have changed. */
  restyle() {
    this.#theme = null;
    this.invalidate();
  }

  /** Asks for a frame, if there is something to draw and it would be seen. */
  wake() {
    if (this.width && this.active && !this.#frame && (this.#dirty || this.#figure.motion.moving))
      this.#frame = requestAnimationFrame(this.#onFrame);
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

  /** Adds the parts around the plot to the layout, after the plot has been measured and drawn. */
  furnish() {
    this.#ui.root.classList.remove('pe-bare');
  }

  /** Updates the numbers, the picture and the text at once. */
  render() {
    this.#dirty = false;
    this.#figure.update(() => {
      // The computation of the model may have marked the canvas as out of date.
      this.#dirty = false;
      this.paint(this.#ui.canvas, this.#ratio);
    });
  }

  /**
   * Draws the figure on a canvas.
   * @param {HTMLCanvasElement} canvas
   * @param {number} ratio device pixels per CSS pixel
   */
  paint(canvas, ratio) {
    const { width, height } = this;
    if (!width || !height) return;
    this.#painted = true;
    const theme = this.readTheme();
    const deviceWidth = Math.round(width * ratio);
    const deviceHeight = Math.round(height * ratio);
    if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
      canvas.width = deviceWidth;
      canvas.height = deviceHeight;
      canvas.style.width = `${deviceWidth / ratio}px`;
      canvas.style.height = `${deviceHeight / ratio}px`;
    }
    const context = canvas.getContext('2d');
    if (context) this.draw(context, theme, width, height, ratio);
    else this.#figure.tellOfNoCanvas();
  }

  /**
   * Draws the figure with a context.
   * @param {CanvasRenderingContext2D} context
   * @param {import('./pen.js').Theme} theme
   * @param {number} width
   * @param {number} height
   * @param {number} ratio device pixels per CSS pixel
   * @param {boolean} [still] whether the picture is for paper
   */
  draw(context, theme, width, height, ratio, still = false) {
    const pen = new Pen(context, theme, width, height, ratio, this.#images);
    pen.covered = this.#figure.covered;
    pen.beginner = this.#figure.beginner;
    pen.onTheWay = this.#figure.motion.onTheWay;
    pen.judges = this.#figure.judges;
    pen.still = still || this.#figure.watched;
    pen.paper = still;
    this.#figure.draw(pen, this.#figure.model, this.#figure.motion.shown);
  }

  /**
   * Draws the picture on a new canvas, for export.
   * @param {number} ratio device pixels per CSS pixel
   */
  picture(ratio) {
    const canvas = document.createElement('canvas');
    this.paint(canvas, ratio);
    return canvas;
  }
}
