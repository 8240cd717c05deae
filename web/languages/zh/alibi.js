/** pe-alibi 的全部文字。 */
import { distance, fixed } from '../../figures/chassis/format.js';
import { powerBelow } from '../../figures/alibi/model.js';
import { biasText, slopeText } from '../../figures/alibi/slope-text.js';

export const heading = '每个头往回看的远近不同';
export const topic = '注意力随距离减弱';

export const labels = {
  heads: '头数',
  rule: '斜率',
  head: '头',
  length: '长度',
  position: '查询位置',
  other: '键位置',
  causal: '因果掩码：遮住查询之后的键',
};

export const names = {
  rule: ['按论文', '等比'],
};

export const presets = [
  ['第 1 个头', { heads: 8, head: 1 }],
  ['第 8 个头', { heads: 8, head: 8 }],
  ['12 个头', { heads: 12, head: 9 }],
  ['32 个头', { heads: 32, head: 32 }],
];

export const arrows = [
  ['← →', '查询前进或后退一个位置'],
  ['↑ ↓', '选择上面或下面的头'],
  ['Home, End', '把查询移到第一个或最后一个位置'],
];

export const keyLabels = {
  '+': '增加一个头',
  '-': '减少一个头',
  x: '换成另一种斜率规则',
  c: '打开或关闭因果掩码',
  m: '把键移到查询的位置',
};

const halfText = (positions) => fixed(positions, 2);

export const labelsOnPicture = {
  head: '头',
  slope: '斜率 m，对数刻度',
  slopeShort: '斜率 m',
  halvesEvery: '权重减半的距离',
  tick: { paper: '短线：按等比规则的斜率', geometric: '短线：论文中的斜率' },
  hollow: (heads) => `空心：${2 * powerBelow(heads)} 个头的斜率，隔一个取一个`,
  masked: '已遮住：在查询之后',
  matrix: (head) => `头 ${head}：偏置 −m · 距离`,
  matrixShort: (head) => `头 ${head}：−m · 距离`,
  dashed: '虚线：权重减半',
  dashedShort: '虚线：减半',
  keyAcross: '键 →',
  queryDown: '查询 ↓',
  row: (position) => `所有得分相同时，查询 ${position} 的权重`,
  rowShort: '所有得分相同',
  own: (weight) => `1 = 查询给自己的权重（${fixed(weight, 4)}）`,
  ownShort: (weight) => `1 = 给自己的权重（${fixed(weight, 4)}）`,
  bracket: (half) => `每 ${halfText(half)} 个位置，权重减半`,
  bracketBeyond: (half) => `每 ${halfText(half)} 个位置，权重减半：太远，画不下`,
  key: '键',
};

const coveredCaption = ({ heads, head, position, other }) => [
  `共 ${heads} 个头，这是头 ${head}。位置 `,
  ['you', String(position)],
  ' 的词看位置 ',
  ['other', String(other)],
  ` 的词。它们相距 ${Math.abs(position - other)}。`,
];

export function caption(model, covered) {
  const { state, slopes, differ, rising } = model;
  const { heads, head } = state;
  if (covered) return coveredCaption(state);
  const parts = [
    `共 ${heads} 个头，头 ${head} 的斜率是 `,
    ['b', slopeText(slopes[head - 1])],
    '。',
    ...pairCaption(model),
  ];
  if (differ) parts.push(`两种规则相比，${heads} 个头里有 ${differ} 个斜率不同。`);
  if (rising.length)
    parts.push(
      `斜率不是一路变小：头 ${rising[0]} 又从 `,
      ['b', slopeText(slopes[rising[0] - 1])],
      ' 开始。',
    );
  return parts;
}

function pairCaption({ state, rows, weights }) {
  const { head, position, other, length, causal } = state;
  const row = (head - 1) * length;
  const query = ['you', String(position)];
  const key = ['other', String(other)];
  if (other === position) return ['位置 ', query, ' 的词看自己。距离是 0，得分不减。'];
  if (causal && other > position)
    return ['位置 ', query, ' 的词看不到位置 ', key, ' 的词，因为那个词在后面。'];
  const drop = biasText(Math.abs(rows[row + other]));
  const share = weights[row + other] / weights[row + position];
  return [
    '位置 ',
    query,
    ' 的词看位置 ',
    key,
    ` 的词。它们相距 ${Math.abs(position - other)}，所以得分减少 ${drop}。`,
    `位置 ${other} 的词得到的权重，是位置 ${position} 的词给自己的 `,
    ['b', distance(share, 3)],
    ' 倍。',
  ];
}

const weightText = (weight) => fixed(weight, 4);

const RULE_NAMES = { paper: '按论文', geometric: '等比' };

export function tables({ state, slopesByRule, slopes, halves, rows, weights }) {
  const { heads, rule, length, position, head } = state;
  const { paper, geometric } = slopesByRule;
  const start = (head - 1) * length;
  const own = weights[start + position];
  const showHead = [String, slopeText, halfText, slopeText, slopeText];
  const showKey = [String, slopeText, weightText, weightText];
  return [
    {
      name: `${heads} 个头的斜率`,
      answers: true,
      columns: ['头', '斜率', '权重减半的距离', '按论文', '等比'],
      rows: heads,
      row: (at) => [at + 1, slopes[at], halves[at], paper[at], geometric[at]],
      show: (value, column) => showHead[column](value),
    },
    {
      name: `查询 ${position}，头 ${head}，${RULE_NAMES[rule]}`,
      columns: ['键', '偏置', '权重', '权重 / 自己的权重'],
      rows: length,
      row: (key) => [key, rows[start + key], weights[start + key], weights[start + key] / own],
      show: (value, column) => showKey[column](value),
    },
  ];
}

/** 错误的列表中，最小的斜率。 */
const MISPRINTED = 1 / 2;

export const questionTexts = {
  ask: '有篇教程列出了 ALiBi 的 8 个头的斜率，从第一个头到最后一个头。' + '下面哪一组可能是对的？',
  options: [
    ['spread', '0.5, 0.25, … 0.0039'],
    ['close', '0.92, 0.84, … 0.5', '斜率都在 0.5 以上，每个头就只看得见附近几个词。'],
    ['either', '都可以：从大到小就行', '数值也重要：斜率决定一个头看得有多远。'],
  ],
  watch: '注意看权重：这个头能往回看多远？',
  surprise: ({ slopes }) => `斜率 ${slopeText(slopes[7])}`,
  because: ({ halves }) => [
    '这是最后一个头的斜率。' +
      `要隔 ${halfText(halves[7])} 个位置，权重才减半，所以它看得到整篇文本。` +
      `另一组中，最小的斜率是 ${fixed(MISPRINTED, 4)}。` +
      `那样的话，每隔 ${halfText(Math.LN2 / MISPRINTED)} 个位置，权重就减半，` +
      '8 个头就都只看得见近处的词。',
  ],
};

export function describe({ state, slopes, halves, rows, weights }, covered) {
  const { heads, head, position, other, length } = state;
  const apart = Math.abs(position - other);
  if (covered)
    return `共 ${heads} 个头，这是头 ${head}。查询 ${position} 和键 ${other} 相距 ${apart}。`;
  const at = (head - 1) * length + other;
  return (
    `共 ${heads} 个头，头 ${head} 的斜率是 ${slopeText(slopes[head - 1])}，` +
    `每 ${halfText(halves[head - 1])} 个位置，权重减半。` +
    `查询 ${position} 和键 ${other} 的` +
    `偏置是 ${biasText(rows[at])}，权重是 ${weightText(weights[at])}。`
  );
}
