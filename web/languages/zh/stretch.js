/** pe-stretch 的文字。关于模型配置的文字在 stretch-config.js 里。 */
import { fixed, grouped, wave } from '../../figures/chassis/format.js';
import { METHODS } from '../../figures/stretch/model.js';

export const heading = '想读得更远，就放慢从没转完一圈的时钟';
export const topic = '拉长上下文';

export const labels = {
  length: '训练长度',
  factor: '拉长倍数',
  target: '目标长度',
  base: '底数',
  dim: '旋转维数',
  ramp: 'YaRN 的混合',
  method: '方法',
  pair: '维度对',
  scaling: '模型的缩放',
};

export const names = {
  target: ['按拉长倍数'],
  ramp: ['按圈数（论文）', '边界取整（代码）', '边界不取整（truncate: false）'],
};

export const methodTexts = {
  none: { name: '不拉长', models: '不超出训练长度使用的模型' },
  linear: { name: '线性', models: 'LongChat、Gemma 3' },
  ntk: { name: 'NTK', models: 'InternLM2（动态）' },
  yarn: { name: 'YaRN', models: 'Qwen 2.5、DeepSeek、gpt-oss' },
  llama3: { name: 'Llama 3', models: 'Llama 3.1 至 3.3' },
  longrope: { name: 'LongRoPE', models: 'Phi-3、Phi-4-mini' },
};

const methodNames = METHODS.map(({ key }) => methodTexts[key].name);

export const arrows = [
  ['← →', '减小或增大拉长倍数'],
  ['↑ ↓', '选择上面或下面的方法'],
  ['Home, End', '完全不拉长，或拉到最长'],
];

export const keyLabels = { p: '选择后一个维度对', o: '选择前一个维度对' };

function turnsText(turns) {
  if (turns < 10) return grouped(turns, 3);
  return grouped(turns, turns < 100 ? 2 : 1);
}

const ratioText = (ratio) => fixed(Number(ratio.toPrecision(12)), 4);

/** 维度对最多放慢多少倍。 */
export const steepest = ({ ratio }) => fixed(1 / Math.min(...ratio), 2);

export const labelsOnPicture = {
  chart: '转一圈的位置数',
  trained: (length, stages) => `${stages ? '先训练' : '训练'} ${grouped(length)}`,
  target(target, stages) {
    if (stages?.last !== target) return `目标 ${grouped(target)}`;
    return `${stages.isTrained ? '后训练' : '设计长度'} ${grouped(target)}`;
  },
  completed: '转完过一圈',
  neverDid: '从没转完',
  pairs: '维度对',
  dial: (pair) => `维度对 ${pair}`,
  dialTrained: (turns) => `训练：${turnsText(turns)} 圈`,
  dialTarget: (turns) => `目标：${turnsText(turns)} 圈`,
  columns: ['保持', '混合', '放慢'],
  ratio: '新/旧',
  unseen: '没见过',
  thisModel: '这个模型',
  noRow({ covered }, key) {
    if (covered) return '等你回答';
    if (key === 'longrope') return '需要一列除数：请粘贴配置';
    return '这些数字用不了这种方法';
  },
};

export const clockTexts = {
  words: ['狗', '咬', '人'],
  fast: '快的时钟：相邻的三个词',
  fastNote: '每个词都有自己的指针。',
  slow: (target) => `慢的时钟：${target} 个词的文本`,
  slowNote: '绿色：训练中见过的角度。红色：新角度。',
  apart: (turns) => `相差 ${Math.round(360 * turns)}°`,
  newAngles: '✗ 有新角度',
  seenAngles: '✓ 全都见过',
  speed(slowed) {
    const text = fixed(slowed, slowed < 9.95 ? 1 : 0).replace(/\.0$/, '');
    return text === '1' ? '转速和训练时一样' : `放慢到 1/${text}`;
  },
};

export const presets = [
  ['不拉长', { factor: 1 }],
  ['线性', { method: 'linear', factor: 16 }],
  ['YaRN', { method: 'yarn', factor: 16 }],
];

const ramps = {
  paper: '按圈数混合，同论文',
  code: '边界取整，同常见代码',
  exact: '边界不取整，truncate: false',
};

/** 说明选中的方法为什么没有数。 */
const whyNone = (model) =>
  `${methodTexts[model.state.method].name}：${labelsOnPicture.noRow(model, model.state.method)}。`;

