/** pe-combine 的全部文字。 */
import { fixed, grouped, scientific } from '../../figures/chassis/format.js';
import { POSITIONS, SPREADS, WORDS } from '../../figures/combine/model.js';
import { RIDGES } from '../../figures/combine/probe.js';

export const heading = '位置章太长，就盖住了短的词向量';
export const topic = '词加上位置章，还读得出什么？';

export function headingOf({ state, chosen }) {
  if (state.mode === 'concat') return '并排放，什么都不会丢';
  if (chosen.readWord !== chosen.token) return null;
  return chosen.readPosition === chosen.position
    ? '长度相当，词和位置章就都读得出'
    : '词向量太长，就盖住了位置章';
}

export const labels = {
  query: '选中的词',
  scaled: '词乘以 √维数',
  mode: '改为并排',
  std: '词的标准差',
  dim: '维数',
  start: '首词的位置',
  width: '模型的维数',
  heads: '头数',
  layers: '层数',
  measured: '距离已量好',
};

export const arrows = [
  ['← →', '选择前一个或后一个词'],
  ['↑ ↓', '拉长或缩短词向量'],
  ['Home, End', '选择第一个或最后一个词'],
];

export const keyLabels = {
  x: '词乘以 √维数，或不乘',
  c: '位置章和词相加，或放在词旁边',
  m: '再量一次',
  plus: '句子往后移一个位置',
  minus: '句子往回移一个位置',
};

const asked = { std: '0.1', scaled: false };

export const presets = [
  ['短的词向量', { ...asked, mode: 'add' }],
  ['词 × √维数', { std: '0.1', scaled: true, mode: 'add' }],
  ['词向量减半 × √维数', { std: '0.05', scaled: true, mode: 'add' }],
  ['并排', { ...asked, mode: 'concat' }],
];

export const percent = (share, digits = 1) => `${fixed(100 * share, share === 1 ? 0 : digits)}%`;
const ridgeText = (ridge) => scientific(ridge, 0).replace('1×', '');

export const names = [
  '狗,咬,人,猫,鸟,鱼,树,房子,月亮,河,红,老,大,小,跑,睡',
  '看,吃,喜欢,听,这,一,和,不,现在,这里,她,他,他们,我们,路,面包',
].flatMap((list) => list.split(','));

export const labelsOnPicture = {
  word: '词',
  place: '位置',
  position: (position) => `位置 ${position}`,
  strips: (word, position, { mode, scaled, dim }) => [
    scaled ? `${word} × √${dim}` : word,
    `${mode === 'add' ? '+ ' : '和'}位置 ${position}`,
    mode === 'add' ? '= 总和' : '= 并排',
  ],
  numbers: ({ dim, mode }) =>
    mode === 'add' ? `各 ${dim} 个数，用颜色表示` : `各 ${dim} 个数，并排 ${2 * dim} 个`,
  length: '长度',
  wordRuler: (beside) => ({
    title: '还读得出词吗？',
    circles: `圆圈：全部 ${WORDS.length} 个词`,
    from: beside ? '左半边' : '总和',
  }),
  positionRuler: (beside) => ({
    title: '还读得出位置吗？',
    circles: `圆圈：全部 ${POSITIONS} 个位置章`,
    from: beside ? '右半边' : '总和',
  }),
  far: '更远',
  nearest: (name) => `最近：${name}`,
  yes: '✓',
  no: '✗',
  verdict: (isRight, name) => (isRight ? `读得出：最近的是${name}` : `读不出：最近的不是${name}`),
  measured: (text, distance) => `${text}（${fixed(distance, 2)}）`,
  shares: (beside) => (beside ? '如果相加，能读对多少' : '在所有的总和中读对多少'),
  byNearest: '取最近的',
  byProbe: '拟合矩阵',
  percent,
  chance: `瞎猜能对 ${percent(1 / WORDS.length)}。`,
  spread: '相加时，词的标准差',
};

const takenWord = ({ readWord }) => `“${names[readWord]}”`;

/** 说明从总和里读出了什么。 */
function found(reading) {
  const { word, token, position, readWord, readPosition } = reading;
  const hasWord = readWord === token;
  const hasPosition = readPosition === position;
  if (hasWord && hasPosition) return ['两样都读对了：“', ['you', word], `”和位置 ${position}。`];
  if (hasWord) return ['“', ['you', word], `”读对了。位置读错了：位置 ${readPosition} 的章更近。`];
  const lost = `”读错了：${takenWord(reading)}更近。`;
  if (hasPosition) return ['“', ['you', word], lost, `位置 ${position} 读对了。`];
  return ['“', ['you', word], lost, `位置也读错了：位置 ${readPosition} 的章更近。`];
}

