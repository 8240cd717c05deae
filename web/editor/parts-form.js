/** Lets a teacher hide parts of a figure and lock its controls, by clicks or by lists. */
import { h } from '../figures/chassis/dom.js';
import { list, row } from './form.js';
import { figureWords as words } from './words.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('./lesson.js').FigureBlock} FigureBlock */

/** @typedef {'shown' | 'locked' | 'hidden'} How */

/**
 * A part of a figure. `ways` are the states that the part can have.
 * @typedef {object} Part
 * @property {string} name
 * @property {string} label
 * @property {How[]} ways
 * @property {Element[]} elements
 */

/** The lists omit these parts: the question has its own form, and nobody sees the live region. */
const OTHERS = ['predict', 'live'];

/** Lists the parts of a figure, and the fields that have no control. @param {Figure} figure @returns {Part[]} */
function partsOf(figure) {
  const { definition, ui } = figure;
  const fields = Object.keys(definition.allFields);
  /** @type {Map<string, Element[]>} */
  const elements = new Map();
  for (const element of ui.root.querySelectorAll('[part]')) {
    const name = element.getAttribute('part') ?? '';
    if (!OTHERS.includes(name)) elements.set(name, [...(elements.get(name) ?? []), element]);
  }
  /** @param {string} name @returns {How[]} */
  const waysOf = (name) => {
    if (!fields.includes(name)) return ['shown', 'hidden'];
    return elements.has(name) ? ['shown', 'locked', 'hidden'] : ['shown', 'locked'];
  };
  return [...new Set([...elements.keys(), ...fields])].map((name) => ({
    name,
    label: fields.includes(name) ? definition.labelOf(name) : (words.parts[name] ?? name),
    ways: waysOf(name),
    elements: elements.get(name) ?? [],
  }));
}

/** Returns the state of a part. @param {FigureBlock} block @param {string} name @returns {How} */
function howOf({ hide, lock }, name) {
  if (hide.includes(name)) return 'hidden';
  return lock.includes(name) ? 'locked' : 'shown';
}

/** @param {FigureBlock} block @param {string} name @param {How} how */
function setHow(block, name, how) {
  const without = (/** @type {string[]} */ names) => names.filter((each) => each !== name);
  block.hide = [...without(block.hide), ...(how === 'hidden' ? [name] : [])];
  block.lock = [...without(block.lock), ...(how === 'locked' ? [name] : [])];
}

/** Whether a box of the screen contains a point. @param {DOMRect} box @param {MouseEvent} event */
const isInside = ({ left, right, top, bottom }, { clientX, clientY }) =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;

/**
 * Returns the smallest part under a point of the screen, and its box; null if there is none.
 * @param {Part[]} parts
 * @param {MouseEvent} event
 * @returns {{part: Part, box: DOMRect} | null}
 */
function partAt(parts, event) {
  const boxes = parts.flatMap((part) =>
    part.elements.map((element) => ({ part, box: element.getBoundingClientRect() })),
  );
  const area = (/** @type {{box: DOMRect}} */ { box }) => box.width * box.height;
  const found = boxes.filter(({ box }) => isInside(box, event));
  return found.sort((one, other) => area(one) - area(other))[0] ?? null;
}

/** Returns CSS rules that mark hidden and locked parts in the figure. @param {FigureBlock} block */
export const partRules = ({ hide, lock }) =>
  [
    ...hide.map((name) => `.pe-setup::part(${name}){opacity:.28}`),
    ...lock.map((name) => `.pe-setup::part(${name}){outline:2px dashed var(--pe-you)}`),
  ].join('');

/**
 * Makes the lists, and a layer that covers the figure. The layer receives the clicks.
 * @param {FigureBlock} block
 * @param {Figure} figure
 * @param {(said: string) => void} changed
 */
export function makePartsForm(block, figure, changed) {
  const parts = partsOf(figure);
  /** @type {Map<Part, HTMLSelectElement>} */
  const inputs = new Map();
  const set = (/** @type {Part} */ part, /** @type {How} */ how) => {
    setHow(block, part.name, how);
    changed(words.now(part.label, words[how]));
  };
  const rows = parts.map((part) => {
    const options = part.ways.map((way) => /** @type {const} */ ([way, words[way]]));
    const input = list(options, howOf(block, part.name), (how) =>
      set(part, /** @type {How} */ (how)),
    );
    inputs.set(part, input);
    return row(part.label, input);
  });
  const frame = h('div', { class: 'pe-frame' });
  const label = h('span', {});
  frame.append(label);
  const layer = h('div', {
    class: 'pe-cover',
    'aria-hidden': 'true',
    onpointermove: (/** @type {PointerEvent} */ event) => point(partAt(parts, event)),
    onpointerleave: () => point(null),
    onclick: (/** @type {MouseEvent} */ event) => {
      const found = partAt(parts, event);
      if (!found) return;
      const { part } = found;
      const { ways } = part;
      const how = ways[(ways.indexOf(howOf(block, part.name)) + 1) % ways.length];
      /** @type {HTMLSelectElement} */ (inputs.get(part)).value = how;
      set(part, how);
      point(found);
    },
  });
  layer.append(frame);
  /** Draws a frame around a part, and shows its name. @param {ReturnType<typeof partAt>} found */
  const point = (found) => {
    frame.hidden = !found;
    if (!found) return;
    const { part, box } = found;
    const around = layer.getBoundingClientRect();
    frame.style.left = `${box.left - around.left}px`;
    frame.style.top = `${box.top - around.top}px`;
    frame.style.width = `${box.width}px`;
    frame.style.height = `${box.height}px`;
    label.textContent = words.now(part.label, words[howOf(block, part.name)]);
  };
  point(null);
  return { element: h('div', { class: 'pe-parts' }, rows), layer };
}
