/** All texts of PeSchemes. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped } from '../chassis/format.js';
import { BUCKETS, SCHEMES } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').SchemeKey} SchemeKey */

export const heading = 'A shift changes attention weights only if positions are added to the words';
export const topic = 'Six schemes and one sentence';

/** The sentence that the figure shows first. */
export const sentence = 'the cat saw the dog and the dog saw the cat';

export const labels = {
  tokens: 'Your words',
  query: 'Query',
  key: 'Key',
  scheme: 'Scheme',
  length: 'Trained length',
  start: 'First position',
  dim: 'Dimensions',
  heads: 'Heads',
  head: 'Head shown',
};

/**
 * The texts of each scheme: its name, and whether its positions are absolute or relative. Other
 * texts say where positions enter, what happens past the trained length, and which models use the
 * scheme. `enters` is a sentence for the caption.
 * @typedef {Record<'name' | 'kind' | 'where' | 'enters' | 'beyond' | 'models', string>} SchemeText
 * @type {Record<SchemeKey, SchemeText>}
 */
export const schemeTexts = {
  none: {
    name: 'None',
    kind: 'blind to order',
    where: 'nowhere',
    enters: 'position enters nowhere, so attention is blind to order.',
    beyond: 'no positions, so no limit',
    models: 'single layers of Llama 4, SmolLM3',
  },
  sinusoidal: {
    name: 'Sinusoidal',
    kind: 'absolute',
    where: 'added to the words once',
    enters: 'absolute positions are added to the words once.',
    beyond: 'defined, but untrained: works badly',
    models: 'the Transformer of 2017',
  },
  learned: {
    name: 'Learned',
    kind: 'absolute',
    where: 'added to the words once',
    enters: 'absolute positions are added to the words once.',
    beyond: 'has no row there: an error',
    models: 'BERT, GPT-2, OPT, ViT',
  },
  rope: {
    name: 'RoPE',
    kind: 'relative',
    where: 'turns q and k in each layer',
    enters: 'position turns q and k in each layer, and scores depend only on distance.',
    beyond: 'defined: works well once rescaled',
    models: 'Llama, Mistral, Qwen, Gemma',
  },
  alibi: {
    name: 'ALiBi',
    kind: 'relative',
    where: 'added to the scores in each layer',
    enters: 'a fixed penalty for distance is added to the scores in each layer.',
    beyond: 'same straight line: works well',
    models: 'BLOOM, MPT',
  },
  t5: {
    name: 'T5',
    kind: 'relative',
    where: 'added to the scores in each layer',
    enters: 'a learned bias for distance is added to the scores in each layer.',
    beyond: 'far distances share a bucket: works fairly well',
    models: 'T5, mT5, UL2',
  },
};

export const names = {
  scheme: SCHEMES.map(({ key }) => schemeTexts[key].name),
};

export const arrows = [
  ['← →', 'choose the previous or next word as the key'],
  ['↑ ↓', 'choose the scheme above or below'],
  ['Home, End', 'make the first or last word the key'],
];

export const keyLabels = {
  '+': 'move the sentence one position forward',
  '-': 'move the sentence one position back',
  q: 'make the word at the cursor the query',
};

/**
 * Says why the learned table gives no weights.
 * @param {Pick<Model, 'missing' | 'state'>} model
 */
export const noRow = ({ missing, state }) =>
  `no row ${missing}: the table ends at ${state.length - 1}`;

export const labelsOnPicture = {
  /** @param {number} last */
  trained: (last) => `positions 0 to ${grouped(last)}: trained`,
  neverTrained: 'never trained',
  neverTrainedShort: 'never',
  asks: 'query',
  enters: 'position enters',
  entersShort: 'enters at',
  doors: { words: 'words', qk: 'q, k', scores: 'scores' },
  weight: 'weight',
  change: 'change',
  noRow,
};

/**
 * Describes the chosen scheme, the weight of the chosen key, and the effect of the shift.
 * @param {Model} model
 * @returns {(string | [string, string])[]}
 */
export function caption(model) {
  const { state, chosen, parameters } = model;
  const { name, enters } = schemeTexts[state.scheme];
  return [
    ['b', name],
    `: ${enters} It has ${grouped(parameters[chosen]).replace(/^0$/, 'no')} parameters.`,
    ...weightCaption(model),
    ...shiftCaption(model),
  ];
}

/**
 * Says which weight the query gives to the key.
 * @param {Model} model
 * @returns {(string | [string, string])[]}
 */
function weightCaption(model) {
  const { state, words, chosen, weights } = model;
  const { key, query, start } = state;
  const row = weights[chosen];
  if (!row) return [' ', ['wrong', '✗ '], `${noRow(model)}.`];
  return [
    ` The query ‘${words[query]}’ (position `,
    ['other', String(start + query)],
    ') gives a weight of ',
    ['b', fixed(row[key], 3)],
    ` to the key ‘${words[key]}’ (position `,
    ['you', String(start + key)],
    ').',
  ];
}

