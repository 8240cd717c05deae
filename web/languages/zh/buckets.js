/** pe-buckets 的全部文字。 */
import { m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { grouped } from '../../figures/chassis/format.js';
import { RULERS } from '../../figures/buckets/model.js';

export const heading = '近的词各占一个桶，远的词合用一个桶';
export const topic = 'T5 把距离分得多细？';

export const labels = {
  ruler: '怎样分桶',
  both: '后面的词也分桶',
  buckets: '桶数',
  max: '最大距离',
  distance: '距离',
  log: '对数刻度',
};

export const names = { ruler: ['平均分', '按 T5 分', '一距一桶'] };

export const arrows = [
  ['← →', '距离减一或加一'],
  ['↑ ↓', '跳到后一个或前一个桶的第一个距离'],
  ['Home, End', '选择最小或最大的距离'],
];

export const keyLabels = {
  b: '后面的词也分桶，或不分',
  l: '打开或关闭对数刻度',
  s: '换一种分法',
};

const T5 = { ruler: 't5', both: false, buckets: 32, max: 128, log: false };

export const presets = [
  ['“狗咬人”里的狗', { ...T5, distance: 2 }],
  ['往回 20 个词', { ...T5, distance: 20 }],
  ['很远的词', { ...T5, distance: 150 }],
  ['后面的词也分桶', { ...T5, both: true, distance: 20 }],
  ['对数刻度', { ...T5, log: true, distance: 64 }],
];

export const labelsOnPicture = {
  back: '距离：往回数几个词',
  beyond: '还有更远的 →',
  earlier: '前面的词用的桶',
  later: '后面的词用的桶',
  exact: '每桶一个距离',
  shared: '每桶的距离越来越多',
  sharedBrief: '每桶越来越多',
  chosen: (bucket, range, wide) => `桶 ${bucket}：${wide ? '距离 ' : ''}${range}`,
  which: '哪个桶？',
};

/** 写出一个桶里的距离。 */
export function rangeText(first, last) {
  if (last === Infinity) return `${grouped(first)} 及以上`;
  if (first === last) return grouped(first);
  return `${grouped(first)} ${last === first + 1 ? '和' : '至'} ${grouped(last)}`;
}

/** 说明这么远的是哪个词。 */
function whoText(distance) {
  if (distance === 0) return '词和自己的距离是 0。';
  if (distance > 2) return '';
  const word = ['咬', '狗'][distance - 1];
  return `在“狗咬人”里，从“人”往回数 ${distance} 个词，就是“${word}”。`;
}

/** 说明哪些距离和选中的距离同在一个桶。 */
function shareText({ bucket, first, last, state }) {
  if (last === Infinity) return `距离 ${grouped(first)} 及以上都在桶 ${bucket}，所以文本多长都行。`;
  if (first === last) return `距离 ${state.distance} 独占桶 ${bucket}。`;
  return `距离 ${rangeText(first, last)} 都在桶 ${bucket}，所以注意力头分不清它们。`;
}

/** 简单的分法有什么毛病。 */
const RULER_TEXTS = {
  even: '每个桶一样宽，连最近的几个词也可能合用一个桶。',
  t5: '',
  cut: '每个距离一个桶，剩下的就全进最后一个桶。',
};

export function caption(model, covered, beginner) {
  const { state, later, count } = model;
  const { distance, buckets, ruler, both, log } = state;
  if (covered)
    return [
      whoText(distance),
      `T5 把所有的距离分进 ${buckets} 个桶（bucket）。`,
      '注意力头给每个桶学一个数，加到得分里。',
    ];
  const parts = [whoText(distance), shareText(model), RULER_TEXTS[ruler]];
  if (log && ruler === 't5') parts.push('在对数刻度上，合用的桶差不多一样宽。');
  if (later !== null) parts.push(`后面的词如果也这么远，就在桶 ${later}。`);
  if (both && ruler === 't5') parts.push(`桶 ${count} 一直空着，因为后面的词距离不会是 0。`);
  if (!beginner) parts.push(`一个头要学 ${buckets} 个数，每个桶一个。`);
  return parts;
}

/** 合用一个桶的距离，按 T5 的公式。 */
function logarithm({ state, count, exact }) {
  const { distance, max } = state;
  const log = (value) =>
    m('mrow', mi('ln'), mo('('), mn(grouped(value)), mo('/'), mn(exact), mo(')'));
  return m(
    'mrow',
    mi('min'),
    mo('('),
    mn(count - 1),
    mo(','),
    mn(exact),
    mo('+'),
    mo('⌊'),
    mn(count - exact),
    mo('·'),
    m('mfrac', log(distance), log(max)),
    mo('⌋'),
    mo(')'),
  );
}

/** 简单分法的公式。 */
function simple({ state, count }) {
  const { ruler, distance, max } = state;
  const index = m('mfrac', m('mrow', mn(count), mo('·'), mn(distance)), mn(grouped(max)));
  const even = m('mrow', mo('⌊'), index, mo('⌋'));
  const inside = ruler === 'even' ? even : mn(distance);
  return m('mrow', mi('min'), mo('('), mn(count - 1), mo(','), inside, mo(')'));
}

export function formula(model) {
  const { state, bucket, exact } = model;
  const { ruler, distance } = state;
  const name = m('math', mi('桶'), mo('('), mn(distance), mo(')'), mo('='));
  const isExact = ruler === 't5' && distance < exact;
  if (isExact) return [[name, m('math', mn(bucket), mo(','), mn(distance), mo('<'), mn(exact))]];
  const value = ruler === 't5' ? logarithm(model) : simple(model);
  return [[name, m('math', value), m('math', mo('='), mn(bucket))]];
}

/** 一个桶的单元格：第一个距离、最后一个距离、共有几个。 */
function cellsOf(starts, bucket) {
  const first = starts[bucket];
  if (bucket === starts.length - 1) return [first, '∞', '∞'];
  const size = starts[bucket + 1] - first;
  return size ? [first, first + size - 1, size] : ['–', '–', 0];
}

export function tables({ starts, count, before, after, length, state }) {
  const show = (value) => grouped(value);
  return [
    {
      name: `T5 给前面的词用的 ${count} 个桶`,
      answers: true,
      columns: ['桶', '第一个距离', '最后一个距离', '个数'],
      rows: count,
      row: (bucket) => [bucket, ...cellsOf(starts.t5, bucket)],
      show,
    },
    {
      name: '每个距离在 T5 的哪个桶',
      answers: true,
      columns: ['距离', '前面的词', ...(after ? ['后面的词'] : [])],
      rows: length,
      row: (at) => [at, before[at], ...(after ? [at ? after[at] : '–'] : [])],
      show,
    },
    {
      name: `两种更简单的分法，距离到 ${grouped(state.max)} 为止`,
      columns: ['桶', '平均分：第一个', '最后一个', '个数', '一距一桶：第一个', '最后一个', '个数'],
      rows: count,
      row: (bucket) => [bucket, ...cellsOf(starts.even, bucket), ...cellsOf(starts.cut, bucket)],
      show,
    },
  ];
}

export const questionTexts = {
  ask: 'T5 模型把词与词的距离分进 32 个桶，编号 0 至 31。距离 64 进哪个桶？',
  options: [
    ['even', '16（要是每个桶装四个距离）', '要是每个桶装四个距离，0 至 3 就分不清了。'],
    [
      'cut',
      '31（要是每个桶装一个距离，其余的全进最后一个）',
      '要是其余的全进最后一个，往回 31 个、64 个和 1,000 个词，就分不清了。',
    ],
    ['t5', '26（要是越远的桶，装的距离越多）'],
  ],
  watch: '注意看标出的桶：有多少个距离共用它？',
  surprise: ({ first, last }) => `距离 ${rangeText(first, last)}`,
  because: ({ bucket, exact, starts, count }) => [
    `这些距离都在桶 ${bucket}。` +
      `小于 ${exact} 的距离，各占一个桶。` +
      '越往后，一个桶装的距离越多。' +
      `从 ${starts.t5[count - 1]} 起，全都在桶 ${count - 1}。`,
  ],
};

export function describe(model, covered) {
  const { state, later } = model;
  const { distance, ruler } = state;
  if (covered) return `距离 ${distance}。${whoText(distance)}`;
  const how = ruler === 't5' ? '' : `分法：${names.ruler[RULERS.indexOf(ruler)]}。`;
  const after = later === null ? '' : `后面的词在桶 ${later}。`;
  return `距离 ${distance}。${how}${shareText(model)}${after}`;
}
