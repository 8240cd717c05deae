/** Fills an array with pseudo-random numbers in [-1, 1), which are the same in every run. */
export function noise(array, seed = 1) {
  for (let i = 0, state = seed; i < array.length; i++)
    array[i] = (state = (Math.imul(state, 1664525) + 1013904223) | 0) / 2147483648;
  return array;
}
