/** Draws the picture of a figure as SVG, for paper and slides. It is loaded when it is needed. */

/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./stage.js').Stage} Stage */

/** The width of a picture if its figure has no width yet, in CSS pixels. */
const WIDTH = 640;

/** A sharp image gets at least this many pixels per CSS pixel, for programs that would blur it. */
const SHARPNESS = 2;

/** A font as pen.js writes it: weight, size and families. */
const FONT = /^(?:(\d+) )?([\d.]+)px (.+)$/;

/** The share of a text's width that lies to the left of its `x`, by `textAlign`. */
/** @type {Map<string, number>} */
const SHARES = new Map([
  ['center', 0.5],
  ['right', 1],
  ['end', 1],
]);

/** Writes a number with at most three decimals. @param {number} value */
const short = (value) => String(Math.round(value * 1000) / 1000);

/** Makes a text safe for XML. @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Writes an element.
 * @param {string} name
 * @param {Record<string, string | number | undefined>} attributes the attributes; those without a
 *   value are left out
 * @param {string} [content]
 */
function element(name, attributes, content) {
  let texts = '';
  for (const [key, value] of Object.entries(attributes)) {
    const text = typeof value === 'number' ? short(value) : (value ?? '');
    if (text) texts += ` ${key}="${escaped(text)}"`;
  }
  return `<${name}${texts}${content === undefined ? '/>' : `>${content}</${name}>`}`;
}

/** @param {string} text */
const words = (text) => text.match(/\S+/g) ?? [];

/** Makes a real context of a canvas. */
const realContext = () =>
  /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));

/**
 * Records the drawing of a figure as SVG. The recorder has the properties and methods of a canvas
 * context that figures use. A real context measures texts and parses colours.
 */
class Recorder {
  fillStyle = '#000';
  strokeStyle = '#000';
  lineWidth = 1;
  lineCap = 'butt';
  lineJoin = 'miter';
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign = 'left';
  textBaseline = 'alphabetic';
  direction = 'ltr';
  imageSmoothingEnabled = true;

  #real = realContext();
  #matrix = new DOMMatrix();
  #dash = '';
  /** The path, as in the attribute `d`. */
  #path = '';
  /** The ids of the clip paths in effect, and of the clip paths whose groups are open. */
  #clips = '';
  #open = '';
  /** Functions that restore what save() has kept. @type {(() => void)[]} */
  #saved = [];
  /** The finished elements. @type {string[]} */
  #elements = [];

  /** The SVG of everything that has been drawn. */
  get text() {
    this.#group('');
    return this.#elements.join('\n');
  }

  /** Closes and opens groups, so that these clip paths apply. @param {string} clips their ids */
  #group(clips) {
    if (clips === this.#open) return;
    const begin = (/** @type {string} */ id) => `<g clip-path="url(#${id})">`;
    this.#elements.push(...words(this.#open).map(() => '</g>'), ...words(clips).map(begin));
    this.#open = clips;
  }

