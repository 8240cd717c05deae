/** Questions that pe-order answers. */

const count = '{differ} of {values} output numbers differ';

/** @type {import('../bank.js').Entry[]} */
export const order = [
  {
    id: 'order-swap',
    at: 'order/order=210',
    ask: 'You swap dog and man. How many of the {values} output numbers get another value?',
    options: [
      [
        'all',
        'all {values}',
        'No word gets another output at its new place: the output moves along.',
      ],
      [
        'moved',
        'those of the two words that moved',
        'Compare dog with dog and man with man. Their outputs moved along, unchanged.',
      ],
      ['none', 'none', `Each output moves with its word: ${count}.`],
    ],
    answer: 'none',
    shows: count,
  },
  {
    id: 'order-name',
    level: 'full',
    at: 'order/order=210',
    ask: 'Some books call attention “permutation invariant”. What is true?',
    options: [
      [
        'invariant',
        'It is invariant: the outputs stay where they are',
        'Invariant means that nothing changes at all. But the outputs change places.',
      ],
      [
        'equivariant',
        'It is equivariant: the outputs move as the words move',
        `Each word takes its output along, so ${count}. Only the places change.`,
      ],
      [
        'neither',
        'Neither: it knows which word came first',
        'If it knew the order, a new order would change the numbers. No number changes.',
      ],
    ],
    answer: 'equivariant',
    shows: count,
  },
  {
    id: 'order-stamp',
    at: 'order/order=210,scheme=sinusoidal',
    ask: 'Each word is now stamped with its position. You swap dog and man. What changes?',
    options: [
      [
        'different',
        'all outputs, even that of bites',
        `The bags differ. ${count}, also those of bites, which looks at dog and man.`,
      ],
      [
        'ends',
        'only the outputs of dog and man',
        'bites has not moved. But it looks at dog and man, and their stamps have changed.',
      ],
      [
        'same',
        'nothing: attention is blind to order',
        'Attention is blind only to order. A stamp changes the numbers that it reads.',
      ],
    ],
    answer: 'different',
    shows: count,
  },
  {
    id: 'order-mask',
    level: 'full',
    at: 'order/order=210,causal=1',
    ask:
      'There are no stamps, but a causal mask: a word sees only itself and earlier words. ' +
      'You swap dog and man. What changes?',
    options: [
      [
        'nothing',
        'nothing: without positions, attention is blind to order',
        'Without a mask, it is blind. But the mask tells each word which words came before it.',
      ],
      [
        'error',
        'nothing can be computed without positions',
        'Some models have layers without positions.',
      ],
      ['all', 'all outputs', `The mask alone makes order visible: ${count}.`],
    ],
    answer: 'all',
    shows: count,
  },
  {
    id: 'order-first',
    level: 'full',
    at: 'order/order=021,causal=1',
    ask:
      'With a causal mask and no stamps, “dog bites man” becomes “dog man bites”. ' +
      'Which word keeps its output?',
    options: [
      ['bites', 'bites', 'bites saw dog and itself. Now bites comes last, so it sees man, too.'],
      [
        'dog',
        'dog',
        `dog comes first both times, so it sees only itself. ${count}: those of the other words.`,
      ],
      [
        'none',
        'none of them',
        'One word sees the same words as before. Which word comes first both times?',
      ],
    ],
    answer: 'dog',
    shows: count,
  },
  {
    id: 'order-weights',
    level: 'full',
    at: 'order/query=0',
    ask: 'dog gives an attention weight to each of the three words. What do the weights add up to?',
    options: [
      [
        'match',
        'it depends on how well the words match',
        'A word that matches better gets more, and the others get less. The sum is fixed.',
      ],
      ['words', 'the number of words', 'Each weight is a share of one, for any number of words.'],
      [
        'one',
        'always one',
        'The weights are shares of one: {weights.0 2} for dog, {weights.1 2} for bites and ' +
          '{weights.2 2} for man.',
      ],
    ],
    answer: 'one',
    shows: 'dog {weights.0 2}, bites {weights.1 2}, man {weights.2 2}',
  },
];
