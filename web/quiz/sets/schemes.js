/** Questions that pe-schemes answers. */
import { grouped } from '../../figures/chassis/format.js';
import { BUCKETS } from '../../figures/schemes/model.js';

/** @typedef {import('../../figures/schemes/model.js').Model} Model */

/**
 * Writes the weight of a word as a percentage.
 * @param {Model} model
 * @param {number} word the index of the word
 * @param {'weights' | 'home'} [rows] `home` if the sentence begins at position 0
 */
const percent = ({ chosen, ...model }, word, rows = 'weights') =>
  `${Math.round(100 * /** @type {ArrayLike<number>} */ (model[rows][chosen])[word])} percent`;

/** Says how much weight the head gives to the word that it should look at. @param {Model} model */
const gives = (model) => `gives ${percent(model, model.target)} of its weight`;

/** Says how much weight the head gave to that word at the start of a text. @param {Model} model */
const gave = (model) => `At the start of a text it gave ${percent(model, model.target, 'home')}`;

/** @type {import('../bank.js').Entry[]} */
export const schemes = [
  {
    id: 'schemes-rope',
    at: 'schemes/start=16,scheme=rope',
    ask:
      'A head with RoPE looks one word back. All its positions grow by {state.start}. ' +
      'How do its attention weights change?',
    options: [
      [
        'none',
        'not at all',
        (model) =>
          `The head ${gives(model)} to the word before. ${gave(model)}. RoPE sees only distances.`,
      ],
      [
        'all',
        'they all change, since every word has a new position',
        'Every word turns further, by the same angle. Angles between words stay.',
      ],
      [
        'far',
        'those of far words change',
        'Far words keep their distance, too. The whole sentence moves.',
      ],
    ],
    answer: 'none',
    shows: gives,
  },
  {
    id: 'schemes-added',
    at: 'schemes/start=16,scheme=sinusoidal',
    ask:
      'Sinusoidal positions are added to the words. A head looks one word back. ' +
      'All its positions grow by {state.start}. How do its weights change?',
    options: [
      [
        'none',
        'not at all: sinusoidal positions know the distance',
        'One matrix does go one step back anywhere. But the added words disturb the scores.',
      ],
      [
        'lost',
        'the head no longer finds the word before',
        'The matrix that goes one step back is the same at every position.',
      ],
      [
        'change',
        'they change, but the head still finds its word',
        (model) => `It ${gives(model)} to the word before. ${gave(model)}.`,
      ],
    ],
    answer: 'change',
    shows: gives,
  },
  {
    id: 'schemes-layers',
    at: 'schemes/start=16,scheme=t5',
    ask: '“All schemes add the position to the words before the first layer.” Is this true?',
    options: [
      ['true', 'yes, all of them', 'Some schemes do. Others never change the words themselves.'],
      [
        'rope',
        'all but RoPE',
        'RoPE turns queries and keys. Two more schemes leave the words alone.',
      ],
      [
        'three',
        'no: RoPE, ALiBi and T5 act in each layer',
        'RoPE turns queries and keys. A bias of ALiBi or T5 is added to the scores in each layer.',
      ],
    ],
    answer: 'three',
    shows: 'added to the scores in each layer',
  },
  {
    id: 'schemes-row',
    at: 'schemes/start=60,scheme=learned',
    ask:
      'A learned table has {state.length} rows. A sentence of {words.length} words begins at ' +
      'position {state.start}. What happens?',
    options: [
      [
        'cut',
        'the last words share one row',
        'Words that share a row could not be told apart. The table gives no row at all.',
      ],
      ['error', 'there is an error', 'There is no row {missing}, and the sentence needs it.'],
      [
        'works',
        'it works, since it begins inside the table',
        'Every word needs a row, not only the first.',
      ],
    ],
    answer: 'error',
    shows: 'no row {missing}',
  },
  {
    id: 'schemes-past',
    at: 'schemes/start=64,scheme=sinusoidal',
    ask:
      'A head was made by hand for positions below {state.length}. ' +
      'Now the sentence begins at position {state.start}. ' +
      'Can it still look one word back with sinusoidal positions?',
    options: [
      [
        'formula',
        'yes: one matrix goes one step back everywhere',
        (model) => `It ${gives(model)} to the word before. A trained matrix may be less exact.`,
      ],
      ['row', 'no: the rows do not go that far', 'A formula has a row for every position.'],
      [
        'new',
        'no: each position needs a matrix of its own',
        'The matrix depends on the size of the step, and not on the position.',
      ],
    ],
    answer: 'formula',
    shows: gives,
  },
  {
    id: 'schemes-twice',
    at: 'schemes/scheme=none,query=5,back=1',
    ask:
      'The word “{words.4}” occurs twice in “{state.tokens}”. ' +
      'Without positions, which of the two gets more weight?',
    options: [
      [
        'near',
        'the one nearer to the query',
        'Nothing says which word is nearer. No position is used here.',
      ],
      ['first', 'the first one', 'Nothing says which word came first. No position is used here.'],
      [
        'same',
        'neither',
        (model) =>
          `Equal words have equal keys. The query ${gives(model)} to the first one, ` +
          `and ${percent(model, model.words.lastIndexOf(model.words[model.target]))} to the other.`,
      ],
    ],
    answer: 'same',
    shows: gives,
  },
  {
    id: 'schemes-alibi',
    at: 'schemes/scheme=alibi,query=5,back=1',
    ask: 'A head should look exactly one word back. Its only help is the bias of ALiBi. Does it succeed?',
    options: [
      [
        'yes',
        'yes: the word before is the nearest',
        'The query itself is nearer still. Its distance is zero.',
      ],
      [
        'itself',
        'no: the query itself gets more',
        (model) =>
          `The head ${gives(model)} to the word before, ` +
          `and ${percent(model, model.state.query)} to the query itself.`,
      ],
      [
        'far',
        'no: far words get most',
        'ALiBi takes away more from the scores of far words. So it only prefers near words.',
      ],
    ],
    answer: 'itself',
    shows: gives,
  },
  {
    id: 'schemes-t5',
    level: 'full',
    at: 'schemes/scheme=t5',
    ask:
      'T5 learns one bias for each head and each bucket of distances. ' +
      'How many does it learn with {state.heads} heads?',
    options: [
      [
        'table',
        '{parameters.2}, as a learned table here',
        'A table has a row for each position. In T5, far distances share a bucket.',
      ],
      ['none', 'none, as in ALiBi', 'ALiBi’s slopes are fixed. T5 learns its biases.'],
      [
        'few',
        '{parameters.5}',
        ({ state }) =>
          `There are ${state.heads} × ${BUCKETS} biases, whatever the length of the text.`,
      ],
    ],
    answer: 'few',
    shows: ({ parameters, state }) => `${grouped(parameters[5])} ${state.heads} × ${BUCKETS}`,
  },
];
