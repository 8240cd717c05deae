/** All texts of PeSchemes. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped } from '../chassis/format.js';
import { BUCKETS, SCHEMES, T5_BIAS } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').SchemeKey} SchemeKey */

export const heading = 'Schemes that use distances work the same anywhere, but a table ends';
export const topic = 'One sentence under six schemes';

/** The sentence that the figure shows first. */
export const sentence = 'at noon a dog bites man and man bites dog';
export const values = { tokens: sentence };

export const labels = {
  tokens: 'Your words',
  back: 'Looks back',
  query: 'Query',
  scheme: 'Scheme',
  length: 'Trained length',
  start: 'First position',
  dim: 'Dimensions',
  heads: 'Heads',
  head: 'Head shown',
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['At the start of a text', { start: 0 }],
  ['Later', { start: 40 }],
  ['Past 63', { start: 64 }],
];

/** What a head does if it was made to find one word. */
const steps = 'looks back';

/**
 * The texts of each scheme: its name, what its head does, and whether its positions are absolute or
 * relative. Other texts say where positions enter, what happens past the trained length, and which
 * models use the scheme.
 * @typedef {Record<'name' | 'does' | 'kind' | 'where' | 'beyond' | 'models', string>} SchemeText
 * @type {Record<SchemeKey, SchemeText>}
 */
export const schemeTexts = {
  none: {
    name: 'None',
    does: 'blind to order',
    kind: 'blind to order',
    where: 'nowhere',
    beyond: 'no positions, so no limit',
    models: 'some layers of Llama 4, SmolLM3',
  },
  sinusoidal: {
    name: 'Sinusoidal',
    does: steps,
    kind: 'absolute',
    where: 'added to the words once',
    beyond: 'defined, but untrained: works badly',
    models: 'the Transformer of 2017',
  },
  learned: {
    name: 'Learned',
    does: steps,
    kind: 'absolute',
    where: 'added to the words once',
    beyond: 'has no row there: an error',
    models: 'BERT, GPT-2, OPT, ViT',
  },
  rope: {
    name: 'RoPE',
    does: steps,
    kind: 'relative',
    where: 'turns q and k in each layer',
    beyond: 'defined: works well once rescaled',
    models: 'Llama, Mistral, Qwen, Gemma',
  },
  alibi: {
    name: 'ALiBi',
    does: 'near words first',
    kind: 'relative',
    where: 'added to the scores in each layer',
    beyond: 'same straight line: works well',
    models: 'BLOOM, MPT',
  },
  t5: {
    name: 'T5',
    does: steps,
    kind: 'relative',
    where: 'added to the scores in each layer',
    beyond: 'far distances share a bucket: works fairly well',
    models: 'T5, mT5, UL2',
  },
};

export const names = {
  scheme: SCHEMES.map(({ key }) => schemeTexts[key].name),
};

export const arrows = [
  ['← →', 'move the sentence one position back or forward'],
  ['↑ ↓', 'choose the scheme above or below'],
  ['Home, End', 'go to the first or last position'],
];

export const keyLabels = {
  q: 'make the next word the query',
  a: 'make the word before it the query',
};

/**
 * Says why the learned table gives no weights.
 * @param {Pick<Model, 'missing' | 'state'>} model
 */
export const noRow = ({ missing, state }) =>
  `no row ${missing}: the table ends at ${state.length - 1}`;

export const labelsOnPicture = {
  /** @param {number} last */
  within: (last) => `positions 0 to ${grouped(last)}`,
  /** @param {number} last */
  beyond: (last) => `past ${grouped(last)}`,

  covered: 'hidden until the answer',
  enters: 'position goes into',
  entersShort: 'into',
  doors: { words: 'words', qk: 'q, k', scores: 'scores' },
  weight: 'weight',
  change: 'change',
  points: 'in points',
  all: '100 %',
  mark: '✓ over half of the weight on the right word',
  same: 'unchanged',
  changed: 'changed',
  gained: 'gained since position 0',
  lost: 'lost',
  noRow,
};

