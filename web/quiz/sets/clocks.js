/** Questions that pe-clocks answers. */
import { grouped } from '../../figures/chassis/format.js';

/** @type {import('../bank.js').Entry[]} */
export const clocks = [
  {
    id: 'clocks-alike',
    at: 'clocks/position=44',
    ask:
      'Clock {state.pair} turns once in {waves.0 2} positions. ' +
      'Which position does it confuse with position {state.other}?',
    options: [
      [
        'half',
        '{clocks position=3 state.position}, about half a turn on',
        'After half a turn the hand points the other way. ' +
          'The hands are {clocks position=3 chords.0 3} apart, nearly as far as they can be.',
      ],
      [
        'one',
        '{clocks position=6 state.position}, about one turn on',
        'The hand has not come round completely. It is still {clocks position=6 chords.0 3} away.',
      ],
      [
        'many',
        '{state.position}, many turns on',
        'The hands for {state.position} and {state.other} are only {chords.0 4} apart.',
      ],
    ],
    answer: 'many',
    shows: 'Its hands for {state.position} and {state.other} are {chords.0 4} apart',
  },
  {
    id: 'clocks-together',
    at: 'clocks/position=710',
    ask:
      'On clock {state.pair}, positions {state.other} and {state.position} look alike. ' +
      'Can all {waves.length} clocks together tell them apart?',
    options: [
      [
        'yes',
        'yes, easily',
        'Only {fooled} clock is fooled. On all clocks together, the positions are {total 3} apart.',
      ],
      [
        'no',
        'no: a chain is as weak as its weakest link',
        'One clock that shows a difference is enough.',
      ],
      [
        'short',
        'only in a short text',
        'The length of the text moves no hand. Only the position does.',
      ],
    ],
    answer: 'yes',
    shows: 'the two positions are {total 3} apart',
  },
  {
    id: 'clocks-slowest',
    level: 'full',
    at: 'clocks/dim=512,pair=255',
    ask: 'An encoding has {state.dim} dimensions. How long does its slowest clock take for a turn?',
    options: [
      [
        'limit',
        ({ waves, state }) => `${grouped(waves[0] * state.base)} positions, as many books say`,
        'This number is the limit for endlessly many dimensions. No clock reaches it.',
      ],
      [
        'less',
        '{waves.255} positions',
        'Clock {state.pair} is the last, and its exponent is a little below one. ' +
          'So it takes {waves.255} positions.',
      ],
      [
        'base',
        '{state.base} positions, the base',
        'The base multiplies the turn of the fastest clock, which takes {waves.0 2} positions.',
      ],
    ],
    answer: 'less',
    shows: 'Clock {state.pair} turns once in {waves.255} positions',
  },
  {
    id: 'clocks-still',
    at: 'clocks/position=1,pair=31',
    ask: 'The slowest of {waves.length} clocks hardly ever repeats. Why is it not enough alone?',
    options: [
      [
        'repeats',
        'it still repeats too soon',
        'One turn takes {waves.31} positions. Few texts are as long.',
      ],
      ['jumps', 'its hand moves unevenly', 'Each step turns it by the same very small angle.'],
      [
        'alike',
        'neighbours look alike on it',
        'Its hands for {state.position} and {state.other} are only {chords.31 sci2} apart.',
      ],
    ],
    answer: 'alike',
    shows: 'Its hands for {state.position} and {state.other} are {chords.31 sci2} apart',
  },
  {
    id: 'clocks-fastest',
    at: 'clocks/position=1',
    ask: 'Which clock tells position {state.position} best from position {state.other}?',
    options: [
      [
        'fast',
        'the fastest',
        'Its hands for {state.position} and {state.other} are {chords.0 4} apart. ' +
          'On every slower clock they are closer.',
      ],
      [
        'slow',
        'the slowest, because it never repeats',
        'The slowest clock hardly moves in one step: by {chords.31 sci2}.',
      ],
      [
        'all',
        'all do it equally well',
        'Between two positions, each clock turns by another angle. A larger angle is easier to see.',
      ],
    ],
    answer: 'fast',
    shows: 'Its hands for {state.position} and {state.other} are {chords.0 4} apart',
  },
  {
    id: 'clocks-linear',
    level: 'full',
    at: 'clocks/task=build,spacing=linear',
    ask:
      'You build {state.clocks} clocks. Each is slower than the one before by the same number ' +
      'of positions, not by the same factor. What happens?',
    options: [
      [
        'nothing',
        'nothing: fastest and slowest are the same as before',
        'The clocks between them matter. With a factor, {clocks task=build build.count} ' +
          'positions look alike.',
      ],
      [
        'ends',
        'a few positions at the end look alike',
        'Look-alikes are everywhere. The fast clock comes round before the next has moved.',
      ],
      [
        'many',
        'very many positions look alike',
        'There are {build.count} look-alikes. No clock fills the gap between the fastest and the next.',
      ],
    ],
    answer: 'many',
    shows: '{build.count} look-alikes',
  },
  {
    id: 'clocks-base',
    level: 'full',
    at: 'clocks/task=build,base=10',
    ask:
      'You build {state.clocks} clocks with base {state.base} instead of ' +
      '{clocks task=build state.base}. What goes wrong?',
    options: [
      [
        'soon',
        'the slowest clock comes round too soon',
        'The slowest clock comes round after {waves.4} positions, so {build.count} other positions look alike.',
      ],
      [
        'slow',
        'the clocks are too slow to tell neighbours apart',
        'A smaller base makes the clocks faster, not slower.',
      ],
      [
        'gap',
        'from clock to clock, the jump is too large',
        'A larger base makes larger jumps. Here all clocks are too much alike.',
      ],
    ],
    answer: 'soon',
    shows: '{build.count} look-alikes',
  },
];
