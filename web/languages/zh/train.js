/** pe-train 的全部文字。 */
import { m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped, signed } from '../../figures/chassis/format.js';
import { SCHEMES, isOrdered, reachedWith } from '../../figures/train/model.js';

export const heading = '六个小模型在这里学习，然后去读超出训练长度的文本';
export const topic = '六个小模型，只有识别位置的办法不同';

/** 方案的名称，以及每种方案做什么，顺序同 SCHEMES。 */
export const names = ['无位置', '正弦', '可学习', 'RoPE', 'ALiBi', 'T5'];
export const notes = [
  '完全没有位置',
  '加上固定的波',
  '逐个学习位置',
  '按位置旋转',
  '越远的词越不重要',
  '逐个学习距离',
];

/** 汉字名称加引号，其他名称和后面的汉字之间有空格。 */
const named = (name, before = '') => (/^[A-Z]/.test(name) ? `${before}${name} ` : `“${name}”`);

const nameOf = (scheme) => names[SCHEMES.findIndex(({ key }) => key === scheme)];

export const labels = {
  task: '任务',
  tasks: ['句子', '远处的信息', '抄写'],
  seed: '随机种子',
  length: '训练长度',
  steps: '步数',
  layers: '层数',
  causal: '因果掩码：只往回看',
  window: '读长文本时回看多远',
  windows: ['全部', '只看训练过的距离'],
  scheme: '模型',
  layer: '显示的层',
  head: '显示的头',
  position: '位置',
  guess: '你的排序',
};

export const settings = ({ task, seed, steps, length, layers, causal, window }) =>
  `任务 ${task}，种子 ${seed}，${steps} 步，训练长度 ${length}，${layers} 层，` +
  `因果掩码${causal ? '开' : '关'}，回看 ${window}`;

export const arrows = [
  ['← →', '位置前进或后退'],
  ['↑ ↓', '选择前一个或后一个模型'],
  ['Home, End', '跳到第一个或最后一个位置'],
];

export const keyLabels = {
  b: '训练模型，或暂停，或继续',
  w: '回看全部，或只看训练过的距离',
};

const unitOf = ({ task }) => (task === 'far' ? '词元' : '字符');

export const cardTexts = {
  kicker: '先预测，再训练',
  ask: ({ wall, longest, state }) =>
    `六个模型用 ${wall} 个${unitOf(state)}长的文本学习，然后去读 ${longest} 个${unitOf(state)}长的文本。` +
    `在位置 ${4 * wall} 至 ${longest - 1}，谁最好？把最好的排在最前。`,
  asked: ({ wall, longest }) => `在位置 ${4 * wall} 至 ${longest - 1}，谁最好？`,
  plain: ({ wall, longest, state }) =>
    `六个模型用 ${wall} 个${unitOf(state)}长的文本学习，然后去读 ${longest} 个${unitOf(state)}长的文本。`,
  up: (name) => `把${named(name, ' ')}上移`,
  down: (name) => `把${named(name, ' ')}下移`,
  grip: '拖动来排序',
  lock: '就按这个排序，开始训练',
  decline: '不排了，直接训练',
  train: '训练',
  pause: '暂停',
  resume: '继续',
  stop: '停止',
  another: '换个种子',
  again: '再答一次',
  tryTask: { far: '总是这样吗？试试要用远处信息的文本', sentences: '回到句子' },
  progress: '训练进度',
  loading: '正在准备。',
  running: ({ done, steps }, seconds) =>
    `第 ${done} 步，共 ${steps} 步。${Number.isNaN(seconds) ? '' : `还剩 ${left(seconds)} 秒。`}`,
  finishing: '正在读最后的文本。',
  paused: ({ done, steps }) => `暂停在第 ${done} 步，共 ${steps} 步。`,
  stopped: ({ done, steps }) => `停在第 ${done} 步，共 ${steps} 步，所以还说明不了什么。`,
  failed: (reason) => `这里无法训练。${reason}`,
  changed: '设置变了，上次训练的结果已经清除。',
  hits: (hits) => {
    if (!hits) return '一个也没排对';
    return `${SCHEMES.length} 个中排对了 ${hits} 个`;
  },
  columns: ['', '本次训练', '损失', '你的排序'],
  orders: ({ wall, longest }) => `位置 ${4 * wall} 至 ${longest - 1} 的损失，从小到大`,
};

const left = (seconds) => Math.max(1, Math.round(seconds));

export const engineTexts = {
  missing: (file) => `在图的脚本旁边找不到文件 ${file}。`,
};

