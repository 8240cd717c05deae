/* SPDX-License-Identifier: MIT */
#include "maths.h"
#include "posenc.h"

void pe_bucket_thresholds(double *out, size_t count, double low, double high, double divisor,
                          bool beyond) {
  dd log_ratio = dd_add(pe_dd_log(high), dd_mul((dd){-1, 0}, pe_dd_log(low)));
  for (size_t t = 0; t < count; t++) {
    dd part = dd_over(dd_mul(log_ratio, (dd){(double)t, 0}), divisor);
    dd x = dd_mul((dd){low, 0}, pe_dd_exp(part));
    // x is a root of a rational number. So if x agrees with an integer to 85 bits, it is this
    // integer.
    double near = __builtin_rint(x[0]), off = (x[0] - near) + x[1];
    out[t] = off > near * (beyond ? -0x1p-85 : 0x1p-85) ? near + 1 : near;
  }
}

/* Returns the bucket of a distance. The search begins at the bucket of the previous distance. */
static size_t walk(size_t bucket, double distance, const double *thresholds, size_t exact,
                   size_t side) {
  if (distance < (double)exact)
    bucket = (size_t)distance;
  else {
    if (bucket < exact) bucket = exact;
    while (bucket + 1 < side && thresholds[bucket + 1 - exact] <= distance) bucket++;
    while (bucket > exact && thresholds[bucket - exact] > distance) bucket--;
  }
  return bucket < side ? bucket : side - 1;
}

void pe_bucket_ramp(int32_t *ramp, size_t count, double first, const double *thresholds,
                    size_t exact, size_t before, int before_sign, int before_at, size_t after,
                    int after_sign, int after_at) {
  for (size_t i = 0, bucket = 0; i < count; i++) {
    double relative = first + (double)i;  // key - query
    bool later = relative > 0;
    bucket = walk(bucket, later ? relative : -relative, thresholds, exact, later ? after : before);
    ramp[i] = later ? after_at + after_sign * (int)bucket : before_at + before_sign * (int)bucket;
  }
}

void pe_bucket_lookup(void *ramp, const int32_t *buckets, size_t count, const float *table,
                      size_t heads, size_t head, pe_flags flags) {
  float *floats = ramp;
  double *doubles = ramp;
  // Doubles are longer than buckets, and `buckets` may begin at the address of `ramp`. So the loop
  // begins at the end. Then no bucket is overwritten before it is read.
  for (size_t i = count; i--;) {
    const float *from = table + (size_t)buckets[i] * heads + head;
    if (flags & PE_FLOAT64)
      doubles[i] = *from;
    else
      memcpy(floats + i, from, 4);
  }
}
