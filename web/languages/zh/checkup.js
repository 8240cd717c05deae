/** pe-doctor 中检查结果以外的文字。检查结果本身还是英文。 */

export const drop = '把文件拖到这里，或者选择文件';
export const kinds =
  'config.json、.gguf、.safetensors、.npy 或 .npz；如果是两个数组，先放变换前的，再放变换后的';
const own = '数据不会离开本页：文件由你的浏览器在本地读取。';
export { own as private };
export const paste = '或者粘贴一份 config.json';
export const check = '检查这段文字';
export const example = '试一个例子';
export const again = '重新开始';
export const exchange = '交换变换前和变换后';
export const working = '正在读取文件……';
export const done = (files, wrong) =>
  `已读取 ${files} 个文件。${wrong ? `下面有 ${wrong} 处错误。` : '没有发现问题。'}`;
export const nothing = '没有一个文件能读取。';
export const refused = (name) => `没有读取 ${name}`;
export const verdicts = { right: '正确', wrong: '错误', unsure: '不确定', none: '它做什么' };
export const settings = '检查发现';
export const command = '在命令行中也能做同样的检查：';
export const copy = '复制';
export const copied = '命令已复制。';
export const notCopied = '浏览器不允许复制。';
export const golden = '下载基准向量（golden）';
export const goldenWhy = '用来检验移植代码的精确数字，附有每种类型的容差。';
export const goldenDone = '文件 golden.json 已交给浏览器。';
export const open = (figure) => `在图中打开：${figure}`;
export const figures = {
  stretch: '拉长上下文',
  rope: '维度对的旋转',
  heatmap: '数据表',
  alibi: 'ALiBi',
};
export const choose = '张量';
export const chooseFirst = '选择一个张量';
