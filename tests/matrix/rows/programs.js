/* Programs that many rows run. Each program prints or shows one number of the library. */

export const ANSWER = '0.8415';
const SHOW = 'console.log(sinusoidal(2, 4)[4].toFixed(4));';

export const IMPORT = `import { sinusoidal } from 'posenc';\n${SHOW}\n`;
export const REQUIRE = `const { sinusoidal } = require('posenc');\n${SHOW}\n`;

/** Returns the command that runs those tests of a file whose names match a pattern. */
export const testsOf = (file, pattern) =>
  `node --test --test-reporter=tap --test-name-pattern='${pattern}' tests/${file}.test.js`;

/** Returns a page with a figure and scripts. */
export const page = (scripts) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>A lesson</title>
  <link rel="icon" href="data:,">
  <output></output>
  <pe-clocks dim="64" position="12"></pe-clocks>
  ${scripts}
</html>
`;

/** Returns a script that shows the number and loads the figures. The arguments name modules. */
export const shows = (library = 'posenc', figures = 'posenc/figures') => `
import { sinusoidal } from '${library}';
import '${figures}';
document.querySelector('output').append(' ', sinusoidal(2, 4)[4].toFixed(4));
`;

/** A script that shows the number that a worker sends. */
export const asksWorker = `
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => document.querySelector('output').append(' ', data);
`;
export const WORKER = `
import { sinusoidal } from 'posenc';
postMessage(sinusoidal(2, 4)[4].toFixed(4));
`;
