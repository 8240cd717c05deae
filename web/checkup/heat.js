/* Makes the heat maps of pe-doctor, and draws them. */
import { colorize } from '../index.js';
import { h } from '../figures/chassis/dom.js';
import { translatedPhrase } from '../figures/chassis/phrases.js';
import { palette } from '../figures/chassis/palette.js';
import { brief } from '../findings/reports.js';
import { words } from './words.js';

/**
 * A heat map of errors.
 * @typedef {object} Heat
 * @property {Float32Array} values [rows, columns], from -1 to 1
 * @property {number} rows
 * @property {number} columns
 * @property {string} says what the rows, columns and colours mean
 */

/** A map has at most this many rows and columns. In larger arrays, elements share a cell. */
const MOST_CELLS = 128;

/** The largest heights of a cell and of a map, in CSS pixels. */
const TALLEST_CELL = 8;
const HEIGHT = 192;

/**
 * Makes a heat map of differences. A cell shows the largest difference among its elements.
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} expected
 * @param {import('../findings/rotation-check.js').Axes & {departs?: (index: number) => boolean}} axes
 *   `departs` says whether an element differs by more than roundings, if that is known
 * @param {{byRow: {departed: ArrayLike<number>}, byPair: {departed: ArrayLike<number>}}} [found]
 *   how many elements of each row and column depart, if that is known
 * @returns {Heat | undefined} undefined if there is no difference
 */
export function heatOf(got, expected, axes, found) {
  const { rows, columns, names, rowOf, columnOf, departs } = axes;
  const [height, width] = [Math.min(rows, MOST_CELLS), Math.min(columns, MOST_CELLS)];
  const values = new Float32Array(height * width);
  const departedRows = new Uint8Array(rows);
  const departedColumns = new Uint8Array(columns);
  const size = largest(expected);
  let most = 0;
  for (let i = 0; i < got.length; i++) {
    const error = Number.isFinite(got[i]) ? got[i] - expected[i] : size;
    const [row, column] = [rowOf(i), columnOf(i)];
    const cell = Math.floor((row * height) / rows) * width + Math.floor((column * width) / columns);
    if (Math.abs(error) > Math.abs(values[cell])) values[cell] = error;
    most = Math.max(most, Math.abs(error));
    if (departs ? !departs(i) : Math.abs(error) <= SMALL * size) continue;
    departedRows[row] = 1;
    departedColumns[column] = 1;
  }
  if (!(most > SMALL * size)) return undefined;
  const [inRows, inColumns] = found
    ? [found.byRow.departed, found.byPair.departed]
    : [departedRows, departedColumns];
  const says = [
    `Rows 0 to ${rows - 1} go down, ${names} 0 to ${columns - 1} go right.`,
    `Differing rows: ${count(inRows)} of ${rows}.`,
    `Differing ${names}: ${count(inColumns)} of ${columns}.`,
    `Amber is too large, violet too small, by ${brief(most)} at most.`,
    'Small errors are drawn stronger than they are.',
  ];
  return {
    values: values.map((value) => Math.sign(value) * Math.sqrt(Math.sqrt(Math.abs(value) / most))),
    rows: height,
    columns: width,
    says: words.joined(says.map(translatedPhrase)),
  };
}

/** Errors below this fraction of the largest element are not counted. */
const SMALL = 1 / 65536;

/** Counts the numbers of a list that are not 0. @param {ArrayLike<number>} list */
const count = (list) => Array.from(list).filter(Boolean).length;

/** @param {ArrayLike<number>} list */
function largest(list) {
  let most = 0;
  for (let i = 0; i < list.length; i++)
    if (Math.abs(list[i]) > most && Number.isFinite(list[i])) most = Math.abs(list[i]);
  return most;
}

/**
 * Makes a figure with the canvas and the caption of a heat map.
 * @param {Heat} heat
 */
export function heatFigure({ rows, columns, says }) {
  const height = Math.min(rows * TALLEST_CELL, HEIGHT);
  const canvas = h('canvas', { width: columns, height: rows, role: 'img', 'aria-label': says });
  canvas.style.height = `${height}px`;
  return h('figure', { class: 'pe-map' }, canvas, h('figcaption', { class: 'pe-quiet' }, says));
}

/**
 * Draws a heat map into its canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {Heat} heat
 * @param {'light' | 'dark'} mode
 */
export function drawHeat(canvas, { values, rows, columns }, mode) {
  const rgba = /** @type {Uint8ClampedArray<ArrayBuffer>} */ (colorize(values, palette(mode)));
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, columns, rows), 0, 0);
}
