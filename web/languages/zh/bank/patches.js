/** 关于 pe-patches 的题目。 */

/** 有多少个图块，比正下方的更像。 */
const closer = ({ partner }) => partner.rank - 1;

const below = (model) =>
  `正下方的图块在队里隔了 ${model.state.side} 步：有 ${closer(model)} 个图块的位置章比它更像`;

const none = '位置章最像的，就是正下方的图块';
const edge = '队里的下一个图块在图像的另一头，相似度却排第 {ranks.112}';
const twin = '把这个图块当成第 {twin.row} 行第 {twin.column} 列';
const counted = '{size.rows} 行，每行 {state.dim} 个数，共 {size.numbers} 个';

export const patches = {
  'patches-below': {
    ask:
      '图像切成 {state.side} × {state.side} 个图块，逐行编上位置。' +
      '一个图块和正下方的那块，位置有多像？',
    options: [
      ['most', '像得不能再像', '在队里，它们隔了整整一行图块。'],
      ['stranger', (model) => `${below(model)}`, '最像的是它左右两边的图块。'],
      ['same', '完全一样', '每个图块有自己的位置，模型才分得清。'],
    ],
    shows: below,
  },
  'patches-grid': {
    ask: '现在每个图块的位置章记着它的行和列。哪些图块最像？',
    options: [
      ['row', '只有左右两边的', '左右两边同行，上下两块同列，这两点同样重要。'],
      ['diagonal', '四个角上的', '角上的图块，行和列都不同。只往一个方向走一步，变得更少。'],
      ['four', '上下左右四个邻居', `${none}。只改行或只改列，位置章有一半不变。`],
    ],
    shows: none,
  },
  'patches-edge': {
    ask: '图块逐行编上位置。一行的最后一块，下一个位置在哪里？',
    options: [
      ['below', '在正下方的图块', '要再过一整行图块，才轮到它。'],
      ['other', '在图像另一头的图块', `${edge}。队伍把图像的两头连在了一起。`],
      ['none', '没有：每一行重新编号', '每行都重新编号，不同行的图块就会共用一个位置。'],
    ],
    shows: edge,
  },
  'patches-count': {
    ask:
      '一个视觉 Transformer 有 {state.side} × {state.side} 个图块、一个分类词元和 ' +
      '{state.dim} 维。它的位置表有多大？',
    options: [
      [
        'patches',
        '{patches token=0 size.rows} 行，每行 {state.dim} 个数，' +
          '共 {patches token=0 size.numbers} 个',
        '分类词元也有一行。',
      ],
      ['all', counted, '每个图块一行，分类词元也有一行。'],
      [
        'axes',
        '{state.side} 行和 {state.side} 列，各 {state.dim} 个数',
        'ViT 没有把行和列分开学。',
      ],
    ],
    shows: '{size.rows} {state.dim} {size.numbers}',
  },
  'patches-stretch': {
    ask:
      '更大的图像有 {state.side} × {state.side} 个图块，训练好的表也跟着拉伸。' +
      '模型会把第 {state.row} 行第 {state.column} 列当成哪一块？',
    options: [
      [
        'number',
        '还是第 {state.row} 行第 {state.column} 列',
        '重新计算的表，才保留行号和列号。拉伸保留的是图像里的地方。',
      ],
      [
        'none',
        '哪一块都不是：它没见过',
        '拉伸后的位置章，在训练过的位置章之间，所以总和几个相像。',
      ],
      ['place', `${twin}`, '在训练好的表里，那是图像中的同一个地方。'],
    ],
    shows: twin,
  },
  'patches-swapped': {
    ask:
      '模型训练时，前一半是列。新代码却把行放在前一半。' +
      '模型会把第 {state.row} 行第 {state.column} 列当成什么？',
    options: [
      ['swap', `${twin}`, '行和列对调了，程序却没有报错。'],
      ['error', '什么也不是：形状对不上', '两张表的形状相同，所以没有任何提示。'],
      ['same', '还是它：数都相等', '数相等，但在别的维度上。权重是按维度学的。'],
    ],
    shows: twin,
  },
};
