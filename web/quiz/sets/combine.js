/** Questions that pe-combine answers. */
import { percent } from '../../figures/combine/words.js';

/** @typedef {import('../../figures/combine/model.js').Model} Model */

/** Writes the spread of the words, and which share of them the probe reads. @param {Model} model */
const wordsRead = ({ spread, shares: { probe } }) => `${spread} ${percent(probe.word)}`;

/** Writes which shares of the words and positions the probe reads. @param {Model} model */
const bothRead = ({ shares: { probe } }) => `${percent(probe.word)} ${percent(probe.position)}`;

const balanced = 'word and stamp are about equally long';
const lost = 'Its position is lost: the stamp of {chosen.readPosition} is nearer';

/** @param {Model} model */
const wider = ({ state: { dim } }) => `${2 * dim} numbers instead of ${dim}`;

/** @type {import('../bank.js').Entry[]} */
export const combine = [
  {
    id: 'combine-scale',
    at: 'combine/scaled=1,std=0.1',
    ask:
      'Long stamps hide the short words to which they are added. ' +
      'The first Transformer multiplies words by √{state.dim} before it adds. What does this do?',
    options: [
      [
        'turn',
        'it turns words away from the stamps',
        'A factor changes the length of a word. Its direction stays the same.',
      ],
      [
        'stamps',
        'it makes positions count more',
        'Only words become longer. Compared with them, stamps count less than before.',
      ],
      [
        'length',
        'it makes words as long as stamps, more or less',
        `Then ${balanced}, so the sum is like word and stamp.`,
      ],
    ],
    answer: 'length',
    shows: balanced,
  },
  {
    id: 'combine-long',
    at: 'combine/scaled=1,std=0.5',
    ask:
      'Now words are made far longer than stamps. ' +
      'We look for the known word and the known stamp that are nearest to the sum. What do we find?',
    options: [
      ['word', 'only the word', `${lost}. If the word is too long, it hides the stamp.`],
      [
        'both',
        'both: longer words are easier to read',
        'The words are easier to read. But now the sum looks like its word alone, at any position.',
      ],
      [
        'none',
        'neither: long vectors hide all that is added',
        'Long vectors hide short ones. The long word itself is easy to find.',
      ],
    ],
    answer: 'word',
    shows: lost,
  },
  {
    id: 'combine-probe',
    level: 'full',
    at: 'combine/std=0.1',
    ask: (model) =>
      `The nearest word is the right one in only ${percent(model.shares.nearest.word)} of all sums. ` +
      'Has adding the stamps destroyed the words?',
    options: [
      [
        'gone',
        'yes: a sum cannot be taken apart',
        'Two numbers cannot be found from their sum. Two vectors can, if all possible vectors are known.',
      ],
      [
        'there',
        'no: a fitted linear probe reads them',
        ({ spread, shares: { probe } }) =>
          `Of words with the standard deviation ${spread}, it reads ${percent(probe.word)}. ` +
          'What the nearest word does not show can still be in the sum.',
      ],
      [
        'half',
        'partly: short words are gone and long ones remain',
        'All words here are short, and the linear probe reads them nevertheless.',
      ],
    ],
    answer: 'there',
    shows: wordsRead,
  },
  {
    id: 'combine-room',
    level: 'full',
    at: 'combine/std=0.1,dim=16',
    ask:
      'With {combine std=0.1 state.dim} numbers for each vector, ' +
      'a linear probe reads all words. What if there are only {state.dim} numbers?',
    options: [
      [
        'same',
        'it still reads all: addition works in any size',
        '{state.dim} numbers have little room for all words and stamps.',
      ],
      [
        'better',
        'it reads them better: there are fewer numbers to fit',
        'The probe must distinguish just as many words and positions, but from fewer numbers.',
      ],
      [
        'worse',
        'it confuses some of them',
        ({ shares: { probe } }) =>
          `It reads ${percent(probe.word)} of the words and ${percent(probe.position)} of the positions. ` +
          'With fewer numbers, words and stamps are harder to separate.',
      ],
    ],
    answer: 'worse',
    shows: bothRead,
  },
  {
    id: 'combine-side',
    at: 'combine/mode=concat',
    ask:
      'A stamp could be put beside its word instead of being added. ' +
      'Then word and stamp can always be read. What does this cost?',
    options: [
      [
        'nothing',
        'nothing: stamps are computed, not learned',
        'The stamps are free. But the matrices that read them have more rows, which are learned.',
      ],
      [
        'wide',
        wider,
        'Every matrix that reads them has twice as many numbers. Adding needs no more than before.',
      ],
      [
        'order',
        'the order: nothing says which half is which',
        'The halves have fixed places, so each row of a matrix always reads the same half.',
      ],
    ],
    answer: 'wide',
    shows: wider,
  },
];
