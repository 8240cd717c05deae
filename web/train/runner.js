/*
 * Trains one model for each scheme, in small pieces of work. The figure pe-train runs this module
 * in a worker, or between the frames of its page if workers are refused. The trained models have
 * the same bits in both cases.
 */
import { SCHEMES, canOpen } from './machine.js';
export { canOpen };
import { makeText } from './tasks.js';
import { createTraining } from './training.js';

/**
 * What the models have in common; see `createTraining`.
 * @typedef {object} Config
 * @property {import('./tasks.js').Task} task
 * @property {number} seed
 * @property {number} length
 * @property {number} steps
 * @property {number} layers
 * @property {boolean} causal
 */

/** @typedef {import('./training.js').Evaluation} Evaluation */

/**
 * A part of a run: the losses of one model in some steps, and its evaluation after these steps.
 * @typedef {{kind: 'part', scheme: number, losses: Float64Array, read: Evaluation}} Part
 */

/**
 * The end of a run. Each list has one element for each model, in the order of SCHEMES. `all` has
 * the evaluations. `near` has evaluations in which a query attends to only as many positions as in
 * training. `samples` has the text with which each model continues a prefix beyond the trained
 * length. The samples are empty unless the task is 'sentences'. `floor` is the smallest possible
 * loss.
 * @typedef {{kind: 'end', all: Evaluation[], near: Evaluation[], samples: string[], floor: number}}
 *   End
 */

/**
 * The attention weights of a head for a text. `inside` has the weights of the first `length`
 * queries and keys. `beyond` has the weights of the last `length` queries and keys. Both are
 * [length, length]. `far` is the sum of a query's weights on all keys but the last `length`,
 * averaged over the last `length` queries. `table` has the rows of a learned table, [length, dim],
 * and is empty for other schemes.
 * @typedef {object} Attention
 * @property {'attention'} kind
 * @property {string} key identifies the command (see Order) that this message answers
 * @property {Float32Array} inside
 * @property {Float32Array} beyond
 * @property {number} far
 * @property {Float32Array} table
 */

/**
 * A message from a runner. `able` says whether the kernels run in the worker.
 * @typedef {Part | End | Attention | {kind: 'ready', able: boolean} | {kind: 'error', message: string}} Message
 */
/** @typedef {(message: Message) => void} Tell */

/**
 * A command to a runner.
 * @typedef {{kind: 'train', config: Config} | {kind: 'pause'} | {kind: 'resume'} | {kind:
 *   'attention', key: string, scheme: number, layer: number, head: number}} Order
 */

/** How often the models are evaluated in a run. */
export const ROUNDS = 15;

/** The texts of an evaluation are this many times as long as those of training. */
export const TIMES = 8;

/** The number of texts of an evaluation: TEXTS during a run, and LAST_TEXTS at its end. */
const TEXTS = 16;
const LAST_TEXTS = 64;

/** The table of a scheme that learns no table. */
const NONE = new Float32Array();

/** A sample has this many characters, after a prefix of twice the trained length. */
const SAMPLE = 48;

/**
 * Reads texts one by one, and returns the same as one call of `evaluate`, up to rounding.
 * @param {ReturnType<typeof createTraining>} training
 * @param {number} texts
 * @param {number} [window]
 * @returns {Generator<void, Evaluation, void>}
 */
function* read(training, texts, window) {
  const length = TIMES * training.options.length;
  const loss = new Float64Array(length);
  const accuracy = new Float64Array(length);
  const asked = new Int32Array(length);
  for (let first = 0; first < texts; first++) {
    const one = training.evaluate(length, { texts: 1, first, window });
    for (let i = 0; i < length; i++) {
      if (!one.asked[i]) continue;
      loss[i] += one.loss[i];
      accuracy[i] += one.accuracy[i];
      asked[i]++;
    }
    yield;
  }
  for (let i = 0; i < length; i++) {
    loss[i] /= asked[i];
    accuracy[i] /= asked[i];
  }
  return { loss, accuracy, asked };
}

/**
 * Lets a model continue a text beyond the trained length.
 * @param {ReturnType<typeof createTraining>} training
 * @returns {Generator<void, string, void>}
 */
function* sampleOf(training) {
  const { task, seed, length } = training.options;
  if (task !== 'sentences') return '';
  const { tokens } = makeText(task, 2 * length, { seed, index: 0, test: true });
  const all = [...tokens];
  for (let i = 0; i < SAMPLE; i++) {
    all.push(...training.sample(all, 1, { seed: i }));
    yield;
  }
  return all
    .slice(tokens.length)
    .map((token) => training.alphabet[token])
    .join('');
}

