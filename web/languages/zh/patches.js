/** pe-patches 的全部文字。 */
import { fixed, grouped } from '../../figures/chassis/format.js';
import { PIXELS, TRAINED, patchAt, placeOf, sizeOf } from '../../figures/patches/model.js';

export const heading = '图块排成一队，正下方的图块就离得很远';
export const topic = '图块知道自己下面是哪一块吗？';

export const headingOf = ({ state }) => (state.grid ? '行和列都盖上，正下方的图块也就近了' : null);

export const labels = {
  grid: '按行和列盖章',
  path: '排队的方向',
  axes: '数的排列，同',
  side: '每边的图块数',
  fill: '这么大的表',
  token: '分类词元（class token）',
  dim: '维数',
  row: '行',
  column: '列',
  compared: '位置章已比较',
};

export const names = {
  path: ['一行接一行', '一列接一列'],
  axes: ['MAE', 'timm', 'timm，交错'],
  fill: ['重新计算', '拉伸（ViT）', '拉伸（timm）', '拉伸（DINOv2）'],
};

export const arrows = [
  ['← → ↑ ↓', '选择左边、右边、上方或下方的图块'],
  ['Home, End', '选择这一行的第一个或最后一个图块'],
];

export const keyLabels = {
  g: '按行和列盖章，或按队里的编号盖章',
  n: '把图像切成更多或更少的图块',
  c: '再比较一次位置章，最像的在前',
};

const line = {
  grid: false,
  path: 'rows',
  side: TRAINED,
  fill: 'computed',
  dim: 768,
  compared: true,
};
const grid = { grid: true, axes: 'mae', side: TRAINED, fill: 'computed', dim: 768, compared: true };

export const presets = [
  ['逐行编号', { ...line, row: 7, column: 6 }],
  ['按行和列', { ...grid, row: 7, column: 6 }],
  ['右边缘', { ...line, row: 7, column: 13 }],
  ['更大的图像', { ...grid, side: 24, fill: 'vit', row: 12, column: 11 }],
];

export const imageTexts = {
  title: '用你自己的图像',
  hint: '打开一张图像，或把它拖到这里。图像不会离开本页，也不会写进链接。',
  pick: '打开一张图像。图像不会离开本页，也不会写进链接。',
  open: '打开图像',
  back: '换回原来的图像',
  own: '这是你的图像，只用中间的正方形。',
  refused: '浏览器读不出这个文件里的图像。',
};

/** 方向的名称。 */
const WAYS = { left: '左边', right: '右边', above: '上方', below: '下方' };

/** 紧挨着的图块。 */
const NEXT = {
  left: '左边的图块',
  right: '右边的图块',
  above: '正上方的图块',
  below: '正下方的图块',
};

const whereText = ({ row, column }) => `第 ${row} 行第 ${column} 列`;

export const labelsOnPicture = {
  alike: '哪些位置章相像？',
  map: '位置章有多像',
  most: '最像',
  leastOf: '最不像',
  ranks: '数字：名次，1 = 最像',
  image: {
    rows: '图像，一行接一行',
    columns: '图像，一列接一列',
    grid: '图像，按行和列',
  },
  line: '所有图块排成一队：其中一段',
  size: (token, rows, dim, numbers) =>
    `${token ? '含分类词元：' : ''}${grouped(rows)} × ${grouped(dim)} = ${grouped(numbers)} 个数`,
  far: (way, steps) => `${WAYS[way]}：${steps} 步`,
  ways: WAYS,
  cosine: (value) => `余弦 ${value}`,
  row: (row) => `行 ${row}`,
  column: (column) => `列 ${column}`,
  near: (way) => `${WAYS[way]}：1 步`,
  chosen: '选中',
  stamps: '位置章，逐个数画出',
  parts: {
    line: ['正弦', '余弦'],
    mae: ['sin 列', 'cos 列', 'sin 行', 'cos 行'],
    timm: ['sin 行', 'sin 列', 'cos 行', 'cos 列'],
    'timm-interleaved': ['sin 行', 'cos 行', 'sin 列', 'cos 列'],
  },
  twin: ['按 14 × 14 训练', '的模型把它当成：'],
  twinAt: whereText,
};

