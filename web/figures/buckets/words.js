/** All texts of PeBuckets. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { grouped } from '../chassis/format.js';
import { RULERS } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Ruler} Ruler */

export const heading = 'Near words get a bucket each, far words share one';
export const topic = 'How finely does T5 measure distance?';

export const labels = {
  ruler: 'Share the distances',
  both: 'Later words too',
  buckets: 'Buckets',
  max: 'Maximal distance',
  distance: 'Distance',
  log: 'Logarithmic ruler',
};

export const names = { ruler: ['evenly', 'as T5 does', 'one each'] };

export const arrows = [
  ['← →', 'make the distance one smaller or larger'],
  ['↑ ↓', 'go to the first distance of the next or previous bucket'],
  ['Home, End', 'choose the smallest or largest distance'],
];

export const keyLabels = {
  b: 'give later words buckets too, or not',
  l: 'switch the logarithmic ruler on or off',
  s: 'share the distances in another way',
};

const T5 = { ruler: 't5', both: false, buckets: 32, max: 128, log: false };

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['dog in “dog bites man”', { ...T5, distance: 2 }],
  ['20 words back', { ...T5, distance: 20 }],
  ['far away', { ...T5, distance: 150 }],
  ['later words too', { ...T5, both: true, distance: 20 }],
  ['a logarithmic ruler', { ...T5, log: true, distance: 64 }],
];

export const labelsOnPicture = {
  back: 'distance: how many words back',
  beyond: 'and so on →',
  earlier: 'buckets of earlier words',
  later: 'buckets of later words',
  exact: 'one distance each',
  shared: 'more and more distances each',
  sharedBrief: 'more and more each',
  /** @param {number} bucket @param {string} range @param {boolean} wide */
  chosen: (bucket, range, wide) =>
    `bucket ${bucket}: ${wide ? `distance${range.includes(' ') ? 's' : ''} ` : ''}${range}`,
  unknown: '?',
  which: 'which bucket?',
};

/**
 * Writes the distances of a bucket.
 * @param {number} first
 * @param {number} last
 */
export function rangeText(first, last) {
  if (last === Infinity) return `${grouped(first)} and beyond`;
  if (first === last) return grouped(first);
  return `${grouped(first)} ${last === first + 1 ? 'and' : 'to'} ${grouped(last)}`;
}

/** Names an example of a distance of 0, 1 or 2 words. @param {number} distance */
function whoText(distance) {
  if (distance === 0) return 'A word is at distance 0 from itself. ';
  if (distance > 2) return '';
  const word = ['bites', 'dog'][distance - 1];
  const far = distance === 1 ? '1 word' : '2 words';
  return `In “dog bites man”, “${word}” is ${far} before “man”. `;
}

/** Says which distances share the bucket of the chosen distance. @param {Model} model */
function shareText({ bucket, first, last, state }) {
  const { distance } = state;
  if (last === Infinity)
    return (
      `All distances from ${grouped(first)} on share bucket ${bucket}, ` +
      'so a text may have any length.'
    );
  if (first === last) return `Distance ${distance} has bucket ${bucket} to itself.`;
  return (
    `The distances ${rangeText(first, last)} share bucket ${bucket}, ` +
    'so a head cannot tell them apart.'
  );
}

/** The fault of each ruler; T5's ruler has none. @type {Record<Ruler, string>} */
const RULER_TEXTS = {
  even: ' With equally wide buckets, even the nearest words can share a bucket.',
  t5: '',
  cut: ' Each bucket takes one distance, and the last takes all others.',
};

/**
 * @param {Model} model
 * @param {boolean} covered
 * @param {boolean} beginner
 * @returns {import('../chassis/dom.js').Piece[]}
 */
export function caption(model, covered, beginner) {
  const { state, later, count } = model;
  const { distance, buckets, ruler, both, log } = state;
  if (covered)
    return [
      whoText(distance),
      `T5 sorts all distances into ${buckets} buckets. `,
      'A head learns one number for each bucket, and adds it to the score.',
    ];
  const parts = [whoText(distance), shareText(model), RULER_TEXTS[ruler]];
  if (log && ruler === 't5')
    parts.push(' On a logarithmic ruler, shared buckets are about equally wide.');
  if (later !== null) parts.push(` A later word at this distance is in bucket ${later}.`);
  if (both && ruler === 't5')
    parts.push(` Bucket ${count} stays empty, since no later word is at distance 0.`);
  if (!beginner) parts.push(` A head learns ${buckets} numbers, one for each bucket.`);
  return parts;
}

/**
 * Writes T5's formula for the bucket of a distance that shares its bucket.
 * @param {Model} model
 */
