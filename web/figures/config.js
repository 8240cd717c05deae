import { h } from './dom.js';

/**
 * A place for a model's config.json: pasted, dropped, opened, or one of those at hand. Nothing leaves the page.
 * @param {[string, any][]} configs
 * @param {(text: string) => {said: string, right: boolean}} use
 */
export function makeConfig(configs, use) {
  const result = h('div', { class: 'pe-result', role: 'status' });
  /** @param {string} text */
  const read = (text) => {
    area.value = text;
    const { said, right } = use(text);
    result.replaceChildren(h('span', { class: right ? 'pe-right' : 'pe-wrong' }, right ? '✓ ' : '✗ '), said);
  };
  const area = h('textarea', { rows: 4, spellcheck: 'false', autocomplete: 'off', placeholder: '{"model_type": "llama", …}', oninput: () => { if (area.value.trim()) read(area.value); else result.replaceChildren(); } });
  const file = h('input', { type: 'file', accept: '.json,application/json', hidden: true, onchange: async () => { if (file.files[0]) read(await file.files[0].text()); file.value = ''; } });
  const pick = h('select', { 'aria-label': 'A model at hand', onchange: () => { read(JSON.stringify(configs[Number(pick.value)][1], null, 1).replace(/\n\s+(?=[\d\]])/g, ' ')); pick.value = ''; } },
    h('option', { value: '' }, 'one at hand …'), ...configs.map(([name], at) => h('option', { value: at }, name)));
  const element = h('div', {
    class: 'pe-panel', 'data-part': 'config',
    ondragover: (/** @type {DragEvent} */ event) => { if (event.dataTransfer?.types.includes('Files')) event.preventDefault(); },
    ondrop: async (/** @type {DragEvent} */ event) => {
      const dropped = event.dataTransfer?.files[0];
      if (!dropped) return;
      event.preventDefault();
      read(await dropped.text());
    },
  },
  h('label', {}, h('b', {}, 'Your model'), h('span', { class: 'pe-kicker' }, 'Paste or drop its config.json. Nothing leaves this page.'), area),
  h('div', { class: 'pe-acts' }, pick, h('button', { type: 'button', onclick: () => file.click() }, 'Open a file')), file, result);
  return { element, reset() { area.value = ''; result.replaceChildren(); } };
}
