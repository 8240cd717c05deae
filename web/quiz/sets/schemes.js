/** Questions that pe-schemes answers. */

/** Says how much the weights of a scheme change. @param {number} scheme */
const change = (scheme) => `changes the weights by at most {change.${scheme} 4}`;

/** @type {import('../bank.js').Entry[]} */
export const schemes = [
  {
    id: 'schemes-rope',
    at: 'schemes/start=16,scheme=rope',
    ask: 'A sentence moves {state.start} positions on. How do its attention weights change with RoPE?',
    options: [
      ['none', 'not at all', `The shift ${change(3)}. RoPE sees only distances.`],
      [
        'all',
        'they all change, since every word has a new position',
        'Every word turns further, by the same angle. What is between them stays.',
      ],
      [
        'far',
        'those of far words change',
        'Far words keep their distance, too. The whole sentence moves.',
      ],
    ],
    answer: 'none',
    shows: change(3),
  },
  {
    id: 'schemes-added',
    at: 'schemes/start=16,scheme=sinusoidal',
    ask:
      'A sentence moves {state.start} positions on. ' +
      'How do its weights change if sinusoidal positions are added to the words?',
    options: [
      [
        'none',
        'not at all: sinusoidal positions know the distance',
        'The distance can be read out of them. But a word’s vector has changed all the same.',
      ],
      [
        'learned',
        'not at all: only learned positions do that',
        'Whatever is added to the words changes them, learned or not.',
      ],
      ['change', 'they change', `The shift ${change(1)}. Each word is now another vector.`],
    ],
    answer: 'change',
    shows: change(1),
  },
  {
    id: 'schemes-layers',
    at: 'schemes/start=16,scheme=t5',
    ask: '“All schemes add the position to the words before the first layer.” Is this true?',
    options: [
      ['true', 'yes, all of them', 'Some do. Others never touch the words themselves.'],
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
        'Then these words could not be told apart. The table gives no row at all.',
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
    id: 'schemes-cats',
    at: 'schemes/scheme=none,key=1',
    ask: 'The word “cat” comes twice in the sentence. Without positions, which gets more weight?',
    options: [
      [
        'near',
        'the one nearer to the query',
        'Nothing says which is nearer. No position enters here.',
      ],
      ['first', 'the first one', 'Nothing says which came first. No position enters here.'],
      [
        'same',
        'neither',
        'Equal words have equal keys. Here “cat” has weight {weights.0.1 3}, ' +
          'and at the end {weights.0.10 3}.',
      ],
    ],
    answer: 'same',
    shows: 'has weight {weights.0.1 3}',
  },
  {
    id: 'schemes-near',
    at: 'schemes/scheme=alibi,key=10',
    ask: 'The same two cats, but with ALiBi. Which gets more weight from the last word?',
    options: [
      [
        'far',
        'the first one, which is far away',
        'ALiBi takes something away for each step of distance. It gets {weights.4.1 3}.',
      ],
      [
        'near',
        'the last one, which is near',
        'It has weight {weights.4.10 3}, and the far one {weights.4.1 3}.',
      ],
      [
        'same',
        'neither, since both are the same word',
        'Their keys are equal, but their distances are not.',
      ],
    ],
    answer: 'near',
    shows: 'has weight {weights.4.10 3}',
  },
  {
    id: 'schemes-t5',
    at: 'schemes/scheme=t5',
    ask: 'T5 learns one bias for each head and each bucket of distances. How many with {state.heads} heads?',
    options: [
      [
        'table',
        '{parameters.2}, as a learned table here',
        'A table has a row for each position. Far distances share a bucket, so fewer suffice.',
      ],
      ['none', 'none, as in ALiBi', 'ALiBi’s slopes are fixed. T5 learns its biases.'],
      [
        'few',
        '{parameters.5}',
        'It has {parameters.5} parameters, whatever the length of the text.',
      ],
    ],
    answer: 'few',
    shows: 'It has {parameters.5} parameters',
  },
];
