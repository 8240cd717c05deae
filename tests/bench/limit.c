/* SPDX-License-Identifier: MIT */
/*
 * These loops show the highest speed that memory and arithmetic allow. They do the least possible
 * work on n floats in memory, or only multiply and add numbers in registers.
 */
#include <stddef.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/*
 * The inner loops have a constant length and are unrolled, so that the loop counter costs little.
 * n is rounded up to a multiple of this length.
 */
enum { STEP = 16, CHAINS = 12 };

EXPORT(store) void store(float *to, size_t n, float x) {
  for (float *end = to + n; to < end; to += STEP)
    for (int k = 0; k < STEP; k += 4) wasm_v128_store(to + k, wasm_f32x4_splat(x));
}

EXPORT(scale) void scale(float *to, size_t n, float by) {
  for (float *end = to + n; to < end; to += STEP)
    for (int k = 0; k < STEP; k += 4)
      wasm_v128_store(to + k, wasm_f32x4_mul(wasm_v128_load(to + k), wasm_f32x4_splat(by)));
}

EXPORT(add) void add(float *to, size_t n, const float *from) {
  for (float *end = to + n; to < end; to += STEP, from += STEP)
    for (int k = 0; k < STEP; k += 4)
      wasm_v128_store(to + k, wasm_f32x4_add(wasm_v128_load(to + k), wasm_v128_load(from + k)));
}

/*
 * Multiplies and adds n doubles. A chain is a vector of two doubles, and each of its steps needs
 * the result of the step before. There are as many chains as fit into registers. So the latency of
 * one chain does not limit the speed.
 */
EXPORT(multiply_add) double multiply_add(size_t n, double by, double plus) {
  v128_t chain[CHAINS], sum = wasm_f64x2_splat(0);
  for (int k = 0; k < CHAINS; k++) chain[k] = wasm_f64x2_splat(k);
  for (size_t done = 0; done < n; done += 2 * CHAINS)
    for (int k = 0; k < CHAINS; k++)
      chain[k] =
          wasm_f64x2_add(wasm_f64x2_mul(chain[k], wasm_f64x2_splat(by)), wasm_f64x2_splat(plus));
  for (int k = 0; k < CHAINS; k++) sum = wasm_f64x2_add(sum, chain[k]);
  return wasm_f64x2_extract_lane(sum, 0) + wasm_f64x2_extract_lane(sum, 1);
}

/* Multiplies and adds n floats, as the kernels of c/train do. */
EXPORT(multiply_add_floats) float multiply_add_floats(size_t n, float by, float plus) {
  v128_t chain[CHAINS], sum = wasm_f32x4_splat(0);
  for (int k = 0; k < CHAINS; k++) chain[k] = wasm_f32x4_splat(k);
  for (size_t done = 0; done < n; done += 4 * CHAINS)
    for (int k = 0; k < CHAINS; k++)
      chain[k] =
          wasm_f32x4_add(wasm_f32x4_mul(chain[k], wasm_f32x4_splat(by)), wasm_f32x4_splat(plus));
  for (int k = 0; k < CHAINS; k++) sum = wasm_f32x4_add(sum, chain[k]);
  return wasm_f32x4_extract_lane(sum, 0) + wasm_f32x4_extract_lane(sum, 1);
}
