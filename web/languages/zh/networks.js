/** pe-networks 的全部文字。 */
import { m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped, scientific } from '../../figures/chassis/format.js';

export const heading = '注意力一步就能看到每个词，却不知道它们的顺序';
export const topic = '消息一步能传多远？';

export const labels = {
  tokens: '你的词（用空格隔开）',
  taken: '走了几步',
  kernel: '卷积读几个词',
  dilated: '逐层跳过更多的词',
  padding: '首词之前补零',
  length: '文本的词数，用来算代价（L）',
  dim: '每个词的维数（d）',
  heads: '头数',
  speed: '速度',
};

export const arrows = [
  ['← →', '后退或前进一步'],
  ['↑ ↓', '让卷积读更多或更少的词'],
  ['Home, End', '跳到开头或结尾'],
];

export const keyLabels = {
  d: '卷积逐层跳过更多的词，或不跳过',
  p: '首词之前补零，或不补',
  plus: '文本加长一倍',
  minus: '文本缩短一半',
};

/** 问题和例子用的句子，词与词之间用空格隔开。 */
export const sentences = {
  short: '狗 咬 人',
  asked: '狗 在 隔壁 门口 咬 了 一位 老人',
  // 三个字的词竖排时会被截掉，所以最长的词是“10号”。
  long: '狗 今天 从 隔壁 10号 的 院子 里 跑 出来 咬 了 一位 疲惫 的 老人',
};
export const values = { tokens: sentences.asked };

export const presets = [
  ['狗咬人', { tokens: sentences.short, taken: 1 }],
  ['8 个词', { tokens: sentences.asked, taken: 1 }],
  ['16 个词', { tokens: sentences.long, taken: 1 }],
];

const stepsText = (count) => `${count} 步`;

const KINDS = { recurrent: '循环网络', convolution: '卷积', attention: '注意力' };

export const labelsOnPicture = {
  words: '句子',
  kinds: KINDS,
  does: (kind, kernel) =>
    ({
      recurrent: '一个词传给下一个词',
      convolution: `每个词读 ${kernel} 个词`,
      attention: '每个词读所有的词',
    })[kind],
  status: (at, steps, covered) => {
    if (covered) return '要几步？';
    return at < steps ? `${Math.floor(at)} / ${stepsText(steps)}` : `✓ ${stepsText(steps)}`;
  },
  tested: (word) => `如果每个词都是“${word}”：`,
  none: '–',
  differing: (differing, count, words) => {
    if (differing === 0) return '没有输出';
    if (differing === 1) return count < words ? `${count} 个输出都一样` : '输出全都一样';
    return differing === count ? '输出各不相同' : `${differing} 种不同的输出`;
  },
};

export const costLabels = {
  chart: '一层的代价：多少次乘法，各带一次加法',
  here: (length) => `${grouped(length)} 个词`,
  amounts: (length) => `${grouped(length)} 个词时的乘加次数：`,
  line: (name, kernel, count) => {
    const formulas = {
      stamps: '位置章：L·d',
      recurrent: '循环网络：2·L·d²',
      convolution: `卷积：${kernel}·L·d²`,
      attention: '注意力：2·L²·d',
    };
    return `${formulas[name]} = ${amountText(count)}`;
  },
  shapes: (count, { dim, heads }) =>
    `数组的形状：${count} 个词 × ${grouped(dim)} 个数，${heads} 个头，每个 ${dim / Number(heads)} 维`,
  shapeName: (name, at) => `${at + 1}. ${shapeNames[name]}`,
  sizes: (shape) => shape.map((size) => grouped(size)).join(' × '),
  numbers: ({ numbers }) => `${grouped(numbers)} 个数`,
  bytes: ({ bytes }) => bytesText(bytes),
};

const shapeNames = {
  words: '词',
  embeddings: '词向量',
  stamps: '位置章',
  sums: '总和',
  queries: 'q、k、v 各一个',
  scores: '得分',
  mixed: '混合后的值',
  joined: '各头拼接',
};

const amountText = (count) => (count < 1e6 ? grouped(count) : scientific(count));

function bytesText(bytes) {
  const units = ['字节', 'KiB', 'MiB', 'GiB', 'TiB'];
  let at = 0;
  while (bytes >= 10240 && at < units.length - 1) {
    bytes /= 1024;
    at++;
  }
  return `${grouped(bytes, Number.isInteger(bytes) ? 0 : 1)} ${units[at]}`;
}

export function caption(model, covered = false, beginner = false) {
  const { words, recurrent, convolution, attention } = model;
  const [first, last] = [words[0], words[words.length - 1]];
  const slow = [
    `最后一个词“${last}”要收到第一个词“${first}”的消息，循环网络要走 `,
    ['plus', stepsText(recurrent.steps)],
    '，卷积要走 ',
    ['minus', stepsText(convolution.steps)],
    '。',
  ];
  if (covered) return [...slow, '按播放键 ▶，看消息怎样传开。'];
  const fast = ['注意力只要 ', ['you', stepsText(attention.steps)], '，多远都一样。'];
  const price = [
    '代价是：处处放同一个词，',
    ['b', '输出就处处相同'],
    '。一个位置也分不出来，所以模型必须另外加上位置信息。',
  ];
  return [...slow, ...fast, ...(beginner ? price : knowledge(model))];
}

