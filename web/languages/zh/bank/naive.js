/** 关于 pe-naive 的题目。 */

const sinusoidal = ({ all }) => Object.values(all[4].meters);
/** 正弦编码满足多少项要求。 */
const met = (model) =>
  `${sinusoidal(model).filter(({ pass }) => pass).length} / ${sinusoidal(model).length}`;

const step = '从 {all.2.meters.smooth.at.0} 到 {all.2.meters.smooth.at.1} 这一步';

export const naive = {
  'naive-raw': {
    ask: '你给词一个一个编号。文本很长时，会出什么问题？',
    options: [
      ['same', '两个词得到同一个数', '编号不会重复。'],
      [
        'grow',
        '数越来越大，没有尽头',
        '这里最大的值是 {all.0.meters.bounded.value}。文本再长，就有训练中从没见过的大数。',
      ],
      ['jump', '相邻的词，数差得很远', '从一个词到下一个，数总是加一，处处如此。'],
    ],
    shows: '最大的值是 {all.0.meters.bounded.value}',
  },
  'naive-fraction': {
    ask: '你把位置除以文本的长度。会出什么问题？',
    options: [
      [
        'large',
        '数太大了',
        '不管什么文本，数都小于一。这里最大的是 {all.1.meters.bounded.value 4}。',
      ],
      [
        'unequal',
        '有的步子长，有的步子短',
        '在同一篇文本里，每一步都一样长。比一比长度不同的文本。',
      ],
      [
        'length',
        '文本变长，同一个位置的数就变了',
        '文本加长一倍，位置 {all.1.meters.any.at.0} 的数就移动 {all.1.meters.any.value 4}。',
      ],
    ],
    shows: '{all.1.meters.any.at.0} 的编码就移动 {all.1.meters.any.value 4}',
  },
  'naive-binary': {
    ask: '你把位置写成 {all.2.width} 位二进制数。哪里的一步最长？',
    options: [
      ['middle', '在正中间', `${step}，{all.2.width} 位全都变了。没有哪两个编码差得更多。`],
      ['start', '在开头', '那里只变最后一位，没有更短的步子了。'],
      ['equal', '都一样：每一步都只加一', '位置只加一，但可能同时有好几位要变。'],
    ],
    shows: step,
  },
  'naive-sine': {
    ask: '用单个正弦给 {state.length} 个位置盖章。光看它的值，能区分所有位置吗？',
    options: [
      ['yes', '能：没有两个整数位置正好相隔整圈', '但有些位置几乎正好相隔整圈，值的差别太小。'],
      [
        'no',
        '不能：有些值几乎相等',
        '{all.3.meters.unique.at.0} 和 {all.3.meters.unique.at.1} 只相差 ' +
          '{all.3.meters.unique.value sci2}。',
      ],
      ['turn', '能，只要转完第一圈', '再多转一圈，又会经过同样的值，只会碰得更近。'],
    ],
    shows:
      '{all.3.meters.unique.at.0} 和 {all.3.meters.unique.at.1} 的编码只相差 ' +
      '{all.3.meters.unique.value sci2}',
  },
  'naive-same': {
    ask: '用正弦和余弦一起给位置盖章。走到下一个位置章，这一步有多长？',
    options: [
      ['grows', '越来越长', '没有哪个时钟越走越快。每一步，时钟都转过自己的角度。'],
      ['varies', '时长时短', '单个正弦的步子才有长有短。正弦动得最少时，余弦动得最多。'],
      [
        'equal',
        '总是一样长',
        '每个时钟每次都转过同样的角度，所以每一步的长度都是 {all.4.meters.same.value 4}。',
      ],
    ],
    shows: '每一步的长度都是 {all.4.meters.same.value 4}',
  },
  'naive-all': {
    ask: '用多种速度的正弦和余弦，违反了哪项要求？',
    options: [
      ['unique', '不重复：正弦会重复', '单个正弦几乎会重复。速度有多种，就不会同时重复。'],
      ['length', '任意长度：文本变长，编码就变', '编码只取决于位置。文本变长，编码不变。'],
      ['none', '一项也没有违反', (model) => `数据表里写着它满足的要求：${met(model)}。`],
    ],
    shows: met,
  },
};
