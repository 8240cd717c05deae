/** Runs the trainings of PeTrain in a worker, or between the frames if workers are refused. */
import { loadBeside } from '../chassis/load-beside.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { engineTexts } = translated('train', english);

/** @typedef {import('../../train/runner.js').Order} Order */
/** @typedef {import('../../train/runner.js').Tell} Tell */
/** The module that trains. @typedef {typeof import('../../train/runner.js')} Code */

/** A worker that has said nothing for this many milliseconds is given up. */
const READY_MS = 4000;

/** Without a worker, the training blocks the page for at most this many milliseconds at a time. */
const SLICE_MS = 8;

const TRAINER = Symbol.for('posenc-trainer');

/** Loads the function that returns the module. A worker runs the text of this function. */
async function loadCode() {
  const place = /** @type {Record<symbol, (() => Code) | undefined>} */ (
    /** @type {unknown} */ (globalThis)
  );
  if (!place[TRAINER]) await loadBeside('trainer', () => import('../../train/trainer.js'));
  const code = place[TRAINER];
  if (!code) throw new Error(engineTexts.missing);
  return code;
}

/**
 * Starts a worker. Returns null if it is refused, or does not run.
 * @param {() => Code} code
 * @param {Tell} tell
 * @returns {Promise<Worker | null>}
 */
function startWorker(code, tell) {
  return new Promise((resolve) => {
    const text = `(${code})().serve(self)`;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    /** @type {Worker | null} */
    let worker = null;
    /** @param {boolean} runs */
    const settle = (runs) => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      if (!runs) worker?.terminate();
      resolve(runs ? worker : null);
    };
    const timer = setTimeout(() => settle(false), READY_MS);
    try {
      worker = new Worker(address);
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
      if (data.kind === 'ready') settle(true);
      else tell(data);
    };
  });
}

/** Runs the trainings of one run. */
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

  /** Where the trainings run: `worker` or `page`; empty before the engine is open. */
  get place() {
    if (this.#worker) return 'worker';
    return this.#runner ? 'page' : '';
  }

  /** Loads the code, and starts a worker if possible. Tells an error that says what is missing. */
  async open() {
    try {
      const code = await loadCode();
      const worker = await startWorker(code, this.#tell);
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
