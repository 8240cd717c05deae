/** 关于 pe-bugs 的题目。 */

const counted = '“dog”到了位置 {verdicts.padding.wrong}';
const looks = '于是它看“dog”最多';
const agree = '按位置一转，就不再相等了';
const steep = '全都陡了一倍';
const passes = '它没有发现这个错误';

export const bugs = {
  'bugs-padding': {
    ask: '“dog bites man”前面有两个空位，也被误算成了词。“dog”得到哪个位置？',
    options: [
      ['right', '{verdicts.padding.right}，和在别的句子里一样', '没有错误，空位不算。这里却算了。'],
      ['wrong', '{verdicts.padding.wrong}', `${counted}，就像前面还有两个词。`],
      ['crash', '没有：程序会崩溃', '程序照样运行。每个地方都有编号，只是编错了。'],
    ],
    shows: counted,
  },
  'bugs-cache': {
    ask: '“dog bites”已经算好存了起来。再接上“man”，它的位置却又从零数起。' + '它看哪个词最多？',
    options: [
      ['itself', '它自己', '没有错误，“man”看的是自己。现在另一个词和它的位置相同。'],
      ['middle', '“bites”，它的前一个词', '“bites”在位置一。另一个词和“man”一样，在位置零。'],
      ['first', '第一个词', `${looks}，因为“dog”也在位置零。`],
    ],
    shows: looks,
  },
  'bugs-lengths': {
    ask: '一张位置编码表的位置从一数起，没有从零数起。有项测试看每根指针是否一样长，它找得出这个错误吗？',
    options: [
      ['no', '找不出', `指针都没错，只是属于别的位置。所以测试通过：${passes}。`],
      ['yes', '找得出：指针全错了', '它们指着别的方向，但每一根都还是该有的长度。'],
      ['start', '找得出，但只在第一行', '第一行的指针是第二个词的，长度也一样。'],
    ],
    shows: passes,
  },
  'bugs-values': {
    ask: 'RoPE 只该旋转查询和键，这里却把值也转了。' + '三个词的值相等，注意力给出的是什么？',
    options: [
      ['unequal', '不相等的值', `${agree}。每个词收到的混合都不同。`],
      ['equal', '同样的值：相等的数，平均还是相等', '没有错误，值就不变。转过的值指着不同的方向。'],
      ['longer', '更长的值：旋转会加长', '旋转不改变长度。不同方向混在一起，反而更短。'],
    ],
    shows: agree,
  },
  'bugs-slopes': {
    ask: '在 ALiBi 里，每个头的斜率是前一个头的一半。现在每个头都误拿了前一个头的斜率。结果呢？',
    options: [
      ['shift', '没有影响：头只是换了位置', '最后一个斜率没有了，却多出一个哪个头都不该有的。'],
      ['steep', '每个距离都扣双倍的分', `斜率${steep}，所以每个头都看得更近。`],
      ['order', '头往后看，不往回看', '斜率只说得分随距离减少得多快，不管方向。'],
    ],
    shows: steep,
  },
};
