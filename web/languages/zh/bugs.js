/** pe-bugs 的全部文字。 */
import { m, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped } from '../../figures/chassis/format.js';
import { numbersOf } from '../../figures/bugs/views.js';

export const heading = '程序不会崩溃，但简短的测试能找出每个错误';
export const topic = '十个不会崩溃的错误：哪个测试找得出？';

/** 问题问的是这个错误，所以回答之前不显示它的测试结果。 */
const ASKED = 'pairs';

export const labels = { bug: '错误', check: '做一项测试', language: '代码语言' };

export const arrows = [
  ['← →', '选择前一个或后一个错误'],
  ['↑ ↓', '做前一项或后一项测试'],
  ['Home, End', '选择第一个或最后一个错误'],
];

export const keyLabels = { c: '切换 JavaScript 和 Python' };

export const EXHIBITS = {
  pairs: {
    name: '正余弦对不上',
    bug: '一个正弦和一个余弦带动时钟的指针。这里两者快慢不同，程序却不报错。',
    exact: '第 i 列的指数用了 i / d。但 i 是奇数时，它和第 i − 1 列是一对，指数应当相同。',
    shown: '一个正弦和它的余弦合成指针，在 64 个位置上',
    thread: ['maxjcohen/transformer', 62, 'issues', '余弦用了另一组指数'],
  },
  transposed: {
    name: '表转置了',
    bug: '词得到的是表的列，不是行。表是正方形，横着竖着都放得下。',
    exact: '加上去的是转置的表。形状不同时，广播也可能掩盖同样的错误。',
    shown: '24 个词各加上了什么',
    thread: ['AkiRusProd/numpy-transformer', 1, 'issues', '行分给了句子，而不是词'],
  },
  exponent: {
    name: '指数多乘了 2',
    bug: '除了第一个，时钟都太慢。所以大多数列几乎不变。',
    exact: '下标已经是每次加 2，却又乘了一次 2。',
    shown: '128 个词的表',
    thread: ['SamLynnEvans/Transformer', 25, 'issues', '循环每次加 2，里面又写了 2 * i'],
  },
  first: {
    name: '位置从 1 数起',
    bug: '第一个词得到第二个词的时钟，后面的也依次错一位。',
    exact: '第 0 行用了位置 1。训练好的模型，大多要求那里是位置 0。',
    shown: '每个词的三个时钟',
    thread: ['facebookresearch/fairseq', 1177, 'issues', '在 fairseq 里，这是约定，不是错误'],
  },
  padding: {
    name: '空位也算进去',
    bug: '句子前面有两个空位，也被当作词来数。于是“dog”到了位置 2。',
    exact: '在左侧填充时，位置必须由注意力掩码算出。',
    shown: '两个空位之后的一个句子',
    thread: ['huggingface/transformers', 21080, 'issues', '填充后的“I”得到了位置 1'],
  },
  cache: {
    name: '生成的词都在位置 0',
    bug: '前面的词已经存好，再接上“man”，它却得到位置 0。于是它看“dog”最多。',
    exact: '使用键值缓存时，第一个新位置应当等于缓存的词元数。',
    shown: '“man”给每个词的注意力',
    thread: ['Blaizzy/mlx-vlm', 1983, 'issues', '解码出的每个词元都得到位置 0'],
  },
  values: {
    name: '传的值也转了',
    bug: '三个词传递的值相等。按位置一转，就不再相等了。',
    exact: 'RoPE 也用在了 v 上。论文只旋转 q 和 k。',
    shown: '每个词收到什么',
    thread: ['mistralai/mistral-inference', 147, 'issues', '有读者问，值为什么不旋转'],
  },
  layout: {
    name: '数都配错了对',
    bug: '数是两个一对旋转的。两种配法都有人用，但这个模型学的是一种，跑的是另一种。',
    exact: '权重要的是对半配对（0 配 4），代码却用相邻配对（0 配 1）。',
    shown: '哪些数一起转',
    thread: ['huggingface/transformers', 25199, 'issues', '同一组权重有两种排列'],
  },
  theta: {
    name: 'rope_theta 错了',
    bug: '模型要 500,000，代码却还是 10,000。最慢的时钟转得太快。',
    exact: '频率是 rope_theta^(−2i / d)。短文本看上去仍然正常。',
    shown: '最慢的时钟，在位置 0 至 6,000 上',
    thread: ['lyogavin/airllm', 369, 'pull', '配置里的值从来没有读过'],
  },
  slopes: {
    name: '斜率错了一位',
    bug: '每个头都拿到前一个头的斜率，所以全都陡了一倍。',
    exact: '指数 −8h / n 里的头要从 1 数起，不能从 0 数起。',
    shown: 'ALiBi 的 8 个头各自的斜率',
    thread: ['paiml/aprender', 2143, 'pull', '指数从 0 数起'],
  },
};

