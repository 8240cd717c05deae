/* SPDX-License-Identifier: MIT */
/*
 * Searches for the largest errors of pe_angles, which posenc.h reports. It compares tables with a
 * rotation in quadruple precision, at random positions, sizes and bases, until the time is over. It
 * is not part of the tests, but the tests contain the worst cases that it found. Run it from the
 * project's root, with gcc, which has __float128:
 *
 *   gcc -O2 -ffp-contract=off -Ic tests/tools/sweep.c c/angles.c c/maths.c -lquadmath -lm
 *   ./a.out SEED SECONDS
 */
#include "posenc.h"
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROWS = 192 };

static uint64_t state;
static double draw(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

typedef struct {
  uint64_t elements, misrounded;
  double worst;
} tally;

static void found(const char *what, double error, double position, size_t element, int dim,
                  double base) {
  printf("%s %.9g: position %.17g, element %zu, dim %d, base %.17g\n", what, error, position,
         element, dim, base);
  fflush(stdout);
}

static void check(tally *t, const void *table, int wide, size_t at, __float128 exact,
                  double position, size_t element, int dim, double base) {
  double error;
  t->elements++;
  if (wide) {
    error = fabs((double)(((const double *)table)[at] - exact)) * 0x1p53;
    if (error > t->worst) found("float64, in 2^-53,", error, position, element, dim, base);
  } else {
    float got = ((const float *)table)[at], nearest = fabsf((float)exact);
    error = fabs((double)(got - exact)) / fmax(nextafterf(nearest, INFINITY) - nearest, 0x1p-52);
    if (got != (float)exact)
      t->misrounded++,
          found("float32 misrounded, in max(ulp, 2^-52),", error, position, element, dim, base);
  }
  if (error > t->worst) t->worst = error;
}

static void one_table(tally *narrow, tally *wide) {
  int dim = 2 * (int)(32 + draw() * draw() * 4064), is_wide = draw() < 0.5,
      flags = PE_INTERLEAVED | (is_wide ? PE_FLOAT64 : 0);
  double base = draw() < 0.4 ? 1e4 : exp(log(10) + draw() * log(1e6)),
         start = floor(draw() * (is_wide ? 0x1p20 - ROWS : 0x1p24 - ROWS));
  if (draw() < 0.15) start = floor(start * 0.001);
  if (draw() < 0.2) start += draw();
  size_t pairs = (size_t)dim / 2, size = is_wide ? 8 : 4, stride = pairs / 64 + 1;
  double *high = malloc(8 * pairs), *low = malloc(8 * pairs),
         *work = malloc(8 * pe_angles_size(pairs));
  char *table = malloc(size * ROWS * (size_t)dim);
  pe_frequencies(high, low, pairs, 0, base, dim);
  pe_angles_begin(work, pairs, high, low, 1);
  pe_angles(table, table + size, ROWS, (size_t)dim, pairs, pairs, flags, work, high, 0,
            trunc(start), start - trunc(start));
  for (size_t i = (size_t)(draw() * (double)stride); i < pairs; i += stride) {
    __float128 w = expq(-2 * (__float128)i / dim * logq(base)), s, c, s1, c1;
    sincosq(start * w, &s, &c);
    sincosq(w, &s1, &c1);
    for (size_t r = 0; r < ROWS; r++) {
      for (size_t k = 0; k < 2; k++)
        check(is_wide ? wide : narrow, table, is_wide, r * (size_t)dim + 2 * i + k, k ? c : s,
              start + (double)r, 2 * i + k, dim, base);
      __float128 turned = s * c1 + c * s1;
      c = c * c1 - s * s1;
      s = turned;
    }
  }
  free(high), free(low), free(work), free(table);
}

int main(int count, char **words) {
  if (count < 3) return fprintf(stderr, "expected SEED and SECONDS\n"), 1;
  tally narrow = {0}, wide = {0};
  state = UINT64_C(88172645463325252) ^ strtoull(words[1], 0, 10) * UINT64_C(0x9e3779b97f4a7c15);
  for (time_t start = time(0); difftime(time(0), start) < atof(words[2]);)
    one_table(&narrow, &wide);
  printf("float32: %lu elements, %lu misrounded, worst %.6f of max(ulp, 2^-52)\n", narrow.elements,
         narrow.misrounded, narrow.worst);
  printf("float64: %lu elements, worst %.4f x 2^-53\n", wide.elements, wide.worst);
}
