import { h } from './dom.js';
import { SCHEMES } from './models/schemes.js';

/** What is needed, which scheme does it, why. @type {[string, string, string][]} */
const SCENARIOS = [
  ['A classifier of short texts. No text will ever be longer than 512 tokens.', 'learned', 'The wall at the end of its table is never reached, and 512 rows cost little. BERT does this.'],
  ['A chat model, trained at 8,192 tokens, that shall be stretched to 131,072 later.', 'rope', 'Its frequencies can be rescaled after training; no table has to grow.'],
  ['Trained at 1,024 tokens, run at 2,048, with no further training.', 'alibi', 'The penalty is the same straight line at any distance. Its paper reports exactly this case.'],
  ['Text to text with an encoder. Each head shall learn how much each distance counts.', 't5', 'One learned number for each bucket of distances and each head, in the scores.'],
  ['A first lesson: no parameters, a formula one can check by hand, any position.', 'sinusoidal', 'Nothing is learned, and each value is one sine or cosine.'],
];

/** Which scheme would you choose? @param {any} figure */
export function makeChoice(figure) {
  let at = 0;
  const need = h('p', {});
  const result = h('p', { role: 'status' });
  const next = h('button', { type: 'button', onclick: () => { at = (at + 1) % SCENARIOS.length; ask(); buttons[0].focus(); } }, 'Next case');
  const buttons = SCHEMES.slice(1).map(({ key, name }) => h('button', { type: 'button', onclick: () => answer(key, name) }, name));

  function ask() {
    need.replaceChildren(h('span', { class: 'pe-kicker' }, `Case ${at + 1} of ${SCENARIOS.length}`), SCENARIOS[at][0]);
    result.replaceChildren();
    next.hidden = true;
  }

  /** @param {string} key @param {string} name */
  function answer(key, name) {
    const [, right, why] = SCENARIOS[at];
    figure.setState({ scheme: key });
    result.replaceChildren(h('span', { class: key === right ? 'pe-right' : 'pe-wrong' }, key === right ? `✓ ${name}. ` : `✗ Not ${name}. `), key === right ? why : 'Look at its row, and try again.');
    next.hidden = key !== right;
  }

  ask();
  return {
    element: h('div', { class: 'pe-panel', 'data-part': 'choice' }, h('p', {}, h('b', {}, 'Which would you choose?')), need, h('div', { class: 'pe-acts' }, ...buttons), result, h('div', { class: 'pe-acts' }, next)),
    reset() { at = 0; ask(); },
  };
}
