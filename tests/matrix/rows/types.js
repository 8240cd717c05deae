/* Rows for TypeScript compilers, with each of their ways to resolve a package. */

const NODE16 = 'tsc --module node16';
const BUNDLER = 'tsc --module esnext --moduleResolution bundler';
const NODE10 = 'tsc --module esnext --moduleResolution node';

/**
 * Returns a compiler's row. Each of `steps` compiles an ES module. The last step compiles CommonJS.
 */
const compiler = (version, ...steps) => ({
  name: `typescript-${version.split('.').slice(0, 2).join('.')}`,
  packages: [`typescript@${version}`],
  project: 'types',
  steps: [...steps, 'mv use.ts use.cts', NODE16],
});

/** Returns the row that checks templates with the types of a version of React. */
const react = (version, types) => ({
  name: `tsx-react-${version}`,
  packages: ['typescript@5.9.3', `@types/react@${types}`],
  project: 'tsx',
  steps: [BUNDLER],
});

/** The compiler options that all projects of the rows below share. */
const OPTIONS = {
  ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext' },
  ...{ moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
};
const config = (include, options = {}) =>
  JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, include: [include] });

/** Returns the row that checks templates in JSX with the types of another framework. */
const jsx = (name, version) => ({
  name: `tsx-${name}`,
  packages: ['typescript@5.9.3', `${name}@${version}`],
  files: {
    'tsconfig.json': config('use.tsx', { jsx: 'preserve', jsxImportSource: name }),
    'use.tsx': `
import 'posenc/figures/clocks';

const right = <pe-clocks dim={64} position="5" onpe-change={(e) => e.detail.key.length} />;
// @ts-expect-error no such field
const misspelt = <pe-clocks dimm={64} />;
export { right, misspelt };
`,
  },
  steps: ['tsc'],
});

const VUE = `
<script setup lang="ts">
import 'posenc/figures/clocks';
</script>
<template>
  <pe-clocks :dim="64" position="5" />
  <!-- @vue-expect-error a list is no number -->
  <pe-clocks :dim="[1]" />
</template>
`;

const SVELTE = `
<script lang="ts">
import 'posenc/figures/clocks';
</script>
<pe-clocks dim={64} position="5" onpe-change={(e) => e.detail.key.length}></pe-clocks>
<pe-clocks dim={[1]}></pe-clocks>
`;

export const COMPILERS = [
  compiler('5.0.4', NODE16, BUNDLER, NODE10),
  compiler('5.9.3', NODE16, BUNDLER, NODE10),
  compiler('7.0.2', NODE16, BUNDLER),
  react(18, '18.3.31'),
  react(19, '19.3.0'),
  jsx('preact', '11.2.0'),
  jsx('solid-js', '1.9.19'),
  {
    name: 'vue-tsc',
    packages: ['typescript@5.9.3', 'vue@3.5.45', 'vue-tsc@3.3.14'],
    files: { 'tsconfig.json': config('use.vue', { jsx: 'preserve' }), 'use.vue': VUE },
    steps: ['vue-tsc'],
  },
  {
    name: 'svelte-check',
    packages: ['typescript@5.9.3', 'svelte@5.57.3', 'svelte-check@4.7.8'],
    files: { 'tsconfig.json': config('Use.svelte'), 'Use.svelte': SVELTE },
    // In Use.svelte, only the list [1] is wrong, so there is one error.
    steps: ["svelte-check --output machine | grep -c ' ERROR .*number\\[\\]'"],
    prints: '1',
  },
];