/** 比较词和位置章的长度。 */
function compareLengths({ chosen: { lengths }, state: { dim } }) {
  const { word, stamp } = lengths;
  const [long, short] = word > stamp ? ['词向量', '位置章'] : ['位置章', '词向量'];
  const ratio = word > stamp ? word / stamp : stamp / word;
  const vectors = `看作 ${dim} 个数的向量，`;
  if (ratio < 1.25) return `${vectors}词向量和位置章差不多长。`;
  return `${vectors}${long}的长度是${short}的 ${fixed(ratio, ratio < 3 ? 1 : 0)} 倍。`;
}

export function caption(model, covered = false, beginner = false) {
  const { chosen, state } = model;
  const compared = compareLengths(model);
  if (covered)
    return [
      compared,
      `已知 ${WORDS.length} 个词和 ${POSITIONS} 个位置章。`,
      '我们量出每一个离总和有多远，再挑出最近的。',
    ];
  if (state.mode === 'concat')
    return [
      '并排放，什么也不丢：两半各自和自己的表比较。代价是向量有 ',
      ['b', `${2 * state.dim} 个数`],
      `，而不是 ${state.dim} 个。读取它的每个矩阵，也都要大一倍。`,
    ];
  return [compared, ...found(chosen), ...(beginner ? hint(model) : exact(model))];
}

/** 为什么减半也行，或者接下来可以试什么。 */
function hint({ state: { std, scaled } }) {
  if (!scaled) return ['现在把词向量乘以 √维数，再看看。'];
  if (std !== '0.05') return ['比一比三个词下面的对错。'];
  return ['相邻的位置章比两个词更相像，所以词向量可以比位置章短。', '许多别的长度也行。'];
}

/** 说明的结尾，带有精确的数字。 */
function exact({ chosen: { lengths }, shares: { nearest, probe } }) {
  return [
    '词向量长 ',
    ['you', fixed(lengths.word, 4)],
    `，位置章长 ${fixed(lengths.stamp, 4)}，总和长 ${fixed(lengths.sum, 4)}。方向不同，长度不能直接相加。`,
    `在全部 ${grouped(WORDS.length * POSITIONS)} 个总和中，取最近的词和位置章，词读对 `,
    ['b', percent(nearest.word)],
    '，位置读对 ',
    ['b', percent(nearest.position)],
    '。再用其中一半拟合一个矩阵（线性探针），去读另一半：词读对 ',
    ['b', percent(probe.word)],
    '，位置读对 ',
    ['b', percent(probe.position)],
    '。位置读对多少，还取决于拟合的一项设置（岭回归系数）：见表格。',
  ];
}

const lengthTable = ({ readings, state }) => ({
  name: state.mode === 'add' ? '词、位置章和它们的总和' : '词和位置章并排',
  answers: true,
  columns: [
    '词',
    '位置',
    '词向量长',
    '位置章长',
    '合起来的长度',
    '位置章长 / 词向量长',
    '读出的词',
    '读出的位置',
  ],
  rows: readings.length,
  row: (at) => {
    const { word, position, lengths, readWord, readPosition } = readings[at];
    const { word: own, stamp, sum } = lengths;
    return [word, position, own, stamp, sum, stamp / own, names[readWord], readPosition];
  },
  show: (value, column) =>
    typeof value === 'number' && column > 1 && column < 6 ? fixed(value, 4) : String(value),
});

const distanceTable = ({ chosen, state: { mode } }) => {
  const { words, stamps } = mode === 'add' ? chosen.added : chosen.apart;
  return {
    name: `离“${chosen.word}”与位置 ${chosen.position} ${mode === 'add' ? '的总和' : ''}有多远`,
    answers: true,
    columns: ['词', '距离', '位置', '距离'],
    rows: WORDS.length,
    row: (at) => [names[at], words[at], at, stamps[at]],
    show: (value, column) => (column % 2 ? fixed(Number(value), 4) : String(value)),
  };
};

const shareTable = ({ shares, spread, state }) => ({
  name: `读对的总和，每个有 ${state.dim} 个数`,
  answers: true,
  columns: ['读法', '相加时的标准差', '词读对', '位置读对'],
  rows: RIDGES.length + 1 + SPREADS.length,
  row: (at) => {
    if (at < RIDGES.length) {
      const { word, position } = shares.probes[at];
      return [`线性探针，岭回归系数 ${ridgeText(RIDGES[at])}`, spread, word, position];
    }
    const onCurve = at - RIDGES.length - 1;
    const { word, position } = shares.curve[onCurve] ?? shares.nearest;
    return ['取最近的', onCurve < 0 ? spread : SPREADS[onCurve], word, position];
  },
  show: (value, column) => {
    if (typeof value === 'string') return value;
    return column === 1 ? String(Number(value.toPrecision(3))) : percent(value);
  },
});

