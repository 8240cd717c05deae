/** pe-similarity 的全部文字。 */
import { apartText, fixed } from '../../figures/chassis/format.js';
import { measureTexts, valueText } from '../../figures/similarity/measure-text.js';

export const heading = '更近的位置不一定更像';
export const topic = '两个位置有多像？';

export const labels = {
  metric: '度量',
  dim: '维数',
  base: '底数',
  length: '位置数',
  offset: '间距 k',
  position: '第一个位置',
};

export const names = { metric: ['余弦', '点积', '欧氏距离'] };

/** 句子里的度量名称。 */
const MEASURES = { cosine: '余弦相似度', dot: '点积', euclidean: '欧氏距离' };

export const presets = [
  ['23 处的低谷', { metric: 'cosine', dim: 128, length: 64, offset: 23 }],
  ['47 处的低谷', { metric: 'cosine', dim: 128, length: 64, offset: 47 }],
  ['8 维', { dim: 8 }],
  ['512 维', { dim: 512 }],
];

export const arrows = [
  ['← →', '间距加一或减一'],
  ['↑ ↓', '两个位置一起前进或后退，间距不变'],
  ['Home, End', '选择最小或最大的间距'],
];
export const keyLabels = { c: '换下一种度量：余弦、点积或欧氏距离' };

export const labelsOnPicture = {
  matrix: '每个位置和其他位置比较',
  measure: MEASURES,
  separation: '间距 k',
  bold: () => '粗线：更远却更像',
  value: (separation, value) => `${separation}：${value}`,
  unrelated: ({ state: { metric, dim }, unit }) =>
    metric === 'euclidean' ? `无关：√${dim} = ${fixed(unit, 2)}` : '无关：0',
  bars: (wide) =>
    wide
      ? '每个维度对转角的余弦，从快到慢；平均值就是余弦相似度'
      : '每个维度对转角的余弦，从快到慢',
  unfinished: (unfinished, pairs, length) =>
    `${length} 个位置内，${pairs} 个中有 ${unfinished} 个没转完一圈`,
  scale: {
    same: '0 相同',
    zero: '0',
    unrelatedZero: '0 无关',
    unrelated: (dim) => `√${dim} 无关`,
    opposite: (unit) => `${fixed(-unit, 0)} 相反`,
  },
};

export function caption(model, covered) {
  const { state, values, rivals, least } = model;
  const { position, offset, metric } = state;
  const [chosen, rival] = measureTexts(model);
  const own = [
    '位置 ',
    ['you', String(position)],
    ' 和 ',
    ['you', String(position + offset)],
    ` 相距 ${offset}。它们的${MEASURES[metric]}是 `,
    ['b', chosen],
    '，整条对角线上都一样。',
  ];
  if (covered) return own;
  return [
    ...own,
    ...rivalText(rivals[offset], rival),
    `最不像的两个位置相距 ${least}：`,
    ['b', valueText(values[least], metric)],
    metric === 'cosine' && values[least] > 0 ? '，仍大于 0。' : '。',
  ];
}

function rivalText(rival, value) {
  if (rival < 0) return ['离得更远的位置，都没有这么像。'];
  return ['相距 ', ['other', String(rival)], ` 的位置离得更远，却更像：${value}。`];
}

export function tables({ state, values, rivals, beaten }, covered) {
  const { metric, length, dim, offset } = state;
  // While the question is open, nothing beyond the chosen separation is shown.
  const [rows, columns] = covered ? [offset + 1, 2] : [length, 4];
  const name = MEASURES[metric];
  return [
    {
      name: `各间距的${name}，${dim} 维`,
      columns: ['间距', name, '更大却更像的间距个数', '其中最像的'].slice(0, columns),
      rows,
      row: (k) => [k, values[k], beaten[k], rivals[k] < 0 ? '无' : rivals[k]].slice(0, columns),
      show: (value, column) => (column === 1 ? fixed(value, 4) : String(value)),
    },
  ];
}

export const questionTexts = {
  ask: '教程都说，位置越近越像。哪个位置更像位置 0？',
  options: [
    ['47', '位置 47，它更近', '这是位置 47 的相似度。再看看位置 50。'],
    ['50', '位置 50，它更远'],
    [
      'same',
      '都不像：两个相似度都已经降到 0',
      '都不是 0：慢的维度对几乎还没转，所以所有位置都还有几分像。',
    ],
  ],
  watch: '点移向 47。注意看曲线：它在 50 处更高吗？',
  surprise: ({ values }) => apartText([values[50], values[47]], 4).join(' > '),
  because: ({ state, values, least, unfinished }) => [
    '前一个数属于位置 50，后一个属于位置 47。' +
      '每个维度对有自己的转速，所以相似度是一波一波下降的。' +
      '但它不会降到 0。' +
      `在 ${state.length} 个位置内，${state.dim / 2} 个维度对中有 ${unfinished} 个转不完一圈。` +
      `有它们在，相似度就不低于 ${fixed(values[least], 3)}。`,
  ],
};

export function describe(model, covered) {
  const { metric, position, offset } = model.state;
  const rival = model.rivals[offset];
  const [chosen, farther] = measureTexts(model);
  const own =
    `位置 ${position} 和 ${position + offset} 相距 ${offset}。` +
    `它们的${MEASURES[metric]}是 ${chosen}。`;
  if (covered) return own;
  return [
    own,
    rival < 0
      ? '离得更远的位置，都没有这么像。'
      : `相距 ${rival} 的位置离得更远，却更像：${farther}。`,
  ].join('');
}

export const gameTexts = {
  heading: '找反例',
  task:
    '比较两个间距。如果较大的那个反而更像，较小的就输了。' +
    '请找出会输的最小间距，再找出输得最多的间距。',
  none: '改变间距，直到有更大的间距赢了它。',
  found(model, gap) {
    const { rivals, first, largest } = model;
    const { offset, metric } = model.state;
    const rival = rivals[offset];
    const sign = metric === 'euclidean' ? '>' : '<';
    const [own, farther] = measureTexts(model);
    return [
      ['right', '✓ '],
      '间距 ',
      ['b', `${offset}`],
      ' 输给了间距 ',
      ['b', `${rival}`],
      `：${own} ${sign} ${farther}。`,
      offset === first ? '没有更小的间距会输。' : '',
      (offset === largest ? '这就是最大的差距：' : '你找到的最大差距：') +
        `${valueText(gap, metric)}。`,
    ];
  },
};
