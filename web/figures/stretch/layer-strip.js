/**
 * Makes the strip of a model's layers: one cell for each layer. Letters, shapes and colours show
 * the kinds, and a list says in words what each kind sees.
 */
import { h } from '../chassis/dom.js';
import { translated } from '../chassis/language.js';
import * as english from './config-words.js';

const { layerTexts } = translated('stretch-config', english);

/** @typedef {import('./layers.js').LayerPlan} LayerPlan */
/** @typedef {import('./layers.js').LayerKind} LayerKind */

/** More layers than this are only described in words. */
const MOST_CELLS = 256;
/**
 * The strip shows layers in groups. If the kinds of layers repeat after 2 to LONGEST_GROUP layers,
 * each repetition is a group. Otherwise, each group has GROUP layers.
 */
const LONGEST_GROUP = 12;
const GROUP = 10;

/** The keys that move to another layer, and by how many layers. @type {Record<string, number>} */
const MOVES = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Makes the mark of a kind: its letter, and its shape.
 * @param {LayerKind} kind
 * @param {import('../chassis/dom.js').Props} [props]
 */
const makeCell = ({ letter, sight, layer }, props) =>
  h(
    'span',
    { class: ['pe-layer', `pe-sees-${sight}`, `pe-layer-${layer.scheme}`].join(' '), ...props },
    letter,
    h('i'),
  );

/**
 * Makes the strip, and the list that explains it.
 * @param {LayerPlan} plan
 */
export function makeStrip(plan) {
  const list = h(
    'ul',
    { class: 'pe-layer-list' },
    plan.kinds.map((kind, at) =>
      h('li', {}, makeCell(kind, { 'aria-hidden': 'true' }), layerTexts.kind(plan, at)),
    ),
  );
  const isDrawn = plan.kindOf.length <= MOST_CELLS;
  return h(
    'div',
    { class: 'pe-layer-panel' },
    h('p', {}, h('b', {}, layerTexts.title(plan))),
    isDrawn ? makeSlider(plan) : null,
    list,
    h('p', { class: 'pe-quiet' }, layerTexts.shown(plan)),
  );
}

/**
 * Makes the cells. A reader chooses a layer with arrow keys or the pointer, and reads about it.
 * @param {LayerPlan} plan
 */
function makeSlider(plan) {
  const { kinds, kindOf, period } = plan;
  const last = kindOf.length - 1;
  const cells = kindOf.map((kind, at) => makeCell(kinds[kind], { 'data-layer': at }));
  const size = period > 1 && period <= LONGEST_GROUP ? period : GROUP;
  const groups = Array.from({ length: Math.ceil(cells.length / size) }, (_, group) =>
    h('span', {}, cells.slice(group * size, (group + 1) * size)),
  );
  const said = h('p', { class: 'pe-quiet' });
  let chosen = 0;
  /** @param {number} at */
  const choose = (at) => {
    cells[chosen].classList.remove('pe-chosen');
    chosen = Math.min(last, Math.max(0, at));
    cells[chosen].classList.add('pe-chosen');
    const text = layerTexts.layer(plan, chosen);
    slider.setAttribute('aria-valuenow', String(chosen + 1));
    slider.setAttribute('aria-valuetext', text);
    said.replaceChildren(text);
  };
  /** @param {PointerEvent} event */
  const point = (event) => {
    const cell = /** @type {Element} */ (event.target).closest('[data-layer]');
    if (cell) choose(Number(cell.getAttribute('data-layer')));
  };
  const slider = h(
    'div',
    {
      class: 'pe-layers',
      role: 'slider',
      tabindex: 0,
      'aria-label': layerTexts.label,
      'aria-valuemin': 1,
      'aria-valuemax': last + 1,
      onpointerdown: point,
      onpointerover: point,
      /** @param {KeyboardEvent} event */
      onkeydown(event) {
        const by = MOVES[event.key];
        if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        choose(chosen + by);
      },
    },
    groups,
  );
  choose(0);
  return h('div', {}, slider, said);
}
