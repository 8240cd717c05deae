/** pe-shift 的全部文字。 */
import { distance, fixed, grouped, scientific } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { angleOf, isTold, landsOn, looksAt, stepsOf } from '../../figures/shift/model.js';

export const heading = '无论在哪里，都往回看同样远';
export const topic = '往回看的注意力头';

export const labels = {
  dim: '维数',
  base: '底数',
  length: '位置数',
  position: '位置',
  offset: '往回 k 步',
  pair: '维度对',
  convention: '用转置（列向量约定）',
};

export const arrows = [
  ['← →', '前进或后退一个位置'],
  ['↑ ↓', '选择更快或更慢的维度对'],
  ['Home, End', '跳到第一个或最后一个位置'],
];
export const keyLabels = {
  x: '转置矩阵',
  '+': '步数加一',
  '-': '步数减一',
};

/** 角度和方向。 */
const degreesText = (degrees) =>
  `${degrees < 0 ? '逆' : '顺'}时针 ${grouped(Math.abs(degrees), 2)}°`;

const turn = ({ radians, degrees }, digits) =>
  `${grouped(Math.abs(radians), digits)} 弧度 = ${degreesText(degrees)}`;

function gap(state) {
  const steps = stepsOf(state);
  if (steps === 0) return '自己';
  return `${steps > 0 ? '往回' : '往后'} ${Math.abs(steps)} 步`;
}

/** 句子里的说法。 */
const place = (state) => (stepsOf(state) === 0 ? '自己' : `${gap(state)}的地方`);

function isThere(state) {
  const at = looksAt(state);
  return at >= 0 && at < state.length;
}

export const labelsOnPicture = {
  sine: 'sin',
  cosine: 'cos',
  asked: '它看哪里？',
  strip: '每个位置得到的注意力',
  position: '位置',
  clocks: (state, told) =>
    told && isThere(state) && stepsOf(state)
      ? `位置 ${looksAt(state)} 的时钟（虚线）转到 ${state.position}`
      : '每个时钟转各自的角度',
  map: (beginner) => `一行对应一个位置${beginner ? '；虚线：看自己' : ''}`,
  gap: (state) => (isThere(state) ? gap(state) : `${gap(state)}没有词，看最像的`),
  pair: (pair) => `维度对 ${pair}`,
  query: (position) => `p = ${position}`,
  key: (state) =>
    `p ${stepsOf(state) === state.offset ? '−' : '+'} k = ${fixed(looksAt(state), 0)}`,
  degrees: (model) => `${grouped(angleOf(model).degrees)}°`,
  turn: (model) => turn(angleOf(model), 3),
  matrix: ({ convention, offset }) =>
    `k = ${fixed(offset, 0)} 的 M${convention === 'row' ? '' : '，转置'}`,
};

export function caption(model, covered, beginner) {
  const { state } = model;
  const open = covered && !isTold(state);
  const start = ['你在位置 ', ['you', placeText(state.position, beginner)], '。'];
  if (open) return [...start, '这个头会看哪里？'];
  return [...start, ...looking(state), ...(beginner || covered ? [] : details(model))];
}

function looking(state) {
  const steps = stepsOf(state);
  if (!isThere(state)) return [['b', gap(state)], '已经没有词了，所以这个头看时钟最一致的地方。'];
  if (steps === 0) return ['这个头没有转动时钟，所以看的是', ['b', place(state)], '。'];
  const way = steps < 0 ? '拨慢' : '拨快';
  return [
    '位置 ',
    ['other', fixed(looksAt(state), 0)],
    ` 的时钟${way} ${Math.abs(steps)} 步，就和位置 `,
    ['you', String(state.position)],
    ' 的一致，所以这个头看的是',
    ['b', place(state)],
    '。',
  ];
}

function details(model) {
  const { pair, convention } = model.state;
  const angle = angleOf(model);
  const isWhole = Math.abs(angle.degrees - angle.rest) < 1e-9;
  return [
    `矩阵把维度对 ${pair} 旋转 ${turn(angle, 4)}`,
    isWhole ? '。' : `，相当于${degreesText(angle.rest)}。`,
    ...(convention === 'row' ? hit(model) : miss(model)),
  ];
}

const hit = ({ state, error }) => [
  ['right', '✓ '],
  `它把位置 ${state.position} 移到 `,
  ['b', fixed(landsOn(state), 0)],
  `：全部 ${state.dim} 维的误差是 `,
  ['b', scientific(error.l2[state.position], 1)],
  '。',
];