function logarithm({ state, count, exact }) {
  const { distance, max } = state;
  /** @param {number} value */
  const log = (value) =>
    m('mrow', mi('ln'), mo('('), mn(grouped(value)), mo('/'), mn(exact), mo(')'));
  return m(
    'mrow',
    mi('min'),
    mo('('),
    mn(count - 1),
    mo(','),
    mn(exact),
    mo('+'),
    mo('⌊'),
    mn(count - exact),
    mo('·'),
    m('mfrac', log(distance), log(max)),
    mo('⌋'),
    mo(')'),
  );
}

/** Writes the formula of a simple ruler. @param {Model} model */
function simple({ state, count }) {
  const { ruler, distance, max } = state;
  const index = m('mfrac', m('mrow', mn(count), mo('·'), mn(distance)), mn(grouped(max)));
  const even = m('mrow', mo('⌊'), index, mo('⌋'));
  const inside = ruler === 'even' ? even : mn(distance);
  return m('mrow', mi('min'), mo('('), mn(count - 1), mo(','), inside, mo(')'));
}

/** @param {Model} model */
export function formula(model) {
  const { state, bucket, exact } = model;
  const { ruler, distance } = state;
  const name = m('math', mi('bucket'), mo('('), mn(distance), mo(')'), mo('='));
  const isExact = ruler === 't5' && distance < exact;
  if (isExact) return [[name, m('math', mn(bucket), mo(','), mn(distance), mo('<'), mn(exact))]];
  const value = ruler === 't5' ? logarithm(model) : simple(model);
  return [[name, m('math', value), m('math', mo('='), mn(bucket))]];
}

/**
 * Returns the cells of a bucket: its first and last distance, and its number of distances.
 * @param {number[]} starts
 * @param {number} bucket
 * @returns {(string | number)[]}
 */
function cellsOf(starts, bucket) {
  const first = starts[bucket];
  if (bucket === starts.length - 1) return [first, '∞', '∞'];
  const size = starts[bucket + 1] - first;
  return size ? [first, first + size - 1, size] : ['–', '–', 0];
}

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables({ starts, count, before, after, length, state }) {
  const show = (/** @type {number} */ value) => grouped(value);
  return [
    {
      name: `The ${count} buckets of T5 for earlier words`,
      answers: true,
      columns: ['bucket', 'first distance', 'last distance', 'how many'],
      rows: count,
      row: (bucket) => [bucket, ...cellsOf(starts.t5, bucket)],
      show,
    },
    {
      name: 'T5’s bucket of each distance',
      answers: true,
      columns: ['distance', 'earlier word', ...(after ? ['later word'] : [])],
      rows: length,
      row: (at) => [at, before[at], ...(after ? [at ? after[at] : '–'] : [])],
      show,
    },
    {
      name: `Two simpler ways to share the distances, up to ${grouped(state.max)}`,
      columns: [
        'bucket',
        'evenly: first',
        'last',
        'how many',
        'one each: first',
        'last',
        'how many',
      ],
      rows: count,
      row: (bucket) => [bucket, ...cellsOf(starts.even, bucket), ...cellsOf(starts.cut, bucket)],
      show,
    },
  ];
}

/** The distance that the question asks about. */
export const ASKED = 64;

export const questionTexts = {
  ask:
    'The model T5 sorts all distances between words into 32 buckets, 0 to 31. ' +
    `Which bucket gets distance ${ASKED}?`,
  /** @type {[string, string, string?][]} */
  options: [
    [
      'even',
      '16, if each bucket takes four distances',
      'If each bucket took four, distances 0 to 3 would count as equal.',
    ],
    [
      'cut',
      '31, if each takes one, and the last takes the rest',
      'If the last took the rest, 31 words back would count the same as 64 or 1,000.',
    ],
    ['t5', '26, if far buckets take more distances than near ones'],
  ],
  watch: 'Watch the marked bucket: how many distances share it?',
  /** @param {Model} model */
  surprise: ({ first, last }) => `distances ${rangeText(first, last)}`,
  /** @param {Model} model */
  because: ({ bucket, exact, starts, count }) => [
    `These distances share bucket ${bucket}. ` +
      `The distances below ${exact} have a bucket each. ` +
      'Farther buckets hold more and more distances. ' +
      `From ${starts.t5[count - 1]} on, all distances are in bucket ${count - 1}.`,
  ],
};

/** @param {Model} model @param {boolean} covered */
export function describe(model, covered) {
  const { state, later } = model;
  const { distance, ruler } = state;
  if (covered) return `Distance ${distance}. ${whoText(distance)}`.trim();
  const how = ruler === 't5' ? '' : `${labels.ruler}: ${names.ruler[RULERS.indexOf(ruler)]}. `;
  const after = later === null ? '' : ` Bucket ${later} for later words.`;
  return `Distance ${distance}. ${how}${shareText(model)}${after}`;
}
