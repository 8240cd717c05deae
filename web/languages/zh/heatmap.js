/** pe-heatmap 的全部文字。 */
import { fixed, grouped, signed } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { columnOf, shareOfFirst } from '../../figures/heatmap/model.js';

export const heading = '一列属于一个时钟，一行就是一个位置';

export const labels = {
  length: '长度',
  dim: '维数',
  base: '底数',
  layout: '排列',
  dtype: '数值类型',
  position: '位置',
  other: '比较对象',
  dimension: '维度',
};

export const names = { layout: { interleaved: '交错', concatenated: '拼接' } };

export const presets = [
  ['正弦、余弦交替', { layout: 'interleaved', length: 64 }],
  ['先排全部正弦', { layout: 'concatenated', length: 64 }],
  ['512 个位置', { length: 512, position: 500 }],
];

export const arrows = [
  ['← →', '选择前一个或后一个维度'],
  ['↑ ↓', '前进或后退一个位置'],
  ['Home, End', '选择第一个或最后一个维度'],
];

export const keyLabels = {
  m: '用别的位置和当前位置比较',
  l: '换成另一种排列',
};

export const labelsOnPicture = {
  sines: '正弦',
  cosines: '余弦',
  dimension: '维度 →',
  dimensionInterleaved: '维度 →  正弦和余弦交错',
  position: '位置 ↓',
  column: (dimension) => `第 ${dimension} 列`,
  most: '+1',
  least: '−1',
  row: (place) => rowText(place),
  otherRow: (place) => `短线：${rowText(place)}`,
  sine: '正弦',
  cosine: '余弦',
  clock: (pair) => `时钟 ${pair}`,
};

/** 写出一行；位置后面的括号里是那里的词。 */
const rowText = (place) => place.replace(/^[\d,]+/, '第 $& 行');

const chosenValue = ({ state, table }) => table[state.position * state.dim + state.dimension];

const functionName = ({ state }) => (columnOf(state, state.dimension).cosine ? '余弦' : '正弦');

/** 说明最小和最大的数。 */
const extremesText = ({ extremes: { least, row, column, most } }) =>
  `最小的是 ${signed(least, 8)}，在第 ${row} 行第 ${column} 列；最大的是 ${signed(most, 8)}。`;

/** 两行的向量相差多远。 */
const apartText = ({ state, apart }) => [
  '第 ',
  ['you', String(state.position)],
  ' 行和第 ',
  ['other', String(state.other)],
  ` 行的向量相差 ${fixed(apart, 3)}。`,
];

export function caption(model, covered, beginner) {
  const { position, dim, dimension, length } = model.state;
  const { pair } = columnOf(model.state, dimension);
  return [
    '在位置 ',
    ['you', placeText(position, beginner)],
    `，维度 ${dimension} 是时钟 ${pair} 的${functionName(model)}，值为 `,
    ['b', signed(chosenValue(model))],
    '。',
    ...(beginner ? [] : apartText(model)),
    `${beginner ? '所有行合起来' : '整个矩阵'}有 ${grouped(length)} × ${grouped(dim)} = ` +
      `${grouped(length * dim)} 个数。`,
    beginner ? '' : extremesText(model),
  ];
}

export function tables({ state, table }) {
  const { length, dim, dtype, layout } = state;
  return [
    {
      name: `sinusoidal(${length}, ${dim})，${names.layout[layout]}，${dtype}`,
      columns: ['位置', ...Array.from({ length: dim }, (_, column) => String(column))],
      rows: length,
      row: (row) => [row, ...table.subarray(row * dim, (row + 1) * dim)],
      show: (value, column) => (column ? signed(value) : String(value)),
    },
  ];
}

/** 最快的四分之一时钟所占的列数，答案说的就是它们。 */
const FAST = 16;

const fastShare = (model) => `${fixed(100 * shareOfFirst(model, FAST), 1)}%`;

export const questionTexts = {
  ask: '一行一行往下走，每行一个词。一行里，哪边的数变得最多？',
  options: [
    ['left', '左边'],
    ['right', '右边', '看下面的柱子：右边几乎不动。那里的时钟走得慢。'],
    ['alike', '各处一样', '看下面的柱子：从中间往右，几乎都不动。'],
  ],
  watch: '注意看各行下面的柱子：哪里跳得厉害？',
  atStops: [
    ({ state }) =>
      `左边，第 ${state.position} 行的柱子对不上第 ${state.other} 行的短线；右边，两者对得上。`,
  ],
  surprise: (model) => `${fastShare(model)} 的变化在左边`,
  because: (model) => [
    `从第 ${model.state.other} 行到第 ${model.state.position} 行，` +
      `${fastShare(model)} 的变化落在前 ${FAST} 列（共 ${model.state.dim} 列）：` +
      '那里的时钟快，相邻的两个词就看得出不同。',
    '右边的时钟慢，离得远的词，到那里才看得出不同。变化的大小，是所有数之差的平方和。',
  ],
};

export function describe(model) {
  const { position, dimension } = model.state;
  const { pair } = columnOf(model.state, dimension);
  return (
    `位置 ${position}，维度 ${dimension}：${signed(chosenValue(model))}，` +
    `它是时钟 ${pair} 的${functionName(model)}。`
  );
}