const miss = ({ state, error }) => [
  ['wrong', '✗ '],
  `它把位置 ${state.position} 移到 `,
  ['b', fixed(landsOn(state), 0)],
  `，离目标 ${state.position + state.offset} 差了 `,
  ['b', fixed(error.l2[state.position], 4)],
  `。单看一维，误差最多 ${fixed(error.max[state.position], 4)}。`,
];

function show(value, column) {
  if (column === 0) return String(value);
  return value !== 0 && Math.abs(value) < 1e-3 ? scientific(value) : fixed(value, 4);
}

const CONVENTIONS = { row: '行向量约定', column: '列向量约定' };

export const tables = (model) => [
  lookTable(model),
  errorTable(model),
  arrowTable(model),
  matrixTable(model),
];

const lookTable = ({ state: { length, position }, weights }) => ({
  name: `在位置 ${position}，这个头看哪里`,
  answers: true,
  columns: ['位置', '注意力'],
  rows: length,
  row: (key) => [key, weights[position * length + key]],
  show,
});

const errorTable = ({ state, error, back, both }) => ({
  name: `PE[p] M 与 PE[p + ${state.offset}] 的距离，${CONVENTIONS[state.convention]}`,
  answers: true,
  columns: [
    '位置',
    '这个矩阵的误差',
    '最大差值',
    '与 p − k 的误差',
    '行向量约定的误差',
    '列向量约定的误差',
  ],
  rows: state.length,
  row: (p) => [p, error.l2[p], error.max[p], back.l2[p], both.row.l2[p], both.column.l2[p]],
  show,
});

function arrowTable({ state, table, ahead, got }) {
  const { dim, pair } = state;
  return {
    name: `维度对 ${pair} 的箭头`,
    columns: [
      '位置',
      'sin p',
      'cos p',
      'sin p + k',
      'cos p + k',
      '乘积，第一个数',
      '乘积，第二个数',
    ],
    rows: state.length,
    row: (p) => {
      const at = p * dim + 2 * pair;
      return [p, ...[table, ahead, got].flatMap((rows) => [rows[at], rows[at + 1]])];
    },
    show,
  };
}

const matrixTable = ({ state: { dim, convention }, matrix }) => ({
  name: `矩阵，${CONVENTIONS[convention]}`,
  columns: ['行', ...Array.from({ length: dim }, (_, column) => String(column))],
  rows: dim,
  row: (at) => [at, ...matrix.subarray(at * dim, (at + 1) * dim)],
  show,
});

export const questionTexts = {
  ask: '在位置\u00a010，这个注意力头看位置\u00a05。那么在位置\u00a030，它看哪里？',
  options: [
    ['same', '还是位置 5', '从 30 到 5 要往回 25 步。那得换一个头，把时钟拨得更多。'],
    ['back', '位置 25'],
    [
      'nowhere',
      '哪里也不看：它只管位置 10',
      '这个头没有存位置，只存了每个时钟要转的角度，到哪里都照样转。',
    ],
  ],
  watch: '注意看柱子上方的箭头：它指到哪里？',
  atStops: [({ state }) => `在位置 ${state.position}，这个头看的是位置 ${looksAt(state)}。`],
  surprise: ({ state }) => `位置 ${state.position} → ${looksAt(state)}`,
  because: ({ state }) => [
    '同一个矩阵让每个时钟转过固定的角度，不管指针原来指着哪里。' +
      `所以无论在哪里，这个头都看${place(state)}：这就是图中那条斜线。`,
    '这里的矩阵是人工设定的。在训练好的模型里，查询和键的权重可以学到这样的转动。',
  ],
};

export function describe({ state, error }, covered) {
  const { position, offset, convention } = state;
  const from = `在位置 ${position}，`;
  if (covered)
    return isTold(state) ? `${from}这个头看${place(state)}。` : `${from}这个头在看某个地方。`;
  return [
    `${from}这个头看${place(state)}。`,
    `步数为 ${offset} 的${convention === 'row' ? '' : '转置'}矩阵`,
    `把位置 ${position} 移到位置 ${landsOn(state)}。`,
    `结果和位置 ${position + offset} 的章相差 ${distance(error.l2[position])}，这就是误差。`,
  ].join('');
}

export const presets = [
  ['往回 1 步', { offset: 1, convention: 'row' }],
  ['往回 5 步', { offset: 5, convention: 'row' }],
  ['往回 20 步', { offset: 20, convention: 'row' }],
  ['反方向', { offset: 5, convention: 'column' }],
];
