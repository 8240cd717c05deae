/** Makes the controls of a figure from its fields. Each control is a native input with a label. */
import { h, put, readout } from './dom.js';
import { grouped, localized } from './format.js';
import { limits, longest } from './state.js';

/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./state.js').Field} Field */
/** @typedef {import('./state.js').State} State */

/**
 * The arguments of a function that makes a control.
 * @typedef {object} Order
 * @property {Figure} figure
 * @property {string} key the name of the field
 * @property {Field} field
 * @property {HTMLElement} label
 */

/**
 * A control, which is shown in a row of its own.
 * @typedef {object} Control
 * @property {HTMLInputElement | HTMLSelectElement} input
 * @property {Node[]} parts the content of the row, in this order
 * @property {string} [style] a CSS class of the row
 * @property {(state: State) => void} sync shows the value of a state in the control
 */

/**
 * Returns the text of an option for the reader.
 * @param {Field} field
 * @param {number} at the index of the option
 * @param {string | number} value
 */
export function optionName({ names }, at, value) {
  const name = Array.isArray(names) ? names[at] : names?.[value];
  if (name !== undefined) return name;
  if (typeof value === 'number') return grouped(value);
  return value && !Number.isNaN(Number(value)) ? localized(value) : value;
}

/**
 * Makes a list of options.
 * @param {Order} order
 * @returns {Control}
 */
function makeSelect({ figure, key, field, label }) {
  /** @type {(string | number)[]} */
  const values = field.options ?? field.picks ?? [];
  const onchange = () => figure.setState({ [key]: input.value }, { ease: true });
  const input = h('select', { id: key, onchange });
  /** @param {string | number} value */
  const add = (value) =>
    input.append(h('option', { value }, optionName(field, values.indexOf(value), value)));
  values.forEach(add);
  return {
    input,
    parts: [label, input],
    sync: (state) => {
      const value = String(state[key]);
      if (input.value === value) return;
      // A number that is not in the list is added to it.
      if (![...input.options].some((option) => option.value === value)) add(state[key]);
      input.value = value;
    },
  };
}

/**
 * Makes a check box, for a flag or for a choice with two options.
 * @param {Order} order
 * @returns {Control}
 */
function makeCheck({ figure, key, field, label }) {
  const [off, on] = field.options ?? [false, true];
  const onchange = () => figure.setState({ [key]: input.checked ? on : off }, { ease: true });
  const input = h('input', { id: key, type: 'checkbox', onchange });
  return {
    input,
    parts: [input, label],
    style: 'pe-check',
    sync: (state) => {
      input.checked = state[key] === on;
    },
  };
}

/**
 * Makes a text input, for a text or a number.
 * @param {Order} order
 * @returns {Control}
 */
function makeBox({ figure, key, field, label }) {
  const isText = field.kind === 'text';
  let typing = false;
  const input = h('input', {
    id: key,
    type: field.control,
    placeholder: field.hint,
    autocomplete: 'off',
    oninput: () => {
      typing = true;
    },
    onblur: () => {
      typing = false;
    },
    onchange: () => {
      typing = false;
      figure.setState({ [key]: input.value });
      // The figure takes the nearest allowed value, which may differ from the typed one.
      input.value = figure.state[key];
    },
    ...(isText
      ? { maxlength: longest(field), spellcheck: 'false' }
      : { step: field.step ?? 'any' }),
  });
  return {
    input,
    parts: [label, input],
    style: isText ? 'pe-text' : '',
    sync: (state) => {
      if (!isText) put(input, limits(field, state));
      // The text that a reader is typing must stay.
      if (!typing) input.value = state[key];
    },
  };
}

/**
 * Makes a slider and shows its value.
 * @param {Order} order
 * @returns {Control}
 */
function makeRange({ figure, key, field, label }) {
  const oninput = () => figure.setState({ [key]: input.value });
  const input = h('input', { id: key, type: 'range', step: field.step ?? 1, oninput });
  const output = readout({ for: key });
  return {
    input,
    parts: [label, input, output],
    sync: (state) => {
      put(input, { ...limits(field, state), value: state[key] });
      put(output, { textContent: grouped(state[key]) });
    },
  };
}

/** @type {Record<NonNullable<Field['control']>, (order: Order) => Control>} */
const MAKERS = {
  select: makeSelect,
  check: makeCheck,
  toggle: makeCheck,
  text: makeBox,
  number: makeBox,
  range: makeRange,
};

/**
 * Makes the row of one field.
 * @param {Figure} figure
 * @param {string} key
 * @param {Field} field
 */
function makeRow(figure, key, field) {
  const label = h('label', { for: key }, figure.definition.labelOf(key));
  const make = MAKERS[field.control ?? 'range'];
  const { input, parts, style, sync } = make({ figure, key, field, label });
  const classes = ['pe-control', field.expert ? 'pe-expert' : '', style];
  const row = h('div', { class: classes.filter(Boolean).join(' '), part: key }, ...parts);
  return {
    row,
    /** @param {State} state */
    sync: (state) => {
      sync(state);
      input.disabled = figure.locks(key);
      if (field.when) row.hidden = !field.when(state);
    },
  };
}

/**
 * Makes the controls of all fields that have a control.
 * @param {Figure} figure
 * @returns {import('./skeleton.js').StatePart}
 */
export function makeControls(figure) {
  const rows = Object.entries(figure.definition.fields)
    .filter(([, field]) => field.control)
    .map(([key, field]) => makeRow(figure, key, field));
  return {
    element: h(
      'div',
      { class: 'pe-controls', part: 'controls' },
      rows.map(({ row }) => row),
    ),
    sync: (state) => rows.forEach(({ sync }) => sync(state)),
  };
}