function beginnerCaption(model) {
  const { state, waves, rows, chosen, target } = model;
  const row = rows[chosen];
  if (!row) return [whyNone(model)];
  const { kept, unseen } = row.counts;
  const others = waves.length - kept;
  const verdict = unseen
    ? ['wrong', '✗ 有些时钟会转到新角度。']
    : ['right', '✓ 没有时钟会转到新角度。'];
  if (!others)
    return [
      ['b', '没有放慢任何时钟。'],
      `训练用的文本有 ${grouped(state.length)} 个词，这篇有 ${grouped(target)} 个。`,
      verdict,
    ];
  return [
    ['b', methodTexts[state.method].name],
    `：放慢${kept ? ` ${waves.length} 个时钟中的 ${others} 个` : `全部 ${waves.length} 个时钟`}，` +
      `最多放慢到 1/${grouped(state.factor)}。`,
    verdict,
  ];
}

export function caption(model, _covered, beginner) {
  if (beginner) return beginnerCaption(model);
  const { state, waves, rows, chosen, target, own, stages } = model;
  const { method, pair, length } = state;
  const { name } = methodTexts[method];
  const row = rows[chosen];
  if (!row) return [whyNone(model)];
  const form = method === 'yarn' ? `（${ramps[state.ramp]}）` : '';
  const whose = own === method ? '，这个模型用的就是它' : '';
  const before = row.waves[pair] === waves[pair] ? '' : `，拉长之前是 ${wave(waves[pair])} 个`;
  const { unseen } = row.counts;
  return [
    ['b', name],
    `${form}${whose}：${effect(model, row)}。维度对 `,
    ['you', String(pair)],
    ` 每 ${wave(row.waves[pair])} 个位置转一圈${before}。`,
    `它在训练中转 ${turnsText(length / waves[pair])} 圈，` +
      `在 ${grouped(target)} 个位置内转 ${turnsText(target / row.waves[pair])} 圈。`,
    stages && own === method ? neverTurned(model) : '',
    unseen
      ? [
          'wrong',
          `✗ ${waves.length} 个维度对中有 ${unseen} 个会转到${stages ? '首次' : ''}训练中没见过的角度。`,
        ]
      : ['right', '✓ 没有维度对会转到训练中没见过的角度。'],
    ...(own === method ? laterTraining(model) : []),
  ];
}

/** 说明模型后来在多长的文本上训练过，如果知道的话。 */
function laterTraining(model) {
  const { stages } = model;
  if (!stages) return [];
  const last = grouped(stages.last);
  return [
    stages.isTrained
      ? ['right', `✓ 后来，模型又在最长 ${last} 个位置的文本上训练过。`]
      : `文件里说，这个模型是为 ${last} 个位置设计的。`,
  ];
}

export const neverTurned = ({ state, stages, waves, whole }) =>
  `在${stages ? '首次训练的' : ''} ${grouped(state.length)} 个位置内，` +
  `${waves.length} 个维度对中有 ${waves.length - whole} 个从没转完一圈。`;

function effect({ state, waves }, row) {
  const { kept, blended, slowed } = row.counts;
  if (state.method === 'none') return '每个维度对都照训练时那样转';
  if (state.method === 'longrope') return `每个维度对的频率除以自己的数，最大的是 ${steepest(row)}`;
  const factor = grouped(state.factor);
  if (state.factor === 1 && kept === waves.length) return '倍数是 1，没有维度对被放慢';
  return `${waves.length} 个维度对中保持 ${kept} 个，混合 ${blended} 个，把 ${slowed} 个放慢到 1/${factor}`;
}

export const tables = (model) => [ratioTable(model), turnsTable(model), frequencyTable(model)];

function ratioTable({ state, waves, rows }) {
  const show = [String, wave, turnsText];
  return {
    name:
      `新频率除以旧频率，拉长到 ${grouped(state.factor)} 倍，` +
      `在 ${grouped(state.length)} 个位置上训练`,
    columns: ['维度对', '转一圈的位置数', '训练中的圈数', ...methodNames],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      state.length / waves[pair],
      ...rows.map((row) => (row ? row.ratio[pair] : '')),
    ],
    show: (value, column) => (show[column] ?? ratioText)(value),
  };
}

function turnsTable({ state, waves, rows, target }) {
  return {
    name: `各维度对在 ${grouped(target)} 个位置内的圈数`,
    columns: ['维度对', '训练中', ...methodNames],
    rows: waves.length,
    row: (pair) => [
      pair,
      state.length / waves[pair],
      ...rows.map((row) => (row ? target / row.waves[pair] : '')),
    ],
    show: (value, column) => (column === 0 ? String(value) : turnsText(value)),
  };
}

function frequencyTable({ waves, rows }) {
  return {
    name: '频率，每个位置的弧度',
    columns: ['维度对', ...methodNames],
    rows: waves.length,
    row: (pair) => [pair, ...rows.map((row) => (row ? row.frequencies[pair] : ''))],
    show: (value, column) => (column === 0 ? String(value) : value.toPrecision(9)),
  };
}

