/* Trains small decoders that differ only in how they encode positions. */
import * as check from '../check.js';
import { open, SCHEMES, VOCABULARY } from './machine.js';
import { Draws, LONGEST, makeText, SEEDS, TASKS, TASK_NAMES } from './tasks.js';

/** How a model encodes positions. @typedef {typeof SCHEMES[number]} Scheme */
/** @typedef {import('./tasks.js').Task} Task */

/**
 * The options of a training, with their defaults.
 * @typedef {object} Settings
 * @property {Scheme} scheme
 * @property {Task} task
 * @property {number} seed
 * @property {number} length
 * @property {number} dim
 * @property {number} layers
 * @property {number} heads
 * @property {number} batch
 * @property {number} steps
 * @property {boolean} causal
 * @property {number} rate
 */

/**
 * What a training needs to go on later or elsewhere. It can be copied by structuredClone. The array
 * `parameters` is [3, number of parameters]: the weights, and Adam's running means of their
 * gradients and of their squared gradients.
 * @typedef {Settings & {done: number, parameters: Float32Array<ArrayBuffer>}} State
 */

/**
 * The mean loss and the accuracy at each position, over several texts.
 * @typedef {object} Evaluation
 * @property {Float64Array<ArrayBuffer>} loss [length] the mean loss at each position, in nats per
 *   answer; NaN where no text asks for an answer
 * @property {Float64Array<ArrayBuffer>} accuracy [length] the share of right answers; NaN where no
 *   text asks for an answer
 * @property {Int32Array<ArrayBuffer>} asked [length] how many texts ask for an answer
 */

/** The largest norm of a gradient. A gradient with a larger norm is scaled down to it. */
const MOST_NORM = 1;

/** The largest number that the first text of an evaluation may have (the option `first`). */
const MOST_FIRST = 1048576;

/** The options that must agree with those of a state. */
const NAMES = /** @type {const} */ ([
  ...['scheme', 'task', 'seed', 'length', 'dim', 'layers', 'heads', 'batch', 'steps'],
  ...['causal', 'rate'],
]);

/**
 * Reads and checks the options.
 * @param {unknown} options
 * @returns {Readonly<Settings>}
 */
function settingsOf(options) {
  check.enter('createTraining');
  const given = check.readAll('options', options);
  for (const name of Object.keys(given))
    if (!(/** @type {readonly string[]} */ (NAMES).includes(name)))
      throw check.failure(TypeError, 'options', `only ${NAMES.join(', ')}`, check.shown(name));
  /** @param {string} name @param {unknown} usual */
  const value = (name, usual) => (given[name] === undefined ? usual : given[name]);
  /** @param {string} name @param {number} usual @param {number} least @param {number} most */
  const count = (name, usual, least, most) => check.count(name, value(name, usual), least, most);
  const settings = {
    scheme: check.word('scheme', given.scheme, SCHEMES),
    task: check.word('task', value('task', 'sentences'), TASK_NAMES),
    seed: count('seed', 0, 0, SEEDS),
    length: count('length', 32, 4, 128),
    dim: count('dim', 32, 4, 64),
    layers: count('layers', 2, 1, 4),
    heads: count('heads', 4, 1, 8),
    batch: count('batch', 16, 1, 64),
    steps: count('steps', 300, 1, 100000),
    causal: check.flag('causal', value('causal', true)),
    rate: check.number('rate', value('rate', 0.008), 0, 1),
  };
  refuseTogether(settings);
  return Object.freeze(settings);
}

/** Throws if options do not fit together. @param {Settings} settings */
function refuseTogether({ dim, heads, task, causal, length }) {
  if (dim % (4 * heads)) check.refuse('dim', `a multiple of 4 * heads (${4 * heads})`, dim);
  const { isNext, least } = TASKS[task];
  if (length < least) check.refuse('length', `at least ${least} for the task "${task}"`, length);
  if (!causal && isNext)
    check.refuse('causal', `true for the task "${task}", whose answers are later tokens`, causal);
}

const readWindow = check.reader('', [], ({ window }) => ({ window }));
const readEvaluation = check.reader('evaluate', [], ({ window, texts, first }) => ({
  window,
  texts,
  first,
}));
const readSample = check.reader('sample', [], ({ window, seed }) => ({ window, seed }));

/**
 * Checks the option `window`, and returns it. If it is not given, the window contains every key.
 * @param {unknown} window
 */
const windowOf = (window) => (window === undefined ? LONGEST : check.count('window', window, 1));

/** @type {check.Check} */
const token = (name, value) => check.count(name, value, 0, VOCABULARY - 1);

