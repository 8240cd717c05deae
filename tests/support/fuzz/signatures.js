/*
 * Lists for each public function a call that it accepts, as recipes for its arguments. A recipe
 * describes a value as plain data. `draw` gives the sizes and makes the recipes of arrays, lists
 * and objects. A key of SIGNATURES has the name of a function, its parameters, `|`, and the options
 * that the call needs. All other options may be left out.
 */
import { describeModel } from '../../../web/index.js';
import { configs } from '../../inspect/tools.js';
import { ARRAY_FORMS, LIST_FORMS, OBJECT_FORMS } from './worlds.js';

const value = (it) => ({ is: 'value', value: it });

/** Makes recipes, with forms and numbers that depend on a seed. */
export class Draw {
  /** @param {{sizes: number[], seed: number, forms: number[]}} spec */
  constructor({ sizes, seed, forms }) {
    const [heads, queries, keys, headDim, length, dim, batch, other] = sizes;
    Object.assign(this, { heads, queries, keys, length, dim, batch, other });
    this.headDim = headDim;
    this.state = seed;
    this.forms = forms;
    this.made = 0;
  }

  /** Returns a number from 0 to 1. If the seed is 0, it is always 0. */
  next() {
    this.state = (Math.imul(this.state, 48271) >>> 0) % 2147483647;
    return this.state / 2147483647;
  }

  pick(...words) {
    return words[Math.floor(this.next() * words.length)];
  }

  word = (...words) => value(this.pick(...words));
  number = (...numbers) => value(this.pick(...numbers));
  flag = () => value(this.pick(false, true));

  /** Returns the form of the next array, list or object. `names` are the forms that it may have. */
  form(names = LIST_FORMS) {
    const form = this.forms.length ? this.forms[this.made++ % this.forms.length] : 0;
    return names[form % names.length];
  }

  noise = (length, scale = 1) =>
    Array.from({ length: Math.max(0, length) }, () => Math.fround((2 * this.next() - 1) * scale));

  /** Returns the recipe of a typed array with these numbers. */
  typed = (kind, values) => ({ is: 'array', kind, values, form: this.form(ARRAY_FORMS) });
  f32 = (length, scale) => this.typed('Float32Array', this.noise(length, scale));
  i32 = (length) => this.typed('Int32Array', this.noise(length, 0));
  floats = (length) => this.typed(this.pick('Float32Array', 'Float64Array'), this.noise(length));

  /** Returns the recipe (see worlds.js) of a plain or a typed array with these numbers. */
  list = (values) => {
    const kinds = ['Array', 'Float64Array'];
    if (values.every(Number.isInteger)) kinds.push('Int32Array', 'Int16Array');
    const kind = this.pick(...kinds);
    return kind === 'Array'
      ? { is: 'list', items: values.map(value), form: this.form() }
      : this.typed(kind, values);
  };

  whole = (length, below) =>
    Array.from({ length: Math.max(0, length) }, () => Math.floor(this.next() * below));
  positions = (length) =>
    this.list(
      this.pick(this.whole(length, 99), this.noise(length, 9), this.whole(length, 3)).slice(),
    );
  positive = (length) => this.list(this.noise(length).map((x) => Math.abs(x) + 0.25));
  object = (entries) => ({ is: 'object', entries, form: this.form(OBJECT_FORMS) });
}

const MODELS = Object.values(configs).map((config) => describeModel(config));

const start = (d) => d.number(0, 1, 2.5, -3, 1000);
const base = (d) => d.number(10000, 1, 7, 500000);
const dtype = (d) => d.pick('float32', 'float64', 'float16', 'bfloat16');
const KINDS = { float32: 'Float32Array', float64: 'Float64Array' };
const kindOf = (type) => KINDS[type] ?? 'Uint16Array';
const out = (d, length, type = 'float32') => d.typed(kindOf(type), d.noise(length));
const two = (d, name) => ({ is: 'list', items: [value(d[name]), value(d.other)], form: d.form() });

