/** Questions that pe-alibi answers. */
import { fixed, grouped } from '../../figures/chassis/format.js';

/** @typedef {import('../../figures/alibi/model.js').Model} Model */

/** Returns the bias of the chosen key in the chosen head. @param {Model} model */
const biasOf = ({ state, rows }) => rows[(state.head - 1) * state.length + state.other];
/** Says by how much the score drops. @param {Model} model */
const drop = (model) => `the score drops by ${grouped(-biasOf(model))}`;
/** Compares the weight of the key with the weight of the query itself. @param {Model} model */
const share = ({ state: { head, length, position, other }, weights }) => {
  const row = (head - 1) * length;
  return `${fixed(weights[row + other] / weights[row + position], 3)} times the weight`;
};

/** @type {import('../bank.js').Entry[]} */
export const alibi = [
  {
    id: 'alibi-last',
    at: 'alibi/head=8',
    ask:
      'The first head halves a weight every {halves.0 2} positions. ' +
      'What does the last head, number {state.head}, do?',
    options: [
      [
        'same',
        'the same, since all heads work alike',
        'Each head has a slope of its own. So no two heads see equally far.',
      ],
      [
        'times',
        ({ halves, state }) =>
          `every ${fixed(halves[0] * state.head, 2)}: ${state.head} times as many`,
        'The slope is halved from head to head. Repeated halving changes it much more.',
      ],
      [
        'far',
        'it sees the whole text',
        'The last head halves a weight every {halves.7 2} positions. No word of the text is too far.',
      ],
    ],
    answer: 'far',
    shows: 'halves a weight every {halves.7 2} positions',
  },
  {
    id: 'alibi-double',
    at: 'alibi/head=3,other=8',
    ask: ({ state, slopes }) => {
      const half = (state.position - state.other) / 2;
      return (
        `At a distance of ${half}, head ${state.head} takes ` +
        `${grouped(slopes[state.head - 1] * half)} from the score. How much does it take at twice the distance?`
      );
    },
    options: [
      ['twice', 'twice as much', (model) => `The penalty is a straight line: ${drop(model)}.`],
      ['square', 'four times as much', 'The penalty is slope times distance.'],
      [
        'same',
        'hardly more, since it levels off',
        'Learned biases often level off. ALiBi’s line goes on and on.',
      ],
    ],
    answer: 'twice',
    shows: drop,
  },
  {
    id: 'alibi-self',
    at: 'alibi/other=40',
    ask: 'How much does ALiBi take from the score that a word gives itself?',
    options: [
      [
        'slope',
        'one slope',
        'The slope is subtracted once for each step. A word is zero steps from itself.',
      ],
      ['nothing', 'nothing', 'A word has the distance zero to itself, so the score does not drop.'],
      ['position', 'more for later words', 'Only the distance counts, not the position.'],
    ],
    answer: 'nothing',
    shows: 'so the score does not drop',
  },
  {
    id: 'alibi-later',
    level: 'full',
    at: 'alibi/other=50',
    ask:
      'The query is at {state.position}, the key at {state.other}, and the mask is causal. ' +
      'Which bias does the key get?',
    options: [
      [
        'line',
        ({ state, slopes }) =>
          `${fixed((state.position - state.other) * slopes[state.head - 1], 2)}, because of its distance`,
        'This is the bias of the distance. But the key comes later, and the mask hides it.',
      ],
      [
        'zero',
        'none, since the line begins at the query',
        'Without a bias, the word could see the future.',
      ],
      ['mask', 'minus infinity', 'The key comes later. The bias −∞ makes its weight zero.'],
    ],
    answer: 'mask',
    shows: 'bias −∞',
  },
  {
    id: 'alibi-twelve',
    level: 'full',
    at: 'alibi/heads=12,head=9',
    ask:
      'With {state.heads} heads, the slope falls to {slopes.7 4} by the eighth head. ' +
      'What is the slope of head {state.head}, by the rule of the paper?',
    options: [
      [
        'gentler',
        'gentler still',
        'Slopes keep falling only if the number of heads is a power of two. Twelve is not.',
      ],
      [
        'steep',
        'steep again',
        'Head {state.head} of {state.heads} has slope {slopes.8 4}. ' +
          'The rest of the heads begin a new series.',
      ],
      [
        'same',
        'the same as the eighth, since the slopes run out',
        'The heads that are left get slopes between those of the first heads.',
      ],
    ],
    answer: 'steep',
    shows: 'Head {state.head} of {state.heads} has slope {slopes.8 4}',
  },
  {
    id: 'alibi-next',
    at: 'alibi/head=1,other=39',
    ask: 'In the steepest head, how much weight does the word before the query get?',
    options: [
      [
        'none',
        'almost none, since the query sees only itself',
        'This head sees near words, too. A neighbour still counts.',
      ],
      [
        'half',
        'half of the query’s own weight, as its slope says',
        'The slope is taken from the score, not from the weight. Softmax comes after it.',
      ],
      [
        'more',
        'more than half of the query’s own weight',
        (model) =>
          `If all scores are equal, the word gets ${share(model)} of the query’s own position.`,
      ],
    ],
    answer: 'more',
    shows: share,
  },
];
