/** 实验室页面之外的文字。 */

export const chapter = (at, count) => `${at} / ${count}`;
export const made = (made, count) => `${count} 次预测，已完成 ${made} 次。只有这个浏览器记得次数。`;
export const predicted = '已预测';
export const close = '关闭';
export const lesson = '制作一课';
export const lessonLead = '写自己的文字，亲手摆好图，保存成一个文件，不需要网络。';
export const course = '回到课程';
