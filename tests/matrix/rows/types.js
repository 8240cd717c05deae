/* Compilers of TypeScript, with every way to resolve a package that they know. */

const PROGRAM = `
import { applyRope, sinusoidal } from 'posenc';
import { PeClocks } from 'posenc/figures/clocks';

const table: Float32Array = sinusoidal(4, 8, { layout: 'concatenated' });
applyRope(table, { heads: 1, headDim: 8 });
const clocks: PeClocks = document.createElement('pe-clocks');
clocks.position = table.length;
// @ts-expect-error no such layout
sinusoidal(4, 8, { layout: 'halves' });
export { clocks };
`;
const TEMPLATE = `
import * as React from 'react';
import 'posenc/figures/clocks';

const right = <pe-clocks dim={64} position="5" onpe-change={(event) => event.detail.key.length} />;
// @ts-expect-error no such field
const misspelt = <pe-clocks dimm={64} />;
export { right, misspelt };
`;
const DOM = '--lib es2022,dom,dom.iterable';
const STRICT = `--strict --noEmit --target es2022 ${DOM}`;
const NODE16 = `tsc ${STRICT} --module node16`;
const BUNDLER = `tsc ${STRICT} --module esnext --moduleResolution bundler`;
const NODE10 = `tsc ${STRICT} --module esnext --moduleResolution node`;
const COMMONJS = `tsc ${STRICT} --module node16 use.cts`;

/** One version of the compiler, with the steps that it knows. */
const compiler = (version, ...steps) => ({
  name: `typescript-${version.split('.').slice(0, 2).join('.')}`,
  packages: [`typescript@${version}`],
  files: { 'use.ts': PROGRAM, 'use.cts': PROGRAM },
  steps,
});

/** Templates of one version of React. */
const react = (version, types) => ({
  name: `tsx-react-${version}`,
  packages: ['typescript@5.9.3', `@types/react@${types}`],
  files: { 'use.tsx': TEMPLATE },
  steps: [`${BUNDLER} --jsx react-jsx use.tsx`],
});

export const COMPILERS = [
  compiler('5.0.4', `${NODE16} use.ts`, COMMONJS, `${BUNDLER} use.ts`, `${NODE10} use.ts`),
  compiler('5.9.3', `${NODE16} use.ts`, COMMONJS, `${BUNDLER} use.ts`, `${NODE10} use.ts`),
  compiler('7.0.2', `${NODE16} use.ts`, COMMONJS, `${BUNDLER} use.ts`),
  react(18, '18.3.31'),
  react(19, '19.3.0'),
];
