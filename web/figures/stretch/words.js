/** All texts of PeStretch, except the texts about a config, which are in config-words.js. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped, localized, wave } from '../chassis/format.js';
import { METHODS } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').MethodKey} MethodKey */
/** @typedef {import('./model.js').Row} Row */
/** @typedef {import('./model.js').Stages} Stages */

export const heading = 'To read further, slow the clocks that never completed a turn';
export const topic = 'Stretching the context';

export const labels = {
  length: 'Trained length',
  factor: 'Stretch',
  target: 'Target length',
  base: 'Base',
  dim: 'Rotary dimensions',
  ramp: 'YaRN’s blending',
  method: 'Method',
  pair: 'Pair',
  scaling: 'Scaling of the model',
};

export const names = {
  target: ['as stretched'],
  ramp: ['by turns (paper)', 'by pairs, rounded (code)', 'by pairs (truncate: false)'],
};

/**
 * The name of each method, and models that use it.
 * @type {Record<MethodKey, {name: string, models: string}>}
 */
export const methodTexts = {
  none: { name: 'None', models: 'models used up to their trained length' },
  linear: { name: 'Linear', models: 'LongChat, Gemma 3' },
  ntk: { name: 'NTK', models: 'InternLM2 (dynamic)' },
  yarn: { name: 'YaRN', models: 'Qwen 2.5, DeepSeek, gpt-oss' },
  llama3: { name: 'Llama 3', models: 'Llama 3.1 to 3.3' },
  longrope: { name: 'LongRoPE', models: 'Phi-3, Phi-4-mini' },
};

const methodNames = METHODS.map(({ key }) => methodTexts[key].name);

export const arrows = [
  ['← →', 'stretch less or more'],
  ['↑ ↓', 'choose the method above or below'],
  ['Home, End', 'go to no stretching or to the whole stretch'],
];

export const keyLabels = { p: 'choose the next pair', o: 'choose the previous pair' };

/**
 * Writes a number of turns. More turns get fewer decimals.
 * @param {number} turns
 */
function turnsText(turns) {
  if (turns < 10) return grouped(turns, 3);
  return grouped(turns, turns < 100 ? 2 : 1);
}

/**
 * Writes a ratio with four decimals. The ratio is first rounded to 12 digits, so that
 * 0.12344999999999 counts as 0.12345.
 * @param {number} ratio
 */
export const ratioText = (ratio) => fixed(Number(ratio.toPrecision(12)), 4);

/**
 * Writes the largest factor by which a pair is slowed.
 * @param {Row} row
 */
export const steepest = ({ ratio }) => fixed(1 / Math.min(...ratio), 2);

export const labelsOnPicture = {
  chart: 'positions per turn',
  /**
   * @param {number} length
   * @param {Stages | null} stages
   */
  trained: (length, stages) => `${stages ? 'first trained' : 'trained'} ${grouped(length)}`,
  /**
   * @param {number} target
   * @param {Stages | null} stages
   */
  target(target, stages) {
    if (stages?.last !== target) return `target ${grouped(target)}`;
    return `${stages.isTrained ? 'later trained' : 'made for'} ${grouped(target)}`;
  },
  completed: 'completed a turn',
  neverDid: 'never did',
  pairs: 'pair',
  /** @param {number} pair */
  dial: (pair) => `pair ${pair}`,
  /** @param {number} turns */
  dialTrained: (turns) => `trained: ${turnsText(turns)} turns`,
  /** @param {number} turns */
  dialTarget: (turns) => `target: ${turnsText(turns)} turns`,
  columns: ['kept', 'blended', 'slowed'],
  ratio: 'new/old',
  unseen: 'unseen',
  thisModel: 'this model',
  /**
   * Says why a method has no bars.
   * @param {Model} model
   * @param {MethodKey} key
   */
  noRow({ covered }, key) {
    if (covered) return 'waits for your answer';
    if (key === 'longrope') return 'needs divisors: paste a config';
    return 'does not work with these numbers';
  },
};

