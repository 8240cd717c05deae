/** 关于 pe-clocks 的题目。 */
import { grouped } from '../../../figures/chassis/format.js';

const hands = '位置 {state.position} 和 {state.other} 的两根指针相差';

export const clocks = {
  'clocks-alike': {
    ask:
      '时钟 {state.pair} 每 {waves.0 2} 个位置转一圈。' + '它会把哪个位置当成位置 {state.other}？',
    options: [
      [
        'half',
        '{clocks position=3 state.position}，约半圈',
        '转了半圈，指针指向相反的方向。' +
          '两根指针相差 {clocks position=3 chords.0 3}，几乎不能更远了。',
      ],
      [
        'one',
        '{clocks position=6 state.position}，约一圈',
        '指针还没有转满一圈，还差着 {clocks position=6 chords.0 3}。',
      ],
      ['many', '{state.position}，好几圈', `${hands}只有 {chords.0 4}。`],
    ],
    shows: `${hands} {chords.0 4}`,
  },
  'clocks-together': {
    ask:
      '在时钟 {state.pair} 上，位置 {state.other} 和 {state.position} 看上去一样。' +
      '全部 {waves.length} 个时钟合起来，能区分它们吗？',
    options: [
      [
        'yes',
        '能，很容易',
        '只有 {fooled} 个时钟上当。所有时钟合起来看，两个位置章相差 {total 3}。',
      ],
      ['no', '不能：链条的强弱取决于最弱的一环', '只要有一个时钟看出差别，就够了。'],
      ['short', '只有文本很短才行', '文本的长度拨不动指针，只有位置才行。'],
    ],
    shows: '两个位置章相差 {total 3}',
  },
  'clocks-slowest': {
    ask: '一种编码有 {state.dim} 维。它最慢的时钟，多少个位置转一圈？',
    options: [
      [
        'limit',
        ({ waves, state }) => `${grouped(waves[0] * state.base)} 个位置，许多书都这么说`,
        '这是维数无穷多时的极限，没有哪个时钟真能达到。',
      ],
      [
        'less',
        '{waves.255} 个位置',
        '时钟 {state.pair} 是最后一个，它的指数比一小一点。所以 {waves.255} 个位置就转一圈。',
      ],
      [
        'base',
        '{state.base} 个位置，就是底数',
        '底数要乘以最快时钟的一圈，那是 {waves.0 2} 个位置。',
      ],
    ],
    shows: '时钟 {state.pair} 每 {waves.255} 个位置转一圈',
  },
  'clocks-still': {
    ask: '{waves.length} 个时钟中，最慢的几乎从不重复。为什么只有它还不够？',
    options: [
      ['repeats', '它还是重复得太早', '它要 {waves.31} 个位置才转一圈。很少有这么长的文本。'],
      ['jumps', '它的指针走得不均匀', '每一步都转过同样的角度，只是这个角度太小。'],
      ['alike', '相邻的位置在它上面几乎一样', `${hands}只有 {chords.31 sci2}。`],
    ],
    shows: `${hands} {chords.31 sci2}`,
  },
  'clocks-fastest': {
    ask: '哪个时钟最能区分位置 {state.position} 和位置 {state.other}？',
    options: [
      ['fast', '最快的', `${hands} {chords.0 4}。时钟越慢，指针靠得越近。`],
      ['slow', '最慢的，因为它不会重复', '最慢的时钟走一步几乎不动：只有 {chords.31 sci2}。'],
      ['all', '都一样', '每个时钟有自己的角度。角度越大，越容易看出来。'],
    ],
    shows: `${hands} {chords.0 4}`,
  },
  'clocks-linear': {
    ask:
      '你搭建 {state.clocks} 个时钟。每个转一圈的位置数，都比前一个多同样的数，' +
      '而不是乘以同样的倍数。会怎样？',
    options: [
      [
        'nothing',
        '没有影响：最快和最慢的都没有变',
        '中间的时钟也很重要。用倍数时，分不清的有 {clocks task=build build.count} 对。',
      ],
      ['ends', '末尾有几个位置分不清', '到处都分不清。快的时钟转完一圈，下一个还没怎么动。'],
      [
        'many',
        '非常多的位置分不清',
        '有 {build.count} 对分不清。最快的时钟和其余的隔得太远，中间是空的。',
      ],
    ],
    shows: '有 {build.count} 对分不清',
  },
  'clocks-base': {
    ask:
      '你搭建 {state.clocks} 个时钟，底数用 {state.base}，' +
      '而不是 {clocks task=build state.base}。会出什么问题？',
    options: [
      [
        'soon',
        '最慢的时钟太早转完一圈',
        '它每 {waves.4} 个位置就转一圈，所以有 {build.count} 对分不清。',
      ],
      ['slow', '时钟太慢，区分不了邻居', '底数变小，时钟只会变快，不会变慢。'],
      ['gap', '相邻时钟的差距太大', '底数变大，差距才变大。这里的时钟都太相像了。'],
    ],
    shows: '有 {build.count} 对分不清',
  },
};
