/** 关于 pe-schemes 的题目。 */
import { grouped } from '../../../figures/chassis/format.js';
import { BUCKETS } from '../../../figures/schemes/model.js';

/** 一个词的权重，用百分数表示。rows 为 home 时，句子从位置 0 开始。 */
const percent = ({ chosen, ...model }, word, rows = 'weights') =>
  `${Math.round(100 * model[rows][chosen][word])}%`;

/** 头该看的词得到多少权重。 */
const gives = (model) =>
  `把 ${percent(model, model.target)} 的权重给了“${model.words[model.target]}”`;

/** 句子在文本开头时，这个词得到多少权重。 */
const gave = (model) => `在文本开头，是 ${percent(model, model.target, 'home')}`;

export const schemes = {
  'schemes-rope': {
    ask:
      '一个用 RoPE 的头往回看一个词。句子往后移 {state.start} 个位置，' +
      '它的注意力权重会怎样变？',
    options: [
      [
        'none',
        '完全不变',
        (model) => `头${gives(model)}，也就是前一个词；${gave(model)}。RoPE 只看距离。`,
      ],
      ['all', '全都变，因为每个词都有了新位置', '每个词都多转了一些，但角度相同，相互之间不变。'],
      ['far', '只有远处的词会变', '远处的词，距离也没有变。移动的是整个句子。'],
    ],
    shows: gives,
  },
  'schemes-added': {
    ask:
      '正弦位置加到词上，有个头往回看一个词。句子往后移 {state.start} 个位置，' +
      '它的权重会怎样变？',
    options: [
      [
        'none',
        '完全不变：正弦位置知道距离',
        '一个矩阵确实到处都能退一步。但加在一起的词会干扰得分。',
      ],
      ['lost', '头再也找不到前一个词', '往回退一步的矩阵，在每个位置都一样。'],
      [
        'change',
        '会变，但头仍能找到那个词',
        (model) => `它${gives(model)}，也就是前一个词；${gave(model)}。`,
      ],
    ],
    shows: gives,
  },
  'schemes-layers': {
    ask: '“所有方案都在第一层之前，把位置加到词上。”对吗？',
    options: [
      ['true', '对，全都是', '有些是这样。别的方案根本不碰词。'],
      ['rope', '除了 RoPE 都是', 'RoPE 旋转查询和键。还有两种方案也不碰词。'],
      [
        'three',
        '不对：RoPE、ALiBi 和 T5 在每层起作用',
        'RoPE 旋转查询和键。ALiBi 和 T5 的偏置，每层加到得分上。',
      ],
    ],
    shows: '每层加到得分上',
  },
  'schemes-row': {
    ask:
      '一张可学习的位置表有 {state.length} 行。一个 {words.length} 个词的句子，' +
      '从位置 {state.start} 开始。会怎样？',
    options: [
      ['cut', '最后几个词共用一行', '共用一行的词就分不清了。其实表里根本没有那些行。'],
      ['error', '会报错', '没有第 {missing} 行，而句子需要它。'],
      ['works', '没问题，因为它从表内开始', '每个词都要有一行，不只是第一个。'],
    ],
    shows: '没有第 {missing} 行',
  },
  'schemes-past': {
    ask:
      '有个头是为小于 {state.length} 的位置手工造的。现在句子从位置 {state.start} 开始。' +
      '用正弦位置，它还能往回看一个词吗？',
    options: [
      [
        'formula',
        '能：一个矩阵到哪里都能退一步',
        (model) => `它${gives(model)}，也就是前一个词。训练出来的矩阵可能没有这么精确。`,
      ],
      ['row', '不能：那么远的地方没有行', '公式对每个位置都有一行。'],
      ['new', '不能：每个位置都要有自己的矩阵', '矩阵取决于走几步，和位置无关。'],
    ],
    shows: gives,
  },
  'schemes-twice': {
    ask: ({ words }) =>
      `在“${words.join('')}”里，“${words[4]}”出现了两次。没有位置时，哪一个得到的权重更多？`,
    options: [
      ['near', '离查询更近的那个', '谁更近，这里看不出来，因为没有加位置。'],
      ['first', '前面的那个', '谁在前，这里看不出来，因为没有加位置。'],
      [
        'same',
        '一样多',
        (model) =>
          `相同的词，键也相同。查询${gives(model)}（第一个），` +
          `把 ${percent(model, model.words.lastIndexOf(model.words[model.target]))} 给了另一个。`,
      ],
    ],
    shows: gives,
  },
  'schemes-alibi': {
    ask: '有个头要正好往回看一个词，能依靠的只有 ALiBi 的偏置。它做得到吗？',
    options: [
      ['yes', '能：前一个词离得最近', '查询自己更近，距离是零。'],
      [
        'itself',
        '不能：查询自己得到更多',
        (model) =>
          `头${gives(model)}，也就是前一个词，` +
          `却把 ${percent(model, model.state.query)} 给了查询自己。`,
      ],
      ['far', '不能：远处的词得到最多', 'ALiBi 对远处的词扣得更多，它只偏爱近处的。'],
    ],
    shows: gives,
  },
  'schemes-t5': {
    ask: 'T5 给每个头、每个距离桶各学一个偏置。{state.heads} 个头，一共多少个？',
    options: [
      [
        'table',
        '{parameters.2} 个，和这里可学习的位置表一样',
        '表给每个位置一行。而远的距离合用一个桶，所以不用那么多。',
      ],
      ['none', '没有，和 ALiBi 一样', 'ALiBi 的斜率是固定的。T5 的偏置要学。'],
      [
        'few',
        '{parameters.5} 个',
        ({ state }) => `一共 ${state.heads} × ${BUCKETS} 个偏置，和文本的长度无关。`,
      ],
    ],
    shows: ({ parameters, state }) => `${grouped(parameters[5])} ${state.heads} × ${BUCKETS}`,
  },
};
