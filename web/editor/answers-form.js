/** Makes the end of a lesson, where readers find their answers. `hand-in.js` fills it in. */
import { h } from '../figures/chassis/dom.js';
import { speak } from '../figures/chassis/language.js';
import { answersWords as own, words } from './words.js';

/**
 * Returns the form in the language of the lesson. It is hidden until its script runs.
 * @param {Element} lesson
 */
export function answersForm(lesson) {
  speak(lesson);
  const texts = {
    'data-score': own.score('{right}', '{count}'),
    'data-open': own.open('{count}'),
    'data-earlier': own.earlier('{answer}'),
    'data-kept': own.kept,
    'data-recorded': own.recorded,
    'data-lost': own.lost,
    'data-file': own.file,
    'data-copied': words.copied,
    'data-refused': words.notCopied,
    'data-none': own.none,
  };
  const acts = { print: own.print, copy: words.copy, save: own.save };
  const buttons = Object.entries(acts).map(([name, label]) =>
    h('button', { type: 'button', name }, label),
  );
  return h(
    'section',
    { id: 'posenc-answers', hidden: true, ...texts },
    h('h2', {}, own.heading),
    h('p', {}, h('label', {}, own.name, ' ', h('input', { autocomplete: 'off' }))),
    h('p', { class: 'score' }),
    h('ol'),
    h('p', { class: 'acts' }, buttons),
    h('p', { role: 'status' }, own.hint),
  );
}
