#include "maths.h"
#include "posenc.h"

double pe_exp(double x) {
  return pe_dd_exp((dd){x, 0})[0];
}

/*
 * The place of (x, y) on the square |x| + |y| = 1 is within 0.08 of its angle, in quarter turns, and each
 * step by the sine of what is missing leaves a sixth of its cube.
 */
double pe_angle(double y, double x) {
  double side = __builtin_fabs(x) + __builtin_fabs(y), t = side > 0 ? y / side : 0, length = __builtin_sqrt(x * x + y * y);
  double a = x < 0 ? (y < 0 ? -2 - t : 2 - t) : t, one[2] = {1, 0}, none[2] = {0, 0}, turned[4];
  for (int i = 0; i < 3 && side > 0; i++) {
    pe_turns(turned, 2, one, none, (dd){a, 0});
    a += DD_TWO_OVER_PI[0] * (y * turned[2] - x * turned[0]) / length;
  }
  return a * 0x1.921fb54442d18p+0;
}
