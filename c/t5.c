#include "maths.h"
#include "posenc.h"

void pe_t5_thresholds(double *out, size_t side, double max_distance) {
  size_t exact = side / 2, logarithmic = side - exact;
  dd log_ratio = dd_add(pe_dd_log(max_distance), dd_mul((dd){-1, 0}, pe_dd_log((double)exact)));
  for (size_t t = 0; t < logarithmic; t++) {
    dd part = dd_over(dd_mul(log_ratio, (dd){(double)t, 0}), (double)logarithmic);
    dd x = dd_mul((dd){(double)exact, 0}, pe_dd_exp(part));
    // the smallest integer n >= x; what is an integer to 85 bits is one, since x is a root of a rational
    double near = __builtin_rint(x.hi), off = (x.hi - near) + x.lo;
    out[t] = off > near * 0x1p-85 ? near + 1 : near;
  }
}

/* The bucket of a distance, found from that of the distance before it. */
static size_t walk(size_t bucket, double distance, const double *thresholds, size_t side) {
  size_t exact = side / 2;
  if (distance < (double)exact) return (size_t)distance;
  if (bucket < exact) bucket = exact;
  while (bucket + 1 < side && thresholds[bucket + 1 - exact] <= distance) bucket++;
  while (bucket > exact && thresholds[bucket - exact] > distance) bucket--;
  return bucket;
}

void pe_t5_ramp(int32_t *ramp, size_t count, double first, const double *thresholds, size_t side, int bidirectional) {
  for (size_t i = 0, bucket = 0; i < count; i++) {
    double relative = first + (double)i;  // key - query
    double distance = relative > 0 ? (bidirectional ? relative : 0) : -relative;
    bucket = walk(bucket, distance, thresholds, side);
    ramp[i] = (int32_t)(bucket + (bidirectional && relative > 0 ? side : 0));
  }
}

void pe_t5_bias_ramp(float *ramp, const int32_t *buckets, size_t count, const float *weights, size_t heads, size_t head) {
  for (size_t i = 0; i < count; i++) memcpy(ramp + i, weights + (size_t)buckets[i] * heads + head, 4);
}
