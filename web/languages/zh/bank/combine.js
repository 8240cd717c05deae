/** 关于 pe-combine 的题目。 */
import { percent } from '../combine.js';

/** 表里怎样写线性探针读对的词。 */
const wordsRead = ({ spread, shares: { probe } }) => `${spread} ${percent(probe.word)}`;

/** 表里怎样写线性探针读对的词和位置。 */
const bothRead = ({ shares: { probe } }) => `${percent(probe.word)} ${percent(probe.position)}`;

const balanced = '词向量和位置章差不多长';
const lost = '位置读错了：位置 {chosen.readPosition} 的章更近';

const wider = ({ state: { dim } }) => `${2 * dim} 个数，而不是 ${dim} 个`;

export const combine = {
  'combine-scale': {
    ask:
      '位置章太长，就盖住了短的词向量。' +
      '最早的 Transformer 先把词向量乘以 √{state.dim}，再相加。这起什么作用？',
    options: [
      ['turn', '让词向量转个方向，避开位置章', '乘以一个数，只改变长度，方向不变。'],
      ['stamps', '让位置更重要', '变长的只有词向量。和它相比，位置章反而没有以前重要。'],
      ['length', '让词向量和位置章大致一样长', `${balanced}，所以总和与两者都像。`],
    ],
    shows: balanced,
  },
  'combine-long': {
    ask:
      '现在词向量比位置章长得多。我们在已知的词和位置章里，' +
      '各找出离总和最近的一个。找得到什么？',
    options: [
      ['word', '只读得出词', `${lost}。词向量太长，就盖住了位置章。`],
      ['both', '都读得出：词向量越长越好读', '词是好读了。但总和现在只像词，在哪个位置都一样。'],
      ['none', '都读不出：长向量会掩盖一切', '它掩盖的是短的。长的词向量本身很容易读出。'],
    ],
    shows: lost,
  },
  'combine-probe': {
    ask: (model) =>
      `在所有的总和里，只有 ${percent(model.shares.nearest.word)} 的最近的词是对的。` +
      '加上位置章，是不是把词毁掉了？',
    options: [
      [
        'gone',
        '是的：总和不能再拆开',
        '两个数的和拆不开。两个向量的和拆得开，只要所有可能的向量都已知。',
      ],
      [
        'there',
        '没有：拟合过的线性探针读得出',
        ({ spread, shares: { probe } }) =>
          `词的标准差是 ${spread} 时，它读对 ${percent(probe.word)}。` +
          '最近的词看不出的，总和里仍可能有。',
      ],
      ['half', '毁了一部分：短的词向量没了，长的还在', '这里的词向量都很短，线性探针照样读得出。'],
    ],
    shows: wordsRead,
  },
  'combine-room': {
    ask:
      '每个向量有 {combine std=0.1 state.dim} 个数时，线性探针能读出所有的词。' +
      '只有 {state.dim} 个数呢？',
    options: [
      ['same', '仍能全读出：多少维都能相加', '{state.dim} 个数，容不下所有的词和位置章。'],
      ['better', '读得更好：要拟合的数少了', '要区分的词和位置一样多，数却少了。'],
      [
        'worse',
        '会弄混一些词',
        ({ shares: { probe } }) =>
          `词读对 ${percent(probe.word)}，位置读对 ${percent(probe.position)}。` +
          '数一少，词和位置章就难分开了。',
      ],
    ],
    shows: bothRead,
  },
  'combine-side': {
    ask: '位置章也可以不相加，而是放在词旁边，这样两者总读得出。代价是什么？',
    options: [
      [
        'nothing',
        '没有：位置章是算出来的，不用学',
        '位置章不花什么。但读取它们的矩阵多了许多行，这些行要学。',
      ],
      ['wide', wider, '读取它们的每个矩阵，数都要加倍。相加则一个数也不用多。'],
      ['order', '顺序：不知道哪一半是什么', '两半的地方是固定的，所以矩阵的每一行总读同一半。'],
    ],
    shows: wider,
  },
};