/** 选中的图块盖着什么章。 */
const stampText = ({ state, place }) =>
  state.grid ? `位置章 (${state.row}, ${state.column})` : `位置章 ${place}`;

const patchesText = (count) => `${grouped(count)} 个图块`;

/** 和正下方的图块比较。 */
function partnerText({ state, partner, place }) {
  const { way, rank } = partner;
  const steps = Math.abs(partner.place - place);
  const next = NEXT[way];
  if (rank === 1) return `位置章最像的，就是${next}。`;
  const others = `有 ${patchesText(rank - 1)}的位置章`;
  return state.grid
    ? `${others}，比${next}更像。`
    : `${next}在队里隔了 ${steps} 步：${others}比它更像。`;
}

/** 在一行或一列的末尾，说明队里的下一个图块在哪里。 */
function edgeText({ state, place, ranks }) {
  const { side } = state;
  const isLast = (place + 1) % side === 0 && place + 1 < side * side;
  if (state.grid || !isLast) return '';
  const next = patchAt(state, place + 1);
  const rank = ranks[next.row * side + next.column];
  return `队里的下一个图块在图像的另一头，相似度却排第 ${rank}。`;
}

/** 训练好的模型会把选中的图块当成哪一块。 */
function twinText({ state, twin }) {
  const { row, column, side, axes, fill } = state;
  const isOther = state.grid && axes !== 'mae';
  if (side === TRAINED && !isOther) return '';
  const order = isOther ? '按 MAE 的排列' : '';
  const grid14 = side === TRAINED ? '' : `用 ${TRAINED} × ${TRAINED} 个图块`;
  const before = [order, grid14].filter(Boolean).join('、');
  const isBeyond = state.grid && fill === 'computed' && Math.max(row, column) >= TRAINED;
  const beyond = isBeyond ? `训练时，行和列的编号最大是 ${TRAINED - 1}。` : '';
  const cosine = `余弦 ${fixed(twin.cosine, 4)}`;
  return `${before}训练的模型，会把这个图块当成${whereText(twin)}的图块（${cosine}）。${beyond}`;
}

/** 大小变了，表会怎样。 */
function sizeText({ state, size }) {
  const { side, dim, fill, token } = state;
  const pixels = side * PIXELS;
  const extra = token ? ' + 1' : '';
  const counted =
    `${pixels} × ${pixels} 像素的图像，需要 ${side} × ${side}${extra} = ` +
    `${grouped(size.rows)} 行的表，每行 ${grouped(dim)} 个数，共 ${grouped(size.numbers)} 个。`;
  if (side !== TRAINED && fill !== 'computed')
    return `${counted}图块的行由训练好的 ${TRAINED * TRAINED} 行插值得到。`;
  return counted;
}

function introText({ state }) {
  const { side, path } = state;
  const last = grouped(side * side - 1);
  if (state.grid) return '每个图块的位置章，记着它的行和列。';
  const how = path === 'rows' ? '逐行' : '逐列';
  return `${side} × ${side} 个图块${how}盖上位置章，从 0 到 ${last}。`;
}

export function caption(model, covered, beginner) {
  const { state, partner, neighbours } = model;
  const stamped = `的图块，盖着${stampText(model)}。`;
  const own = [['you', whereText(state)], stamped];
  if (covered) return [introText(model), own[0], `（从 0 数起）${stamped}`];
  const parts = [...own, partnerText(model), edgeText(model)];
  if (beginner) {
    if (state.side !== TRAINED && state.fill !== 'computed')
      parts.push(
        `${TRAINED} × ${TRAINED} 个图块的表，拉伸成了 ${state.side} × ${state.side}。` +
          '所以每个地方的位置章，大致没有变。',
      );
    return parts;
  }
  const beside = neighbours.find(({ way }) => way === 'right') ?? neighbours[0];
  parts.push(
    `余弦：${NEXT[partner.way]} ${fixed(partner.cosine, 4)}，`,
    `${NEXT[beside.way]} ${fixed(beside.cosine, 4)}。`,
    sizeText(model),
    twinText(model),
  );
  return parts;
}

