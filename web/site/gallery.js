/**
 * Connects each figure of the gallery with its form and its code. A change of the form changes the
 * figure. A change of the figure changes the form and the code.
 */
import { limits } from '../figures/chassis/state.js';
import { WAYS } from './embed-code.js';

/** Shows the value of a field in its control. */
function showValue(control, { kind }, value) {
  if (kind === 'flag') control.checked = value;
  else if (control !== document.activeElement || control.localName === 'select')
    control.value = value;
}

/** A figure of the gallery with its form and its code. */
class Work {
  constructor(section) {
    this.figure = section.querySelector(section.id);
    this.form = section.querySelector('form');
    this.section = section;
    this.fields = this.figure.constructor.allFields;
    /** The state of a figure without attributes. */
    this.defaults = document.createElement(section.id).getState();
    this.figure.addEventListener('pe-change', () => this.show());
    this.form.addEventListener('input', ({ target }) => this.take(target));
    this.form.addEventListener('focusout', () => this.show());
    this.form.addEventListener('reset', () => setTimeout(() => this.reset()));
    this.show();
  }

  /** Applies a change of a control to the figure. */
  take(control) {
    const { name } = control;
    const value = control.type === 'checkbox' ? control.checked : control.value;
    if (name in this.fields) this.figure[name] = value;
    else this.takeSettings();
    this.show();
  }

  takeSettings() {
    const { figure, form } = this;
    const hidden = [...form.querySelectorAll('[name=part]:not(:checked)')];
    figure.hide = hidden.map(({ value }) => value).join(' ');
    const { value } = form.elements.namedItem('level');
    if (value) figure.level = value;
    else figure.removeAttribute('level');
  }

  reset() {
    this.figure.setState(this.defaults);
    this.takeSettings();
    this.show();
  }

  /** The attributes in which the figure differs from a figure without attributes. */
  get attributes() {
    const state = this.figure.getState();
    const changed = Object.keys(this.fields).filter((key) => state[key] !== this.defaults[key]);
    const settings = ['level', 'hide'].filter((name) => this.figure[name]);
    return [
      ...changed.map((name) => [name, state[name]]),
      ...settings.map((name) => [name, this.figure[name]]),
    ];
  }

  /** Writes the state of the figure into the form and the code. */
  show() {
    const state = this.figure.getState();
    for (const [name, field] of Object.entries(this.fields)) {
      const control = this.form.elements.namedItem(name);
      if (field.kind === 'number') Object.assign(control, limits(field, state));
      showValue(control, field, state[name]);
    }
    for (const { name, write } of WAYS)
      this.section.querySelector(`[data-way=${name}] code`).textContent = write(
        this.section.id,
        this.attributes,
        this.figure.constructor.words.heading,
      );
  }
}

for (const section of document.querySelectorAll('.work')) new Work(section);
