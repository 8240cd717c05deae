/**
 * Finds texts of a figure that are cut, and texts and controls that overlap. The functions run in a
 * page, to which `clipping` is sent as text.
 */

const nameOf = (element) => `${element.localName}.${element.className || element.id}`;

/**
 * Returns whether an element is narrower than its contents. Inputs do not count, since they scroll.
 */
const isNarrow = (element, { display, overflowX }) =>
  display !== 'inline' &&
  !['auto', 'scroll'].includes(overflowX) &&
  element.localName !== 'input' &&
  element.scrollWidth > element.clientWidth + 1;

/**
 * Returns whether a select element cuts off the chosen option. An element as wide as its parent
 * does not count, since it cannot be wider.
 */
function cutsOption(select, { font, paddingLeft, paddingRight }) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = font;
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
  const isWhole = select.clientWidth > select.parentElement.clientWidth - 8;
  return !isWhole && context.measureText(select.selectedOptions[0]?.textContent).width > room;
}

const boxOf = ({ left, top, right, bottom }) => [left, top, right, bottom];

/** Returns the lines of a text, and whether each is within the block around it. */
function linesOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  let block = node.parentElement;
  while (['inline', 'contents'].includes(getComputedStyle(block).display))
    block = block.parentElement;
  const { left, right } = block.getBoundingClientRect();
  return [...range.getClientRects()].map((line) => ({
    element: node.parentElement,
    text: node.nodeValue.trim().slice(0, 40),
    box: boxOf(line),
    isInside: line.left > left - 1 && line.right < right + 1,
  }));
}

/** Returns whether two texts or controls overlap by more than their edges. */
const lieOnEachOther = (one, two) =>
  Math.min(one.box[2], two.box[2]) - Math.max(one.box[0], two.box[0]) > 1.5 &&
  Math.min(one.box[3], two.box[3]) - Math.max(one.box[1], two.box[1]) > 3 &&
  !one.element.contains(two.element) &&
  !two.element.contains(one.element);

/** Lists the texts of a figure that are cut off, leave their boxes or overlap. */
function clippedElements(root) {
  const skipped =
    'style, option, .pe-plot, .pe-plot *, .pe-hidden, .pe-probe, .pe-scroll *, pre, math *, thead *';
  const faults = [];
  /** The controls and the lines of the texts. None of them may overlap another one. */
  const solid = [];
  // A bar that sticks to the edge of the screen covers other parts only for a while.
  const bar = root.querySelector('.pe-bar');
  bar.style.position = 'static';
  for (const element of root.querySelectorAll('.pe-root *')) {
    if (element.matches(skipped) || !element.checkVisibility({ visibilityProperty: true }))
      continue;
    const [style, text] = [getComputedStyle(element), nameOf(element)];
    const isSelect = element.localName === 'select';
    if (isNarrow(element, style) || (isSelect && cutsOption(element, style)))
      faults.push(`${text} cuts: ${element.textContent.slice(0, 60)}`);
    if (element.matches('button, select, input, textarea'))
      solid.push({ element, text, isInside: true, box: boxOf(element.getBoundingClientRect()) });
    if (element.matches('select, textarea')) continue;
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE && node.nodeValue.trim()) solid.push(...linesOf(node));
  }
  bar.style.position = '';
  for (const [at, one] of solid.entries()) {
    if (!one.isInside) faults.push(`${one.text} leaves its box`);
    for (const two of solid.slice(at + 1))
      if (lieOnEachOther(one, two)) faults.push(`${one.text} lies on: ${two.text}`);
  }
  return [...new Set(faults)];
}

/** The source of a function that lists the faults in the shadow root of a figure. */
export const clipping = `(root) => {
  const [nameOf, isNarrow, boxOf] = [${nameOf}, ${isNarrow}, ${boxOf}];
  const lieOnEachOther = ${lieOnEachOther};
  ${[cutsOption, linesOf, clippedElements].join('\n')}
  return clippedElements(root);
}`;
