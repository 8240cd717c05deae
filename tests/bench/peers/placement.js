/*
 * Some libraries keep arrays in memory of their own. The bench measures such a library twice. The
 * first time, the data is already in that memory. The second time, the copying in and out counts.
 */

/**
 * Makes two peers: `name` keeps its data in its own memory, as posenc does in an arena. `name with
 * copies` copies the caller's array in and the result out, as posenc does with the caller's arrays.
 * @param {string} name
 * @param {(copying: boolean, ...workload: any[]) => any} ways
 */
export const bothPlacements = (name, ways) =>
  [false, true].map((copying) => ({
    name: copying ? `${name} with copies` : name,
    beside: copying ? ['window'] : ['resident'],
    ways: (...workload) => ways(copying, ...workload),
  }));

/**
 * Makes the caller's arrays for results, and a function that copies results into them. The first
 * call allocates the arrays.
 */
export function callersArrays() {
  const arrays = [];
  const write = (results) =>
    results.forEach((result, i) => {
      arrays[i] ??= new result.constructor(result.length);
      arrays[i].set(result);
    });
  return { arrays, write };
}

/**
 * Returns a function that each way calls when it is closed. The last of these calls runs `last`.
 */
export function afterAll(ways, last) {
  let left = ways.length;
  return () => {
    left--;
    if (left === 0) last();
  };
}
