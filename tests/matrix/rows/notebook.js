/*
 * This row shows the widget of web/recipes/notebooks/ in a notebook that was exported to HTML. The
 * page contains the state of the widget. Jupyter's widget manager and anywidget run the widget.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/browsers.js';

const ANYWIDGET = '0.11.0';
const module = {
  model_module: 'anywidget',
  model_module_version: ANYWIDGET,
  model_name: 'AnyModel',
};
const state = {
  _esm: readFileSync(join(root, 'web/recipes/notebooks/clocks.js'), 'utf8'),
  _anywidget_id: 'clocks.Clocks',
  _model_module: 'anywidget',
  _model_module_version: ANYWIDGET,
  _model_name: 'AnyModel',
  _view_module: 'anywidget',
  _view_module_version: ANYWIDGET,
  _view_name: 'AnyView',
  dim: 64,
  position: 12,
};
const widgets = { version_major: 2, version_minor: 0, state: { clocks: { ...module, state } } };
const view = { version_major: 2, version_minor: 0, model_id: 'clocks' };
const embedded = (type, value) =>
  `<script type="application/vnd.jupyter.widget-${type}+json">${JSON.stringify(value)}</script>`;

export const NOTEBOOK = {
  // Jupyter's widget manager warns about its own schema.
  ignores: /strictTypes/,
  packages: [`anywidget@${ANYWIDGET}`, '@jupyter-widgets/html-manager@1.0.15', 'requirejs@2.3.8'],
  files: {
    'exported.html': `<!doctype html>
      <meta charset="utf-8">
      <title>A notebook</title>
      <link rel="icon" href="data:,">
      <script src="node_modules/requirejs/require.js"></script>
      <script>require.config({ paths: { anywidget: 'node_modules/anywidget/dist/index' } });</script>
      <script src="node_modules/@jupyter-widgets/html-manager/dist/embed-amd.js"></script>
      ${embedded('state', widgets)}
      <div>${embedded('view', view)}</div>`,
  },
};