export const questionTexts = {
  ask:
    '一个模型训练时，最长只读过 4,096 个词，现在要读 65,536 个词。' +
    '有些时钟会转到新角度（红色）。你会放慢哪些时钟？',
  options: [
    ['none', '一个也不放慢', '一个也不放慢，红色的时钟就会转到新角度。'],
    ['all', '全部放慢', '没有时钟转到新角度。但在快的时钟上，相邻的词几乎一样了。'],
    ['slow', '只放慢走得慢的时钟'],
  ],
  watch: '注意看时钟：哪些慢了下来？',
  surprise: ({ rows, chosen, waves }) => {
    const row = rows[chosen];
    return row ? `${waves.length} 个时钟中有 ${row.counts.slowed} 个` : '';
  },
  because({ state, rows, chosen }) {
    const row = rows[chosen];
    if (!row) return [];
    const { kept, blended } = row.counts;
    return [
      `这些时钟从没转完一圈。YaRN 把它们放慢到 1/${grouped(state.factor)}，` +
        `接下来的 ${blended} 个只放慢一点，最快的 ${kept} 个保持不变。` +
        '这样，相邻的词仍然分得开，也没有时钟转到新角度。',
    ];
  },
};

/** 图下面的表，点一行就选中一种方法。 */
export const comparison = {
  caption: '各种方法并排比较。选一行，图中就突出显示它。',
  columns: ['方法', '做什么', 'cos, sin ×', '使用者'],
  cells(model, at) {
    const { key } = METHODS[at];
    const { models } = methodTexts[key];
    const row = model.rows[at];
    const does = model.covered && !row ? '–' : EFFECTS[key](model);
    return [does, row ? fixed(row.amplitude, 4) : '–', models];
  },
};

const ramp = (fast, slow) => `转满 ${fast} 圈的保持不变，不到 ${slow} 圈的放慢`;

const EFFECTS = {
  none: () => '什么都不变',
  linear: ({ state }) => `所有频率除以 ${grouped(state.factor)}`,
  ntk: ({ raised }) => `底数提高到 ${grouped(raised, 1)}`,
  yarn({ scaling }) {
    const { beta_fast: fast = 32, beta_slow: slow = 1 } = scaling ?? {};
    return ramp(fast, slow);
  },
  llama3({ scaling }) {
    const { high_freq_factor: high = 4, low_freq_factor: low = 1 } = scaling ?? {};
    return ramp(high, low);
  },
  longrope: () => '每个频率除以自己的数，是搜索出来的',
};

export const exampleNames = [
  'Llama 2 7B',
  'Llama 3.1 8B',
  'Qwen 2.5，YaRN',
  'gpt-oss 20B',
  'Gemma 3 1B',
  'Llama 4 Scout',
  'Qwen3-Next 80B',
  'DeepSeek V3',
  'Phi-3.5 mini',
];

/** 读取模型 config.json 的面板。 */
export const configTexts = {
  title: '你的模型',
  hint: '粘贴它的 config.json，或者拖进来。内容不会离开本页。',
  pick: '粘贴它的 config.json，或者打开文件。内容不会离开本页。',
  placeholder: '{"model_type": "llama", …}',
  examplesLabel: '示例模型',
  examples: '示例模型……',
  openFile: '打开文件',
  notLoaded: (message) => `读取配置的代码无法加载：${message}`,
};

export function describe(model) {
  const { state, rows, chosen, waves, target, stages } = model;
  const { method, pair, length } = state;
  const { name } = methodTexts[method];
  const row = rows[chosen];
  if (!row) return whyNone(model);
  return (
    `${name}，维度对 ${pair}：新频率是旧频率的 ${ratioText(row.ratio[pair])} 倍。` +
    `它在训练中转 ${turnsText(length / waves[pair])} 圈，` +
    `在 ${grouped(target)} 个位置内转 ${turnsText(target / row.waves[pair])} 圈` +
    `${row.unseen[pair] ? '，会转到没见过的角度' : ''}。` +
    (stages?.isTrained ? `后来的训练达到 ${grouped(stages.last)} 个位置。` : '')
  );
}

/** 图下的说明：论文怎样报告拉长之后的训练。 */
export const reported = {
  heading: '继续训练会改变什么',
  about:
    '时钟变慢后，相邻位置的指针比训练时靠得更近。' +
    '继续训练，让权重适应这一点。' +
    '此后模型读得有多好，没有公式能回答。',
  label: '以下是论文报告的结果，不是算出来的：',
  says:
    'LLaMA 在 2,048 个位置的文本上训练，然后线性拉长。' +
    '再训练至多 1,000 步，就能读到 32,768 个位置。' +
    '读短文本时，几乎和以前一样好（Chen 等，2023）。' +
    '用 YaRN，Llama 2 只用 400 步，就从 4,096 个位置到了 65,536 个（Peng 等，2023）。',
};
