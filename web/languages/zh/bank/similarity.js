/** 关于 pe-similarity 的题目。 */
import { fixed } from '../../../figures/chassis/format.js';

/** 哪个更大的间距反而更像。 */
const rival = ({ state, rivals, values }) =>
  `相距 ${rivals[state.offset]} 的位置离得更远，却更像：` + fixed(values[rivals[state.offset]], 4);

export const similarity = {
  'similarity-far': {
    ask: '哪两个位置更像：相距 {state.offset} 的，还是相距 {rivals.47} 的？',
    options: [
      ['near', '相距 {state.offset} 的，越近越像', '总的来说没错，但曲线有起有伏。看看它的末尾。'],
      [
        'far',
        '相距 {rivals.47} 的',
        (model) => `${rival(model)}。有个时钟又转了回来，让它们变得相像。`,
      ],
      ['equal', '一样：隔得这么远，都差不多', '在那里，相似度仍然有起有伏。'],
    ],
    shows: rival,
  },
  'similarity-least': {
    ask: '在 {state.length} 个位置内，相似度最低降到多少？',
    options: [
      ['zero', '降到零：隔得远，就毫无共同之处', '慢的时钟几乎还没转，所以所有位置都有几分像。'],
      ['negative', '降到零以下：隔得远，就相反', '只有几个快的时钟反了向，慢的仍然一致。'],
      ['least', '降不到三分之一', '最不像的两个位置相距 {least}：{values.62 4}。'],
    ],
    shows: '最不像的两个位置相距 {least}：{values.62 4}',
  },
  'similarity-where': {
    ask: '两个位置相距 {state.offset}，一起往后移动 {state.position}。' + '现在它们的点积是多少？',
    options: [
      ['same', '一样', '处处相同：它们的点积是 {values.8 4}。只看相距多远。'],
      ['smaller', '更小，因为都离开头远了', '离开头再远，指针也不会变短。'],
      ['larger', '更大，因为位置的数更大', '位置在这里是角度，不是长度。指针不会变长。'],
    ],
    shows: '它们的点积是 {values.8 4}',
  },
  'similarity-self': {
    ask: '一种编码有 {state.dim} 维。一个位置章和自己的点积是多少？',
    options: [
      ['one', '一，和所有单位向量一样', '每个时钟是一个单位向量，而整个位置章有许多时钟。'],
      ['grows', '位置越大，点积越大', '位置只转动指针，不会让指针变长。'],
      [
        'clocks',
        '有多少个时钟，就是多少',
        '每个时钟加上 sin² + cos²，也就是一。所以它们的点积是 {values.0 3}。',
      ],
    ],
    shows: '它们的点积是 {values.0 3}',
  },
  'similarity-five': {
    ask: '哪个位置的章和位置 {state.position} 的相差更大：位置 {state.offset}，还是位置 {rivals.5}？',
    options: [
      [
        'nearer',
        '位置 {state.offset}',
        (model) => `${rival(model)}。位置 ${model.state.offset} 的章相差更大。`,
      ],
      ['later', '位置 {rivals.5}，因为它更靠后', '在最快的时钟上，它几乎转满了一圈，又靠近了。'],
      ['equal', '一样大', '两个距离很接近，但不相等：{values.5 3} 和 {values.6 3}。'],
    ],
    shows: rival,
  },
  'similarity-next': {
    ask: '相邻两个位置的章有多像？',
    options: [
      [
        'unlike',
        '完全不像，因为每个位置都不重复',
        '不重复，不等于隔得远。走一步，大多数时钟几乎不动。',
      ],
      ['almost', '几乎一样', '它们的余弦相似度是 {values.1 4}。只有快的时钟看得出动了。'],
      ['equal', '一样：差别小得算不出', '单是最快的时钟，转得就够多，分得清它们。'],
    ],
    shows: '它们的余弦相似度是 {values.1 4}',
  },
};