function scaling(d) {
  const own = value(d.pick(16, 64));
  const choices = {
    linear: { factor: value(4) },
    ntk: { factor: value(2) },
    dynamic: { factor: value(2), max_position_embeddings: value(8) },
    yarn: { factor: value(4), original_max_position_embeddings: own },
    llama3: {
      factor: value(8),
      low_freq_factor: value(1),
      high_freq_factor: value(4),
      original_max_position_embeddings: own,
    },
    longrope: {
      long_factor: d.positive(d.headDim).items ? d.list(Array(d.headDim).fill(2)) : d.list([]),
      short_factor: d.list(Array(d.headDim).fill(1)),
      original_max_position_embeddings: own,
    },
    proportional: { partial_rotary_factor: value(0.5) },
    default: { rope_theta: value(500) },
  };
  const type = d.pick(...Object.keys(choices));
  return d.object({ [d.pick('rope_type', 'type')]: value(type), ...choices[type] });
}

/**
 * Options of all functions that choose rotary frequencies. In these calls, d.headDim is the number
 * of pairs, so a head has 2 d.headDim elements.
 */
const frequencies = (d) => ({
  base: base(d),
  rotaryDim: value(2 * d.headDim),
  scaling: scaling(d),
  contextLength: d.number(0, 9, 100),
  maxPositions: d.number(8, 64),
  originalMaxPositions: d.number(8, 64),
  frequencies: d.list(d.noise(d.headDim)),
  divisors: d.positive(d.headDim),
  sections: d.list([d.headDim - (d.headDim >> 1), d.headDim >> 1]),
  sectioning: d.word('chunked', 'interleaved', 'axial'),
});

const xpos = (d) =>
  d.object({ of: d.word('queries', 'keys'), center: d.number(0, 4), scale: d.number(512, 9) });

const shape = (d) => ({
  heads: value(d.heads),
  queries: value(d.queries),
  keys: value(d.keys),
});
const pairs = (d) => d.heads * d.queries * d.keys;
const vectors = (d) => ({ ...shape(d), headDim: value(d.headDim) });
const queriesOf = (d) => d.f32(d.heads * d.queries * d.headDim);
const keysOf = (d) => d.f32(d.heads * d.keys * d.headDim);
const causal = (d) => ({ causal: d.flag(), out: out(d, pairs(d)) });
const small = (d, name) => Math.min(d[name], 4);

