/** 关于 pe-alibi 的题目。 */
import { fixed, grouped } from '../../../figures/chassis/format.js';

/** 键的偏置。 */
const biasOf = ({ state, rows }) => rows[(state.head - 1) * state.length + state.other];
/** 得分减少多少。 */
const drop = (model) => `得分减少 ${grouped(-biasOf(model))}`;
/** 键的权重是查询给自己的多少倍。 */
const share = ({ state: { head, length, position, other }, weights }) => {
  const row = (head - 1) * length;
  return `给自己的 ${fixed(weights[row + other] / weights[row + position], 3)} 倍`;
};

export const alibi = {
  'alibi-last': {
    ask: '第一个头每 {halves.0 2} 个位置，权重减半。最后一个头，也就是头 {state.head} 呢？',
    options: [
      ['same', '一样，所有的头都这样', '每个头有自己的斜率，所以有自己的视野。'],
      [
        'times',
        ({ halves, state }) => `每 ${fixed(halves[0] * state.head, 2)} 个位置：第几个头，就远几倍`,
        '从一个头到下一个，斜率减半。一路减半，差别大得多。',
      ],
      ['far', '它看得到整篇文本', '每 {halves.7 2} 个位置，权重减半，所以没有哪个词太远。'],
    ],
    shows: '每 {halves.7 2} 个位置，权重减半',
  },
  'alibi-double': {
    ask: ({ state, slopes }) => {
      const half = (state.position - state.other) / 2;
      return (
        `距离为 ${half} 时，头 ${state.head} 给得分减去 ` +
        `${grouped(slopes[state.head - 1] * half)}。距离加倍，减多少？`
      );
    },
    options: [
      ['twice', '也加倍', (model) => `扣分沿一条直线增加：${drop(model)}。`],
      ['square', '变成四倍', '扣分是斜率乘以距离。'],
      ['same', '几乎不再增加', '学来的偏置常常这样变平。ALiBi 的直线却一直延伸。'],
    ],
    shows: drop,
  },
  'alibi-self': {
    ask: '一个词看自己时，ALiBi 从得分里减去多少？',
    options: [
      ['slope', '一个斜率', '每远一步，才减去一个斜率。词离自己一步也没有。'],
      ['nothing', '一点不减', '词和自己的距离是零，所以得分不减。'],
      ['position', '词越靠后，减得越多', '只看距离，不看位置。'],
    ],
    shows: '得分不减',
  },
  'alibi-later': {
    ask: '查询在 {state.position}，键在 {state.other}，掩码是因果掩码。键得到什么偏置？',
    options: [
      [
        'line',
        ({ state, slopes }) =>
          `${fixed((state.position - state.other) * slopes[state.head - 1], 2)}，按距离计算`,
        '这是按距离算的偏置。但键在后面，掩码遮住了它。',
      ],
      ['zero', '没有偏置，因为直线从查询开始', '没有偏置，词就能看到后面的内容了。'],
      ['mask', '负无穷', '键在后面。它的偏置是 −∞，权重就成了零。'],
    ],
    shows: '偏置是 −∞',
  },
  'alibi-twelve': {
    ask:
      '有 {state.heads} 个头时，到第 8 个头，斜率已降到 {slopes.7 4}。' +
      '按论文的规则，头 {state.head} 的斜率是多少？',
    options: [
      ['gentler', '还要更缓', '头数是 2 的幂，斜率才一直变缓。{state.heads} 不是。'],
      [
        'steep',
        '又变陡了',
        '共 {state.heads} 个头，头 {state.head} 的斜率是 {slopes.8 4}。剩下的头另起一组。',
      ],
      ['same', '和第 8 个头一样，因为斜率用完了', '剩下的头，斜率插在前面几个头的斜率之间。'],
    ],
    shows: '共 {state.heads} 个头，头 {state.head} 的斜率是 {slopes.8 4}',
  },
  'alibi-next': {
    ask: '最陡的头往回看一个词。那个词得到多少权重？',
    options: [
      ['none', '几乎没有，因为这个头只看自己', '这个头也看近处的词，紧挨着的词还是算数的。'],
      [
        'half',
        '查询给自己的权重的一半，正好等于斜率',
        '斜率从得分里减去，不是从权重里减去。之后才是 softmax。',
      ],
      [
        'more',
        '超过查询给自己的权重的一半',
        (model) => `所有得分相同时，它的权重是查询${share(model)}。`,
      ],
    ],
    shows: share,
  },
};
