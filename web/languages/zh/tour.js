/** pe-tour 的文字。 */
import { transport } from './chassis.js';

export const tour = {
  label: '短片：各图依次演示',
  play: transport.play,
  pause: transport.pause,
  resume: '继续',
  again: '再看一遍',
  taken: '现在图归你动。按“继续”回到短片。',
  next: '下一步',
  back: '上一条字幕',
  forward: '下一条字幕',
  scrub: '短片的时间',
  chapters: '章节',
  aloud: '朗读',
  link: '复制此刻的链接',
  transcript: '全部字幕',
  at: (t, chapter) => `${Math.floor(t)} 秒，${chapter}`,
  cannotRun: (error) => `短片无法在这里播放。${error instanceof Error ? error.message : error}`,
};

/** 每一章说的话，秒数和英文的相同。 */
export const script = [
  {
    title: '顺序',
    lines: [
      [4.2, '狗和人对调。谁咬了谁？'],
      [4.7, '注意力的 {words.length} 个输出没有变。'],
      [4.2, '盖上位置章，{fresh} 个全变了。'],
    ],
  },
  {
    title: '时钟',
    lines: [
      [4.3, '位置章由 {waves.length} 个时钟组成。'],
      [4.8, '到 {position}，时钟 {state.pair} 几乎转回 {other} 的样子。'],
      [4, '慢时钟 {state.pair} 分得清 {position} 和 {other}。'],
    ],
  },
  {
    title: 'RoPE',
    lines: [
      [5.4, 'RoPE 像转指针一样转“人”和“狗”。'],
      [4.4, '夹角越小，得分越高。'],
      [5.4, '距离不变，得分仍是 {score 2}。'],
    ],
  },
  {
    title: '范围',
    lines: [
      [4.3, '{state.length} 行的表，到此为止。'],
      [4.8, '时钟还能往后走，走到没见过的角度。'],
      [5.4, '这些角度是什么意思，模型从没学过。'],
      [4.1, '轮到你了：拖动蓝线。'],
    ],
  },
];
