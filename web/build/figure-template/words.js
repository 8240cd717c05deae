/** All texts of the figure. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, wave } from '../chassis/format.js';

/** @typedef {import('./model.js').Model} Model */

export const heading = 'Each pair of dimensions is a wave';

export const labels = { length: 'Positions', pair: 'Pair', position: 'Position' };

export const arrows = [
  ['← →', 'move one position back or forward'],
  ['↑ ↓', 'choose a faster or slower pair'],
  ['Home, End', 'go to the first or last position'],
];

export const labelsOnPicture = { axis: 'position' };

/** @param {Model} model */
export function caption({ state, sines, wavelength }) {
  return [
    'At position ',
    ['you', String(state.position)],
    `, the sine of pair ${state.pair} is ${fixed(sines[state.position], 4)}. `,
    `Its wave repeats every ${wave(wavelength)} positions.`,
  ];
}

/** @param {Model} model */
export function formula({ state, sines }) {
  const value = mn(fixed(sines[state.position], 4));
  const sine = m('mrow', mi('sin'), mo('('), mn(String(state.position)), mi('ω'), mo(')'));
  return [m('math', m('mrow', sine, mo('='), value))];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables({ state, sines }) {
  return [
    {
      name: `The sine of pair ${state.pair}`,
      columns: ['position', 'sine'],
      rows: sines.length,
      row: (position) => [position, sines[position]],
      show: (value, column) => (column === 0 ? String(value) : fixed(value, 4)),
    },
  ];
}

export const questionTexts = {
  ask: 'A pair with a larger index has a lower frequency. How does its wave look?',
  options: /** @type {[string, string][]} */ ([
    ['fast', 'shorter'],
    ['slow', 'longer'],
  ]),
  watch: 'Watch the wave: does it get shorter or longer?',
  /** @param {Model} model */
  surprise: ({ wavelength }) => wave(wavelength),
  /** @param {Model} model */
  because: ({ state }) => [`One cycle of pair ${state.pair} takes this many positions.`],
};

/** @param {Model} model */
export const describe = ({ state, sines }) =>
  `At position ${state.position}, the sine of pair ${state.pair} is ${fixed(sines[state.position], 4)}.`;
