/** All texts of PeTrain. */
import { m, mi, mo, mn } from '../chassis/dom.js';
import { fixed, grouped, signed } from '../chassis/format.js';
import { SCHEMES, isOrdered, reachedWith } from './model.js';

/** @typedef {import('./model.js').Alike} Alike */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Reached} Reached */
/** @typedef {import('./model.js').Scheme} Scheme */
/** @typedef {import('./model.js').Lesson} Lesson */
/** @typedef {import('../chassis/dom.js').Piece} Piece */

export const heading = 'Six small models learn here, and read on past the trained length';
export const topic = 'Six small models that differ only in how they know positions';

/** The names of the schemes, and what each does, in the order of SCHEMES. */
export const names = ['None', 'Sinusoidal', 'Learned', 'RoPE', 'ALiBi', 'T5'];
export const notes = [
  'no positions at all',
  'adds fixed waves',
  'learns each position',
  'turns by position',
  'far words count less',
  'learns each distance',
];

/** @param {Scheme} scheme */
const nameOf = (scheme) => names[SCHEMES.findIndex(({ key }) => key === scheme)];

export const labels = {
  task: 'Task',
  tasks: ['sentences', 'far facts', 'copy'],
  seed: 'Seed',
  length: 'Trained length',
  steps: 'Steps',
  layers: 'Layers',
  causal: 'Causal mask: look back only',
  window: 'Look back in the last test',
  windows: ['at everything', 'only as far as trained'],
  scheme: 'Model',
  layer: 'Layer shown',
  head: 'Head shown',
  position: 'Position',
  guess: 'Your order',
};

/** @param {import('./model.js').State} state */
export const fileName = ({ task, steps, seed }) => `train-${task}-${steps}-steps-seed-${seed}`;

/** @param {import('./model.js').State} state */
export const settings = ({ task, seed, steps, length, layers, causal, window }) =>
  `task ${task}, seed ${seed}, ${steps} steps, trained length ${length}, layers ${layers}, ` +
  `causal mask ${causal ? 'on' : 'off'}, looks back at ${window}`;

export const arrows = [
  ['← →', 'move the position back or forward'],
  ['↑ ↓', 'choose the model before or after'],
  ['Home, End', 'go to the first or last position'],
];

export const keyLabels = {
  b: 'train the models, or pause, or go on',
  w: 'look back at everything, or only as far as trained',
};

/** Returns the unit in which texts are counted. @param {{task: string}} state */
const unitOf = ({ task }) => (task === 'far' ? 'tokens' : 'letters');

export const cardTexts = {
  kicker: 'Predict, then train',
  /** @param {Model} model */
  ask: ({ wall, longest, state }) =>
    `All models learn from texts of ${wall} ${unitOf(state)}. Then they read texts of ${longest}. ` +
    `Which model is best at positions ${4 * wall} to ${longest - 1}? Put the best first.`,
  /** @param {Model} model */
  asked: ({ wall, longest }) => `Which model is best at positions ${4 * wall} to ${longest - 1}?`,
  /** The text if the reader is not asked for an order. @param {Model} model */
  plain: ({ wall, longest, state }) =>
    `Six models learn from texts of ${wall} ${unitOf(state)}. Then they read texts of ${longest}.`,
  /** @param {string} name */
  up: (name) => `Move ${name} up`,
  /** @param {string} name */
  down: (name) => `Move ${name} down`,
  grip: 'Drag to order',
  lock: 'Train with this order',
  decline: 'Just train',
  train: 'Train',
  pause: 'Pause',
  resume: 'Go on',
  stop: 'Stop',
  another: 'Another seed',
  again: 'Ask me again',
  /** For each task, the text of the button that leads to it. */
  tryTask: { far: 'Is this order usual? Try another task', sentences: 'Back to sentences' },
  progress: 'Progress of the training',
  loading: 'Getting ready.',
  /** @param {Model} model @param {number} seconds */
  running: ({ done, steps }, seconds) =>
    `Step ${done} of ${steps}.${Number.isNaN(seconds) ? '' : ` ${left(seconds)} left.`}`,
  finishing: 'The models read the final texts.',
  /** @param {Model} model */
  paused: ({ done, steps }) => `Paused at step ${done} of ${steps}.`,
  /** @param {Model} model */
  stopped: ({ done, steps }) => `Stopped at step ${done} of ${steps}, so this run shows nothing.`,
  /** @param {string} reason */
  failed: (reason) => `The training cannot run here. ${reason}`,
  changed: 'The settings have changed, so the last run is gone.',
  /** @param {number} hits */
  hits: (hits) => `${hits} of ${SCHEMES.length} in place`,
  columns: ['', 'this run', 'loss', 'your order'],
  /** The caption of the table with this run's order and the reader's order. @param {Model} model */
  orders: ({ wall, longest }) => `Loss on positions ${4 * wall} to ${longest - 1}, smallest first`,
};

