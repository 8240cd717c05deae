/** pe-clocks 的全部文字。 */
import { distance, fineWave, fixed, grouped, signed, wave } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { BASES, DIRECTIONS, POSITIONS, basesFor } from '../../figures/clocks/build-model.js';
import { FOOLED, FOOLED_DEGREES, degreesApart } from '../../figures/clocks/model.js';

const plainWave = (value) => grouped(value, value < 10 ? 2 : 0);

export const heading = '一组时钟指示位置';

export const labels = {
  task: '任务',
  spacing: '递增',
  clocks: '时钟数',
  dim: '维数',
  base: '底数',
  position: '位置',
  other: '比较对象',
  pair: '时钟',
  far: '对数刻度',
};

export const names = {
  task: ['比较', '搭建'],
  spacing: ['等比（×）', '等差（+）'],
};

const built = {
  task: 'build',
  clocks: 5,
  base: 10000,
  spacing: 'geometric',
  position: 0,
  far: true,
};

const whole = { task: 'compare', dim: 64, base: 10000, spacing: 'geometric', far: false };

export const presets = [
  ['自己搭建：5 个时钟', built],
  ['等差递增', { ...built, spacing: 'linear' }],
  ['底数 10', { ...built, base: 10 }],
  ['底数 100', { ...built, base: 100 }],
  ['底数 1,000,000', { ...built, base: 1e6 }],
  ['全部 32 个时钟', whole],
];

export const arrows = [
  ['← →', '前进或后退一个位置'],
  ['↑ ↓', '选择更快或更慢的时钟；搭建时移动 100'],
  ['Home, End', '跳到进度条的第一个或最后一个位置'],
];

export const keyLabels = {
  m: '用别的位置和当前位置比较',
  b: '自己搭建时钟，或比较两个位置',
  larger: '用更大的底数搭建',
  smaller: '用更小的底数搭建',
};

export const labelsOnPicture = {
  distances: '每个时钟上两根指针的距离',
  distancesBrief: '各时钟上的距离',
  apart: (positions) => `相距 ${grouped(positions)} 个位置`,
  wavelength: '波长：转一圈的位置数',
  clock: (pair) => `时钟 ${pair}`,
  oneTurn: (length) => `每 ${plainWave(length)} 个位置转一圈`,
  turns: (turns) => `${grouped(turns, 2)} 圈`,
  degrees: (degrees) => `相差 ${plainDegrees(degrees)}`,
  wave: (narrow) => (narrow ? '针尖的高度' : '针尖的高度画出一道波'),
  wall: (count) => (count > 1 ? `全部 ${count} 个时钟，从快到慢` : ''),
  chosen: (pair, chord) => `时钟 ${pair}：${distance(chord)}`,
};

const plainDegrees = (degrees) => (degrees > 0 && degrees < 1 ? '不到 1°' : `${grouped(degrees)}°`);

export const buildLabels = {
  question: (clocks) => `${clocks} 个时钟能区分 ${grouped(POSITIONS)} 个位置吗？`,
  spacing: (spacing, [first, second]) => {
    const change =
      spacing === 'linear' ? `+ ${grouped(second - first)}` : `× ${grouped(second / first, 1)}`;
    return `转一圈的位置数：逐个时钟 ${change}`;
  },
  verdict: (count, wide) => {
    const what = count ? `✗ ${grouped(count)} 对分不清` : '✓ 每一对都分得清';
    return wide ? `${what}（位置 0 至 999）` : what;
  },
  rule: '分不清：在每个时钟上，两个位置的指针都相差不到 ⅛ 圈。',
  ruleBrief: '分不清：每对指针都相差不到 ⅛ 圈。',
  alike: (position, count, rival) => {
    if (!count && rival === null) return `没有位置和 ${position} 分不清`;
    if (!count) return `没有位置和 ${position} 分不清；最像的是 ${rival}`;
    return `有 ${grouped(count)} 个位置和 ${position} 分不清`;
  },
  chart: (most) => `各个底数下分不清的对数；最高的柱是 ${grouped(most)}`,
  works: '✓',
  base: (base) => `底数 ${grouped(base)}`,
  tooSmall: (wide) => (wide ? '← 最慢的时钟太早转完一圈' : '← 太早转完一圈'),
  tooLarge: (wide) => (wide ? '相邻时钟的差距太大 →' : '差距太大 →'),
};

