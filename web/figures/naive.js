import { m, mi, mn, mo } from './dom.js';
import { PeFigure } from './figure.js';
import { distance, fixed, grouped, signed } from './format.js';
import { ENCODINGS, METERS, naiveModel } from './models/naive.js';
import { drawNaive, hit, layout } from './naive-picture.js';
import { NAMES, RULES, code, reading, verdict } from './naive-words.js';

/** The meter that tells most about an encoding. @type {Record<string, string>} */
const TELLING = { raw: 'bounded', fraction: 'any', binary: 'smooth', sine: 'unique', sinusoidal: 'same' };

/** @typedef {{encoding: string, meter: string, length: number, dim: number, position: number}} State */
/** @typedef {ReturnType<typeof naiveModel> & {state: State, chosen: import('./models/naive.js').Measured}} Model */

export class PeNaive extends PeFigure {
  static heading = 'Every obvious way to number the words breaks something';
  static arrows = [
    ['← →', 'position one back or on'],
    ['↑ ↓', 'another way to number'],
    ['Home, End', 'first or last position'],
  ];
  /** @type {import('./state.js').Fields} */
  static fields = {
    encoding: { kind: 'choice', value: 'raw', options: ENCODINGS, names: Object.values(NAMES), label: 'Number by', control: 'select', ease: true },
    meter: { kind: 'choice', value: 'bounded', options: METERS, names: Object.values(RULES), label: 'Must be', control: 'select', ease: true },
    length: { kind: 'number', value: 16, min: 16, max: 512, step: 1, label: 'Length', control: 'range' },
    dim: { kind: 'number', value: 16, min: 2, max: 64, step: 2, label: 'Dimensions', control: 'select', picks: [2, 4, 8, 16, 32, 64], when: (state) => state.encoding === 'sinusoidal' },
    position: { kind: 'number', value: 3, min: 0, max: (state) => state.length - 1, step: 1, label: 'Position', ease: true },
  };

  #kept = { key: '', model: /** @type {any} */ (null) };

  /** A way to number shows what it is worst or best at. @param {any} patch @param {State} before */
  adjust(patch, before) {
    if (patch.encoding && patch.encoding !== before.encoding && !('meter' in patch)) patch.meter = TELLING[patch.encoding];
    return patch;
  }

