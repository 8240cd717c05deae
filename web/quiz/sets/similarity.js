/** Questions that pe-similarity answers. */
import { fixed } from '../../figures/chassis/format.js';

/** @typedef {import('../../figures/similarity/model.js').Model} Model */

/** Names a larger distance at which positions are more alike. @param {Model} model */
const rival = ({ state, rivals, values }) =>
  `Positions ${rivals[state.offset]} apart are farther from each other, and yet more alike: ` +
  fixed(values[rivals[state.offset]], 4);

/** @type {import('../bank.js').Entry[]} */
export const similarity = [
  {
    id: 'similarity-far',
    at: 'similarity/offset=47',
    ask: 'Which are more alike: positions {state.offset} apart, or positions {rivals.47} apart?',
    options: [
      [
        'near',
        'those {state.offset} apart, because nearer positions are more alike',
        'The trend is right, but the curve goes up and down. Look at its last part.',
      ],
      [
        'far',
        'those {rivals.47} apart',
        (model) => `${rival(model)}. A clock that comes round again makes them alike.`,
      ],
      [
        'equal',
        'neither: that far apart, all are alike',
        'The similarity still rises and falls there.',
      ],
    ],
    answer: 'far',
    shows: rival,
  },
  {
    id: 'similarity-least',
    at: 'similarity/offset=62',
    ask: 'How low does the similarity fall within {state.length} positions?',
    options: [
      [
        'zero',
        'to zero: far positions have nothing in common',
        'The slow clocks have hardly turned. They keep all positions alike.',
      ],
      [
        'negative',
        'below zero: far positions are opposite',
        'Only a few fast clocks point the other way. The slow ones still agree.',
      ],
      [
        'least',
        'not even to a third',
        'The least alike positions are {least} apart: {values.62 4}.',
      ],
    ],
    answer: 'least',
    shows: 'The least alike positions are {least} apart: {values.62 4}',
  },
  {
    id: 'similarity-where',
    level: 'full',
    at: 'similarity/metric=dot,offset=8,position=40',
    ask:
      'Two positions are {state.offset} apart. Both move {state.position} further on. ' +
      'What is their dot product now?',
    options: [
      [
        'same',
        'the same',
        'Their dot product is {values.8 4} everywhere. It depends only on how far apart they are.',
      ],
      [
        'smaller',
        'smaller, since both are far from the start',
        'Far from the start, no clock’s hand is shorter.',
      ],
      [
        'larger',
        'larger, since both positions are larger numbers',
        'The position is an angle here, not a length. No clock’s hand gets longer.',
      ],
    ],
    answer: 'same',
    shows: 'Their dot product is {values.8 4}',
  },
  {
    id: 'similarity-self',
    level: 'full',
    at: 'similarity/metric=dot,offset=0',
    ask: 'An encoding has {state.dim} dimensions. What is its dot product with itself?',
    options: [
      [
        'one',
        'one, as for every unit vector',
        'Each clock is a unit vector. The whole encoding has many clocks.',
      ],
      [
        'grows',
        'more for larger positions',
        'The position only turns the hands. It makes none longer.',
      ],
      [
        'clocks',
        'the number of its clocks',
        'Each clock adds sin² + cos², which is one. So the dot product is {values.0 3}.',
      ],
    ],
    answer: 'clocks',
    shows: 'Their dot product is {values.0 3}',
  },
  {
    id: 'similarity-five',
    at: 'similarity/dim=64,metric=euclidean,offset=5,position=0',
    ask:
      'Which encoding is farther from that of position {state.position}: ' +
      'that of position {state.offset}, or of position {rivals.5}?',
    options: [
      [
        'nearer',
        'that of position {state.offset}',
        (model) =>
          `${rival(model)}. The encoding of position ${model.state.offset} is farther away.`,
      ],
      [
        'later',
        'that of position {rivals.5}, because it comes later',
        'On the fastest clock, it is almost a whole turn on. So its hand is near again.',
      ],
      [
        'equal',
        'both are equally far',
        'Their distances are close, but not equal: {values.5 3} and {values.6 3}.',
      ],
    ],
    answer: 'nearer',
    shows: rival,
  },
  {
    id: 'similarity-next',
    at: 'similarity/offset=1',
    ask: 'How alike are the encodings of two neighbours?',
    options: [
      [
        'unlike',
        'not at all, since each position must be unique',
        'Unique does not mean far apart. Most clocks hardly move in one step.',
      ],
      [
        'almost',
        'almost equal',
        'Their cosine similarity is {values.1 4}. Only the fast clocks have visibly moved.',
      ],
      [
        'equal',
        'equal: the difference is too small to compute',
        'The fastest clock alone turns far enough to tell them apart.',
      ],
    ],
    answer: 'almost',
    shows: 'Their cosine similarity is {values.1 4}',
  },
];
