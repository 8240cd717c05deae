import { colorize } from '../index.js';
import { colorOf, palette } from './palette.js';
import { ROLES } from './style.js';

/**
 * Colours and fonts as the page resolves them now, system colours included.
 * @param {HTMLElement} probe an invisible child of the figure
 */
export function readTheme(probe) {
  // All at once, so that style is resolved once.
  const roles = Object.keys(ROLES);
  const spans = [...roles, ''].map((role) => {
    const span = document.createElement('span');
    span.style.cssText = role ? `color: var(--pe-${role})` : 'font-family: var(--pe-mono)';
    return span;
  });
  probe.replaceChildren(...spans);
  const styles = spans.map((span) => getComputedStyle(span));
  const colors = Object.fromEntries(roles.map((role, at) => [role, styles[at].color]));
  const [red, green, blue] = (colors.paper.match(/[\d.]+/g) ?? ['255', '255', '255']).map(Number);
  const fonts = { mono: styles[roles.length].fontFamily, sans: getComputedStyle(probe).fontFamily };
  probe.replaceChildren();
  return {
    colors,
    ...fonts,
    /** Widths of texts, once measured. @type {Map<string, number>} */
    widths: new Map(),
    mode: /** @type {'light' | 'dark'} */ (red * 3 + green * 6 + blue < 1280 ? 'dark' : 'light'),
  };
}

/** @typedef {ReturnType<typeof readTheme>} Theme */

