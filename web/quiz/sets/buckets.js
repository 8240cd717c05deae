/** Questions that pe-buckets answers. */

const own = 'Distance {state.distance} has bucket {bucket} to itself';
const shared = 'The distances {first} to {last} share bucket {bucket}';
const rest = 'All distances from {first} on share bucket {bucket}';
const later = 'A later word at this distance is in bucket {later}';

/** @type {import('../bank.js').Entry[]} */
export const buckets = [
  {
    id: 'buckets-own',
    at: 'buckets/distance=15',
    ask: 'T5 has {state.buckets} buckets for distances. How many distances have a bucket of their own?',
    options: [
      [
        'all',
        '{state.buckets}, one for each bucket',
        'Some buckets have to be shared, or far words would have none.',
      ],
      ['half', '{exact}, the nearest', `${own}. The next distance already shares a bucket.`],
      [
        'none',
        'none: all buckets are equally wide',
        'The nearest distances have a bucket each. Only farther ones share.',
      ],
    ],
    answer: 'half',
    shows: own,
  },
  {
    id: 'buckets-shared',
    at: 'buckets/distance=100',
    ask: 'Can a head of T5 tell the word {first} places back from the one {last} places back?',
    options: [
      ['no', 'no', `${shared}, so one number counts for all of them.`],
      [
        'trained',
        'yes, once it has seen enough texts',
        'Training sets the number of a bucket. It does not change which distances share it.',
      ],
      [
        'fine',
        'yes: each distance has its own number',
        'Only near distances have their own. Farther buckets hold more and more distances.',
      ],
    ],
    answer: 'no',
    shows: shared,
  },
  {
    id: 'buckets-last',
    at: 'buckets/distance=150',
    ask: 'Two words are farther apart than any in training. Which bucket does T5 give them?',
    options: [
      [
        'error',
        'none: there is an error',
        'A learned table of positions has no row there. But the last bucket has no end.',
      ],
      [
        'new',
        'a new one',
        'A new bucket would have no learned number. The number of buckets is fixed.',
      ],
      ['last', 'the last one', `${rest}. So a text may have any length.`],
    ],
    answer: 'last',
    shows: rest,
  },
  {
    id: 'buckets-even',
    at: 'buckets/ruler=even,distance=2',
    ask:
      'Suppose that all {state.buckets} buckets were equally wide, up to distance {state.max}. ' +
      'What would a head lose?',
    options: [
      [
        'far',
        'it could not reach far words',
        'Far words would even be told apart better than with T5’s buckets.',
      ],
      [
        'near',
        'it could not tell the nearest words apart',
        `${shared}. So even the word before is in the bucket of the word itself.`,
      ],
      [
        'nothing',
        'nothing: it has as many buckets as before',
        'The number of buckets is the same. But the nearest words need the narrowest buckets.',
      ],
    ],
    answer: 'near',
    shows: shared,
  },
  {
    id: 'buckets-cut',
    at: 'buckets/ruler=cut,distance=64',
    ask:
      'Suppose that each of the {state.buckets} buckets took one distance, but the last took all others. ' +
      'What would a head know about the word {state.distance} places back?',
    options: [
      [
        'exact',
        'its exact distance',
        'The buckets with one distance each end before this distance.',
      ],
      [
        'nothing',
        'nothing: there is no bucket for it',
        'The last bucket takes whatever is left. No distance is without a bucket.',
      ],
      ['far', 'only that it is far', `${rest}. T5 still tells several groups of them apart.`],
    ],
    answer: 'far',
    shows: rest,
  },
  {
    id: 'buckets-later',
    level: 'full',
    at: 'buckets/both=1,distance=20',
    ask:
      'In T5’s encoder, a word also sees later words. ' +
      'How does T5 distinguish a word {state.distance} places later from one {state.distance} places earlier?',
    options: [
      [
        'half',
        'half of the buckets are for later words',
        `${later}, and an earlier one in bucket {bucket}.`,
      ],
      [
        'sign',
        'the number of a bucket gets a minus sign',
        'The numbers are learned for each bucket, so both directions need buckets.',
      ],
      [
        'not',
        'not at all: only the distance counts',
        'Later and earlier words have different buckets.',
      ],
    ],
    answer: 'half',
    shows: later,
  },
];
