import { fixed } from './format.js';
import { colorOf, inkOn } from './palette.js';

/** The colours of the outputs end here. */
const REACH = 2;

/** @typedef {import('./surface.js').Pen} Pen */
/** @typedef {ReturnType<typeof layout>} Box */
/** @typedef {import('./order.js').Model} Model */

/**
 * Where everything stands: lanes of words and their outputs, the read-out, the matrix.
 * @param {number} width @param {number} count words
 */
export function layout(width, count) {
  // Side by side only where words keep their room.
  const wide = width >= 620 && width - 388 >= count * 56;
  const side = wide ? 264 : width;
  const x = wide ? 84 : 22;
  const w = (wide ? width - side - 40 : width) - x;
  const high = wide ? 112 : 96;
  const cards = wide ? 2 : 104;
  const now = cards + 164;
  const typed = now + high + 88;
  const bottom = typed + high + 28;
  const left = wide ? width - side : 0;
  const label = 80;
  const cell = Math.floor(Math.min(60, (side - label) / count));
  const matrix = { x: left + label, y: wide ? 190 : bottom + 148, cell, label };
  const under = matrix.y + count * cell + 24;
  return {
    wide, count, x, w, column: w / count, high, cards, now, typed, bottom, matrix,
    read: { x: left, y: wide ? 0 : 4 }, scale: { x: left, y: wide ? typed + high - 30 : bottom + 12 },
    height: Math.round(Math.max(bottom, under)),
  };
}

/**
 * @param {Pen} pen @param {Model} model @param {Box} box
 * @param {number[]} at where each word stands, in places from the left
 */
export function drawOrder(pen, model, box, at) {
  readout(pen, model, box);
  lanes(pen, model, box, at.map((place) => box.x + (place + 0.5) * box.column));
  matrix(pen, model, box, at);
  scale(pen, model, box);
}

/** The one number: how many outputs have changed. @param {Pen} pen @param {Model} model @param {Box} box */
function readout(pen, { differ, values, moved }, { read: { x, y } }) {
  const { c } = pen;
  const width = pen.text(String(differ), x, y + 40, { size: 44, weight: 650, mono: true, color: !moved ? c.quiet : differ ? c.other : c.ink });
  pen.text(`of ${values}`, x + width + 10, y + 40, { size: 22, mono: true, color: c.quiet });
  pen.text('output numbers differ', x, y + 64, { size: 15 });
  pen.text(moved ? 'from the order typed' : 'since no word has moved yet', x, y + 85, { size: 15, color: c.quiet });
}

/** All words, the chosen one last and so on top. @param {string[]} words @param {number} query */
const layersOf = (words, query) => [...words.keys()].sort((a, b) => Number(a === query) - Number(b === query));

/** Words, attention of the chosen one, outputs now and as typed. @param {Pen} pen @param {Model} model @param {Box} box @param {number[]} xs */
function lanes(pen, { state, words, tokens, weights, moved }, { wide, count, x, column, high, cards, now, typed }, xs) {
  const { c } = pen;
  const { query } = state;
  const [marks, room] = [typed - 12, Math.round(Math.min(148, column - (column < 50 ? 4 : Math.min(20, column * 0.14))))];
  const size = Math.min(...words.map((word) => pen.fit(word, room - 6, 22).size));
  const strip = Math.round(Math.min(44, column * 0.62));
  /** @param {number} token */
  const home = (token) => x + (token + 0.5) * column;
  /** @param {number} token */
  const sees = (token) => weights[tokens[query].place * count + tokens[token].place];
  rows(pen, words[query], { wide, high, cards, now, typed });
  const layers = layersOf(words, query);
  for (const token of layers) {
    const chosen = token === query;
    pen.bend(xs[token], now + high + 2, home(token), marks - 14, chosen ? c.you : c.control, chosen ? 2.5 : 1.25, tokens[token].differ ? [4, 5] : []);
  }
  pen.ctx.globalAlpha = 0.72;
  for (const token of layers) if (sees(token)) pen.bend(xs[token], cards + 92, xs[query], now - 4, c.you, Math.max(0.75, 14 * sees(token)));
  pen.ctx.globalAlpha = 1;
  for (const token of layers) {
    const chosen = token === query;
    const color = chosen ? c.you : c.quiet;
    const { differ, place, now: outputs, typed: before } = tokens[token];
    const [left, from] = [pen.snap(xs[token]), pen.snap(home(token))];
    pen.rect(left - room / 2, cards, room, 48, c.paper);
    pen.frame(left - room / 2, cards, room, 48, chosen ? c.you : c.control, chosen ? 3 : 1);
    pen.text(pen.fit(words[token], room - 4, size).text, left, cards + 25, { align: 'center', base: 'middle', size, weight: chosen ? 650 : 400, color: chosen ? c.you : c.ink });
    if (state.scheme !== 'none') pen.text(column > 104 ? `+ position ${place}` : `+${place}`, left, cards + 67, { align: 'center', color: c.plus, weight: 650 });
    pen.text(sees(token) ? fixed(sees(token), 2) : column > 64 ? 'hidden' : '–', left, cards + 86, { align: 'center', mono: !!sees(token), weight: sees(token) ? 650 : 400, color: sees(token) ? c.you : c.quiet });
    for (const [values, middle, top] of /** @type {[Float32Array, number, number][]} */ ([[outputs, left, now], [before, from, typed]])) {
      pen.strip(values, REACH, middle - strip / 2, top, strip, high);
      pen.frame(pen.snap(middle - strip / 2), top, strip, high, chosen ? c.you : c.hair, chosen ? 2 : 1);
    }
    const mark = differ ? `≠ ${differ}${column > 90 ? ' differ' : ''}` : moved && column > 90 ? '= same bits' : '=';
    pen.text(mark, from, marks, { align: 'center', weight: 650, color: differ ? c.other : moved ? c.ink : c.quiet });
    pen.text(pen.fit(words[token], room, Math.min(size, 15)).text, from, typed + high + 20, { align: 'center', size: Math.min(size, 15), color });
  }
}

