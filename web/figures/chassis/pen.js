/** The pen: it draws lines, texts, heat maps and other shapes on the canvas of a figure. */
import { colorize } from '../../index.js';
import { ROLES, colorOf, palette } from './palette.js';

/**
 * The present colours and fonts of the page, including those that the system sets.
 * @typedef {object} Theme
 * @property {Record<string, string>} colors the colour of each role of palette.js
 * @property {string} sans the font of text
 * @property {string} mono the font of numbers
 * @property {'light' | 'dark'} mode which diverging scale suits the background
 * @property {Map<string, number>} widths the widths of texts that have been measured, by font and
 *   text
 */

/**
 * A heat map that has been drawn, and the values that it shows.
 * @typedef {object} Heat
 * @property {Float32Array | Float64Array} values
 * @property {'light' | 'dark'} mode
 * @property {HTMLCanvasElement} canvas
 */

/**
 * The style of a circle. Angles are in turns, clockwise from the top.
 * @typedef {object} CircleStyle
 * @property {string} [fill] colour; without it the circle is not filled
 * @property {string} [stroke] colour; without it the circle has no line
 * @property {number} [weight] the width of the line
 * @property {number[]} [dash] the dashes of the line
 * @property {number} [from] where an arc begins, in turns
 * @property {number} [to] where an arc ends, in turns
 */

/**
 * The style of a text.
 * @typedef {object} TextStyle
 * @property {string} [color] the colour; the default is that of the role `ink`
 * @property {number} [size] the size in CSS pixels; at least 12
 * @property {string} [align] whether `x` is the 'left' edge, the 'center' or the 'right' edge
 * @property {string} [base] the meaning of `y`: a value of textBaseline of a canvas
 * @property {boolean} [mono] whether to use the font of numbers
 * @property {number} [weight] the weight of the font
 * @property {boolean} [plate] whether to draw a rectangle in the colour of the paper under the text
 * @property {boolean} [clamp] whether the text moves sideways to stay inside the picture, and is
 *   narrowed beside other texts of its line
 * @property {number} [room] the greatest width, into which the text is squeezed
 */

const SMALLEST_TEXT = 12;
/** Bold text is up to this many times as wide as `measure` says. */
export const BOLD_WIDTH = 1.06;
/** A text is not narrowed beside other texts if less than this share of its width would be left. */
const NARROWEST = 0.55;
/** `fit` shortens a text that would otherwise be narrowed to less than this share of its width. */
const SQUEEZED = 0.75;
/** The distance between two texts after one of them was narrowed, in CSS pixels. */
const GAP = 3;
/** The widths of about this many texts are kept. */
const MOST_WIDTHS = 2000;
const PLATE_ALPHA = 0.92;
/** Matches letters of scripts that run from right to left, such as Hebrew and Arabic. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufefc]/;
/**
 * How far the top of a text is above its `y`, as a fraction of the font size. The list has two
 * baselines. For all other baselines, the fraction is 1.
 */
/** @type {Map<string, number>} */
const TOPS = new Map([
  ['middle', 0.7],
  ['top', 0.2],
]);

/** Paper counts as dark if 3 * red + 6 * green + blue is below this; for white it is 2550. */
const DARK_PAPER = 1280;

/**
 * Reads the colours and fonts of the page.
 * @param {HTMLElement} probe an invisible child of the figure
 * @returns {Theme}
 */
export function readTheme(probe) {
  // There is one child for each role and one for the font. All are added before the first reading,
  // so the browser computes the styles only once.
  const roles = Object.keys(ROLES);
  const spans = [...roles, ''].map((role) => {
    const span = document.createElement('span');
    span.style.cssText = role ? `color: var(--pe-${role})` : 'font-family: var(--pe-mono)';
    return span;
  });
  probe.replaceChildren(...spans);
  const styles = spans.map((span) => getComputedStyle(span));
  const colors = Object.fromEntries(roles.map((role, at) => [role, styles[at].color]));
  const mono = styles[roles.length].fontFamily;
  const sans = getComputedStyle(probe).fontFamily;
  probe.replaceChildren();
  const [red, green, blue] = (colors.paper.match(/[\d.]+/g) ?? [255, 255, 255]).map(Number);
  const mode = red * 3 + green * 6 + blue < DARK_PAPER ? 'dark' : 'light';
  return { colors, sans, mono, mode, widths: new Map() };
}

/**
 * Draws one picture of a figure. All lengths are in CSS pixels, and coordinates count from the top
 * left corner of the plot. Colours are CSS colours, mostly from the property `c`. Dashes are as in
 * setLineDash of a canvas. A new pen first fills the whole picture with the colour of paper.
 */
