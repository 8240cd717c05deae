/** pe-waves 的全部文字。 */
import { distance, fineWave, fixed, grouped, signed, wave } from '../../figures/chassis/format.js';
import { isSecret } from '../../figures/waves/model.js';

const turnDigits = (value) => {
  if (value >= 1 || value === 0) return 2;
  return value < 0.1 ? 4 : 3;
};
const turnsText = (value) => grouped(value, turnDigits(value));
/** 给初学者看的圈数，小数不写太长。 */
const plainTurns = (turns) => (turns > 0 && turns < 0.01 ? '<0.01' : turnsText(turns));
const writer = (beginner) => (beginner ? plainTurns : turnsText);

export const heading = '每个时钟按自己的节奏转';
export const topic = '指针画出一条波形曲线';

export const labels = {
  dim: '维数',
  base: '底数',
  length: '位置数',
  position: '位置',
  other: '比较对象',
  pair: '时钟',
  lines: '下方的时钟',
  pairs: '自选时钟',
  parts: '只看余弦',
};

export const names = {
  lines: ['从快到慢', '维度 0、2、10、30', '前四个时钟', '自选时钟'],
};

export const presets = [
  ['前四个时钟', { lines: 'first', pair: 0 }],
  ['从快到慢', { lines: 'spread', pair: 0 }],
  ['孪生位置 21 和 23', { pair: 0, position: 21, other: 23 }],
];

export const arrows = [
  ['← →', '前进或后退一个位置'],
  ['↑ ↓', '选择更快或更慢的时钟'],
  ['Home, End', '跳到第一个或最后一个位置'],
];
export const keyLabels = {
  f: '寻找孪生位置：余弦几乎相同的另一个位置',
  s: '只看余弦，或正弦和余弦都看',
  m: '记住当前位置，用来和别的位置比较',
};

export const labelsOnPicture = {
  sine: 'sin',
  cosine: 'cos',
  height: '高度',
  position: '位置',
  turns: '圈',
  secret: '?',
  turnCount: (turns, beginner) => writer(beginner)(turns),
  pair: (pair) => `时钟 ${pair}`,
  oneTurn: (wavelength) => `每 ${wave(wavelength)} 个位置转一圈`,
  turnsSoFar: (turns, beginner) => `${writer(beginner)(turns)} 圈`,
  apart: (gap) => `相差 ${distance(gap)}`,
  lanes: (length, wide) => (wide ? `同样在这 ${length} 个位置内` : `${length} 个位置内`),
};

export function caption(model, covered = false, beginner = false) {
  const { state, turns, waves } = model;
  const { position, pair, length } = state;
  const write = writer(beginner);
  if (isSecret(pair, covered))
    return ['时钟 ', ['b', String(pair)], ` 转得很慢。在 ${length} 个位置内，它能转多少？`];
  return [
    '时钟 ',
    ['b', String(pair)],
    ` 每 ${wave(waves[pair])} 个位置转一圈。到位置 `,
    ['you', String(position)],
    `，它转了 ${write(turns(pair, position))} 圈；走完 ${length} 个位置，它共转 `,
    ['b', write(turns(pair))],
    ' 圈',
    ...(beginner ? ['。沿着从针尖引出的线看：针尖一步一步的高度，连起来就是波。'] : precise(model)),
  ];
}

function precise({ state, turns, cosine, chord }) {
  const { position, other, pair, parts } = state;
  const whole = turns(pair);
  return [
    (whole < 1 ? `，只有 ${fixed(whole * 360, 2)}° 的一段弧。` : '。') + '只看余弦，位置 ',
    ['you', String(position)],
    ' 和 ',
    ['other', String(other)],
    ` 相差 ${distance(cosine)}`,
    ...(parts === 'cosine' ? cosineOnly : together(chord)),
  ];
}

const cosineOnly = ['。没有正弦，圆就只剩一条线。'];

const together = (chord) => ['；正弦和余弦一起看，相差 ', ['b', distance(chord)], '。'];

