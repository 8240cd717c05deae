/** Draws the image of PePatches, or reads an image file. The image does not leave the page. */

import { errorWords } from '../chassis/words.js';

/** The side of the square image in pixels: 24 patches of 16 pixels. */
export const EXTENT = 384;

/** Each shape has a colour, and corners (x, y, x, y, ...) in 24ths of the image's side. */
const SHAPES = /** @type {[string, number[]][]} */ ([
  ['#bfdcee', [0, 0, 24, 0, 24, 16, 0, 16]],
  ['#8fae9b', [0, 12, 4, 8.5, 8, 11, 13, 7.5, 19, 11, 24, 9, 24, 17, 0, 17]],
  ['#7cae5c', [0, 14.5, 7, 13.2, 16, 14, 24, 13, 24, 24, 0, 24]],
  ['#e9d9b0', [15.6, 15.6, 17.4, 15.6, 14, 24, 8, 24]],
  ['#f3ead7', [13, 9, 20, 9, 20, 16, 13, 16]],
  ['#b5482f', [12.2, 9.2, 16.5, 5.4, 20.8, 9.2]],
  ['#7a4a2b', [15.6, 12, 17.4, 12, 17.4, 16, 15.6, 16]],
  ['#4b7fa8', [13.8, 10.4, 15.2, 10.4, 15.2, 12.2, 13.8, 12.2]],
  ['#4b7fa8', [17.8, 10.4, 19.2, 10.4, 19.2, 12.2, 17.8, 12.2]],
  ['#6b4a31', [21.6, 11, 22.4, 11, 22.5, 16, 21.5, 16]],
  ['#3f7a45', [22, 4.4, 24, 8.4, 23.4, 8.4, 24, 11.6, 20, 11.6, 20.7, 8.4, 20, 8.4]],
  // These shapes form a dog: tail, legs, body, neck, head, ear, collar.
  ['#8a5a34', [1.4, 14.2, 2.2, 13.8, 3.4, 16.6, 2.6, 17.4]],
  ['#7d4f2c', [3, 18, 4.1, 18, 4.1, 22, 3, 22]],
  ['#7d4f2c', [7.4, 18, 8.5, 18, 8.5, 22, 7.4, 22]],
  ['#8a5a34', [2.4, 16.4, 9, 15.8, 9.2, 19.2, 2.6, 19.4]],
  ['#8a5a34', [4.4, 18, 5.4, 18, 5.4, 22.2, 4.4, 22.2]],
  ['#8a5a34', [8.3, 18, 9.3, 18, 9.3, 22.2, 8.3, 22.2]],
  ['#8a5a34', [7.6, 16.4, 8.2, 12.6, 11.2, 12.4, 13, 14, 12.8, 15.2, 10, 15.6, 9.2, 18]],
  ['#5e3a1f', [8, 12.4, 9.2, 12.2, 8.8, 15.2, 7.4, 14.8]],
  ['#b5482f', [8, 15.4, 9.9, 15.3, 9.7, 16.2, 7.8, 16.4]],
]);

/** Each disc has a colour, and the x and y of its centre and its radius in 24ths of the side. */
const DISCS = /** @type {[string, number, number, number][]} */ ([
  ['#f6cf5a', 4.6, 4.2, 2],
  ['#ffffff', 9.6, 3.4, 1.1],
  ['#ffffff', 11, 3.1, 1.4],
  ['#ffffff', 12.4, 3.6, 1],
  ['#1c1b20', 12.7, 14, 0.4],
  ['#1c1b20', 10.6, 13.4, 0.26],
]);

/** Makes an empty canvas for an image. */
function makeCanvas() {
  const canvas = document.createElement('canvas');
  canvas.width = EXTENT;
  canvas.height = EXTENT;
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error(errorWords.noCanvas);
  return { canvas, ctx };
}

/** Draws the project's own image: a dog in front of a house. */
export function drawnImage() {
  const { canvas, ctx } = makeCanvas();
  ctx.scale(EXTENT / 24, EXTENT / 24);
  for (const [color, corners] of SHAPES) {
    ctx.beginPath();
    for (let at = 0; at < corners.length; at += 2) ctx.lineTo(corners[at], corners[at + 1]);
    ctx.fillStyle = color;
    ctx.fill();
  }
  for (const [color, x, y, radius] of DISCS) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = color;
    ctx.fill();
  }
  return canvas;
}

/**
 * Reads an image and cuts the largest square out of its middle. Rejects if the browser cannot read
 * the file as an image.
 * @param {Blob} file
 */
export async function readImage(file) {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const side = Math.min(width, height);
  const { canvas, ctx } = makeCanvas();
  // The light background shows where the image is transparent.
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, EXTENT, EXTENT);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(bitmap, (width - side) / 2, (height - side) / 2, side, side, 0, 0, EXTENT, EXTENT);
  bitmap.close();
  return canvas;
}
