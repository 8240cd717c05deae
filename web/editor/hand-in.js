/** Shows readers of a saved lesson what they answered, to print, copy or save. Nothing is sent. */
import { copy, download } from '../figures/chassis/links.js';

/** @typedef {import('../answers/index.js').Answer} Answer */

/** The class of a page that prints only the answers. */
const PRINTED = 'answers-only';

/**
 * Describes an answer in one line.
 * @param {Answer} answer
 * @param {string} none what stands for an answer of a reader who declined
 */
function lineOf({ ask = '', said, option, correct }, none) {
  const mark = correct ? '✓' : '✗';
  return `${ask} → ${correct === null ? none : `${said || option} ${mark}`}`;
}

/**
 * Fills the form at the end of the lesson after each answer. The first answer to a question counts.
 * @param {string[]} questions the names of the questions that count
 */
export function handIn(questions) {
  const form = document.getElementById('posenc-answers');
  if (!form) return;
  const { score = '', file = '', none = '', copied = '', refused = '' } = form.dataset;
  const find = (/** @type {string} */ selector) =>
    /** @type {HTMLElement} */ (form.querySelector(selector));
  /** @type {Map<string, Answer>} */
  const first = new Map();
  const given = () => questions.flatMap((name) => first.get(name) ?? []);
  const lines = () => given().map((answer) => lineOf(answer, none));
  const scored = () =>
    score
      .replace('{right}', String(given().filter(({ correct }) => correct).length))
      .replace('{count}', String(questions.length));
  const text = () => {
    const label = find('label');
    const name = `${label.textContent?.trim()}: ${form.querySelector('input')?.value}`;
    const date = new Date().toLocaleString(document.documentElement.lang);
    const numbered = lines().map((line, at) => `${at + 1}. ${line}`);
    return [document.title, name, date, scored(), ...numbered, ''].join('\n');
  };
  addEventListener('pe-answer', (event) => {
    const { detail } = /** @type {CustomEvent<Answer>} */ (event);
    if (!questions.includes(detail.question) || first.has(detail.question)) return;
    first.set(detail.question, detail);
    form.hidden = false;
    find('.score').textContent = scored();
    const items = lines().map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    });
    find('ol').replaceChildren(...items);
  });
  const say = (/** @type {string} */ said) => (find('[role=status]').textContent = said);
  const page = document.documentElement.classList;
  addEventListener('afterprint', () => page.remove(PRINTED));
  const acts = /** @type {Record<string, () => unknown>} */ ({
    print: () => {
      page.add(PRINTED);
      print();
    },
    copy: async () => say((await copy(text())) ? copied : refused),
    save: () => download(new Blob([text()], { type: 'text/plain' }), file),
  });
  for (const button of form.querySelectorAll('button'))
    button.addEventListener('click', acts[button.name]);
}
