/** Questions that pe-stretch answers. */
import { grouped } from '../../figures/chassis/format.js';
import { METHODS } from '../../figures/stretch/model.js';
import { comparison } from '../../figures/stretch/words.js';

/** @typedef {import('../../figures/stretch/model.js').Model} Model */

/**
 * Says how many turns the chosen pair makes in training.
 * @param {Model} model
 */
const trained = ({ state, waves }) =>
  `It makes ${grouped(state.length / waves[state.pair], 3)} turns in training`;

/**
 * Says how many turns the chosen pair makes in training and at the target length. At the target
 * length, it reaches angles that training never showed.
 * @param {Model} model
 */
const unseen = (model) => {
  const { state, rows, chosen, target } = model;
  const { waves } = /** @type {NonNullable<Model['rows'][number]>} */ (rows[chosen]);
  const turns = grouped(target / waves[state.pair], 3);
  const far = `${turns} in ${grouped(target)} positions, where it reaches unseen angles`;
  return `${trained(model)}, and ${far}`;
};

const YARN = METHODS.findIndex(({ key }) => key === 'yarn');
/** Says which pairs YaRN keeps and which it slows. @param {Model} model */
const ramp = (model) => comparison.cells(model, YARN)[0];

/** @type {import('../bank.js').Entry[]} */
export const stretch = [
  {
    id: 'stretch-none',
    at: 'stretch/method=none,factor=16,pair=56',
    ask:
      'A text is {state.factor} times as long as those in training, and nothing is changed. ' +
      'What happens to a slow pair, such as pair {state.pair}?',
    options: [
      ['stop', 'it stops where training ended', 'Its angle grows with every position.'],
      ['new', 'it turns on, to angles it never had', (model) => `${unseen(model)}.`],
      [
        'round',
        'nothing, since angles repeat after a turn',
        'In training, this pair made no whole turn. Most of its angles are new.',
      ],
    ],
    answer: 'new',
    shows: unseen,
  },
  {
    id: 'stretch-little',
    at: 'stretch/method=linear,factor=4,pair=56',
    ask:
      'A text is {stretch factor=16 state.factor} times as long as those in training. ' +
      'Linear stretching slows all pairs, but only by a factor of {state.factor}. Is this enough?',
    options: [
      [
        'no',
        'no: slow pairs still reach new angles',
        (model) => `Take pair ${model.state.pair}. ${unseen(model)}.`,
      ],
      [
        'yes',
        'yes: slow pairs stay at angles they know',
        'The text has grown more than the pairs were slowed. So they go further than before.',
      ],
      [
        'fast',
        'no: now the fast pairs reach new angles',
        'The fast pairs went round in training. They know every angle.',
      ],
    ],
    answer: 'no',
    shows: unseen,
  },
  {
    id: 'stretch-linear',
    at: 'stretch/method=linear,factor=16,pair=0',
    ask: 'Linear stretching slows all pairs by {state.factor}. No angle is new. What is the price?',
    options: [
      [
        'new',
        'the model must be trained from the start',
        'A little training after stretching is enough. Another price is larger.',
      ],
      [
        'long',
        'it works up to half of the new length only',
        'No pair reaches a new angle in the whole new length.',
      ],
      [
        'fast',
        'the fast pairs show neighbours as more alike',
        'The angle from word to word is small now. ' +
          'Pair {state.pair}: its new frequency is {rows.1.ratio.0 4} times the old.',
      ],
    ],
    answer: 'fast',
    shows: 'its new frequency is {rows.1.ratio.0 4} times the old',
  },
  {
    id: 'stretch-ntk',
    level: 'full',
    at: 'stretch/method=ntk,factor=16',
    ask: 'Which of these methods changes the base?',
    options: [
      ['yarn', 'YaRN', 'YaRN keeps the base. It slows single pairs, each by its own factor.'],
      ['ntk', 'NTK', 'NTK raises the base to {raised 1}, from {state.base}.'],
      ['both', 'NTK and YaRN', 'YaRN slows single pairs, and never changes the base.'],
    ],
    answer: 'ntk',
    shows: 'raises the base to {raised 1}',
  },
  {
    id: 'stretch-raise',
    level: 'full',
    at: 'stretch/method=ntk,factor=16,pair=63',
    ask: 'A text is {state.factor} times as long as in training. How far does NTK raise the base of {state.base}?',
    options: [
      [
        'times',
        ({ state }) => `to ${grouped(state.base * state.factor)}, by the stretch`,
        'With this base, the slowest pair would not be slowed quite enough.',
      ],
      [
        'slowest',
        'until the slowest pair is slowed by the whole stretch',
        'Pair {state.pair} now has {rows.2.ratio.63 4} times the old frequency.',
      ],
      [
        'fastest',
        'until the fastest pair is slowed by the whole stretch',
        'The base never changes the fastest pair. Its exponent is zero.',
      ],
    ],
    answer: 'slowest',
    shows: 'pair {state.pair}: its new frequency is {rows.2.ratio.63 4} times the old',
  },
  {
    id: 'stretch-yarn',
    at: 'stretch/method=yarn,factor=16',
    ask: 'What does YaRN do to the {waves.length} pairs?',
    options: [
      [
        'all',
        'it slows them all alike',
        'Linear stretching slows all pairs alike, and blurs neighbours.',
      ],
      [
        'three',
        'it keeps fast pairs, slows slow ones, and blends those between',
        (model) => `What counts is how far a pair turned in training. YaRN ${ramp(model)}.`,
      ],
      [
        'base',
        'it computes them with a larger base',
        'NTK uses a larger base. YaRN keeps the base.',
      ],
    ],
    answer: 'three',
    shows: ramp,
  },
  {
    id: 'stretch-fast',
    at: 'stretch/method=yarn,factor=16,pair=0',
    ask: 'Pair {state.pair} went round hundreds of times in training. What does YaRN do to it?',
    options: [
      [
        'slow',
        'it slows the pair by {state.factor}, like all pairs',
        'This pair knows every angle. There is no reason to slow it.',
      ],
      [
        'keep',
        'nothing',
        'Its new frequency is {rows.3.ratio.0 4} times the old. It has seen every angle.',
      ],
      [
        'stop',
        'it stops the pair, which only repeats',
        'This pair tells neighbours apart, so it is needed.',
      ],
    ],
    answer: 'keep',
    shows: 'its new frequency is {rows.3.ratio.0 4} times the old',
  },
  {
    id: 'stretch-base',
    level: 'full',
    at: 'stretch/length=8192,base=500000,method=none,pair=56',
    ask:
      'One model has base {stretch method=none state.base}. ' +
      'Another has base {state.base}, and was trained on texts twice as long. ' +
      'Does its pair {state.pair} turn further in training?',
    options: [
      [
        'further',
        'yes, twice as far',
        'Its texts were twice as long. But the larger base slows this pair by far more.',
      ],
      [
        'same',
        'no, just as far: the pair has the same number',
        'The speed of a pair depends on its number and on the base.',
      ],
      [
        'less',
        'no, less far',
        (model) =>
          `${trained(model)}. A whole turn takes ${grouped(model.waves[model.state.pair])} positions.`,
      ],
    ],
    answer: 'less',
    shows: trained,
  },
];
