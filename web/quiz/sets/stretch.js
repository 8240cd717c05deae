/** Questions that pe-stretch answers. */
import { grouped } from '../../figures/chassis/format.js';

const unseen = '{rows.0.counts.unseen} pairs reach angles unseen in training';
const counts =
  'keeps {rows.3.counts.kept} pairs, blends {rows.3.counts.blended} ' +
  'and slows {rows.3.counts.slowed}';

/** @type {import('../bank.js').Entry[]} */
export const stretch = [
  {
    id: 'stretch-none',
    at: 'stretch/method=none',
    ask:
      'A text is {state.factor} times as long as those in training, and nothing is changed. ' +
      'How many of {waves.length} pairs get into trouble?',
    options: [
      [
        'all',
        'all, since every pair turns further',
        'A pair that had gone round already meets no new angle.',
      ],
      ['some', 'those that never completed a turn', `These ${unseen}.`],
      [
        'none',
        'none, since angles only go round',
        'The slow pairs have not gone round yet. They reach new angles.',
      ],
    ],
    answer: 'some',
    shows: unseen,
  },
  {
    id: 'stretch-linear',
    at: 'stretch/method=linear,pair=0',
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
        'the fast pairs tell neighbours less apart',
        'Pair {state.pair} took {waves.0 2} positions for a turn, and now {rows.1.waves.0 1}.',
      ],
    ],
    answer: 'fast',
    shows: 'Pair {state.pair} turns once in {rows.1.waves.0 1} positions',
  },
  {
    id: 'stretch-ntk',
    at: 'stretch/method=ntk',
    ask: 'Which of these methods changes the base?',
    options: [
      ['yarn', 'YaRN', 'YaRN keeps the base. It slows single pairs, each by its own factor.'],
      ['ntk', 'NTK', 'NTK raises the base to {raised 1}, from {state.base}.'],
      [
        'both',
        'NTK and YaRN',
        'This is often said. But YaRN only slows the pairs that never completed a turn.',
      ],
    ],
    answer: 'ntk',
    shows: 'raises the base to {raised 1}',
  },
  {
    id: 'stretch-raise',
    at: 'stretch/method=ntk,pair=63',
    ask: 'For a stretch of {state.factor}, by how much does NTK raise the base of {state.base}?',
    options: [
      [
        'times',
        ({ state }) => `to ${grouped(state.base * state.factor)}, by the stretch`,
        'This is near. But then the slowest pair would not be slowed quite enough.',
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
    at: 'stretch/method=yarn',
    ask: 'What does YaRN do to the {waves.length} pairs?',
    options: [
      ['all', 'it slows them all alike', 'This is linear stretching, which blurs neighbours.'],
      ['three', 'it keeps fast pairs, slows slow ones, and blends between', `It ${counts}.`],
      ['base', 'it computes them with a larger base', 'This is NTK. YaRN does not touch the base.'],
    ],
    answer: 'three',
    shows: counts,
  },
  {
    id: 'stretch-fast',
    at: 'stretch/method=yarn,pair=0',
    ask: 'Pair {state.pair} went round hundreds of times in training. What does YaRN do to it?',
    options: [
      [
        'slow',
        'it slows it by {state.factor}, as all pairs',
        'This pair knows every angle. There is no reason to slow it.',
      ],
      [
        'keep',
        'nothing',
        'Its new frequency is {rows.3.ratio.0 4} times the old. It has seen every angle.',
      ],
      ['stop', 'it stops it, since it only repeats', 'It tells neighbours apart, so it is needed.'],
    ],
    answer: 'keep',
    shows: 'its new frequency is {rows.3.ratio.0 4} times the old',
  },
  {
    id: 'stretch-base',
    at: 'stretch/length=8192,base=500000,factor=8,method=none',
    ask:
      'One model has base {stretch method=none state.base} and ' +
      '{stretch method=none rows.0.counts.unseen} pairs that never completed a turn. ' +
      'Another has base {state.base}, and was trained twice as long. How many has it?',
    options: [
      ['more', 'more', `Its slow pairs are slower still: ${unseen}.`],
      [
        'fewer',
        'fewer, since its training texts were longer',
        'They were twice as long. But the larger base slows its pairs by more than that.',
      ],
      [
        'same',
        'the same, since both have {waves.length} pairs',
        'The count depends on the base and on the trained length.',
      ],
    ],
    answer: 'more',
    shows: unseen,
  },
];