/** Says why the weights change if positions are added to the words. */
const DISTURBED =
  'But scores also contain products of word and stamp, which differ at each position.';

/**
 * Says what the chosen scheme lets the head see.
 * @type {Record<SchemeKey, string>}
 */
const sees = {
  none: 'Without positions, the head cannot look back. Equal words get equal weights.',
  sinusoidal: `The same rotation turns any stamp into an earlier one. ${DISTURBED}`,
  learned: `The head finds the row of an earlier position, if the table has it. ${DISTURBED}`,
  rope: 'The query is turned back. Only the distance counts.',
  alibi: 'Near words get more weight everywhere. The head aims at no single word.',
  t5: 'This distance has a bias of its own. Only the distance counts.',
};

/** Writes a change of weights in percentage points. @param {number} change */
const points = (change) => `${fixed(100 * change, 1)} percentage points`;

/** Says why a trained head may fail where the head made by hand does not. */
const UNTRAINED = ' A trained head may fail here: it never saw this position.';

/** The schemes whose trained heads may fail past the trained length: see pe-train. */
const MAY_FAIL = ['sinusoidal', 'rope'];

/**
 * Says whether the head finds the target word with the chosen scheme.
 * @param {Model} model
 * @param {boolean} [covered]
 * @param {boolean} [beginner]
 * @returns {(string | [string, string])[]}
 */
export function caption(model, covered, beginner) {
  const { state, words, target, weights, chosen, found, change, past } = model;
  const row = weights[chosen];
  /** @type {(string | [string, string])[]} */
  const head = [
    'In this hand-made, untrained head, ',
    ['you', words[state.query]],
    ` should look ${howFar(state.back)}, at `,
    ['other', words[target]],
    '. ',
    ['b', schemeTexts[state.scheme].name],
    ': ',
  ];
  if (!row)
    return [...head, model.covered ? labelsOnPicture.covered : ['wrong', `✗ ${noRow(model)}`], '.'];
  // The texts below the `if` describe all positions, and so would answer the open question.
  if (covered) {
    const percent = fixed(100 * row[target], 0);
    return [...head, 'here ', ['other', words[target]], ` gets ${percent} % of the weight.`];
  }
  if (isAiming(state.scheme)) head.push(found[chosen] ? ['right', '✓ '] : ['wrong', '✗ ']);
  head.push(sees[state.scheme]);
  if (past && MAY_FAIL.includes(state.scheme)) head.push(UNTRAINED);
  if (beginner) return head;
  return [
    ...head,
    ' The weight of ',
    ['other', words[target]],
    ` is ${fixed(100 * row[target], 1)} %. `,
    state.start
      ? `Since position 0, weights have changed by up to ${points(change[chosen] ?? 0)}.`
      : '',
  ];
}

/**
 * Returns whether the head of a scheme was made to find one word. Only such a head can fail to find
 * its word.
 * @param {SchemeKey} key
 */
export const isAiming = (key) => schemeTexts[key].does === steps;

/** @param {number} back */
const howFar = (back) => (back === 1 ? 'one word back' : `${back} words back`);

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
 * Writes the product of a query and a key.
 * @param {Element} query
 * @param {Element} key
 */
const product = (query, key) => m('mrow', query, mo('·'), key);

/**
 * Writes the key of a word x without its position.
 */
const plainKey = () => m('mrow', mo('('), mi('u'), mo('+'), mi('x'), mo(')'));

/**
 * Writes the score without positions.
 */
const plain = () => product(mi('u'), plainKey());

/** Says what x is: the vector of the word at which the head should look. @param {Model} model */
const ofWord = ({ words, target }) =>
  inRow(mi('x'), mo('='), m('mtext', `the vector of “${words[target]}”`));

/** Says what u is: the row of position 0, used at every position if positions are not added. */
const ofRow = () => inRow(mi('u'), mo('='), rowAt('PE', 0));

