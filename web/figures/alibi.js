import { boxesOf, drawLanes, drawRow, drawTriangle } from './alibi-picture.js';
import { m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { distance, fixed } from './format.js';
import { RULES, alibiModel, exponentOf, misprinted, slopeText } from './models/alibi.js';

/** @typedef {ReturnType<typeof alibiModel> & {state: any}} Model */

export class PeAlibi extends PeFigure {
  static heading = 'Every head has its own horizon';
  static arrows = [
    ['← →', 'query one back or on'],
    ['↑ ↓', 'the head above or below'],
    ['Home, End', 'first or last query'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    heads: { kind: 'number', value: 8, min: 1, max: 128, step: 1, label: 'Heads', control: 'range' },
    rule: { kind: 'choice', value: 'paper', options: RULES, names: ['as in the paper', 'geometric'], label: 'Slopes', control: 'select', ease: true },
    head: { kind: 'number', value: 3, min: 1, max: (state) => state.heads, step: 1, label: 'Head', control: 'range' },
    length: { kind: 'number', value: 64, min: 2, max: 256, step: 1, label: 'Length', control: 'range' },
    position: { kind: 'number', value: 40, min: 0, max: (state) => state.length - 1, step: 1, label: 'Query at', ease: true },
    other: { kind: 'number', value: 24, min: 0, max: (state) => state.length - 1, step: 1, label: 'Key at', control: 'number' },
    causal: { kind: 'flag', value: true, label: 'Causal: no key after the query', control: 'check' },
  };

  /** @param {any} state */
  compute(state) { return { ...alibiModel(state), state }; }

  /** @param {number} width */
  heightFor(width) { return boxesOf(width, this.state.heads).height; }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) {
    const box = boxesOf(pen.width, model.state.heads);
    drawLanes(pen, model, box.lanes, shown);
    drawTriangle(pen, model, box.triangle, shown);
    drawRow(pen, model, box.row, shown);
  }

  /** @param {Model} model */
  caption({ state, rows, weights, slopes, differ, rises }) {
    const { heads, head, rule, position, other, length, causal } = state;
    const at = (head - 1) * length;
    const masked = causal && other > position;
    return [
      `Head ${head} of ${heads}: slope `, ['b', slopeText(slopes[head - 1])], '. Query ', ['you', String(position)], masked ? ' does not see key ' : ' sees key ', ['other', String(other)],
      ...(masked ? [': it comes later. '] : [`, ${Math.abs(position - other)} away, with a bias of ${slopeText(rows[at + other])}: `, ['b', distance(weights[at + other] / weights[at + position], 3)], ' of its own weight. ']),
      ...(differ ? [`The two rules differ in ${differ} of ${heads} heads. `] : []),
      ...(rises.length ? [`Not monotone: head ${rises[0]} starts again at `, ['b', slopeText(slopes[rises[0] - 1])], '.'] : []),
    ];
  }

  /** @param {Model} model */
  formula({ state, slopes, halves }) {
    const { head, position, other, causal } = state;
    const [a, b] = exponentOf(state, head);
    const slope = slopes[head - 1];
    return [
      m('math', m('msub', mi('m'), mn(head)), mo('='), m('msup', mn(2), m('mrow', mo('−'), mn(8), mo('·'), mn(a), mo('/'), mn(b))), mo('='), mn(slopeText(slope))),
      m('math', m('mfrac', mi('ln 2'), m('msub', mi('m'), mn(head))), mo('='), mn(fixed(halves[head - 1], 2))),
      m('math', m('msub', mi('b'), m('mrow', mn(position), mo(','), mn(other))), mo('='),
        ...(causal && other > position ? [mo('−'), mi('∞')] : [mo('−'), mn(slopeText(slope)), mo('·'), mo('|'), mn(position), mo('−'), mn(other), mo('|')])),
    ];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables({ state, both, slopes, halves, rows, weights }) {
    const { heads, rule, length, position, head } = state;
    const at = (head - 1) * length;
    return [
      {
        name: `Slopes of ${heads} heads`,
        columns: ['head', 'slope', 'halves every', 'paper', 'geometric'],
        rows: heads,
        row: (row) => [row + 1, slopes[row], halves[row], both.paper[row], both.geometric[row]],
        show: (value, column) => (column === 0 ? String(value) : column === 2 ? fixed(value, 2) : slopeText(value)),
      },
      {
        name: `Query ${position}, head ${head}, ${rule}`,
        columns: ['key', 'bias', 'weight', 'weight over own'],
        rows: length,
        row: (key) => [key, rows[at + key], weights[at + key], weights[at + key] / weights[at + position]],
        show: (value, column) => (column === 0 ? String(value) : column === 1 ? slopeText(value) : fixed(value, 4)),
      },
    ];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'A tutorial prints the slopes of its eight ALiBi heads, from the first to the last. Which print-out can be right?',
      options: [['spread', '0.5000, 0.2500, … 0.0039'], ['close', '0.9170, 0.8409, … 0.5000'], ['either', 'either: only the order matters']],
      answer: 'spread',
      show: (figure) => figure.setState({ heads: 8, rule: 'paper', head: 8, length: 64, position: 63, causal: true }, { ease: true }),
      surprise: ({ slopes }) => slopeText(slopes[7]),
      because: ({ halves }) => {
        const wrong = misprinted();
        return [`is the last slope: this head’s weights halve only every ${fixed(halves[7], 2)} positions, so it sees the whole text. In the other list even the mildest head, ${fixed(wrong[7], 4)}, halves every ${fixed(Math.LN2 / wrong[7], 2)}: all eight would be short-sighted. Now try 12 heads.`];
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    const { state } = this;
    return [
      ['+', 'one head more', () => this.setState({ heads: state.heads + 1 })],
      ['-', 'one head fewer', () => this.setState({ heads: state.heads - 1 })],
      ['x', 'the other rule for the slopes', () => this.setState({ rule: RULES[1 - RULES.indexOf(state.rule)] }, { ease: true })],
      ['c', 'causal or not', () => this.setState({ causal: !state.causal })],
      ['m', 'compare with the present position', () => this.setState({ other: state.position })],
    ];
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ head: this.state.head + dy });
  }

  /** Where the lanes, the matrix and the row stand, in CSS pixels of the plot. @param {'lanes' | 'triangle' | 'row'} part */
  locate(part) { return boxesOf(this.ui.plot.clientWidth, this.state.heads)[part]; }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const { length, heads } = this.state;
    const { lane, lanes, triangle, row } = boxesOf(this.ui.plot.clientWidth, heads);
    /** @param {import('./alibi-picture.js').Box} box */
    const inside = (box) => x >= box.x - 34 && x < box.x + box.w && y >= box.y && y < box.y + box.h;
    const name = event.shiftKey ? 'other' : 'position';
    if (inside(triangle)) {
      this.setState({ position: Math.floor(((y - triangle.y) / triangle.h) * length), other: Math.max(0, Math.floor(((x - triangle.x) / triangle.w) * length)) });
    } else if (inside(row)) this.setState({ [name]: Math.floor(((x - row.x) / row.w) * length) });
    else if (inside(lanes)) this.setState({ head: 1 + Math.floor((y - lanes.y) / lane) });
  }

  describe() {
    const { state, slopes, halves, rows, weights } = this.model;
    const { heads, head, position, other, length } = state;
    const at = (head - 1) * length;
    return `Head ${head} of ${heads}, slope ${slopeText(slopes[head - 1])}, halves every ${fixed(halves[head - 1], 2)} positions. Query ${position}, key ${other}: bias ${slopeText(rows[at + other])}, weight ${fixed(weights[at + other], 4)}.`;
  }
}
