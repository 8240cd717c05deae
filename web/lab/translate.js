/**
 * Translates the page, whose HTML exists only in English. A language has one list of texts for each
 * section. In a text, `<0>` and `</0>` enclose the translated content of the first element in it.
 * `<1/>` stands for the second element, whose content stays.
 */

/** A place for a text: an attribute of an element, or its content. @typedef {{element: Element, attribute?: string}} Slot */

/** Elements without words: formulas, computed numbers, and elements with their own language. */
const SILENT = 'math, script, style, [data-n], [lang]';

/** Matches an opening, a closing or an empty mark of an element. */
const MARK = /<(\/?)(\d+)(\/?)>/;

/** Whether an element has words of its own. @param {Element} element */
const hasWords = (element) =>
  [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.nodeValue ?? ''),
  );

/**
 * Lists the places for texts in an element, in their order.
 * @param {Element} element
 * @returns {Slot[]}
 */
export function slotsIn(element) {
  const { children } = element instanceof HTMLTemplateElement ? element.content : element;
  return [...children].flatMap((child) => {
    if (child.matches(SILENT)) return [];
    const label = child.hasAttribute('aria-label')
      ? [{ element: child, attribute: 'aria-label' }]
      : [];
    return [...label, ...(hasWords(child) ? [{ element: child }] : slotsIn(child))];
  });
}

/** Lists the elements that the marks of a text stand for. @param {Element} element */
export const markedIn = (element) =>
  [...element.querySelectorAll('*')].filter(
    (each) => !element.contains(each.parentElement?.closest(SILENT) ?? null),
  );

/** Returns the name of the section of a slot. @param {Slot} slot */
export const sectionOf = ({ element }) => element.closest('section[id]')?.id ?? 'page';

/** Writes a text into an element, and keeps the elements in it. @param {Element} element @param {string} text */
function fill(element, text) {
  const marked = markedIn(element);
  const open = [element];
  element.replaceChildren();
  const [first, ...marks] = text.split(MARK);
  element.append(first);
  for (let at = 0; at < marks.length; at += 4) {
    const [closing, index, empty, words] = marks.slice(at, at + 4);
    if (closing) open.pop();
    else {
      const inner = marked[Number(index)];
      open.at(-1)?.append(inner);
      if (!empty) {
        inner.replaceChildren();
        open.push(inner);
      }
    }
    open.at(-1)?.append(words);
  }
}

/**
 * Translates the document.
 * @param {Record<string, string[]>} words the texts of each section, in their order
 */
export function translatePage(words) {
  /** @type {Map<string, number>} */
  const used = new Map();
  for (const slot of slotsIn(document.documentElement)) {
    const section = sectionOf(slot);
    const at = used.get(section) ?? 0;
    used.set(section, at + 1);
    const text = words[section]?.[at];
    if (text === undefined) continue;
    if (slot.attribute) slot.element.setAttribute(slot.attribute, text);
    else fill(slot.element, text);
  }
}