/**
 * Writes a row of a table.
 * @param {string} table
 * @param {number} position
 */
const rowAt = (table, position) => m('mrow', mi(table), mo('['), mn(position), mo(']'));

/**
 * Writes the score if rows of a table are added to the words.
 * @param {Model} model
 * @param {string} table
 */
function addedFormula({ state, target }, table) {
  const row = () => rowAt(table, state.start + target);
  return [score(product(row(), m('mrow', mo('('), row(), mo('+'), mi('x'), mo(')'))))];
}

/**
 * Each function writes the score of the word that the head should look at.
 * @type {Record<SchemeKey, (model: Model) => Element[]>}
 */
const FORMULAS = {
  none: () => [score(plain())],
  sinusoidal: (model) => addedFormula(model, 'PE'),
  learned: (model) => addedFormula(model, 'E'),
  rope({ state, target }) {
    const turn = () => m('msub', mi('R'), mn(state.start + target));
    return [score(product(m('mrow', turn(), mi('u')), m('mrow', turn(), plainKey())))];
  },
  alibi: ({ slope, state }) => [score(plain(), mo('−'), mn(slope), mo('·'), mn(state.back))],
  t5: ({ bucket }) => [
    score(plain(), mo('+'), m('msub', mi('b'), mn(bucket)), mo('='), plain(), mo('+'), mn(T5_BIAS)),
  ],
};

/**
 * Writes the formula of the chosen scheme.
 * @param {Model} model
 */
export const formula = (model) => [
  ...FORMULAS[model.state.scheme](model),
  ...(isAdded(model.state.scheme) ? [] : [ofRow()]),
  ofWord(model),
];

/** Returns whether a scheme adds positions to the words. @param {SchemeKey} key */
const isAdded = (key) => key === 'sinusoidal' || key === 'learned';

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
    answers: true,
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
  ask: 'Heads made by hand have a ✓ if they look one word back. Which heads lose it past position 63?',
  /** @type {[string, string, string?][]} */
  options: [
    [
      'added',
      'sinusoidal and learned: both are added',
      'Sinusoidal keeps its ✓: a formula has a value everywhere, ' +
        'and a head made by hand needs no training.',
    ],
    ['learned', 'only the learned table'],
    [
      'none',
      'none: the neighbours are the same',
      'Here the learned table ends. Where is its next row?',
    ],
  ],
  watch: 'Watch the ✓ marks: which of them go away?',
  atStops: [
    (/** @type {Model} */ { state, words }) =>
      `Positions ${state.start} to ${state.start + words.length - 1} ` +
      'have the last rows of the learned table. Sinusoidal has already changed.',
  ],
  /** @param {Model} model */
  surprise: ({ missing }) => `no row ${missing}`,
  /** @param {Model} model */
  because: ({ state }) => [
    'RoPE, ALiBi and T5 act on distances, so their weights are the same everywhere. ' +
      `The learned table ends at ${state.length - 1}. ` +
      'Sinusoidal weights change, since scores also have products of word and stamp. ' +
      'Trained heads may fail here with sinusoidal or RoPE, too. ',
    'Trained heads never saw these positions. ' +
      `Products of word and stamp differ at each position, also before ${state.length - 1}.`,
  ],
};

/** Smaller changes of weights are rounding errors. */
const STILL = 0.0005;