/**
 * Says how much the shift changes the weights.
 * @param {Model} model
 * @returns {(string | [string, string])[]}
 */
function shiftCaption({ state, chosen, weights, change }) {
  const { start } = state;
  if (!start) return [' Press play, or drag the sentence. Which rows change?'];
  if (!weights[chosen]) return [];
  return [
    ` A shift of ${grouped(start)} positions changes its weights by at most `,
    ['b', fixed(change[chosen] ?? 0, 4)],
    '.',
  ];
}

/**
 * Puts pieces of a formula into one row.
 * @param {...Element} parts pieces of MathML
 */
const inRow = (...parts) => m('math', m('mrow', ...parts));
/**
 * Writes: score = `parts`.
 * @param {...Element} parts pieces of MathML
 */
const score = (...parts) => inRow(mi('score'), mo('='), ...parts);

/**
 * Writes a · b / √dim.
 * @param {Element} a
 * @param {Element} b
 * @param {number} dim
 */
const scaled = (a, b, dim) => m('mfrac', m('mrow', a, mo('·'), b), m('msqrt', mn(dim)));

/**
 * Writes the score without positions.
 * @param {Model} model
 */
const plain = ({ dim }) => scaled(mi('q'), mi('k'), dim);

/**
 * Writes the sum of a word and the row of a table at its position.
 * @param {string} word
 * @param {string} table
 * @param {number} position
 */
const withRow = (word, table, position) =>
  m('mrow', mo('('), mi(word), mo('+'), mi(table), mo('['), mn(position), mo(']'), mo(')'));

/**
 * Writes a word that is turned by the angle of a position.
 * @param {string} word
 * @param {number | string} position
 */
const turned = (word, position) => m('mrow', m('msub', mi('R'), mn(position)), mi(word));

/**
 * Returns the positions of the query and of the key.
 * @param {Model} model
 */
const positions = ({ state: { start, query, key } }) => [start + query, start + key];

/**
 * Writes the score of words to which rows of a table are added.
 * @param {Model} model
 * @param {string} table
 */
function addedFormula(model, table) {
  const [query, key] = positions(model);
  return [score(scaled(withRow('q', table, query), withRow('k', table, key), model.dim))];
}

/**
 * Each function writes the formula of one scheme.
 * @type {Record<SchemeKey, (model: Model) => Element[]>}
 */
const FORMULAS = {
  none: (model) => [score(plain(model))],
  sinusoidal: (model) => addedFormula(model, 'PE'),
  learned: (model) => addedFormula(model, 'E'),
  rope(model) {
    const [query, key] = positions(model);
    return [
      score(scaled(turned('q', query), turned('k', key), model.dim)),
      inRow(mo('='), scaled(mi('q'), turned('k', fixed(key - query, 0)), model.dim)),
    ];
  },
  alibi(model) {
    const { state, slope } = model;
    const distance = Math.abs(state.query - state.key);
    return [
      score(plain(model), mo('−'), mn(slope), mo('·'), mn(distance)),
      inRow(mo('='), plain(model), mo('−'), mn(slope * distance)),
    ];
  },
  t5(model) {
    const bucket = model.buckets[model.state.key];
    const bias = model.bucketBiases[bucket];
    return [
      score(plain(model), mo('+'), m('msub', mi('b'), mn(bucket))),
      inRow(mo('='), plain(model), mo(bias < 0 ? '−' : '+'), mn(fixed(Math.abs(bias)))),
    ];
  },
};

/**
 * Writes the formula of the chosen scheme.
 * @param {Model} model
 */
export const formula = (model) => FORMULAS[model.state.scheme](model);

/**
 * Returns the tables of the figure's numbers.
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table[]}
 */
export function tables(model) {
  const { state, weights, home } = model;
  return [
    weightsTable(model, weights, state.start),
    weightsTable(model, home, 0),
    schemesTable(model),
  ];
}

/**
 * Makes a table of the weights of each scheme.
 * @param {Model} model
 * @param {import('./model.js').Rows} rows
 * @param {number} start
 * @returns {import('../chassis/table.js').Table}
 */
function weightsTable({ words }, rows, start) {
  return {
    name: `Attention weights, first word at position ${start}`,
    columns: ['key', 'word', 'position', ...names.scheme],
    rows: words.length,
    row: (key) => [key, words[key], start + key, ...rows.map((row) => (row ? row[key] : ''))],
    show: (value, column) => (column < 3 ? String(value) : fixed(value, 4)),
  };
}

/**
 * Makes the table of schemes.
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table}
 */
function schemesTable({ change, parameters }) {
  return {
    name: 'The schemes',
    columns: [
      'scheme',
      'parameters',
      'largest change',
      'position is',
      'where it enters',
      'past the trained length',
      'used by',
    ],
    rows: SCHEMES.length,
    row(at) {
      const { name, kind, where, beyond, models } = schemeTexts[SCHEMES[at].key];
      return [name, parameters[at], change[at] ?? '', kind, where, beyond, models];
    },
    show: (value, column) => (column === 1 ? grouped(value) : fixed(value, 4)),
  };
}