export const SIGNATURES = {
  'wavelengths dim |': (d) => ({ dim: value(d.dim), base: base(d) }),
  'sinusoidal length dim |': (d) => {
    const type = dtype(d);
    return {
      length: value(d.length),
      dim: value(d.dim),
      dtype: value(type),
      layout: d.word('interleaved', 'concatenated', 'fairseq'),
      base: base(d),
      start: start(d),
      positions: d.positions(d.length),
      precision: d.word('exact', 'float32'),
      out: out(d, d.length * d.dim, type),
    };
  },
  'sinusoidalPE maxLen d base |': (d) => ({
    maxLen: value(d.length),
    d: value(d.dim),
    base: base(d),
  }),
  'addPositional x table | length dim': (d) => ({
    x: d.f32(d.batch * d.length * d.dim),
    table: d.f32(d.length * d.dim + d.other),
    length: value(d.length),
    dim: value(d.dim),
  }),
  'addPositional embeddings pe |': (d) => {
    const row = (length) => (d.next() < 0.5 ? d.list(d.noise(length)) : d.floats(length));
    const rows = (count, length) => ({
      is: 'list',
      items: Array.from({ length: count }, () => row(length)),
      form: d.form(),
    });
    return { embeddings: rows(d.length, d.dim), pe: rows(d.length + 1, d.dim) };
  },
  'shiftMatrix dim offset |': (d) => ({
    dim: value(2 * d.dim),
    offset: start(d),
    base: base(d),
    convention: d.word('row', 'column'),
  }),
  'shiftRows x dim offset |': (d) => ({
    x: d.floats(d.length * 2 * d.dim),
    dim: value(2 * d.dim),
    offset: start(d),
    base: base(d),
    convention: d.word('row', 'column'),
  }),
  'learnedTable maxLength dim |': (d) => ({
    maxLength: value(d.length),
    dim: value(d.dim),
    init: d.word('normal', 'xavier'),
    std: d.number(0.02, 1, 0),
    seed: d.number(0, 1, 2 ** 32 - 1),
    out: out(d, d.length * d.dim),
  }),
  'lookup table dim positions |': (d) => {
    const table = d.floats((d.length + 1) * (d.dim + 1));
    return {
      table,
      dim: value(d.dim + 1),
      positions: d.list(d.whole(d.queries, d.length + 1)),
      offset: d.number(0, 0, 1),
      out: d.typed(table.kind, d.noise(d.queries * (d.dim + 1))),
    };
  },
  'ropeFrequencies headDim |': (d) => ({
    headDim: value(2 * d.headDim),
    ...frequencies(d),
    precision: d.word('exact', 'float32'),
  }),
  'ropeTable length headDim |': (d) => {
    const type = dtype(d);
    const part = () => out(d, d.length * d.headDim, type);
    return {
      length: value(d.length),
      headDim: value(2 * d.headDim),
      ...frequencies(d),
      xpos: xpos(d),
      start: start(d),
      positions: d.positions(d.length * d.pick(1, 1, 2)),
      dtype: value(type),
      precision: d.word('exact', 'float32'),
      out: d.object({ cos: part(), sin: part() }),
    };
  },
  'applyRope x | heads headDim': (d) => {
    const x = d.floats(d.batch * d.length * d.heads * 2 * d.headDim);
    const part = () => d.typed(x.kind, d.noise(d.headDim * d.length));
    return {
      x,
      heads: value(d.heads),
      headDim: value(2 * d.headDim),
      length: value(d.length),
      ...frequencies(d),
      layout: d.word('half', 'interleaved'),
      rotaryStart: d.number(0, 0, 2),
      rotaryHeads: value(d.heads),
      xpos: xpos(d),
      table: d.object({ cos: part(), sin: part() }),
      start: start(d),
      positions: d.list(d.whole(d.length * d.pick(1, 1, d.batch), d.length)),
      precision: d.word('exact', 'float32'),
      inverse: d.flag(),
    };
  },
  'swapRopeLayout x | headDim from to': (d) => ({
    x: d.floats(d.length * 2 * d.headDim),
    headDim: value(2 * d.headDim),
    rotaryDim: value(2 * (d.headDim >> 1)),
    rotaryStart: d.number(0, 2),
    from: d.word('half', 'interleaved'),
    to: d.word('interleaved', 'half'),
  }),
  'createRope | heads headDim length': (d) => ({
    heads: value(d.heads),
    keyHeads: value(1),
    headDim: value(2 * d.headDim),
    length: value(d.length),
    dtype: value(dtype(d)),
    layout: d.word('half', 'interleaved'),
    rotaryStart: d.number(0, 0, 2),
    rotaryHeads: value(1),
    ...frequencies(d),
    precision: d.word('exact', 'float32'),
  }),
  'createRopes model |': (d) => ({
    model: value(MODELS[Math.floor(d.next() * MODELS.length)]),
    length: value(d.length),
    axes: d.word('bshd', 'bhsd', 'shd'),
    contextLength: d.number(1, 64),
    dtype: value(dtype(d)),
    precision: d.word('exact', 'float32'),
  }),
  'rope.apply |': (d) => ({
    q: d.f32(d.length * 8),
    k: d.f32(d.length * 4),
    length: value(d.length),
    start: start(d),
    positions: d.positions(d.length),
    inverse: d.flag(),
    heads: value(2),
    keyHeads: value(1),
    headDim: value(4),
    layout: value('half'),
    rotaryDim: value(4),
    base: value(10000),
    scaling: scaling(d),
    contextLength: value(64),
    maxPositions: value(64),
  }),
  'arena.float32 length |': (d) => ({ length: value(d.length) }),
  'createArena bytes |': (d) => ({ bytes: value(d.length) }),
  'ready |': () => ({}),
  'useModule module |': () => ({ module: value(null) }),
  'gridPositions shape |': (d) => ({
    shape: two(d, 'length'),
    coordinates: d.word('index', 'dinov3'),
    normalize: d.word('separate', 'max', 'min'),
    start: d.pick(start(d), d.list(d.noise(2))),
    scale: d.pick(start(d), d.list(d.noise(2))),
  }),
  'ropeMixedTable positions frequencies |': (d) => {
    const type = dtype(d);
    const axes = 1 + (d.other % 4);
    const part = () => out(d, d.length * d.dim, type);
    return {
      positions: d.list(d.noise(d.length * axes, 9)),
      frequencies: d.list(d.noise(d.dim * axes)),
      axes: value(axes),
      dtype: value(type),
      out: d.object({ cos: part(), sin: part() }),
    };
  },
  'applyPope x | heads headDim': (d) => {
    const size = d.batch * d.length * d.heads * d.headDim;
    return {
      x: d.f32(size),
      heads: value(d.heads),
      headDim: value(d.headDim),
      length: value(d.length),
      base: base(d),
      start: start(d),
      positions: d.positions(d.length),
      phases: d.list(d.noise(d.heads * d.headDim)),
      layout: d.word('interleaved', 'concatenated'),
      out: out(d, 2 * size),
    };
  },
  'sinusoidal2d height width dim |': (d) => {
    const type = dtype(d);
    const prefix = d.pick(0, 1);
    const dim = 4 * small(d, 'dim');
    return {
      height: value(d.length),
      width: value(d.other),
      dim: value(dim),
      order: d.word('mae', 'timm'),
      prefix: value(prefix),
      dtype: value(type),
      base: base(d),
      start: start(d),
      scale: d.pick(start(d), d.list(d.noise(2))),
      out: out(d, (d.length * d.other + prefix) * dim, type),
    };
  },
  'sinusoidal3d frames height width dim |': (d) => {
    const type = dtype(d);
    const dim = 8 * small(d, 'dim');
    const frames = small(d, 'batch');
    return {
      frames: value(frames),
      height: value(d.length),
      width: value(d.other),
      dim: value(dim),
      dtype: value(type),
      base: base(d),
      start: start(d),
      scale: d.pick(start(d), d.list(d.noise(3))),
      out: out(d, frames * d.length * d.other * dim, type),
    };
  },
  'resizeGrid table from to dim |': (d) => {
    const prefix = d.pick(0, 1);
    const dim = small(d, 'dim') + 1;
    const [height, width] = [small(d, 'length') + 1, small(d, 'other') + 1];
    const [rows, columns] = [small(d, 'queries') + 1, small(d, 'keys') + 1];
    return {
      table: d.f32((height * width + prefix) * dim),
      from: d.list([height, width]),
      to: d.list([rows, columns]),
      dim: value(dim),
      prefix: value(prefix),
      antialias: d.flag(),
      interpolateOffset: d.number(0, 0.1),
      out: out(d, (rows * columns + prefix) * dim),
    };
  },
  'timestepEmbedding timesteps dim |': (d) => {
    const type = dtype(d);
    return {
      timesteps: d.positions(d.length),
      dim: value(d.dim),
      flip: d.flag(),
      shift: d.number(0, 1),
      scale: d.number(1, 1000),
      maxPeriod: d.number(10000, 100),
      dtype: value(type),
      out: out(d, d.length * d.dim, type),
    };
  },
  'fourierFeatures coordinates bands |': (d) => {
    const type = dtype(d);
    const axes = 1 + (d.other % 3);
    return {
      coordinates: d.list(d.noise(d.length * axes)),
      bands: value(d.dim),
      axes: value(axes),
      spacing: d.word('octaves', 'linear'),
      maxResolution: d.number(10, 4),
      matrix: d.list(d.noise(d.dim * axes)),
      pi: d.flag(),
      layout: d.word('interleaved', 'concatenated'),
      dtype: value(type),
      out: out(d, d.length * d.dim * 2 * axes, type),
    };
  },
  'alibiSlopes heads |': (d) => ({
    heads: value(d.heads),
    rule: d.word('paper', 'geometric'),
    maxBias: d.number(8, 1),
    out: out(d, d.heads),
  }),
  'alibiBias heads queries keys |': (d) => ({
    ...shape(d),
    slopes: d.list(d.noise(d.heads)),
    maxBias: d.number(8, 1),
    ...causal(d),
  }),
  'addAlibi scores heads queries keys |': (d) => ({
    scores: d.f32(pairs(d) * d.batch),
    ...shape(d),
    slopes: d.list(d.noise(d.heads)),
    maxBias: d.number(8, 1),
    causal: d.flag(),
  }),
  't5Buckets queries keys |': (d) => ({
    queries: value(d.queries),
    keys: value(d.keys),
    bidirectional: d.flag(),
    buckets: d.number(32, 8, 2),
    maxDistance: d.number(128, 20),
    out: d.i32(d.queries * d.keys),
  }),
  't5Bias weights heads queries keys |': (d) => ({
    weights: d.f32(32 * d.heads),
    ...shape(d),
    bidirectional: d.flag(),
    buckets: value(32),
    maxDistance: d.number(128, 40),
    out: out(d, pairs(d)),
  }),
  'kerpleBias heads queries keys | p a': (d) => ({
    ...shape(d),
    form: d.word('log', 'power'),
    p: d.positive(d.heads),
    a: d.positive(d.heads),
    ...causal(d),
  }),
  'sandwichBias heads queries keys |': (d) => ({
    ...shape(d),
    dim: d.number(128, 4, 64),
    ...causal(d),
  }),
  'fireBias heads queries keys | w1 b1 w2 b2': (d) => ({
    ...shape(d),
    w1: d.f32(d.dim + 1),
    b1: d.f32(d.dim + 1),
    w2: d.f32((d.dim + 1) * d.heads),
    b2: d.f32(d.heads),
    c: d.number(0.1, 1),
    threshold: d.number(4, 512),
    epsilon: d.number(1e-6, 1),
    ...causal(d),
  }),
  'copePositions logits queries keys |': (d) => ({
    logits: d.f32(pairs(d), 3),
    queries: value(d.queries),
    keys: value(d.keys),
    maxPosition: d.number(2, 64),
    out: out(d, pairs(d)),
  }),
  'copeBias | logits q table heads queries keys headDim': (d) => ({
    logits: d.f32(pairs(d), 3),
    q: queriesOf(d),
    table: d.f32((d.other + 1) * d.headDim),
    ...vectors(d),
    scale: d.number(1, 0.5),
    out: out(d, pairs(d)),
  }),
  'shawBuckets queries keys |': (d) => ({
    queries: value(d.queries),
    keys: value(d.keys),
    maxDistance: d.number(2, 16),
    out: d.i32(d.queries * d.keys),
  }),
  'shawBias | q table heads queries keys headDim maxDistance': (d) => ({
    q: queriesOf(d),
    table: d.f32((2 * d.other + 1) * d.headDim),
    ...vectors(d),
    maxDistance: value(d.other),
    scale: d.number(1, 0.5),
    ...causal(d),
  }),
  'shawValues | weights table heads queries keys headDim maxDistance': (d) => ({
    weights: d.f32(pairs(d)),
    table: d.f32((2 * d.other + 1) * d.headDim),
    output: queriesOf(d),
    ...vectors(d),
    maxDistance: value(d.other),
    out: queriesOf(d),
  }),
  'xlnetTable queries keys dim |': (d) => {
    const type = dtype(d);
    return {
      queries: value(d.queries),
      keys: value(d.keys),
      dim: value(2 * d.dim),
      bidirectional: d.flag(),
      backward: d.flag(),
      clamp: d.number(0, 3),
      base: base(d),
      dtype: value(type),
      precision: d.word('exact', 'float32'),
      out: out(d, (d.queries + d.keys) * 2 * d.dim, type),
    };
  },
  'transformerXLBias | q v table heads queries keys headDim': (d) => ({
    q: queriesOf(d),
    v: d.f32(d.heads * d.headDim),
    table: d.f32(d.keys * d.heads * d.headDim),
    ...vectors(d),
    bidirectional: d.flag(),
    clamp: value(d.keys + 1),
    scale: d.number(1, 0.5),
    out: out(d, pairs(d)),
  }),
  'debertaBuckets queries keys |': (d) => ({
    queries: value(d.queries),
    keys: value(d.keys),
    buckets: d.number(4, 256),
    maxDistance: d.number(8, 512),
    out: d.i32(d.queries * d.keys),
  }),
  'debertaBias | q k keyTable queryTable heads queries keys headDim buckets maxDistance': (d) => ({
    q: queriesOf(d),
    k: keysOf(d),
    keyTable: d.f32(8 * d.heads * d.headDim),
    queryTable: d.f32(8 * d.heads * d.headDim),
    ...vectors(d),
    buckets: value(4),
    maxDistance: value(8),
    scale: d.number(1, 0.5),
    positionScale: d.number(1, 0.5),
    out: out(d, pairs(d)),
  }),
  'swinIndex height width |': (d) => ({
    height: value(small(d, 'length')),
    width: value(small(d, 'other')),
    out: d.i32((small(d, 'length') * small(d, 'other')) ** 2),
  }),
  'swinBias table heads height width |': (d) => {
    const [height, width] = [small(d, 'length') + 1, small(d, 'other') + 1];
    return {
      table: d.f32((2 * height - 1) * (2 * width - 1) * d.heads),
      heads: value(d.heads),
      height: value(height),
      width: value(width),
      out: out(d, d.heads * (height * width) ** 2),
    };
  },
  'swinV2Coordinates height width |': (d) => {
    const [height, width] = [d.length + 1, d.other + 1];
    return {
      height: value(height),
      width: value(width),
      pretrained: d.list([height + 1, width + 2]),
      out: out(d, (2 * height - 1) * (2 * width - 1) * 2),
    };
  },
  'swinV2Table heads height width | w1 b1 w2': (d) => {
    const [height, width] = [small(d, 'length') + 1, small(d, 'other') + 1];
    return {
      heads: value(d.heads),
      height: value(height),
      width: value(width),
      w1: d.f32(2 * d.dim),
      b1: d.f32(d.dim),
      w2: d.f32(d.dim * d.heads),
      pretrained: d.list([height + 1, width + 2]),
      out: out(d, (2 * height - 1) * (2 * width - 1) * d.heads),
    };
  },
  'attentionTemperature length |': (d) => ({
    length: value(d.length),
    start: start(d),
    positions: d.positions(d.length),
    beta: d.number(0.1, 1),
    floor: d.number(8192, 4),
    out: out(d, d.length),
  }),
  'attention | q k v heads queries keys headDim': (d) => ({
    q: queriesOf(d),
    k: keysOf(d),
    v: keysOf(d),
    ...vectors(d),
    bias: d.f32(pairs(d)),
    causal: d.flag(),
    scale: d.number(1, 0.5),
    out: d.object({ weights: out(d, pairs(d)), output: queriesOf(d) }),
  }),
  'similarity table length dim |': (d) => ({
    table: d.floats(d.length * d.dim),
    length: value(d.length),
    dim: value(d.dim),
    metric: d.word('cosine', 'dot', 'euclidean'),
    out: out(d, d.length ** 2),
  }),
  'colorize values palette |': (d) => ({
    values: d.floats(d.length),
    palette: d.typed(d.pick('Uint8Array', 'Uint8ClampedArray'), d.whole(8, 255)),
    min: value(-1),
    max: value(2),
    out: d.typed('Uint8ClampedArray', d.whole(4 * d.length, 9)),
  }),
  'describeModel config |': (d) => ({
    config: configRecipe(d, configs[d.pick(...Object.keys(configs))]),
  }),
  'positionsFromMask mask batch length |': (d) => {
    const size = d.batch * d.length;
    const mask = d.whole(size, 2);
    return {
      mask: d.pick(d.list(mask), d.typed('BigInt64Array', mask)),
      batch: value(d.batch),
      length: value(d.length),
      start: d.pick(d.number(0, 5), d.list(d.whole(d.batch, 9))),
      pad: d.number(0, 1, -1),
      sequences: d.list(d.whole(size, 3)),
      out: d.i32(size),
    };
  },
  'mropePositions segments |': (d) => {
    const sides = () => d.list(d.whole(3, 3));
    const segment = () =>
      d.pick(
        () => d.object({ text: value(d.queries) }),
        () => d.object({ image: sides() }),
        () => d.object({ video: sides(), secondsPerGrid: d.number(1, 0.5) }),
      )();
    const items = Array.from({ length: d.length }, segment);
    return {
      segments: { is: 'list', items, form: d.form() },
      start: d.number(0, 7),
      tokensPerSecond: d.number(2, 0.5),
    };
  },
  'identify table length dim |': (d) => {
    const [length, dim] = [small(d, 'length') + 1, small(d, 'dim') + 1];
    return { table: d.floats(length * dim), length: value(length), dim: value(dim) };
  },
};

/** Returns the recipe of JSON data. */
function configRecipe(d, data) {
  if (typeof data !== 'object' || data === null) return value(data);
  if (Array.isArray(data))
    return { is: 'list', items: data.map((item) => configRecipe(d, item)), form: d.form() };
  const entries = Object.entries(data).map(([name, item]) => [name, configRecipe(d, item)]);
  return d.object(Object.fromEntries(entries));
}
