/** Computes the numbers of PeTrain: how good the models are during a run, and at its end. */
import { similarity } from '../../index.js';

/** @typedef {import('../../train/runner.js').Config} Config */
/** @typedef {import('../../train/runner.js').End} End */
/** @typedef {import('../../train/runner.js').Evaluation} Evaluation */
/** @typedef {import('../../train/runner.js').Attention} Attention */
/** @typedef {'none' | 'sinusoidal' | 'learned' | 'rope' | 'alibi' | 't5'} Scheme */

/**
 * @typedef {object} Own
 * @property {string} guess the reader's order: the indices of the schemes, the best first
 * @property {'all' | 'near'} window which positions the models attend to in the last evaluation
 * @property {Scheme} scheme the chosen model
 * @property {number} layer the layer of the attention, counted from 1
 * @property {number} head the head of this layer, counted from 1
 * @property {number} position
 */
/** The values of all fields. @typedef {Config & Own} State */

/**
 * The schemes in the order of the kernels. `role` is the colour of a scheme, and `dash` the dashes
 * of its curve.
 * @type {readonly {key: Scheme, role: string, dash: number[]}[]}
 */
export const SCHEMES = [
  { key: 'none', role: 'quiet', dash: [1, 5] },
  { key: 'sinusoidal', role: 'minus', dash: [] },
  { key: 'learned', role: 'other', dash: [7, 5] },
  { key: 'rope', role: 'you', dash: [] },
  { key: 'alibi', role: 'ink', dash: [] },
  { key: 't5', role: 'plus', dash: [] },
];

/** The models are evaluated on texts that are this many times as long as in training. */
export const TIMES = 8;

/** Losses are averaged in this many blocks. The trained positions are a whole number of blocks. */
export const BLOCKS = 32;

/**
 * A reading is an evaluation of a model on new texts. A run has this many readings of all models
 * together. The work after the last reading takes about as long as END_READINGS readings.
 */
const READINGS = 15 * SCHEMES.length;
const END_READINGS = 12;

/** The number of texts in a step of the training. */
const BATCH = 16;

/** The curves of the training show mean losses of this many steps. */
const RACE_STEPS = 5;

/** ln 24 and ln 4, the losses of guessing among all characters, and among four values. */
const GUESSING = {
  sentences: 3.1780538303479458,
  far: 1.3862943611198906,
  copy: 3.1780538303479458,
};

/**
 * @typedef {'idle' | 'loading' | 'running' | 'paused' | 'stopped' | 'done' | 'failed'} Phase
 */

/**
 * Rows are in order if neighbours have a larger mean cosine than rows half the table apart. The
 * difference must be at least this.
 */
const ORDERED = 0.3;

/** Keeps what is known about a run. */
export class Run {
  /** @type {Phase} */
  phase = 'idle';
  /** @type {Config | null} */
  config = null;
  /** The losses of all steps so far, of each model. @type {number[][]} */
  losses = SCHEMES.map(() => []);
  /** The last evaluation of each model. @type {(Evaluation | null)[]} */
  read = SCHEMES.map(() => null);
  /** @type {End | null} */
  end = null;
  /** @type {Attention | null} */
  attention = null;
  /** How alike the rows of the learned table are; null until known. @type {Alike | null} */
  alike = null;
  /** The number of evaluations so far, of all models together. */
  readings = 0;
  /** How long the run has worked, in milliseconds, until the time `since`. */
  worked = 0;
  since = 0;
  /** The order that the reader has locked in; empty if there is none. */
  guess = '';
  /** Where the run takes place: in a worker or in the page. */
  place = '';
  /** Why the run has failed. */
  reason = '';

  /** Whether the run is under way. */
  get active() {
    return ['loading', 'running', 'paused'].includes(this.phase);
  }

  /** The share of the run that is done, from 0 to 1. */
  get progress() {
    return this.end ? 1 : this.readings / (READINGS + END_READINGS);
  }

  /** Returns how many seconds are left; NaN before enough readings. @param {number} now */
  secondsLeft(now) {
    if (this.readings < SCHEMES.length) return NaN;
    const worked = this.worked + (this.phase === 'running' ? now - this.since : 0);
    return ((worked / this.progress) * (1 - this.progress)) / 1000;
  }

  /**
   * Stores the content of a message from the runner.
   * @param {import('../../train/runner.js').Message} message
   */
  hear(message) {
    if (message.kind === 'part') {
      this.losses[message.scheme].push(...message.losses);
      this.read[message.scheme] = message.read;
      this.readings++;
    } else if (message.kind === 'end') {
      this.end = message;
      this.phase = 'done';
    } else if (message.kind === 'attention') {
      this.attention = message;
      this.alike = alikeOf(message.table, this.config?.length ?? 0);
    }
  }
}

/**
 * How alike the rows of a learned table are. `cosines` has the cosine of every pair of rows.
 * `means[n]` is the mean over the pairs that are n positions apart.
 * @typedef {{cosines: Float32Array, means: number[]}} Alike
 */