/**
 * Checks a list of tokens, and returns a copy.
 * @param {string} name
 * @param {unknown} list
 * @param {number} most the largest number of tokens
 */
function checkedTokens(name, list, most = LONGEST) {
  const tokens = check.numbers(name, list, token);
  if (!tokens.length || tokens.length > most) check.refuse(name, `1 to ${most} tokens`, list);
  return tokens;
}

/**
 * Draws a token at random. The probabilities are added in the order of the tokens, so their sums
 * have the same bits everywhere.
 * @param {Float32Array} probabilities
 * @param {number} unit in [0, 1)
 */
function drawn(probabilities, unit) {
  let sum = 0;
  for (let i = 0; i < probabilities.length; i++) if ((sum += probabilities[i]) > unit) return i;
  return probabilities.indexOf(Math.max(...probabilities)); // rounding left the sum below 1
}

/** One model while it learns. createTraining explains it. */
class Training {
  /**
   * The weights, then Adam's running means of their gradients and squared gradients.
   * @type {Float32Array<ArrayBuffer>}
   */
  #parameters;
  #done = 0;

  /** @param {unknown} given */
  constructor(given) {
    /** All options, with their defaults. */
    this.options = settingsOf(given);
    const { task, length, seed } = this.options;
    /** The character of each token. */
    this.alphabet = Object.freeze([...TASKS[task].alphabet]);
    /** The smallest loss that is possible on long test texts, in nats per answer. */
    this.floor = TASKS[task].floor;
    const machine = this.#plan(length, length, true);
    /** The number of parameters. */
    this.parameters = machine.kernels.pe_train_parameters(machine.plan);
    machine.kernels.pe_train_initialize(machine.plan, seed);
    this.#parameters = machine.floats(machine.area('weights'), 3 * this.parameters);
  }

  /** The number of steps that are done. */
  get done() {
    return this.#done;
  }

  /**
   * Trains for some steps, and returns their mean loss, in nats per answer. The loss of a step is
   * the loss before the step changes the weights.
   * @param {number} [count] 1 to the number of steps that are left; default 1
   * @returns {number}
   */
  step(count = 1) {
    check.enter('step');
    const left = this.options.steps - this.#done;
    if (!left) check.refuse('count', 'no further step, since all steps are done', count);
    check.count('count', count, 1, left);
    const { length } = this.options;
    const machine = this.#open(length, length, true);
    let sum = 0;
    for (let i = 0; i < count; i++) sum += this.#oneStep(machine);
    this.#parameters = machine.floats(machine.area('weights'), 3 * this.parameters);
    return sum / count;
  }

  /**
   * Reads test texts, and returns the loss and the accuracy at each position. Positions may be
   * beyond the trained length. There, the scheme 'learned' uses the last row of its table.
   * @param {number} length 1 to 1024
   * @param {object} [options]
   * @param {number} [options.window] attention is limited to keys at distances below this number;
   *   by default, there is no limit
   * @param {number} [options.texts] the number of texts, 1 to 1024; default 16
   * @param {number} [options.first] the number of the first text, 0 to 1048576; default 0. With
   *   this option, the texts can be read in several calls
   * @returns {Evaluation}
   */
  evaluate(length, options) {
    check.enter('evaluate');
    const { window, texts = 16, first = 0 } = readEvaluation(options);
    check.count('length', length, 1, LONGEST);
    check.count('texts', texts, 1, 1024);
    check.count('first', first, 0, MOST_FIRST);
    const machine = this.#open(length, windowOf(window), false);
    const { seed, task } = this.options;
    const loss = new Float64Array(length);
    const accuracy = new Float64Array(length);
    const asked = new Int32Array(length);
    for (let index = first; index < first + texts; index++) {
      const { tokens, targets } = makeText(task, length, { seed, index, test: true });
      machine.write('tokens', tokens);
      machine.write('targets', targets);
      machine.kernels.pe_train_forward(machine.plan);
      machine.kernels.pe_train_loss(machine.plan);
      const losses = machine.area('losses') / 8;
      const right = machine.area('right') / 4;
      for (let i = 0; i < length; i++) {
        loss[i] += machine.f64[losses + i];
        accuracy[i] += machine.i32[right + i];
        if (targets[i] >= 0) asked[i]++;
      }
    }
    for (let i = 0; i < length; i++) {
      loss[i] /= asked[i];
      accuracy[i] /= asked[i];
    }
    return { loss, accuracy, asked };
  }

  /**
   * Returns the probability of each token at each position of a text.
   * @param {ArrayLike<number>} tokens 1 to 1024 numbers from 0 to 23
   * @param {object} [options]
   * @param {number} [options.window] as in `evaluate`
   * @returns {Float32Array<ArrayBuffer>} [tokens, 24]
   */
  predict(tokens, options) {
    check.enter('predict');
    const { window } = readWindow(options);
    return this.#predict(checkedTokens('tokens', tokens), windowOf(window));
  }

