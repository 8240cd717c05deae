/** Makes the panel of PeSchemes that asks which scheme suits a case. */
import { h } from '../chassis/dom.js';
import { SCHEMES } from './model.js';
import { translated } from '../chassis/language.js';
import * as english from './words.js';

const { scenarioTexts, scenarios, schemeTexts } = translated('schemes', english);

/**
 * @param {string} label
 * @param {() => void} onclick
 */
const button = (label, onclick) => h('button', { type: 'button', onclick }, label);

/**
 * Makes the panel. When the reader answers with a scheme, the figure shows this scheme, too.
 * @param {import('../chassis/figure.js').PeFigure} figure
 */
export function makeScenarios(figure) {
  let at = 0;
  const need = h('p', {});
  const result = h('p', { role: 'status' });
  const next = button(scenarioTexts.next, () => {
    show((at + 1) % scenarios.length);
    buttons[0].focus();
  });
  const buttons = SCHEMES.slice(1).map(({ key }) =>
    button(schemeTexts[key].name, () => answer(key)),
  );

  /** Shows a case. @param {number} index of the case in `scenarios` */
  function show(index) {
    at = index;
    const counter = scenarioTexts.counter(at + 1, scenarios.length);
    need.replaceChildren(h('span', { class: 'pe-kicker' }, counter), scenarios[at].need);
    result.replaceChildren();
    next.hidden = true;
  }

  /** Says whether an answer is right. @param {import('./model.js').SchemeKey} key */
  function answer(key) {
    const right = key === scenarios[at].answer;
    const { name } = schemeTexts[key];
    figure.setState({ scheme: key });
    const texts = { ask: scenarios[at].need, said: name };
    figure.tellAnswer(key, right, `schemes-case-${at + 1}`, texts);
    const verdict = right ? scenarioTexts.right(name) : scenarioTexts.wrong(name);
    result.replaceChildren(
      h('span', { class: right ? 'pe-right' : 'pe-wrong' }, verdict),
      right ? scenarios[at].why : (scenarios[at].not[key] ?? ''),
    );
    next.hidden = !right;
  }

  show(0);
  return {
    element: h(
      'div',
      { class: 'pe-panel', part: 'choice' },
      h('p', {}, h('b', {}, scenarioTexts.title)),
      need,
      h('div', { class: 'pe-acts' }, ...buttons),
      result,
      h('div', { class: 'pe-acts' }, next),
    ),
    forget: () => show(0),
  };
}