/** @param {number} seconds */
const left = (seconds) => {
  const whole = Math.max(1, Math.round(seconds));
  return `${whole} ${whole === 1 ? 'second' : 'seconds'}`;
};

export const engineTexts = {
  /** @param {string} file */
  missing: (file) => `The file ${file} is missing beside the script of the figures.`,
};

export const labelsOnPicture = {
  race: 'Loss in training',
  reading: 'Loss on new, longer texts',
  step: 'step',
  position: 'position in the text',
  positionShort: 'position',
  guessing: 'guessing',
  floor: 'best possible',
  never: 'past the wall: never trained',
  /** What the models learn, and an example. @type {Record<string, [string, string]>} */
  idle: {
    sentences: ['Which letter is next?', 'the old cat saw the k_'],
    far: ['What was a?', 'a3 c1 b2 … :: .. a?'],
    copy: ['Which letter was before?', 'm a t k e _'],
  },
  window: (/** @type {number} */ wall) => `looks back ${wall} at most`,
  /** @param {number} from @param {number} to */
  positions: (from, to) => `positions ${from} to ${to}`,
  /** @param {string} name @param {number} layer @param {number} head */
  attention: (name, layer, head) =>
    `Where ${name} looks: layer ${layer}, head ${head}. Each row is a query, each column a key.`,
  /** @param {number} far */
  far: (far) => `${Math.round(100 * far)} % of the weight is further back`,
  alike: 'rows of its table: how alike',
  /** @param {Alike} alike */
  means: ({ means }) => {
    const half = means.length / 2;
    return `neighbours ${signed(means[1], 2)}, ${half} apart ${signed(means[half], 2)}`;
  },
};

/** @param {number} value */
const percent = (value) => `${Math.round(100 * value)} %`;

/** @param {(each: Reached) => number} pick @param {Reached[]} reached */
function spreadOf(pick, reached) {
  const list = reached.map(pick);
  return Math.max(...list) - Math.min(...list);
}

/**
 * Returns the difference between the largest and the smallest number, rounded up to two decimals.
 * @param {(each: Reached) => number} pick
 * @param {Reached[]} reached
 */
const within = (pick, reached) => fixed(Math.ceil(100 * spreadOf(pick, reached)) / 100, 2);

/**
 * The texts of each lesson: `says` if the run confirms the lesson, and `denies` if it does not.
 * @type {Record<Lesson, {title?: string, says: (model: Model, reached: Reached[]) => string,
 *   denies: (model: Model, reached: Reached[]) => string}>}
 */
