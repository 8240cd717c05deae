/** 练习纸的文字。 */
import { binary, fixed, grouped, localized } from '../../figures/chassis/format.js';

export const heading = '练习';
export const name = '姓名';
export const date = '日期';
export const answer = '答案';
export const sheet = (letter) => `${letter} 卷`;
export const sheets = '卷';
export const key = '答案';
export const version = (seed) => `版本 ${seed}`;
export const keyTo = (seed) => `版本 ${seed} 的答案`;
export const page = (of, at, all) => (all > 1 ? `${of}，第 ${at} 页，共 ${all} 页` : of);
export const onSheets = (letters) => `（${letters.join('、')} 卷）`;
export const otherwise = '其他答案';
export const formulas = '公式';
export const within = (distance) => `± ${localized(String(distance))}`;
export const share = (percent) => `± ${percent}%`;
export const covered = '?';
export const hidden = '图中的“?”遮住了某道题的答案。';

export const bar = {
  seed: '版本',
  copies: '份数',
  questions: '题数',
  formulas: '公式',
  key: '附答案',
  print: '打印',
  level: '初学者',
  between: '',
  pages: (copies, each, key) =>
    `共打印 ${copies * each + key} 页：${copies} 份，每份 ${each} 页${key ? `；答案 ${key} 页` : ''}。`,
  neighbours: (changed, all) =>
    changed
      ? `相邻两份的 ${all} 道题里，有 ${changed} 道题目不同或数字不同。`
      : '相邻两份的题目相同。增加题数，数字就会不同。',
  version: '同一版本总是生成同样的练习，换个版本就换一组数字。',
};

export const cannotRun = (error) =>
  `练习无法在这里生成。${error instanceof Error ? error.message : error}`;

const real = (value, digits = 3) => fixed(value, digits);
const encoding = ({ dim, base }) => `一种编码有 ${grouped(dim)} 维，底数为 ${grouped(base)}`;
const power = ({ dim, base, pair }) => `${grouped(base)}^(${2 * pair}/${dim})`;
const alibi = ({ heads }) => `一个用 ALiBi 的模型有 ${heads} 个头，编号 1 至 ${heads}。`;
const chain = (last) => Array.from({ length: last }, (_, at) => at + 1).join(' · ');
const oneRadian = '一个头有两个数，每过一个位置，RoPE 把它转 1 弧度。';

const turnStep = ['θ = 底数^(−2i/dim)', '每过一个位置，时钟 i 或维度对 i 转 θ 弧度。dim 是维数。'];
const oneTurn = ['2π/θ', '转一圈要经过这么多个位置。'];
const columns = [
  'sin(p · θ), cos(p · θ)',
  '位置 p 那一行的第 2i 列和第 2i + 1 列是这两个数。角用弧度。',
];
const product = ['Σ cos((m − n) · θ)', '位置 m 和位置 n 两行的点积，对所有时钟求和。'];
const turnedScore = [
  '(ac + bd) · cos(m − n) + (ad − bc) · sin(m − n)',
  '查询 (a; b) 在 m，键 (c; d) 在 n，这是它们的得分。角用弧度。',
];
const headSlope = ['s = 2^(−8h/H)', '共有 H 个头，s 是头 h 的斜率。'];

