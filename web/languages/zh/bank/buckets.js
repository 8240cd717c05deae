/** 关于 pe-buckets 的题目。 */

const own = '距离 {state.distance} 独占桶 {bucket}';
const shared = '距离 {first} 至 {last} 都在桶 {bucket}';
const rest = '距离 {first} 及以上都在桶 {bucket}';
const later = '后面的词在桶 {later}';

export const buckets = {
  'buckets-own': {
    ask: 'T5 给距离准备了 {state.buckets} 个桶。有多少个距离能独占一个？',
    options: [
      ['all', '{state.buckets} 个，一桶一个', '总有些桶要合用，否则远处的词就没有桶了。'],
      ['half', '{exact} 个，最近的那些', `${own}。再远一步，就要合用了。`],
      ['none', '没有：所有的桶一样宽', '最近的距离各占一个桶，远的才合用。'],
    ],
    shows: own,
  },
  'buckets-shared': {
    ask: '往回 {first} 个词，和往回 {last} 个词，T5 的头分得清吗？',
    options: [
      ['no', '分不清', `${shared}，所以用的是同一个数。`],
      ['trained', '见过足够的文本，就分得清', '训练只定出桶里的数，不改变哪些距离合用。'],
      ['fine', '分得清：每个距离有自己的数', '只有近的距离才有自己的数。越远的桶，装的距离越多。'],
    ],
    shows: shared,
  },
  'buckets-last': {
    ask: '两个词隔得比训练中的都远。T5 给它们哪个桶？',
    options: [
      ['error', '没有：会报错', '可学习的位置表才没有那一行。最后一个桶却没有尽头。'],
      ['new', '一个新桶', '新桶里没有学过的数。桶数是固定的。'],
      ['last', '最后一个桶', `${rest}，所以文本多长都行。`],
    ],
    shows: rest,
  },
  'buckets-even': {
    ask: '假如 {state.buckets} 个桶一样宽，一直到距离 {state.max}。头会失去什么？',
    options: [
      ['far', '看不到远处的词', '远处的词反而比用 T5 的桶分得更清。'],
      ['near', '分不清最近的几个词', `${shared}，连前一个词也在里面。`],
      ['nothing', '什么也不失去：桶数没有变', '桶数没有变，但最近的词需要分得最细。'],
    ],
    shows: shared,
  },
  'buckets-cut': {
    ask:
      '假如 {state.buckets} 个桶每个只装一个距离，最后一个装剩下的。' +
      '往回 {state.distance} 个词，头知道些什么？',
    options: [
      ['exact', '准确的距离', '只装一个距离的桶，到不了这么远。'],
      ['nothing', '什么也不知道：没有它的桶', '剩下的都进最后一个桶，每个距离都有桶。'],
      ['far', '只知道它很远', `${rest}。T5 还能把它们分成几组。`],
    ],
    shows: rest,
  },
  'buckets-later': {
    ask:
      '在 T5 的编码器里，词也看得到后面的词。' +
      'T5 怎样区分往后 {state.distance} 个词和往回 {state.distance} 个词？',
    options: [
      ['half', '一半的桶留给后面的词', `${later}，前面的词在桶 {bucket}。`],
      ['sign', '桶里的数加个负号', '每个桶的数都是学来的，所以两个方向都要有桶。'],
      ['not', '不区分：只看距离', '后面的词和前面的词，用的是不同的桶。'],
    ],
    shows: later,
  },
};