export class Pen {
  /** Whether the question of the figure is open. Then the picture must not show the answer. */
  covered = false;
  /** Whether the picture moves slowly and has not arrived. Until then, it must show no result. */
  onTheWay = false;
  /** Whether the picture may show a result: neither `covered` nor `onTheWay` is true. */
  judges = true;
  /** Whether the figure is for beginners. */
  beginner = false;
  /** Whether to leave out hints such as “drag a word”, as on paper and in the tour. */
  still = false;
  /** Whether the picture is for paper, so that its reader cannot try anything. */
  paper = false;
  /** The font that was last set on the canvas. */
  #font = '';
  /** The left end, right end and top of each drawn text. @type {[number, number, number][]} */
  #texts = [];

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Theme} theme
   * @param {number} width the width of the picture
   * @param {number} height the height of the picture
   * @param {number} ratio device pixels per CSS pixel
   * @param {Map<string, Heat>} images heat maps that earlier pens have drawn, by name
   */
  constructor(ctx, theme, width, height, ratio, images) {
    this.ctx = ctx;
    this.theme = theme;
    /** The colours by role: `c.ink`, `c.you`, ... */
    this.c = theme.colors;
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.images = images;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.fillStyle = this.c.paper;
    ctx.fillRect(0, 0, width, height);
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
  }

  /**
   * Sets the font and returns the width of a text. Each of these steps takes longer than drawing
   * the text. So the font is set only when it changes, and known widths are kept.
   * @param {string} font
   * @param {string} text
   */
  #width(font, text) {
    if (font !== this.#font) this.ctx.font = this.#font = font;
    const { widths } = this.theme;
    const key = font + text;
    let width = widths.get(key);
    if (width === undefined) {
      if (widths.size > MOST_WIDTHS) widths.clear();
      width = this.ctx.measureText(text).width;
      widths.set(key, width);
    }
    return width;
  }

  /**
   * Returns the nearest coordinate at which a horizontal or vertical line covers whole device
   * pixels.
   * @param {number} at
   * @param {number} [weight] the width of the line
   */
  crisp(at, weight = 1) {
    const devicePixels = Math.max(1, Math.round(weight * this.ratio));
    return (Math.round(at * this.ratio) + (devicePixels % 2) / 2) / this.ratio;
  }

  /** Returns the nearest edge of a device pixel. @param {number} at */
  snap(at) {
    return Math.round(at * this.ratio) / this.ratio;
  }

  /** Makes a path through points. @param {number[]} points x, y, x, y, ... */
  #trace(points) {
    const { ctx } = this;
    ctx.beginPath();
    for (let at = 0; at < points.length; at += 2) ctx.lineTo(points[at], points[at + 1]);
  }

  /**
   * Strokes the current path.
   * @param {string} color
   * @param {number} weight
   * @param {number[]} dash
   */
  #stroke(color, weight, dash) {
    const { ctx } = this;
    ctx.strokeStyle = color;
    ctx.lineWidth = weight;
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /**
   * Draws a line through points.
   * @param {number[]} points x, y, x, y, ...
   * @param {string} color
   * @param {number} [weight]
   * @param {number[]} [dash]
   */
  line(points, color, weight = 1, dash = []) {
    this.#trace(points);
    this.#stroke(color, weight, dash);
  }

  /**
   * Draws a filled polygon.
   * @param {number[]} points x, y, x, y, ...
   * @param {string} color
   * @param {number} [alpha]
   */
  area(points, color, alpha = 1) {
    const { ctx } = this;
    this.#trace(points);
    ctx.globalAlpha = alpha;
    ctx.fillStyle = color;
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  /**
   * Draws a horizontal line that covers whole device pixels.
   * @param {number} x0
   * @param {number} x1
   * @param {number} y
   * @param {string} color
   * @param {number} [weight]
   * @param {number[]} [dash]
   */
  hline(x0, x1, y, color, weight = 1, dash = []) {
    y = this.crisp(y, weight);
    this.line([x0, y, x1, y], color, weight, dash);
  }

  /**
   * Draws a vertical line that covers whole device pixels.
   * @param {number} x
   * @param {number} y0
   * @param {number} y1
   * @param {string} color
   * @param {number} [weight]
   * @param {number[]} [dash]
   */
  vline(x, y0, y1, color, weight = 1, dash = []) {
    x = this.crisp(x, weight);
    this.line([x, y0, x, y1], color, weight, dash);
  }

  /**
   * Draws a filled rectangle. Its edges are sharp if their coordinates come from `snap`.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {string} color
   */
  rect(x, y, width, height, color) {
    this.ctx.fillStyle = color;
    this.ctx.fillRect(x, y, width, height);
  }

  /**
   * Draws an outline around a box. The line lies outside the box.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {string} color
   * @param {number} [weight]
   * @param {number[]} [dash]
   */
  frame(x, y, width, height, color, weight = 2, dash = []) {
    const { ctx } = this;
    ctx.setLineDash(dash);
    ctx.lineJoin = 'miter';
    ctx.strokeStyle = color;
    ctx.lineWidth = weight;
    ctx.strokeRect(x - weight / 2, y - weight / 2, width + weight, height + weight);
    ctx.lineJoin = 'round';
    ctx.setLineDash([]);
  }

  /**
   * Draws a circle or an arc of a circle. A filled arc has the shape of a slice of a pie. In a tiny
   * picture, a computed radius may be negative. It then becomes 0, because a canvas would throw.
   * @param {number} x the x coordinate of the centre
   * @param {number} y the y coordinate of the centre
   * @param {number} radius
   * @param {CircleStyle} [style]
   */
  circle(x, y, radius, { fill = '', stroke = '', weight = 1, dash = [], from = 0, to = 1 } = {}) {
    const { ctx } = this;
    const isArc = to - from < 1;
    ctx.beginPath();
    if (fill && isArc) ctx.moveTo(x, y);
    // On a canvas, angles count from the right.
    const [begin, end] = [from, to].map((turns) => (turns - 0.25) * 2 * Math.PI);
    ctx.arc(x, y, Math.max(0, radius), begin, end);
    if (fill) {
      ctx.closePath();
      ctx.fillStyle = fill;
      ctx.fill();
    }
    if (stroke) this.#stroke(stroke, weight, dash);
  }

  /**
   * Draws an arrow: a shaft that begins at (x0, y0), and a filled head with its tip at (x1, y1).
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   * @param {string} color
   * @param {number} [weight] the width of the shaft; the head grows with it
   * @param {number[]} [dash] the dashes of the shaft
   */
  arrow(x0, y0, x1, y1, color, weight = 2, dash = []) {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const length = Math.sqrt(dx * dx + dy * dy) || 1;
    // (ux, uy) is the direction of the shaft. The head begins at (x, y).
    const ux = dx / length;
    const uy = dy / length;
    const head = Math.min(length, 5 + 2.6 * weight);
    const x = x1 - ux * head;
    const y = y1 - uy * head;
    const left = [x - uy * head * 0.42, y + ux * head * 0.42];
    const right = [x + uy * head * 0.42, y - ux * head * 0.42];
    this.line([x0, y0, x, y], color, weight, dash);
    this.area([x1, y1, ...left, ...right], color);
  }

  /**
   * Draws a text of at least 12 CSS pixels. With `clamp`, no edge of the picture cuts it.
   * @param {string} text
   * @param {number} x see `align` of TextStyle
   * @param {number} y see `base` of TextStyle
   * @param {TextStyle} [style]
   * @returns {number} the width of the text
   */
  text(text, x, y, style = {}) {
    const { color = this.c.ink, size = 13, align = 'left', base = 'alphabetic' } = style;
    const { mono = false, weight = 400, plate = false, clamp = true, room = Infinity } = style;
    const { ctx, theme } = this;
    const family = mono ? theme.mono : theme.sans;
    const font = `${weight} ${Math.max(SMALLEST_TEXT, size)}px ${family}`;
    const width = Math.min(this.#width(font, text), room);
    ctx.textAlign = 'left';
    ctx.textBaseline = /** @type {CanvasTextBaseline} */ (base);
    ctx.direction = LEFTWARD.test(text) ? 'rtl' : 'ltr';
    if (align === 'center') x -= width / 2;
    if (align === 'right') x -= width;
    const top = y - size * (TOPS.get(base) ?? 1);
    const [left, narrow] = clamp ? this.#place(x, width, top) : [x, width];
    if (plate) this.#plate(left, top, narrow, size);
    ctx.fillStyle = color;
    ctx.fillText(text, left, y, narrow);
    return narrow;
  }

  /**
   * Returns the place of a text: inside the picture, and beside earlier texts of the same line.
   * @param {number} x the left edge of the text
   * @param {number} width
   * @param {number} top
   * @returns {[x: number, width: number]} the left edge, and the greatest width
   */
  #place(x, width, top) {
    width = Math.min(width, this.width - 2);
    x = Math.max(1, Math.min(x, this.width - width - 1));
    let left = x;
    let right = x + width;
    for (const [from, to, line] of this.#texts) {
      if (Math.abs(line - top) > SMALLEST_TEXT - 2 || to < left + 1 || from > right - 1) continue;
      if (from + to < left + right) left = to + GAP;
      else right = from - GAP;
    }
    if (right - left < width * NARROWEST) [left, right] = [x, x + width];
    this.#texts.push([left, right, top]);
    return [left, right - left];
  }

  /**
   * Draws a rectangle in the colour of the paper under a text.
   * @param {number} x the left edge of the text
   * @param {number} top
   * @param {number} width
   * @param {number} size
   */
  #plate(x, top, width, size) {
    this.ctx.globalAlpha = PLATE_ALPHA;
    this.rect(x - 4, top, width + 8, size * 1.4, this.c.paper);
    this.ctx.globalAlpha = 1;
  }

  /**
   * Measures the width of a text.
   * @param {string} text
   * @param {number} [size]
   * @param {boolean} [mono] whether to use the font of numbers
   */
  measure(text, size = 13, mono = false) {
    return this.#width(`${size}px ${mono ? this.theme.mono : this.theme.sans}`, text);
  }

  /**
   * Finds the largest size at which a text fits into a width. If it does not fit even at 12 CSS
   * pixels, the text is squeezed, and then shortened.
   * @param {string} text
   * @param {number} width
   * @param {number} size the largest allowed size
   * @returns the text, and its style
   */
  fit(text, width, size) {
    const room = width / BOLD_WIDTH;
    const fitting = Math.floor((size * room) / this.measure(text, size));
    size = Math.max(SMALLEST_TEXT, Math.min(size, fitting));
    for (let kept = text; text.length > 1 && this.measure(text, size) * SQUEEZED > room;) {
      kept = kept.slice(0, -1);
      text = `${kept}…`;
    }
    return { text, size, room: width };
  }

  /**
   * Draws a text that is rotated and reads upwards.
   * @param {string} text
   * @param {number} x the middle of the line of text
   * @param {number} y the beginning of the text
   * @param {TextStyle} [style]
   */
  upright(text, x, y, style) {
    const { ctx, ratio } = this;
    // The canvas method `restore` would also restore an earlier font, but #font would not change.
    ctx.translate(x, y);
    ctx.rotate(-Math.PI / 2);
    this.text(text, 0, 0, { base: 'middle', clamp: false, ...style });
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /**
   * Draws a smooth line from one point down to another point. It is vertical at both ends.
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   * @param {string} color
   * @param {number} [weight]
   * @param {number[]} [dash]
   */
  bend(x0, y0, x1, y1, color, weight = 1, dash = []) {
    const points = [];
    for (let part = 0; part <= 1; part += 1 / 32)
      points.push(x0 + (x1 - x0) * part * part * (3 - 2 * part), y0 + (y1 - y0) * part);
    this.line(points, color, weight, dash);
  }

  /**
   * Draws a vector as a column of coloured cells, with its first value at the top.
   * @param {ArrayLike<number>} values
   * @param {number} reach the absolute value at both ends of the colour scale
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  strip(values, reach, x, y, width, height) {
    const left = this.snap(x);
    for (let at = 0; at < values.length; at++) {
      const top = this.snap(y + (height * at) / values.length);
      const end = this.snap(y + (height * (at + 1)) / values.length);
      this.rect(left, top, width, end - top, colorOf(values[at] / reach, this.theme.mode));
    }
  }

  /**
   * Draws a heat map on a small canvas, one pixel per value. The wasm kernels compute the colours.
   * The canvas is kept until `values` is another array or the colour scale changes.
   * @param {string} name a name that the figure gives to this heat map
   * @param {Float32Array | Float64Array} values [rows, columns], each in [-1, 1]
   * @param {number} rows
   * @param {number} columns
   * @returns {HTMLCanvasElement}
   */
  heat(name, values, rows, columns) {
    const { mode } = this.theme;
    const kept = this.images.get(name);
    if (kept?.values === values && kept.mode === mode) return kept.canvas;
    const canvas = document.createElement('canvas');
    canvas.width = columns;
    canvas.height = rows;
    const rgba = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (colorize(values, palette(mode)));
    canvas.getContext('2d')?.putImageData(new ImageData(rgba, columns, rows), 0, 0);
    this.images.set(name, { values, mode, canvas });
    return canvas;
  }

  /**
   * Draws the columns [from, to) of a heat map with all rows. Each value becomes a sharp block.
   * @param {HTMLCanvasElement} image the canvas that `heat` returns
   * @param {number} from
   * @param {number} to
   * @param {number} x
   * @param {number} y
   * @param {number} width the width of all blocks together
   * @param {number} height the height of all blocks together
   */
  blocks(image, from, to, x, y, width, height) {
    const { ctx } = this;
    // A pixel that covers more than one value shows their mean.
    ctx.imageSmoothingEnabled = width < to - from || height < image.height;
    ctx.drawImage(image, from, 0, to - from, image.height, x, y, width, height);
  }
}
