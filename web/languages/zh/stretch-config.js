/** pe-stretch 关于模型配置的文字。 */
import { fixed, grouped } from '../../figures/chassis/format.js';
import { methodOf } from '../../figures/stretch/model.js';
import { methodTexts, neverTurned, steepest } from './stretch.js';

export const problems = {
  tooLong: (longest) => `文本太长：配置最多 ${grouped(longest)} 个字符。`,
  tooDeep: (most) => `配置里的对象和列表最多嵌套 ${most} 层。`,
  unchanged: '图没有变。',
  notJson: (message) => `这不是有效的 JSON：${message}`,
  notRotary: (scheme) => `这个模型没有可以拉长的旋转维度对，它的方案是“${scheme}”。`,
  noStretching: (type) => `它的缩放“${type}”并不拉长上下文。图中显示的是没有这种缩放时的维度对。`,
  clamped: (field, wanted, taken) =>
    `图显示不了 ${field} = ${wanted}，改为显示 ${field} = ${taken}。`,
};

export function paragraphs(model, reading) {
  const said = [whatWasRead(model, reading), lengthsSaid(model, reading)];
  if (model.own) said.push(scalingSaid(model));
  if (reading.ignored) said.push(problems.noStretching(reading.ignored));
  return [...said, ...alikeSaid(reading)];
}

/** 说明读到了什么：模型的类型，维度对的数量和底数。 */
function whatWasRead({ state, waves }, { type, description, namesBase }) {
  const pairs = `${waves.length} 个维度对，底数是 ${grouped(state.base)}`;
  if (!description)
    return `只读到一种缩放。图把它用在 ${waves.length} 个维度对上，底数是 ${grouped(state.base)}。`;
  const { headDim, rotaryDim, notes, layout } = description;
  const guess = notes.find((note) => note.startsWith('Read as '))?.match(/^Read as (\w+)/)?.[1];
  const name = guess
    ? `不认识类型“${type}”，所以按 ${guess} 的格式读取，` +
      `并假定是对半配对（half），缺少的字段取 ${guess} 的默认值。`
    : `已按 ${type} 的格式读取。`;
  const all = rotaryDim === headDim ? `全部 ${rotaryDim} 维` : `${headDim} 维中的 ${rotaryDim} 维`;
  return (
    `${guess || type ? name : ''}这个模型用旋转位置编码（RoPE）。` +
    `每个头旋转${rotaryDim === headDim ? '' : ' '}${all}，组成 ${pairs}。` +
    layoutSaid(layout, Number(rotaryDim)) +
    (namesBase ? '' : `文件没有写底数，所以假定是 ${grouped(state.base)}。`)
  );
}

function layoutSaid(layout, dim) {
  if (!layout) return '';
  const [name, pair] =
    layout === 'half' ? ['对半配对', `i 和 i + ${dim / 2}`] : ['相邻配对', '2i 和 2i + 1'];
  return `它的权重要求${name}（${layout}）：维度 ${pair} 是一对。`;
}

/** 说明文件写了哪些长度，它们是什么意思。 */
function lengthsSaid(model, { description, isAssumed }) {
  const { state, own, stages, target } = model;
  const never = neverTurned(model);
  const length = grouped(state.length);
  if (stages) {
    const last = grouped(stages.last);
    const later = stages.isTrained
      ? `据作者说，模型后来又在最长 ${last} 个位置的文本上训练过。`
      : '文件没有说，后来训练用的文本有多长。';
    return `文件里说，模型先在 ${length} 个位置上训练，是为 ${last} 个位置设计的。${never}${later}`;
  }
  if (isAssumed)
    return (
      `文件只写了一个长度：${grouped(target)} 个位置。` +
      `图假定它是训练长度的 ${grouped(state.factor)} 倍。${never}`
    );
  if (own)
    return (
      `文件要求从 ${length} 个位置拉长到 ${grouped(target)} 个。` +
      `它没有说训练达到过这么长。${never}`
    );
  const named = description?.contextLength
    ? `文件只写了一个长度：${length} 个位置。图把它当作训练长度。`
    : `文件没有写长度，所以图仍用 ${length} 个位置。`;
  return named + never;
}