/** 说明每种网络对位置知道多少，以及要花多少计算。 */
function knowledge({ words, recurrent, convolution, attention, ratio, growth, perStamp, state }) {
  const edge =
    convolution.differing > 1
      ? `第一个词前面的零带来 ${convolution.differing} 种不同的输出，` +
        `${convolution.steps} 层之后有 ${convolution.differingDeep} 种。`
      : '第一个词前面没有补零，所以输出全都一样。';
  return [
    `${words.length} 个位置都放“${words[0]}”，循环网络给出 `,
    ['b', `${recurrent.differing} 种不同的输出`],
    `，因为它按顺序处理。一层卷积知道窗口内的距离。${edge}`,
    '注意力在所有位置上，只给出 ',
    ['b', `${attention.differing} 种输出`],
    '。',
    `文本有 ${grouped(state.length)} 个词时，注意力做比较和混合，乘加次数是循环网络的 `,
    ['b', `${ratio < 10 ? fixed(ratio, 2) : grouped(ratio)} 倍`],
    '。',
    `文本加长一倍，注意力的次数变成 ${growth.attention} 倍，` +
      `循环网络的变成 ${growth.recurrent} 倍。`,
    `位置章几乎不花计算：这一层每做 ${grouped(perStamp)} 次乘加，它才做一次加法。`,
  ];
}

export function formula({ words, recurrent, convolution, attention, state, costs }) {
  const { kernel, dilated } = state;
  const math = (...row) => m('math', m('mrow', ...row));
  const last = m('mrow', mi('n'), mo('−'), mn(1));
  const log = m('mrow', m('msub', mi('log'), mi('k')), mi('n'));
  const ratio = m('mfrac', last.cloneNode(true), m('mrow', mi('k'), mo('−'), mn(1)));
  const square = m('msup', mi('L'), mn(2));
  return [
    math(mi('n'), mo('='), mn(words.length), mo(','), mi('k'), mo('='), mn(kernel)),
    math(last, mo('='), mn(recurrent.steps)),
    math(mo('⌈'), dilated ? log : ratio, mo('⌉'), mo('='), mn(convolution.steps)),
    math(m('mtext', '注意力'), mo('='), mn(attention.steps)),
    math(mn(2), square, mi('d'), mo('='), mn(amountText(costs.attention.count))),
  ];
}

const reachTable = ({ words, lanes }) => ({
  name: `每个词在第几步收到“${words[0]}”的消息`,
  answers: true,
  columns: ['词', ...lanes.map(({ kind }) => KINDS[kind])],
  rows: words.length,
  row: (at) => [words[at], ...lanes.map(({ heardAt }) => heardAt[at])],
  show: (value) => String(value),
});

const placesTable = ({ words, lanes }) => ({
  name: `每种网络对位置知道多少：${words.length} 个位置都放“${words[0]}”`,
  answers: true,
  columns: ['网络', '步数', '一层的不同输出', '所有层的', '对调前两个词，最后的输出变多少'],
  rows: lanes.length,
  row: (at) => {
    const { kind, steps, differing, differingDeep, swapped } = lanes[at];
    return [KINDS[kind], steps, differing, differingDeep, swapped];
  },
  show: (value, column) => (column === 4 ? fixed(Number(value), 4) : String(value)),
});

/** 计算量表每一行数的是什么，以及它的文字。 */
const costRows = [
  ['stamps', '加上位置章：L·d', '位置章'],
  ['recurrent', '循环网络：2·L·d²', '状态'],
  ['convolution', '卷积：k·L·d²', '窗口'],
  ['attention', '注意力，得分和加权和：2·L²·d', '所有头的得分'],
  ['projections', '注意力，它的矩阵：4·L·d²', '查询、键和值'],
  ['feedForward', '前馈，4 倍宽：8·L·d²', '加宽的行'],
];

const costTable = ({ costs, state: { length, dim } }) => ({
  name: `一层的计算量：L = ${grouped(length)} 个词，d = ${grouped(dim)}`,
  columns: ['计算', '乘加次数', '保存的内容', '字节'],
  rows: costRows.length,
  row: (at) => {
    const [key, work, kept] = costRows[at];
    return [work, costs[key].count, kept, costs[key].bytes];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

const shapeTable = ({ shapes, words, state }) => ({
  name: costLabels.shapes(words.length, state),
  columns: ['数组', '形状', '数的个数', 'float32 的字节数'],
  rows: shapes.length,
  row: (at) => {
    const { name, shape, numbers, bytes } = shapes[at];
    return [shapeNames[name], costLabels.sizes(shape), numbers, bytes];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

export const tables = (model) => [
  reachTable(model),
  placesTable(model),
  costTable(model),
  shapeTable(model),
];

export const questionTexts = {
  ask: '一句话有 8 个词，最后一个词要收到第一个词的消息。循环网络要走 7 步。' + '注意力要走几步？',
  options: [
    ['recurrent', '也是 7 步', '框出的网络要走 7 步：一个词只传给下一个词。'],
    ['convolution', '4 步', '框出的网络要走 4 步：每一层只把消息再传远两个词。'],
    ['attention', '1 步'],
  ],
  watch: '注意看连线：消息什么时候传到最后一个词？',
  surprise: ({ attention, recurrent }) =>
    `${stepsText(attention.steps)}，而不是 ${stepsText(recurrent.steps)}`,
  because: ({ recurrent }) => [
    '用注意力，每个词都同时读所有的词。' +
      `循环网络要走 ${stepsText(recurrent.steps)}，一个一个地读，所以知道顺序。` +
      '注意力不知道顺序，所以才要给词加上位置信息。',
  ],
};

export function describe({ words, lanes, state }, covered = false) {
  const open = covered ? lanes.slice(0, 2) : lanes;
  const heard = open.map(({ kind, heardAt }) => {
    const count = heardAt.filter((at) => at <= state.taken).length;
    return `${KINDS[kind]} ${count} 个`;
  });
  return (
    `走了 ${stepsText(state.taken)}，${words.length} 个词中，` +
    `收到“${words[0]}”的消息的有：${heard.join('，')}。`
  );
}