/**
 * Compares the rows of a learned table. Returns null without rows.
 * @param {Float32Array} table [length, dim]
 * @param {number} length
 * @returns {Alike | null}
 */
export function alikeOf(table, length) {
  if (!table.length) return null;
  const cosines = similarity(table, length, table.length / length);
  const means = Array.from({ length }, (_, apart) => {
    let sum = 0;
    for (let row = 0; row + apart < length; row++) sum += cosines[row * length + row + apart];
    return sum / (length - apart);
  });
  return { cosines, means };
}

/**
 * Returns the part of a state that a training depends on.
 * @param {State} state
 * @returns {Config}
 */
export const configOf = ({ task, seed, length, steps, layers, causal }) => ({
  task,
  seed,
  length,
  steps,
  layers,
  causal,
});

/**
 * Returns the mean of a list over the positions `from` to `to` - 1, weighted by `asked`. Returns
 * NaN if no text asks for an answer at these positions.
 * @param {ArrayLike<number>} list
 * @param {ArrayLike<number>} asked how many texts ask for an answer at each position
 * @param {number} from
 * @param {number} to
 */
export function meanOver(list, asked, from, to) {
  let sum = 0;
  let answers = 0;
  for (let i = from; i < to; i++) {
    if (!asked[i]) continue;
    sum += list[i] * asked[i];
    answers += asked[i];
  }
  return sum / answers;
}

/**
 * Returns the mean loss in each block of positions.
 * @param {Evaluation} read
 */
function blocksOf({ loss, asked }) {
  const size = loss.length / BLOCKS;
  return Array.from({ length: BLOCKS }, (_, block) =>
    meanOver(loss, asked, block * size, (block + 1) * size),
  );
}

/** @param {number[]} list @param {number} from */
const meanFrom = (list, from) =>
  list.slice(from).reduce((sum, each) => sum + each, 0) / (list.length - from);

/**
 * What one model reached. `training` is the loss at the end of the training. `inside` and `right`
 * are the loss and the accuracy on new texts, within the trained length. `beyond` and `rightBeyond`
 * are the loss and the accuracy in the second half of the new texts. `near` is the loss in this
 * half if a query attends to only as many positions as in training.
 * @typedef {Record<'training' | 'inside' | 'beyond' | 'near' | 'right' | 'rightBeyond', number>} Reached
 */

/**
 * Returns what each model reached.
 * @param {Run} run
 * @param {number} length
 * @returns {Reached[] | null}
 */
export function reachedBy({ losses, end }, length) {
  if (!end) return null;
  const [from, to] = [(TIMES * length) / 2, TIMES * length];
  return end.all.map(({ loss, accuracy, asked }, at) => ({
    training: meanFrom(losses[at], Math.floor((losses[at].length * 14) / 15)),
    inside: meanOver(loss, asked, 0, length),
    beyond: meanOver(loss, asked, from, to),
    near: meanOver(end.near[at].loss, asked, from, to),
    right: meanOver(accuracy, asked, 0, length),
    rightBeyond: meanOver(accuracy, asked, from, to),
  }));
}

/** @param {number[]} list */
const spread = (list) => Math.max(...list) - Math.min(...list);

/** Returns the indices of the schemes, the smallest loss first. @param {Reached[]} reached */
export const ranking = (reached) =>
  reached.map((_, at) => at).sort((a, b) => reached[a].beyond - reached[b].beyond);

/** @param {Reached[]} reached @param {Scheme} scheme */
export const reachedWith = (reached, scheme) =>
  reached[SCHEMES.findIndex(({ key }) => key === scheme)];

/**
 * What a run can teach. `fits` says whether a lesson belongs to a run with these settings. `holds`
 * says whether the numbers of the run confirm the lesson.
 * @typedef {'turned' | 'order' | 'orderless' | 'alike' | 'nearby' | 'distant' | 'defined'} Lesson
 * @type {Record<Lesson, {fits: (config: Config) => boolean, holds: (reached: Reached[]) => boolean}>}
 */
