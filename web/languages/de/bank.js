/** Die Fragen des Quiz, nach ihren Namen. */
import { alibi } from './bank/alibi.js';
import { buckets } from './bank/buckets.js';
import { bugs } from './bank/bugs.js';
import { clocks } from './bank/clocks.js';
import { combine } from './bank/combine.js';
import { heatmap } from './bank/heatmap.js';
import { naive } from './bank/naive.js';
import { networks } from './bank/networks.js';
import { order } from './bank/order.js';
import { patches } from './bank/patches.js';
import { precision } from './bank/precision.js';
import { range } from './bank/range.js';
import { rope } from './bank/rope.js';
import { schemes } from './bank/schemes.js';
import { shift } from './bank/shift.js';
import { similarity } from './bank/similarity.js';
import { stretch } from './bank/stretch.js';
import { waves } from './bank/waves.js';

export const bank = {
  ...order,
  ...naive,
  ...clocks,
  ...heatmap,
  ...waves,
  ...shift,
  ...similarity,
  ...range,
  ...rope,
  ...alibi,
  ...buckets,
  ...stretch,
  ...schemes,
  ...precision,
  ...patches,
  ...bugs,
  ...combine,
  ...networks,
};
