/** 关于 pe-stretch 的题目。 */
import { grouped } from '../../../figures/chassis/format.js';
import { METHODS } from '../../../figures/stretch/model.js';
import { comparison } from '../stretch.js';

/** 选中的维度对在训练中转多少圈。 */
const trained = ({ state, waves }) =>
  `它在训练中转 ${grouped(state.length / waves[state.pair], 3)} 圈`;

/** 选中的维度对在训练中和目标长度内转多少圈，并且转到没见过的角度。 */
const unseen = (model) => {
  const { state, rows, chosen, target } = model;
  const turns = grouped(target / rows[chosen].waves[state.pair], 3);
  return `${trained(model)}，在 ${grouped(target)} 个位置内转 ${turns} 圈，会转到没见过的角度`;
};

const YARN = METHODS.findIndex(({ key }) => key === 'yarn');
/** YaRN 保持哪些维度对，放慢哪些。 */
const ramp = (model) => comparison.cells(model, YARN)[0];

export const stretch = {
  'stretch-none': {
    ask:
      '一篇文本的长度是训练时的 {state.factor} 倍，别的都没有改。' +
      '慢的维度对，例如维度对 {state.pair}，会怎样？',
    options: [
      ['stop', '停在训练结束的地方', '位置越往后，角度越大。'],
      ['new', '继续转，转到从没到过的角度', (model) => `${unseen(model)}。`],
      ['round', '没有影响，角度只会转圈', '这个维度对还没有转完一圈，大多数角度都是新的。'],
    ],
    shows: unseen,
  },
  'stretch-little': {
    ask:
      '一篇文本的长度是训练时的 {stretch factor=16 state.factor} 倍。' +
      '线性方法放慢所有维度对，却只放慢到 1/{state.factor}。够吗？',
    options: [
      [
        'no',
        '不够：慢的维度对仍会转到新角度',
        (model) => `以维度对 ${model.state.pair} 为例，${unseen(model)}。`,
      ],
      [
        'yes',
        '够：慢的维度对留在见过的角度里',
        '文本加长得多，维度对放慢得少，所以还是转得比以前远。',
      ],
      ['fast', '不够：快的维度对会转到新角度', '快的维度对在训练中就转了许多圈，什么角度都见过。'],
    ],
    shows: unseen,
  },
  'stretch-linear': {
    ask: '线性方法把所有维度对放慢到 1/{state.factor}，没有新角度。代价是什么？',
    options: [
      ['new', '模型必须从头训练', '拉长之后稍加训练就够了。另有更大的代价。'],
      ['long', '只能用到新长度的一半', '在整个新长度内，没有维度对转到新角度。'],
      [
        'fast',
        '快的维度对不太分得清邻居',
        '从一个词到下一个，角度变小了。' +
          '维度对 {state.pair}：新频率是旧频率的 {rows.1.ratio.0 4} 倍。',
      ],
    ],
    shows: '新频率是旧频率的 {rows.1.ratio.0 4} 倍',
  },
  'stretch-ntk': {
    ask: '这些方法中，哪一种改变底数？',
    options: [
      ['yarn', 'YaRN', 'YaRN 不改底数。它放慢一部分维度对，各有各的倍数。'],
      ['ntk', 'NTK', 'NTK 把底数提高到 {raised 1}，原来是 {state.base}。'],
      ['both', 'NTK 和 YaRN', 'YaRN 放慢的是个别维度对，从不改变底数。'],
    ],
    shows: '底数提高到 {raised 1}',
  },
  'stretch-raise': {
    ask: '拉长到 {state.factor} 倍时，NTK 把底数 {state.base} 提高多少？',
    options: [
      [
        'times',
        ({ state }) => `到 ${grouped(state.base * state.factor)}，乘以拉长倍数`,
        '用这个底数，最慢的维度对还差一点才够慢。',
      ],
      [
        'slowest',
        '让最慢的维度对放慢得和拉长倍数一样多',
        '现在，维度对 {state.pair} 的新频率是旧频率的 {rows.2.ratio.63 4} 倍。',
      ],
      [
        'fastest',
        '让最快的维度对放慢得和拉长倍数一样多',
        '底数从不改变最快的维度对，因为它的指数是零。',
      ],
    ],
    shows: '维度对 {state.pair}：新频率是旧频率的 {rows.2.ratio.63 4} 倍',
  },
  'stretch-yarn': {
    ask: 'YaRN 怎样处理 {waves.length} 个维度对？',
    options: [
      ['all', '全部同样放慢', '全部同样放慢的是线性方法，邻居会变得模糊。'],
      ['three', '快的保持，慢的放慢，中间的混合', (model) => `要看训练中的圈数：${ramp(model)}。`],
      ['base', '用更大的底数重新计算', '用更大底数的是 NTK。YaRN 不改底数。'],
    ],
    shows: ramp,
  },
  'stretch-fast': {
    ask: '维度对 {state.pair} 在训练中转了几百圈。YaRN 对它做什么？',
    options: [
      ['slow', '放慢到 1/{state.factor}，和别的一样', '这个维度对什么角度都见过，没有理由放慢。'],
      ['keep', '什么也不做', '新频率是旧频率的 {rows.3.ratio.0 4} 倍。什么角度它都见过。'],
      ['stop', '让它停下，因为它只会重复', '它能区分邻居，所以少不了它。'],
    ],
    shows: '新频率是旧频率的 {rows.3.ratio.0 4} 倍',
  },
  'stretch-base': {
    ask:
      '一个模型的底数是 {stretch method=none state.base}。' +
      '另一个的底数是 {state.base}，训练文本也长一倍。' +
      '它的维度对 {state.pair} 在训练中转得更远吗？',
    options: [
      ['further', '对，远一倍', '文本确实长一倍。但底数更大，这个维度对慢得更多。'],
      ['same', '一样远：维度对的编号相同', '维度对的速度取决于编号，也取决于底数。'],
      [
        'less',
        '没有那么远',
        (model) => `${trained(model)}。转一圈要 ${grouped(model.waves[model.state.pair])} 个位置。`,
      ],
    ],
    shows: trained,
  },
};