  /**
   * Continues a text: draws each next token by its probability. The task must be 'sentences',
   * because models of other tasks do not predict the next token.
   * @param {ArrayLike<number>} prefix 1 to 1023 tokens
   * @param {number} count the number of tokens to draw; with the prefix, there are at most 1024
   *   tokens
   * @param {object} [options]
   * @param {number} [options.window] as in `evaluate`
   * @param {number} [options.seed] another seed gives another continuation; default 0
   * @returns {Uint8Array<ArrayBuffer>} [count] the tokens after the prefix
   */
  sample(prefix, count, options) {
    check.enter('sample');
    const { window, seed = 0 } = readSample(options);
    const { task } = this.options;
    if (!TASKS[task].isNext)
      throw check.failure(TypeError, 'task', '"sentences"', check.shown(task));
    const all = [...checkedTokens('prefix', prefix, LONGEST - 1)];
    const most = LONGEST - all.length;
    check.count('count', count, 0, most);
    check.count('seed', seed, 0, SEEDS);
    const draws = new Draws(seed);
    const keys = windowOf(window);
    for (let i = 0; i < count; i++) {
      const last = this.#predict(all, keys).subarray(-VOCABULARY);
      all.push(drawn(last, draws.unit()));
    }
    return Uint8Array.from(all.slice(all.length - count));
  }

  /**
   * Returns the attention weights of one head. Row i has the weights with which position i attends
   * to all positions.
   * @param {ArrayLike<number>} tokens 1 to 1024 numbers from 0 to 23
   * @param {number} layer 0 to layers - 1
   * @param {number} head 0 to heads - 1
   * @param {object} [options]
   * @param {number} [options.window] as in `evaluate`
   * @returns {Float32Array<ArrayBuffer>} [tokens, tokens]
   */
  attention(tokens, layer, head, options) {
    check.enter('attention');
    const { window } = readWindow(options);
    const { layers, heads } = this.options;
    const list = checkedTokens('tokens', tokens);
    check.count('layer', layer, 0, layers - 1);
    check.count('head', head, 0, heads - 1);
    const { length } = list;
    const machine = this.#open(length, windowOf(window), false);
    machine.write('tokens', list);
    const from = machine.kernels.pe_train_attention(machine.plan, layer, head);
    const weights = new Float32Array(length * length);
    const stride = (length + 3) & -4;
    for (let i = 0; i < length; i++)
      weights.set(machine.floats(from + 4 * i * stride, length), i * length);
    return weights;
  }

  /**
   * Returns the trained parameters that encode positions.
   * @returns {Float32Array<ArrayBuffer>} for 'learned' the table [length, dim]; for 't5' the biases
   *   [32, heads], from the nearest bucket to the farthest; for other schemes an empty array. If
   *   the model is not causal, the last 16 buckets of 't5' are for keys after their query
   */
  positions() {
    const { scheme, length, dim, heads } = this.options;
    const counts = new Map([
      ['learned', length * dim],
      ['t5', 32 * heads],
    ]);
    const count = counts.get(scheme) ?? 0;
    return this.#parameters.slice(this.parameters - count, this.parameters);
  }

  /**
   * Returns what `restore` needs to continue after the present step.
   * @returns {State}
   */
  state() {
    return { ...this.options, done: this.#done, parameters: this.#parameters.slice() };
  }

  /**
   * Continues from a state of a training with the same options. The steps after it have the same
   * bits as in that training.
   * @param {State} state
   */
  restore(state) {
    check.enter('restore');
    const { done, parameters, ...options } = check.readAll('state', state);
    for (const name of NAMES)
      if (options[name] !== this.options[name])
        check.refuse(`state.${name}`, check.shown(this.options[name]), options[name]);
    const count = check.count('state.done', done, 0, this.options.steps);
    const size = 3 * this.parameters;
    const given = check.array(
      'state.parameters',
      parameters,
      check.FLOAT32,
      size,
      '[3, parameters]',
    );
    this.#parameters = /** @type {Float32Array} */ (given).slice();
    this.#done = count;
  }

  /**
   * Divides the machine's memory for texts of this length.
   * @param {number} length
   * @param {number} window
   * @param {boolean} keep whether gradients will be computed
   */
  #plan(length, window, keep) {
    const machine = open();
    const { dim, layers, heads, length: trained, scheme, causal } = this.options;
    machine.begin({ dim, layers, heads, trained, scheme, causal, length, window, keep });
    return machine;
  }

