/* Functional interpolation of relative positions, FIRE (Li et al. 2024). */
import { LARGEST32, SharedValues, checkResult, placeWeights, writeBias } from './distance.js';
import * as check from '../check.js';
import { Carver, copyIn, open } from '../wasm.js';

const readOptions = check.reader(
  'fireBias',
  [],
  ({ w1, b1, w2, b2, c, threshold, epsilon, causal, dtype, out }) => ({
    w1,
    b1,
    w2,
    b2,
    c,
    threshold,
    epsilon,
    causal,
    dtype,
    out,
  }),
);

/**
 * Returns the output of a small network with one input x. For the query at position i, and a key at
 * the distance D,
 *
 *     bias = w2 relu(w1 x + b1) + b2,  x = ln(c D + 1) / (ln(c max(i, threshold) + 1) + epsilon)
 *
 * The last query is at the position of the last key, keys - 1. The bias depends on the query's
 * position i too, not only on the distance.
 * @template {import('../dtypes.js').BiasDtype} [D='float32']
 * @param {number} heads
 * @param {number} queries
 * @param {number} keys
 * @param {object} options the weights have the shapes of PyTorch's Linear layers
 * @param {Float32Array} options.w1 [hidden, 1], where hidden is at most 4096
 * @param {Float32Array} options.b1 [hidden]
 * @param {Float32Array} options.w2 [heads, hidden]
 * @param {Float32Array} options.b2 [heads]
 * @param {number} [options.c] the absolute value of the learned c; default 0.1
 * @param {number} [options.threshold] |L_multiplier * init_L| in the authors' code; default 512
 * @param {number} [options.epsilon] more than 0; default 1e-6
 * @param {boolean} [options.causal] whether keys after their query get -Infinity; default false
 * @param {D} [options.dtype] default 'float32'
 * @param {import('../dtypes.js').OutOf<D>} [options.out]
 * @returns {import('../dtypes.js').ArrayOf<D>} [heads, queries, keys]
 * @throws {RangeError | TypeError}
 * Source: Li et al. 2024 (Functional Interpolation for Relative Positions), and its appendix
 * @example
 * const w1 = Float32Array.of(1, -1);
 * const b1 = Float32Array.of(0, 1);
 * const w2 = Float32Array.of(0.5, 2);
 * const b2 = Float32Array.of(0);
 * console.log(fireBias(1, 1, 4, { w1, b1, w2, b2 })); // [1.9005, 1.9309, 1.9639, 2]
 */
export function fireBias(heads, queries, keys, options) {
  const given = readOptions(options);
  const { c = 0.1, threshold = 512, epsilon = 1e-6, causal, dtype } = given;
  const out = checkResult(heads, queries, keys, given.out, causal, dtype);
  const weights = checkNetwork(heads, given);
  check.number('c', c, 0, LARGEST32);
  check.number('threshold', threshold, 0, LARGEST32);
  check.number('epsilon', epsilon, 1e-300);
  check.apart('out', out, 'w2', weights.w2);
  check.apart('out', out, 'b2', weights.b2);
  const machine = open(out);
  const { kernels } = machine;
  const carver = new Carver(machine);
  const logs = new SharedValues(carver, 1 - keys, (values, count, first) =>
    kernels.pe_fire_logs(values, count, first, c),
  );
  const network = new Network(machine, carver, weights);
  const offset = keys - queries;
  return writeBias(
    out,
    heads,
    queries,
    keys,
    (_, head, ramp, count, first, query, flags) => {
      const lines = network.linesOf(head);
      const longest = c * Math.max(query + offset, threshold);
      const shared = logs.addressOf(count, first);
      kernels.pe_fire_ramp(ramp, shared, count, longest, epsilon, lines, flags);
    },
    {
      carver,
      causal,
      dtype,
      // Queries at positions up to the threshold share a ramp. Each later query has its own ramp.
      rowsPerRamp: (query) => Math.max(1, Math.floor(threshold) - query - offset + 1),
    },
  );
}

/** @typedef {{w1: Float32Array, b1: Float32Array, w2: Float32Array, b2: Float32Array}} Weights */

/**
 * Checks the weights, and returns them.
 * @param {number} heads
 * @param {Weights} weights
 * @returns {Weights}
 */
function checkNetwork(heads, weights) {
  const w1 = check.array('w1', weights.w1, check.FLOAT32);
  const hidden = check.count('w1.length', w1.length, 0, 4096);
  return {
    w1,
    b1: check.shaped('b1', weights.b1, { hidden }),
    w2: check.shaped('w2', weights.w2, { heads, hidden }),
    b2: check.shaped('b2', weights.b2, { heads }),
  };
}

/**
 * The network of each head. The output is a piecewise linear function of x. The kernel
 * pe_fire_lines computes the lines of this function.
 */
class Network {
  /**
   * @param {import('../wasm.js').Machine} machine
   * @param {Carver} carver
   * @param {Weights} weights
   */
  constructor(machine, carver, weights) {
    this.machine = machine;
    this.weights = weights;
    this.hidden = weights.w1.length;
    this.w1 = placeWeights(machine, carver, weights.w1);
    this.b1 = placeWeights(machine, carver, weights.b1);
    this.w2 = carver.doubles(this.hidden);
    this.lines = carver.doubles(3 * (this.hidden + 1));
    /** The head whose lines are in wasm memory. */
    this.head = -1;
  }

  /**
   * Returns the address of the lines of a head. Computes them if the lines in memory are those of
   * another head.
   * @param {number} head
   */
  linesOf(head) {
    if (this.head !== head) {
      const { machine, weights, hidden } = this;
      copyIn(machine.f64, this.w2, weights.w2, head * hidden, 1, hidden);
      const bias = weights.b2[head];
      machine.kernels.pe_fire_lines(this.lines, this.w1, this.b1, this.w2, bias, hidden);
      this.head = head;
    }
    return this.lines;
  }
}