/** The texts of the picture for beginners. */
export const clockTexts = {
  /** Three words in a row. The fast clocks show a hand for each. */
  words: ['dog', 'bites', 'man'],
  fast: 'Fast clocks: three words in a row',
  fastNote: 'Each word has its own hand.',
  /** @param {string} target */
  slow: (target) => `Slow clocks: a text of ${target} words`,
  slowNote: 'Green: angles seen in training. Red: new angles.',
  /** @param {number} turns */
  apart: (turns) => `${Math.round(360 * turns)}° apart`,
  newAngles: '✗ new angles',
  seenAngles: '✓ all seen',
  /** @param {number} slowed */
  speed(slowed) {
    const text = fixed(slowed, slowed < 9.95 ? 1 : 0).replace(/\.0$/, '');
    return text === '1' ? 'as trained' : `${text} × slower`;
  },
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['No stretching', { factor: 1 }],
  ['Linear', { method: 'linear', factor: 16 }],
  ['YaRN', { method: 'yarn', factor: 16 }],
];

/** The part of the caption about the chosen ramp of YaRN. */
const ramps = {
  paper: 'blending by turns, as in the paper',
  code: 'blending by pairs with rounded borders, as in the common code',
  exact: 'blending by pairs with exact borders, truncate: false',
};

/**
 * Says why the chosen method has no numbers.
 * @param {Model} model
 */
const whyNone = (model) =>
  `${methodTexts[model.state.method].name} ${labelsOnPicture.noRow(model, model.state.method)}.`;

/**
 * Describes the chosen method for beginners.
 * @param {Model} model
 * @returns {(string | [string, string])[]}
 */
function beginnerCaption(model) {
  const { state, waves, rows, chosen, target } = model;
  const row = rows[chosen];
  if (!row) return [whyNone(model)];
  const { kept, unseen } = row.counts;
  const others = waves.length - kept;
  /** @type {[string, string]} */
  const verdict = unseen
    ? ['wrong', '✗ Some clocks reach new angles.']
    : ['right', '✓ No clock reaches a new angle.'];
  if (!others)
    return [
      ['b', 'No clock is slowed.'],
      ` Training had ${grouped(state.length)} words, and this text has ${grouped(target)}. `,
      verdict,
    ];
  return [
    ['b', methodTexts[state.method].name],
    ` slows ${kept ? `${others} of` : 'all'} ${waves.length} clocks, ` +
      `by a factor of up to ${grouped(state.factor)}. `,
    verdict,
  ];
}

/**
 * Describes the chosen method and the chosen pair.
 * @param {Model} model
 * @param {boolean} [_covered]
 * @param {boolean} [beginner]
 * @returns {(string | [string, string])[]}
 */
export function caption(model, _covered, beginner) {
  if (beginner) return beginnerCaption(model);
  const { state, waves, rows, chosen, target, own, stages } = model;
  const { method, pair, length } = state;
  const { name } = methodTexts[method];
  const row = rows[chosen];
  if (!row) return [whyNone(model)];
  const form = method === 'yarn' ? ` (${ramps[state.ramp]})` : '';
  const whose = own === method ? ', which this model uses,' : '';
  const before = row.waves[pair] === waves[pair] ? '' : ` (${wave(waves[pair])} before stretching)`;
  const { unseen } = row.counts;
  return [
    ['b', method === 'none' ? 'No stretching' : name],
    `${form}${whose}${effect(model, row)}. Pair `,
    ['you', String(pair)],
    ` turns once in ${wave(row.waves[pair])} positions${before}. `,
    `It makes ${turnsText(length / waves[pair])} turns in training ` +
      `and ${turnsText(target / row.waves[pair])} in ${grouped(target)} positions. `,
    stages && own === method ? `${neverTurned(model)} ` : '',
    unseen
      ? [
          'wrong',
          `✗ ${unseen} of ${waves.length} pairs reach angles unseen ` +
            `in ${stages ? 'the first ' : ''}training.`,
        ]
      : ['right', '✓ No pair reaches an angle unseen in training.'],
    ...(own === method ? laterTraining(model) : []),
  ];
}