function together({ state, chords, total, fooled }) {
  const { position, other } = state;
  if (chords.length < 2 || position === other) return [];
  return [
    `把全部 ${chords.length} 个时钟合起来看，两个位置章相差 `,
    ['b', fixed(total, 3)],
    '。',
    alone(fooled),
  ];
}

function alone(fooled) {
  if (!fooled) return '单看任何一个时钟，也都能区分它们。';
  return `单独看，有 ${fooled} 个时钟分不清它们：两根指针的距离小于 ${FOOLED}。`;
}

export function caption(model, covered = false, beginner = false) {
  if (model.build) return builtCaption(model, model.build, covered, beginner);
  return beginner ? plainCaption(model, covered) : exactCaption(model, covered);
}

function exactCaption(model, covered) {
  const { state, waves, chords } = model;
  const { position, other, pair } = state;
  const fools = !covered && position !== other && chords[pair] < FOOLED;
  return [
    '时钟 ',
    ['b', String(pair)],
    ` 每 ${wave(waves[pair])} 个位置转一圈。位置 `,
    ['you', grouped(position)],
    ' 和 ',
    ['other', grouped(other)],
    ` 的两根指针相差 ${distance(chords[pair])}${fools ? '：这个时钟分不清它们。' : '。'}`,
    ...together(model),
  ];
}

/** 数字和后面的汉字之间有空格，括号后面没有。 */
const gapAfter = (place) => (place.endsWith('）') ? '' : ' ');

function plainCaption({ state, waves, chords, fooled }, covered) {
  const { position, other, pair } = state;
  const degrees = degreesApart(position - other, waves[pair]);
  const fools = !covered && position !== other && chords[pair] < FOOLED;
  const clocks = chords.length;
  const tell = clocks - fooled;
  const [one, two] = [position, other].map((place) => placeText(place, true));
  return [
    '在时钟 ',
    ['b', String(pair)],
    ' 上，位置 ',
    ['you', one],
    `${gapAfter(one)}和 `,
    ['other', two],
    `${gapAfter(two)}的两根指针相差 ${plainDegrees(degrees)}${fools ? '：这个时钟分不清它们。' : '。'}`,
    position === other || clocks < 2 ? '' : `${clocks} 个时钟里，有 ${tell} 个能区分这两个位置。`,
  ];
}

function builtCaption(model, build, covered, beginner) {
  const bases = basesFor(beginner);
  const works = bases.filter((base) => !build.survey[BASES.indexOf(base)]).length;
  const chosen = model.state.base === 10000 && !build.count;
  return [
    ...(covered || beginner ? [] : mostSimilar(model, build)),
    reason(model, build),
    works
      ? `图中 ${bases.length} 个底数，有 ${works} 个能区分所有位置。`
      : '图中没有一个底数能区分所有位置。',
    chosen ? 'Transformer 的作者选了 10,000，但没有说为什么。' : '',
  ];
}

function mostSimilar({ position, other, waves }, { gaps }) {
  const isAlike = gaps.includes(Math.abs(position - other));
  const verdict = isAlike
    ? `在全部 ${waves.length} 个时钟上都分不清。`
    : '最像，但总有时钟能区分它们。';
  return ['位置 ', ['other', String(other)], ' 和位置 ', ['you', String(position)], ` ${verdict}`];
}

function reason({ waves }, { widest, jump, gapped, comesRound, count }) {
  const slowest = grouped(waves[waves.length - 1]);
  if (gapped)
    return (
      `时钟 ${widest + 1} 转一圈的时间，是时钟 ${widest} 的 ${grouped(jump, 1)} 倍。` +
      `可是一根指针只有 ${DIRECTIONS} 个方向分得清。` +
      `时钟 ${widest} 已经转完一圈，时钟 ${widest + 1} 还看不出动过。`
    );
  if (comesRound)
    return (
      `连最慢的时钟，过 ${slowest} 个位置也会转完一圈。` +
      (count ? '于是相距很远的位置也会分不清。' : '位置都分得清，只是碰巧。')
    );
  return (
    `最慢的时钟要 ${slowest} 个位置才转一圈，所以不会转满。` +
    `每个时钟转一圈的时间，最多是前一个的 ${grouped(jump, 1)} 倍，` +
    (count ? '但这样已经太慢了。' : '所以前后衔接得上。')
  );
}