const BUGS = Object.keys(EXHIBITS);

/** 问题没有回答时，所问错误的文字。 */
const ASKED_TEXTS = {
  name: '哪里错了？',
  bug: '每列正弦都配一列余弦，两者一起带动一根指针。',
};

export const CHECK_TEXTS = {
  pairs: 'sin²\u00a0+\u00a0cos² 恒为 1',
  transposed: '零向量 + 表 = 表',
  exponent: '第 8 列增加 0.01',
  first: '第 0 行：0, 1, 0, 1, …',
  padding: '填充不改变位置',
  cache: '缓存不改变结果',
  values: '相等的值不变',
  layout: '0 号数和 4 号数成对转动',
  theta: '位置 1,000 上最慢的指针',
  slopes: '斜率从 1/2 到 1/256',
};

/** 测试的顺序，不能让人看出哪项测试找出哪个错误。 */
const CHECK_ORDER = [
  'first',
  'theta',
  'pairs',
  'slopes',
  'cache',
  'transposed',
  'layout',
  'values',
  'padding',
  'exponent',
];

const letterOf = (check) => 'ABCDEFGHIJ'[CHECK_ORDER.indexOf(check)];

export const bugNames = BUGS.map((bug, at) => `${at + 1}. ${EXHIBITS[bug].name}`);
export const checkNames = [
  '不测试',
  ...CHECK_ORDER.map((check) => `${letterOf(check)}. ${CHECK_TEXTS[check]}`),
];

export const presets = [
  ['查不出的测试', { bug: 'pairs', check: 'first' }],
  ['查得出的测试', { bug: 'pairs', check: 'pairs' }],
  ['空位', { bug: 'padding', check: 'padding' }],
  ['新词', { bug: 'cache', check: 'cache' }],
  ['配错了对', { bug: 'layout', check: 'layout' }],
];

function shortText(value) {
  if (Number.isInteger(value)) return grouped(value);
  const size = Math.abs(value);
  if (size >= 1) return fixed(value, 2);
  return fixed(value, size < 0.01 ? 4 : 3);
}

/** 每项测试测的是什么。 */
const QUANTITIES = {
  pairs: 'sin²\u00a0+\u00a0cos²',
  transposed: '最大的差',
  exponent: '第 8 列的增量',
  first: '第一个数',
  padding: '“dog”的位置',
  cache: '最大的差',
  values: '注意力之后的值',
  layout: '位置 1 的 4 号数',
  theta: '位置 1,000 的 7 号数',
  slopes: '头 1 的斜率',
};

/** 说出测试测的是什么，并和应有的值比较。 */
const comparedText = (check, { wrong, wanted }) =>
  `${QUANTITIES[check]}：${shortText(wrong)}，应为 ${shortText(wanted)}`;

const verdictWord = (fails) => (fails ? '不通过' : '通过');

export const labelsOnPicture = {
  names: { dog: '狗', bites: '咬', man: '人' },
  right: (bug) => (bug === 'layout' ? '模型学的配法' : '✓ 正确'),
  wrong: (bug) => (bug === 'layout' ? '运行用的配法' : '✗ 有错误'),
  title: (bug, asks) => (asks ? `1. ${ASKED_TEXTS.name}` : bugNames[BUGS.indexOf(bug)]),
  shown: (bug) => EXHIBITS[bug].shown,
  words: '词 ↓',
  numbers: '数 →',
  length: (length) => grouped(length),
  unknown: '?',
  passes: '通过',
  fails: '不通过',
  measured: (check, verdict) => `${letterOf(check)}. ${comparedText(check, verdict)}`,
  blind: (count) => `另外 ${count} 项测试看不出这个错误。`,
};