export const LESSONS = {
  /** If answers are far back, models without a preference for near positions are better. */
  turned: {
    fits: ({ task }) => task === 'far',
    holds(reached) {
      /** @param {Scheme} scheme */
      const right = (scheme) => reachedWith(reached, scheme).rightBeyond;
      return Math.min(right('none'), right('t5')) > Math.max(right('alibi'), right('rope'));
    },
  },
  /**
   * A causal model without positions learns order. With a single layer, at most a third of its
   * answers are right.
   */
  order: {
    fits: ({ task, causal }) => task === 'copy' && causal,
    holds: (reached) => reachedWith(reached, 'none').right >= 0.5,
  },
  /** Without the causal mask, a model without positions does not learn order. */
  orderless: {
    fits: ({ task, causal }) => task === 'copy' && !causal,
    holds: (reached) => reachedWith(reached, 'none').right < 0.4,
  },
  /** Training losses are alike, and tell nothing about longer texts. */
  alike: {
    fits: () => true,
    holds(reached) {
      const far = spread(reached.map(({ beyond }) => beyond));
      return far >= 0.5 && spread(reached.map(({ training }) => training)) <= far / 5;
    },
  },
  /** ALiBi has the smallest loss, also beyond the trained length. The task needs near positions. */
  nearby: {
    fits: ({ task }) => task === 'sentences',
    holds(reached) {
      const { inside, beyond, near } = reachedWith(reached, 'alibi');
      const isFirst = SCHEMES[ranking(reached)[0]].key === 'alibi';
      return isFirst && beyond <= inside + 0.1 && near <= beyond + 0.05;
    },
  },
  /** RoPE fails beyond the trained length, unless attention reaches only as far as in training. */
  distant: {
    fits: ({ task }) => task === 'sentences',
    holds(reached) {
      const { inside, beyond, near } = reachedWith(reached, 'rope');
      return beyond >= 2 * inside && beyond >= inside + 0.5 && near <= inside + 0.05;
    },
  },
  /** Sinusoidal positions are defined beyond the trained length, but do not help there. */
  defined: {
    fits: ({ task }) => task === 'sentences',
    holds(reached) {
      const { inside, beyond } = reachedWith(reached, 'sinusoidal');
      return beyond >= 2 * inside && beyond >= inside + 0.5;
    },
  },
};

/**
 * Returns the lessons that belong to a run. Lessons that the run confirms come first.
 * @param {Config} config
 * @param {Reached[]} reached
 */
export function lessonsOf(config, reached) {
  const names = /** @type {Lesson[]} */ (Object.keys(LESSONS));
  return names
    .filter((name) => LESSONS[name].fits(config))
    .map((name) => ({ name, holds: LESSONS[name].holds(reached) }))
    .sort((a, b) => Number(b.holds) - Number(a.holds));
}

/**
 * Returns the mean loss of each group of RACE_STEPS consecutive steps.
 * @param {number[]} losses
 */
function raceOf(losses) {
  const points = [];
  for (let at = 0; at < losses.length; at += RACE_STEPS) {
    const some = losses.slice(at, at + RACE_STEPS);
    points.push({ step: at + some.length / 2, loss: meanFrom(some, 0) });
  }
  return points;
}

/**
 * Computes all numbers of a state and of a run.
 * @param {State} state
 * @param {Run} run
 */
export function trainModel(state, run) {
  const { length, task, steps, window } = state;
  const read = run.end?.[window] ?? run.read;
  const blocks = read.map((each) => (each ? blocksOf(each) : null));
  const reached = reachedBy(run, length);
  const order = reached && ranking(reached);
  const chosen = SCHEMES.findIndex(({ key }) => key === state.scheme);
  return {
    state,
    run,
    phase: run.phase,
    /** The first position that is not trained, and the number of all positions. */
    wall: length,
    longest: TIMES * length,
    steps,
    /** How many letters each model reads in the whole training. */
    letters: BATCH * steps * length,
    /**
     * The number of steps that are done. Some models are ahead of others, because they take turns.
     * So it is the mean over the models.
     */
    done: Math.floor(Math.min(steps, run.losses.flat().length / SCHEMES.length)),
    guessing: GUESSING[task],
    floor: run.end?.floor ?? null,
    races: run.losses.map(raceOf),
    /** The last evaluation of each model, and its mean loss per block; null before there is one. */
    read,
    blocks,
    chosen,
    /** The chosen model's loss in the block of the position; null before the first evaluation. */
    here: blocks[chosen]?.[Math.floor((state.position * BLOCKS) / (TIMES * length))] ?? null,
    reached,
    order,
    lessons: reached && lessonsOf(state, reached),
    /** How many schemes have the same rank in the reader's order and in this run. */
    hits: order && run.guess ? order.filter((at, i) => run.guess[i] === String(at)).length : 0,
    attention: run.attention?.key === attentionKey(state) ? run.attention : null,
    alike: run.attention?.key === attentionKey(state) ? run.alike : null,
  };
}

/**
 * Returns whether the rows of a learned table are in order. In order means that neighbours are
 * clearly more alike than rows that are half the table apart.
 * @param {Alike} alike
 */
export const isOrdered = ({ means }) => means[1] - means[means.length / 2] >= ORDERED;

/** Returns a text that identifies a head. @param {State} state */
export const attentionKey = ({ scheme, layer, head }) => [scheme, layer, head].join();

/** @typedef {ReturnType<typeof trainModel>} Model */

/**
 * Turns a text into an order of all schemes. Each index is taken once, where it first occurs. The
 * missing indices follow at the end.
 * @param {string} text
 */
export function orderOf(text) {
  const all = SCHEMES.map((_, at) => String(at));
  return [...new Set([...text].filter((digit) => all.includes(digit)).concat(all))].join('');
}