/** The trainings of one run. */
class Run {
  /** @param {Config} config */
  constructor(config) {
    this.config = config;
    this.trainings = SCHEMES.map((scheme) => createTraining({ ...config, scheme }));
  }

  /**
   * Trains all models in turns. Each `yield` ends a piece of work that takes a few milliseconds.
   * @param {Tell} tell
   */
  *train(tell) {
    for (let round = 1; round <= ROUNDS; round++)
      for (const [scheme, training] of this.trainings.entries()) {
        const end = Math.round((this.config.steps * round) / ROUNDS);
        const losses = new Float64Array(end - training.done);
        for (let i = 0; i < losses.length; i++) {
          losses[i] = training.step();
          yield;
        }
        tell({ kind: 'part', scheme, losses, read: yield* read(training, TEXTS) });
      }
    yield* this.#finish(tell);
  }

  /** @param {Tell} tell @returns {Generator<void, void, void>} */
  *#finish(tell) {
    /** @type {{all: Evaluation[], near: Evaluation[], samples: string[]}} */
    const { all, near, samples } = { all: [], near: [], samples: [] };
    for (const training of this.trainings) {
      all.push(yield* read(training, LAST_TEXTS));
      near.push(yield* read(training, LAST_TEXTS, this.config.length));
      samples.push(yield* sampleOf(training));
    }
    tell({ kind: 'end', all, near, samples, floor: this.trainings[0].floor });
  }

  /**
   * Reads the attention of a head on the first test text.
   * @param {Extract<Order, {kind: 'attention'}>} order
   * @returns {Attention}
   */
  attention({ key, scheme, layer, head }) {
    const { task, seed, length } = this.config;
    const whole = TIMES * length;
    const { tokens } = makeText(task, whole, { seed, index: 0, test: true });
    const training = this.trainings[scheme];
    const weights = training.attention(tokens, layer, head);
    const short = training.attention(tokens.subarray(0, length), layer, head);
    const from = whole - length;
    const beyond = new Float32Array(length * length);
    let far = 0;
    for (let query = 0; query < length; query++) {
      const row = weights.subarray((from + query) * whole, (from + query + 1) * whole);
      beyond.set(row.subarray(from), query * length);
      for (let i = 0; i < from; i++) far += row[i];
    }
    const table = training.options.scheme === 'learned' ? training.positions() : NONE;
    return { kind: 'attention', key, inside: short, beyond, far: far / length, table };
  }
}

/** Carries out orders in slices of limited time, so that other work need not wait long. */
export class Runner {
  /** @type {Run | null} */
  #run = null;
  /** The part of the training that is not done yet. @type {Generator<void, void, void> | null} */
  #left = null;
  #paused = false;
  /** Whether a timer is set for the next pieces of work. */
  #due = false;
  #tell;
  #slice;

  /**
   * @param {Tell} tell is called with each message
   * @param {number} slice the length of a slice of work in milliseconds
   */
  constructor(tell, slice) {
    this.#tell = tell;
    this.#slice = slice;
  }

  /** @param {Order} order */
  take(order) {
    this.#guard(() => {
      if (order.kind === 'train') {
        this.#run = new Run(order.config);
        this.#left = this.#run.train(this.#tell);
      } else if (order.kind === 'attention') {
        if (this.#run) this.#tell(this.#run.attention(order));
      } else this.#paused = order.kind === 'pause';
    });
    this.#plan();
  }

  /** Forgets the run. */
  close() {
    this.#run = null;
    this.#left = null;
  }

  /** Sends an error as a message instead of throwing it. @param {() => void} work */
  #guard(work) {
    try {
      work();
    } catch (error) {
      this.close();
      this.#tell({ kind: 'error', message: error instanceof Error ? error.message : `${error}` });
    }
  }

  #plan() {
    if (this.#due || this.#paused || !this.#left) return;
    this.#due = true;
    setTimeout(() => {
      this.#due = false;
      if (!this.#paused) this.#guard(() => this.#advance());
      this.#plan();
    });
  }

  /** Works until the next piece of work could go beyond the slice. */
  #advance() {
    const start = performance.now();
    let now = start;
    let longest = 0;
    while (this.#left && now + longest - start <= this.#slice) {
      if (this.#left.next().done) this.#left = null;
      const after = performance.now();
      longest = Math.max(longest, after - now);
      now = after;
    }
  }
}

/** How long a worker works before it reads its messages, in milliseconds. */
const WORKER_SLICE = 50;

/**
 * Runs trainings in a worker.
 * @param {{postMessage: (message: Message) => void, onmessage: unknown}} scope the worker
 */
export function serve(scope) {
  const runner = new Runner((message) => scope.postMessage(message), WORKER_SLICE);
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => runner.take(data);
  scope.postMessage({ kind: 'ready', able: canOpen() });
}