/** 带有图块表的模型：名称、每边的图块数、维数。 */
const MODELS = [
  ['ViT-B/32，224 像素', 7, 768],
  ['ViT-B/16，224 像素', 14, 768],
  ['ViT-L/16，224 像素', 14, 1024],
  ['ViT-B/16，384 像素', 24, 768],
  ['DINOv2 ViT-B/14，518 像素', 37, 768],
];

export function tables(model) {
  const { state, neighbours, cosines, ranks, stamp, place } = model;
  const { side, token } = state;
  const own = whereText(state);
  /** 有一列保留四位小数。 */
  const show = (digital) => (value, column) =>
    column === digital ? fixed(value, 4) : grouped(value);
  return [
    {
      name: `${own}的邻居`,
      answers: true,
      columns: ['邻居', '行', '列', '队里隔几步', '余弦', '排名'],
      rows: neighbours.length,
      row: (at) => {
        const { way, row, column, cosine, rank, place: other } = neighbours[at];
        return [WAYS[way], row, column, Math.abs(other - place), cosine, rank];
      },
      show: show(4),
    },
    {
      name: `所有图块和${own}比较`,
      answers: true,
      columns: ['图块', '行', '列', '队里的编号', '余弦', '排名'],
      rows: side * side,
      row: (at) => {
        const patch = { row: Math.floor(at / side), column: at % side };
        const { row, column } = patch;
        return [at, row, column, placeOf(state, patch), cosines[at], ranks[at]];
      },
      show: show(4),
    },
    {
      name: `${own}的位置章`,
      columns: ['维', '部分', '值'],
      rows: stamp.length,
      row: (at) => {
        const parts = labelsOnPicture.parts[state.grid ? state.axes : 'line'];
        return [at, parts[Math.floor((at * parts.length) / stamp.length)], stamp[at]];
      },
      show: show(2),
    },
    {
      name: `表的大小${token ? '，含分类词元' : ''}`,
      columns: ['模型', '每边的图块数', '行数', '维数', '数的个数'],
      rows: MODELS.length,
      row: (at) => {
        const [name, patches, dim] = MODELS[at];
        const { rows, numbers } = sizeOf(patches, token, dim);
        return [name, patches, rows, dim, numbers];
      },
      show: (value) => grouped(value),
    },
  ];
}

export const questionTexts = {
  ask:
    `一张图像切成 ${TRAINED} × ${TRAINED} 个图块（patch），` +
    `逐行盖上位置章 0 至 ${TRAINED * TRAINED - 1}。` +
    '哪些图块的位置章，最像框中这一块的？',
  options: [
    [
      'around',
      '上下左右四块',
      '要上下左右都像，位置章里得有行和列。可这里的位置章，只是队里的一个编号。',
    ],
    ['row', '左右两块'],
    ['column', '上下两块', '一列接一列地编号，上下两块才最像。'],
  ],
  watch: '注意看颜色怎样散开：它先到哪些图块？',
  surprise: ({ partner }) => `${patchesText(partner.rank - 1)}更像`,
  because: ({ partner, place }) => [
    `它们的位置章，都比正下方的图块（第 ${partner.rank} 名）更像。`,
    `正下方的图块，在队里要晚 ${partner.place - place} 步。`,
    '改成按行和列盖章，它就又是邻居了。',
  ],
};

export function describe(model, covered, beginner = false) {
  const { state, partner } = model;
  const own = `${whereText(state)}的图块，${stampText(model)}。`;
  if (covered) return own;
  const cosine = beginner ? '' : `它的余弦是 ${fixed(partner.cosine, 4)}。`;
  return `${own}${partnerText(model)}${cosine}${edgeText(model)}${beginner ? '' : twinText(model)}`;
}
