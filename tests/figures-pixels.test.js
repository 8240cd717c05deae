/* What stands on the canvas, taken from its pixels: text can be read, is whole, is seen, and lies on no other text. */
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {TAGS, chromium, classic, each, server, useAuthors} from './authors.js';
import {MEDIA} from './axe.js';
import {openPage, show} from './browsers.js';

useAuthors();

/**
 * In the page: each text a figure draws with its box, its colour's contrast with the pixels it stands on (those of
 * the same picture drawn without text), the share of its pixels that show in the whole picture, and its size.
 */
async function texts(figure) {
  const draw = async words => {
    const seen = [], {fillText} = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const {a, d, e, f} = this.getTransform(), {actualBoundingBoxLeft: l, actualBoundingBoxRight: r, actualBoundingBoxAscent: u, actualBoundingBoxDescent: b} = this.measureText(text);
      seen.push({text, color: this.fillStyle, size: parseFloat(/(\d+(?:\.\d+)?)px/.exec(this.font)[1]), alpha: this.globalAlpha, box: [(x - l) * a + e, (y - u) * d + f, (x + r) * a + e, (y + b) * d + f]});
      if (words) fillText.call(this, text, x, y);
    };
    const picture = figure.toPNG({scale: 1});
    CanvasRenderingContext2D.prototype.fillText = fillText;
    const bitmap = await createImageBitmap(await picture);
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const ctx = canvas.getContext('2d');
    ctx.drawImage(bitmap, 0, 0);
    return {seen, data: ctx.getImageData(0, 0, canvas.width, canvas.height).data, width: canvas.width, height: canvas.height};
  };
  const whole = await draw(true), bare = await draw(false), {width, height} = whole;
  const linear = byte => byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const contrast = (one, two) => { const [a, b] = [luminance(one), luminance(two)]; return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); };
  const result = whole.seen.map(({text, color, size, alpha, box}) => {
    const ink = color.startsWith('#') ? [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16)) : color.match(/[\d.]+/g).map(Number);
    const [left, top, right, bottom] = [Math.floor(box[0]), Math.floor(box[1]), Math.ceil(box[2]), Math.ceil(box[3])], ratios = [];
    let painted = 0;
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
      for (let x = Math.max(0, left); x < Math.min(width, right); x++) {
        const at = 4 * (y * width + x), under = [...bare.data.subarray(at, at + 3)];
        if (under.some((part, i) => Math.abs(part - whole.data[at + i]) > 24)) painted++;
        ratios.push(contrast(ink, under));
      }
    ratios.sort((a, b) => a - b);
    return {text, size, alpha, box, contrast: ratios[Math.floor(ratios.length * 0.1)], painted: painted / ratios.length, cut: box[0] < -1 || box[1] < -1 || box[2] > width + 1 || box[3] > height + 1};
  });
  return result.filter(({text}) => text.trim());
}

const round = ([a, b, c, d]) => [a, b, c, d].map(Math.round).join(' ');

for (const [name, media] of MEDIA)
  test(`text on the canvas reads, is whole and stands free, in ${name}`, async () => {
    const faults = [];
    for (const width of [360, 1000]) {
      const {page, close} = await openPage(chromium, server.author(each() + classic), {...media, viewport: {width, height: 900}});
      for (const tag of [...TAGS, ...TAGS]) {
        await show(page, tag);
        const found = await page.evaluate(([tag, source]) => (0, eval)(source)(document.querySelector(tag)), [tag, `(${texts})`]);
        assert.ok(found.length > 3, `${tag}: ${found.length} texts`);
        for (const [at, one] of found.entries()) {
          const where = `${tag}, ${width} px: "${one.text}" at ${round(one.box)}`;
          if (one.contrast < 4.5) faults.push(`${where}: contrast ${one.contrast.toFixed(2)}`);
          if (one.size < 12) faults.push(`${where}: ${one.size} px`);
          if (one.cut) faults.push(`${where}: cut`);
          if (one.painted < 0.04) faults.push(`${where}: covered, ${(one.painted * 100).toFixed(1)} % of its box is painted`);
          for (const two of found.slice(at + 1)) {
            const wide = Math.min(one.box[2], two.box[2]) - Math.max(one.box[0], two.box[0]), high = Math.min(one.box[3], two.box[3]) - Math.max(one.box[1], two.box[1]);
            if (wide > 1 && high > 1) faults.push(`${where}: on "${two.text}" at ${round(two.box)}`);
          }
        }
        // the second time as it answers its question
        await page.evaluate(tag => { const figure = document.querySelector(tag); figure.question()?.show(figure); figure.motion.settle(); }, tag);
      }
      await close();
    }
    assert.deepEqual(faults, []);
  });