export function tables(model) {
  const { position, other, waves, table, chords, build } = model;
  const dim = 2 * waves.length;
  const formats = [String, fineWave, signed4, signed4, signed4, signed4, distance];
  const hands = {
    answers: build !== null,
    name: `位置 ${grouped(position)} 和 ${grouped(other)} 的时钟`,
    columns: [
      '时钟',
      '转一圈的位置数',
      `${position} 的 sin`,
      `${position} 的 cos`,
      `${other} 的 sin`,
      `${other} 的 cos`,
      '指针的距离',
    ],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      table[2 * pair],
      table[2 * pair + 1],
      table[dim + 2 * pair],
      table[dim + 2 * pair + 1],
      chords[pair],
    ],
    show: (value, column) => formats[column](value),
  };
  return build ? [hands, basesTable(build)] : [hands];
}

const basesTable = ({ survey }) => ({
  name: `${grouped(POSITIONS)} 个位置中分不清的对数`,
  columns: ['底数', '分不清的对数'],
  rows: BASES.length,
  row: (at) => [BASES[at], survey[at]],
  show: (value) => grouped(value),
});

const signed4 = (value) => signed(value, 4);

export const questionTexts = {
  ask: '时钟 0 每 6.28 个位置转一圈。它会把哪个位置当成位置\u00a00？',
  options: [
    ['3', '3，约半圈', '转了半圈，指针指向相反的方向。'],
    ['6', '6，约一圈', '很接近，但指针还没有转满一圈。'],
    ['44', '44，约七圈'],
  ],
  watch: '注意看大指针：它会回到离起点多近的地方？',
  atStops: [
    ({ state, waves }) => {
      const { position } = state;
      const turns = labelsOnPicture.turns(position / waves[0]);
      const apart = plainDegrees(degreesApart(position, waves[0]));
      return `在位置 ${position}，转了 ${turns}，两根指针相差 ${apart}。`;
    },
  ],
  surprise: ({ waves }) => `相差 ${grouped(degreesApart(44, waves[0]), 1)}°`,
  because: () => [
    '走过 44 个位置，时钟 0 几乎正好转 7 圈，指针又回到了起点。' +
      '别的时钟却指向别处，所以合起来看，就能区分 0 和 44。',
  ],
};

export const game = {
  title: '找出冒充者',
  task: () =>
    '除了 44，再找一个位置，让时钟 0 以为它就是位置 0：' +
    `在时钟 0 上，两根指针要相差不到 ${grouped(FOOLED_DEGREES, 1)}°。` +
    `在 ${grouped(POSITIONS)} 以内，有一个位置比 44 更像 0。`,
  start: () => `让滑块可以拖到 ${POSITIONS - 1}`,
  none: '除了 44，还没有找到别的。移动位置，让时钟 0 的两根指针重合。',
  fools: '✓ ',
  fooled: (degrees) =>
    ` 骗过了时钟 0：指针相差 ${grouped(degrees, 4)}°。但别的时钟能把这个位置和 0 区分开。`,
  closest: '目前最接近的：位置 ',
  result: ({ position, chord, degrees, total, beginner }) => {
    if (chord >= FOOLED) return `。它的指针和位置 0 的还相差 ${plainDegrees(degrees)}。`;
    if (beginner) return game.fooled(degrees);
    return (
      ` 骗过了时钟 0：指针长为 1 时，两个针尖相距 ${distance(chord)}。` +
      `但所有时钟合起来看，两个位置章相差 ${fixed(total, 3)}。` +
      (position === 710 ? '在时钟 0 上，100,000 以内没有更接近的位置。' : '')
    );
  },
};

const SPACINGS = { geometric: '等比', linear: '等差' };

export function describe({ state, waves, chords, table, total, build }, covered = false) {
  const { position, other, pair } = state;
  if (build)
    return (
      `${waves.length} 个时钟，${SPACINGS[state.spacing]}递增，底数 ${grouped(state.base)}：` +
      `${grouped(POSITIONS)} 个位置中有 ${grouped(build.count)} 对分不清。` +
      (covered ? '' : `和位置 ${position} 最像的是位置 ${build.rival}。`)
    );
  return (
    `位置 ${grouped(position)}。时钟 ${pair} 每 ${wave(waves[pair])} 个位置转一圈，` +
    `正弦 ${signed(table[2 * pair])}，余弦 ${signed(table[2 * pair + 1])}。` +
    `位置 ${grouped(position)} 和 ${grouped(other)} 的两根指针相差 ${distance(chords[pair])}。` +
    `把全部时钟合起来看，两个位置章相差 ${fixed(total, 3)}。`
  );
}
