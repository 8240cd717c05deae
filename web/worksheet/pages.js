/**
 * Lays out sheets before they are printed: which parts share a page, and how large each picture is.
 * All lengths are in CSS pixels.
 */

/** The width of A4 paper without its margins of 14 mm. Letter paper is wider. */
export const PAGE_WIDTH = 688;

/** The height of Letter paper without its margins of 14 mm and the head. A4 paper is taller. */
const ROOM = 925;

/** The scales of pictures, the largest first. Pictures with small texts may need a larger scale. */
const SCALES = Array.from({ length: 33 }, (_, at) => 1.2 - at / 50);
const SMALLEST = SCALES[SCALES.length - 1];

/**
 * A layout of a picture. `least` is the scale at which its smallest texts are just legible.
 * @typedef {{width: number, height: number, least: number}} Layout
 */

/**
 * What a part needs: a figure and its questions.
 * @typedef {object} Part
 * @property {number} title the height of all but its picture and its rows of questions
 * @property {Layout[]} pictures the layouts of its picture
 * @property {number[]} rows the heights of its rows of questions
 * @property {number[]} [rooms] the additional height of each row if the pages have room
 */

/**
 * The piece of a part that is on one page.
 * @typedef {object} Piece
 * @property {number} part the index of the part
 * @property {number} from its first row of questions
 * @property {number} to the row after its last one
 * @property {Layout} [size] the layout of its picture; a continued part has no picture
 * @property {number} [width] the width of this picture on paper
 */

/** @typedef {{pieces: Piece[], hasFormulas: boolean}} Page */

/**
 * Returns the layout with the smallest height among those that fit the width of the page at a
 * scale. If none fits, returns the narrowest layout, with the width of the page.
 * @param {Part['pictures']} pictures
 * @param {number} scale
 */
function lowest(pictures, scale) {
  const widthAt = (/** @type {Layout} */ { width, least }) => width * Math.max(scale, least);
  const [chosen = pictures[0]] = pictures
    .filter((each) => widthAt(each) <= PAGE_WIDTH)
    .sort((one, two) => one.height - two.height);
  const width = Math.min(PAGE_WIDTH, widthAt(chosen));
  return {
    size: chosen,
    width,
    height: (chosen.height * width) / chosen.width,
  };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, two) => one + two, 0);

/**
 * Lays out all parts with pictures of one scale. A part is on one page if it fits on a page.
 * @param {Part[]} parts
 * @param {{head: number, formulas: number}} rest the heights of the title of the sheet and of the
 *   formulas
 * @param {number} scale
 * @returns {{pages: Page[], fits: boolean}} `fits` is false if a page has no room for a picture
 */
function laidOut(parts, { head, formulas }, scale) {
  /** @type {Page[]} */
  const pages = [{ pieces: [], hasFormulas: false }];
  let used = head;
  let fits = true;
  const turn = () => {
    pages.push({ pieces: [], hasFormulas: false });
    used = 0;
  };
  const last = () => pages[pages.length - 1];
  for (const [part, { title, pictures, rows }] of parts.entries()) {
    const { size, width, height } = lowest(pictures, scale);
    const whole = title + height + sum(rows);
    if (used + whole > ROOM && last().pieces.length) turn();
    /** @type {Piece} */
    let piece = { part, from: 0, to: 0, size, width };
    last().pieces.push(piece);
    used += title + height;
    fits &&= used <= ROOM;
    for (const [row, needs] of rows.entries()) {
      if (used + needs > ROOM) {
        turn();
        piece = { part, from: row, to: row };
        last().pieces.push(piece);
      }
      piece.to = row + 1;
      used += needs;
    }
  }
  if (used + formulas > ROOM) turn();
  last().hasFormulas = true;
  return { pages, fits };
}

/**
 * Lays out all parts on this number of pages, with the largest pictures that fit.
 * @param {number} count
 * @param {Part[]} parts
 * @param {{head: number, formulas: number}} rest
 */
function largestOn(count, parts, rest) {
  for (const scale of SCALES) {
    const { pages, fits } = laidOut(parts, rest, scale);
    if (fits && pages.length === count) return pages;
  }
  return null;
}

/** Pictures that are laid out for less than this width are for phones. They contain less. */
const WIDE = 600;

/**
 * Leaves out the pictures for phones.
 * @param {Part[]} parts
 * @returns {Part[]}
 */
const withoutPhones = (parts) =>
  parts.map(({ pictures, ...part }) => ({
    ...part,
    pictures: pictures.filter(({ width }) => width >= WIDE),
  }));

/**
 * Gives rows of questions more room to write.
 * @param {Part[]} parts
 * @returns {Part[]}
 */
const withRoom = (parts) =>
  parts.map(({ rows, rooms = [], ...part }) => ({
    ...part,
    rows: rows.map((height, at) => height + (rooms[at] ?? 0)),
  }));

/**
 * Lays out a sheet on as few pages as possible, with all pictures still legible. Then makes the
 * pictures as large as these pages allow. Uses pictures for phones only if they save a page.
 * @param {Part[]} all
 * @param {{head: number, formulas: number}} rest
 */
export function pagesOf(all, rest) {
  const count = (/** @type {Part[]} */ each) => laidOut(each, rest, SMALLEST).pages.length;
  const wide = withoutPhones(all);
  const tight = count(all) < count(wide) ? all : wide;
  const roomy = withRoom(tight);
  const parts = count(roomy) === count(tight) ? roomy : tight;
  const pages = largestOn(count(parts), parts, rest) ?? laidOut(parts, rest, SMALLEST).pages;
  // The fullest page limits the scale of all pages. Other pages may have room for larger pictures.
  for (const [at, { pieces, hasFormulas }] of pages.entries()) {
    const isWhole = (/** @type {Piece} */ { part, from, to }) =>
      from === 0 && to === parts[part].rows.length;
    if (!pieces.every(isWhole)) continue;
    const fitting = parts === roomy ? withRoom(all) : all;
    const own = pieces.map(({ part }) => fitting[part]);
    const needs = { head: at ? 0 : rest.head, formulas: hasFormulas ? rest.formulas : 0 };
    const some = largestOn(1, withoutPhones(own), needs) ?? largestOn(1, own, needs);
    some?.[0].pieces.forEach(({ width, size }, of) => Object.assign(pieces[of], { width, size }));
  }
  return pages;
}

/**
 * Fills pages with blocks in their order. Returns the blocks of each page.
 * @param {number[]} heights
 * @returns {number[][]} the indices of the blocks
 */
export function filled(heights) {
  /** @type {number[][]} */
  const pages = [[]];
  let used = 0;
  for (const [block, height] of heights.entries()) {
    if (used + height > ROOM && pages[pages.length - 1].length) {
      pages.push([]);
      used = 0;
    }
    pages[pages.length - 1].push(block);
    used += height;
  }
  return pages;
}