/** What the lanes are. @param {Pen} pen @param {string} word @param {{wide: boolean, high: number, cards: number, now: number, typed: number}} box */
function rows(pen, word, { wide, high, cards, now, typed }) {
  const { c } = pen;
  const all = /** @type {[string, string, number, string][]} */ ([
    ['words', 'drag them', cards + 22, c.quiet], ['attention', `of ${word}`, cards + 86, c.you],
    ['outputs', 'now', now + high / 2 - 4, c.quiet], ['outputs', 'as typed', typed + high / 2 - 4, c.quiet]]);
  for (const [name, which, y, color] of all) {
    if (wide) {
      pen.text(name, 0, y, { weight: 650, color: color === c.you ? color : c.ink });
      const { text, size } = pen.fit(which, 76, 13);
      pen.text(text, 0, y + 18, { size, color });
    } else if (name === 'outputs') pen.upright(which, 8, y + 4, { align: 'center', color });
  }
}

/** A weight in a cell: .25 and 1.0 where there is no room for 0.25. @param {number} weight @param {number} cell */
export const brief = (weight, cell) => (cell < 40 ? fixed(weight, 2).replace(/^0/, '').slice(0, 3) : fixed(weight, 2));

/** Who looks at whom. @param {Pen} pen @param {Model} model @param {Box} box @param {number[]} at */
function matrix(pen, { state, words, tokens, weights }, { count, matrix: { x, y, cell, label } }, at) {
  const { c, theme } = pen;
  const flat = words.every((word) => pen.measure(word) < cell - 4);
  const title = y - (flat ? 30 : 70);
  const bold = pen.text('attention', x - label, title, { weight: 650 });
  pen.text('rows look at columns', x - label + bold + 8, title, { color: c.quiet });
  const layers = layersOf(words, state.query);
  for (const token of layers) {
    const word = words[token];
    const chosen = token === state.query;
    const row = pen.fit(word, label - 10, 13);
    pen.text(row.text, x - 8, y + (at[token] + 0.5) * cell, { color: chosen ? c.you : c.quiet, weight: chosen ? 650 : 400, align: 'right', base: 'middle', size: row.size });
    const across = x + (at[token] + 0.5) * cell;
    if (flat) pen.text(word, across, y - 8, { align: 'center', color: c.quiet });
    else pen.upright(pen.fit(word, 54, 13).text, across, y - 8, { color: c.quiet });
    for (const key of layers) {
      const weight = weights[tokens[token].place * count + tokens[key].place];
      const [left, top] = [pen.snap(x + at[key] * cell), pen.snap(y + at[token] * cell)];
      const hidden = state.causal && tokens[key].place > tokens[token].place;
      pen.rect(left, top, cell - 1, cell - 1, hidden ? c.paper : colorOf(weight, theme.mode));
      if (hidden) pen.text('–', left + cell / 2, top + cell / 2, { align: 'center', base: 'middle', color: c.quiet });
      else if (cell >= 28) pen.text(brief(weight, cell), left + cell / 2, top + cell / 2, { align: 'center', base: 'middle', size: cell < 40 ? 12 : 13, mono: true, color: inkOn(weight, theme.mode) });
    }
  }
  pen.frame(x, pen.snap(y + at[state.query] * cell), count * cell - 1, cell - 1, c.you, 2.5);
}

/** What the colours of the strips mean. @param {Pen} pen @param {Model} model @param {Box} box */
function scale(pen, { state }, { scale: { x, y } }) {
  const { c, theme } = pen;
  pen.text(`a strip: the ${state.dim} output numbers of a word`, x, y + 12, { size: 12, color: c.quiet });
  pen.text('≤ −2', x, y + 34, { size: 12, mono: true, color: c.quiet });
  for (let at = 0; at < 21; at++) pen.rect(pen.snap(x + 36 + at * 6), y + 24, 6.5, 12, colorOf(at / 10 - 1, theme.mode));
  pen.text('≥ 2', x + 170, y + 34, { size: 12, mono: true, color: c.quiet });
}
