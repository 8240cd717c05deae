/*
 * Computes the model of c/train/train.h in plain JavaScript, independently of the kernels: its
 * loss, and the gradient of this loss. `Floats` is the class of all arrays. Positions come from
 * Math.sin and the formulas of the papers.
 */

export const VOCABULARY = 24;
const BUCKETS = 32;
const EPSILON = 1 / 1048576;

/** Returns the first index and the shape of each parameter, by its name. */
export function placesOf({ scheme, dim, layers, heads, length }) {
  const places = {};
  let at = 0;
  const place = (name, rows, columns) => {
    places[name] = { at, rows, columns, size: rows * columns };
    at += rows * columns;
  };
  place('embedding', VOCABULARY, dim);
  for (let i = 0; i < layers; i++) {
    place(`norm1.${i}`, 1, dim);
    place(`vqk.${i}`, dim, 3 * dim);
    place(`output.${i}`, dim, dim);
    place(`norm2.${i}`, 1, dim);
    place(`up.${i}`, dim, 2 * dim);
    place(`down.${i}`, 2 * dim, dim);
  }
  place('norm', 1, dim);
  place('head', dim, VOCABULARY);
  if (scheme === 'learned') place('positions', length, dim);
  if (scheme === 't5') place('positions', BUCKETS, heads);
  return { places, count: at };
}

/** Returns T5's bucket of key - query, by the formula with a logarithm (Raffel et al. 2020). */
function bucketOf(relative, causal) {
  const side = causal ? BUCKETS : BUCKETS / 2;
  const offset = !causal && relative > 0 ? side : 0;
  const distance = causal ? Math.max(-relative, 0) : Math.abs(relative);
  const exact = side / 2;
  if (distance < exact) return offset + distance;
  const log = Math.log(distance / exact) / Math.log(128 / exact);
  return offset + Math.min(side - 1, exact + Math.floor(log * (side - exact) + 1e-9));
}

/** Returns the ALiBi slope of a head. The number of heads must be a power of two. */
const slopeOf = (head, heads) => 2 ** ((-8 * (head + 1)) / heads);

/** Adds the sum of a[i][k] b[k][j] over k to out[i][j]. The matrix b begins at `start`. */
function multiply(out, a, b, rows, inner, columns, start = 0) {
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < inner; k++) {
      const x = a[i * inner + k];
      for (let j = 0; j < columns; j++) out[i * columns + j] += x * b[start + k * columns + j];
    }
}

/** Adds the gradients of out = a b to dA and dB. The elements of b and dB begin at `start`. */
function multiplyBack(dA, dB, dOut, a, b, [rows, inner, columns], start) {
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < inner; k++) {
      const x = a[i * inner + k];
      let sum = 0;
      for (let j = 0; j < columns; j++) {
        const d = dOut[i * columns + j];
        sum += d * b[start + k * columns + j];
        dB[start + k * columns + j] += x * d;
      }
      dA[i * inner + k] += sum;
    }
}

/** One model. Its options are those of createTraining, where `length` is the trained length. */
export class Model {
  constructor(options, Floats = Float64Array) {
    Object.assign(this, options);
    this.Floats = Floats;
    this.size = this.dim / this.heads;
    Object.assign(this, placesOf(options));
  }

  array(...shape) {
    return new this.Floats(shape.reduce((product, side) => product * side, 1));
  }

  /** Returns the bias of one head for a query i and a key j. */
  biasOf(weights, head, i, j) {
    if (this.scheme === 'alibi') return -slopeOf(head, this.heads) * Math.abs(i - j);
    if (this.scheme !== 't5') return 0;
    return weights[this.places.positions.at + bucketOf(j - i, this.causal) * this.heads + head];
  }

  /**
   * Returns the index of the learned table's row for position i. Positions beyond the table share
   * its last row.
   */
  rowAt(i) {
    return Math.min(i, this.length - 1);
  }

  /** Returns what is added to element d of the embedding at position i. */
  addedAt(weights, i, d) {
    const { scheme, dim } = this;
    if (scheme === 'learned') return weights[this.places.positions.at + this.rowAt(i) * dim + d];
    if (scheme !== 'sinusoidal') return 0;
    const angle = i * 10000 ** (-(d - (d % 2)) / dim);
    return d % 2 ? Math.cos(angle) : Math.sin(angle);
  }

  /** Rotates queries and keys in rows [v q k]. If `sign` is -1, rotates them back. */
  rotate(vqk, rows, sign) {
    if (this.scheme !== 'rope') return;
    const { dim, size } = this;
    for (let i = 0; i < rows; i++)
      for (let head = this.heads; head < 3 * this.heads; head++)
        for (let d = 0; d < size / 2; d++) {
          const at = i * 3 * dim + head * size + d;
          const angle = sign * i * 10000 ** ((-2 * d) / size);
          const [x, y] = [vqk[at], vqk[at + size / 2]];
          vqk[at] = x * Math.cos(angle) - y * Math.sin(angle);
          vqk[at + size / 2] = x * Math.sin(angle) + y * Math.cos(angle);
        }
  }