/**
 * Says on which lengths a model was trained, as far as it is known. Without these words, a caption
 * about Llama 3.1 would suggest that the angles beyond 8,192 positions are new to the model.
 * @param {Model} model
 * @returns {(string | [string, string])[]}
 */
function laterTraining(model) {
  const { stages } = model;
  if (!stages) return [];
  const last = grouped(stages.last);
  return [
    ' ',
    stages.isTrained
      ? ['right', `✓ The model was then trained on up to ${last} positions.`]
      : `The file says that the model was made for ${last} positions.`,
  ];
}

/**
 * Says how many pairs never completed a turn in the trained length, or in the first of two trained
 * lengths.
 * @param {Model} model
 */
export const neverTurned = ({ state, stages, waves, whole }) =>
  `In ${stages ? 'the first ' : ''}${grouped(state.length)} positions, ` +
  `${waves.length - whole} of ${waves.length} pairs never completed a turn.`;

/**
 * Says what the chosen method does to the pairs.
 * @param {Model} model
 * @param {Row} row
 */
function effect({ state, waves }, row) {
  const { kept, blended, slowed } = row.counts;
  if (state.method === 'none') return ': every pair turns as in training';
  if (state.method === 'longrope')
    return ` divides the frequency of each pair by its own number, at most ${steepest(row)}`;
  if (state.factor === 1 && kept === waves.length) return ': no pair is slowed at factor 1';
  return (
    ` keeps ${kept} of ${waves.length} pairs, blends ${blended} and slows ${slowed} ` +
    `by a factor of ${grouped(state.factor)}`
  );
}

/** The model, and the row of its chosen method. @typedef {{model: Model, row: Row}} Case */

/**
 * Puts pieces of a formula into one row.
 * @param {...Element} parts pieces of MathML
 */
const inRow = (...parts) => m('math', m('mrow', ...parts));
/**
 * Writes the symbol of the trained frequency of the chosen pair. It is ω with the pair's index.
 * @param {Model} model
 */
const omega = ({ state }) => m('msub', mi('ω'), mn(state.pair));

/**
 * Writes an arrow from the trained frequency of the chosen pair to the new one.
 * @param {Model} model
 * @param {...Element} parts the pieces of MathML for the new frequency
 */
const becomes = (model, ...parts) => inRow(omega(model), mo('→'), ...parts);

/**
 * Writes the new frequency as a multiple of the trained one.
 * @param {Case} from
 */
const newOverOld = ({ model, row }) =>
  inRow(mo('='), mn(ratioText(row.ratio[model.state.pair])), mo('·'), omega(model));

/**
 * Writes the factor of cosines and sines, unless it is 1.
 * @param {Case} from
 */
const amplitude = ({ row }) =>
  row.amplitude === 1
    ? []
    : [inRow(mi('cos'), mo(','), mi('sin'), mo('×'), mn(fixed(row.amplitude, 4)))];

/**
 * Writes the frequency divided by the stretch.
 * @param {Model} model
 */
const divided = (model) => m('mfrac', omega(model), mn(grouped(model.state.factor)));

/**
 * Writes the new frequency as a weighted sum of two: the old one, and the old one divided by the
 * stretch.
 * @param {Case} from
 */
function blendFormula({ model, row }) {
  const { factor, pair } = model.state;
  const share = factor === 1 ? 0 : (1 - row.ratio[pair]) / (1 - 1 / factor);
  const kept = [mn(ratioText(1 - share)), mo('·'), omega(model)];
  const slowed = [mn(ratioText(share)), mo('·'), divided(model)];
  return [
    [becomes(model, ...kept, mo('+'), ...slowed), newOverOld({ model, row })],
    ...amplitude({ model, row }),
  ];
}

/**
 * Each function writes the formula of one method.
 * @type {Record<MethodKey, (from: Case) => import('../chassis/dom.js').Equation[]>}
 */
