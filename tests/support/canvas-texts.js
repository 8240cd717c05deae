/** Records the texts that a figure draws on its canvas. */
import { on } from './authors.js';

/**
 * Runs in the page: tests send its source code there. Draws the picture of a figure. Returns
 * `texts`, with the box, the colour and the size of each text, and `picture`, a promise of the
 * canvas. To save time, the canvas is not encoded as a PNG. `paint` tells whether the texts are
 * drawn.
 */
export function canvasTexts(figure, paint = true) {
  const texts = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most = Infinity) {
    const { a, b, c, d, e, f } = this.getTransform();
    const measured = this.measureText(text);
    const squeezed = Math.min(1, most / measured.width);
    const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = measured;
    const xs = [x - left * squeezed, x + right * squeezed];
    const ys = [y - measured.actualBoundingBoxAscent, y + measured.actualBoundingBoxDescent];
    const corners = xs.flatMap((x) => ys.map((y) => [x * a + y * c + e, x * b + y * d + f]));
    const [across, down] = [0, 1].map((at) => corners.map((corner) => corner[at]));
    texts.push({
      text,
      color: this.fillStyle,
      size: parseFloat(/(\d+(?:\.\d+)?)px/.exec(this.font)[1]),
      alpha: this.globalAlpha,
      squeezed,
      box: [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)],
    });
    if (paint) fillText.call(this, text, x, y, most);
  };
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (take) {
    take(this);
  };
  const picture = figure.toPNG({ scale: 1 });
  HTMLCanvasElement.prototype.toBlob = toBlob;
  CanvasRenderingContext2D.prototype.fillText = fillText;
  return { texts, picture };
}

/** Returns the texts on the canvas of the first element that matches a selector. */
export const textsOn = (page, selector) =>
  on(page, selector, `(figure) => (${canvasTexts})(figure).texts.map(({ text }) => text)`);

/** Returns whether two boxes overlap by more than their edges. */
export const overlap = (one, two) =>
  Math.min(one[2], two[2]) - Math.max(one[0], two[0]) > 1 &&
  Math.min(one[3], two[3]) - Math.max(one[1], two[1]) > 1;

/** Returns whether a box is not within a picture of this size. */
export const isCut = ([left, top, right, bottom], width, height) =>
  left < -1 || top < -1 || right > width + 1 || bottom > height + 1;