/** The table under the figure, in which the reader can choose a scheme. */
export const comparison = {
  caption:
    'The six schemes side by side. Choose a row to highlight it in the figure. ' +
    'Word vectors and the learned table are random, not trained.',
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
  cells({ state, change, parameters, covered }, at) {
    const { key } = SCHEMES[at];
    const { kind, where, beyond, models } = schemeTexts[key];
    const product = key === 't5' ? [state.heads, BUCKETS] : [state.length, state.dim];
    return [
      [grouped(parameters[at]), parameters[at] ? product.join(' × ') : ''],
      covered ? '–' : changeText(change[at], state.start),
      kind,
      where,
      covered ? '–' : beyond,
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
  if (!start) return '–';
  return change < STILL ? labelsOnPicture.same : `${fixed(100 * change, 1)} points`;
}

/** The texts of the panel that asks which scheme suits a case. */
export const scenarioTexts = {
  title: 'Which scheme would you choose?',
  next: 'Next case',
  /**
   * @param {number} at counted from 1
   * @param {number} count
   */
  counter: (at, count) => `Case ${at} of ${count}`,
  /** @param {string} name */
  right: (name) => `✓ ${name}. `,
  /** @param {string} name */
  wrong: (name) => `✗ Not the best: ${name}. `,
};

/**
 * The cases: what is needed, which scheme suits it and why, and why the other schemes do not.
 * @type {{need: string, answer: SchemeKey, why: string, not: Partial<Record<SchemeKey, string>>}[]}
 */
export const scenarios = [
  {
    need: 'A classifier of short texts. No text will ever have more than 512 positions.',
    answer: 'learned',
    why: 'No text reaches the end of its table, and 512 rows cost little. BERT has such a table.',
    not: {
      sinusoidal: 'It works, too. But no text goes past 512, so learned rows are enough.',
      rope: 'It works, too. But it turns vectors in every layer, and these texts are short.',
      alibi: 'It makes far words count less. Here every word may matter.',
      t5: 'It works, too. But large distances share a bucket.',
    },
  },
  {
    need: 'A chat model, trained on 8,192 positions, that will later be extended to 131,072.',
    answer: 'rope',
    why: 'Its frequencies can be rescaled after training, and no table has to grow.',
    not: {
      sinusoidal: 'It has rows up to 131,072. But training never showed most of them.',
      learned: 'Its table ends at 8,192. Each new row would have to be learned.',
      alibi: 'At 100,000 words back, its penalty leaves no weight.',
      t5: 'All far distances share its last bucket.',
    },
  },
  {
    need: 'A model, trained on 1,024 positions, that must run on 2,048 with no further training.',
    answer: 'alibi',
    why: 'Its penalty is one straight line. The paper on ALiBi reports this case.',
    not: {
      sinusoidal: 'It has more rows. But models fail on rows that training never showed.',
      learned: 'Its table ends at 1,024.',
      rope: 'Past 1,024, slow clocks reach angles that training never showed.',
      t5: 'It works, too. But in the paper on ALiBi, it is about twice as slow.',
    },
  },
  {
    need:
      'A text-to-text model with an encoder. ' +
      'Each head should learn how much each distance counts.',
    answer: 't5',
    why: 'It adds a learned number to each score, one for each head and bucket of distances.',
    not: {
      sinusoidal: 'Nothing in it is learned.',
      learned: 'It learns a row for each position, not a number for each distance.',
      rope: 'Its angles are fixed.',
      alibi: 'Each head has a fixed slope.',
    },
  },
  {
    need:
      'A first lesson. The scheme must have no parameters, allow any position, ' +
      'and be easy to check by hand.',
    answer: 'sinusoidal',
    why: 'Nothing is learned, and each value is one sine or cosine.',
    not: {
      learned: 'It has parameters, and it ends at its last row.',
      rope: 'It acts in every layer, which is harder to check.',
      alibi: 'It only lowers scores. No position has a value of its own.',
      t5: 'It has parameters: a number for each head and bucket.',
    },
  },
];

/**
 * Says for the live region whether the head finds the target word.
 * @param {Model} model
 */
export function describe(model) {
  const { state, words, weights, chosen, target, covered } = model;
  const { name } = schemeTexts[state.scheme];
  const row = weights[chosen];
  if (!row) return `${name}: ${covered ? labelsOnPicture.covered : noRow(model)}.`;
  return (
    `${name}: the query ‘${words[state.query]}’ at position ${state.start + state.query} gives ` +
    `${Math.round(100 * row[target])} percent of its weight to ‘${words[target]}’.`
  );
}