export const labelsOnPicture = {
  race: '训练中的损失',
  reading: '读更长的新文本时的损失',
  step: '步数',
  position: '文本中的位置',
  positionShort: '位置',
  guessing: '瞎猜',
  floor: '理论最佳',
  never: '训练边界之外：从未训练',
  idle: {
    sentences: ['下一个字符是什么？', 'the old cat saw the k_'],
    far: ['a 是几？', 'a3 c1 b2 … :: .. a?'],
    copy: ['前一个字符是什么？', 'm a t k e _'],
  },
  window: (/** @type {number} */ wall) => `最多回看 ${wall}`,
  positions: (from, to) => `位置 ${from} 至 ${to}`,
  attention: (name, layer, head) =>
    `${named(name)}在看哪里：第 ${layer} 层，头 ${head}。每行是一个查询，每列是一个键。`,
  far: (far) => `${Math.round(100 * far)}% 的权重在更远处`,
  alike: '位置表各行的相似度',
  means({ means }) {
    const half = means.length / 2;
    return `相邻 ${signed(means[1], 2)}，相距 ${half}：${signed(means[half], 2)}`;
  },
};

const percent = (value) => `${Math.round(100 * value)}%`;

function spreadOf(pick, reached) {
  const list = reached.map(pick);
  return Math.max(...list) - Math.min(...list);
}

const within = (pick, reached) => fixed(Math.ceil(100 * spreadOf(pick, reached)) / 100, 2);

/** 每条结论：训练的数字支持它时怎么说，不支持时怎么说。 */
export const lessonTexts = {
  alike: {
    title: '训练时不分上下，过了训练边界才见高下',
    says: (_model, reached) =>
      `训练结束时，各模型的损失相差不到 ${within(({ training }) => training, reached)}。` +
      `远远越过训练边界之后，却相差 ${fixed(
        spreadOf(({ beyond }) => beyond, reached),
        1,
      )}。训练损失说明不了长文本的表现。`,
    denies: () => '在这次训练里，训练损失也许能说明长文本的表现。',
  },
  nearby: {
    says: ({ wall }, reached) =>
      `ALiBi 的损失一直平稳，因为这个任务只用看近处：` +
      `即使只让它看最后 ${wall} 个字符，损失也是 ${fixed(reachedWith(reached, 'alibi').near, 2)}。`,
    denies: () => '这次训练没有表明“ALiBi 平稳是因为任务只用看近处”。',
  },
  distant: {
    says: ({ wall }, reached) =>
      `RoPE 败在训练时从未见过的距离上。只让它看最后 ${wall} 个字符，` +
      `损失就是 ${fixed(reachedWith(reached, 'rope').near, 2)}，` +
      `而不是 ${fixed(reachedWith(reached, 'rope').beyond, 2)}。`,
    denies: () => '这次训练没有表明“RoPE 败在从未见过的距离上”。',
  },
  defined: {
    says: (_model, reached) =>
      '正弦位置处处有定义，但有定义不等于训练过：' +
      `损失从 ${fixed(reachedWith(reached, 'sinusoidal').inside, 1)} ` +
      `升到 ${fixed(reachedWith(reached, 'sinusoidal').beyond, 1)}。`,
    denies: () => '这次训练没有表明“有定义而没训练过的位置会失败”。',
  },
  turned: {
    title: '答案在远处时，名次就倒过来',
    says: (_model, reached) =>
      '这里的答案在远处，名次倒了过来。' +
      `答对的比例：${rightBeyond(reached, ['none', 't5', 'alibi', 'rope'])}。`,
    denies: () => '这次训练没有表明“答案在远处时，名次会倒过来”。',
  },
  order: {
    title: '因果模型没有位置编码，也能学会顺序',
    says: (_model, reached) =>
      `没有位置编码，也答对了 ${percent(reachedWith(reached, 'none').right)}。` +
      '单靠因果掩码，这个模型就学会了顺序。',
    denies: (_model, reached) =>
      '这次训练没有表明“因果模型没有位置编码也能学会顺序”：' +
      `它只答对了 ${percent(reachedWith(reached, 'none').right)}。`,
  },
  orderless: {
    title: '没有掩码，也没有位置，就没有顺序',
    says: (_model, reached) =>
      '没有掩码和位置，模型就无从知道前一个字符是什么：' +
      `它答对了 ${percent(reachedWith(reached, 'none').right)}。`,
    denies: () => '这次训练没有表明“模型要靠掩码或位置才知道顺序”。',
  },
};

const rightBeyond = (reached, schemes) =>
  schemes
    .map((scheme) => `${nameOf(scheme)} ${percent(reachedWith(reached, scheme).rightBeyond)}`)
    .join('，');

export function headingOf({ lessons }) {
  const shown = lessons?.find(({ name, holds }) => holds && lessonTexts[name].title);
  return shown ? lessonTexts[shown.name].title : null;
}

export function findings(model) {
  const { reached, lessons } = model;
  if (!reached || !lessons) return [];
  return lessons.map(({ name, holds }) =>
    lessonTexts[name][holds ? 'says' : 'denies'](model, reached),
  );
}

const FACTS = '这里的文本开头写着 a3 这样的信息，隔了很远才问“a?”。';

const idleCaption = ({ wall, state }) =>
  (state.task === 'far' ? FACTS : '') +
  '损失表示模型看到正确答案时有多意外：越低越好。' +
  `训练边界在 ${wall}，训练用的文本到此为止。`;

