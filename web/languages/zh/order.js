/** pe-order 的全部文字。 */
import { h, m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { weightOf } from '../../figures/order/model.js';
import { course } from './chassis.js';

/** 图最先显示的句子，词与词之间用空格隔开。 */
export const { sentence } = course;
export const values = { tokens: sentence };

export const heading = '单靠注意力，看不出词的顺序';
export const topic = '注意力看得出词的顺序吗？';

export function headingOf({ differ, state }) {
  if (!differ) return null;
  return state.scheme === 'none'
    ? '加了掩码，词看得出前面有哪些词'
    : '盖上位置章，注意力就看得出词的顺序';
}

export const labels = {
  tokens: '你的词（用空格隔开）',
  order: '顺序',
  scheme: '盖位置章',
  causal: '因果掩码：只往回看',
  query: '选中的词',
  seed: '打乱',
  dim: '维数',
};

export const arrows = [
  ['← →', '选择前一个或后一个词'],
  ['Shift + ← →', '把选中的词左移或右移'],
  ['Home, End', '选择第一个或最后一个词'],
];

export const keyLabels = {
  x: '对调首尾两个词',
  s: '打乱词的顺序',
  o: '恢复原来的顺序',
  p: '盖上或去掉位置章',
  m: '打开或关闭因果掩码',
};

export const buttons = {
  swap: '首尾对调',
  stamp: '盖上位置章',
  shuffle: '打乱',
  back: '← 移动',
  forth: '移动 →',
};

export const presets = [
  ['人咬狗', { tokens: sentence, order: '210', scheme: 'none', causal: false }],
  ['人咬狗，盖上位置章', { tokens: sentence, order: '210', scheme: 'sinusoidal' }],
  ['长一点的句子', { tokens: '一只 大 狗 咬 一只 小 猫', order: '4563012', scheme: 'none' }],
];

export const labelsOnPicture = {
  box: '注意力',
  outputs: '输出',
  now: (still) => `现在的句子${still ? '' : '：试着拖动一个词'}`,
  typed: '原来的句子',
  bag: '来自：',
  ask: '输出一样吗？',
  askBag: '看袋子：',
  different: '不一样',
  unequal: '≠',
  of: (values) => `/ ${values}`,
  differ: '个输出值不同',
  fromTyped: '和原来的顺序相比',
  unmoved: '（还没有移动过词）',
  rows: {
    words: ['词', '可以拖动'],
    attention: (word) => ['注意力', `“${word}”的`],
    now: ['输出', '现在'],
    typed: ['输出', '原来'],
  },
  position: (place, brief) => (brief ? `+${place}` : `+ 位置 ${place}`),
  stamp: (place, brief) => (brief ? String(place) : `位置 ${place}`),
  hidden: '遮住',
  dash: '–',
  differs: (count, brief) => (brief ? `≠ ${count}` : `≠ ${count} 个不同`),
  same: '一样',
  sameBits: '= 逐位相同',
  unknown: '?',
  unsure: '= 还是 ≠？',
  equals: '=',
  matrix: '注意力',
  matrixNote: '每一行的词看各列的词',
  strip: (dim) => `一条色带是一个词的 ${dim} 个输出值`,
  low: '≤ −2',
  high: '≥ 2',
};

const ABOUT_THE_HEAD = '这里只有一个注意力头，权重是随机的，固定不变。词的向量由它的字算出。';

/** 把词连成句子；汉字之间不留空格。 */
const joined = (words) => words.join(' ').replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1');
const typedText = ({ words }) => joined(words);
const readText = ({ words, order }) => joined(order.map((token) => words[token]));

/** 说明为什么有些输出不同。 */
function why(model) {
  if (model.state.scheme === 'none')
    return '这只是掩码造成的：词知道前面有哪些词，却不知道它们的先后。';
  const read = readText(model);
  const typed = typedText(model);
  if (read === typed) return '只是相同的词换了位置。';
  return `现在每个位置都加上自己的向量，所以“${read}”和“${typed}”是两个不同的输入。`;
}

const whyDifferent = ({ state }) =>
  state.scheme === 'none'
    ? '有了掩码，每个词只看得到自己和前面的词。'
    : '现在每个词都盖着位置章，色带也跟着位置变。';

/** 说明有几条色带变了。 */
function changedStrips(fresh, count) {
  if (!fresh) return `${count} 条色带，一条也没变`;
  return fresh === count ? `${count} 条色带全变了` : `${count} 条色带中变了 ${fresh} 条`;
}

function captionForBeginners(model) {
  const { state, moved, fresh } = model;
  const typed = typedText(model);
  const read = readText(model);
  if (read === typed) {
    const stamps = state.scheme === 'none' ? '' : '现在每个词都盖着位置章。';
    const hint = moved ? '只是相同的词换了位置。' : '对调几个词，看看那个圆圈。';
    return [stamps, hint];
  }
  if (!fresh)
    return [
      ['b', `“${read}”`],
      `落进袋子的色带，和“${typed}”的一模一样。`,
      '只看袋子，谁也分不清这两句话。',
    ];
  return [
    whyDifferent(model),
    ['other', `${changedStrips(fresh, model.words.length)}。`],
    '现在只看袋子，也能分清这两句话。',
  ];
}

export function caption(model, covered, beginner) {
  const { words, tokens, differ, values, bits, most, moved, state } = model;
  const about = ['quiet', ABOUT_THE_HEAD];
  if (covered) {
    const beams = `线越粗，“${words[state.query]}”从那个词取得越多。`;
    return [
      beginner
        ? '每条色带都是一个词的输出。'
        : '注意力把每个词变成一条色带，这就是它的输出。' +
          '色带落进袋子，就没有先后之分了。' +
          '圆圈会比较两个袋子。',
      beginner ? beams : about,
    ];
  }
  if (beginner) return captionForBeginners(model);
  if (!moved) return ['拖动一个词，或按“首尾对调”。词的输出会变吗？', about];
  if (!differ) {
    return [
      '在',
      ['b', `“${readText(model)}”`],
      `里，每个词的输出都和在“${typedText(model)}”里完全一样：`,
      `这 ${values} 个数共 ${grouped(values * 32)} 个二进制位，` +
        `${bits ? `有 ${bits} 位不同` : '没有一位不同'}。`,
      '词移到哪里，它的输出就原样跟到哪里。这叫“等变”（equivariant）。',
      about,
    ];
  }
  const kept = tokens.filter((token) => !token.differ).length;
  return [
    `${values} 个输出值中，`,
    ['other', `有 ${differ} 个不同`],
    `，最多相差 ${fixed(most, 3)}。`,
    why(model),
    kept ? `${words.length} 个词中有 ${kept} 个，每一位都没有变。` : '',
    about,
  ];
}

/** 把一个词的输出写成加权和。 */
function weightedSum(name, terms) {
  const product = ({ word, weight }) =>
    m(
      'math',
      m('mrow', mn(fixed(weight, 2)), mo('·'), mi('v'), mo('('), m('mtext', word), mo(')')),
    );
  const seen = terms.filter(({ weight }) => weight);
  const parts = seen.flatMap((term, at) => [at ? ' + ' : '', product(term)]);
  return h('div', {}, `${name} = `, ...parts);
}

export function formula(model) {
  const { state, words, order, weightsTyped } = model;
  const { query } = state;
  const now = order.map((token) => ({
    word: words[token],
    weight: weightOf(model, query, token),
  }));
  const typed = words.map((word, token) => ({
    word,
    weight: weightsTyped[query * words.length + token],
  }));
  return [
    h(
      'div',
      {},
      weightedSum(`${words[query]}（现在）`, now),
      weightedSum(`${words[query]}（原来）`, typed),
    ),
  ];
}

function outputTable({ state, tokens }) {
  const dims = Array.from({ length: state.dim }, (_, at) => at);
  return {
    name: '现在的输出，和原来顺序下的输出比较',
    answers: true,
    columns: [
      '词',
      '位置',
      '原来的位置',
      '不同的值',
      '不同的二进制位',
      '最大差值',
      ...dims.flatMap((at) => [`第 ${at} 个值（现在）`, `第 ${at} 个值（原来）`]),
    ],
    rows: tokens.length,
    row: (token) => {
      const { word, place, differ, bits, most, now, typed } = tokens[token];
      const outputs = dims.flatMap((at) => [now[at], typed[at]]);
      return [word, place, token, differ, bits, most, ...outputs];
    },
    show: (value, column) => {
      if (column < 5) return String(value);
      return column === 5 ? fixed(value, 4) : signed(value, 4);
    },
  };
}

function weightTable({ words, order, weights }) {
  const count = words.length;
  return {
    name: '现在的注意力权重：每一行的词看各列的词',
    columns: ['词', ...order.map((token) => words[token])],
    rows: count,
    row: (place) => [words[order[place]], ...weights.subarray(place * count, (place + 1) * count)],
    show: (value) => (value && value < 1e-4 ? scientific(value) : fixed(value, 4)),
  };
}

export const tables = (model) => [outputTable(model), weightTable(model)];

export const questionTexts = {
  ask: '把“狗”和“人”对调，两句话的输出各装进一个袋子。两个袋子一样吗？',
  options: [
    ['all', '不一样：三条色带都变了', '要是三条都变，每条色带都该换颜色。比一比两个袋子。'],
    ['moved', '不一样：只变了两条色带', '要是变两条，“狗”和“人”的色带都该换颜色。比一比两个袋子。'],
    ['none', '一样：没有一条色带变'],
  ],
  watch: '看词下面的色带：有哪条换了颜色吗？',
  atStops: [() => '两个词换好了位置，色带正跟过来。'],
  surprise: ({ fresh, words }) => changedStrips(fresh, words.length),
  because: () => [
    '每条色带只是跟着自己的词走，所以只看袋子，谁也说不出是谁咬了谁。',
    ['hands', '现在给每个词盖上位置章，再看那个圆圈。'],
  ],
};

export function describe(model, covered, beginner) {
  const { state, words, order, tokens, differ, values, fresh } = model;
  const { query } = state;
  const chosen = `位置 ${tokens[query].place} 的“${words[query]}”`;
  const looks = order.map((token) => `${words[token]} ${fixed(weightOf(model, query, token), 2)}`);
  const verdict = `两个袋子${fresh ? '不一样' : '一样'}。`;
  const counts = `${values} 个输出值中，有 ${differ} 个和原来顺序下的不同。`;
  return (
    `${readText(model)}。` +
    (covered ? '' : verdict) +
    (covered || beginner ? '' : counts) +
    (beginner ? `你选中了${chosen}。` : `${chosen}给出的权重：${looks.join('，')}。`)
  );
}
