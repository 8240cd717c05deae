/** pe-schemes 的全部文字。 */
import { m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped } from '../../figures/chassis/format.js';
import { BUCKETS, SCHEMES, T5_BIAS } from '../../figures/schemes/model.js';

export const heading = '只看距离的方案到哪里都一样，而位置表有尽头';
export const topic = '同一个句子，六种方案';

/** 图最先显示的句子，词与词之间用空格隔开。 */
export const sentence = '今天 中午 有条 狗 咬 人 然后 人 咬 狗';
export const values = { tokens: sentence };

export const labels = {
  tokens: '你的词（用空格隔开）',
  back: '往回看',
  query: '查询（query）',
  scheme: '方案',
  length: '训练长度',
  start: '首词的位置',
  dim: '维数',
  heads: '头数',
  head: '显示的头',
};

export const presets = [
  ['在文本开头', { start: 0 }],
  ['在后面', { start: 40 }],
  ['过了 63', { start: 64 }],
];

/** 为了找某个词而造的头做什么。 */
const steps = '往回看';

export const schemeTexts = {
  none: {
    name: '无',
    does: '不分先后',
    kind: '没有',
    where: '哪里都不加',
    beyond: '没有位置，不受限制',
    models: 'Llama 4、SmolLM3 的部分层',
  },
  sinusoidal: {
    name: '正弦',
    does: steps,
    kind: '绝对',
    where: '加到词上，一次',
    beyond: '有定义，但没训练过：效果差',
    models: '2017 年的 Transformer',
  },
  learned: {
    name: '可学习',
    does: steps,
    kind: '绝对',
    where: '加到词上，一次',
    beyond: '没有那一行：报错',
    models: 'BERT、GPT-2、OPT、ViT',
  },
  rope: {
    name: 'RoPE',
    does: steps,
    kind: '相对',
    where: '每层旋转 q 和 k',
    beyond: '有定义：缩放后效果好',
    models: 'Llama、Mistral、Qwen、Gemma',
  },
  alibi: {
    name: 'ALiBi',
    does: '近处优先',
    kind: '相对',
    where: '每层加到得分上',
    beyond: '沿同一条直线：效果好',
    models: 'BLOOM、MPT',
  },
  t5: {
    name: 'T5',
    does: steps,
    kind: '相对',
    where: '每层加到得分上',
    beyond: '远距离共用一个桶：效果尚可',
    models: 'T5、mT5、UL2',
  },
};

export const names = {
  scheme: SCHEMES.map(({ key }) => schemeTexts[key].name),
};

export const arrows = [
  ['← →', '句子往回移或往后移一个位置'],
  ['↑ ↓', '选择上面或下面的方案'],
  ['Home, End', '跳到第一个或最后一个位置'],
];

export const keyLabels = {
  q: '让后一个词作查询',
  a: '让前一个词作查询',
};

export const noRow = ({ missing, state }) => `没有第 ${missing} 行：表到 ${state.length - 1} 为止`;

export const labelsOnPicture = {
  within: (last) => `位置 0 至 ${grouped(last)}`,
  beyond: (last) => `${grouped(last)} 之后`,
  covered: '先不显示，答完再看',
  enters: '位置加在哪里',
  entersShort: '加在',
  doors: { words: '词', qk: 'q, k', scores: '得分' },
  weight: '权重',
  change: '变化',
  points: '百分点',
  all: '100%',
  mark: '✓ 正确的词得到一半以上的权重',
  same: '不变',
  changed: '变了',
  gained: '比位置 0 时多',
  lost: '少',
  noRow,
};

/** 位置加到词上时，权重为什么会变。 */
const DISTURBED = '不过得分里还有词和位置章的乘积，每个位置都不同。';

const sees = {
  none: '没有位置，这个头就没法往回看。相同的词，权重也相同。',
  sinusoidal: `同一个旋转，从任何位置都能往回退。${DISTURBED}`,
  learned: `只要表里有前面那一行，就能退回去。${DISTURBED}`,
  rope: '查询往回转，只看距离。',
  alibi: '它偏爱近处的词，不管它们在哪里，并不专看某一个词。',
  t5: '这个距离有自己的偏置，只看距离。',
};

const points = (change) => `${fixed(100 * change, 1)} 个百分点`;

const UNTRAINED = '训练出来的头在这里可能失灵：它从没见过这个位置。';

const MAY_FAIL = ['sinusoidal', 'rope'];

const SINUSOIDAL = SCHEMES.findIndex(({ key }) => key === 'sinusoidal');

const presentWeight = (word, weight) => [
  '这里',
  ['other', `“${word}”`],
  `得到 ${fixed(100 * weight, 0)}% 的权重。`,
];