const tutorialTable = ({ tutorial: { word, stamp, sum, ratio } }) => ({
  name: '一篇热门教程的例子，文中说两者的长度相近',
  columns: ['词向量长', '位置章长', '总和长', '位置章长 / 词向量长'],
  rows: 1,
  row: () => [word, stamp, sum, ratio],
  show: (value, column) => fixed(Number(value), column === 3 ? 2 : 4),
});

/** 被测量的各个表的名称。 */
const sizeNames = {
  tutorial: '一篇教程的位置章',
  stamps: '这里的位置章',
  words: '这里的词',
  learned: '可学习的位置章，BERT 的初值',
  wide: '可学习的位置章，一篇教程的初值',
};

const sizeTable = ({ sizes }) => ({
  name: '数的大小：平均值² + 标准差² = 均方根²',
  columns: ['表', '平均值', '标准差', '均方根'],
  rows: sizes.length,
  row: (at) => {
    const { kind, rows, dim, mean, deviation, root } = sizes[at];
    return [`${sizeNames[kind]}, ${rows} × ${dim}`, mean, deviation, root];
  },
  show: (value) => fixed(Number(value), 4),
});

const costTable = ({ cost, state: { width, heads, layers } }) => ({
  name: `矩阵里有多少个数：${width} 维，${heads} 个头，${layers} 层`,
  columns: ['矩阵', '相加', '并排', '多出'],
  rows: 3,
  row: (at) => {
    const one = ['一个头的一个矩阵', cost.added, cost.concat, cost.concat - cost.added];
    const { more, moreInFirst } = cost;
    const first = ['第一层的 Q、K、V', moreInFirst, 2 * moreInFirst, moreInFirst];
    return [one, first, ['所有层的 Q、K、V', more, 2 * more, more]][at];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

export const tables = (model) => [
  lengthTable(model),
  distanceTable(model),
  shareTable(model),
  tutorialTable(model),
  sizeTable(model),
  costTable(model),
];

export const costTexts = {
  heading: '在大模型里，并排的代价',
  counts: ({ cost, state: { width, heads, layers } }) => [
    `比如一个模型有 ${grouped(width)} 维、${heads} 个头。位置章如果相加，一个头的一个矩阵有 `,
    ['b', grouped(cost.added)],
    ' 个数；如果放在词旁边，就有 ',
    ['b', grouped(cost.concat)],
    ` 个。${layers} 层的 Q、K、V 合起来，要多出 `,
    ['b', grouped(cost.more)],
    ' 个数。如果只有第一层读位置章，就多出 ',
    ['b', grouped(cost.moreInFirst)],
    ' 个。',
  ],
};

export const questionTexts = {
  ask:
    '一个词加上位置章，位置章的长度是词向量的七倍。模型只看得到总和。' +
    '我们在已知的词和位置章里，各找出离总和最近的一个。找得到什么？',
  options: [
    ['both', '词和位置都找得到', '要两样都找到，长度得相当。图中的词向量，现在是题目里的四倍长。'],
    ['word', '只找得到词', '只找到词，词向量得长得多。图中的词向量，现在是题目里的 40 倍长。'],
    ['position', '只找得到位置'],
  ],
  watch: '词和位置章变成圆圈，从总和出发：哪个词、哪个位置章最先停下？',
  surprise: ({ chosen }) => `“${chosen.word}”读成了${takenWord(chosen)}`,
  because: () => [
    '总和看起来就像位置章，离每个词都差不多远。' +
      '最早的 Transformer 先把词向量乘以 √维数，再相加。这样有用吗？',
  ],
};

export function describe(model, covered = false, beginner = false) {
  const { word, position, lengths } = model.chosen;
  const digits = beginner ? 1 : 4;
  const own = `“${word}”的词向量，长度是 ${fixed(lengths.word, digits)}`;
  const stamp = `位置 ${position} 的章，长度是 ${fixed(lengths.stamp, digits)}`;
  const read = found(model.chosen).map((piece) => (typeof piece === 'string' ? piece : piece[1]));
  const verdict = model.state.mode === 'concat' ? '并排放，两样都读得出。' : read.join('');
  return `${own}；${stamp}。${covered ? '' : verdict}`;
}
