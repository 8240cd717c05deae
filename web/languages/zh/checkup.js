/** pe-doctor 中检查结果以外的文字。检查结果本身在 findings.js 中。 */
import { grouped } from '../../figures/chassis/format.js';

export const joined = (sentences) => sentences.join('');
export const drop = '把文件拖到这里，或者选择文件';
export const pick = '选择文件';
// 浏览器不会在“、”与“.”之间换行，除非有零宽空格。
export const kinds =
  'config.json、\u200b.gguf、\u200b.safetensors、\u200b.npy、\u200b.npz、\u200b.csv，' +
  '或 golden.json 和你算出的数组。放进两个数组，就互相比较；附有掩码或位置，也会用上';
const own = '数据不会离开本页：文件由你的浏览器在本地读取。';
export { own as private };
export const paste = '或者粘贴一份 config.json';
export const check = '检查这段文字';
export const example = '试一个例子';
export const again = '重新开始';
export const exchange = '交换两个数组';
export const working = '正在读取文件……';
export const done = (files, { wrong, unsure, checked, unchecked }) => {
  const read = `已读取 ${files} 个文件。`;
  if (!checked) return `${read}没有检查任何数组。`;
  const rest = unchecked ? `还有 ${unchecked} 个张量没有检查。` : '';
  if (wrong) return `${read}下面有 ${wrong} 处错误。${rest}`;
  return `${read}${unsure ? `下面有 ${unsure} 处不能确定。` : '没有发现问题。'}${rest}`;
};
export const nothing = '没有一个文件能读取。';
export const refused = (name) => `没有读取 ${name}`;
export const verdicts = {
  right: '正确',
  wrong: '错误',
  unsure: '不确定',
  none: '它做什么',
  unchecked: '未检查',
};
export const settings = '检查发现';
export const command = '在命令行中也能做同样的检查：';
export const copy = '复制';
export const copied = '命令已复制。';
export const notCopied = '浏览器不允许复制。';
export const golden = '下载基准向量（golden）';
export const goldenWhy = '一组精确的数，用来检验你移植的代码，附有每种类型的容差。';
export const goldenDone = '浏览器正在保存 golden.json。';
export const open = (figure) => `在图中打开：${figure}`;
export const figures = {
  stretch: '拉长上下文',
  rope: '维度对的旋转',
  heatmap: '数据表',
  alibi: 'ALiBi',
};
export const choose = '张量';
export const chooseFirst = '选择一个张量';
export const partner = '配对';
export const noPair = (names) =>
  `没有和别的数组配成对：${names}。名字像 q_before 和 q_after 这样，就配成一对。`;
export const pastedName = 'config.json';
export const tensors = (count) => `文件里有 ${grouped(count)} 个张量。从名字看不出哪些表示位置。`;
export const cannotRun = (error) =>
  `这里无法进行检查。${error instanceof Error ? error.message : error}`;
export const pair = '变换前和变换后';
export const ifCompared = '如果一个数组来自你的移植，另一个来自参考实现，那么它们一致。';
export const learned = '这张表是模型学出来的，没有公式可以对照。';
export const withModel = '请再给出 config.json，就能知道模型要的是不是这种旋转。';
export const certain = (what, elements) => `确定：${what}能解释全部 ${grouped(elements)} 个元素。`;
export const certainRead = (what, elements) =>
  `确定：${what}能解释读取的全部 ${grouped(elements)} 个元素。`;
export const likely = (what, share) => `很可能：${what}能解释${share}，其余的有偏离。`;
export const guess = (what, share) => `只是猜测：${what}只能解释${share}。`;
export const positions = '各行的位置';
export const positionsForm = '第一行的位置（如 5）、范围（如 5..20）或列表（如 0,1,4）。';
export const place = '重新检查';
export const rotation = '旋转';
export const formula = '公式';
export const vectors = '这些是测试向量。请把移植代码算出的数组也一起给出。测试向量有：';
export const noVector = '没有元素个数和这个数组相同的测试向量。测试向量有：';
export const lonely = '没有公式能解释它。如果这是旋转后的数组，请把旋转前的数组也一起给出。';
export const others = '也可以选择别的张量。';
export const tooLarge = (title) => `${title} 对网页来说太大了。可以用 posenc 命令读取。`;
export const noShape = (title, wanted) => `${title} 只列出名字。能检查的只有${wanted}。`;