export function caption(model, covered, beginner) {
  const { state, words, target, weights, chosen, found, change, past } = model;
  const row = weights[chosen];
  const head = [
    '这个头是手工造的，没有训练。它要从“',
    ['you', words[state.query]],
    `”往回看 ${state.back} 个词，也就是看“`,
    ['other', words[target]],
    '”。',
    ['b', schemeTexts[state.scheme].name],
    '：',
  ];
  if (!row)
    return [
      ...head,
      model.covered ? labelsOnPicture.covered : ['wrong', `✗ ${noRow(model)}`],
      '。',
    ];
  if (covered) return [...head, ...presentWeight(words[target], row[target])];
  if (isAiming(state.scheme)) head.push(found[chosen] ? ['right', '✓ '] : ['wrong', '✗ ']);
  head.push(sees[state.scheme]);
  if (past && MAY_FAIL.includes(state.scheme)) head.push(UNTRAINED);
  if (beginner) return head;
  return [
    ...head,
    `这个词的权重是 ${fixed(100 * row[target], 1)}%。`,
    state.start ? `和位置 0 时相比，权重最多变化 ${points(change[chosen] ?? 0)}。` : '',
  ];
}

export const isAiming = (key) => schemeTexts[key].does === steps;

const inRow = (...parts) => m('math', m('mrow', ...parts));
const score = (...parts) => inRow(m('mtext', '得分'), mo('='), ...parts);
const product = (query, key) => m('mrow', query, mo('·'), key);
const plainKey = () => m('mrow', mo('('), mi('u'), mo('+'), mi('x'), mo(')'));
const plain = () => product(mi('u'), plainKey());
const ofWord = ({ words, target }) =>
  inRow(mi('x'), mo('='), m('mtext', `“${words[target]}”的向量`));
const ofRow = () => inRow(mi('u'), mo('='), rowAt('PE', 0));
const rowAt = (table, position) => m('mrow', mi(table), mo('['), mn(position), mo(']'));

function addedFormula({ state, target }, table) {
  const row = () => rowAt(table, state.start + target);
  return [score(product(row(), m('mrow', mo('('), row(), mo('+'), mi('x'), mo(')'))))];
}

const FORMULAS = {
  none: () => [score(plain())],
  sinusoidal: (model) => addedFormula(model, 'PE'),
  learned: (model) => addedFormula(model, 'E'),
  rope({ state, target }) {
    const turn = () => m('msub', mi('R'), mn(state.start + target));
    return [score(product(m('mrow', turn(), mi('u')), m('mrow', turn(), plainKey())))];
  },
  alibi: ({ slope, state }) => [score(plain(), mo('−'), mn(slope), mo('·'), mn(state.back))],
  t5: ({ bucket }) => [
    score(plain(), mo('+'), m('msub', mi('b'), mn(bucket)), mo('='), plain(), mo('+'), mn(T5_BIAS)),
  ],
};

export const formula = (model) => [
  ...FORMULAS[model.state.scheme](model),
  ...(isAdded(model.state.scheme) ? [] : [ofRow()]),
  ofWord(model),
];

const isAdded = (key) => key === 'sinusoidal' || key === 'learned';

export function tables(model) {
  const { state, weights, home } = model;
  return [
    weightsTable(model, weights, state.start),
    weightsTable(model, home, 0),
    schemesTable(model),
  ];
}

function weightsTable({ words }, rows, start) {
  return {
    name: `注意力权重，第一个词在位置 ${start}`,
    columns: ['键', '词', '位置', ...names.scheme],
    rows: words.length,
    row: (key) => [key, words[key], start + key, ...rows.map((row) => (row ? row[key] : ''))],
    show: (value, column) => (column < 3 ? String(value) : fixed(value, 4)),
  };
}

const COLUMNS = ['方案', '参数量', '最大变化', '类型', '加在哪里', '训练长度外', '使用者'];

function schemesTable({ change, parameters }) {
  return {
    name: '六种方案',
    answers: true,
    columns: COLUMNS,
    rows: SCHEMES.length,
    row(at) {
      const { name, kind, where, beyond, models } = schemeTexts[SCHEMES[at].key];
      return [name, parameters[at], change[at] ?? '', kind, where, beyond, models];
    },
    show: (value, column) => (column === 1 ? grouped(value) : fixed(value, 4)),
  };
}

export const questionTexts = {
  ask: '手工造的头里，往回看一个词的都带 ✓。过了位置\u00a063，哪些 ✓ 会消失？',
  options: [
    [
      'added',
      '正弦和可学习的位置表：两种都是加上去的',
      '正弦的 ✓ 还在：公式在每个位置都有值，这个头又是手工造的，不靠训练。',
    ],
    ['learned', '只有可学习的位置表'],
    ['none', '都不会：相邻的词没有变', '可学习的位置表到这里为止。它的下一行在哪里？'],
  ],
  watch: '注意看 ✓：哪些会消失？',
  atStops: [
    ({ state, words, change }) =>
      `位置 ${state.start} 至 ${state.start + words.length - 1}：可学习的位置表的最后几行。` +
      `正弦的权重变了 ${points(change[SINUSOIDAL] ?? 0)}。`,
  ],
  surprise: ({ missing }) => `没有第 ${missing} 行`,
  because: ({ state }) => [
    'RoPE、ALiBi 和 T5 看的是距离，所以权重到哪里都一样。' +
      `可学习的位置表到 ${state.length - 1} 为止。` +
      '正弦的权重会变，因为得分里还有词和位置章的乘积。' +
      '换成训练出来的头，不管用正弦还是 RoPE，到这里都可能失灵。',
    '训练出来的头没见过这些位置。' + `词和位置章的乘积处处不同，${state.length - 1} 之前也一样。`,
  ],
};

