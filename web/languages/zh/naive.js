/** pe-naive 的全部文字。 */
import { distance, fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { ENCODINGS, METERS, answersQuestion, codeOf } from '../../figures/naive/model.js';

export const heading = '每种简单的编号办法都不满足某项要求';
export const topic = '给词编号的简单办法';

export const labels = {
  encoding: '编号方式',
  meter: '要求',
  length: '长度',
  dim: '维数',
  position: '位置',
};

export const names = {
  encoding: {
    raw: '直接编号',
    fraction: '分数',
    binary: '二进制',
    sine: '单个正弦',
    sinusoidal: '正弦编码',
  },
  meter: {
    bounded: '±1 之内',
    unique: '不重复',
    smooth: '平滑',
    same: '步长相同',
    any: '任意长度',
  },
};

export const presets = ENCODINGS.map((encoding) => [names.encoding[encoding], { encoding }]);

export const arrows = [
  ['← →', '前进或后退一个位置'],
  ['↑ ↓', '选择上一种或下一种编号方式'],
  ['Home, End', '跳到第一个或最后一个位置'],
];

export const keyLabels = {
  meter: (meter) => `显示要求“${names.meter[meter]}”`,
};

export const labelsOnPicture = {
  units: {
    bounded: '最大值',
    unique: '最近的编码',
    smooth: '最大步长',
    same: '步长之比',
    any: '编码变动',
  },
  result: (measured, meter, long) =>
    `${mark(measured.meters[meter].pass)} ${names.meter[meter]}：` +
    (long && meter === 'smooth' ? '最大步长占最大距离的' : labelsOnPicture.units[meter]) +
    ` ${reading(measured, meter)}`,
  verdict: (meter, pass) => `${names.meter[meter]}：${pass ? '是' : '否'} ${mark(pass)}`,
  longer: (length) => `○ 文本有 ${grouped(2 * length)} 个位置时`,
  pair: ([a, b]) => `${a} 和 ${b}`,
  extraDigit: (length) => `${grouped(2 * length)} 个位置要多一位`,
  sine: 'sin',
  cosine: 'cos',
  fast: '快',
  slow: '慢',
  flips: (position, count) => `${position} → ${position + 1}：${count} 位变了`,
  steps: '到下一个位置的步长',
  flipped: '变了的位数',
  step: (position, step, digits) => `${position} → ${position + 1}：${distance(step, digits)}`,
  position: '位置',
};

const mark = (pass) => (pass ? '✓' : '✗');

/** 位置怎样变成编码。 */
export const recipes = {
  raw: () => '就是位置',
  fraction: (length) => `位置 / ${length}`,
  binary: () => '位置的二进制',
  sine: () => '位置的正弦',
  sinusoidal: (_, dim) => `${dim / 2} 道波的正弦和余弦`,
};

const READINGS = {
  bounded: ({ bounded: { value } }) => (value > 1 ? grouped(value) : fixed(value, 2)),
  unique: ({ unique: { value } }) => distance(value, value < 0.1 ? 4 : 2),
  smooth: ({ smooth: { share } }) => `${fixed(100 * share, share < 0.1 ? 1 : 0)}%`,
  same: ({ same: { share } }) => `${grouped(share, share < 100 ? 1 : 0)} 倍`,
  any: ({ any: { extra, value } }) => {
    if (extra) return '多 1 位';
    return value ? distance(value) : '0';
  },
};

export const reading = ({ meters }, meter) => READINGS[meter](meters);

const CODES = {
  raw: ([value]) => grouped(value),
  fraction: ([value]) => fixed(value, 4),
  binary: (digits) => digits.join(''),
  sine: ([value]) => signed(value, 4),
  sinusoidal: (values) => {
    const [sine, cosine] = values.map((value) => signed(value, 3));
    return `(${sine}, ${cosine}${values.length > 2 ? ', …' : ''})`;
  },
};

const code = (measured, position) => CODES[measured.encoding]([...codeOf(measured, position)]);

/** 怎样满足一项要求。 */
const PASSED = {
  bounded: (measured) => {
    if (measured.encoding !== 'sinusoidal') return '所有的值都不超出 ±1。';
    const squares = codeOf(measured, 0).map((value) => value * value);
    const length = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
    return `所有的值都不超出 ±1，而且每个编码都是长度为 ${fixed(length, 4)} 的向量。`;
  },
  unique: ({ encoding, meters: { unique } }) =>
    `最近的两个编码属于 ${unique.at[0]} 和 ${unique.at[1]}，相差 ${distance(unique.value)}。` +
    (encoding === 'sinusoidal' ? '如果精确计算，任何两个位置的编码都不会相同。' : ''),
  smooth: ({ meters: { smooth } }) =>
    `最大的一步，只有编码间最大距离的 ${fixed(100 * smooth.share, 1)}%。`,
  same: ({ encoding, meters: { same } }, { spread, still }) => {
    const equal = `每一步的长度都是 ${distance(same.value)}`;
    if (encoding === 'fraction') return `${equal}，但只对这个长度的文本成立。`;
    if (encoding !== 'sinusoidal') return `${equal}。`;
    const slowest = still > 1 ? `；直到位置 ${still - 1}，最慢的余弦都正好是 1` : '';
    return (
      `${equal}，因为每一步都是同样的旋转。` +
      `存成 float32，步长最多相差 ${scientific(spread, 1)}${slowest}。`
    );
  },
  any: ({ encoding }) =>
    '文本加长一倍，每个编码都不变。' +
    (encoding === 'sinusoidal'
      ? '每个位置都有编码。至于模型会不会用没见过的编码，那是另一个问题。'
      : ''),
};

/** 怎样违反一项要求。 */
const FAILED = {
  bounded: ({ meters: { bounded } }) =>
    `最大的值是 ${grouped(bounded.value)}。文本越长，它就越大，大到网络从没见过。`,
  unique: ({ meters: { unique } }) =>
    `${unique.at[0]} 和 ${unique.at[1]} 的编码只相差 ${distance(unique.value)}。` +
    `平均一步是 ${distance(unique.value / unique.share)}。`,
  smooth: ({ meters: { smooth } }) =>
    `从 ${smooth.at[0]} 到 ${smooth.at[1]} 这一步，` +
    `就跨了两个编码之间最大距离的 ${fixed(100 * smooth.share, 0)}%。`,
  same: ({ meters: { same } }) =>
    `最小的一步是 ${distance(same.low)}（从 ${same.at[0]} 到 ${same.at[0] + 1}），` +
    `最大的一步是 ${distance(same.value)}（从 ${same.at[1]} 到 ${same.at[1] + 1}）。`,
  any: ({ width, meters: { any } }, length) =>
    any.extra
      ? `${grouped(2 * length)} 个位置要用 ${width + 1} 位，而不是 ${width} 位，` +
        '所以每个编码都变长了。'
      : `文本加长一倍，${any.at[0]} 的编码就移动 ${distance(any.value)}，` +
        '同一个位置就有了不同的编码。',
};

export function verdict(measured, meter, length, rounded) {
  const { pass } = measured.meters[meter];
  const says = pass ? PASSED[meter](measured, rounded) : FAILED[meter](measured, length);
  return { pass, says };
}

export function caption({ state, chosen, rounded }, covered, beginner) {
  const { meter, position, length } = state;
  const { pass, says } = verdict(chosen, meter, length, rounded);
  const step =
    position + 1 < length && !beginner
      ? `；到 ${position + 1} 的步长是 ${distance(chosen.steps[position])}。`
      : '。';
  const gets = [
    '位置 ',
    ['you', placeText(position, beginner)],
    `，编码是 ${code(chosen, position)}`,
    step,
  ];
  if (covered && answersQuestion(state)) return gets;
  return [
    ...gets,
    [pass ? 'right' : 'wrong', `${mark(pass)} `],
    ['b', `${names.meter[meter]}：`],
    says,
  ];
}

const meterTable = ({ state, all }) => ({
  name: `给 ${state.length} 个位置编号的五种办法，以及五项要求`,
  answers: true,
  columns: [
    '编号方式',
    '最大值',
    '最近编码的距离',
    '最大步长 / 最大距离',
    '最大步长 / 最小步长',
    '长度加倍时的编码变动',
    '满足的要求',
  ],
  rows: ENCODINGS.length,
  row: (at) => {
    const { encoding, meters } = all[at];
    const passes = METERS.filter((meter) => meters[meter].pass);
    return [
      names.encoding[encoding],
      meters.bounded.value,
      meters.unique.value,
      meters.smooth.share,
      meters.same.share,
      meters.any.extra ? reading(all[at], 'any') : meters.any.value,
      `${passes.length} / ${METERS.length}`,
    ];
  },
  show: (value) => distance(value),
});

const codeTable = ({ state, chosen }) => ({
  name: `编码：${names.encoding[state.encoding]}`,
  columns: [
    '位置',
    '到下一个的步长',
    ...Array.from({ length: chosen.width }, (_, at) => String(at)),
  ],
  rows: state.length,
  row: (position) => [
    position,
    position + 1 < state.length ? chosen.steps[position] : '',
    ...codeOf(chosen, position),
  ],
  show: (value, column) =>
    column === 0 || Number.isInteger(value) ? String(value) : distance(value),
});

export const tables = (model) => [meterTable(model), codeTable(model)];

export const questionTexts = {
  ask: '用四位二进制数给位置 0 到 15 编号。哪两个位置不同的位数最多？',
  options: [
    ['first', '0 和 1', '0 是 0000，1 是 0001：只有一位不同。'],
    ['far', '0 和 14', '0 是 0000，14 是 1110：有三位不同。还可以四位都不同。'],
    ['next', '7 和 8'],
  ],
  watch: '注意看方框：每走一步，有几位变了？',
  atStops: [
    ({ state, chosen }) => {
      const { position } = state;
      const flips = Math.round(chosen.steps[position] * chosen.steps[position]);
      return `从 ${position} 到 ${position + 1}，有 ${flips} 位变了。还能变得更多吗？`;
    },
  ],
  surprise: ({ chosen }) => `${Math.round(chosen.steps[7] * chosen.steps[7])} 位全变`,
  because: ({ chosen }) => {
    const ones = codeOf(chosen, 14).reduce((sum, digit) => sum + digit, 0);
    return [
      '从 7（0111）到 8（1000），没有一位不变。',
      '明明是邻居，编码却相差最大。' +
        `0 和 14 的编码只有 ${ones} 位不同。` +
        '每种简单的办法都有不满足的要求',
      ['hands', '，你可以一个一个试'],
      '。',
    ];
  },
};

export function describe({ chosen, rounded, state }, covered) {
  const { encoding, meter, position, length } = state;
  const { pass, says } = verdict(chosen, meter, length, rounded);
  const gets = `${names.encoding[encoding]}：位置 ${position} 的编码是 ${code(chosen, position)}。`;
  if (covered && answersQuestion(state)) return gets;
  return gets + `这种编码${pass ? '满足' : '不满足'}要求“${names.meter[meter]}”：${says}`;
}