  /**
   * Calls #plan, and copies the parameters into the machine's memory. Without gradients, only the
   * weights are copied.
   * @param {number} length
   * @param {number} window
   * @param {boolean} keep
   */
  #open(length, window, keep) {
    const machine = this.#plan(length, window, keep);
    const list = this.#parameters;
    machine.write('weights', keep ? list : list.subarray(0, this.parameters));
    if (!keep) machine.kernels.pe_train_prepare(machine.plan);
    return machine;
  }

  /**
   * Makes one step, and returns its loss.
   * @param {ReturnType<typeof open>} machine
   */
  #oneStep(machine) {
    const { task, length, seed, batch, steps, rate } = this.options;
    const { kernels, plan } = machine;
    const first = this.#done * batch;
    const texts = Array.from({ length: batch }, (_, i) =>
      makeText(task, length, { seed, index: first + i, test: false }),
    );
    let asked = 0;
    for (const { targets } of texts) for (const target of targets) if (target >= 0) asked++;
    kernels.pe_train_prepare(plan);
    let loss = 0;
    for (const { tokens, targets } of texts) {
      machine.write('tokens', tokens);
      machine.write('targets', targets);
      loss += kernels.pe_train_backward(plan, asked && 1 / asked);
    }
    this.#done++;
    const now = kernels.pe_train_rate(this.#done, steps, rate);
    kernels.pe_train_adam(plan, this.#done, now, MOST_NORM);
    return asked && loss / asked;
  }

  /**
   * Returns the probabilities for tokens that are checked already.
   * @param {ArrayLike<number>} tokens
   * @param {number} window
   */
  #predict(tokens, window) {
    const machine = this.#open(tokens.length, window, false);
    machine.write('tokens', tokens);
    machine.kernels.pe_train_forward(machine.plan);
    machine.kernels.pe_train_probabilities(machine.plan);
    return machine.floats(machine.area('logits'), tokens.length * VOCABULARY);
  }
}

/**
 * Makes a small transformer, which learns a task from generated texts. Models that differ only in
 * `scheme` begin with the same weights. They learn from the same texts in the same order. So they
 * differ only in how they encode positions:
 * - 'none': positions are not encoded
 * - 'sinusoidal', 'learned': a row of a table is added to each embedding
 * - 'rope': queries and keys are rotated, with base 10000 and the layout 'half'
 * - 'alibi': a bias of scores falls linearly with the distance
 * - 't5': scores have a learned bias for each of T5's 32 buckets, with the maxDistance 128
 *
 * The model is a decoder with RMSNorm before each block, and 2 * dim columns in its feed-forward
 * layers. Adam trains it (0.9, 0.98), with gradients of norm 1 at most. The learning rate grows in
 * the first 5 % of the steps, and falls as a cosine afterwards.
 *
 * The same options give the same bits on every computer. All trainings share a memory of 16 MiB,
 * which never grows. A training itself only keeps three floats for each parameter.
 *
 * Training needs WebAssembly with SIMD. Elsewhere, import `posenc/train-scalar` first: it computes
 * the same bits, but takes 10 to 20 times as long.
 * @param {object} options
 * @param {Scheme} options.scheme
 * @param {Task} [options.task] default 'sentences'; `trainingText` explains the tasks
 * @param {number} [options.seed] the seed of weights and texts, an integer from 0 to 2^53 - 1;
 *   default 0
 * @param {number} [options.length] the length of training texts, 4 to 128 tokens, and for 'far' at
 *   least 16; default 32
 * @param {number} [options.dim] a multiple of 4 * heads, up to 64; default 32
 * @param {number} [options.layers] 1 to 4; default 2
 * @param {number} [options.heads] 1 to 8; default 4
 * @param {number} [options.batch] texts in each step, 1 to 64; default 16
 * @param {number} [options.steps] all steps of the training, 1 to 100000; default 300
 * @param {boolean} [options.causal] whether tokens attend only to themselves and to earlier ones;
 *   default true. The task 'sentences' needs it, because its answers are later tokens
 * @param {number} [options.rate] the highest learning rate, 0 to 1; default 0.008
 * @returns {Training}
 * @throws {RangeError | TypeError | Error} an Error if the kernels cannot run here
 * Source: Press et al. 2022, figure 1, which compares losses beyond the trained length. The sources
 * of the schemes are in the README
 * @example
 * const training = createTraining({ scheme: 'alibi', seed: 1, steps: 100 });
 * console.log(training.step(100)); // 0.9049
 * const { loss } = training.evaluate(64);
 * console.log(loss[63], training.floor); // 0.7376 0.2476
 */
export function createTraining(options) {
  return new Training(options);
}