/** Drawing in CSS pixels, with the figure's fonts and colour roles. */
export class Pen {
  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Theme} theme
   * @param {number} width
   * @param {number} height
   * @param {number} ratio device pixels per CSS pixel
   * @param {Map<string, any>} images heat maps drawn before
   */
  constructor(ctx, theme, width, height, ratio, images) {
    this.ctx = ctx;
    this.theme = theme;
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

  #fontNow = '';
  /** Sets the font and returns the width of a text; both cost more than to draw it. @param {string} font @param {string} text */
  #width(font, text) {
    if (font !== this.#fontNow) this.ctx.font = this.#fontNow = font;
    const { widths } = this.theme;
    const key = font + text;
    let width = widths.get(key);
    if (width === undefined) {
      if (widths.size > 2000) widths.clear();
      widths.set(key, width = this.ctx.measureText(text).width);
    }
    return width;
  }

  /** A coordinate on which a one-pixel line is crisp. @param {number} at */
  crisp(at, weight = 1) {
    const width = Math.max(1, Math.round(weight * this.ratio));
    return (Math.round(at * this.ratio) + (width % 2) / 2) / this.ratio;
  }

  /** @param {number} at the nearest edge of a device pixel */
  snap(at) { return Math.round(at * this.ratio) / this.ratio; }

  /** @param {number[]} points x, y, x, y, ... @param {string} color @param {number} [weight] @param {number[]} [dash] */
  line(points, color, weight = 1, dash = []) {
    const { ctx } = this;
    ctx.beginPath();
    for (let at = 0; at < points.length; at += 2) ctx.lineTo(points[at], points[at + 1]);
    ctx.strokeStyle = color;
    ctx.lineWidth = weight;
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** @param {number[]} points @param {string} color */
  area(points, color, alpha = 1) {
    const { ctx } = this;
    ctx.beginPath();
    for (let at = 0; at < points.length; at += 2) ctx.lineTo(points[at], points[at + 1]);
    ctx.globalAlpha = alpha;
    ctx.fillStyle = color;
    ctx.fill();
    ctx.globalAlpha = 1;
  }

  /** @param {number} x0 @param {number} x1 @param {number} y @param {string} color @param {number} [weight] @param {number[]} [dash] */
  hline(x0, x1, y, color, weight = 1, dash = []) { y = this.crisp(y, weight); this.line([x0, y, x1, y], color, weight, dash); }
  /** @param {number} x @param {number} y0 @param {number} y1 @param {string} color @param {number} [weight] @param {number[]} [dash] */
  vline(x, y0, y1, color, weight = 1, dash = []) { x = this.crisp(x, weight); this.line([x, y0, x, y1], color, weight, dash); }

  /** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} color */
  rect(x, y, width, height, color) { this.ctx.fillStyle = color; this.ctx.fillRect(x, y, width, height); }

  /**
   * An outline that lies around the box, not on it.
   * @param {number} x @param {number} y @param {number} width @param {number} height
   * @param {string} color @param {number} [weight] @param {number[]} [dash]
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
   * A circle, or the arc between two turns from the top, clockwise; filled, with its centre.
   * @param {number} x @param {number} y @param {number} radius
   * @param {{fill?: string, stroke?: string, weight?: number, dash?: number[], from?: number, to?: number}} how
   */
  circle(x, y, radius, { fill = '', stroke = '', weight = 1, dash = [], from = 0, to = 1 } = {}) {
    const { ctx } = this;
    ctx.beginPath();
    if (fill && to - from < 1) ctx.moveTo(x, y);
    ctx.arc(x, y, radius, (from - 0.25) * 2 * Math.PI, (to - 0.25) * 2 * Math.PI);
    if (fill) { ctx.closePath(); ctx.fillStyle = fill; ctx.fill(); }
    if (stroke) { ctx.strokeStyle = stroke; ctx.lineWidth = weight; ctx.setLineDash(dash); ctx.stroke(); ctx.setLineDash([]); }
  }

  /**
   * A shaft with a filled head at (x1, y1).
   * @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
   * @param {string} color @param {number} [weight] @param {number[]} [dash]
   */
  arrow(x0, y0, x1, y1, color, weight = 2, dash = []) {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length = Math.sqrt(dx * dx + dy * dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const head = Math.min(length, 5 + 2.6 * weight);
    const [bx, by] = [x1 - ux * head, y1 - uy * head];
    this.line([x0, y0, bx, by], color, weight, dash);
    this.area([x1, y1, bx - uy * head * 0.42, by + ux * head * 0.42, bx + uy * head * 0.42, by - ux * head * 0.42], color);
  }

  /**
   * Text of at least 12 px that is never cut at an edge. Returns its width.
   * @param {string} text @param {number} x @param {number} y
   * @param {{color?: string, size?: number, align?: string, base?: string, mono?: boolean, weight?: number, plate?: boolean, clamp?: boolean}} [how]
   */
  text(text, x, y, { color = this.c.ink, size = 13, align = 'left', base = 'alphabetic', mono = false, weight = 400, plate = false, clamp = true } = {}) {
    const { ctx, theme } = this;
    const width = this.#width(`${weight} ${Math.max(12, size)}px ${mono ? theme.mono : theme.sans}`, text);
    ctx.textAlign = 'left';
    ctx.textBaseline = /** @type {any} */ (base);
    if (align === 'center') x -= width / 2;
    if (align === 'right') x -= width;
    if (clamp) x = Math.max(1, Math.min(x, this.width - width - 1));
    if (plate) {
      const top = base === 'middle' ? y - size * 0.7 : base === 'top' ? y - size * 0.2 : y - size;
      ctx.globalAlpha = 0.92;
      this.rect(x - 4, top, width + 8, size * 1.4, this.c.paper);
      ctx.globalAlpha = 1;
    }
    ctx.fillStyle = color;
    ctx.fillText(text, x, y);
    return width;
  }

  /** @param {string} text */
  measure(text, size = 13, mono = false) {
    return this.#width(`${size}px ${mono ? this.theme.mono : this.theme.sans}`, text);
  }

  /**
   * The largest size at which a text fits a width, and the text, shortened where even 12 px do not fit.
   * @param {string} text @param {number} width @param {number} size
   */
  fit(text, width, size) {
    // Heavy type is up to 6 % wider.
    const room = width / 1.06;
    size = Math.max(12, Math.min(size, Math.floor((size * room) / this.measure(text, size))));
    for (let kept = text; text.length > 1 && this.measure(text, size) > room;) text = `${kept = kept.slice(0, -1)}…`;
    return { text, size };
  }

  /** Text that reads upwards. @param {string} text @param {number} x @param {number} y @param {Parameters<Pen['text']>[3]} [how] */
  upright(text, x, y, how) {
    const { ctx, ratio } = this;
    // not by save and restore, which would bring back an older font
    ctx.translate(x, y);
    ctx.rotate(-Math.PI / 2);
    this.text(text, 0, 0, { base: 'middle', clamp: false, ...how });
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /**
   * A smooth way down from one point to another.
   * @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1
   * @param {string} color @param {number} [weight] @param {number[]} [dash]
   */
  bend(x0, y0, x1, y1, color, weight = 1, dash = []) {
    const points = [];
    for (let part = 0; part <= 1; part += 1 / 32) points.push(x0 + (x1 - x0) * part * part * (3 - 2 * part), y0 + (y1 - y0) * part);
    this.line(points, color, weight, dash);
  }

  /**
   * A vector as a column of colours.
   * @param {ArrayLike<number>} values @param {number} reach of the colours
   * @param {number} x @param {number} y @param {number} width @param {number} height
   */
  strip(values, reach, x, y, width, height) {
    for (let at = 0; at < values.length; at++) {
      const [top, end] = [this.snap(y + (height * at) / values.length), this.snap(y + (height * (at + 1)) / values.length)];
      this.rect(this.snap(x), top, width, end - top, colorOf(values[at] / reach, this.theme.mode));
    }
  }

  /**
   * A heat map as a small canvas, one pixel per value, coloured by the kernels and kept until its values change.
   * @param {string} name
   * @param {Float32Array | Float64Array} values [rows, columns], each in [-1, 1]
   * @param {number} rows @param {number} columns
   * @returns {HTMLCanvasElement}
   */
  heat(name, values, rows, columns) {
    const kept = this.images.get(name);
    if (kept?.values === values && kept.mode === this.theme.mode) return kept.canvas;
    const canvas = document.createElement('canvas');
    canvas.width = columns;
    canvas.height = rows;
    const rgba = colorize(values, palette(this.theme.mode));
    canvas.getContext('2d')?.putImageData(new ImageData(/** @type {any} */ (rgba), columns, rows), 0, 0);
    this.images.set(name, { values, mode: this.theme.mode, canvas });
    return canvas;
  }

  /**
   * Columns [from, to) of an image, each value a block of sharp pixels.
   * @param {HTMLCanvasElement} image @param {number} from @param {number} to
   * @param {number} x @param {number} y @param {number} width @param {number} height
   */
  blocks(image, from, to, x, y, width, height) {
    const { ctx } = this;
    ctx.imageSmoothingEnabled = width < (to - from) || height < image.height;
    ctx.drawImage(image, from, 0, to - from, image.height, x, y, width, height);
  }
}
