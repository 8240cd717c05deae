/*
 * Runs small graphs in onnxruntime-web, on wasm with one thread. Every run includes its copies of
 * inputs and outputs.
 */
import { FLOAT, INT32, INT64, model } from './onnx.js';

/** @param {NodeRequire} require */
export async function open(require) {
  const ort = require('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  return [
    {
      name: 'ort-web',
      beside: ['window'],
      ways: (kind, sizes, inputs) =>
        Promise.all(
          Object.entries(builders[kind](sizes, inputs)).map(([name, way]) =>
            session(ort, name, way),
          ),
        ),
    },
  ];
}

/**
 * Opens a session for a graph.
 * @param {any} ort
 * @param {string} name
 * @param {any} way a graph whose inputs contain their arrays
 */
async function session(ort, name, { inputs, outputs, nodes, constants }) {
  const opened = await ort.InferenceSession.create(model({ inputs, outputs, nodes, constants }), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  // onnxruntime-web leaves a global Worker, which one thread does not need. With this Worker,
  // jax-js would mistake Node for a browser.
  delete globalThis.Worker;
  const types = { [FLOAT]: 'float32', [INT32]: 'int32', [INT64]: 'int64' };
  const feeds = Object.fromEntries(
    inputs.map(([name, type, shape, array]) => [name, new ort.Tensor(types[type], array, shape)]),
  );
  let out;
  return {
    name,
    async run() {
      out = await opened.run(feeds);
    },
    read: () => outputs.map(([name]) => out[name].data),
    close: () => opened.release(),
  };
}

const whole = (name, ...values) => [
  name,
  INT64,
  [values.length],
  BigInt64Array.from(values, BigInt),
];
const scalar = (name, x) => [name, FLOAT, [], Float32Array.of(x)];

const builders = {
  sinusoidal: ([length, dim], { positions, frequencies, both, phases }) => ({
    stack: {
      inputs: [
        ['p', FLOAT, [length, 1], positions],
        ['f', FLOAT, [1, dim / 2], frequencies],
      ],
      outputs: [['out', FLOAT, [length, dim]]],
      nodes: [
        ['Mul', ['p', 'f'], ['a']],
        ['Sin', ['a'], ['s']],
        ['Cos', ['a'], ['c']],
        ['Unsqueeze', ['s', 'two'], ['s2']],
        ['Unsqueeze', ['c', 'two'], ['c2']],
        ['Concat', ['s2', 'c2'], ['sc'], { axis: 2 }],
        ['Reshape', ['sc', 'shape'], ['out']],
      ],
      constants: [whole('two', 2), whole('shape', length, dim)],
    },
    phase: {
      inputs: [
        ['p', FLOAT, [length, 1], positions],
        ['f', FLOAT, [1, dim], both],
        ['phase', FLOAT, [1, dim], phases],
      ],
      outputs: [['out', FLOAT, [length, dim]]],
      nodes: [
        ['Mul', ['p', 'f'], ['a']],
        ['Add', ['a', 'phase'], ['b']],
        ['Sin', ['b'], ['out']],
      ],
    },
  }),

  ropeTable: ([length, dim], { positions, frequencies }) => ({
    direct: {
      inputs: [
        ['p', FLOAT, [length, 1], positions],
        ['f', FLOAT, [1, dim / 2], frequencies],
      ],
      outputs: [
        ['c', FLOAT, [length, dim / 2]],
        ['s', FLOAT, [length, dim / 2]],
      ],
      nodes: [
        ['Mul', ['p', 'f'], ['a']],
        ['Cos', ['a'], ['c']],
        ['Sin', ['a'], ['s']],
      ],
    },
  }),

  addPositional: ([length, dim], { x, table }) => ({
    direct: {
      inputs: [
        ['x', FLOAT, [length, dim], x],
        ['t', FLOAT, [length, dim], table],
      ],
      outputs: [['out', FLOAT, [length, dim]]],
      nodes: [['Add', ['x', 't'], ['out']]],
    },
  }),

  applyRope([length, heads, dim, layout], { x, cos, sin }) {
    const half = layout === 'half';
    const shape = [length, heads, ...(half ? [2, dim / 2] : [dim / 2, 2])];
    const axis = half ? 2 : 3;
    const table = [length, 1, ...(half ? [1, dim / 2] : [dim / 2, 1])];
    return {
      RotaryEmbedding: {
        inputs: [
          ['x', FLOAT, [1, length, heads * dim], x],
          ['p', INT64, [1, length], BigInt64Array.from({ length }, (_, i) => BigInt(i))],
          ['c', FLOAT, [length, dim / 2], cos],
          ['s', FLOAT, [length, dim / 2], sin],
        ],
        outputs: [['out', FLOAT, [1, length, heads * dim]]],
        nodes: [
          [
            'RotaryEmbedding',
            ['x', 'p', 'c', 's'],
            ['out'],
            { interleaved: half ? 0 : 1 },
            'com.microsoft',
          ],
        ],
      },
      split: {
        inputs: [
          ['x', FLOAT, shape, x],
          ['c', FLOAT, table, cos],
          ['s', FLOAT, table, sin],
        ],
        outputs: [['out', FLOAT, shape]],
        nodes: [
          ['Split', ['x'], ['u', 'v'], { axis }],
          ['Mul', ['u', 'c'], ['uc']],
          ['Mul', ['v', 's'], ['vs']],
          ['Mul', ['u', 's'], ['us']],
          ['Mul', ['v', 'c'], ['vc']],
          ['Sub', ['uc', 'vs'], ['left']],
          ['Add', ['us', 'vc'], ['right']],
          ['Concat', ['left', 'right'], ['out'], { axis }],
        ],
      },
    };
  },

  alibiBias: ([heads, queries, keys], { slopes, queryPositions, keyPositions }) => ({
    direct: {
      inputs: [
        ['slopes', FLOAT, [heads, 1, 1], slopes],
        ['q', FLOAT, [queries, 1], queryPositions],
        ['k', FLOAT, [1, keys], keyPositions],
      ],
      outputs: [['out', FLOAT, [heads, queries, keys]]],
      nodes: [
        ['Sub', ['q', 'k'], ['d']],
        ['Abs', ['d'], ['n']],
        ['Neg', ['n'], ['m']],
        ['Mul', ['slopes', 'm'], ['out']],
      ],
    },
  }),

  addAlibi(sizes, inputs) {
    const { direct } = builders.alibiBias(sizes, inputs);
    const nodes = direct.nodes.map(([type, from, to]) => [
      type,
      from,
      to[0] === 'out' ? ['bias'] : to,
    ]);
    return {
      direct: {
        ...direct,
        inputs: [...direct.inputs, ['scores', FLOAT, sizes, inputs.scores]],
        nodes: [...nodes, ['Add', ['scores', 'bias'], ['out']]],
      },
    };
  },

  t5Buckets: ([queries, keys], { queryPositions, keyPositions }) => ({
    direct: {
      inputs: [
        ['q', FLOAT, [queries, 1], queryPositions],
        ['k', FLOAT, [1, keys], keyPositions],
      ],
      outputs: [['out', INT32, [queries, keys]]],
      nodes: [
        ['Sub', ['k', 'q'], ['r']],
        ['Abs', ['r'], ['n']],
        ['Div', ['n', 'eight'], ['n8']],
        ['Log', ['n8'], ['log']],
        ['Mul', ['log', 'scale'], ['steps']],
        ['Floor', ['steps'], ['floor']],
        ['Add', ['floor', 'eight'], ['far']],
        ['Min', ['far', 'last'], ['most']],
        ['Less', ['n', 'eight'], ['near']],
        ['Where', ['near', 'n', 'most'], ['bucket']],
        ['Greater', ['r', 'zero'], ['after']],
        ['Where', ['after', 'side', 'zero'], ['offset']],
        ['Add', ['bucket', 'offset'], ['float']],
        ['Cast', ['float'], ['out'], { to: INT32 }],
      ],
      constants: [
        scalar('eight', 8),
        scalar('scale', 8 / Math.log(16)),
        scalar('last', 15),
        scalar('side', 16),
        scalar('zero', 0),
      ],
    },
  }),
};
