/*
 * Rows for frameworks, in addition to the recipes. The rows of hydration draw the figure before the
 * framework takes over the elements that its server wrote. The rows of mounts check that removed
 * figures leave no memory behind. Both kinds of rows use the development builds, which print
 * warnings.
 */
import { flatMemory } from '../memory.js';

const HERE = { folder: '.' };
const VUE_FLAGS = ['OPTIONS_API', 'PROD_DEVTOOLS', 'PROD_HYDRATION_MISMATCH_DETAILS']
  .map((name) => `--define:__VUE_${name}__=true`)
  .join(' ');
const bundle = (name, flags) =>
  `esbuild ${name}.js --bundle --format=esm --outfile=client.js ${flags}`.trim();

/** Returns the two rows of a framework, with the folder of its project and flags for esbuild. */
const rows = (name, project, packages, flags = '') => [
  {
    name: `${name}-hydration`,
    project,
    packages: ['esbuild@0.28.2', ...packages],
    steps: ['node server.js', bundle('hydrate', flags)],
    serve: HERE,
    pages: ['/hydrate.html'],
  },
  {
    name: `${name}-mounts`,
    project,
    packages: ['esbuild@0.28.2', ...packages],
    steps: [bundle('mounts', flags)],
    serve: HERE,
    pages: ['/mounts.html'],
    also: flatMemory,
  },
];

export const FRAMEWORKS = [
  ...rows('react-18', 'react', ['react@18.3.1', 'react-dom@18.3.1']),
  ...rows('react-19', 'react', ['react@19.3.1', 'react-dom@19.3.1']),
  ...rows('vue', 'vue', ['vue@3.5.45'], VUE_FLAGS),
  {
    name: 'sveltekit',
    project: 'sveltekit',
    packages: [
      'node@22.23.3',
      '@sveltejs/kit@3.2.0',
      '@sveltejs/adapter-static@4.0.1',
      '@sveltejs/vite-plugin-svelte@7.3.1',
      'svelte@5.57.3',
      'typescript@6.0.3',
      'vite@8.3.8',
    ],
    steps: ['vite build'],
    serve: { folder: 'build' },
    says: '0.8415',
  },
];
