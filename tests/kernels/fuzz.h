/* SPDX-License-Identifier: MIT */
/*
 * This header declares what the files of the fuzzer share: random numbers, memory of exactly the
 * requested size, and checks.
 *
 * A case draws random arguments that posenc.h allows for a kernel. It calls the kernel and checks
 * the result. All memory of a case comes from one array, fuzz_slab. AddressSanitizer reports each
 * access outside of the requested areas. MemorySanitizer reports each use of memory that was never
 * written.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c/posenc.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FUZZ_ASAN
#endif
#if __has_feature(memory_sanitizer)
#define FUZZ_MSAN
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define FUZZ_ASAN
#endif
#ifdef FUZZ_ASAN
#include <sanitizer/asan_interface.h>
#endif
#ifdef FUZZ_MSAN
#include <sanitizer/msan_interface.h>
#endif

/* The number of kernel calls so far. */
extern uint64_t fuzz_calls;

/* Calls a kernel and counts the call. */
#define CALL(kernel) (fuzz_calls++, kernel)

#define CHECK(truth) ((truth) ? (void)0 : fuzz_fail(#truth, __FILE__, __LINE__))
void fuzz_fail(const char *truth, const char *file, int line);

/* ---- random numbers: SplitMix64 -------------------------------------------------------------- */

extern uint64_t fuzz_state;
static inline uint64_t draw(void) {
  uint64_t z = fuzz_state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Returns an integer from 0 to n - 1. */
static inline size_t below(size_t n) {
  return (size_t)((draw() >> 32) * n >> 32);
}
static inline size_t from_to(size_t least, size_t most) {
  return least + below(most - least + 1);
}
static inline bool chance(size_t n) {
  return below(n) == 0;
}
static inline double uniform(double from, double to) {
  return from + (to - from) * ((double)(draw() >> 11) * 0x1p-53);
}

/* Returns a size: mostly 0 to 9, and sometimes more. */
static inline size_t any_size(void) {
  return chance(32) ? below(70) : below(10);
}
static inline pe_flags any_flags(int allowed) {
  return (pe_flags)(draw() >> 60 & (uint64_t)allowed);
}

/* Returns a number from 1 to `most`, with all exponents equally likely. */
static inline double any_scale(double most) {
  return chance(8) ? most : fmin(most, ldexp(uniform(1, 2), (int)below((size_t)ilogb(most) + 1)));
}

/* ---- memory ---------------------------------------------------------------------------------- */

extern unsigned char fuzz_slab[1 << 20];
extern size_t fuzz_used;

/* Allocates `count` elements. They are aligned to their size, but not always to 16 bytes. */
static inline void *take(size_t count, size_t size) {
  const size_t bytes = count * size, gap = 64;
  const size_t at = ((fuzz_used + gap + 15) & ~(size_t)15) + below(16 / size) * size;
  fuzz_used = at + bytes + gap;
  CHECK(fuzz_used <= sizeof fuzz_slab);
#ifdef FUZZ_ASAN
  if (bytes) __asan_unpoison_memory_region(fuzz_slab + at, bytes);
#endif
#ifdef FUZZ_MSAN
  __msan_allocated_memory(fuzz_slab + at, bytes);
#endif
  return fuzz_slab + at;
}
static inline float *take_floats(size_t count) {
  return take(count, 4);
}
static inline double *take_doubles(size_t count) {
  return take(count, 8);
}
static inline int32_t *take_integers(size_t count) {
  return take(count, 4);
}
static inline size_t size_of(pe_flags flags) {
  return flags & PE_FLOAT64 ? 8 : 4;
}

/* Frees all memory at the end of a case. */
static inline void release(void) {
#ifdef FUZZ_ASAN
  __asan_poison_memory_region(fuzz_slab, fuzz_used);
#endif
  fuzz_used = 0;
}

/* Asserts that all of these bytes were written. Only MemorySanitizer can see that. */
static inline void written(const void *p, size_t bytes) {
#ifdef FUZZ_MSAN
  __msan_check_mem_is_initialized(p, bytes);
#else
  (void)p, (void)bytes;
#endif
}

/* ---- data ------------------------------------------------------------------------------------ */

/* Whether the data of this case contain NaN, infinities, subnormal numbers and -0. */
extern bool fuzz_wild;

extern const double FUZZ_SPECIALS[16];
static inline double datum(void) {
  const uint64_t r = draw();
  if (fuzz_wild && !(r & 7)) return FUZZ_SPECIALS[r >> 3 & 15];
  return (double)(int64_t)(r >> 40) * 0x1p-23 - 1;
}
static inline double *doubles(size_t count) {
  double *p = take_doubles(count);
  for (size_t i = 0; i < count; i++) p[i] = datum();
  return p;
}
static inline float *floats(size_t count) {
  float *p = take_floats(count);
  for (size_t i = 0; i < count; i++) p[i] = (float)datum();
  return p;
}
static inline void *numbers(size_t count, pe_flags flags) {
  return flags & PE_FLOAT64 ? (void *)doubles(count) : (void *)floats(count);
}

/* Returns a copy of an array. */
static inline void *copy_of(const void *from, size_t count, size_t size) {
  void *to = take(count, size);
  memcpy(to, from, count * size);
  return to;
}

static inline double get(const void *p, size_t i, pe_flags flags) {
  return flags & PE_FLOAT64 ? ((const double *)p)[i] : ((const float *)p)[i];
}

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Returns whether two numbers have the same bits, or are both NaN. */
static inline bool same(double a, double b) {
  return memcmp(&a, &b, 8) == 0 || (a != a && b != b);
}
static inline bool near(double a, double b, double most) {
  return fabs(a - b) <= most;
}
static inline bool same_all(const void *a, const void *b, size_t count, pe_flags flags) {
  if (memcmp(a, b, count * size_of(flags)) == 0) return true;
  for (size_t i = 0; i < count; i++)
    if (!same(get(a, i, flags), get(b, i, flags))) return false;
  return true;
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* A case, and how often it is drawn. */
typedef struct {
  const char *name;
  void (*run)(void);
  unsigned weight;
} fuzz_case;

/* The cases of each file. They end with a name that is NULL. */
extern const fuzz_case ANGLE_CASES[], ROPE_CASES[], TABLE_CASES[], BIAS_CASES[], SCORE_CASES[],
    HALF_CASES[];

#endif
