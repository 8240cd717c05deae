/** Questions that pe-bugs answers. */

const counted = '“dog” is at position {verdicts.padding.wrong}';
const looks = 'So it looks mostly at “dog”';
const agree = 'The bug turns each value by its position, so the values differ';
const steep = 'Every slope is twice as large as it should be';
const passes = 'it does not notice this bug';

/** @type {import('../bank.js').Entry[]} */
export const bugs = [
  {
    id: 'bugs-padding',
    at: 'bugs/bug=padding,check=padding',
    ask:
      'Two empty places stand before “dog bites man”, and are counted by mistake. ' +
      'Which position does “dog” get?',
    options: [
      [
        'right',
        '{verdicts.padding.right}, as in every sentence',
        'Without the bug, empty places do not count. Here they do.',
      ],
      ['wrong', '{verdicts.padding.wrong}', `${counted}, as if two words stood before it.`],
      [
        'crash',
        'none: the program crashes',
        'The program runs. Every place has a number, but a wrong one.',
      ],
    ],
    answer: 'wrong',
    shows: counted,
  },
  {
    id: 'bugs-cache',
    at: 'bugs/bug=cache,check=cache',
    ask:
      '“dog bites” was computed before and kept. Then “man” is added, ' +
      'but its position is counted from zero again. Which word does it look at most?',
    options: [
      [
        'itself',
        'itself',
        'Without the bug, “man” looks at itself. With it, another word has the same position.',
      ],
      [
        'middle',
        '“bites”, the word before it',
        '“bites” is at position one. Another word is at position zero, like “man”.',
      ],
      ['first', 'the first word', `${looks}, which is at position zero, too.`],
    ],
    answer: 'first',
    shows: looks,
  },
  {
    id: 'bugs-lengths',
    at: 'bugs/bug=first,check=pairs',
    ask:
      'A table of clocks counts positions from one instead of zero. ' +
      'A test checks that all hands are equally long. Does it find this bug?',
    options: [
      ['no', 'no', `The hands are right, only for other positions. So the test passes: ${passes}.`],
      [
        'yes',
        'yes: all hands are wrong',
        'The hands show other positions. But each hand is still as long as it should be.',
      ],
      [
        'start',
        'yes, but only in the first row',
        'The first row has the hands of the second word. They are equally long, too.',
      ],
    ],
    answer: 'no',
    shows: passes,
  },
  {
    id: 'bugs-values',
    at: 'bugs/bug=values,check=values',
    ask:
      'RoPE should turn only queries and keys. By mistake, it also turns values. ' +
      'Three words have equal values. What does attention give?',
    options: [
      ['unequal', 'unequal values', `${agree}. Each word receives a different mixture.`],
      [
        'equal',
        'the same values: equal ones have an equal average',
        'Without the bug, the values stay equal. Turned values point in different directions.',
      ],
      [
        'longer',
        'longer values: turning adds to them',
        'Turning keeps every length. A mixture of different directions is even shorter.',
      ],
    ],
    answer: 'unequal',
    shows: agree,
  },
  {
    id: 'bugs-slopes',
    at: 'bugs/bug=slopes,check=slopes',
    ask:
      'With ALiBi, each head has half the slope of the head before it. ' +
      'By mistake, each head gets the slope of the head before it. What follows?',
    options: [
      [
        'shift',
        'nothing: the heads only change places',
        'The last slope is missing, and the first head has a slope that no head should have.',
      ],
      ['steep', 'every distance costs twice as much', `${steep}, so all heads look less far.`],
      [
        'order',
        'heads look forward, not back',
        'A slope says how fast scores fall with distance. It does not choose a direction.',
      ],
    ],
    answer: 'steep',
    shows: steep,
  },
];