  /** @param {State} state */
  compute(state) {
    const key = `${state.length},${state.dim}`;
    if (this.#kept.key !== key) this.#kept = { key, model: naiveModel(state) };
    const { model } = this.#kept;
    return { ...model, state, chosen: model.all[ENCODINGS.indexOf(state.encoding)] };
  }

  /** @param {Model} model */
  tableKey(model) { return model.chosen; }

  /** @param {number} width */
  heightFor(width) { return layout(width).height; }

  /** @param {import('./surface.js').Pen} pen @param {Model} model @param {Record<string, number>} shown */
  draw(pen, model, shown) { drawNaive(pen, model, layout(pen.width), shown); }

  /** @param {Model} model */
  caption(model) {
    const { state, chosen } = model;
    const { position, length } = state;
    const { pass, says } = verdict(chosen, state.meter, length, model.rounded);
    const step = chosen.steps[position];
    return [
      'Position ', ['you', String(position)], ` is ${code(chosen, position)}`,
      position + 1 < length ? `; the step to ${position + 1} is ${distance(step)} long. ` : '. ',
      [pass ? 'right' : 'wrong', pass ? '✓ ' : '✗ '], ['b', `${RULES[state.meter]}: `], says,
    ];
  }

  /** @param {Model} model */
  formula({ state, chosen }) {
    const { encoding, position, length } = state;
    const p = mn(String(position));
    const shown = [...chosen.table.subarray(position * chosen.width, position * chosen.width + Math.min(4, chosen.width))];
    const value = encoding === 'binary' ? m('msub', mn(code(chosen, position)), mn('2'))
      : encoding === 'sinusoidal' ? m('mrow', mo('('), ...shown.flatMap((each, at) => [...(at ? [mo(',')] : []), mn(signed(each, 3))]), ...(chosen.width > 4 ? [mo(','), mo('…')] : []), mo(')'))
        : mn(encoding === 'raw' ? grouped(shown[0]) : encoding === 'fraction' ? fixed(shown[0], 4) : signed(shown[0], 4));
    const rule = encoding === 'fraction' ? m('mfrac', p, mn(String(length))) : encoding === 'sine' ? m('mrow', mi('sin'), mo('('), p, mo(')'))
      : encoding === 'sinusoidal' ? m('mrow', mi('PE'), mo('['), p, mo(']')) : encoding === 'raw' ? mi('p') : p;
    return [m('math', m('mrow', rule, mo('='), value))];
  }

  /** @param {Model} model @returns {import('./table.js').Table[]} */
  tables(model) {
    const { state, all, chosen } = model;
    const columns = Array.from({ length: chosen.width }, (_, at) => String(at));
    return [
      {
        name: `Five ways to number ${state.length} positions, on five meters`,
        columns: ['numbered by', 'largest value', 'closest two', 'largest step over widest distance', 'longest over shortest step', 'code moves at twice the length', 'meters passed'],
        rows: ENCODINGS.length,
        row: (at) => {
          const { meters: { bounded, unique, smooth, same, any } } = all[at];
          const passes = METERS.filter((meter) => all[at].meters[/** @type {'any'} */ (meter)].pass);
          return [NAMES[ENCODINGS[at]], bounded.value, unique.value, smooth.share, same.share, any.extra ? reading(all[at], 'any') : any.value, `${passes.length} of ${METERS.length}`];
        },
        show: (value) => distance(value),
      },
      {
        name: `Codes: ${NAMES[state.encoding]}`,
        columns: ['position', 'step to the next', ...columns],
        rows: state.length,
        row: (at) => [at, at + 1 < state.length ? chosen.steps[at] : '', ...chosen.table.subarray(at * chosen.width, (at + 1) * chosen.width)],
        show: (value, column) => (column === 0 || Number.isInteger(value) ? String(value) : distance(value)),
      },
    ];
  }

  /** @returns {import('./predict.js').Question} */
  question() {
    return {
      ask: 'Write positions 0 to 15 with four binary digits. Which two of these are farthest apart?',
      options: [['first', '0 and 1'], ['far', '0 and 14'], ['next', '7 and 8']],
      answer: 'next',
      show: (figure) => figure.setState({ encoding: 'binary', meter: 'smooth', length: 16, position: 7 }, { ease: true }),
      surprise: ({ chosen }) => distance(chosen.steps[7]),
      because: ({ chosen }) => {
        let sum = 0;
        for (let digit = 0; digit < chosen.width; digit++) sum += chosen.table[14 * chosen.width + digit];
        return [`0111 to 1000: all four digits flip, so two neighbours lie as far apart as any two codes can. 0 and 14 are only ${distance(Math.sqrt(sum))} apart. Each simple idea breaks something; go through them.`];
      },
    };
  }

  /** @returns {[string, string, () => void][]} */
  keys() {
    return METERS.map((meter, at) => [String(at + 1), `show what “${RULES[meter]}” asks`, () => this.setState({ meter }, { ease: true })]);
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    if (dx) this.step(dx);
    if (dy) this.setState({ encoding: ENCODINGS[Math.min(Math.max(ENCODINGS.indexOf(this.state.encoding) + dy, 0), ENCODINGS.length - 1)] }, { ease: true });
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  point(x, y, event) {
    const found = hit(layout(this.ui.plot.clientWidth), x, y, this.state.length);
    if (found && ('position' in found || event.type === 'pointerdown')) this.setState(found, { ease: !('position' in found) });
  }

  describe() {
    const { chosen, rounded, state: { encoding, meter, position, length } } = this.model;
    const { pass, says } = verdict(chosen, meter, length, rounded);
    return `${NAMES[encoding]}. Position ${position} is ${code(chosen, position)}. ${RULES[meter]}: ${pass ? 'passes' : 'fails'}; ${says}`;
  }
}