function scalingSaid({ state, waves, rows, chosen, own, stages }) {
  const row = rows[chosen];
  const { kept, blended, slowed, unseen } = row.counts;
  const does =
    own === 'longrope'
      ? `把每个维度对的频率除以自己的数，最大的是 ${steepest(row)}`
      : `${waves.length} 个维度对中保持 ${kept} 个，混合 ${blended} 个，` +
        `把 ${slowed} 个放慢到 1/${grouped(state.factor)}`;
  const scores = row.amplitude === 1 ? '' : `它还把余弦和正弦乘以 ${fixed(row.amplitude, 4)}。`;
  const showed = stages?.isTrained ? '后来的训练见过这些角度。' : '';
  const warning = unseen
    ? `${waves.length} 个维度对中有 ${unseen} 个会转到前 ${grouped(state.length)} 个位置从没见过的角度。${showed}`
    : '';
  return `它的缩放是 ${methodTexts[state.method].name}：${does}。${scores}${warning}`;
}

function alikeSaid({ description, plan }) {
  if (plan || !(description?.window || description?.chunk)) return [];
  return [`所有的层都${sees(description)}。`];
}

/** 说明这些层的词元看得到什么。 */
function sees({ scheme, window, windowBothWays, chunk }) {
  if (scheme === 'none') return '用线性注意力，或不用注意力';
  if (window && windowBothWays) return `看两边各 ${grouped(window - 1)} 个词元`;
  if (window) return `看最近的 ${grouped(window)} 个词元`;
  if (chunk) return `看自己所在的块，每块 ${grouped(chunk)} 个词元`;
  return '看整篇文本';
}

/** 说明这种层的位置和别种层有什么不同。 */
function positionsSaid({ kinds }, { layer }) {
  if (layer.scheme === 'nope') return '，没有位置';
  if (layer.scheme === 'none') return '';
  const rotary = kinds.flatMap((kind) => (kind.layer.scheme === 'rope' ? [kind.layer] : []));
  const differs = (trait) => new Set(rotary.map(trait)).size > 1;
  const details = [];
  if (differs(({ base }) => base)) details.push(`底数 ${grouped(Number(layer.base))}`);
  if (differs(({ rotaryDim }) => rotaryDim)) details.push(`旋转 ${layer.rotaryDim} 维`);
  if (differs(({ scaling }) => methodOf(scaling)))
    details.push(methodOf(layer.scaling) === 'none' ? '不拉长' : '拉长');
  return details.map((detail) => `，${detail}`).join('');
}

export const layerTexts = {
  label: '层',
  title: ({ kinds, kindOf }) => `它有 ${kindOf.length} 层，分 ${kinds.length} 种。`,
  kind(plan, at) {
    const kind = plan.kinds[at];
    const { count, every, layer } = kind;
    const total = plan.kindOf.length;
    const which = `${total} 层中有 ${count} 层${every > 1 ? `（每 ${every} 层有 1 层）` : ''}`;
    return `${which}${sees(layer)}${positionsSaid(plan, kind)}。`;
  },
  layer(plan, at) {
    const kind = plan.kinds[plan.kindOf[at]];
    const where = `第 ${at + 1} 层，共 ${plan.kindOf.length} 层：`;
    return `${where}${sees(kind.layer)}${positionsSaid(plan, kind)}。`;
  },
  shown: ({ kinds, shown }) =>
    kinds[shown] ? `图中显示的是标着 ${kinds[shown].letter} 的层的维度对。` : '',
};

export function layerTable(plan) {
  return {
    name: '配置中的层',
    columns: ['层', '种类', '做什么'],
    rows: plan.kindOf.length,
    row: (at) => [at + 1, plan.kinds[plan.kindOf[at]].letter, layerTexts.layer(plan, at)],
    show: String,
  };
}
