/** Questions that pe-heatmap answers. */
import { grouped } from '../../figures/chassis/format.js';
import { columnOf } from '../../figures/heatmap/model.js';

/** @typedef {import('../../figures/heatmap/model.js').Model} Model */

/** Says whether the chosen column is a sine or a cosine, and of which clock. @param {Model} model */
const column = ({ state }) => {
  const { pair, cosine } = columnOf(state, state.dimension);
  return `dimension ${state.dimension} is the ${cosine ? 'cosine' : 'sine'} of clock ${pair}`;
};
/** Writes how many numbers the matrix has. @param {Pick<Model, 'state'>} model */
const size = ({ state }) => `${grouped(state.length * state.dim)} numbers`;

const rows = 'Rows {state.position} and {state.other} are {apart 3} apart';

/** @type {import('../bank.js').Entry[]} */
export const heatmap = [
  {
    id: 'heatmap-zero',
    at: 'heatmap/position=0,dimension=1',
    ask: 'What does the row of position {state.position} contain?',
    options: [
      ['zeros', 'only zeros', 'The sine of zero is zero. But half of the columns are cosines.'],
      [
        'random',
        'small random numbers',
        'A learned table begins like this. Here a formula makes every number.',
      ],
      [
        'both',
        'alternating zeros and ones',
        'Each hand points straight up. In row {state.position}, column {state.dimension} ' +
          'has a cosine, which is +{pe 64 0 1}.',
      ],
    ],
    answer: 'both',
    shows: 'Position {state.position}, dimension {state.dimension}: +{pe 64 0 1}, the cosine',
  },
  {
    id: 'heatmap-right',
    at: 'heatmap/position=1,dimension=63',
    ask: 'Why do the columns on the right hardly change from row to row?',
    options: [
      [
        'slow',
        'their clocks are slow',
        (model) => `For example, ${column(model)}. It needs far more rows for one turn.`,
      ],
      [
        'empty',
        'they carry no information',
        'These columns tell far positions apart. They look still only because few rows are shown.',
      ],
      [
        'rounded',
        'their numbers are rounded',
        'All columns have the same precision. The clocks on the right turn by small angles.',
      ],
    ],
    answer: 'slow',
    shows: column,
  },
  {
    id: 'heatmap-size',
    at: 'heatmap/length=128',
    ask: (model) =>
      `The matrix has ${size({ state: { ...model.state, length: model.state.length / 2 } })}. ` +
      'Then the text gets twice as long. How many numbers does the matrix have now?',
    options: [
      ['same', 'just as many', 'Each position needs a row of its own.'],
      [
        'square',
        'four times as many',
        'Scores become four times as many: each word looks at each word. A table has a row for each word.',
      ],
      ['double', 'twice as many', (model) => `It has twice as many rows, so ${size(model)}.`],
    ],
    answer: 'double',
    shows: size,
  },
  {
    id: 'heatmap-layout',
    level: 'full',
    at: 'heatmap/layout=concatenated,dimension=32',
    ask: 'A program writes all sines first, then all cosines. Where is the first cosine?',
    options: [
      ['beside', 'beside its sine, as always', 'Sine and cosine alternate in the other layout.'],
      [
        'middle',
        'in the middle',
        (model) => `The sines fill the left half. Here ${column(model)}.`,
      ],
      [
        'last',
        'in the last column',
        'The last column is a cosine, too. But it belongs to the slowest clock.',
      ],
    ],
    answer: 'middle',
    shows: column,
  },
  {
    id: 'heatmap-rows',
    at: 'heatmap/position=44,other=0,dimension=0',
    ask:
      'In column {state.dimension}, positions {state.position} and {state.other} ' +
      'have almost the same value. Are their rows alike?',
    options: [
      [
        'yes',
        'yes, because the first column counts most',
        'No column counts more than another. Look along the whole row.',
      ],
      ['no', 'no', `One column agrees, and the others do not. ${rows}.`],
      [
        'short',
        'only if there are few columns',
        'With two columns they would be alike. Here there are {state.dim}.',
      ],
    ],
    answer: 'no',
    shows: rows,
  },
  {
    id: 'heatmap-step',
    at: 'heatmap/position=51,other=50',
    ask:
      'The first two rows are {heatmap position=1,other=0 apart 3} apart. ' +
      'How far apart are rows {state.other} and {state.position}?',
    options: [
      ['same', 'exactly as far', `${rows}, too. Each clock makes the same step everywhere.`],
      [
        'less',
        'less: the picture gets smoother further down',
        'Colours change just as fast at the bottom as at the top. No clock slows down.',
      ],
      [
        'more',
        'more: the clocks have drifted apart',
        'The clocks point elsewhere, but one step still turns each clock by its own angle.',
      ],
    ],
    answer: 'same',
    shows: rows,
  },
];
