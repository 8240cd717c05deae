/** Questions that pe-naive answers. */

/** @typedef {import('../../figures/naive/model.js').Model} Model */

/** @param {Model} model */
const sinusoidal = ({ all }) => Object.values(all[4].meters);
/** Says how many of the requirements the sinusoidal encoding meets. @param {Model} model */
const met = (model) =>
  `${sinusoidal(model).filter(({ pass }) => pass).length} of ${sinusoidal(model).length}`;

const step = 'the step from {all.2.meters.smooth.at.0} to {all.2.meters.smooth.at.1}';

/** @type {import('../bank.js').Entry[]} */
export const naive = [
  {
    id: 'naive-raw',
    at: 'naive/encoding=raw,meter=bounded',
    ask: 'You number the words by counting. What goes wrong in a long text?',
    options: [
      ['same', 'two words get the same number', 'Counting never repeats a number.'],
      [
        'grow',
        'the numbers grow without end',
        'Here the largest value is {all.0.meters.bounded.value}. ' +
          'A longer text has larger numbers than any in training.',
      ],
      [
        'jump',
        'neighbours get very different numbers',
        'From one word to the next, the number grows by one, everywhere.',
      ],
    ],
    answer: 'grow',
    shows: 'the largest value is {all.0.meters.bounded.value}',
  },
  {
    id: 'naive-fraction',
    at: 'naive/encoding=fraction,meter=any',
    ask: 'You divide each position by the length of the text. What goes wrong?',
    options: [
      [
        'large',
        'the numbers get too large',
        'Fractions stay below one, in any text. Here the largest is {all.1.meters.bounded.value 4}.',
      ],
      [
        'unequal',
        'some steps are longer than others',
        'Within one text, all steps are equal. Compare two texts of different length.',
      ],
      [
        'length',
        'the same position gets another number in a longer text',
        'In a text twice as long, the number of position {all.1.meters.any.at.0} ' +
          'moves by {all.1.meters.any.value 4}.',
      ],
    ],
    answer: 'length',
    shows: 'the code of {all.1.meters.any.at.0} moves by {all.1.meters.any.value 4}',
  },
  {
    id: 'naive-binary',
    at: 'naive/encoding=binary,meter=smooth',
    ask: 'You write positions in {all.2.width} binary digits. Where is the step the longest?',
    options: [
      [
        'middle',
        'in the middle of the positions',
        `All {all.2.width} digits flip at ${step}. No two codes are farther apart.`,
      ],
      ['start', 'at the start', 'At the start, only the last digit flips. No step is shorter.'],
      [
        'equal',
        'nowhere: each step goes one position further',
        'The position grows by one, but several digits can flip at once.',
      ],
    ],
    answer: 'middle',
    shows: step,
  },
  {
    id: 'naive-sine',
    at: 'naive/encoding=sine,meter=unique,length=512',
    ask: 'One sine stamps {state.length} positions. Can its value tell them all apart?',
    options: [
      [
        'yes',
        'yes: no two whole positions are a whole turn apart',
        'But some positions are nearly a whole turn apart. Their values differ too little.',
      ],
      [
        'no',
        'no: some values are almost equal',
        'The values of {all.3.meters.unique.at.0} and {all.3.meters.unique.at.1} differ by ' +
          'only {all.3.meters.unique.value sci2}.',
      ],
      [
        'turn',
        'yes, once the first turn is over',
        'Each further turn passes the same values again. Some come even nearer to each other.',
      ],
    ],
    answer: 'no',
    shows:
      'the codes of {all.3.meters.unique.at.0} and {all.3.meters.unique.at.1} are only ' +
      '{all.3.meters.unique.value sci2} apart',
  },
  {
    id: 'naive-same',
    at: 'naive/encoding=sinusoidal,meter=same',
    ask: 'Sines and cosines stamp the positions together. How long is the step to the next stamp?',
    options: [
      [
        'grows',
        'longer and longer',
        'No clock goes faster at the end. Each has one angle, the same at every step.',
      ],
      [
        'varies',
        'sometimes long, sometimes short',
        'The steps of a sine alone vary. Its cosine moves most where the sine moves least.',
      ],
      [
        'equal',
        'always the same',
        'Each clock always turns by the same angle, so every step is ' +
          '{all.4.meters.same.value 4} long.',
      ],
    ],
    answer: 'equal',
    shows: 'every step is {all.4.meters.same.value 4} long',
  },
  {
    id: 'naive-all',
    at: 'naive/encoding=sinusoidal,meter=any',
    ask: 'Which requirement do sines and cosines at many speeds fail?',
    options: [
      [
        'unique',
        'unique: sines repeat',
        'A single sine nearly repeats. Sines of many speeds do not all repeat together.',
      ],
      [
        'length',
        'any length: a longer text needs other codes',
        'The code depends on the position alone. In a longer text it stays the same.',
      ],
      ['none', 'none of them', (model) => `They meet ${met(model)} requirements in the table.`],
    ],
    answer: 'none',
    shows: met,
  },
];
