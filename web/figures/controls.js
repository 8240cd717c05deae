import { h, put } from './dom.js';
import { grouped } from './format.js';
import { limits } from './state.js';

/**
 * The parameter controls of a figure, made from its fields: real inputs, each with a label.
 * @param {any} figure
 * @param {string} id prefix for ids
 */
export function makeControls(figure, id) {
  const fields = figure.constructor.fields;
  /** @type {((state: any) => void)[]} */
  const syncs = [];
  const rows = [];
  for (const [key, field] of /** @type {[string, any][]} */ (Object.entries(fields))) {
    if (!field.control) continue;
    const control = `${id}-${key}`;
    const label = h('label', { for: control }, field.label);
    /** @type {any} */
    let input;
    let row;
    const props = { class: `pe-control${field.expert ? ' pe-expert' : ''}`, 'data-part': key };
    if (field.control === 'select') {
      /** @type {any[]} */
      const values = field.options ?? field.picks;
      input = h('select', { id: control, onchange: () => figure.setState({ [key]: input.value }, { ease: true }) });
      /** @param {any} value */
      const add = (value) => input.append(h('option', { value }, field.names?.[values.indexOf(value)] ?? (typeof value === 'number' ? grouped(value) : value)));
      values.forEach(add);
      syncs.push((state) => {
        if (![...input.options].some((option) => option.value === String(state[key]))) add(state[key]);
        input.value = String(state[key]);
      });
      row = h('div', props, label, input);
    } else if (field.control === 'check' || field.control === 'toggle') {
      const [off, on] = field.options ?? [false, true];
      input = h('input', { id: control, type: 'checkbox', onchange: () => figure.setState({ [key]: input.checked ? on : off }, { ease: true }) });
      syncs.push((state) => { input.checked = state[key] === on; });
      row = h('div', { ...props, class: props.class + ' pe-check' }, input, label);
    } else if (field.control === 'text' || field.control === 'number') {
      const text = field.kind === 'text';
      input = h('input', {
        id: control, type: field.control, placeholder: field.hint, autocomplete: 'off', onchange: () => { figure.setState({ [key]: input.value }); input.value = figure.state[key]; },
        ...text ? { maxlength: field.longest ?? 200, spellcheck: 'false' } : { step: field.step ?? 'any' },
      });
      syncs.push((state) => {
        if (!text) put(input, limits(field, state));
        if (document.activeElement !== input) input.value = state[key];
      });
      row = h('div', { ...props, class: props.class + (text ? ' pe-text' : '') }, label, input);
    } else {
      input = h('input', { id: control, type: 'range', step: field.step ?? 1, oninput: () => figure.setState({ [key]: input.value }) });
      const output = h('output', { for: control });
      syncs.push((state) => {
        put(input, { ...limits(field, state), value: state[key] });
        put(output, { textContent: grouped(state[key]) });
      });
      row = h('div', props, label, input, output);
    }
    syncs.push((state) => {
      input.disabled = figure.locks(key);
      if (field.when) row.hidden = !field.when(state);
    });
    rows.push(row);
  }
  return { element: h('div', { class: 'pe-controls', 'data-part': 'controls' }, ...rows), sync: (/** @type {any} */ state) => syncs.forEach((sync) => sync(state)) };
}
