/** 关于 pe-waves 的题目。 */
import { fixed } from '../../../figures/chassis/format.js';

const byCosine = '只看余弦，位置 {state.position} 和 {state.other} 相差 {cosine 4}';
const byBoth = '正弦和余弦一起看，相差 {chord 4}';

export const waves = {
  'waves-middle': {
    ask:
      '在 {state.length} 个位置内，{waves.length} 个时钟中最快的转 {turns.0 2} 圈。' +
      '排在正中间的时钟 {state.pair} 转多少圈？',
    options: [
      ['half', '大约一半', '时钟总是按同一个倍数变慢。到了正中间，已经乘了许多次。'],
      [
        'two',
        '{turns.7 2} 圈，有篇教程这么画',
        '转这么多圈的是时钟 {waves pair=7 state.pair}。时钟 {state.pair} 慢得多。',
      ],
      ['part', '不到一圈', '走完 {state.length} 个位置，它只转 {turns.16 3} 圈。'],
    ],
    shows: '走完 {state.length} 个位置，它共转 {turns.16 3} 圈',
  },
  'waves-twins': {
    ask: '你只看得到指针的高度，也就是余弦。哪些位置看上去一样？',
    options: [
      ['none', '没有：每个位置有自己的高度', '指针每转一圈，都会两次经过同一高度，一升一降。'],
      ['twins', '指针在左右两侧的两个', `${byCosine}。`],
      ['next', '所有相邻的位置，因为指针走得少', '这个时钟一步走得远。慢的时钟才会混淆邻居。'],
    ],
    shows: byCosine,
  },
  'waves-both': {
    ask: '每个时钟为什么给出两个数，正弦和余弦？',
    options: [
      ['side', '一个数看不出指针在哪一侧', `${byCosine}；${byBoth}。`],
      ['exact', '两个数比一个精确', '高度再精确，也还有两根可能的指针。'],
      ['even', '这样向量的长度就是偶数', '偶数是结果，不是原因。只有一个数，就有两根可能的指针。'],
    ],
    shows: `${byCosine}；${byBoth}`,
  },
  'waves-never': {
    ask: '最快的时钟从位置 {state.other} 开始。什么时候它正好回到原处？',
    options: [
      [
        'six',
        '在位置 {waves position=6 state.position}',
        '那时指针还差着 {waves position=6,other=0 chord 4}，没有转满一圈。',
      ],
      ['near', '在位置 {state.position}', '非常接近，但并不正好，还差着 {chord 4}。'],
      [
        'never',
        '没有一个整数位置正好',
        '连 {state.position} 和 {state.other} 的指针也相差 {chord 4}。转一圈的位置数不是整数。',
      ],
    ],
    shows: byBoth,
  },
  'waves-slowest': {
    ask: '在 {state.length} 个位置内，最慢的时钟转多少？',
    options: [
      [
        'once',
        '正好一圈，所以位置不会重复',
        '时钟并不按文本的长度来定。它是为长得多的文本准备的。',
      ],
      ['quarter', '大约四分之一圈', '它慢得多。紧挨着它的时钟，也差不多这么慢。'],
      [
        'degree',
        '不到一度',
        ({ turns }) => `它转 ${fixed(turns(31), 4)} 圈，也就是 ${fixed(turns(31) * 360, 2)}°。`,
      ],
    ],
    shows: '{turns.31 4}',
  },
  'waves-factor': {
    ask:
      '时钟 {waves pair=0 state.pair} 转 {turns.0 2} 圈，' +
      '时钟 {waves pair=1 state.pair} 转 {turns.1 2} 圈。时钟 {state.pair} 呢？',
    options: [
      [
        'factor',
        '{turns.2 2} 圈：再除以同样的倍数',
        '走完 {state.length} 个位置，它共转 {turns.2 2} 圈。倍数总是一样的。',
      ],
      [
        'difference',
        ({ turns }) => `${fixed(2 * turns(1) - turns(0), 2)} 圈：再减去同样的数`,
        '一直减，很快就到零了。可是所有的时钟都在转，最慢的也在转。',
      ],
      ['same', '{turns.1 2} 圈：只有第一个不同', '每个时钟都有自己的速度。'],
    ],
    shows: '走完 {state.length} 个位置，它共转 {turns.2 2} 圈',
  },
};
