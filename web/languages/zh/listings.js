/** 代码面板的文字。 */
export const listingWords = {
  group: '代码',
  label: (language) => `代码：${language}`,
  copy: '复制',
  copied: '已复制。',
  notCopied: '浏览器不允许复制。请选中文字，自己复制。',
  none: '这些数字，没有简短的程序能算出来。',
};
