/** Runs the trainings of PeTrain in a worker, or between the frames if workers are refused. */
import { loadBeside } from '../chassis/load-beside.js';
import { addressOf } from '../chassis/trusted.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { engineTexts } = translated('train', english);

/** @typedef {import('../../train/runner.js').Order} Order */
/** @typedef {import('../../train/runner.js').Tell} Tell */
/** The module that trains. @typedef {typeof import('../../train/runner.js')} Code */

/** A worker that is not ready after this many milliseconds is stopped. */
const READY_MS = 4000;

/** Without a worker, the training blocks the page for at most this many milliseconds at a time. */
const SLICE_MS = 8;

/**
 * A function that another script has stored in globalThis. A worker runs the text of this function.
 * @template T
 * @typedef {() => T} Stored
 */

/** The properties of globalThis that contain stored functions. */
const TRAINER = Symbol.for('posenc-trainer');
const SCALAR = Symbol.for('posenc-train-scalar');

/**
 * Loads a script, and returns the function that it stores.
 * @param {symbol} property
 * @param {string} name the name of its file, without the extension
 * @param {() => Promise<unknown>} importModule
 * @returns {Promise<any>}
 */
async function load(property, name, importModule) {
  const place = /** @type {Record<symbol, unknown>} */ (/** @type {unknown} */ (globalThis));
  if (!place[property]) await loadBeside(name, importModule);
  if (!place[property]) throw new Error(engineTexts.missing(`${name}.js`));
  return place[property];
}

/** Loads the code that trains. @returns {Promise<Stored<Code>>} */
const loadCode = () => load(TRAINER, 'trainer', () => import('../../train/trainer.js'));

/** Loads the kernels for hosts without SIMD. @returns {Promise<Stored<unknown>>} */
const loadScalar = () => load(SCALAR, 'train-scalar', () => import('../../train/train-scalar.js'));

/**
 * A worker that runs. `able` says whether the kernels run in it.
 * @typedef {{worker: Worker, able: boolean}} Started
 */

/**
 * Starts a worker. Returns null if it is refused, or does not run.
 * @param {string} text the script of the worker
 * @param {Tell} tell
 * @returns {Promise<Started | null>}
 */
function startWorker(text, tell) {
  return new Promise((resolve) => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    /** @type {Worker | null} */
    let worker = null;
    /** @param {boolean} runs @param {boolean} [able] */
    const settle = (runs, able = false) => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      if (!runs) worker?.terminate();
      resolve(runs && worker ? { worker, able } : null);
    };
    const timer = setTimeout(() => settle(false), READY_MS);
    try {
      worker = new Worker(addressOf(address));
    } catch {
      settle(false);
      return;
    }
    let isReady = false;
    worker.onerror = (event) => {
      event.preventDefault();
      if (isReady) tell({ kind: 'error', message: event.message });
      settle(false);
    };
    worker.onmessage = ({ data }) => {
      isReady ||= data.kind === 'ready';
      if (data.kind === 'ready') settle(true, data.able);
      else tell(data);
    };
  });
}

/**
 * Starts a worker in which the kernels run, with scalar kernels if it needs them. If workers are
 * refused, prepares the kernels of the page, and returns null.
 * @param {Stored<Code>} code
 * @param {Tell} tell
 * @returns {Promise<Worker | null>}
 */
async function prepare(code, tell) {
  const serving = `(${code})().serve(self)`;
  const started = await startWorker(serving, tell);
  if (started ? started.able : code().canOpen()) return started?.worker ?? null;
  const scalar = await loadScalar();
  if (!started) return null;
  started.worker.terminate();
  const stored = `Object.defineProperty(self,Symbol.for("${SCALAR.description}"),{value:${scalar}})`;
  return (await startWorker(`${stored};${serving}`, tell))?.worker ?? null;
}

/** Trains the models of one run. */
export class Engine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {InstanceType<Code['Runner']> | null} */
  #runner = null;
  #closed = false;
  #tell;

  /** @param {Tell} tell is called with each message, until the engine is closed */
  constructor(tell) {
    /** @type {Tell} */
    this.#tell = (message) => {
      if (!this.#closed) tell(message);
    };
  }

  /** Where the models are trained: `worker` or `page`; empty before the engine is open. */
  get place() {
    if (this.#worker) return 'worker';
    return this.#runner ? 'page' : '';
  }

  /**
   * Loads the code, and starts a worker if possible. If something is missing, reports an error that
   * names it.
   */
  async open() {
    try {
      const code = await loadCode();
      const worker = await prepare(code, this.#tell);
      if (this.#closed) worker?.terminate();
      else if (worker) this.#worker = worker;
      else this.#runner = new (code().Runner)(this.#tell, SLICE_MS);
    } catch (error) {
      this.#tell({ kind: 'error', message: error instanceof Error ? error.message : `${error}` });
    }
  }

  /** @param {Order} order */
  send(order) {
    this.#worker?.postMessage(order);
    this.#runner?.take(order);
  }

  /** Ends the trainings, and frees their memory. */
  close() {
    this.#closed = true;
    this.#worker?.terminate();
    this.#runner?.close();
  }
}
