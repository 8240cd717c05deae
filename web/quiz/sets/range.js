/** Questions that pe-range answers. */
import { grouped } from '../../figures/chassis/format.js';
import { degreesText } from '../../figures/range/words.js';

/** @typedef {import('../../figures/range/model.js').Model} Model */

const outside = '{strange} of {waves.length} clocks are outside';

/** Says what the steepest ALiBi head subtracts. @param {Model} model */
const steepest = ({ state, slopes }) =>
  `the steepest head subtracts ${grouped(slopes[0] * state.position, 1)}`;

/** @type {import('../bank.js').Entry[]} */
export const range = [
  {
    id: 'range-outside',
    at: 'range/position=600',
    ask:
      'Training had {state.length} positions. Now comes position {state.position}. ' +
      'How many of the {waves.length} clocks point where they never pointed before?',
    options: [
      [
        'none',
        'none, because clocks only go round',
        'A clock that made no whole turn in training now reaches new angles.',
      ],
      [
        'slowest',
        'only the slowest one',
        'All clocks that made no whole turn in training point somewhere new.',
      ],
      ['half', 'half of them', `${outside} the angles that training showed.`],
    ],
    answer: 'half',
    shows: outside,
  },
  {
    id: 'range-learned',
    at: 'range/position=600,scheme=learned',
    ask: 'A learned table has {state.length} rows. What does it give for position {state.position}?',
    options: [
      [
        'last',
        'the last row again',
        'A program could do this, but two positions would then be the same.',
      ],
      ['error', 'an error', 'There is no row {state.position}. Nothing was ever learned for it.'],
      [
        'guess',
        'a row between its neighbours',
        'A table has no formula for further rows. Its rows were learned one by one.',
      ],
    ],
    answer: 'error',
    shows: 'There is no row {state.position}',
  },
  {
    id: 'range-norm',
    level: 'full',
    at: 'range/position=5000',
    ask: 'How long is the row of position {state.position}, seen as a vector?',
    options: [
      [
        'longer',
        'longer than the rows before it',
        'The position turns the hands. It does not make them longer.',
      ],
      [
        'shorter',
        'shorter, since slow clocks fade out',
        'Each clock has a hand of length one, at every position.',
      ],
      [
        'same',
        'as long as every other row',
        'Each clock adds sin² + cos², which is one. So the length is {norm 4} everywhere.',
      ],
    ],
    answer: 'same',
    shows: 'the row has length {norm 4}',
  },
  {
    id: 'range-next',
    at: 'range/position=512',
    ask:
      'Training did not reach position {state.position}. There, {strange} clocks are outside ' +
      'the trained angles. Does this already matter?',
    options: [
      [
        'much',
        'yes: these clocks point somewhere completely new',
        'Count the degrees, not only the clocks. One step is short.',
      ],
      [
        'little',
        'hardly: they are outside by very little',
        ({ outside: [, most] }) =>
          `No clock is outside by more than ${degreesText(most)}. It gets worse further on.`,
      ],
      [
        'crash',
        'yes: the model stops with an error',
        'A learned table gives an error where it has no row. A formula has a value everywhere.',
      ],
    ],
    answer: 'little',
    shows: ({ outside: [, most] }) => degreesText(most),
  },
  {
    id: 'range-size',
    level: 'full',
    at: 'range/position=2000,scheme=learned,length=2048,dim=4096',
    ask: 'A learned table has {state.length} rows of {state.dim} numbers. Is this a lot?',
    options: [
      [
        'few',
        ({ state }) => `no: these are ${grouped(state.length + state.dim)} numbers`,
        'Multiply rows by columns: each row has a number in every column.',
      ],
      [
        'thousandth',
        'no: about a thousandth of a large model',
        'The table has {parameters} numbers. A model of this width has billions.',
      ],
      [
        'most',
        'yes: it is the largest part of the model',
        'The layers have far more numbers. The limit of a table is its last row.',
      ],
    ],
    answer: 'thousandth',
    shows: '{parameters} numbers',
  },
  {
    id: 'range-alibi',
    level: 'full',
    at: 'range/position=600,scheme=alibi',
    ask:
      'ALiBi was trained on {state.length} positions. ' +
      'What does it do at a distance of {state.position}?',
    options: [
      ['line', 'its straight line goes on', (model) => `There ${steepest(model)}.`],
      [
        'flat',
        'its penalty stays at the last trained value',
        'T5’s last bucket has one value. ALiBi’s line never ends.',
      ],
      [
        'none',
        'nothing: it has no value for this distance',
        'The penalty is slope times distance. Both are known.',
      ],
    ],
    answer: 'line',
    shows: steepest,
  },
  {
    id: 'range-longer',
    at: 'range/position=600,length=2048',
    ask:
      'At position {state.position}, {range position=600 strange} clocks are outside the trained angles. ' +
      'Another model was trained on {state.length} positions. How many of its clocks are outside?',
    options: [
      [
        'same',
        'just as many, since the formula is the same',
        'The formula is the same, but this model was trained on more positions. So its clocks turned further.',
      ],
      ['none', 'none', `${outside}: training passed this position on every clock.`],
      [
        'fewer',
        'fewer, but still some',
        'Position {state.position} itself was in training. Every clock has pointed there.',
      ],
    ],
    answer: 'none',
    shows: outside,
  },
];
