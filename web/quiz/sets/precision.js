/** Questions that pe-precision answers. */
import { grouped } from '../../figures/chassis/format.js';
import { LIMIT } from '../../figures/precision/model.js';

/** @typedef {import('../../figures/precision/model.js').Model} Model */

/** Names the chosen clock, the chosen position and the one before it. @param {Model} model */
const where = ({ state: { pair, position } }) =>
  `Clock ${pair}, positions ${grouped(position - 1)} and ${grouped(position)}`;

/** @param {Model} model */
const same = (model) => `${where(model)}: stored as the same pair`;
/** @param {Model} model */
const different = (model) => `${where(model)}: stored as two pairs`;

const still =
  'With {state.format}, {still.bfloat16} of {same.length} clocks stand still at some position';
const stillFloat16 =
  'With {state.format}, {still.float16} of {same.length} clocks stand still at some position';

/** Says that no clock stands still. @param {Model} model */
const none = ({ state, same: { length } }) =>
  `With ${state.format}, none of the ${length} clocks stands still up to position ${grouped(LIMIT)}`;

/** @type {import('../bank.js').Entry[]} */
export const precision = [
  {
    id: 'precision-slow',
    at: 'precision/format=bfloat16,pair=31,position=235',
    ask:
      'A table of sines and cosines is stored in bfloat16, with few bits for each number. ' +
      'What happens to clock {state.pair}, the slowest?',
    options: [
      [
        'same',
        'at some steps it stands still',
        (model) => `${same(model)}. The step is smaller than the gap between two numbers.`,
      ],
      [
        'less',
        'nothing: small steps need few bits',
        'Small steps need the most bits. With few, the start and the end of a step become one number.',
      ],
      [
        'back',
        'it turns backwards',
        'Rounding moves a hand to the nearest number. It does not turn it back.',
      ],
    ],
    answer: 'same',
    shows: same,
  },
  {
    id: 'precision-fast',
    at: 'precision/format=bfloat16,pair=0,position=235',
    ask:
      'In bfloat16, the slowest clocks stand still at some steps. ' +
      'What does clock {state.pair}, the fastest, do at position {state.position}?',
    options: [
      [
        'worse',
        'it stands still, too: it has the same bits',
        'The fastest clock has the same bits, but far larger steps.',
      ],
      [
        'blur',
        'it is the worst: it moves too far to be stored',
        'A hand has length one. However far it moves, its numbers stay between minus one and one.',
      ],
      [
        'fine',
        'it still tells neighbours apart',
        (model) => `${different(model)}. One step takes it far.`,
      ],
    ],
    answer: 'fine',
    shows: different,
  },
  {
    id: 'precision-float32',
    at: 'precision/format=float32,pair=31,position=235',
    ask: 'Programs often compute these tables in float32, even for models in bfloat16. Why?',
    options: [
      [
        'speed',
        'float32 is faster',
        'float32 takes twice the memory of bfloat16. The reason is in the numbers.',
      ],
      ['apart', 'then all neighbours differ', (model) => `${none(model)}.`],
      [
        'range',
        'bfloat16 cannot store such large positions',
        'Sines and cosines stay small at any position. What counts is the gap between numbers.',
      ],
    ],
    answer: 'apart',
    shows: none,
  },
  {
    id: 'precision-half',
    at: 'precision/format=float16,pair=31,position=235',
    ask:
      'A number in float16 has as many bits as one in bfloat16. ' +
      'In which format do fewer of the {same.length} clocks stand still?',
    options: [
      [
        'bfloat16',
        'in bfloat16',
        'bfloat16 spends its bits on very large and very small numbers. A table needs neither.',
      ],
      [
        'equal',
        'equally many: the number of bits is the same',
        'The formats split these bits differently between the exponent and the digits.',
      ],
      ['float16', 'in float16', `${stillFloat16}. In bfloat16, {still.bfloat16} do.`],
    ],
    answer: 'float16',
    shows: stillFloat16,
  },
  {
    id: 'precision-base',
    level: 'full',
    at: 'precision/format=bfloat16,base=500000,pair=31,position=235',
    ask:
      'With base {precision format=bfloat16 state.base}, ' +
      '{precision format=bfloat16 still.bfloat16} of {same.length} clocks stand still in bfloat16. ' +
      'How many do with base {state.base}?',
    options: [
      ['more', 'more', `${still}. A larger base makes the slow clocks slower.`],
      [
        'fewer',
        'fewer: a larger base gives finer angles',
        'The angles of a step do become smaller. But the gaps between stored numbers do not.',
      ],
      [
        'same',
        'as many: the format is the same',
        'The format sets the gap. The base sets how far a hand moves in a step.',
      ],
    ],
    answer: 'more',
    shows: still,
  },
  {
    id: 'precision-angle',
    level: 'full',
    at: 'precision/format=angle,pair=8,position=1000000',
    ask:
      'A program computes the angles in float32, too, and not only the table. ' +
      'How far off are its sines and cosines at position {state.position}?',
    options: [
      [
        'float32',
        'by up to {far.float32.error sci1}, as float32 always is',
        'Exact angles give this error. But float32 rounds a large angle, too.',
      ],
      [
        'angle',
        'by up to {far.angle.error sci1}',
        'The angle has grown, and its rounding error has grown with it.',
      ],
      [
        'bfloat16',
        'by up to {far.bfloat16.error sci1}, as bfloat16 is',
        'At this position, the error is even larger. It grows with the position.',
      ],
    ],
    answer: 'angle',
    shows: '{far.angle.error sci1}',
  },
];