const runningCaption = ({ wall }) =>
  '六个模型用同样的文本学习，并且不断去读新文本：' +
  `先读到位置 ${wall - 1}，和训练时一样长，再越过训练边界。`;

export function caption(model, _covered, beginner) {
  if (model.phase !== 'done')
    return [model.blocks.some(Boolean) ? runningCaption(model) : idleCaption(model)];
  const said = findings(model).slice(0, beginner ? 3 : undefined);
  const last = `过了训练边界，“可学习”没有对应的行，这里就一直用第 ${model.wall - 1} 行。`;
  const texts = [...said, last].join('');
  return [texts, beginner ? '' : hereText(model) + tableText(model)];
}

function tableText({ alike }) {
  if (!alike) return '';
  const { means } = alike;
  const half = means.length / 2;
  const numbers =
    `相邻两行的平均余弦是 ${signed(means[1], 2)}，` +
    `相距 ${half} 的是 ${signed(means[half], 2)}。`;
  return isOrdered(alike)
    ? `位置表的各行起初是随机的，训练让相近的行变得相似。${numbers}`
    : `这次训练中，位置表的各行看不出顺序。${numbers}`;
}

function hereText({ chosen, here, state, wall }) {
  if (here === null || Number.isNaN(here)) return '';
  const place = state.position < wall ? '训练长度之内' : '训练边界之外';
  return (
    `在位置 ${state.position} 附近（${place}），` +
    `${named(names[chosen])}的损失是 ${fixed(here, 2)}。`
  );
}

export const formula = ({ guessing, state }) => [
  [
    m('math', m('mrow', m('mtext', '损失'), mo('='), mo('−'), mi('ln'), mi('p'), mo('，'))),
    m('math', m('mrow', mi('p'), mo('='), m('mtext', '给正确答案的概率'))),
  ],
  m(
    'math',
    m('mrow', mo('−'), mi('ln'), m('mfrac', mn(1), mn(state.task === 'far' ? 4 : 24)), mo('≈')),
    mn(fixed(guessing, 2)),
  ),
];

export function tables(model) {
  const { read, run, longest, steps, reached } = model;
  const show = (value, column) => (column ? fixed(value, 4) : grouped(value));
  const cell = (value) => (value === undefined || Number.isNaN(value) ? '' : value);
  const byPosition = (what, name) => ({
    name,
    columns: ['位置', ...names],
    rows: longest,
    row: (at) => [at, ...read.map((each) => cell(each?.[what][at]))],
    show,
  });
  const result = [
    byPosition('loss', '各位置的损失，新文本'),
    byPosition('accuracy', '各位置答对的比例，新文本'),
    {
      name: '训练各步的损失',
      columns: ['步', ...names],
      rows: steps,
      row: (at) => [at + 1, ...run.losses.map((losses) => cell(losses[at]))],
      show,
    },
  ];
  if (model.alike) result.push(alikeTable(model.alike));
  return reached ? [...result, summaryTable(model, reached)] : result;
}

const alikeTable = ({ means }) => ({
  name: '可学习的位置表各行的相似度',
  columns: ['相距', '平均余弦'],
  rows: means.length,
  row: (apart) => [apart, means[apart]],
  show: (value, column) => (column ? signed(value, 4) : grouped(value)),
});

function summaryTable({ wall, longest }, reached) {
  const near = `0 至 ${wall - 1}`;
  const far = `${4 * wall} 至 ${longest - 1}`;
  return {
    name: '各模型的成绩',
    columns: [
      '模型',
      '训练损失',
      `损失，${near}`,
      `损失，${far}`,
      `同上，最多回看 ${wall}`,
      `答对，${near}`,
      `答对，${far}`,
    ],
    rows: SCHEMES.length,
    row(at) {
      const each = reached[at];
      const losses = [each.training, each.inside, each.beyond, each.near];
      return [names[at], ...losses, each.right, each.rightBeyond];
    },
    show: (value) => fixed(value, 4),
  };
}

export const sampleTexts = {
  title: '过了训练边界，各模型写出什么',
  note: ({ wall }) => `开头是同一段 ${2 * wall} 个字符的文本，由各模型接着写。`,
};

export const announced = ({ done, steps, run }) =>
  `训练完成了 ${Math.round(100 * run.progress)}%：第 ${done} 步，共 ${steps} 步。`;

export function describe(model) {
  if (model.phase === 'done') return `${findings(model)[0] ?? ''}${hereText(model)}`;
  if (model.phase === 'idle')
    return `六个模型还没有训练。你的排序是：${orderText(model.state.guess)}。`;
  return `${cardStatus(model)}${hereText(model)}`;
}

function cardStatus(model) {
  if (model.phase === 'stopped') return cardTexts.stopped(model);
  if (model.phase === 'paused') return cardTexts.paused(model);
  return model.phase === 'failed'
    ? cardTexts.failed(model.run.reason)
    : cardTexts.running(model, NaN);
}

const orderText = (guess) => [...guess].map((digit) => names[Number(digit)]).join('，');