export const lessonTexts = {
  alike: {
    title: 'The models train alike, but differ past the wall',
    says: (_model, reached) =>
      `The training losses end within ${within(({ training }) => training, reached)} of each ` +
      `other. Far past the wall, the losses are ${fixed(
        spreadOf(({ beyond }) => beyond, reached),
        1,
      )} apart. Training loss says nothing about longer texts.`,
    denies: () => 'In this run, training loss may well say something about longer texts.',
  },
  nearby: {
    says: ({ wall }, reached) =>
      `ALiBi’s loss stays flat because this task needs only nearby letters. ` +
      `Even if ALiBi sees only the last ${wall} letters, its loss is ` +
      `${fixed(reachedWith(reached, 'alibi').near, 2)}.`,
    denies: () =>
      'This run does not show that ALiBi’s loss is flat because the task needs only nearby letters.',
  },
  distant: {
    says: ({ wall }, reached) =>
      `RoPE fails at distances that training never showed. If RoPE sees only the last ${wall} ` +
      `letters, its loss is ${fixed(reachedWith(reached, 'rope').near, 2)} instead of ` +
      `${fixed(reachedWith(reached, 'rope').beyond, 2)}.`,
    denies: () => 'This run does not show that RoPE fails at distances that training never showed.',
  },
  defined: {
    says: (_model, reached) =>
      'Sinusoidal positions are defined everywhere, but not trained everywhere: ' +
      `their loss goes from ${fixed(reachedWith(reached, 'sinusoidal').inside, 1)} ` +
      `to ${fixed(reachedWith(reached, 'sinusoidal').beyond, 1)}.`,
    denies: () => 'This run does not show that defined positions fail without training.',
  },
  turned: {
    title: 'Where the answer is far back, the ranking is reversed',
    says: (_model, reached) =>
      'Here the answers are far back, and the ranking is reversed. Right answers: ' +
      `${rightBeyond(reached, ['none', 't5', 'alibi', 'rope'])}.`,
    denies: () => 'This run does not show that answers far back reverse the ranking.',
  },
  order: {
    title: 'A causal model learns order without positions',
    says: (_model, reached) =>
      `Without positions, ${percent(reachedWith(reached, 'none').right)} of the answers are ` +
      'right. The causal mask alone has taught this model order.',
    denies: (_model, reached) =>
      'This run does not show that a causal model learns order without positions: only ' +
      `${percent(reachedWith(reached, 'none').right)} of its answers are right.`,
  },
  orderless: {
    title: 'Without mask and positions, there is no order',
    says: (_model, reached) =>
      'Without mask and positions, a model cannot know which letter came before: ' +
      `${percent(reachedWith(reached, 'none').right)} of its answers are right.`,
    denies: () => 'This run does not show that a model needs a mask or positions to know order.',
  },
};

/** @param {Reached[]} reached @param {Scheme[]} schemes */
const rightBeyond = (reached, schemes) =>
  schemes
    .map((scheme) => `${nameOf(scheme)} ${percent(reachedWith(reached, scheme).rightBeyond)}`)
    .join(', ');

/** Returns the title after a run; null if the run shows nothing. @param {Model} model */
export function headingOf({ lessons }) {
  const shown = lessons?.find(({ name, holds }) => holds && lessonTexts[name].title);
  return shown ? lessonTexts[shown.name].title : null;
}

/** Returns what a run shows, as sentences. @param {Model} model */
export function findings(model) {
  const { reached, lessons } = model;
  if (!reached || !lessons) return [];
  return lessons.map(({ name, holds }) =>
    lessonTexts[name][holds ? 'says' : 'denies'](model, reached),
  );
}

/** The caption before a run. @param {Model} model */
const idleCaption = ({ wall, state }) =>
  (state.task === 'far' ? `${FACTS} ` : '') +
  'The loss says how surprised a model is by the right answer: lower is better. ' +
  `The wall is at ${wall}, where the training texts end.`;

const FACTS =
  'Here a text begins with facts such as a3, and the question “a?” comes long after them.';

/** The caption during a run. @param {Model} model */
const runningCaption = ({ wall }) =>
  'All six learn from the same texts. From time to time, new texts test them: up to ' +
  `position ${wall - 1} as in training, and then past the wall.`;

/**
 * @param {Model} model
 * @param {boolean} _covered
 * @param {boolean} [beginner]
 * @returns {Piece[]}
 */
export function caption(model, _covered, beginner) {
  if (model.phase !== 'done')
    return [model.blocks.some(Boolean) ? runningCaption(model) : idleCaption(model)];
  const said = findings(model).slice(0, beginner ? 3 : undefined);
  const last = `Past the wall, Learned has no row, so here it repeats row ${model.wall - 1}.`;
  const texts = [...said, last].join(' ');
  return [texts, beginner ? '' : ` ${hereText(model)}${tableText(model)}`];
}

/** Says how large the loss of the chosen model is around the position. @param {Model} model */
function hereText({ chosen, here, state, wall }) {
  if (here === null || Number.isNaN(here)) return '';
  const place = state.position < wall ? 'as in training' : 'past the wall';
  return `Around position ${state.position}, ${place}, the loss of ${names[chosen]} is ${fixed(here, 2)}.`;
}

/** Says whether training has put the rows of a learned table in order. @param {Model} model */
function tableText({ alike }) {
  if (!alike) return '';
  const { means } = alike;
  const half = means.length / 2;
  const numbers =
    `The mean cosine of neighbours is ${signed(means[1], 2)}, ` +
    `and of rows ${half} apart ${signed(means[half], 2)}.`;
  return isOrdered(alike)
    ? ` The table began with random rows. Training has made near rows alike. ${numbers}`
    : ` The rows of its table show no order in this run. ${numbers}`;
}