  norm(x, weights, at, rows) {
    const { dim } = this;
    const y = this.array(rows, dim);
    for (let i = 0; i < rows; i++) {
      let squares = 0;
      for (let d = 0; d < dim; d++) squares += x[i * dim + d] * x[i * dim + d];
      const scale = 1 / Math.sqrt(squares / dim + EPSILON);
      for (let d = 0; d < dim; d++) y[i * dim + d] = x[i * dim + d] * scale * weights[at + d];
    }
    return y;
  }

  normBack(dX, gradient, dY, x, weights, at, rows) {
    const { dim } = this;
    for (let i = 0; i < rows; i++) {
      let squares = 0;
      let products = 0;
      for (let d = 0; d < dim; d++) {
        const n = i * dim + d;
        squares += x[n] * x[n];
        products += dY[n] * weights[at + d] * x[n];
      }
      const scale = 1 / Math.sqrt(squares / dim + EPSILON);
      const back = (products * scale * scale) / dim;
      for (let d = 0; d < dim; d++) {
        const n = i * dim + d;
        gradient[at + d] += dY[n] * x[n] * scale;
        dX[n] += scale * (dY[n] * weights[at + d] - back * x[n]);
      }
    }
  }

  /** Returns whether query i attends to key j. */
  sees(i, j) {
    return (!this.causal || j <= i) && Math.abs(i - j) < (this.window ?? Infinity);
  }

  /** Returns the attention weights of one head, [rows][rows]. */
  attend(weights, vqk, head, rows) {
    const { dim, size } = this;
    const part = this.array(rows, rows);
    for (let i = 0; i < rows; i++) {
      let top = -Infinity;
      let sum = 0;
      for (let j = 0; j < rows; j++) {
        if (!this.sees(i, j)) continue;
        let product = 0;
        for (let d = 0; d < size; d++)
          product +=
            vqk[i * 3 * dim + dim + head * size + d] * vqk[j * 3 * dim + 2 * dim + head * size + d];
        part[i * rows + j] = product / Math.sqrt(size) + this.biasOf(weights, head, i, j);
        top = Math.max(top, part[i * rows + j]);
      }
      for (let j = 0; j < rows; j++)
        if (this.sees(i, j)) sum += part[i * rows + j] = Math.exp(part[i * rows + j] - top);
      for (let j = 0; j < rows; j++) part[i * rows + j] /= sum;
    }
    return part;
  }

  /** Computes one layer, and returns what its gradient needs. */
  layer(weights, x, i, rows) {
    const { dim, size, places } = this;
    const h1 = this.norm(x, weights, places[`norm1.${i}`].at, rows);
    const vqk = this.array(rows, 3, dim);
    multiply(vqk, h1, weights, rows, dim, 3 * dim, places[`vqk.${i}`].at);
    this.rotate(vqk, rows, 1);
    const attended = this.array(rows, dim);
    const parts = [];
    for (let head = 0; head < this.heads; head++) {
      const part = this.attend(weights, vqk, head, rows);
      parts.push(part);
      for (let q = 0; q < rows; q++)
        for (let k = 0; k < rows; k++)
          for (let d = head * size; part[q * rows + k] && d < head * size + size; d++)
            attended[q * dim + d] += part[q * rows + k] * vqk[k * 3 * dim + d];
    }
    const middle = x.slice();
    multiply(middle, attended, weights, rows, dim, dim, places[`output.${i}`].at);
    const h2 = this.norm(middle, weights, places[`norm2.${i}`].at, rows);
    const up = this.array(rows, 2, dim);
    multiply(up, h2, weights, rows, dim, 2 * dim, places[`up.${i}`].at);
    for (let k = 0; k < up.length; k++) up[k] = Math.max(up[k], 0);
    const out = middle.slice();
    multiply(out, up, weights, rows, 2 * dim, dim, places[`down.${i}`].at);
    return { x, h1, vqk, parts, attended, middle, h2, up, out };
  }

  /** Returns the logits of a text, and what all layers have computed. */
  forward(weights, tokens) {
    const { dim, places } = this;
    const rows = tokens.length;
    let x = this.array(rows, dim);
    for (let i = 0; i < rows; i++)
      for (let d = 0; d < dim; d++)
        x[i * dim + d] =
          weights[places.embedding.at + tokens[i] * dim + d] + this.addedAt(weights, i, d);
    const records = [];
    for (let i = 0; i < this.layers; i++) {
      records.push(this.layer(weights, x, i, rows));
      x = records[i].out;
    }
    const h = this.norm(x, weights, places.norm.at, rows);
    const logits = this.array(rows, VOCABULARY);
    multiply(logits, h, weights, rows, dim, VOCABULARY, places.head.at);
    return { records, x, h, logits };
  }

  /** Returns the loss of each position: 0 where the target is -1. */
  losses(logits, targets) {
    return Array.from(targets, (target, i) => {
      if (target < 0) return 0;
      const row = logits.subarray(i * VOCABULARY, (i + 1) * VOCABULARY);
      const top = Math.max(...row);
      return Math.log(row.reduce((sum, x) => sum + Math.exp(x - top), 0)) + top - row[target];
    });
  }

