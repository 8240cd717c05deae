/** 关于 pe-rope 的题目。 */
import { grouped } from '../../../figures/chassis/format.js';

const score = '总分 +{score 3}';
const before = '{rope position=20,other=8,arrows=8 score 3}';
const gap = ({ state }) => grouped(state.position - state.other);

export const rope = {
  'rope-far': {
    ask: (model) =>
      `查询和键相距 ${gap(model)}。两者一起走到很远，仍然相距 ${gap(model)}。得分会怎样？`,
    options: [
      ['less', '变小，因为两者都走远了', '箭头只转动，不会变短。请看两个箭头的夹角。'],
      ['other', '会变，因为箭头都指向了别处', '两个箭头转过了同样的角度，夹角和原来一样。'],
      ['same', '不变', `${score}，和在位置 {rope position=20,other=8 state.position} 时一样。`],
    ],
    shows: score,
  },
  'rope-alone': {
    ask: '查询移动一步，键不动。得分会怎样？',
    options: [
      ['changes', '会变', `原来总分 ${before}。夹角变了，现在${score}。`],
      ['same', '不变，因为旋转不改变长度', '长度没有变，但两个箭头的夹角变了。'],
      ['less', '一定变小，因为距离变大了', '箭头也可能转得更近。这里的得分就变大了。'],
    ],
    shows: score,
  },
  'rope-ahead': {
    ask: '查询和键交换位置，距离不变。得分变不变？',
    options: [
      ['yes', '不变：只看距离', '这里的距离有方向。相对于查询，前面的键和后面的键转向相反。'],
      ['no', '会变', `原来总分 ${before}，现在${score}。`],
      ['minus', '变成相反数', '反着转，不等于换个符号。余弦不变，变的是正弦。'],
    ],
    shows: score,
  },
  'rope-same': {
    ask: '查询和键在同一个位置 {state.position}。RoPE 在那里做什么？',
    options: [
      ['less', '降低得分，和在别处一样', 'RoPE 什么也不减，只是旋转。这里两者转得一样多。'],
      ['turn', '旋转两者，于是得分变了', '两者转过同样的角度，相互之间什么也没有变。'],
      [
        'nothing',
        '从得分看，等于什么也没做',
        '在开头还没有旋转，总分 {rope position=0,other=0,arrows=8 score 3}。' +
          `这里也一样：${score}。`,
      ],
    ],
    shows: score,
  },
  'rope-layout': {
    ask: '训练时的配对是一种，代码里的配对是另一种。会怎样？',
    options: [
      ['nothing', '没有影响：角度是一样的', '角度是一样的，但每个数都和配错的数一起转。'],
      [
        'wrong',
        '得分错了，却没有任何提示',
        '得分是 {score 3}。按训练时的权重，得分应是 +{trained.score 3}。有 {differ} 个数错了。',
      ],
      ['error', '会报错，因为形状对不上', '形状是一样的，所以这个错误很难找到。'],
    ],
    shows: '按训练时的权重，得分应是 +{trained.score 3}',
  },
  'rope-permute': {
    ask: '代码的配对方式和训练时不同。怎样让得分变对？',
    options: [
      ['train', '只能重新训练模型', '学到的东西没有错，只是数的顺序不同。'],
      ['base', '换一个底数', '底数改变角度，而角度本来就对。错的是配对。'],
      ['permute', '把权重重排一次', `重排之后，${score}，和训练时相同。有 {differ} 个数错了。`],
    ],
    shows: score,
  },
};
