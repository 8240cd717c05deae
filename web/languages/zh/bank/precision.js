/** 关于 pe-precision 的题目。 */
import { grouped } from '../../../figures/chassis/format.js';
import { LIMIT } from '../../../figures/precision/model.js';

/** 选中的时钟、前一个位置和这个位置。 */
const where = ({ state: { pair, position } }) =>
  `时钟 ${pair}，位置 ${grouped(position - 1)} 和 ${grouped(position)}`;

const same = (model) => `${where(model)}：存下来一模一样`;
const different = (model) => `${where(model)}：存下来仍不相同`;

const still = '存成 {state.format}，{same.length} 个时钟中有 {still.bfloat16} 个会停住';
const stillFloat16 = '存成 {state.format}，{same.length} 个时钟中有 {still.float16} 个会停住';

/** 说明没有时钟停住。 */
const none = ({ state, same: { length } }) =>
  `存成 ${state.format}，${length} 个时钟走到位置 ${grouped(LIMIT)} 都没有停`;

export const precision = {
  'precision-slow': {
    ask:
      '一张正弦和余弦的表存成 bfloat16，每个数只有少量二进制位。' +
      '最慢的时钟 {state.pair} 会怎样？',
    options: [
      ['same', '有几步停住不走', (model) => `${same(model)}。这一步比相邻两个数的间隔还小。`],
      ['less', '没事：步子小，用不了几位', '步子小，才最费位数。位数不够，两头就舍入成同一个数。'],
      ['back', '它会倒着走', '舍入把指针移到最近的数，不会让它倒转。'],
    ],
    shows: same,
  },
  'precision-fast': {
    ask:
      '存成 bfloat16，最慢的时钟有几步会停住。' +
      '在位置 {state.position}，最快的时钟 {state.pair} 呢？',
    options: [
      ['worse', '也停住：位数是一样的', '位数一样，但它的步子大得多。'],
      ['blur', '它最糟：走得太远，存不下', '指针的长度是一。走得再远，数也总在负一和一之间。'],
      ['fine', '它仍然分得清邻居', (model) => `${different(model)}。它一步走得远。`],
    ],
    shows: different,
  },
  'precision-float32': {
    ask: '即使模型用 bfloat16，程序也常用 float32 计算这些表。为什么？',
    options: [
      ['speed', 'float32 更快', '它占的内存是 bfloat16 的两倍。原因在数本身。'],
      ['apart', '这样，相邻的位置都不同', (model) => `${none(model)}。`],
      [
        'range',
        'bfloat16 存不下这么大的位置',
        '在任何位置，正弦和余弦都很小。关键是相邻两个数的间隔。',
      ],
    ],
    shows: none,
  },
  'precision-half': {
    ask: 'float16 和 bfloat16 的位数相同。存成哪一种，{same.length} 个时钟中停住的更少？',
    options: [
      ['bfloat16', 'bfloat16', '它把位数用在非常大和非常小的数上。这里的表都用不着。'],
      ['equal', '一样多：位数相同', '在大小和有效数字之间，两种格式的分法不同。'],
      ['float16', 'float16', `${stillFloat16}。存成 bfloat16，有 {still.bfloat16} 个。`],
    ],
    shows: stillFloat16,
  },
  'precision-base': {
    ask:
      '底数是 {precision format=bfloat16 state.base} 时，存成 bfloat16，' +
      '{same.length} 个时钟中有 {precision format=bfloat16 still.bfloat16} 个会停住。' +
      '底数是 {state.base} 呢？',
    options: [
      ['more', '更多', `${still}。底数越大，慢的时钟越慢。`],
      ['fewer', '更少：底数大，角度更细', '一步的角度确实变小了，但可表示的数，间隔没有变小。'],
      ['same', '一样多：格式没有变', '格式决定间隔，底数决定指针一步走多远。'],
    ],
    shows: still,
  },
  'precision-angle': {
    ask:
      '有个程序不但用 float32 存表，连角度也用 float32 计算。' +
      '在位置 {state.position}，正弦和余弦的误差有多大？',
    options: [
      [
        'float32',
        '最大 {far.float32.error sci1}，和 float32 一贯的一样',
        '角度精确，误差才这么小。但角度很大时，float32 的角度本身也舍入了。',
      ],
      ['angle', '最大 {far.angle.error sci1}', '角度变大了，它的舍入误差也跟着变大。'],
      [
        'bfloat16',
        '最大 {far.bfloat16.error sci1}，和 bfloat16 一样',
        '在这个位置，还要更糟。这种误差随位置变大。',
      ],
    ],
    shows: '{far.angle.error sci1}',
  },
};
