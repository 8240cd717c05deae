/** Questions that pe-shift answers. */

/** @typedef {import('../../figures/shift/model.js').Model} Model */

const back = 'From position {state.position}, the head looks {state.offset} back';

/** Says what the error of the transposed matrix is. @param {Model} model */
const missed = ({ state, error }) =>
  `the distance from position ${state.position + state.offset}, is ` +
  error.l2[state.position].toFixed(4);

/** @type {import('../bank.js').Entry[]} */
export const shift = [
  {
    id: 'shift-back',
    at: 'shift/position=30',
    ask:
      'From position {shift position=10 state.position}, a head looks {state.offset} back. ' +
      'Where does it look from position {state.position}?',
    options: [
      [
        'same',
        'at the same position as before',
        'The head has stored no position. It turns the clocks, and then looks for a match.',
      ],
      ['back', 'again {state.offset} back', `${back}. The clocks turn alike everywhere.`],
      [
        'nowhere',
        'nowhere: it was made for one position',
        'Its matrix has only an angle for each clock. The angles fit every position.',
      ],
    ],
    answer: 'back',
    shows: back,
  },
  {
    id: 'shift-one',
    at: 'shift/offset=20,position=30',
    ask: 'How many matrices does a head need to look {state.offset} back from every position?',
    options: [
      [
        'each',
        'one for each position',
        'The step turns each clock by the same angle everywhere. So nothing depends on the place.',
      ],
      ['one', 'one', `${back}. The same matrix works from any other position.`],
      [
        'clock',
        'one for each clock',
        'Each clock has a small block of its own. All blocks are in the same matrix.',
      ],
    ],
    answer: 'one',
    shows: back,
  },
  {
    id: 'shift-transpose',
    level: 'full',
    at: 'shift/convention=column',
    ask: 'Somebody multiplies by the transposed matrix. Where does the head look?',
    options: [
      [
        'ahead',
        '{state.offset} ahead',
        'The transposed matrix turns every clock the other way. So the head looks ' +
          '{state.offset} ahead.',
      ],
      [
        'same',
        'where it looked before',
        'The head would look there only if the matrix equalled its transpose.',
      ],
      ['noise', 'nowhere in particular', 'The transpose of a rotation is the rotation back.'],
    ],
    answer: 'ahead',
    shows: 'the head looks {state.offset} ahead',
  },
  {
    id: 'shift-error',
    level: 'full',
    at: 'shift/convention=column',
    ask:
      'A tutorial transposes by mistake. It finds an error of {error.l2.10 2}, ' +
      'and calls it rounding. What is this number?',
    options: [
      [
        'rounding',
        'rounding',
        'Rounding is far smaller: with the right matrix, {shift convention=row error.l2.10 sci2}.',
      ],
      [
        'largest',
        'the largest error of a single number',
        'A single number is wrong by {error.max.10 4} at most.',
      ],
      [
        'place',
        'the distance between two positions',
        (model) => `The row went the wrong way. The error, ${missed(model)}.`,
      ],
    ],
    answer: 'place',
    shows: missed,
  },
  {
    id: 'shift-edge',
    at: 'shift/position=3',
    ask: 'A head looks {state.offset} positions back. What does it find from position {state.position}?',
    options: [
      [
        'ring',
        'the end of the text, as on a ring',
        'Positions are not a ring. No word comes before the first.',
      ],
      [
        'nothing',
        'the best match for a place without a word',
        'No position is {state.offset} back. But the weights add up to one, so they go elsewhere.',
      ],
      ['error', 'an error', 'The matrix turns the clocks anyway. But no word matches exactly.'],
    ],
    answer: 'nothing',
    shows: 'No position is {state.offset} back',
  },
  {
    id: 'shift-exact',
    at: 'shift/position=40',
    ask: 'How exact is the matrix that moves one position’s encoding to another’s?',
    options: [
      [
        'roughly',
        'roughly: it holds for small steps only',
        'The formula is exact for every step. It is the sum formula of sine and cosine.',
      ],
      [
        'trained',
        'only as exact as the model has learned it',
        'Nothing is learned here. The matrix follows from the step alone.',
      ],
      ['exactly', 'up to rounding', 'The error is {error.l2.40 sci2}, which is rounding.'],
    ],
    answer: 'exactly',
    shows: '{error.l2.40 sci2}',
  },
  {
    id: 'shift-self',
    at: 'shift/offset=0',
    ask: 'A head turns no clock at all. Where does it look?',
    options: [
      [
        'even',
        'everywhere equally',
        'The clocks of no two positions match. So the weights cannot be equal.',
      ],
      [
        'self',
        'at its own position',
        'Only its own clocks match, so the head looks at its own position.',
      ],
      [
        'first',
        'at the first word',
        'The clocks of the first word point elsewhere, so they do not match.',
      ],
    ],
    answer: 'self',
    shows: 'the head looks at its own position',
  },
];
