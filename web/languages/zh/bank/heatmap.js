/** 关于 pe-heatmap 的题目。 */
import { grouped } from '../../../figures/chassis/format.js';
import { columnOf } from '../../../figures/heatmap/model.js';

/** 选中的一列是什么。 */
const column = ({ state }) => {
  const { pair, cosine } = columnOf(state, state.dimension);
  return `维度 ${state.dimension} 是时钟 ${pair} 的${cosine ? '余弦' : '正弦'}`;
};
/** 矩阵有多少个数。 */
const size = ({ state }) => `${grouped(state.length * state.dim)} 个数`;

const rows = '第 {state.position} 行和第 {state.other} 行的向量相差 {apart 3}';

export const heatmap = {
  'heatmap-zero': {
    ask: '位置 {state.position} 的那一行是什么？',
    options: [
      ['zeros', '全是零', '零的正弦是零。但有一半的列是余弦。'],
      ['random', '很小的随机数', '可学习的位置表一开始是这样。这里的每个数都由公式算出。'],
      [
        'both',
        '零和一交替',
        '每根指针都朝正上方。在第 {state.position} 行，第 {state.dimension} 列是余弦，' +
          '等于 +{pe 64 0 1}。',
      ],
    ],
    shows: '位置 {state.position}，维度 {state.dimension}：+{pe 64 0 1}',
  },
  'heatmap-right': {
    ask: '右边的列一行行往下，为什么几乎不变？',
    options: [
      ['slow', '它们的时钟慢', (model) => `例如，${column(model)}。它转一圈，要多得多的行。`],
      ['empty', '它们不带信息', '它们区分离得远的位置。只看几行，才像是不动。'],
      ['rounded', '它们的数舍入过', '所有的列精度都一样，这些列只是转的角度小。'],
    ],
    shows: column,
  },
  'heatmap-size': {
    ask: (model) =>
      `矩阵有 ${size({ state: { ...model.state, length: model.state.length / 2 } })}。` +
      '文本加长一倍后，有多少个？',
    options: [
      ['same', '还是这么多', '每个位置都要有自己的一行。'],
      ['square', '四倍', '得分才这样增加，因为每个词都要看每个词。表里只是每个位置一行。'],
      ['double', '两倍', (model) => `行数加倍，所以是 ${size(model)}。`],
    ],
    shows: size,
  },
  'heatmap-layout': {
    ask: '有个程序先写所有正弦，再写所有余弦。第一个余弦在哪里？',
    options: [
      ['beside', '照样在它的正弦旁边', '另一种排列里，正弦和余弦才交错。'],
      ['middle', '在正中间', (model) => `正弦占满了左半边。这里，${column(model)}。`],
      ['last', '在最后一列', '最后一列也是余弦，但它属于最慢的时钟。'],
    ],
    shows: column,
  },
  'heatmap-rows': {
    ask:
      '在第 {state.dimension} 列，位置 {state.position} 和 {state.other} 的值几乎一样。' +
      '它们的两行也一样吗？',
    options: [
      ['yes', '一样，因为第一列最重要', '没有哪一列更重要。请看完整行。'],
      ['no', '不一样', `这一列相同，别的列不同。${rows}。`],
      ['short', '只有列很少才一样', '只有两列时会一样。这里有 {state.dim} 列。'],
    ],
    shows: rows,
  },
  'heatmap-step': {
    ask:
      '最前面两行的向量相差 {heatmap position=1,other=0 apart 3}。' +
      '第 {state.other} 行和第 {state.position} 行的相差多少？',
    options: [
      ['same', '正好一样', `${rows}，和前面一样。每个时钟，处处都走同样的一步。`],
      ['less', '更少：图越往下越平滑', '下面的颜色变得和上面一样快，没有哪个时钟变慢。'],
      ['more', '更多：时钟已经走散了', '时钟指着别处，但走一步，每个时钟仍然转过自己的角度。'],
    ],
    shows: rows,
  },
};
