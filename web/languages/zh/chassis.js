/** 每张图都会显示的文字。 */

export const course = {
  sentence: '狗 咬 人',
  named: (place, word) => `${place}（“${word}”）`,
};

export const plot = {
  kind: '互动图',
  presets: '试一试',
  unfold: '更多设置',
  stop: '。',
  colon: '：',
  brief: (value) => (value < 1e4 ? `${value / 1e3}千` : `${value / 1e4}万`),
  how: (arrows, plays) => {
    const moves = arrows.map(([keys, effect]) => `${spoken(keys)}：${effect}`).join('。');
    const space = plays ? '空格键播放，' : '';
    return (
      `${moves}。${space}T 打开数据表，问号列出所有快捷键，Esc 离开图。` +
      '也可以用下面的按钮和滑块。'
    );
  },
};

const spoken = (keys) =>
  keys.replace('← → ↑ ↓', '方向键').replace('← →', '左右方向键').replace('↑ ↓', '上下方向键');

export const transport = {
  play: '播放',
  pause: '暂停',
  back: '后退一步',
  forward: '前进一步',
  reset: '重置',
  speed: '速度',
  logScale: '对数刻度',
  perSecond: (speed) => `每秒 ${speed} 步`,
  scrubAt: (label, value) => `${label} ${value}`,
};

export const question = {
  kicker: '先猜，再看答案',
  reveal: '看答案',
  decline: '不猜了，直接看',
  next: '跳过动画',
  step: '下一步',
  replay: '再放一遍',
  again: '再答一次',
  scrub: '回放',
  why: '更多说明',
  watch: '请看图。',
  trial: '照你的答案，会是这样',
  halfway: '已到中途。',
  past: '说明的是你改动之前的图：',
  right: '✓ 答对了。',
  wrong: '✗ 答错了。',
  said: (answer) => `你的回答：${answer}。`,
  chooseFirst: '先选一个答案，猜一个就行。',
  space: '',
  dot: '',
};

export const foot = {
  table: '数据表',
  code: '代码',
  csv: 'CSV',
  png: 'PNG',
  link: '复制链接',
  more: '显示全部',
  less: '显示较少',
  help: '快捷键',
  saved: { CSV: '已保存 CSV，数字保留全部位数。', PNG: '已保存 PNG。', SVG: '已保存 SVG。' },
  maybeSaved: (kind) => `如果浏览器没有保存 ${kind}，那是因为外层网页禁止下载。`,
  linkCopied: '链接已复制。',
  linkToCopy: ['请复制', '这个链接', '。'],
};

export const table = {
  label: '图中数字的数据表',
  pick: '选择数据表',
  previous: '前面的行',
  next: '后面的行',
  rows: (first, last, count) => `第 ${first} 至 ${last} 行，共 ${count} 行`,
};

export const help = {
  intro: '先选中图，然后可以按：',
  playing: (label) => [
    ['Page Down, Page Up', `“${label}”前进或后退 10（按住 Shift 则为 100）`],
    ['空格', '播放或暂停'],
  ],
  always: [
    ['R', '重置'],
    ['T', '打开或关闭数据表'],
    ['?', '打开或关闭快捷键列表'],
    ['Esc', '离开图'],
  ],
};

export const panel = {
  table: '数据表',
  help: '快捷键列表',
  said: (name, open) => (open ? `${panel[name]}已在图的下方打开。` : `${panel[name]}已关闭。`),
};

export const questions = {
  task: (labels) => `请在图中作答：设置${labels}。`,
  quoted: (label) => `“${label}”`,
  and: '和',
  number: '你的数',
  typeFirst: '先填一个数，猜一个就行。',
  moveFirst: '请先在图中动一动，猜一猜也可以。',
  value: (label, value) => `${label} ${value}`,
  yes: '是',
  no: '否',
};

export const error = {
  cannotRun: (reason) =>
    `这张图无法在这里运行。${reason instanceof Error ? reason.message : reason}`,
  noCode: '代码无法加载。',
  noCanvas: '这个浏览器没有可以绘图的画布。',
  noPicture: '浏览器无法把图保存为 PNG。',
};
