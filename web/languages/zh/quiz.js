/** pe-quiz 的文字。题目在 bank/ 里。 */
import { question } from './chassis.js';

export const { decline, right, wrong, chooseFirst } = question;
export const answer = '回答';
export const show = '看图';
export const next = '下一题';
export const finish = '看得分';
export const back = '回到题目';
export const missed = '再问答错的题';
export const more = (count) => (count > 1 ? `再来 ${count} 题` : '再来一题');
export const kicker = (at, count) => `第 ${at} 题，共 ${count} 题`;
export const seen = (text) => `图中显示：${text}`;
export const score = (score, count) => `${score} / ${count}`;
export const known = (known, all) =>
  `一次就答对。这一组共 ${all} 题，你最近一次答对的有 ${known} 题。` +
  '答错的会先出现。只有这个浏览器记得。';
export const cannotRun = (error) =>
  `题目无法在这里运行。${error instanceof Error ? error.message : error}`;