export const questionTexts = {
  ask:
    'Put 16 other words before the sentence. ' +
    'Its words keep their neighbours, but every position grows by 16. ' +
    'Which rows of weights change?',
  /** @type {[string, string, string?][]} */
  options: [
    [
      'all',
      'all schemes that use positions',
      'Some schemes use only the distance between two words. It stays the same.',
    ],
    ['added', 'those that add positions to the words'],
    ['learned', 'only the learned table', 'Sinusoidal positions are added to the words, too.'],
  ],
  /** @param {Model} model */
  surprise: ({ change }) => fixed(Number(change[1]), 4),
  /** @param {Model} model */
  because({ change }) {
    const [, , learned, rope, alibi, t5] = change.map(Number);
    return [
      'is the largest change of a weight with sinusoidal positions. ' +
        `With the learned table it is ${fixed(learned, 4)}. ` +
        `With RoPE, ALiBi and T5 it is ${fixed(Math.max(rope, alibi, t5), 4)}. `,
      'A common summary says that “all methods add position to the token embeddings ' +
        'before the first layer”. That is wrong. ' +
        'In each layer, RoPE turns q and k, and ALiBi and T5 add to the scores. ' +
        'These three see only distance.',
    ];
  },
};

/** The table under the figure, whose rows choose a scheme. */
export const comparison = {
  caption:
    'The six schemes side by side. Choose a row to highlight it in the figure. ' +
    'Word vectors, the learned table and T5’s biases are random, not trained.',
  columns: [
    'scheme',
    'parameters',
    'largest change',
    'position is',
    'where it enters',
    'past the trained length',
    'used by',
  ],
  /**
   * @param {Model} model
   * @param {number} at
   * @returns {(string | [string, string])[]}
   */
  cells({ state, change, parameters }, at) {
    const { key } = SCHEMES[at];
    const { kind, where, beyond, models } = schemeTexts[key];
    const product = key === 't5' ? [state.heads, BUCKETS] : [state.length, state.dim];
    return [
      [grouped(parameters[at]), parameters[at] ? product.join(' × ') : ''],
      changeText(change[at], state.start),
      kind,
      where,
      beyond,
      models,
    ];
  },
};

/**
 * Writes the largest change of a scheme's weights.
 * @param {number | null} change
 * @param {number} start
 */
function changeText(change, start) {
  if (change === null) return '✗ no row';
  return start ? fixed(change, 4) : '–';
}

/** The texts of the panel that asks which scheme suits a case. */
export const scenarioTexts = {
  title: 'Which would you choose?',
  next: 'Next case',
  /**
   * @param {number} at counted from 1
   * @param {number} count
   */
  counter: (at, count) => `Case ${at} of ${count}`,
  /** @param {string} name */
  right: (name) => `✓ ${name}. `,
  /** @param {string} name */
  wrong: (name) => `✗ Not ${name}. `,
  tryAgain: 'Look at its row, and try again.',
};

/**
 * The cases: what is needed, the scheme that suits it, and why.
 * @type {{need: string, answer: SchemeKey, why: string}[]}
 */
export const scenarios = [
  {
    need: 'A classifier of short texts. No text will ever have more than 512 positions.',
    answer: 'learned',
    why: 'No text reaches the end of its table, and 512 rows cost little. BERT has such a table.',
  },
  {
    need: 'A chat model, trained on 8,192 positions, that will later be extended to 131,072.',
    answer: 'rope',
    why: 'Its frequencies can be rescaled after training, and no table has to grow.',
  },
  {
    need: 'A model, trained on 1,024 positions, that must run on 2,048 with no further training.',
    answer: 'alibi',
    why:
      'Its penalty is the same straight line at any distance. ' +
      'The paper on ALiBi reports exactly this case.',
  },
  {
    need:
      'A text-to-text model with an encoder. ' +
      'Each head should learn how much each distance counts.',
    answer: 't5',
    why: 'It adds a learned number to each score, one for each head and bucket of distances.',
  },
  {
    need:
      'A first lesson. The scheme must have no parameters, allow any position, ' +
      'and be easy to check by hand.',
    answer: 'sinusoidal',
    why: 'Nothing is learned, and each value is one sine or cosine.',
  },
];

/**
 * Describes the chosen scheme and key for the live region.
 * @param {Model} model
 */
export function describe({ state, words, weights, chosen, change, missing }) {
  const { scheme, key, start } = state;
  const row = weights[chosen];
  const { name } = schemeTexts[scheme];
  if (!row) return `${name}: ${noRow({ missing, state })}.`;
  return (
    `${name}: the key ‘${words[key]}’ at position ${start + key} ` +
    `has weight ${fixed(row[key], 3)}. ` +
    `A shift of ${start} positions changes the weights ` +
    `by at most ${fixed(change[chosen] ?? 0, 4)}.`
  );
}
