import { h, rich } from './dom.js';

/**
 * @typedef {object} Question
 * @property {string} ask
 * @property {[string, string][]} [options] value and label; without them a number is asked for
 * @property {string | number} answer
 * @property {string} [unit] after the number
 * @property {(figure: any) => void} show brings the figure to the state that answers
 * @property {(model: any) => string} surprise the number nobody expects
 * @property {(model: any) => any[]} because
 */

/**
 * A question that is answered before the figure shows it.
 * @param {any} figure
 * @param {Question} question
 * @param {string} id
 */
export function makePredict(figure, question, id) {
  const name = `${id}-answer`;
  let answered = false;
  const enable = () => reveal.setAttribute('aria-disabled', String(value() === ''));
  const labels = (question.options ?? []).map(([value, label]) =>
    h('label', { class: 'pe-option', 'data-value': value }, h('input', { type: 'radio', name, value, onchange: enable }), label));
  const number = question.options ? null : h('input', { type: 'number', step: 'any', id: name, oninput: enable, onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Enter') run(); } });
  const value = () => (number ? number.value.trim() : labels.map((label) => label.firstChild).find((radio) => radio.checked)?.value ?? '');
  const result = h('div', { class: 'pe-result', role: 'status' });
  const reveal = h('button', { type: 'button', class: 'pe-reveal', 'aria-disabled': 'true', onclick: () => run() }, 'Reveal');
  const again = h('button', { type: 'button', class: 'pe-plain', hidden: true, onclick: () => reset(true) }, 'Ask me again');

  function run() {
    const answer = value();
    if (answered) return;
    if (answer === '') {
      result.replaceChildren(h('span', { class: 'pe-quiet' }, number ? 'Type a number first: a guess is enough.' : 'Choose an answer first: a guess is enough.'));
      (number ?? labels[0].firstChild).focus();
      return;
    }
    const correct = number ? Number(answer) === question.answer : answer === question.answer;
    answered = true;
    figure.emit('pe-predict', { answer: number ? Number(answer) : answer });
    for (const label of labels) {
      label.firstChild.disabled = true;
      if (label.dataset.value === question.answer) label.dataset.mark = 'right';
      else if (label.dataset.value === answer) label.dataset.mark = 'wrong';
    }
    if (number) number.readOnly = true;
    question.show(figure);
    const model = figure.currentModel();
    result.replaceChildren(
      h('span', { class: correct ? 'pe-right' : 'pe-wrong' }, correct ? '✓ Right.' : '✗ Not quite.'),
      h('span', { class: 'pe-surprise' }, question.surprise(model)),
      ...rich(question.because(model)));
    reveal.hidden = true;
    again.hidden = false;
    if (document.activeElement === document.body || !document.activeElement || document.activeElement === reveal) again.focus();
    figure.emit('pe-reveal', { correct });
  }

  function reset(focus = false) {
    answered = false;
    for (const label of labels) {
      label.firstChild.disabled = label.firstChild.checked = false;
      delete label.dataset.mark;
    }
    if (number) { number.readOnly = false; number.value = ''; }
    result.replaceChildren();
    reveal.hidden = false;
    again.hidden = true;
    enable();
    if (focus) (number ?? labels[0].firstChild).focus();
  }

  /** Whether the locks let the figure go where the answer is. */
  function possible() {
    if (!figure.hasAttribute('lock')) return true;
    const probe = new figure.constructor();
    probe.setState(figure.state);
    const { state } = probe;
    try { question.show(probe); } catch { /* it wants more than a state */ }
    return !Object.keys(state).some((key) => figure.locks(key) && probe.state[key] !== state[key]);
  }

  const element = h('fieldset', { class: 'pe-predict', 'data-part': 'predict' },
    h('legend', {}, h('span', { class: 'pe-kicker' }, 'Predict, then reveal'), question.ask),
    number ? h('label', { class: 'pe-option' }, number, question.unit ?? '') : h('div', {}, ...labels),
    h('div', { class: 'pe-acts' }, reveal, again), result);
  return { element, reset, possible };
}
