/** Questions that pe-networks answers. */

const same = 'attention {attention.steps} {attention.differing}';
const inOrder = 'recurrent {recurrent.steps} {recurrent.differing}';
const edge = 'convolution {convolution.steps} {convolution.differing} {convolution.differingDeep}';

/** @type {import('../bank.js').Entry[]} */
export const networks = [
  {
    id: 'networks-same',
    at: 'networks/taken=1',
    ask:
      'Attention without positions reads {words.length} words, and all of them are “{words.0}”. ' +
      'Do its outputs differ?',
    options: [
      [
        'all',
        'yes: all {words.length} places differ',
        'Each place has an output. But all of them are made in the same way, from the same words.',
      ],
      [
        'one',
        'no: it gives {attention.differing} output for all',
        'Attention sees which words are there, but not where. So a model must add positions.',
      ],
      [
        'ends',
        'only those of the first and the last place',
        'Attention has no edge at which places could differ: each word reads all words.',
      ],
    ],
    answer: 'one',
    shows: same,
  },
  {
    id: 'networks-recurrent',
    at: 'networks/taken=7',
    ask:
      'A recurrent network reads the same word in {words.length} places, and gets no positions. ' +
      'Does it know the places?',
    options: [
      [
        'no',
        'no: without positions, no network does',
        'Attention does not know its places. But a recurrent network reads its words in turn.',
      ],
      [
        'first',
        'only the first place: nothing comes before it',
        'Each state depends on the state before it. So the difference goes on from word to word.',
      ],
      [
        'yes',
        'yes: it gives {recurrent.differing} different outputs',
        'It takes {recurrent.steps} steps, one after the other. Their order is the order of words.',
      ],
    ],
    answer: 'yes',
    shows: inOrder,
  },
  {
    id: 'networks-edge',
    level: 'full',
    at: 'networks/padding=1,kernel=3',
    ask:
      'A convolution reads {state.kernel} words at a time, and zeros before the first word. ' +
      'The same word is everywhere, but outputs differ. How does it know the places?',
    options: [
      [
        'edge',
        'by the zeros at the edge',
        'One layer gives {convolution.differing} different outputs, ' +
          'and {convolution.steps} layers give {convolution.differingDeep}. ' +
          'With each layer, the effect of the edge reaches further.',
      ],
      [
        'matrices',
        'each place has a matrix of its own',
        'Each place in the window has a matrix. But the same window is used everywhere. ' +
          'Without zeros, all outputs are equal.',
      ],
      [
        'stamps',
        'stamps were added to the words',
        'Nothing was added: all words are the same vector.',
      ],
    ],
    answer: 'edge',
    shows: edge,
  },
  {
    id: 'networks-double',
    level: 'full',
    at: 'networks/length=1024,dim=512',
    ask:
      'To compare and mix {networks length=512,dim=512 state.length} words, attention needs ' +
      '{networks length=512,dim=512 costs.attention.count} multiply-adds. ' +
      'How many does it need for {state.length} words?',
    options: [
      [
        'equal',
        'as many: it needs one step at any distance',
        'The number of steps stays the same. But each word is compared with more words.',
      ],
      [
        'twice',
        '{costs.recurrent.count}, twice as many',
        'The cost of a recurrent network doubles. With attention, every word reads every word.',
      ],
      [
        'four',
        '{costs.attention.count}, {growth.attention} times as many',
        'There are twice as many words, and each of them reads twice as many.',
      ],
    ],
    answer: 'four',
    shows: '{costs.attention.count}',
  },
  {
    id: 'networks-stamps',
    level: 'full',
    at: 'networks/length=2048,dim=512',
    ask:
      'Attention reaches every word in one step, but it needs stamps to know their order. ' +
      'What does it cost to add them to {state.length} words of {state.dim} numbers?',
    options: [
      [
        'matrix',
        '{costs.recurrent.count} multiply-adds, as many as a recurrent network needs',
        'A recurrent network multiplies each word with matrices. A stamp is only added.',
      ],
      [
        'add',
        '{costs.stamps.count} additions',
        'The layer itself needs {perStamp} times as many multiply-adds. ' +
          'So stamps are nearly free.',
      ],
      [
        'pairs',
        '{costs.attention.count} multiply-adds: one stamp for each pair',
        'Attention needs this many for its pairs of words. Each word has only one stamp.',
      ],
    ],
    answer: 'add',
    shows: '{costs.stamps.count}',
  },
];
