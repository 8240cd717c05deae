/**
 * The vector of the first token in a tutorial's example: `np.random.seed(42)`, then
 * `np.random.randn(2, 10, 64) * 0.1`. The numbers below are in units of 0.00001. According to the
 * tutorial, this vector is about as long as the vectors of positions.
 */
export const TUTORIAL_TOKEN = Float32Array.of(
  ...[4967, -1383, 6477, 15230, -2342, -2341, 15792, 7674, -4695, 5426, -4634, -4657, 2420],
  ...[-19133, -17249, -5623, -10128, 3142, -9080, -14123, 14656, -2258, 675, -14247, -5444, 1109],
  ...[-11510, 3757, -6006, -2917, -6017, 18523, -135, -10577, 8225, -12208, 2089, -19597, -13282],
  ...[1969, 7385, 1714, -1156, -3011, -14785, -7198, -4606, 10571, 3436, -17630, 3241, -3851],
  ...[-6769, 6117, 10310, 9313, -8392, -3092, 3313, 9755, -4792, -1857, -11063, -11962],
).map((value) => value / 1e5);
