/*
 * Frameworks beside those of the recipes. The rows of hydration draw the figure before the
 * framework takes over the elements that its server wrote. The rows of mounts show that figures
 * which were removed leave no memory behind. Both run the development builds, which warn.
 */
import { flatMemory } from '../memory.js';

const VUE_FLAGS = ['OPTIONS_API', 'PROD_DEVTOOLS', 'PROD_HYDRATION_MISMATCH_DETAILS']
  .map((name) => `--define:__VUE_${name}__=true`)
  .join(' ');
const BUNDLE = 'esbuild client.js --bundle --format=esm --outfile=site/client.js';

/** Writes a page around what a server has rendered. */
const WRITE = `
import { mkdirSync, writeFileSync } from 'node:fs';

export function write(html) {
  mkdirSync('site', { recursive: true });
  const head = '<meta charset="utf-8"><title>A lesson</title><link rel="icon" href="data:,">';
  const script = '<script type="module" src="client.js"></script>';
  writeFileSync('site/index.html', '<!doctype html>' + head +
    '<div id="root">' + html + '</div>' + script);
}
`;
/** Waits until the figure that the server wrote is drawn. */
const DRAWN = `
await new Promise((done) => {
  document.addEventListener('pe-ready', done, { once: true });
  import('posenc/figures');
});
`;

const REACT_LESSON = `
import { StrictMode, createElement as h } from 'react';

const figure = h('pe-clocks', { dim: 64, position: 12 }, h('p', null, 'Until it runs'));
export const Lesson = () => h(StrictMode, null, h('main', null, h('h1', null, 'Clocks'), figure));
`;
const VUE_LESSON = `
import { h } from 'vue';

const figure = () => h('pe-clocks', { dim: 64, position: 12 }, h('p', 'Until it runs'));
export const Lesson = { render: () => h('main', [h('h1', 'Clocks'), figure()]) };
`;
const USE_REACT = `
import { createElement } from 'react';
import { Lesson } from './lesson.js';
`;
const USE_VUE = `
import { Lesson } from './lesson.js';
`;

const REACT_HYDRATION = {
  'lesson.js': REACT_LESSON,
  'write.js': WRITE,
  'server.js': `${USE_REACT}
import { renderToString } from 'react-dom/server';
import { write } from './write.js';
write(renderToString(createElement(Lesson)));`,
  'client.js': `${USE_REACT}
import { hydrateRoot } from 'react-dom/client';
${DRAWN}
hydrateRoot(document.getElementById('root'), createElement(Lesson));`,
};
const VUE_HYDRATION = {
  'lesson.js': VUE_LESSON,
  'write.js': WRITE,
  'server.js': `${USE_VUE}
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { write } from './write.js';
write(await renderToString(createSSRApp(Lesson)));`,
  'client.js': `${USE_VUE}
import { createSSRApp } from 'vue';
${DRAWN}
createSSRApp(Lesson).mount('#root');`,
};

const REACT_MOUNTS = {
  'lesson.js': REACT_LESSON,
  'write.js': WRITE,
  'server.js': `import { write } from './write.js';\nwrite('');`,
  'client.js': `${USE_REACT}
import { createRoot } from 'react-dom/client';
import 'posenc/figures';
let root;
globalThis.mount = () => {
  root = createRoot(document.getElementById('root'));
  root.render(createElement(Lesson));
};
globalThis.unmount = () => root.unmount();
mount();`,
};
const VUE_MOUNTS = {
  ...REACT_MOUNTS,
  'lesson.js': VUE_LESSON,
  'client.js': `${USE_VUE}
import { createApp } from 'vue';
import 'posenc/figures';
let app;
globalThis.mount = () => {
  app = createApp(Lesson);
  app.mount('#root');
};
globalThis.unmount = () => app.unmount();
mount();`,
};

/** A row of one framework. `flags` are those of the bundler. */
const row = (name, packages, files, flags = '') => ({
  name,
  packages: ['esbuild@0.28.2', ...packages],
  files,
  steps: ['node server.js', `${BUNDLE} ${flags}`.trim()],
  serve: { folder: 'site' },
});
const react = (version) => [`react@${version}`, `react-dom@${version}`];
const VUE = ['vue@3.5.45'];

const PAGE = `<script>
  import { onMount } from 'svelte';
  import { sinusoidal } from 'posenc';
  onMount(() => import('posenc/figures'));
</script>
<p>{sinusoidal(2, 4)[4].toFixed(4)}</p>
<pe-clocks dim="64" position="12"><p>Until it runs</p></pe-clocks>
`;
const SVELTEKIT = {
  'src/app.html':
    '<!doctype html><html lang="en"><head><link rel="icon" href="data:,">%sveltekit.head%</head>' +
    '<body><div>%sveltekit.body%</div></body></html>',
  'src/routes/+page.svelte': PAGE,
  'src/routes/+page.js': 'export const prerender = true;',
  'vite.config.js': `
    import adapter from '@sveltejs/adapter-static';
    import { sveltekit } from '@sveltejs/kit/vite';
    export default { plugins: [sveltekit({ adapter: adapter() })] };`,
};

export const FRAMEWORKS = [
  row('react-18-hydration', react('18.3.1'), REACT_HYDRATION),
  row('react-19-hydration', react('19.3.1'), REACT_HYDRATION),
  row('vue-hydration', VUE, VUE_HYDRATION, VUE_FLAGS),
  { ...row('react-18-mounts', react('18.3.1'), REACT_MOUNTS), also: flatMemory },
  { ...row('react-19-mounts', react('19.3.1'), REACT_MOUNTS), also: flatMemory },
  { ...row('vue-mounts', VUE, VUE_MOUNTS, VUE_FLAGS), also: flatMemory },
  {
    name: 'sveltekit',
    packages: [
      'node@22.23.3',
      '@sveltejs/kit@3.2.0',
      '@sveltejs/adapter-static@4.0.1',
      '@sveltejs/vite-plugin-svelte@7.3.1',
      'svelte@5.57.3',
      'typescript@6.0.3',
      'vite@8.3.8',
    ],
    files: SVELTEKIT,
    steps: ['vite build'],
    serve: { folder: 'build' },
    says: '0.8415',
  },
];
