/* Rows for TypeScript compilers, with each of their ways to resolve a package. */

const NODE16 = 'tsc --module node16';
const BUNDLER = 'tsc --module esnext --moduleResolution bundler';
const NODE10 = 'tsc --module esnext --moduleResolution node';

/** Returns a compiler's row. It compiles a module by each step, and then a CommonJS module. */
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

export const COMPILERS = [
  compiler('5.0.4', NODE16, BUNDLER, NODE10),
  compiler('5.9.3', NODE16, BUNDLER, NODE10),
  compiler('7.0.2', NODE16, BUNDLER),
  react(18, '18.3.31'),
  react(19, '19.3.0'),
];
