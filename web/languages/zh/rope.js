/** pe-rope 的全部文字。 */
import { fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { firstWords } from '../../figures/chassis/words.js';
import { FINE, dimsOf, pairsOf } from '../../figures/rope/model.js';

export const heading = '按位置旋转，按距离比较';
export const topic = '词是会转动的箭头';

export const labels = {
  dim: '头的维数',
  base: '底数',
  position: '查询位置',
  other: '键位置',
  arrows: '显示的时钟数',
  hold: '键跟着查询走',
  pair: '维度对',
  weights: '训练时的配对',
  layout: '代码中的配对',
  permute: '重排权重以匹配代码',
  values: '值也旋转',
  seed: '示例',
  query: '你的查询',
  key: '你的键',
  far: '对数刻度',
};
export const vectorHint = 'x0 y0 x1 y1 …';

export const names = { layout: ['i 与 i + d/2', '2i 与 2i + 1'] };

export const arrows = [
  ['← →', '前进或后退一个位置'],
  ['↑ ↓', '选择更快或更慢的维度对'],
  ['Home, End', '跳到进度条的第一个或最后一个位置'],
];
export const keyLabels = {
  o: '让键跟着查询走，或留在原地',
  '+': '键往回移一个位置',
  '-': '键往后移一个位置',
  l: '更改代码中的配对方式',
  w: '更改训练时的配对方式',
  p: '重排权重以匹配代码，或撤销重排',
  v: '值也旋转，或只旋转查询和键',
  n: '换一个示例',
};

export const labelsOnPicture = {
  query: 'q',
  key: 'k',
  turning: (still, hold) => {
    if (still) return '词移动，箭头就转动';
    return hold ? '拖动 q：两个词一起移动；拖动 k：只动 k' : '拖动 q 或 k：只动它的词';
  },
  pairs: '维度对，从快到慢',
  computed: '✗ 算出的',
  trained: '✓ 训练时的',
  offset: '查询 − 键',
  score: (beginner) => (beginner ? '得分' : '得分 q · k'),
  sum: (beginner, count) => {
    if (count === 1) return '得分 = 夹角的余弦 × 两个长度之积';
    return `各${beginner ? '个时钟' : '维度对'}相加，就是得分`;
  },
  drift: (beginner) => (beginner ? '✓ 保持不变' : '得分漂移'),
  apart: ({ position, other, hold }, beginner) =>
    `相距 ${grouped(position - other)}${hold && !beginner ? '，保持' : ''}`,
  queryAt: (position, word) => `${word ? `“${word}”的` : ''}查询在 ${grouped(position)}`,
  keyAt: (position, word) => `${word ? `“${word}”的` : ''}键在 ${grouped(position)}`,
  circles: (narrow, values, mode) => {
    const circles = `${narrow ? '' : '每个维度对一个圆，'}从快到慢；虚线：未旋转`;
    return values ? `${circles}；${mode === 'dark' ? '白色' : '黑色'}：v` : circles;
  },
  dims: ([x, y], named) => `${named ? '维度 ' : ''}${x}, ${y}`,
  not: (score) => `✗ 不是 ${signed(score, 2)}`,
  driftValue: (held) => driftText(held),
  curve: (narrow) => (narrow ? '得分' : '每种间距的得分'),
};

const driftText = ({ low, high }) => scientific(high - low, 1);

/** 只有一个时钟，转满一圈就分不清距离。 */
function turnsText({ state, frequencies }) {
  const gap = Math.abs(state.position - state.other);
  const turns = (gap * frequencies[0]) / (2 * Math.PI);
  if (pairsOf(state) > 1 || turns < 1) return '';
  return (
    `走过 ${grouped(gap)} 个位置，这一个时钟要转 ${fixed(turns, 1)} 圈，角度会重复，` +
    '所以远处的词，得分可能和近处的一样高。多几个时钟，就能区分这些距离。'
  );
}

export function caption(model, covered, beginner) {
  const { position, other, pair } = model.state;
  const { frequencies, parts, held } = model;
  const hidden = covered && held.from < held.to;
  const [first, , last] = firstWords();
  const start = [
    `${beginner ? `“${last}”的` : ''}查询（query）在位置 `,
    ['you', grouped(position)],
    `，${beginner ? `“${first}”的` : ''}键（key）在位置 `,
    ['other', grouped(other)],
    '。',
  ];
  if (hidden) return [...start, '得分还剩多少？'];
  if (beginner)
    return [
      ...start,
      '两个箭头的夹角越小，得分越高：',
      ['b', signed(model.score, 2)],
      '。',
      held.from < held.to ? '两个词都移动了，夹角却没有变。' : turnsText(model),
    ];
  const radians = (place) => grouped(place * frequencies[pair], 2);
  return [
    ...start,
    `维度对 ${pair} 把它们分别旋转 ${radians(position)} 和 ${radians(other)} 弧度，` +
      `给得分加上 ${signed(parts[pair])}。`,
    ...scoreText(model),
    ...heldText(model),
    ...valueText(model),
  ];
}

function scoreText({ state: { dim }, score, wrong, mixed, trained, differ }) {
  const value = signed(score);
  if (wrong)
    return [
      ['wrong', '✗ '],
      '代码的配对方式和训练时不同。得分成了 ',
      ['b', value],
      `，本该是 ${signed(trained.score)}；${2 * dim} 个数里错了 ${differ} 个。`,
    ];
  if (mixed)
    return [
      ['right', '✓ '],
      '权重重排之后，得分是 ',
      ['b', value],
      `；${2 * dim} 个数里错了 ${differ} 个。`,
    ];
  return ['得分是 ', ['b', value], '。'];
}

function heldText({ held }) {
  if (held.from >= held.to) return [];
  return [
    '从位置 ',
    ['you', grouped(held.from)],
    ' 到 ',
    ['you', grouped(held.to)],
    '，得分漂移了 ',
    ['b', driftText(held)],
    '。',
  ];
}

function valueText({ state, moved }) {
  if (!state.values) return [];
  return [
    ['wrong', '✗ '],
    '从文本开头到这里，旋转把值移动了 ',
    ['b', fixed(moved)],
    '。不旋转的值不会移动。',
  ];
}

export const tables = (model) => [pairTable(model), offsetTable(model)];

const LAYOUT_NAMES = { half: '对半配对', interleaved: '相邻配对' };

function pairTable({ state, q, k, qTurned, kTurned, parts, frequencies }) {
  const { dim, position, other, layout } = state;
  return {
    name: `查询在 ${grouped(position)}、键在 ${grouped(other)} 时的维度对，${LAYOUT_NAMES[layout]}`,
    columns: [
      '维度对',
      '维度',
      '每个位置的弧度',
      'q，第一个数',
      'q，第二个数',
      '旋转后的 q，第一个数',
      '旋转后的 q，第二个数',
      'k，第一个数',
      'k，第二个数',
      '旋转后的 k，第一个数',
      '旋转后的 k，第二个数',
      '对得分的贡献',
    ],
    rows: dim / 2,
    row: (pair) => {
      const [x, y] = dimsOf(layout, dim, pair);
      const numbers = [q, qTurned, k, kTurned].flatMap((vector) => [vector[x], vector[y]]);
      return [pair, `${x}, ${y}`, frequencies[pair], ...numbers, parts[pair]];
    },
    show: (value, column) => {
      if (column === 0) return String(value);
      return column === 2 ? scientific(value, 4) : signed(value, 4);
    },
  };
}

const offsetTable = ({ offsets, curve, trainedCurve }) => ({
  name: '每种间距的得分',
  columns: ['间距', '得分', '训练时的得分'],
  rows: (offsets.length - 1) / FINE + 1,
  row: (at) => [offsets[at * FINE], curve[at * FINE], trainedCurve[at * FINE]],
  show: (value, column) => (column ? signed(value, 4) : grouped(value)),
});

export const questionTexts = {
  ask: '词移动时，它的箭头会转动。两个词一起往后移动 1,000 个位置。它们的得分还剩多少？',
  options: [
    ['less', '少一些：两个词都走远了', '箭头只转动，不会变短。请看两个箭头的夹角。'],
    ['other', '变成别的数：箭头指向了别处', '只移动一个词，得分才会变。现在两个词一起移动。'],
    ['all', '一点没少：得分不变'],
  ],
  watch: '注意看两个箭头的夹角，还有得分。',
  atStops: [
    ({ state, score }) =>
      `到了 ${state.position} 和 ${state.other}，箭头指向了别处。得分是 ${signed(score, 2)}。`,
  ],
  surprise: ({ held }) => `得分 ${signed(held.low, 2)} → ${signed(held.high, 2)}`,
  because: ({ added, held }) => [
    '两个箭头转过了同样的角度，而得分只看它们的夹角。',
    '如果把位置加上去，词和位置就混在一起：' +
      `移动前的得分是 ${signed(added.before, 2)}，而不是 ${signed(held.low, 2)}；` +
      `移动后是 ${signed(added.after, 2)}。`,
  ],
};

export function describe({ state, parts, score, held, wrong, trained }, covered) {
  const { position, other, pair } = state;
  const places = `查询在 ${grouped(position)}，键在 ${grouped(other)}，间距 ${grouped(position - other)}。`;
  if (covered && held.from < held.to) return places;
  return [
    places,
    `维度对 ${pair} 给得分加上 ${signed(parts[pair])}，总分 ${signed(score)}。`,
    ...(wrong ? [`按训练时的权重，得分应是 ${signed(trained.score)}。`] : []),
    ...(held.from < held.to
      ? [`从位置 ${grouped(held.from)} 起，得分漂移了 ${driftText(held)}。`]
      : []),
  ].join('');
}

export const presets = [
  ['1 个时钟', { arrows: 1 }],
  ['2 个时钟', { arrows: 2 }],
  ['所有时钟', { arrows: 32 }],
  ['相距 3', { position: 11, other: 8 }],
  ['一起往后移 1,000', { position: 1020, other: 1008, hold: true }],
];
