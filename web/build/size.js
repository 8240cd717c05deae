/** Prints every size budget, how much of it is used, and how much is left. */
import { BUDGETS, BUNDLED_FIGURE, ONE_FIGURE } from './budgets.js';
import { FIGURES } from './figure-list.js';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);

/** Prints one line of the table. */
function print(name, size, limit) {
  const left = `${kilobytes(limit - size)} left`;
  console.log(`${name.padEnd(40)}${kilobytes(size)} of ${kilobytes(limit)} ${left}`);
}

for (const { of, limit, measure } of BUDGETS) print(of, await measure(), limit);
for (const figure of FIGURES) {
  const { tag } = figure;
  print(`a page with ${tag}`, ONE_FIGURE.measure(figure), ONE_FIGURE.limitOf(figure));
  const bundled = await BUNDLED_FIGURE.measure(figure);
  print(`an app with ${tag}`, bundled, BUNDLED_FIGURE.limitOf(figure));
}
