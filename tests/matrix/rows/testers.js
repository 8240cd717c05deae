/* Rows for test runners: with their default environment, and with simulated pages. */

const NUMBERS = `
test('numbers', () => expect(sinusoidal(2, 4)[4]).toBeCloseTo(0.8415, 4));
`;
/** Checks that a figure throws no error in simulated pages, which have no canvas. */
const ELEMENT = `
test('a figure', () => {
  document.body.innerHTML = '<pe-clocks position="12"></pe-clocks>';
  expect(document.querySelector('pe-clocks').position).toBe(12);
});
`;
const VITEST = `import { expect, test } from 'vitest';\nimport { sinusoidal } from 'posenc';\n`;
const JEST = `const { sinusoidal } = require('posenc');\n`;
const inPage = { 'page.test.js': `${VITEST}import 'posenc/figures';\n${NUMBERS}${ELEMENT}` };

/** Returns the row of Vitest with one of its environments. */
const vitest = (environment, files, ...packages) => ({
  name: `vitest-${environment}`,
  packages: ['node@22.23.3', 'vitest@5.1.1', ...packages],
  files,
  steps: [`vitest run --environment ${environment}`],
});

export const TESTERS = [
  vitest('node', { 'numbers.test.js': VITEST + NUMBERS }),
  vitest('happy-dom', inPage, 'happy-dom@21.0.4'),
  vitest('jsdom', inPage, 'jsdom@31.0.1'),
  {
    name: 'jest',
    packages: ['jest@30.5.2'],
    files: { 'package.json': '{"private": true}', 'numbers.test.js': JEST + NUMBERS },
    steps: ['jest'],
  },
  {
    name: 'jest-jsdom',
    packages: ['jest@30.5.2', 'jest-environment-jsdom@30.5.2'],
    files: {
      'package.json': '{"private": true}',
      'page.test.js': `${JEST}require('posenc/figures');\n${NUMBERS}${ELEMENT}`,
    },
    steps: ['jest --env=jsdom'],
  },
];
