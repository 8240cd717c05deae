/** 关于 pe-range 的题目。 */
import { grouped } from '../../../figures/chassis/format.js';

const outside = '{waves.length} 个时钟中，有 {strange} 个超出了训练中见过的角度';

const degreesText = (degrees) =>
  `${degrees < 10 ? Number(degrees.toPrecision(2)) : Math.round(degrees)}°`;

/** ALiBi 最陡的头减去多少。 */
const steepest = ({ state, slopes }) => `最陡的头减去 ${grouped(slopes[0] * state.position, 1)}`;

export const range = {
  'range-outside': {
    ask:
      '训练用了 {state.length} 个位置，现在来到位置 {state.position}。' +
      '{waves.length} 个时钟中，有多少个指着从没指过的方向？',
    options: [
      ['none', '一个也没有，时钟只会转圈', '没来得及转满一圈的时钟，现在走出了见过的那一段。'],
      ['slowest', '只有最慢的那个', '凡是训练时没转满一圈的时钟，都指着新的方向。'],
      ['half', '一半', `${outside}。`],
    ],
    shows: outside,
  },
  'range-learned': {
    ask: '一张可学习的位置表有 {state.length} 行。它给位置 {state.position} 什么？',
    options: [
      ['last', '还是最后一行', '程序可以这样做，但那样就有两个位置完全一样。'],
      ['error', '报错', '没有第 {state.position} 行，从来没有为它学过什么。'],
      ['guess', '相邻两行之间的一行', '表没有公式可以接着算。它的行是一行一行学来的。'],
    ],
    shows: '没有第 {state.position} 行',
  },
  'range-norm': {
    ask: '把位置 {state.position} 的行看作向量，它有多长？',
    options: [
      ['longer', '比前面的行长', '位置只转动指针，不会让指针变长。'],
      ['shorter', '短一些，因为慢的时钟渐渐消失', '在任何位置，每根指针的长度都是一。'],
      ['same', '和别的行一样长', '每个时钟加上 sin² + cos²，也就是一。所以长度处处是 {norm 4}。'],
    ],
    shows: '这一行向量的长度是 {norm 4}',
  },
  'range-next': {
    ask:
      '位置 {state.position} 是训练之后的第一个位置，已有 {strange} 个时钟超出。' +
      '这有影响了吗？',
    options: [
      ['much', '有：这些时钟指着全新的方向', '不要只数时钟，也看看超出多少度。一步很短。'],
      [
        'little',
        '几乎没有：只超出一点点',
        ({ outside: [, most] }) => `没有时钟超出 ${degreesText(most)} 以上。越往后才越糟。`,
      ],
      ['crash', '有：模型会报错停下', '只有表缺了一行才会报错。公式处处有值。'],
    ],
    shows: ({ outside: [, most] }) => degreesText(most),
  },
  'range-size': {
    ask: '一张可学习的位置表有 {state.length} 行，每行 {state.dim} 个数。这算多吗？',
    options: [
      [
        'few',
        ({ state }) => `不多：一共 ${grouped(state.length + state.dim)} 个数`,
        '行数和列数要相乘，因为每一行都有所有的列。',
      ],
      [
        'thousandth',
        '不多：大约是大模型的千分之一',
        '它有 {parameters} 个数。这么宽的模型，有几十亿个。',
      ],
      ['most', '多：它是模型中最大的一块', '各层的数要多得多。表的限制在于，它有最后一行。'],
    ],
    shows: '{parameters} 个数',
  },
  'range-alibi': {
    ask: 'ALiBi 在 {state.length} 个位置上训练过。距离为 {state.position} 时，它怎么做？',
    options: [
      ['line', '那条直线继续下去', (model) => `在那里，${steepest(model)}。`],
      ['flat', '扣分停在最后训练过的值上', 'T5 的最后一个桶只有一个值。ALiBi 的直线没有尽头。'],
      ['none', '什么也不做：这个距离没有值', '扣分是斜率乘以距离，两者都知道。'],
    ],
    shows: steepest,
  },
  'range-longer': {
    ask:
      '在位置 {state.position}，有 {range position=600 strange} 个时钟超出训练过的角度。' +
      '另一个模型在 {state.length} 个位置上训练过。它有多少个时钟超出？',
    options: [
      ['same', '一样多，因为公式相同', '公式相同，训练却不同：那里的时钟转得更远。'],
      ['none', '一个也没有', `${outside}：训练时，每个时钟都走过这个位置。`],
      ['fewer', '少一些，但还有', '位置 {state.position} 本身就在训练里，每个时钟都指过那里。'],
    ],
    shows: outside,
  },
};