/** 更小的变化来自舍入。 */
const STILL = 0.0005;

/** 图下面的表，点一行就选中一种方案。 */
export const comparison = {
  caption:
    '六种方案并排比较。选一行，图中就突出显示它。词向量和可学习的位置表都是随机数，没有训练过。',
  columns: COLUMNS,
  cells({ state, change, parameters, covered }, at) {
    const { key } = SCHEMES[at];
    const { kind, where, beyond, models } = schemeTexts[key];
    const product = key === 't5' ? [state.heads, BUCKETS] : [state.length, state.dim];
    return [
      [grouped(parameters[at]), parameters[at] ? product.join(' × ') : ''],
      covered ? '–' : changeText(change[at], state.start),
      kind,
      where,
      covered ? '–' : beyond,
      models,
    ];
  },
};

function changeText(change, start) {
  if (change === null) return '✗ 无此行';
  if (!start) return '–';
  return change < STILL ? labelsOnPicture.same : points(change);
}

export const scenarioTexts = {
  title: '你会选哪一种？',
  next: '下一题',
  counter: (at, count) => `第 ${at} 题，共 ${count} 题`,
  right: (name) => `✓ ${name}。`,
  wrong: (name) => `✗ 不是最合适的：${name}。`,
};

export const scenarios = [
  {
    need: '给短文本分类。文本永远不会超过 512 个位置。',
    answer: 'learned',
    why: '没有文本会走到表的尽头，512 行也不费什么。BERT 就有这样一张表。',
    not: {
      sinusoidal: '它也行。但文本不会超过 512，模型不妨学自己的行。',
      rope: '它也行。但它在每一层都要旋转向量，而这些文本很短。',
      alibi: '它让远处的词不那么重要。这里每个词都可能重要。',
      t5: '它也行。但离得远的词共用一个桶。',
    },
  },
  {
    need: '一个聊天模型，在 8,192 个位置上训练，以后要扩展到 131,072。',
    answer: 'rope',
    why: '训练之后还能缩放它的频率，也没有表要加长。',
    not: {
      sinusoidal: '到 131,072 都有行。但其中大多数，训练中从没出现过。',
      learned: '它的表到 8,192 为止。新的每一行都得重新学。',
      alibi: '往回 100,000 个词，扣分太多，权重几乎为零。',
      t5: '所有远距离都挤在最后一个桶里。',
    },
  },
  {
    need: '一个模型，在 1,024 个位置上训练，不再训练就要用到 2,048 上。',
    answer: 'alibi',
    why: '它的偏置是一条直线。ALiBi 的论文报告的正是这种情形。',
    not: {
      sinusoidal: '它还有更多的行。但训练中没出现过的行，模型不会用。',
      learned: '它的表到 1,024 为止。',
      rope: '过了 1,024，慢的时钟会转到训练中没见过的角度。',
      t5: '它也行。但在 ALiBi 的论文里，它要花大约两倍的时间。',
    },
  },
  {
    need: '一个带编码器的文本到文本模型。每个头要自己学会，每个距离有多重要。',
    answer: 't5',
    why: '它给每个得分加上一个学来的数。每个头、每个距离桶各有一个。',
    not: {
      sinusoidal: '它没有任何东西可学。',
      learned: '它为每个位置学一行，而不是为每个距离学一个数。',
      rope: '它的角度是固定的。',
      alibi: '每个头的斜率是固定的。',
    },
  },
  {
    need: '第一堂课。方案不能有参数，要适用于任何位置，还要便于手算检查。',
    answer: 'sinusoidal',
    why: '什么都不用学，每个值就是一个正弦或余弦。',
    not: {
      learned: '它有参数，而且到最后一行为止。',
      rope: '它在每一层起作用，检查起来更难。',
      alibi: '它只降低得分，没有哪个位置有自己的值。',
      t5: '它有参数：每个头、每个桶各有一个数。',
    },
  },
];

export function describe(model) {
  const { state, words, weights, chosen, target, covered } = model;
  const { name } = schemeTexts[state.scheme];
  const row = weights[chosen];
  if (!row) return `${name}：${covered ? labelsOnPicture.covered : noRow(model)}。`;
  return (
    `${name}：位置 ${state.start + state.query} 的查询“${words[state.query]}”` +
    `把 ${Math.round(100 * row[target])}% 的权重给了“${words[target]}”。`
  );
}