  get #transform() {
    const { a, b, c, d, e, f, isIdentity } = this.#matrix;
    return isIdentity ? '' : `matrix(${[a, b, c, d, e, f].map(short).join(' ')})`;
  }

  /**
   * Adds an element.
   * @param {string} name
   * @param {Record<string, string | number | undefined>} shape its attributes
   * @param {string} [content]
   */
  #add(name, shape, content) {
    this.#group(this.#clips);
    this.#elements.push(element(name, { ...shape, transform: this.#transform }, content));
  }

  /**
   * Returns a colour without its alpha, and its opacity. Many programs cannot read a colour with an
   * alpha.
   * @param {string} color
   */
  #ink(color) {
    this.#real.fillStyle = color;
    const read = String(this.#real.fillStyle);
    const [, rgb, alpha] = /^rgba\((.+), ([\d.]+)\)$/.exec(read) ?? [];
    const opacity = this.globalAlpha * Number(alpha ?? 1);
    return { color: rgb ? `rgb(${rgb})` : read, opacity: opacity < 1 ? opacity : undefined };
  }

  /** The attributes of a filled shape. */
  get #filled() {
    const { color, opacity } = this.#ink(this.fillStyle);
    return { fill: color, 'fill-opacity': opacity };
  }

  /** The attributes of a stroked shape. The root element sets the most common caps and joins. */
  get #stroked() {
    const { color, opacity } = this.#ink(this.strokeStyle);
    const { lineCap, lineJoin } = this;
    return {
      fill: 'none',
      stroke: color,
      'stroke-opacity': opacity,
      'stroke-width': this.lineWidth,
      'stroke-dasharray': this.#dash,
      'stroke-linecap': lineCap === 'round' ? '' : lineCap,
      'stroke-linejoin': lineJoin === 'round' ? '' : lineJoin,
    };
  }

  /**
   * @param {number} a
   * @param {number} b
   * @param {number} c
   * @param {number} d
   * @param {number} e
   * @param {number} f
   */
  setTransform(a, b, c, d, e, f) {
    this.#matrix = new DOMMatrix([a, b, c, d, e, f]);
  }

  /** @param {number} x @param {number} y */
  translate(x, y) {
    this.#matrix.translateSelf(x, y);
  }

  /** @param {number} angle */
  rotate(angle) {
    this.#matrix.rotateSelf((angle * 180) / Math.PI);
  }

  save() {
    const kept = { ...this };
    const [matrix, dash, clips] = [DOMMatrix.fromMatrix(this.#matrix), this.#dash, this.#clips];
    this.#saved.push(() => {
      Object.assign(this, kept);
      this.#matrix = matrix;
      this.#dash = dash;
      this.#clips = clips;
    });
  }

  restore() {
    this.#saved.pop()?.();
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.#dash = dash.map(short).join(' ');
  }

  beginPath() {
    this.#path = '';
  }

  closePath() {
    this.#path += 'Z';
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    if (Number.isFinite(x + y)) this.#path += `M${short(x)} ${short(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    if (Number.isFinite(x + y)) this.#path += `${this.#path ? 'L' : 'M'}${short(x)} ${short(y)}`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  rect(x, y, width, height) {
    this.moveTo(x, y);
    this.#path += `h${short(width)}v${short(height)}h${short(-width)}Z`;
  }

  /**
   * Adds an arc, which runs clockwise. An arc command of SVG cannot draw a whole circle, so every
   * arc is drawn in two halves.
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number} from
   * @param {number} to
   */
  arc(x, y, radius, from, to) {
    const turn = Math.min(to - from, 2 * Math.PI);
    const size = short(radius);
    for (const part of [0, 0.5, 1]) {
      const degrees = ((from + turn * part) * 180) / Math.PI;
      const { a, b } = new DOMMatrix().rotate(degrees);
      const end = [x + radius * a, y + radius * b];
      if (part) this.#path += `A${size} ${size} 0 0 1 ${end.map(short).join(' ')}`;
      else this.lineTo(end[0], end[1]);
    }
  }

  fill() {
    this.#add('path', { d: this.#path, ...this.#filled });
  }

  stroke() {
    this.#add('path', { d: this.#path, ...this.#stroked });
  }

  /**
   * Clips all later shapes. The id contains the path, because a page may contain several pictures:
   * clips with the same id must then have the same path.
   */
  clip() {
    const d = this.#path;
    const id = `clip${`${d}${this.#transform}`.replace(/[^\w.-]+/g, '_')}`;
    this.#group('');
    const path = element('path', { d, transform: this.#transform });
    this.#elements.push(element('clipPath', { id }, path));
    this.#clips += ` ${id}`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  fillRect(x, y, width, height) {
    if (width && height) this.#add('rect', { ...boxOf(x, y, width, height), ...this.#filled });
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  strokeRect(x, y, width, height) {
    this.#add('rect', { ...boxOf(x, y, width, height), ...this.#stroked });
  }

  /** @param {string} text */
  measureText(text) {
    if (this.#real.font !== this.font) this.#real.font = this.font;
    this.#real.textBaseline = 'alphabetic';
    return this.#real.measureText(text);
  }

  /**
   * Returns how far the alphabetic baseline of a text is below the `y` that `fillText` gets.
   * @param {number} ascent the ascent of the font above this baseline
   */
  #drop(ascent) {
    this.#real.textBaseline = /** @type {CanvasTextBaseline} */ (this.textBaseline);
    return ascent - this.#real.measureText('').fontBoundingBoxAscent;
  }

  /**
   * Adds a text. A program that does not have the font draws the text with the same length.
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} [most] the greatest width, into which the text is squeezed
   */
  fillText(text, x, y, most = Infinity) {
    if (!text.trim()) return;
    const measured = this.measureText(text);
    const width = Math.min(measured.width, most);
    const [, weight = '400', size, family] = FONT.exec(this.font) ?? [];
    const isLeftward = this.direction === 'rtl';
    const place = {
      // In SVG, `x` is where a text begins. A text from right to left begins at its right edge.
      x: x - width * (SHARES.get(this.textAlign) ?? 0) + (isLeftward ? width : 0),
      direction: isLeftward ? 'rtl' : '',
      y: y + this.#drop(measured.fontBoundingBoxAscent),
      textLength: width,
      lengthAdjust: 'spacingAndGlyphs',
    };
    const font = {
      'font-family': family,
      'font-size': size,
      'font-weight': weight === '400' ? '' : weight,
    };
    this.#add('text', { ...place, ...font, ...this.#filled }, escaped(text));
  }

  /**
   * Adds a part of an image, or all of it.
   * @param {HTMLCanvasElement} image
   * @param {...number} boxes x, y, width and height in the picture; if only a part of the image is
   *   drawn, x, y, width and height of this part come first
   */
  drawImage(image, ...boxes) {
    const part = boxes.length > 4 ? boxes.splice(0, 4) : [0, 0, image.width, image.height];
    const [x, y, width, height] = boxes;
    const sharp = !this.imageSmoothingEnabled;
    const { opacity } = this.#ink('#000');
    this.#add('image', {
      ...boxOf(x, y, width, height),
      preserveAspectRatio: 'none',
      'image-rendering': sharp ? 'pixelated' : '',
      opacity,
      href: address(image, part, sharp ? width * SHARPNESS : 0),
    });
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
const boxOf = (x, y, width, height) => ({ x, y, width, height });

/**
 * Returns a part of an image as a PNG in a data URL.
 * @param {HTMLCanvasElement} image
 * @param {number[]} part its place and size in the image
 * @param {number} least the least width of the PNG; a pixel of the image becomes a block of pixels
 */
function address(image, [x, y, width, height], least) {
  const times = Math.max(1, Math.ceil(least / width));
  const context = realContext();
  const { canvas } = context;
  canvas.width = Math.max(1, Math.round(width * times));
  canvas.height = Math.max(1, Math.round(height * times));
  context.imageSmoothingEnabled = false;
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL();
}

/**
 * Runs a function while a figure has a theme.
 * @template Result
 * @param {Figure} figure
 * @param {string | undefined} theme without it, the theme is not changed
 * @param {() => Result} run
 */
function inTheme(figure, theme, run) {
  const before = figure.getAttribute('theme');
  if (!theme || theme === before) return run();
  figure.setAttribute('theme', theme);
  try {
    return run();
  } finally {
    if (before === null) figure.removeAttribute('theme');
    else figure.setAttribute('theme', before);
  }
}

/**
 * Draws the picture of a figure as an SVG document.
 * @param {Figure} figure
 * @param {Stage} stage
 * @param {{width?: number, theme?: string, still?: boolean}} how
 */
export function drawStill(figure, stage, { width = stage.width || WIDTH, theme, still }) {
  const recorder = new Recorder();
  const context = /** @type {CanvasRenderingContext2D} */ (/** @type {unknown} */ (recorder));
  const height = Math.round(figure.heightFor(width));
  const sans = inTheme(figure, theme, () => {
    const colors = stage.readTheme();
    stage.draw(context, colors, width, height, 1, still);
    return colors.sans;
  });
  // The figure may have laid out its picture for another width.
  stage.invalidate();
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...{ width, height, viewBox: `0 0 ${short(width)} ${height}` },
      ...{ role: 'img', 'font-family': sans, 'xml:space': 'preserve' },
      ...{ 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
    },
    [
      element('title', {}, escaped(figure.heading)),
      element('desc', {}, escaped(figure.describe())),
      recorder.text,
    ].join('\n'),
  );
}