  /** Returns the sum of the losses of a text. */
  loss(weights, { tokens, targets }) {
    const { logits } = this.forward(weights, tokens);
    return this.losses(logits, targets).reduce((sum, x) => sum + x, 0);
  }

  /** Adds `weight` times the gradient of a text's loss to `gradient`, and returns the loss. */
  backward(weights, gradient, { tokens, targets }, weight) {
    const { dim, places } = this;
    const rows = tokens.length;
    const { records, x, h, logits } = this.forward(weights, tokens);
    const losses = this.losses(logits, targets);
    const dLogits = this.array(rows, VOCABULARY);
    for (let i = 0; i < rows; i++) {
      if (targets[i] < 0) continue;
      const own = logits[i * VOCABULARY + targets[i]];
      for (let k = 0; k < VOCABULARY; k++)
        dLogits[i * VOCABULARY + k] =
          weight *
          (Math.exp(logits[i * VOCABULARY + k] - own - losses[i]) - (k === targets[i] ? 1 : 0));
    }
    const dH = this.array(rows, dim);
    multiplyBack(dH, gradient, dLogits, h, weights, [rows, dim, VOCABULARY], places.head.at);
    let dX = this.array(rows, dim);
    this.normBack(dX, gradient, dH, x, weights, places.norm.at, rows);
    for (let i = this.layers; i--;) dX = this.layerBack(weights, gradient, dX, records[i], i, rows);
    for (let i = 0; i < rows; i++)
      for (let d = 0; d < dim; d++) {
        gradient[places.embedding.at + tokens[i] * dim + d] += dX[i * dim + d];
        if (this.scheme === 'learned')
          gradient[places.positions.at + this.rowAt(i) * dim + d] += dX[i * dim + d];
      }
    return losses.reduce((sum, each) => sum + each, 0);
  }

  /** Returns the gradient of a layer's input. dOut is the gradient of its output. */
  layerBack(weights, gradient, dOut, record, i, rows) {
    const { dim, places } = this;
    const { x, h1, vqk, attended, middle, h2, up } = record;
    const dUp = this.array(rows, 2, dim);
    multiplyBack(dUp, gradient, dOut, up, weights, [rows, 2 * dim, dim], places[`down.${i}`].at);
    for (let k = 0; k < up.length; k++) if (up[k] <= 0) dUp[k] = 0;
    const dH2 = this.array(rows, dim);
    multiplyBack(dH2, gradient, dUp, h2, weights, [rows, dim, 2 * dim], places[`up.${i}`].at);
    const dMiddle = dOut.slice();
    this.normBack(dMiddle, gradient, dH2, middle, weights, places[`norm2.${i}`].at, rows);
    const dAttended = this.array(rows, dim);
    const square = [rows, dim, dim];
    const { at } = places[`output.${i}`];
    multiplyBack(dAttended, gradient, dMiddle, attended, weights, square, at);
    const dVqk = this.array(rows, 3, dim);
    for (let head = 0; head < this.heads; head++)
      this.attendBack(dVqk, gradient, dAttended, vqk, record.parts[head], head, rows);
    this.rotate(dVqk, rows, -1);
    const dH1 = this.array(rows, dim);
    multiplyBack(dH1, gradient, dVqk, h1, weights, [rows, dim, 3 * dim], places[`vqk.${i}`].at);
    const dX = dMiddle.slice();
    this.normBack(dX, gradient, dH1, x, weights, places[`norm1.${i}`].at, rows);
    return dX;
  }

  attendBack(dVqk, gradient, dAttended, vqk, part, head, rows) {
    const { dim, size } = this;
    const from = head * size;
    for (let i = 0; i < rows; i++) {
      const dPart = this.array(rows);
      let mean = 0;
      for (let j = 0; j < rows; j++) {
        const p = part[i * rows + j];
        if (!this.sees(i, j)) continue;
        for (let d = from; d < from + size; d++) {
          dPart[j] += dAttended[i * dim + d] * vqk[j * 3 * dim + d];
          dVqk[j * 3 * dim + d] += p * dAttended[i * dim + d];
        }
        mean += p * dPart[j];
      }
      for (let j = 0; j < rows; j++) {
        if (!this.sees(i, j)) continue;
        const dScore = part[i * rows + j] * (dPart[j] - mean);
        if (this.scheme === 't5') {
          const bucket = bucketOf(j - i, this.causal);
          gradient[this.places.positions.at + bucket * this.heads + head] += dScore;
        }
        const d1 = dScore / Math.sqrt(size);
        for (let d = from; d < from + size; d++) {
          dVqk[i * 3 * dim + dim + d] += d1 * vqk[j * 3 * dim + 2 * dim + d];
          dVqk[j * 3 * dim + 2 * dim + d] += d1 * vqk[i * 3 * dim + dim + d];
        }
      }
    }
  }
}
