/* The commands that take two arrays. */
import { UsageError } from './arguments.js';
import { openTensor, readWhole } from './inputs.js';
import { loadDoctor } from './load.js';
import { brief, departed, elements, fields, share, titled } from './reports.js';

/** The types to which arrays may be rounded. */
const ROUNDED = ['float32', 'float16', 'bfloat16'];

/** How coarse each type is. */
const COARSENESS = ['float64', 'float32', 'float16', 'bfloat16'];

/**
 * Reads two tensors of the same shape. Halves are widened, so `dtype` says what they were.
 * @param {string[]} words
 */
async function readBoth(words) {
  const [a, b] = await Promise.all(words.map(openTensor));
  if (a.shape.join() !== b.shape.join())
    throw new UsageError(`${titled(a)} and ${titled(b)}: expected the same shape`);
  const coarser = COARSENESS.indexOf(a.dtype) > COARSENESS.indexOf(b.dtype) ? a.dtype : b.dtype;
  const dtype = ROUNDED.includes(coarser) ? coarser : undefined;
  return { a, b, dtype, values: [await readWhole(a), await readWhole(b)] };
}

/** @type {import('./commands.js').Command} */
export const rotation = {
  words: ['BEFORE', 'AFTER'],
  says: 'find the rotation that turned one array into another',
  more: [
    'BEFORE and AFTER are FILE[:TENSOR], [..., length, heads, headDim]. For [batch, heads, length,',
    'headDim], give --heads 1 and --length.',
  ],
  options: {
    heads: { kind: 'number', says: 'the number of heads; default: from the shape' },
    headDim: { kind: 'number', says: 'the elements of a head; default: the last axis' },
    length: { kind: 'number', says: 'the length of each sequence' },
    positions: { kind: 'list', says: 'the positions that the rows should have' },
    dtype: { kind: 'text', says: 'the type to which the arrays were rounded' },
    scaling: { kind: 'object', says: 'a scaling to try first, as in a config.json' },
  },
  example: 'posenc rotation before.npy after.npy',
  async run(words, options) {
    const { identifyRotation } = await loadDoctor();
    const { a, dtype, values } = await readBoth(words);
    const given = { dtype, ...headsOf(a.shape, options), ...options };
    const found = identifyRotation(values[0], values[1], given);
    const { departure } = found;
    return { data: found, agrees: departure === undefined, lines: rotationLines(a, found) };
  },
};

/**
 * Returns the heads that a shape has: [..., heads, headDim], or [length, headDim] with one head.
 * @param {number[]} shape
 * @param {{heads?: number, headDim?: number}} given
 */
function headsOf(shape, given) {
  const width = shape.at(-1) ?? 1;
  if (shape.length > 2) return { heads: shape.at(-2), headDim: width };
  if (given.headDim !== undefined) return { heads: width / given.headDim };
  return { heads: 1, headDim: width / (given.heads ?? 1) };
}

/** Returns the lines of a report. */
function rotationLines(tensor, { matched, departure, notes, ...settings }) {
  const { layout, rotaryDim } = settings;
  if (!layout && !rotaryDim && !departure) return [titled(tensor), ...notes];
  const { row, head, element, expected, got } = departure ?? {};
  return [
    titled(tensor),
    departure
      ? `The nearest rotation explains ${elements(matched)}.`
      : 'This rotation explains all elements:',
    ...fields(settings),
    ...(departure
      ? [
          `It departs first in row ${row}, head ${head}, element ${element}: ` +
            `expected ${brief(expected)}, got ${brief(got)}.`,
        ]
      : []),
    ...notes,
  ];
}

/** @type {import('./commands.js').Command} */
export const compareFiles = {
  words: ['A', 'B'],
  says: 'compare two arrays, and say what the pattern of the differences tells',
  more: [
    'A and B are FILE[:TENSOR]. A row is an element of the first axis, unless --rows says else.',
    'B is what is expected.',
  ],
  options: {
    rows: { kind: 'number', says: 'the number of rows' },
    dim: { kind: 'number', says: 'the number of elements in a row' },
    headDim: { kind: 'number', says: 'the number of elements of each head' },
    layout: { kind: 'text', says: 'half or interleaved: which elements are a pair' },
    dtype: { kind: 'text', says: 'the type to which both were rounded' },
    ulps: { kind: 'number', says: 'elements agree within so many ulps; default 4' },
    tolerance: { kind: 'number', says: 'elements agree within this error, too; default 0' },
  },
  example: 'posenc compare a.npy b.npy --ulps 2',
  async run(words, options) {
    const { compare } = await loadDoctor();
    const { a, dtype, values } = await readBoth(words);
    const isShaped = options.rows !== undefined || options.dim !== undefined;
    const shape = isShaped || a.shape.length < 2 || !a.length ? {} : { rows: a.shape[0] };
    const found = compare(values[0], values[1], { dtype, ...shape, ...options });
    const { departure } = found;
    return { data: found, agrees: departure === undefined, lines: comparisonLines(a, found) };
  },
};

/** Returns the lines of a report. */
function comparisonLines(tensor, { type, agreed, equal, maxError, departure, worst, notes }) {
  const lines = [
    titled(tensor),
    `${capital(elements(agreed))} agree, in ulps of ${type}; ${share(equal)} are equal.`,
    ...fields({ maxError }),
  ];
  if (departure) lines.push(departed({ ...departure, expected: departure.b, got: departure.a }));
  if (worst) {
    const { row, column, ulps } = worst;
    lines.push(`The worst element is in row ${row}, column ${column}: ${brief(ulps)} ulps.`);
  }
  return [...lines, ...notes];
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
