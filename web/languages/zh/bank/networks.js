/** 关于 pe-networks 的题目。 */

const same = '注意力 {attention.steps} {attention.differing}';
const inOrder = '循环网络 {recurrent.steps} {recurrent.differing}';
const edge = '卷积 {convolution.steps} {convolution.differing} {convolution.differingDeep}';

export const networks = {
  'networks-same': {
    ask: '没有位置的注意力读 {words.length} 个词，每个词都是“{words.0}”。' + '各个输出不同吗？',
    options: [
      [
        'all',
        '不同：{words.length} 处各不相同',
        '每处都有输出。但它们用同样的词、同样的办法算出。',
      ],
      [
        'one',
        '相同：一共只有 {attention.differing} 种输出',
        '注意力看得到有哪些词，看不到在哪里。所以模型必须加上位置。',
      ],
      ['ends', '只有首尾两处不同', '那要有边才行。注意力没有边：每个词都读所有的词。'],
    ],
    shows: same,
  },
  'networks-recurrent': {
    ask: '循环网络在 {words.length} 处读到同一个词，也没有给它位置。它知道自己在哪一处吗？',
    options: [
      ['no', '不知道：没有位置，哪种网络都不知道', '注意力不知道。但循环网络是一个词一个词读的。'],
      [
        'first',
        '只知道第一处：前面什么也没有',
        '每个状态都取决于前一个状态，所以差别会一个词一个词传下去。',
      ],
      [
        'yes',
        '知道：它给出 {recurrent.differing} 种不同的输出',
        '它一步接一步走 {recurrent.steps} 步，步的先后就是词的先后。',
      ],
    ],
    shows: inOrder,
  },
  'networks-edge': {
    ask:
      '卷积每次读 {state.kernel} 个词，首词之前补零。' +
      '处处都是同一个词，输出却不同。它怎么知道位置？',
    options: [
      [
        'edge',
        '靠边上的零',
        '一层给出 {convolution.differing} 种不同的输出，' +
          '{convolution.steps} 层给出 {convolution.differingDeep} 种。' +
          '每一层都把边的消息传得更远。',
      ],
      [
        'matrices',
        '每处都有自己的矩阵',
        '窗口里的每一格有自己的矩阵，但窗口处处相同。不补零，输出就全都一样。',
      ],
      ['stamps', '词上加了位置章', '这里什么也没有加：所有的词都是同一个向量。'],
    ],
    shows: edge,
  },
  'networks-double': {
    ask:
      '注意力要比较和混合 {networks length=512,dim=512 state.length} 个词，' +
      '需要 {networks length=512,dim=512 costs.attention.count} 次乘加。' +
      '{state.length} 个词呢？',
    options: [
      ['equal', '一样多：不论多远，都只要一步', '步数不变。但每个词都要和更多的词比较。'],
      [
        'twice',
        '{costs.recurrent.count} 次，两倍',
        '循环网络这样增加。用注意力，每个词都要读每个词。',
      ],
      [
        'four',
        '{costs.attention.count} 次，{growth.attention} 倍',
        '词数加倍，每个词要读的词也加倍。',
      ],
    ],
    shows: '{costs.attention.count}',
  },
  'networks-stamps': {
    ask:
      '注意力一步就读到每个词，但要靠位置章知道顺序。' +
      '给 {state.length} 个词加上位置章，每个词 {state.dim} 个数，要花多少计算？',
    options: [
      [
        'matrix',
        '{costs.recurrent.count} 次乘加，和循环网络一样',
        '循环网络要把每个词乘以矩阵。位置章只要加上去。',
      ],
      [
        'add',
        '{costs.stamps.count} 次加法',
        '这一层每做 {perStamp} 次乘加，它才做一次加法。所以位置章几乎不花计算。',
      ],
      [
        'pairs',
        '{costs.attention.count} 次乘加：每对词一个位置章',
        '注意力处理所有的词对，才要这么多。每个词只有一个位置章。',
      ],
    ],
    shows: '{costs.stamps.count}',
  },
};
