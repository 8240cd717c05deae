/* Compares the time of a call that allocates its result with the time of the allocation alone. */

/** Larger results are left out: the garbage collector would slow down the whole table. */
const MOST_ELEMENTS = 2 ** 22;

/**
 * Returns the property `fresh` of a case.
 * @param {(memory: any) => () => any} make makes the call of posenc without `out`
 * @param {number} length the number of elements of its result
 * @param {Float32ArrayConstructor | Int32ArrayConstructor} [Kind]
 */
export function freshly(make, length, Kind = Float32Array) {
  if (length > MOST_ELEMENTS) return undefined;
  return (memory) => [make(memory), () => new Kind(length)];
}
