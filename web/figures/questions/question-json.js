/**
 * Writes a pe-question as JSON, and makes a pe-question from this JSON. The address of
 * an embedded figure (embed.html?question=...) contains this JSON. No text is read as HTML.
 */

/** The attributes of a question that the JSON may contain. */
const ATTRIBUTES = ['shows', 'answer', 'tolerance', 'unit', 'reply', 'because', 'from', 'id'];

/** The attributes that an option may have, without the prefix `data-`. */
const OF_OPTIONS = ['correct', 'reply', 'shows', 'value'];

/**
 * Returns the values of the listed attributes that an element has. The keys of the result are the
 * names without the prefix.
 * @param {Element} element
 * @param {string[]} names
 * @param {string} prefix what the attributes begin with
 */
const given = (element, names, prefix) =>
  Object.fromEntries(
    names
      .filter((name) => element.hasAttribute(prefix + name))
      .map((name) => [name, element.getAttribute(prefix + name)]),
  );

/** Writes a pe-question with its options. @param {Element} question */
export function questionJson(question) {
  const copy = /** @type {Element} */ (question.cloneNode(true));
  const options = [...copy.querySelectorAll('li')].map((item) => ({
    text: item.textContent,
    ...given(item, OF_OPTIONS, 'data-'),
  }));
  for (const list of copy.querySelectorAll('ul, ol')) list.remove();
  const ask = copy.textContent;
  const listed = options.length ? { options } : {};
  return JSON.stringify({ ask, ...given(question, ATTRIBUTES, ''), ...listed });
}

/**
 * Sets attributes to the texts of an object. The value `true` sets an empty attribute.
 * @param {Element} element
 * @param {Record<string, unknown>} texts
 * @param {string[]} names
 * @param {string} prefix what the attributes begin with
 */
function setTexts(element, texts, names, prefix) {
  for (const name of names) {
    const value = texts[name];
    if (['string', 'number'].includes(typeof value) || value === true)
      element.setAttribute(prefix + name, value === true ? '' : String(value));
  }
}

/**
 * Makes a pe-question. Ignores properties that a question cannot have. This function does not check
 * the other properties. The figure checks them when it reads the question.
 * @param {string} json
 * @returns {HTMLElement}
 * @throws {SyntaxError} if the text is not JSON
 */
export function questionFromJson(json) {
  const { ask = '', options = [], ...texts } = { ...JSON.parse(json) };
  const question = document.createElement('pe-question');
  question.textContent = String(ask);
  setTexts(question, texts, ATTRIBUTES, '');
  if (!Array.isArray(options) || !options.length) return question;
  const list = document.createElement('ul');
  for (const option of options) {
    const item = document.createElement('li');
    item.textContent = String(option?.text ?? option);
    setTexts(item, Object(option), OF_OPTIONS, 'data-');
    list.append(item);
  }
  question.append(list);
  return question;
}
