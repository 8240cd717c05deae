/** Makes the end of a lesson, where readers find their answers. `hand-in.js` fills it in. */
import { h } from '../figures/chassis/dom.js';
import { speak } from '../figures/chassis/language.js';
import { answersWords as words } from './words.js';

/**
 * Returns the form in the language of the lesson. It is hidden until the first answer.
 * @param {Element} lesson
 */
export function answersForm(lesson) {
  speak(lesson);
  const texts = {
    'data-score': words.score('{right}', '{count}'),
    'data-file': words.file,
    'data-copied': words.copied,
    'data-refused': words.refused,
    'data-none': words.none,
  };
  const acts = /** @type {const} */ (['print', 'copy', 'save']);
  const buttons = acts.map((act) => h('button', { type: 'button', name: act }, words[act]));
  return h(
    'section',
    { id: 'posenc-answers', hidden: true, ...texts },
    h('h2', {}, words.heading),
    h('p', {}, h('label', {}, words.name, ' ', h('input', { autocomplete: 'off' }))),
    h('p', { class: 'score' }),
    h('ol'),
    h('p', { class: 'acts' }, buttons),
    h('p', { role: 'status' }, words.hint),
  );
}