export const kinds = {
  turn: {
    ask: (values) => `${encoding(values)}。时钟 0 最快。时钟 ${values.pair} 每多少个位置转一圈？`,
    formulas: [turnStep, oneTurn],
    way: (values) => `2π · ${power(values)}。`,
    unit: '个位置',
  },
  angle: {
    ask: (values) =>
      `${encoding(values)}。在位置 0，时钟 ${values.pair} 的指针指向 0°。` +
      `在位置 ${values.position}，它指向多少度？（小于 360°）`,
    formulas: [turnStep, ['p · θ · 180°/π', '到位置 p 时，时钟 i 的指针转过了这个角。']],
    way: ({ position }, [step]) =>
      `每个位置转 ${real(step)}°，${position} 个位置转 ${real(position * step, 1)}°，` +
      '减去 360° 的整圈。',
    unit: '°',
  },
  complete: {
    ask: (values) =>
      `${encoding(values)}。在 ${grouped(values.length)} 个位置内，它的 ${values.dim / 2} ` +
      '个时钟中，有多少个至少转满一圈？',
    formulas: [turnStep, oneTurn],
    way: (_, turns) => {
      const list = turns.map((turn) => grouped(turn, turn < 100 ? 1 : 0)).join('、');
      return `转一圈分别要 ${list} 个位置。`;
    },
  },
  entry: {
    ask: (values) =>
      `${encoding(values)}。列从 0 数起，偶数列是正弦，奇数列是余弦。` +
      `位置 ${values.position} 那一行的第 ${values.column} 列是什么数？`,
    formulas: [turnStep, columns],
    way: ({ column }, [angle]) =>
      `时钟 ${Math.floor(column / 2)}：${column % 2 ? 'cos' : 'sin'}(${real(angle)})，单位是弧度。`,
  },
  shift: {
    ask: (values) =>
      `${encoding(values)}。一个矩阵把它的各行移动 ${values.offset} 个位置。` +
      `每个时钟在其中占一块 2 × 2 的数。时钟 ${values.pair} 的那一块，对角线上是什么数？`,
    formulas: [turnStep, ['cos(k · θ)', '移动 k 个位置时，时钟 i 那一块的对角线上是这个数。']],
    way: (_, [angle]) => `这一块转 ${real(angle)} 弧度，所以是 cos(${real(angle)})。`,
  },
  dot: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}。位置 ${values.position} 和位置 ${values.one} ` +
      '这两行的点积是多少？',
    formulas: [turnStep, product],
    way: (_, angles) => `只看距离：${angles.map((angle) => `cos(${real(angle)})`).join(' + ')}。`,
  },
  nearer: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}。按点积看，哪一行更像位置 ${values.position} 那一行？`,
    options: ({ one, two }) => [`位置 ${one}`, `位置 ${two}`],
    formulas: [turnStep, product],
    way: (_, [one, two]) => `点积分别是 ${real(one, 2)} 和 ${real(two, 2)}。`,
  },
  gap: {
    ask: (values) =>
      `RoPE 旋转一个有 ${values.dim} 个数的头，底数为 ${grouped(values.base)}。` +
      `查询在位置 ${values.position}，键在位置 ${values.other}。` +
      `在维度对 ${values.pair} 里，查询比键多转多少度？维度对 0 最快。`,
    formulas: [turnStep, ['(m − n) · θ · 180°/π', '查询在 m，键在 n，查询比键多转这个角。']],
    way: ({ position, other }, [step]) =>
      `每个位置转 ${real(step)}°，两者相距 ${position - other} 个位置。`,
    unit: '°',
  },
  score: {
    ask: ({ a, b, c, d, position, other }) =>
      `${oneRadian}查询 (${grouped(a)}; ${grouped(b)}) 在位置 ${position}，` +
      `键 (${grouped(c)}; ${grouped(d)}) 在位置 ${other}。旋转之后，它们的点积是多少？`,
    formulas: [turnedScore],
    way: ({ position, other }, [same, across]) =>
      `只看距离：${grouped(same)} · cos ${position - other} + ` +
      `(${grouped(across)}) · sin ${position - other}。`,
  },
  higher: {
    ask: ({ position }) =>
      `${oneRadian}查询和键都是 (1; 0)。查询在位置 ${position}。哪个键的得分更高？`,
    options: ({ one, two }) => [`位置 ${one} 的键`, `位置 ${two} 的键`],
    formulas: [turnedScore],
    way: ({ position, one, two }, scores) =>
      `得分分别是 cos ${position - one} = ${real(scores[0], 2)} 和 ` +
      `cos ${position - two} = ${real(scores[1], 2)}。`,
  },
  slope: {
    ask: (values) => `${alibi(values)}头 ${values.head} 的斜率是多少？`,
    formulas: [headSlope],
    way: ({ heads, head }) => `2^(−8 · ${head}/${heads})。`,
  },
  bias: {
    ask: (values) =>
      `${alibi(values)}查询在位置 ${values.position}，键在位置 ${values.other}。` +
      `头 ${values.head} 给它们的得分加上多少？`,
    formulas: [headSlope, ['−s · (m − n)', '查询在 m，键在 n，这个头给得分加上这个数。']],
    way: ({ position, other }, [slope]) => `−${real(slope, 5)} · ${position - other}。`,
  },
  bucket: {
    ask: ({ buckets, max, distance }) =>
      `T5 的解码器有 ${buckets} 个桶，编号 0 至 ${buckets - 1}。距离 ${max} 及以上都在最后一个桶。` +
      `键在查询之前 ${distance} 个位置，它在哪个桶？`,
    formulas: [
      [
        'E + E · ln(x/E) / ln(D/E)',
        'E 是桶数的一半。距离 x 小于 E 时，在桶 x；从 D 起，都在最后一个桶；其余的在这个桶，去掉小数。',
      ],
    ],
    way: ({ buckets, max, distance }) => {
      const own = buckets / 2;
      return (
        `小于 ${own} 的距离，每个独占一个桶。从 ${own} 起：${own} + ${own} · ` +
        `ln(${distance}/${own}) / ln(${max}/${own})，去掉小数，最多 ${buckets - 1}。`
      );
    },
  },
  linear: {
    ask: ({ length, target, position }) =>
      `一个模型训练时有 ${grouped(length)} 个位置。线性插值把它拉长到 ${grouped(target)}。` +
      `位置 ${grouped(position)} 会移到哪个位置？`,
    formulas: [['p · L/L′', '线性插值从 L 个位置拉长到 L′ 个，位置 p 移到这里。']],
    way: ({ factor, position }) => `${grouped(position)} / ${factor}。`,
  },
  ntk: {
    ask: ({ dim, factor, pair }) =>
      `NTK 把上下文拉长到 ${factor} 倍。一个头有 ${dim} 个数。` +
      `维度对 ${pair} 的转速慢到原来的几分之一？写出分母。维度对 0 最快。`,
    formulas: [
      ['f^(2i/(dim − 2))', '拉长到 f 倍时，维度对 i 的转速慢到这个数分之一。头有 dim 个数。'],
    ],
    way: ({ dim, factor, pair }) =>
      `${factor}^(${2 * pair}/${dim - 2})：维度对 0 不变，最后一个慢到 1/${factor}。`,
  },
  stored: {
    ask: ({ position }) => `bfloat16 的数有 8 个有效位。位置 ${grouped(position)} 会存成什么数？`,
    formulas: [['2^(e − 7)', '在 2^e 和 2^(e + 1) 之间，bfloat16 只有这个数的倍数。']],
    way: (_, [spacing]) => `那里只有 ${spacing} 的倍数，取最近的一个。`,
  },
  patch: {
    ask: ({ height, width, row, column }) =>
      `一张图像有 ${height} 行图块，每行 ${width} 个，逐行编号，最前面的分类词元是 0 号。` +
      `行 ${row}、列 ${column} 的图块是几号？行和列都从 0 数起。`,
    way: ({ width, row, column }) => `1 + ${row} · ${width} + ${column}。`,
  },
  sum: {
    ask: (values) =>
      `${encoding(values)}。列从 0 数起，偶数列是正弦，奇数列是余弦。一个词在列 ` +
      `${values.column} 的数是 ${real(values.word, 1)}，再加上位置 ${values.position} 的那一行。` +
      '和是多少？',
    formulas: [turnStep, columns],
    way: ({ column, word }, [angle]) =>
      `${real(word, 1)} + ${column % 2 ? 'cos' : 'sin'}(${real(angle)})，单位是弧度。`,
  },
  flips: {
    ask: ({ position }) => `位置用 8 位二进制数书写。从位置 ${position} 到下一个位置，有几位会变？`,
    way: ({ position }) => `${binary(position)} 变成 ${binary(position + 1)}。`,
  },
  layers: {
    ask: ({ words, side }) =>
      `卷积的一层能看到左右各 ${side} 个词。${words} 个词里，最后一个要看到第一个，需要几层？`,
    way: ({ words, side }) => `相隔 ${words - 1} 个位置，每层前进 ${side} 个。`,
  },
  doubled: {
    ask: (values) =>
      `${encoding(values)}。程序出了错，把指数乘了 2。这样一来，时钟 ${values.pair} ` +
      '每多少个位置转一圈？时钟 0 最快。',
    formulas: [turnStep, oneTurn],
    way: ({ dim, base, pair }) => `2π · ${grouped(base)}^(${4 * pair}/${dim})。`,
    unit: '个位置',
  },
  orders: {
    ask: ({ words, same }) =>
      `你知道一个句子由哪些词组成，但不知道它们的顺序。句子有 ${words} 个词，` +
      (same === 1 ? '各不相同。' : `其中 ${same} 个词相同，其余各不相同。`) +
      '这些词一共能排出多少种不同的顺序？',
    way: ({ words, same }) =>
      chain(words) + (same === 1 ? '。' : ` / (${chain(same)})，因为相同的词可以对调。`),
  },
  clock: {
    ask: ({ turn, position }) =>
      `一个时钟每 ${turn} 个位置转一圈。在位置 0，指针朝上。` +
      `在位置 ${position}，指针从朝上转过了多少度？整圈不算。`,
    way: ({ turn, position }, [turns, rest]) =>
      `${position} = ${turns} · ${turn} + ${rest}，${rest} · 360° / ${turn}。`,
    unit: '°',
  },
  apart: {
    ask: ({ step, position, other }) =>
      `每过一个位置，RoPE 把箭头转 ${step}°。查询在位置 ${position}，键在位置 ${other}。` +
      '查询比键多转多少度？',
    way: ({ step, position, other }) => `(${position} − ${other}) · ${step}°。`,
    unit: '°',
  },
  weight: {
    ask: ({ one, two, three }) =>
      '没有位置信息时，一个查询和三个键的得分是：' +
      `${[one, two, three].map((score) => real(score, 1)).join('；')}。` +
      '然后第一个词和最后一个词对调。' +
      `得分为 ${real(one, 1)} 的键，现在的权重是多少？`,
    formulas: [['e^s / Σ e^s', '得分为 s 的键有这个权重，对所有键求和。']],
    way: ({ one, two, three }) => {
      const [own, ...others] = [one, two, three].map((score) => `e^${real(score, 1)}`);
      return `${own} / (${[own, ...others].join(' + ')})。对调不改变任何权重。`;
    },
  },
};