/** Writes the formula of the loss, and the loss of guessing. @param {Model} model */
export const formula = ({ guessing, state }) => [
  [
    m('math', m('mrow', mi('loss'), mo('='), mo('−'), mi('ln'), mi('p'), mo(','))),
    m('math', m('mrow', mi('p'), mo('='), m('mtext', 'chance given to the answer'))),
  ],
  m(
    'math',
    m('mrow', mo('−'), mi('ln'), m('mfrac', mn(1), mn(state.task === 'far' ? 4 : 24)), mo('≈')),
    mn(fixed(guessing, 2)),
  ),
];

/**
 * Returns the tables of the figure's numbers.
 * @param {Model} model
 * @returns {import('../chassis/table.js').Table[]}
 */
export function tables(model) {
  const { read, run, longest, steps, reached } = model;
  const show = (/** @type {number} */ value, /** @type {number} */ column) =>
    column ? fixed(value, 4) : grouped(value);
  /** @param {number | undefined} value */
  const cell = (value) => (value === undefined || Number.isNaN(value) ? '' : value);
  /** @param {'loss' | 'accuracy'} what @param {string} name */
  const byPosition = (what, name) => ({
    name,
    columns: ['position', ...names],
    rows: longest,
    row: (/** @type {number} */ at) => [at, ...read.map((each) => cell(each?.[what][at]))],
    show,
  });
  const result = [
    byPosition('loss', 'Loss by position, on new texts'),
    byPosition('accuracy', 'Right answers by position, on new texts'),
    {
      name: 'Loss by step of the training',
      columns: ['step', ...names],
      rows: steps,
      row: (/** @type {number} */ at) => [at + 1, ...run.losses.map((losses) => cell(losses[at]))],
      show,
    },
  ];
  if (model.alike) result.push(alikeTable(model.alike));
  return reached ? [...result, summaryTable(model, reached)] : result;
}

/** @param {Alike} alike */
const alikeTable = ({ means }) => ({
  name: 'How alike rows of the learned table are',
  columns: ['positions apart', 'mean cosine'],
  rows: means.length,
  row: (/** @type {number} */ apart) => [apart, means[apart]],
  show: (/** @type {number} */ value, /** @type {number} */ column) =>
    column ? signed(value, 4) : grouped(value),
});

/**
 * @param {Model} model
 * @param {Reached[]} reached
 * @returns {import('../chassis/table.js').Table}
 */
function summaryTable({ wall, longest }, reached) {
  const far = `${4 * wall} to ${longest - 1}`;
  return {
    name: 'What each model reached',
    columns: [
      'model',
      'training loss',
      `loss, 0 to ${wall - 1}`,
      `loss, ${far}`,
      `loss, ${far}, with only the last ${wall} letters in view`,
      `right, 0 to ${wall - 1}`,
      `right, ${far}`,
    ],
    rows: SCHEMES.length,
    row(at) {
      const { training, inside, beyond, near, right, rightBeyond } = reached[at];
      return [names[at], training, inside, beyond, near, right, rightBeyond];
    },
    show: (value) => fixed(value, 4),
  };
}

/** The texts of the panel that shows how the models continue a text. */
export const sampleTexts = {
  title: 'What each model writes past the wall',
  /** @param {Model} model */
  note: ({ wall }) => `Each model continues the same text of ${2 * wall} characters.`,
};

/** Says how far the training is, for the live region. @param {Model} model */
export const announced = ({ done, steps, run }) =>
  `${Math.round(100 * run.progress)} percent of the training is done: step ${done} of ${steps}.`;

/** @param {Model} model */
export function describe(model) {
  if (model.phase === 'done') return `${findings(model)[0] ?? ''} ${hereText(model)}`.trim();
  if (model.phase === 'idle')
    return `The six models are not trained yet. Your order is ${orderText(model.state.guess)}.`;
  return `${cardStatus(model)} ${hereText(model)}`.trim();
}

/** @param {Model} model */
function cardStatus(model) {
  if (model.phase === 'stopped') return cardTexts.stopped(model);
  if (model.phase === 'paused') return cardTexts.paused(model);
  return model.phase === 'failed'
    ? cardTexts.failed(model.run.reason)
    : cardTexts.running(model, NaN);
}

/** @param {string} guess */
const orderText = (guess) => [...guess].map((digit) => names[Number(digit)]).join(', ');
