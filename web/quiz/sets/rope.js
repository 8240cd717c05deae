/** Questions that pe-rope answers. In their states, pe-rope shows all pairs, even to beginners. */
import { grouped } from '../../figures/chassis/format.js';

/** @typedef {import('../../figures/rope/model.js').Model} Model */

const score = 'the score of +{score 3}';
/** @param {Model} model */
const gap = ({ state }) => grouped(state.position - state.other);

/** @type {import('../bank.js').Entry[]} */
export const rope = [
  {
    id: 'rope-far',
    at: 'rope/position=1020,other=1008,arrows=8',
    ask: (model) =>
      `Query and key are ${gap(model)} apart. Both move much further, and stay ${gap(model)} apart. ` +
      'What happens to their score?',
    options: [
      [
        'less',
        'it fades, since both are far out',
        'Turning makes no arrow shorter. Look at the angle between the arrows.',
      ],
      [
        'other',
        'it changes, since both arrows point elsewhere',
        'Both arrows have turned by the same angle. The angle between them is as before.',
      ],
      [
        'same',
        'nothing',
        `${score.replace('the', 'The')} is the same as at ` +
          'position {rope position=20,other=8 state.position}.',
      ],
    ],
    answer: 'same',
    shows: score,
  },
  {
    id: 'rope-alone',
    at: 'rope/position=21,other=8,arrows=8',
    ask: 'The query moves one step, and the key stays. What happens to their score?',
    options: [
      [
        'changes',
        'it changes',
        `The score was {rope position=20,other=8,arrows=8 score 3}. Now ${score} belongs to another angle.`,
      ],
      [
        'same',
        'nothing, since turning changes no length',
        'The lengths stay. But the angle between the two arrows has changed.',
      ],
      [
        'less',
        'it always falls, since the distance has grown',
        'The arrows can also come nearer each other. Here the score rises.',
      ],
    ],
    answer: 'changes',
    shows: score,
  },
  {
    id: 'rope-ahead',
    at: 'rope/position=8,other=20,arrows=8',
    ask: 'The query and the key change places. Their distance is the same. Is their score the same, too?',
    options: [
      [
        'yes',
        'yes: only the distance counts',
        'The distance has a direction here. Relative to the query, keys behind and ahead turn opposite ways.',
      ],
      [
        'no',
        'no',
        `The score was {rope position=20,other=8,arrows=8 score 3}. Now it is ${score}.`.replace(
          'it is the score of',
          'it is',
        ),
      ],
      [
        'minus',
        'it is the same with a minus sign',
        'A turn the other way does not change the sign of the score. The cosine stays the same.',
      ],
    ],
    answer: 'no',
    shows: score,
  },
  {
    id: 'rope-same',
    at: 'rope/position=8,other=8,arrows=8',
    ask: 'Query and key are at the same position, {state.position}. What does RoPE do there?',
    options: [
      [
        'less',
        'it lowers the score, as at every position',
        'RoPE subtracts nothing. It only turns, and here it turns both alike.',
      ],
      [
        'turn',
        'it turns both, which changes the score',
        'Both arrows turn by the same angle. The angle between them stays.',
      ],
      [
        'nothing',
        'nothing that changes the score',
        'At the start, without any turn, the score is {rope position=0,other=0,arrows=8 score 3}. ' +
          `Here it is also ${score.replace('the score of ', '')}.`,
      ],
    ],
    answer: 'nothing',
    shows: score,
  },
  {
    id: 'rope-layout',
    level: 'full',
    at: 'rope/layout=interleaved,arrows=8',
    ask: 'Training paired the numbers in one way, and the code pairs them in another. What happens?',
    options: [
      [
        'nothing',
        'nothing: the angles are the same',
        'The angles are the same. But each number is turned with a wrong partner.',
      ],
      [
        'wrong',
        'wrong scores, and no error message',
        'The score is {score 3}, and the weights were trained for a score of +{trained.score 3}. ' +
          '{differ} numbers are wrong.',
      ],
      [
        'error',
        'an error, since the shapes do not fit',
        'The shapes are the same. This is why the mistake is hard to find.',
      ],
    ],
    answer: 'wrong',
    shows: 'The weights were trained for a score of +{trained.score 3}',
  },
  {
    id: 'rope-permute',
    level: 'full',
    at: 'rope/layout=interleaved,permute=1,arrows=8',
    ask: 'The code pairs the numbers in another way than training did. What makes the scores right?',
    options: [
      [
        'train',
        'only training the model again',
        'Nothing that was learned is wrong. Only the order of the numbers differs.',
      ],
      [
        'base',
        'another base',
        'The base changes the angles, but these were right. The pairs are wrong.',
      ],
      [
        'permute',
        'putting the weights into another order, once',
        `With the weights permuted, ${score} is the trained one. {differ} numbers are wrong.`,
      ],
    ],
    answer: 'permute',
    shows: score,
  },
];