export function tables({ state, table, waves, turns, frequencies }) {
  const { dim, length, pair } = state;
  const four = (value) => signed(value, 4);
  const showPosition = [String, turnsText, four, four];
  const showPair = [String, fineWave, turnsText, (value) => value.toPrecision(4)];
  return [
    {
      name: `时钟 ${pair}，位置 0 至 ${length}`,
      columns: ['位置', '圈数', 'sin', 'cos'],
      rows: length + 1,
      row: (position) => {
        const at = position * dim + 2 * pair;
        return [position, turns(pair, position), table[at], table[at + 1]];
      },
      show: (value, column) => showPosition[column](value),
    },
    {
      name: `${length} 个位置内的所有时钟`,
      answers: true,
      columns: ['时钟', '转一圈的位置数', `${length} 个位置内的圈数`, '每个位置的弧度'],
      rows: dim / 2,
      row: (which) => [which, waves[which], turns(which), frequencies[which]],
      show: (value, column) => showPair[column](value),
    },
  ];
}

export const questionTexts = {
  ask: '共有 32 个时钟。在 100 个位置内，最快的转 15.92 圈。' + '时钟 16 排在正中间。它转多少圈？',
  options: [
    ['half', '约 8 圈，一半', '圈数不是均匀减少的。排在前面的时钟 2，就只剩约 9 圈了。'],
    ['two', '约 2 圈', '转约 2 圈的是时钟 7。再往下，时钟还会一个比一个慢。'],
    ['part', '不到六分之一圈'],
  ],
  watch: '注意看时钟 16 的指针：它转了多远？',
  surprise: ({ turns }) => `${turnsText(turns(16))} 圈`,
  because: ({ turns, waves }) => [
    `这只有 ${fixed(turns(16) * 360, 0)} 度。` +
      '从一个时钟到下一个，速度总是按同一个倍数变慢。' +
      `所以时钟 16 转一圈，要花时钟 0 的 ${grouped(waves[16] / waves[0])} 倍时间。` +
      '有篇流行的教程说是“约 2 圈”，' +
      `但转 ${turnsText(turns(7))} 圈的其实是时钟 7。`,
  ],
};

export function describe({ state, table, turns, cosine, chord }, covered = false) {
  const { position, other, pair, dim } = state;
  const at = position * dim + 2 * pair;
  const made = `已转 ${turnsText(turns(pair, position))} 圈`;
  return [
    `位置 ${position}：时钟 ${pair} ${isSecret(pair, covered) ? '转得很慢' : made}。`,
    `它的正弦是 ${signed(table[at])}，余弦是 ${signed(table[at + 1])}。`,
    `只看余弦，位置 ${position} 和 ${other} 相差 ${distance(cosine)}；`,
    `正弦和余弦一起看，相差 ${distance(chord)}。`,
  ].join('');
}

/** 余弦相差不到这个数，就算相等。 */
const NEAR = 0.02;

export const finderTexts = {
  heading: '每个时钟为什么给出两个数',
  reason: [
    '指针每转一圈，波都会两次经过同一高度：一次上升，一次下降。',
    '所以一个位置往往有个孪生位置，高度几乎一样。',
    '要区分它们，就需要第二个数：针尖偏左或偏右多少。',
    '高度是余弦，另一个数是正弦。',
  ].join(''),
  button: (position) => `找出 ${position} 的孪生位置`,
  found({ state, twin, cosine, chord }, beginner = false) {
    const { position, other, length } = state;
    if (twin < 0) return [`到 ${length} 为止没有孪生位置：同一高度的另一侧没有指针。`];
    if (twin !== other) return [];
    const near = cosine < NEAR;
    const names = `${position} 和 ${twin}`;
    if (beginner)
      return [
        near ? ['right', '✓ '] : ['quiet', '高度不完全相同：'],
        ['b', names],
        near ? ' 高度相同，' : ' 高度最接近，',
        '但一个针尖在左，一个在右。',
      ];
    return [
      near ? ['right', '✓ 位置 '] : ['quiet', '最接近的是位置 '],
      ['b', names],
      `：只看余弦相差 ${distance(cosine)}，余弦和正弦一起看相差 ${distance(chord)}。`,
    ];
  },
};