const FORMULAS = {
  none: ({ model }) => [becomes(model, omega(model))],
  linear: ({ model, row }) => [[becomes(model, divided(model)), newOverOld({ model, row })]],
  ntk({ model, row }) {
    const { base, pair, dim } = model.state;
    const raised = () => mn(grouped(model.raised, 1));
    const exponent = m('mrow', mo('−'), mn(2 * pair), mo('/'), mn(dim));
    return [
      inRow(mn(grouped(base)), mo('→'), raised()),
      [becomes(model, m('msup', raised(), exponent)), newOverOld({ model, row })],
    ];
  },
  yarn: blendFormula,
  llama3: blendFormula,
  longrope({ model, row }) {
    const divisor = mn(ratioText(1 / row.ratio[model.state.pair]));
    return [
      [becomes(model, m('mfrac', omega(model), divisor)), newOverOld({ model, row })],
      ...amplitude({ model, row }),
    ];
  },
};

/**
 * Writes the formula of the chosen method, with the numbers of the chosen pair.
 * @param {Model} model
 */
export function formula(model) {
  const row = model.rows[model.chosen];
  return row ? FORMULAS[model.state.method]({ model, row }) : [];
}

/**
 * Returns the tables of the figure's numbers.
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table[]}
 */
export const tables = (model) => [ratioTable(model), turnsTable(model), frequencyTable(model)];

/**
 * Makes the table of frequency ratios.
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table}
 */
function ratioTable({ state, waves, rows }) {
  const show = [String, wave, turnsText];
  return {
    name:
      `New frequency divided by the old, stretch ${grouped(state.factor)}, ` +
      `trained on ${grouped(state.length)} positions`,
    columns: ['pair', 'positions per turn', 'turns in training', ...methodNames],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      state.length / waves[pair],
      ...rows.map((row) => (row ? row.ratio[pair] : '')),
    ],
    show: (value, column) => (show[column] ?? ratioText)(value),
  };
}

/**
 * Makes the table of turns, in training and at the target length.
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table}
 */
function turnsTable({ state, waves, rows, target }) {
  return {
    name: `Turns of each pair in ${grouped(target)} positions`,
    columns: ['pair', 'in training', ...methodNames],
    rows: waves.length,
    row: (pair) => [
      pair,
      state.length / waves[pair],
      ...rows.map((row) => (row ? target / row.waves[pair] : '')),
    ],
    show: (value, column) => (column === 0 ? String(value) : turnsText(value)),
  };
}

/**
 * Makes the table of frequencies.
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table}
 */
function frequencyTable({ waves, rows }) {
  return {
    name: 'Frequencies, radians per position',
    columns: ['pair', ...methodNames],
    rows: waves.length,
    row: (pair) => [pair, ...rows.map((row) => (row ? row.frequencies[pair] : ''))],
    show: (value, column) => (column === 0 ? String(value) : localized(value.toPrecision(9))),
  };
}

export const questionTexts = {
  ask:
    'A model was trained on 4,096 words, and should read 65,536. ' +
    'Some clocks then reach new angles (red). Which clocks would you slow down?',
  /** @type {[string, string, string?][]} */
  options: [
    ['none', 'no clock', 'If no clock slows down, the red clocks reach new angles.'],
    [
      'all',
      'every clock',
      'No clock reaches a new angle. But on fast clocks, neighbours now look nearly alike.',
    ],
    ['slow', 'only the slow clocks'],
  ],
  watch: 'Watch the clocks: which of them slow down?',
  /** @param {Model} model */
  surprise: ({ rows, chosen, waves }) => {
    const row = rows[chosen];
    return row ? `${row.counts.slowed} of ${waves.length} clocks` : '';
  },
  /** @param {Model} model */
  because({ state, rows, chosen }) {
    const row = rows[chosen];
    if (!row) return [];
    const { kept, blended } = row.counts;
    return [
      `These clocks never completed a turn. YaRN slows them by a factor of ${grouped(state.factor)}. ` +
        `It slows the next ${blended} a little, and keeps the ${kept} fastest as trained. ` +
        'Neighbours stay apart, and no clock reaches a new angle.',
    ];
  },
};

