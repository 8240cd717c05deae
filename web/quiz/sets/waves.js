/** Questions that pe-waves answers. */
import { fixed } from '../../figures/chassis/format.js';

/** @type {import('../bank.js').Entry[]} */
export const waves = [
  {
    id: 'waves-middle',
    at: 'waves/pair=16',
    ask:
      'In {state.length} positions, the fastest of {waves.length} clocks turns {turns.0 2} times. ' +
      'How often does clock {state.pair} turn, halfway down the list?',
    options: [
      [
        'half',
        'about half as often',
        'Each clock is slower by the same factor. Halfway down, the speed was divided by it many times.',
      ],
      [
        'two',
        '{turns.7 2} times, as a tutorial shows',
        'Clock {waves pair=7 state.pair} makes these turns. Clock {state.pair} is much slower.',
      ],
      ['part', 'not even once', 'It makes {turns.16 3} of a turn in all {state.length} positions.'],
    ],
    answer: 'part',
    shows: '{turns.16 3} in all {state.length} positions',
  },
  {
    id: 'waves-twins',
    at: 'waves/position=21,other=23,parts=cosine',
    ask: 'You see only the height of the hand, its cosine. Which positions look alike?',
    options: [
      [
        'none',
        'none: every position has its own height',
        'In each turn, the wave passes every height twice: on the way up and on the way down.',
      ],
      [
        'twins',
        'two on different sides of the clock',
        'The heights of {state.position} and {state.other} are only {cosine 4} apart.',
      ],
      [
        'next',
        'all neighbours, since the hand moves little',
        'This clock moves far in one step. Slow clocks confuse neighbours.',
      ],
    ],
    answer: 'twins',
    shows: 'positions {state.position} and {state.other} are {cosine 4} apart',
  },
  {
    id: 'waves-both',
    at: 'waves/position=21,other=23',
    ask: 'Why does each clock give two numbers, a sine and a cosine?',
    options: [
      [
        'side',
        'one number does not say on which side the hand is',
        'By the cosine alone, {state.position} and {state.other} are {cosine 4} apart; ' +
          'by sine and cosine, {chord 4}.',
      ],
      [
        'exact',
        'two numbers are more precise than one',
        'Even an exact height leaves two possible hands.',
      ],
      [
        'even',
        'so that the vector has an even length',
        'The even length is not the reason. One number leaves two possible hands.',
      ],
    ],
    answer: 'side',
    shows:
      'positions {state.position} and {state.other} are {cosine 4} apart; ' +
      'by sine and cosine together, {chord 4}',
  },
  {
    id: 'waves-never',
    at: 'waves/position=44,other=0',
    ask: 'The fastest clock begins at position {state.other}. When is it exactly there again?',
    options: [
      [
        'six',
        'at position {waves position=6 state.position}',
        'The hand is then {waves position=6,other=0 chord 4} away, so it has not come round.',
      ],
      [
        'near',
        'at position {state.position}',
        'The hand comes very near, but is still {chord 4} away.',
      ],
      [
        'never',
        'never at a whole position',
        'Even the hands at {state.position} and {state.other} are {chord 4} apart. ' +
          'A turn is not a whole number of positions.',
      ],
    ],
    answer: 'never',
    shows: 'by sine and cosine together, {chord 4}',
  },
  {
    id: 'waves-slowest',
    at: 'waves/pair=31',
    ask: 'How far does the slowest clock turn in {state.length} positions?',
    options: [
      [
        'once',
        'once round, so that no position repeats',
        'The clocks do not depend on the length of a text. This clock is made for far longer texts.',
      ],
      ['quarter', 'about a quarter of a turn', 'Even the clocks just above it do not turn so far.'],
      [
        'degree',
        'by less than a degree',
        ({ turns }) =>
          `It makes ${fixed(turns(31), 4)} of a turn, which is ${fixed(turns(31) * 360, 2)}°.`,
      ],
    ],
    answer: 'degree',
    shows: '{turns.31 4}',
  },
  {
    id: 'waves-factor',
    at: 'waves/pair=2',
    ask:
      'Clock {waves pair=0 state.pair} turns {turns.0 2} times, and clock ' +
      '{waves pair=1 state.pair} turns {turns.1 2} times. How many times does clock {state.pair} turn?',
    options: [
      [
        'factor',
        '{turns.2 2} times: fewer by the same factor',
        'It makes {turns.2 2} turns in all {state.length} positions. The factor is always the same.',
      ],
      [
        'difference',
        ({ turns }) => `${fixed(2 * turns(1) - turns(0), 2)} times: fewer by the same number`,
        'Subtraction would soon reach zero. All clocks turn, even the slowest.',
      ],
      ['same', '{turns.1 2} times: only the first differs', 'Every clock has a speed of its own.'],
    ],
    answer: 'factor',
    shows: '{turns.2 2} in all {state.length} positions',
  },
];
