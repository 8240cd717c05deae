/** 关于 pe-shift 的题目。 */
import { fixed } from '../../../figures/chassis/format.js';

const back = '在位置 {state.position}，这个头看往回 {state.offset} 步的地方';

/** 转置矩阵的误差是多少。 */
const missed = ({ state, error }) =>
  `和位置 ${state.position + state.offset} 的章相差 ` +
  `${fixed(error.l2[state.position], 4)}，这就是误差`;

export const shift = {
  'shift-back': {
    ask:
      '在位置 {shift position=10 state.position}，有个头往回看 {state.offset} 步。' +
      '到了位置 {state.position}，它看哪里？',
    options: [
      ['same', '还是原来那个位置', '这个头没有存位置。它拨动时钟，再看谁和它一致。'],
      ['back', '又是往回 {state.offset} 步', `${back}。时钟处处都转得一样。`],
      [
        'nowhere',
        '哪里也不看：它只为一个位置而造',
        '它的矩阵里，只有每个时钟的角度。这些角度适合任何位置。',
      ],
    ],
    shows: back,
  },
  'shift-one': {
    ask: '一个头要在任何位置都往回看 {state.offset} 步，需要多少个矩阵？',
    options: [
      ['each', '每个位置一个', '走这么多步，每个时钟处处都转过同样的角度，和位置无关。'],
      ['one', '一个', `${back}。换成别的位置，用的还是这个矩阵。`],
      ['clock', '每个时钟一个', '每个时钟有自己的一小块。所有的小块都在同一个矩阵里。'],
    ],
    shows: back,
  },
  'shift-transpose': {
    ask: '有人误乘了转置的矩阵。这个头看哪里？',
    options: [
      [
        'ahead',
        '往后 {state.offset} 步',
        '转置矩阵让每个时钟反着转，所以这个头看往后 {state.offset} 步的地方。',
      ],
      ['same', '和原来一样', '矩阵等于自己的转置，才会看同一个地方。旋转矩阵不是。'],
      ['noise', '没有确定的地方', '旋转的转置还是旋转，只不过方向相反。'],
    ],
    shows: '这个头看往后 {state.offset} 步的地方',
  },
  'shift-error': {
    ask: '有篇教程误用了转置，得出误差 {error.l2.10 2}，还说这只是舍入误差。' + '它到底是什么？',
    options: [
      [
        'rounding',
        '舍入误差',
        '舍入误差小得多：用正确的矩阵，是 {shift convention=row error.l2.10 sci2}。',
      ],
      ['largest', '单个数的最大误差', '单个数最多只错 {error.max.10 4}。'],
      ['place', '两个位置章之间的距离', (model) => `这一行走反了方向，它${missed(model)}。`],
    ],
    shows: missed,
  },
  'shift-edge': {
    ask: '有个头往回看 {state.offset} 步。在位置 {state.position}，它会看到什么？',
    options: [
      ['ring', '文本的末尾，就像绕成一圈', '位置不是一圈。第一个词之前，没有别的词。'],
      [
        'nothing',
        '和那个空位最一致的地方',
        '往回 {state.offset} 步已经没有词了。但权重加起来是一，只好分给别处。',
      ],
      ['error', '程序报错', '矩阵照样拨动时钟，只是没有词和它一致。'],
    ],
    shows: '往回 {state.offset} 步已经没有词了',
  },
  'shift-exact': {
    ask: '矩阵把一个位置的章变成另一个位置的章，有多精确？',
    options: [
      [
        'roughly',
        '大致：只对小步子成立',
        '这个公式对任何步数都精确成立，它就是正弦和余弦的和角公式。',
      ],
      ['trained', '要看模型学得怎样', '这里什么也没有学。矩阵完全由步数决定。'],
      ['exactly', '只有舍入误差', '误差是 {error.l2.40 sci2}，这就是舍入误差。'],
    ],
    shows: '{error.l2.40 sci2}',
  },
  'shift-self': {
    ask: '有个头一个时钟也不拨。它看哪里？',
    options: [
      ['even', '各处看得一样多', '没有两个位置的时钟是一致的，所以权重不可能一样。'],
      ['self', '自己的位置', '只有自己的时钟和它一致，所以这个头看自己。'],
      ['first', '第一个词', '第一个词的时钟指着别的方向，所以不一致。'],
    ],
    shows: '这个头看自己',
  },
};