/** The table under the figure, whose rows choose a method. */
export const comparison = {
  caption: 'The methods side by side. Choose a row to see it in the figure.',
  columns: ['method', 'what it does', 'cos, sin ×', 'used by'],
  /**
   * @param {Model} model
   * @param {number} at
   */
  cells(model, at) {
    const { key } = METHODS[at];
    const { models } = methodTexts[key];
    const row = model.rows[at];
    const does = model.covered && !row ? '–' : EFFECTS[key](model);
    return [does, row ? fixed(row.amplitude, 4) : '–', models];
  },
};

/** @param {number} turns */
const times = (turns) => (turns === 1 ? '1 turn' : `${turns} turns`);

/**
 * Says which pairs a method keeps and which it slows, by their turns in training.
 * @param {number} fast pairs with this many turns or more are kept
 * @param {number} slow pairs with this many turns or less are slowed
 */
const ramp = (fast, slow) =>
  `keeps pairs with ${times(fast)} or more, slows pairs with ${times(slow)} or less`;

/**
 * Each function says what one method does to the frequencies.
 * @type {Record<MethodKey, (model: Model) => string>}
 */
const EFFECTS = {
  none: () => 'changes nothing',
  linear: ({ state }) => `divides every frequency by ${grouped(state.factor)}`,
  ntk: ({ raised }) => `raises the base to ${grouped(raised, 1)}`,
  yarn({ scaling }) {
    const { beta_fast: fast = 32, beta_slow: slow = 1 } = scaling ?? {};
    return ramp(fast, slow);
  },
  llama3({ scaling }) {
    const { high_freq_factor: high = 4, low_freq_factor: low = 1 } = scaling ?? {};
    return ramp(high, low);
  },
  longrope: () => 'divides each frequency by its own number, found by search',
};

/** The names of the examples in configs.js. */
export const exampleNames = [
  'Llama 2 7B',
  'Llama 3.1 8B',
  'Qwen 2.5, YaRN',
  'gpt-oss 20B',
  'Gemma 3 1B',
  'Llama 4 Scout',
  'Qwen3-Next 80B',
  'DeepSeek V3',
  'Phi-3.5 mini',
];

/** The texts of the panel that reads a model's config.json. */
export const configTexts = {
  title: 'Your model',
  hint: 'Paste or drop a model’s config.json. Nothing leaves this page.',
  /** The hint on devices on which files cannot be dropped. */
  pick: 'Paste a model’s config.json, or open it. Nothing leaves this page.',
  placeholder: '{"model_type": "llama", …}',
  examplesLabel: 'Example models',
  examples: 'Example models …',
  openFile: 'Open a file',
  /** @param {string} message */
  notLoaded: (message) => `The code for configs did not load: ${message}`,
};

/**
 * Describes the chosen pair for the live region.
 * @param {Model} model
 */
export function describe(model) {
  const { state, rows, chosen, waves, target, stages } = model;
  const { method, pair, length } = state;
  const { name } = methodTexts[method];
  const row = rows[chosen];
  if (!row) return whyNone(model);
  return (
    `${name}, pair ${pair}: its new frequency is ${ratioText(row.ratio[pair])} times the old. ` +
    `It makes ${turnsText(length / waves[pair])} turns in training, ` +
    `and ${turnsText(target / row.waves[pair])} in ${grouped(target)} positions` +
    `${row.unseen[pair] ? ', where it reaches unseen angles' : ''}.` +
    (stages?.isTrained ? ` Later training reached ${grouped(stages.last)} positions.` : '')
  );
}

/**
 * The panel under the figure: what papers report about training after stretching.
 * @type {import('../parts/reported.js').Reported}
 */
export const reported = {
  heading: 'What further training changes',
  about:
    'On a slowed clock, the hands of neighbours are closer together than in training. ' +
    'Further training adapts the weights to the smaller angles. ' +
    'No formula says how well a model then reads.',
  label: 'Reported, not computed: ',
  says:
    'LLaMA was trained on texts of 2,048 positions, and then stretched linearly. ' +
    'After at most 1,000 further steps, it read up to 32,768 positions. ' +
    'In short texts, it stayed almost as good as before (Chen et al., 2023). ' +
    'With YaRN, 400 steps took Llama 2 from 4,096 to 65,536 positions (Peng et al., 2023).',
};
