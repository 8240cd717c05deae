/* A figure as a widget of anywidget, for Jupyter, marimo, MyST and Jupyter Book. */
import 'https://cdn.example/posenc@0.1.0/dist/figures/clocks.js';

const FIELDS = ['dim', 'position'];

/** Shows the figure, and keeps its fields equal to those of the model in both directions. */
function render({ model, el }) {
  const figure = document.createElement('pe-clocks');
  for (const field of FIELDS) {
    if (model.get(field) !== undefined) figure[field] = model.get(field);
    model.on(`change:${field}`, () => figure.setState({ [field]: model.get(field) }));
  }
  figure.addEventListener('pe-change', ({ detail: { key, value } }) => {
    if (!FIELDS.includes(key) || model.get(key) === value) return;
    model.set(key, value);
    model.save_changes();
  });
  el.append(figure);
}

export default { render };
