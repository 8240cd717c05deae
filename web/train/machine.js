/*
 * The kernels of c/train, and their memory. There is one memory for all trainings, and it never
 * grows. A training keeps its parameters in an array of its own. For each call, it copies them into
 * this memory.
 */
// This import comes first, so that every bundle begins with the hexadecimal digits of the kernels.
// gzip then compresses the rest of the bundle better.
import digits from './kernels.js';
import { refuse } from '../check.js';
import { startTraining } from '../wasm.js';

/** The schemes, in the order of pe_train_scheme in train.h. */
export const SCHEMES = /** @type {const} */ ([
  'none',
  'sinusoidal',
  'learned',
  'rope',
  'alibi',
  't5',
]);

/** The number of different tokens of every task, PE_TRAIN_VOCABULARY in train.h. */
export const VOCABULARY = 24;

/** The numbers of the memory areas, as in pe_train_area_name in train.h. */
export const AREAS = {
  weights: 0,
  gradients: 1,
  tokens: 2,
  targets: 3,
  right: 4,
  losses: 5,
  logits: 6,
  table: 7,
  cosines: 8,
  sines: 9,
  ramps: 10,
};

/**
 * What the kernels need to know about a model and about a text.
 * @typedef {object} Shape
 * @property {number} dim
 * @property {number} layers
 * @property {number} heads
 * @property {number} trained the trained length
 * @property {typeof SCHEMES[number]} scheme
 * @property {boolean} causal
 * @property {number} length the length of the text
 * @property {number} window
 * @property {boolean} keep whether gradients will be computed
 */

/** The kernels, their memory, and the plan that divides the memory for a model and a text. */
class Machine {
  constructor() {
    const { kernels, buffer, free } = startTraining(digits);
    this.kernels = kernels;
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.i32 = new Int32Array(buffer);
    /** The address of the plan. */
    this.plan = free;
    /** The size of the memory in bytes. */
    this.bytes = buffer.byteLength;
  }

  /**
   * Divides the memory for a model and a text. Returns the address of the first byte not in use.
   * @param {Shape} shape
   */
  begin({ dim, layers, heads, trained, scheme, causal, length, window, keep }) {
    const { kernels, plan } = this;
    const number = SCHEMES.indexOf(scheme);
    const end = plan + kernels.pe_train_size(dim, layers, heads, trained, number, length, keep);
    if (end > this.f32.buffer.byteLength)
      refuse('length', 'a text for which the memory suffices', length);
    kernels.pe_train_begin(plan, dim, layers, heads, trained, number, causal, length, window, keep);
    return end;
  }

  /** Returns the address of an area. @param {keyof typeof AREAS} name */
  area(name) {
    return this.kernels.pe_train_area(this.plan, AREAS[name]);
  }

  /**
   * Copies numbers into an area.
   * @param {keyof typeof AREAS} name
   * @param {ArrayLike<number>} list
   */
  write(name, list) {
    const view = name === 'weights' ? this.f32 : this.i32;
    view.set(list, this.area(name) / 4);
  }

  /**
   * Copies floats out of the memory.
   * @param {number} at the address of the first float
   * @param {number} count
   */
  floats(at, count) {
    return this.f32.slice(at / 4, at / 4 + count);
  }
}

/** @type {Machine | undefined} */
let machine;

/** Returns the machine, which is made when it is first needed. */
export const open = () => (machine ??= new Machine());

/** Whether the kernels run here. Without SIMD, they run only after train-scalar.js is loaded. */
export function canOpen() {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
