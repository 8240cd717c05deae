/** pe-range 的全部文字。 */
import { fineWave, fixed, grouped } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { intoTurn, swept } from '../../figures/range/model.js';

export const heading = '有定义，不等于训练过';
export const topic = '训练长度之外的位置';

export const labels = {
  scheme: '方案',
  length: '训练长度',
  position: '位置',
  dim: '维数',
  base: '底数',
  slow: '时钟放慢几倍',
  far: '对数刻度',
};

export const presets = [
  ['位置 600', { position: 600, slow: 1 }],
  ['600，时钟放慢一半', { position: 600, slow: 2 }],
];

export const names = {
  scheme: ['可学习', '正弦', 'RoPE', 'ALiBi'],
};

export const arrows = [
  ['← →', '前进或后退一个位置'],
  ['↑ ↓', '选择上面或下面的方案'],
  ['Home, End', '跳到位置 0 或位置 1,000,000'],
];

export const keyLabels = {
  w: '跳到训练没有包括的第一个位置',
  d: '位置加倍',
  h: '位置减半',
};

const anglesNote = () => '见过的时钟';

const laneNotes = {
  learned: ({ parameters }) => `${grouped(parameters)} 个数`,
  sinusoidal: anglesNote,
  rope: anglesNote,
  alibi: () => '8 个偏置',
};

const tableSize = ({ state: { length, dim }, parameters }) =>
  `${grouped(length)} × ${grouped(dim)} = ${grouped(parameters)}`;

export const labelsOnPicture = {
  laneNotes,
  axis: '位置或距离',
  axisPlain: '位置；每格远 10 倍',
  trained: (last) => `训练过 0 至 ${grouped(last)}`,
  neverTrained: '从未训练',
  defined: '有定义',
  noRow: '无此行',
  missing: (position, length) => [
    `✗ 没有第 ${grouped(position)} 行。`,
    `表到第 ${grouped(length - 1)} 行为止。`,
  ],
  trainedHere: '训练过',
  untrained: '没训练过',
  allSeen: '角度全见过',
  unseen: (unseen, count) => `${count} 个中 ${unseen} 个没见过`,
  clocks({ state, waves }, shown) {
    const count =
      shown < waves.length ? `，${grouped(waves.length)} 个时钟只画出 ${shown} 个` : ' 的时钟';
    return `${state.scheme === 'rope' ? '距离' : '位置'} ${grouped(state.position)}${count}`;
  },
  clocksShort: ({ waves }, shown) => `${grouped(waves.length)} 个时钟中的 ${shown} 个`,
  clocksNote: (beginner) =>
    `绿色：训练中见过。红色：超出了多少度${beginner ? '' : '。灰色：转一圈的位置数'}`,
  clocksNoteShort: '绿色：见过；红色：超出',
  seen: '见过',
  rows: '表中的行',
  rowsNote: (shown, dim) => `${grouped(dim)} 列中的前 ${shown} 列，训练之前`,
  rowsNoteShort: '训练之前',
  tableSize,
  tableNote: '个数，每个数只为一行而学',
  biases: '8 个头的偏置',
  biasesNote: '−斜率 × 距离：直线一直延伸到训练长度之外',
  biasesNoteShort: '−斜率 × 距离',
};

/** 问题还没有回答时，代替会泄露答案的句子。 */
const COVERED = '训练时，这些时钟指过这里吗？先回答问题，再看答案';

const CAPTIONS = {
  learned: learnedCaption,
  sinusoidal: (model, covered, beginner) => [
    '对位置 ',
    asked(model, beginner),
    '，公式也算得出一行。',
    ...(beginner ? [] : normCaption(model)),
    ...clocksCaption(model, covered),
  ],
  rope: (model, covered) => [
    '距离 ',
    asked(model),
    ` 也有旋转，${grouped(model.state.dim / 2)} 个维度对各有一个。`,
    '旋转不改变长度。',
    ...clocksCaption(model, covered),
  ],
  alibi: alibiCaption,
};

export const caption = (model, covered = false, beginner = false) =>
  CAPTIONS[model.state.scheme](model, covered, beginner);

const normCaption = ({ norm, state }) => [
  '这个向量的长度是 ',
  ['b', fixed(norm, 4)],
  ` = √${grouped(state.dim / 2)}，每个位置都一样。`,
];

const asked = ({ state }, beginner = false) => ['you', placeText(state.position, beginner)];

function learnedCaption(model) {
  const { length } = model.state;
  const table = `${tableSize(model)} 个数`;
  if (model.inside)
    return [
      '第 ',
      asked(model),
      ` 行是 ${grouped(length)} 行中的一行。整张表有 ${table}，全都学过。`,
    ];
  return [
    '没有第 ',
    asked(model),
    ` 行：表里有 ${table}，到第 ${grouped(length - 1)} 行为止。再往后取一行，就会报错。`,
  ];
}

function alibiCaption(model) {
  const { state, slopes, inside } = model;
  const { position, length } = state;
  const steepest = grouped(slopes[0] * position, 1);
  const gentlest = grouped(slopes[7] * position, 2);
  return [
    '距离为 ',
    asked(model),
    ` 时，最陡的头减去 ${steepest}，最缓的头减去 ${gentlest}。`,
    inside
      ? '训练包括了这个距离。'
      : `训练只到 ${grouped(length - 1)}，偏置则沿着同一条直线继续下去。`,
  ];
}

