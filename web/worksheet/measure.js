/** Measures sheets and keys as print shows them, and lays out their pages. */
import { h } from '../figures/chassis/dom.js';
import { keyBlocks, keyElement } from './key.js';
import { PAGE_WIDTH, filled, pagesOf } from './pages.js';
import { rowsOf, sheetElement } from './paper.js';

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {import('./pages.js').Part} Part */
/** @typedef {import('./studio.js').Exhibit} Exhibit */
/** @typedef {import('./tasks.js').Task} Task */

/** @param {Element} element @param {string} selector */
const all = (element, selector) => [...element.querySelectorAll(selector)];

/** @param {Element} element */
const boxOf = (element) => element.getBoundingClientRect();

/** @param {number[][]} lists @returns the largest number at each index */
const largest = (lists) =>
  lists[0].map((_, at) => Math.max(...lists.map((numbers) => numbers[at])));

/**
 * Shows elements as they are on paper while a function measures them.
 * @template Result
 * @param {HTMLElement} place
 * @param {HTMLElement[]} elements
 * @param {() => Result} measure
 */
function onPaper(place, elements, measure) {
  const desk = h('div', { class: 'pw-desk' }, elements);
  desk.style.width = `${PAGE_WIDTH}px`;
  place.append(desk);
  try {
    return measure();
  } finally {
    desk.remove();
  }
}

/**
 * Measures a sheet whose figures have a page each. Returns a list of heights: of the title, of the
 * formulas, of each figure without its picture and its questions, and of each row of questions. The
 * list ends with the additional height that each row may get for writing.
 * @param {HTMLElement} sheet
 */
function heightsOf(sheet) {
  const header = boxOf(/** @type {Element} */ (sheet.querySelector('header'))).height;
  const bodies = all(sheet, '.pw-body');
  const box = sheet.querySelector('.pw-formulas');
  const end = boxOf(bodies[bodies.length - 1]).bottom;
  const formulas = box ? end - boxOf(box).top + GAP : 0;
  const rows = bodies.flatMap((body) =>
    all(body, 'ol > li')
      .filter((_, at) => at % 2 === 0)
      .map((item) => boxOf(item).height),
  );
  const rooms = bodies.flatMap((body) => {
    const items = all(body, 'ol > li');
    const writes = items.map((item) => item.querySelector('.pw-room') !== null);
    return items.flatMap((_, at) =>
      at % 2 ? [] : [writes[at] || writes[at + 1] ? ROOM_TO_WRITE : 0],
    );
  });
  const titles = bodies.map((body, part) => {
    const needs = [
      ...all(body, ':scope > svg').map((picture) => boxOf(picture).height),
      ...all(body, 'ol').map((list) => boxOf(list).height),
      part ? 0 : header,
      part === bodies.length - 1 ? formulas : 0,
    ];
    return needs.reduce((left, need) => left - need, boxOf(body).height);
  });
  return [header, formulas, ...titles, ...rows, ...rooms];
}

/** The space above the formulas, in CSS pixels. */
const GAP = 8;

/** If a page has room, a row with a line for an answer gets this many more CSS pixels. */
const ROOM_TO_WRITE = 26;

/**
 * Lays out the pages of the sheets. All sheets get the same layout.
 * @param {HTMLElement} place where to measure
 * @param {Exhibit[]} exhibits
 * @param {Task[][][]} tasks for each sheet and each figure, the questions
 * @param {{heading: string, seed: string, hasFormulas: boolean}} head
 * @returns {Page[]}
 */
function pagesFor(place, exhibits, tasks, head) {
  const counts = tasks[0].map(rowsOf);
  /** @type {Page[]} */
  const draft = exhibits.map(({ sizes: [size] }, part) => ({
    pieces: [{ part, from: 0, to: counts[part], size, width: 100 }],
    hasFormulas: part === exhibits.length - 1,
  }));
  const sheets = tasks.map((own, copy) => sheetElement(exhibits, own, draft, { copy, ...head }));
  const [top, formulas, ...others] = largest(
    onPaper(place, sheets, () => sheets.map((sheet) => heightsOf(sheet))),
  );
  const rows = others.slice(exhibits.length);
  const rooms = rows.splice(rows.length / 2);
  /** @type {Part[]} */
  const parts = exhibits.map(({ sizes }, part) => ({
    title: others[part],
    pictures: sizes,
    rows: rows.splice(0, counts[part]),
    rooms: rooms.splice(0, counts[part]),
  }));
  return pagesOf(parts, { head: top, formulas });
}

/**
 * Builds the key, and divides it into pages.
 * @param {HTMLElement} place where to measure
 * @param {Task[][][]} tasks
 * @param {string} seed
 */
function keyFor(place, tasks, seed) {
  const blocks = keyBlocks(tasks);
  const whole = keyElement(blocks, [blocks.map((_, at) => at)], seed);
  const heights = onPaper(place, [whole], () => {
    const end = boxOf(/** @type {Element} */ (whole.querySelector('.pw-body'))).bottom;
    const tops = [...blocks.map((block) => boxOf(block).top), end];
    return blocks.map((_, at) => tops[at + 1] - tops[at]);
  });
  return keyElement(blocks, filled(heights), seed);
}

/**
 * Builds the sheets and their key.
 * @param {HTMLElement} place where to measure
 * @param {Exhibit[]} exhibits
 * @param {Task[][][]} tasks for each sheet and each figure, the questions
 * @param {{heading: string, seed: string, hasFormulas: boolean, hasKey: boolean}} head
 */
export function papersFor(place, exhibits, tasks, { hasKey, ...head }) {
  const pages = pagesFor(place, exhibits, tasks, head);
  const sheets = tasks.map((own, copy) => sheetElement(exhibits, own, pages, { copy, ...head }));
  const key = hasKey ? keyFor(place, tasks, head.seed) : null;
  const keyPages = key ? all(key, '.pw-page').length : 0;
  return { papers: key ? [...sheets, key] : sheets, each: pages.length, keyPages };
}
