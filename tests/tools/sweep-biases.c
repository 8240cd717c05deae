/* SPDX-License-Identifier: MIT */
/*
 * Searches for the largest errors of biases, which posenc.h reports. It compares the kernels with
 * quadruple precision at random arguments. It is not part of the tests. Run it from the project's
 * root, with gcc, which has __float128:
 *
 *   gcc -O2 -ffp-contract=off -Ic tests/tools/sweep-biases.c c/[a-z]*.c -lquadmath -lm
 *   ./a.out SEED ROUNDS
 */
#include "posenc.h"
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 256, UNITS = 32 };

static uint64_t state;
static double draw(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}
/* Returns a number from 1 to e^most, whose logarithm is evenly distributed. */
static double wide(double most) {
  return exp(most * draw());
}

static uint64_t elements, misrounded;
static double worst;
static void check(float got, __float128 exact) {
  float right = (float)exact, ulp = nextafterf(fabsf(right), INFINITY) - fabsf(right);
  double error = right == 0 ? 0 : (double)(fabsq(got - exact) / ulp);
  elements++, misrounded += got != right;
  if (!(error <= worst)) worst = error;
}
static void report(const char *name) {
  printf("%s: %llu elements, %llu not correctly rounded, worst %.6f ulp\n", name,
         (unsigned long long)elements, (unsigned long long)misrounded, worst);
  elements = misrounded = 0, worst = 0;
}

static float out[N];
static double x[N], y[N];

static void kerple(int power) {
  double p = (power ? 2 : 10) * draw(), a = wide(25) * 1e-9, first = -floor(wide(21));
  pe_kerple_ramp(out, N, first, p, a, power, 0);
  for (int i = 0; i < N; i++) {
    __float128 d = fabs(first + i);
    check(out[i], power ? -a * (d != 0 ? powq(d, p) : p == 0) : -p * log1pq(a * d));
  }
}

static void sandwich(void) {
  static double high[64], low[64], work[1 << 14], angles[N * 128];
  size_t pairs = 1 + (size_t)(64 * draw());
  double first = -floor(wide(13)), divisor = 8 * draw() + 0.1;
  pe_frequencies(high, low, pairs, 1, 10000, 2.0 * (double)pairs),
      pe_angles_begin(work, pairs, high, low, 1);
  pe_angles(angles, angles + pairs, N, 2 * pairs, pairs, pairs, PE_FLOAT64, work, high, NULL, first,
            0);
  pe_sandwich_sums(x, angles, N, pairs), pe_sandwich_ramp(out, x, N, divisor, 0);
  for (int i = 0; i < N; i++) {
    __float128 sum = 0;
    for (size_t j = 0; j < pairs; j++) {
      __float128 s = sinq((first + i) * ((__float128)high[j] + low[j]) / 2);
      sum += 2 * s * s;
    }
    check(out[i], -sum / divisor);
  }
}

static void fire(void) {
  double lines[3 * (UNITS + 1)], w1[UNITS], b1[UNITS], w2[UNITS],
      c = wide(8) * 0.01, first = -floor(wide(14)), longest = c * floor(wide(14));
  for (int u = 0; u < UNITS; u++)
    w1[u] = (float)draw() - 0.5, b1[u] = (float)draw() - 0.5, w2[u] = (float)draw() - 0.5;
  pe_fire_lines(lines, w1, b1, w2, 0.25, UNITS), pe_fire_logs(x, N, first, c),
      pe_fire_ramp(out, x, N, longest, 1e-6, lines, 0);
  for (int i = 0; i < N; i++) {
    __float128 at = log1pq(c * (__float128)fabs(first + i)) / (log1pq(longest) + 1e-6), sum = 0.25;
    for (int u = 0; u < UNITS; u++) sum += w2[u] * fmaxq(0, w1[u] * at + b1[u]);
    check(out[i], sum);
  }
}

static void cope(void) {
  double sum = 0, spread = wide(3);
  __float128 exact = 0;
  for (int i = 0; i < N; i++) out[i] = (float)((2 * draw() - 1) * spread), x[i] = out[i];
  pe_cope(out, 1, N, N - 1, &sum, INFINITY, NULL, 0);
  for (int i = N; i--;) check(out[i], exact += 1 / (1 + expq(-x[i])));
}

static void coordinates(void) {
  size_t height = 2 + (size_t)(127 * draw());
  double span = floor(wide(8));
  pe_swin_coordinates(y, N / 2, 0, height, N, span, span);
  for (int i = 0; i < N; i++) {
    double d = i % 2 ? i / 2 - (N - 1) : 1 - (double)height;
    check((float)y[i], copysignq(log1pq(8 * fabsq(d) / span) / logq(8), d));
  }
}

static void temperature(void) {
  double beta = wide(8) * 0.01, floor_ = 1 + floor(wide(9)), most = wide(27);
  for (int i = 0; i < N; i++) x[i] = floor(most * draw());
  pe_temperature(out, N, x, 0, beta, floor_);
  for (int i = 0; i < N; i++)
    check(out[i], 1 + beta * logq(floorq((x[i] + 1) / (__float128)floor_) + 1));
}

int main(int count, char **arguments) {
  if (count < 3) return 1;
  state = strtoull(arguments[1], NULL, 0) * 0x9e3779b97f4a7c15 + 1;
  int rounds = atoi(arguments[2]);
  for (int i = 0; i < rounds; i++) kerple(0);
  report("KERPLE, logarithm");
  for (int i = 0; i < rounds; i++) kerple(1);
  report("KERPLE, power");
  for (int i = 0; i < rounds / 10; i++) sandwich();
  report("Sandwich");
  for (int i = 0; i < rounds / 10; i++) fire();
  report("FIRE");
  for (int i = 0; i < rounds; i++) cope();
  report("CoPE");
  for (int i = 0; i < rounds; i++) coordinates();
  report("Swin V2");
  for (int i = 0; i < rounds; i++) temperature();
  report("temperature");
  return 0;
}
