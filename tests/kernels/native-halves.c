/* SPDX-License-Identifier: MIT */
/* Tests the kernels for numbers of 16 bits, and prints the hashes of their fixed runs. */
#include "native.h"

static const double NUMBERS[] = {
    0,           -0.0,     1,         -1.5,    65519.999,  65520,       -65504,      0x1p-14,
    0x1.ff8p-15, 0x1p-24,  0x1.8p-24, 0x1p-25, 0x1.1p-25,  1 + 0x1p-11, 1 + 0x3p-11, 1 + 0x1p-8,
    1 + 0x3p-8,  0x1p-133, 0x1p-134,  0x1p128, 0x1.fep127, INFINITY,    -INFINITY,   NAN,
};
static const uint16_t FLOAT16S[] = {
    0, 0x8000, 0x3c00, 0xbe00, 0x7bff, 0x7c00, 0xfbff, 0x400,  0x3ff,  1,      2,      0,
    1, 0x3c00, 0x3c02, 0x3c04, 0x3c0c, 0,      0,      0x7c00, 0x7c00, 0x7c00, 0xfc00, 0x7e00,
};
static const uint16_t BFLOAT16S[] = {
    0,      0x8000, 0x3f80, 0xbfc0, 0x4780, 0x4780, 0xc780, 0x3880, 0x3880, 0x3380, 0x33c0, 0x3300,
    0x3308, 0x3f80, 0x3f80, 0x3f80, 0x3f82, 1,      0,      0x7f80, 0x7f7f, 0x7f80, 0xff80, 0x7fc0,
};

void half_kernels(void) {
  const size_t count = COUNT(NUMBERS), pairs = 37, n = 11 * 80;
  for (size_t some = 0; some <= count; some++) {
    uint16_t *out = take(2 * some);
    pe_halves(out, NUMBERS, some, PE_FLOAT16);
    for (size_t i = 0; i < some; i++) CHECK(out[i] == FLOAT16S[i]);
    pe_halves(out, NUMBERS, some, PE_BFLOAT16);
    for (size_t i = 0; i < some; i++) CHECK(out[i] == BFLOAT16S[i]);
    release();
  }
  for (int type = PE_FLOAT16; type <= PE_BFLOAT16; type *= 2)
    for (int layout = 0; layout < 2; layout++) {
      uint16_t *x = take(2 * n), *scratch = take(4 * pairs);
      pe_halves(x, doubles(n), n, type);
      print("halves", type | layout, x, 2 * n);
      double *wide = take(8 * n);
      pe_widen(wide, x, n, type);
      print("widened", type | layout, wide, 8 * n);
      uint16_t *again = take(2 * n);
      pe_halves(again, wide, n, type);
      for (size_t i = 0; i < n; i++) CHECK(again[i] == x[i]);
      double *cosines = doubles(4 * pairs), *sines = doubles(4 * pairs);
      pe_rotate(x, 11, 80, pairs, 3, 3, 2, cosines, sines, 4, type | layout);
      print("rotated halves", type | layout, x, 2 * n);
      pe_swap_layout(x, 11, 80, pairs, type | layout, scratch);
      print("swapped halves", type | layout, x, 2 * n);
      release();
    }
}
