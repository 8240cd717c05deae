/** pe-precision 的全部文字。 */
import { fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { APART, BITS, FORMATS, LIMIT, ROWS } from '../../figures/precision/model.js';

export const heading = '位数太少，慢时钟就不走了';
export const topic = '存一个位置，要多少个二进制位？';

export function headingOf({ state: { format }, still }) {
  if (still[format]) return null;
  if (format === 'angle') return '角度舍入之后，位置一大就不准了';
  return `用 ${formatNames[format]}，到位置 ${grouped(LIMIT)} 为止没有时钟停住`;
}

export const labels = {
  format: '存储格式',
  dim: '维数',
  base: '底数',
  pair: '时钟',
  position: '位置',
  far: '对数刻度',
};

export const formatNames = {
  float64: 'float64',
  float32: 'float32',
  angle: 'float32 角度',
  float16: 'float16',
  bfloat16: 'bfloat16',
};

export const arrows = [
  ['← →', '后退或前进一个位置'],
  ['↑ ↓', '选择更快或更慢的时钟'],
  ['Home, End', '跳到第一个或最后一个位置'],
];

export const keyLabels = {
  n: '选择下一种格式',
  f: '跳到这个时钟第一次停住的位置',
};

export const presets = [
  ['慢时钟，bfloat16', { format: 'bfloat16', pair: 31, position: 235 }],
  ['慢时钟，float32', { format: 'float32', pair: 31, position: 235 }],
  ['快时钟，bfloat16', { format: 'bfloat16', pair: 0, position: 235 }],
  ['误差最大处', { format: 'angle', pair: 1, position: 997477 }, true],
];

export const labelsOnPicture = {
  lens(pair, count) {
    if (!pair) return '时钟 0：最快';
    return pair === count - 1 ? `时钟 ${pair}：最慢` : `时钟 ${pair}`;
  },
  zoom: (times) => `× ${grouped(Number(times.toPrecision(2)))}`,
  position: (position) => `位置 ${grouped(position)}`,
  step: '指针走一步',
  gap: '可存数的间隔',
  same: '存下来一模一样',
  different: '存下来仍不相同',
  lines: '细线：能存的数',
  linesBrief: '细线：能存的数',
  dense: '细线太密，看不清',
  never: () => `到 ${grouped(LIMIT)} 都没停`,
  hidden: '时钟在哪里停住？',
  bars: '每个时钟最先停住的位置',
  barsBrief: '每个时钟停在哪里',
  clocks: '时钟：从快到慢',
  chosen: (pair, first) =>
    `时钟 ${pair}：${first ? `停在 ${grouped(first)}` : labelsOnPicture.never()}`,
  errors: '各个位置上，sin 和 cos 的最大误差',
};

/** 说明有多少个时钟，相邻位置存下来一样。 */
function stillText({ state: { dim, format }, still }) {
  const count = still[format];
  const all = `${dim / 2} 个时钟`;
  const stored = `存成 ${formatNames[format]}，`;
  if (!count) return `${stored}${all}走到位置 ${grouped(LIMIT)} 都没有停。`;
  return `${stored}${all}中有 ${count} 个会停住。`;
}

/** 说明这种格式怎样影响得分。 */
function scoreText({ state, far, farther }) {
  const { format, position } = state;
  const { error, score } = far[format];
  if (format === 'float64') return '其他格式都和这一种比较。';
  const [stored, exact, next] = [score, far.float64.score, farther].map((each) => fixed(each, 4));
  return (
    `在位置 ${grouped(position)}，这些数的误差最大达 ${scientific(error, 1)}。` +
    `两个相同的词相距 ${APART}，得分是 ${stored}，` +
    (stored === exact ? '和用精确的数一样。' : `用精确的数则是 ${exact}。`) +
    `如果相距 ${APART + 1}，得分是 ${next}。`
  );
}

/** 对初学者说明得分受多大影响。 */
function errorText({ state: { format }, far, farther }) {
  const exact = far.float64.score;
  const change = Math.abs(far[format].score - exact) < Math.abs(farther - exact) ? '小' : '大';
  return `得分因此发生的变化，比一个词移动一个位置时的变化${change}。`;
}

/** 说明有多少个时钟还分得清这两个位置。 */
const apartText = ({ same }) =>
  `不过 ${same.length} 个时钟中，有 ${same.filter((each) => !each).length} 个分得清这两个位置。`;

export function caption(model, covered, beginner) {
  const { state, same, far } = model;
  const { pair, position, format } = state;
  const pieces = [
    `时钟 ${pair} 的放大镜里是它的针尖：位置 `,
    ['other', grouped(position - 1)],
    ' 和 ',
    ['you', grouped(position)],
    ' 各一个。',
  ];
  if (covered) return [...pieces, '每个针尖存成两个数，每个数只用少量二进制位。'];
  pieces.push(
    same[pair]
      ? '存下来，两处的数一模一样，这个时钟区分不了这两个位置。'
      : '存下来，两处的数仍不相同。',
    same[pair] && beginner ? apartText(model) : stillText(model),
  );
  if (format === 'angle') pieces.push('这里先舍入了角度，多数程序都是这样。角度越大，误差越大。');
  const { error } = far[format];
  if (beginner) return error < 0.001 ? pieces : [...pieces, errorText(model)];
  return [...pieces, scoreText(model)];
}

/** 格式表的单元格。 */
const FORMAT_CELLS = [
  String,
  String,
  grouped,
  (error) => scientific(error, 1),
  (score) => fixed(score, 4),
];

/** 前若干行的表的单元格。 */
const WHOLE_CELLS = [String, (error) => scientific(error, 2), grouped, String, grouped];

export function tables({ state, first, still, far, whole, exact, stored }) {
  const { dim, position, format } = state;
  return [
    {
      name: `位置 ${grouped(position)} 上的五种格式`,
      answers: true,
      columns: ['格式', '停住的时钟', '最早停在', '最大误差', '得分'],
      rows: FORMATS.length,
      row: (at) => {
        const each = FORMATS[at];
        const { error, score } = far[each];
        const least = still[each] ? Math.min(...first[each].filter(Boolean)) : '–';
        return [formatNames[each], still[each], least, error, score];
      },
      show: (value, column) => FORMAT_CELLS[column](value),
    },
    {
      name: `各个时钟最早停在哪里，到位置 ${grouped(LIMIT)} 为止`,
      answers: true,
      columns: ['时钟', ...FORMATS.map((each) => formatNames[each])],
      rows: dim / 2,
      row: (pair) => [pair, ...FORMATS.map((each) => first[each][pair] || '–')],
      show: (value, column) => (column ? grouped(value) : String(value)),
    },
    {
      name: `前 ${grouped(ROWS)} 行，每行 ${dim} 个数，与 float64 相比`,
      answers: true,
      columns: ['格式', '最大误差', '所在位置', '维度', '最慢的余弦为 1，直到位置'],
      rows: FORMATS.length,
      row: (at) => {
        const { error, position: worst, dimension, ones } = whole[FORMATS[at]];
        const where = error ? [worst, dimension] : ['–', '–'];
        return [formatNames[FORMATS[at]], error, ...where, ones];
      },
      show: (value, column) => WHOLE_CELLS[column](value),
    },
    {
      name: `位置 ${grouped(position)} 的时钟：精确值和 ${formatNames[format]}`,
      columns: ['时钟', 'sin', 'cos', '存下的 sin', '存下的 cos'],
      rows: dim / 2,
      row: (pair) => {
        const at = 2 * dim + 2 * pair;
        return [pair, exact[at], exact[at + 1], stored[at], stored[at + 1]];
      },
      show: (value, column) => (column ? signed(value, 6) : String(value)),
    },
  ];
}

export const questionTexts = {
  ask:
    '时钟的指针指向哪里，用正弦和余弦两个数来存。' +
    '每个数只用 16 个二进制位（bfloat16）时，哪些时钟把相邻的位置存成一样？',
  options: [
    ['none', '都不会：每个位置都不同', '图中用的是 32 位，每个位置都不同。'],
    ['fast', '快的时钟', '快指针一步走得远，数再粗也看得出来。'],
    ['slow', '慢的时钟'],
  ],
  watch: '每个点都跳到最近的细线交点。在两个放大镜里，两个点都还分开吗？',
  surprise: ({ still, state }) => `${state.dim / 2} 个时钟中有 ${still.bfloat16} 个`,
  because: ({ state }) => [
    `时钟 ${state.pair} 的指针走一步，还不到两个 bfloat16 数的间隔。` +
      '更快的时钟还分得清这两个位置，所以影响不大。',
    `位置本身却需要更多二进制位：过了 ${1 << BITS.bfloat16}，bfloat16 就存不下每个位置了。`,
  ],
};

export function describe(model, covered) {
  const { state, same } = model;
  const { pair, position } = state;
  const where = `时钟 ${pair}，位置 ${grouped(position - 1)} 和 ${grouped(position)}`;
  if (covered) return `${where}。`;
  const verdict = same[pair] ? labelsOnPicture.same : labelsOnPicture.different;
  return `${where}：${verdict}。${stillText(model)}`;
}