/** 说明训练时有没有见过时钟现在的角度。 */
function clocksCaption({ state, strange, waves, outside, inside }, covered) {
  if (covered && !inside) return [`${COVERED}。`];
  if (!strange) return [['right', '✓ '], '每个时钟的角度，训练中都见过。', ...slowedCaption(state)];
  return [
    ['wrong', '✗ '],
    `${waves.length} 个时钟中，有 `,
    ['b', `${strange} 个`],
    '超出了训练中见过的角度：',
    `在位置 0 至 ${grouped(state.length - 1)}，它们从没转到过那里。`,
    ...howFar(outside),
    ...slowedCaption(state),
  ];
}

/** 放慢之后，时钟指着哪里。 */
function slowedCaption({ position, slow }) {
  if (slow === 1) return [];
  return [
    `放慢到 1/${slow}，时钟指的方向就是放慢之前位置 ` +
      `${grouped(position / slow, position % slow ? 1 : 0)} 的方向。` +
      '相邻的位置现在靠得更近，模型得重新学会区分。',
  ];
}

function howFar([least, most]) {
  if (least === most) return [`它超出 ${degreesText(most)}。`];
  return ['它们超出 ', degreesText(least), ' 至 ', ['b', degreesText(most)], '。'];
}

const degreesText = (degrees) =>
  `${degrees < 10 ? Number(degrees.toPrecision(2)) : Math.round(degrees)}°`;

export function tables(model) {
  const pairs = pairsTable(model);
  const heads = headsTable(model);
  return model.state.scheme === 'alibi' ? [heads, pairs] : [pairs, heads];
}

function pairsTable({ state, waves, inside }) {
  const { length, position, slow } = state;
  const place = position / slow;
  const shareText = (share) => fixed(share, 4);
  const show = [String, fineWave, shareText, shareText];
  return {
    name: `位置 ${grouped(position)} 的维度对，训练到 ${grouped(length - 1)}`,
    answers: !inside,
    columns: ['维度对', '转一圈的位置数', '见过几分之几圈', '现在转到几分之几圈', '训练中见过'],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      Math.min(1, (length - 1) / waves[pair]),
      intoTurn(place, waves[pair]) / waves[pair],
      swept(place, waves[pair], length) ? '是' : '否',
    ],
    show: (value, column) => show[column](value),
  };
}

function headsTable({ state, slopes }) {
  const { length, position } = state;
  return {
    name: `距离 ${grouped(position)} 上的 ALiBi`,
    columns: ['头', '斜率', `${grouped(length - 1)} 处的偏置`, `${grouped(position)} 处的偏置`],
    rows: slopes.length,
    row: (head) => [head, slopes[head], -slopes[head] * (length - 1), -slopes[head] * position],
    show: (value, column) => (column < 2 ? String(value) : fixed(value, 2)),
  };
}

export const questionTexts = {
  ask:
    '每个位置都有 32 个时钟，训练只到位置\u00a0511。' +
    '到了位置\u00a0600，有多少个时钟指着没见过的方向？',
  options: [
    [
      'none',
      '一个也没有：时钟只会转圈',
      '训练到位置 511 为止。只有转完一整圈的时钟，才见过所有角度。',
    ],
    ['3', '3 个：只有最慢的时钟', '训练到位置 511 为止。绿环有缺口的时钟，都没来得及转完一圈。'],
    ['16', '16 个：一半的时钟'],
  ],
  watch: '注意看时钟：哪些指针走出了绿色部分？',
  atStops: [({ strange }) => `已经有 ${strange} 根指针离开了绿色部分。`],
  surprise: ({ strange, waves }) => `${waves.length} 个时钟中有 ${strange} 个`,
  because: () => [
    '这些时钟在训练时连第一圈都没转完。现在，它们走出了训练时见过的那一段。',
    '没有任何警告：这一行看上去和别的行一样。',
  ],
};

const DESCRIPTIONS = {
  learned: ({ state: { position, length }, inside }) =>
    inside
      ? `表有 ${grouped(length)} 行，训练包括了第 ${grouped(position)} 行`
      : `表只有 ${grouped(length)} 行，查这一行会报错`,
  sinusoidal: clocksDescription,
  rope: clocksDescription,
  alibi: ({ state: { position, length }, slopes }) =>
    `偏置从 ${fixed(-slopes[0] * position, 1)} 到 ${fixed(-slopes[7] * position, 2)}；` +
    `训练到 ${grouped(length - 1)} 为止`,
};

function clocksDescription({ norm, strange, waves, inside }, covered) {
  if (covered && !inside) return COVERED;
  return (
    `这一行向量的长度是 ${fixed(norm, 4)}；` +
    `${waves.length} 个时钟中，有 ${strange} 个超出了训练中见过的角度`
  );
}

export function describe(model, covered = false) {
  const { scheme, position } = model.state;
  const said = DESCRIPTIONS[scheme](model, covered);
  return `位置 ${grouped(position)}：${said.replace(/[.。]$/, '')}。`;
}

/** 图下面的说明：公式能回答什么，不能回答什么。 */
export const reported = {
  heading: '是两个问题，不是一个',
  about:
    '有些对比表在正弦编码和 RoPE 后面写着“长度外推：可以”。' +
    '它们回答的是第一个问题：“那里有值吗？”有。' +
    '第二个问题是：训练中从没见过的角度，模型能看懂吗？' +
    '这要看模型，没有公式能回答。',
  label: '来自论文，不是这里算的：',
  says:
    '一个用 ALiBi 的模型有 13 亿参数，在 1,024 个位置的文本上训练。' +
    '读 2,048 个位置的文本时，它不输给在这种文本上训练的正弦模型' +
    '（Press、Smith 和 Lewis，2022）。',
};