/** 说明选中的测试发现了什么。 */
function verdictText({ state, verdict }) {
  const { check } = state;
  if (check === 'none' || !verdict) return ['程序照样运行。哪项测试不通过？按一项试试。'];
  const name = `测试 ${letterOf(check)} `;
  if (!verdict.fails) return [['b', `${name}通过了`], '：它没有发现这个错误。'];
  return [['b', `${name}不通过`], `：找到错误了。${comparedText(check, verdict)}。`];
}

export function caption(model, covered, beginner) {
  const { bug, exact } = EXHIBITS[model.state.bug];
  if (covered && model.state.bug === ASKED) return [ASKED_TEXTS.bug];
  const about = beginner ? bug : bug + exact;
  return [about, ...verdictText(model)];
}

export function formula({ state, verdict }) {
  const { check } = state;
  if (check === 'none' || !verdict) return [];
  const side = m('math', m('mtext', QUANTITIES[check]), mo('='), mn(show(verdict.wrong)));
  return [[side, m('math', mo(verdict.fails ? '≠' : '≈'), mn(show(verdict.wanted)))]];
}

const show = (value) => (Number.isInteger(value) ? grouped(value) : fixed(value, 4));

export function tables({ state, right, wrong, verdicts, fails }) {
  const [good, bad] = [numbersOf(right), numbersOf(wrong)];
  return [
    {
      name: `这个错误的各项测试：${bugNames[BUGS.indexOf(state.bug)]}`,
      answers: true,
      columns: ['测试', '正确的代码', '有错误', '应为', '结果'],
      rows: CHECK_ORDER.length,
      row: (at) => {
        const verdict = verdicts[CHECK_ORDER[at]];
        const name = checkNames[at + 1];
        return [name, verdict.right, verdict.wrong, verdict.wanted, verdictWord(verdict.fails)];
      },
      show,
    },
    {
      name: '每个错误的每项测试',
      answers: true,
      columns: ['错误', ...CHECK_ORDER.map(letterOf)],
      rows: BUGS.length,
      row: (at) => [
        bugNames[at],
        ...CHECK_ORDER.map((check) => verdictWord(fails(check, BUGS[at]))),
      ],
      show,
    },
    {
      name: `图中的数：${EXHIBITS[state.bug].shown}`,
      columns: ['序号', '正确', '有错误'],
      rows: Math.max(good.length, bad.length),
      row: (at) => [at, good[at] ?? '–', bad[at] ?? '–'],
      show,
    },
  ];
}

export const questionTexts = {
  ask: '错误 1：一张位置编码表算错了，程序却照样运行，模型也照样训练。哪项测试能找出这个错误？',
  options: [
    [
      'first',
      '第 0 行必须是 0, 1, 0, 1, …',
      '这项测试通过。在位置 0，不管快慢，正弦都是 0，余弦都是 1。',
    ],
    [
      'exponent',
      '从第 0 行到第 1 行，16 列中的第 8 列必须增加 0.01',
      '这项测试通过。第 8 列是正弦，而正弦全都没有错。',
    ],
    ['pairs', '每对列的 sin²\u00a0+\u00a0cos² 必须是 1'],
    ['none', '不用测试：这种程序会崩溃', '程序照样运行。形状没错，所有的数也都在 −1 和 1 之间。'],
  ],
  watch: '注意看两根指针：针尖画出的线一样吗？',
  surprise: ({ verdicts }) => comparedText('pairs', verdicts.pairs),
  because: () => ['这项测试发现，指针离开了自己的圆。测试的代码在图的下面，可以复制。'],
};

export function describe({ state, verdict }, covered) {
  const isOpen = covered && state.bug === ASKED;
  const { name, bug } = isOpen ? ASKED_TEXTS : EXHIBITS[state.bug];
  const about = `错误 ${BUGS.indexOf(state.bug) + 1}，共 ${BUGS.length} 个：${name}。${bug}`;
  if (isOpen || state.check === 'none' || !verdict) return about;
  return `${about}测试 ${letterOf(state.check)} ${verdictWord(verdict.fails)}。`;
}

export const panelTexts = {
  copy: '复制',
  copied: '已复制',
  refused: '浏览器不允许复制。请选中代码，自己复制。',
  title: ({ check }) =>
    check === 'none'
      ? '做一项测试，就能看到它的代码'
      : `测试 ${letterOf(check)}：${CHECK_TEXTS[check]}`,
  seen: '见于 ',
  said: (said) => `：${said}。`,
};
