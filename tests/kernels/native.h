/* SPDX-License-Identifier: MIT */
/*
 * This header defines the functions that the native drivers share. The drivers are C programs that
 * test the kernels. The functions allocate memory of exactly the requested size, make fixed
 * numbers, check and hash.
 */
#ifndef NATIVE_H
#define NATIVE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c/posenc.h"

static const size_t SIZES[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 31, 32, 33, 100};
#define COUNT(list) (sizeof(list) / sizeof(list)[0])
#define EACH(name, list)                                                                           \
  for (size_t name##_ = 0, name; name##_ < COUNT(list) && (name = (list)[name##_], 1); name##_++)
#define CHECK(truth) ((truth) ? (void)0 : fail(#truth, __FILE__, __LINE__))

static inline void fail(const char *truth, const char *file, int line) {
  fprintf(stderr, "%s:%d: not true: %s\n", file, line, truth), exit(1);
}

/* take() allocates exactly `bytes` bytes, and release() frees all memory from take(). */
static void *taken[64];
static size_t takes;
static inline void *take(size_t bytes) {
  if (takes == COUNT(taken)) fail("fewer buffers", __FILE__, __LINE__);
  return taken[takes++] = malloc(bytes);
}
static inline void release(void) {
  while (takes) free(taken[--takes]);
}

/* Returns number i of a fixed sequence of numbers in [-1, 1). Each is exact in float32. */
static inline double value(size_t i) {
  return (double)((uint32_t)(i + 1) * 2654435761u >> 8) / 8388608 - 1;
}
static inline void *numbers(size_t n, int flags) {
  void *p = take(n * (flags & PE_FLOAT64 ? 8 : 4));
  for (size_t i = 0; i < n; i++)
    if (flags & PE_FLOAT64)
      ((double *)p)[i] = value(i);
    else
      ((float *)p)[i] = (float)value(i);
  return p;
}
static inline float *floats(size_t n) {
  return numbers(n, 0);
}
static inline double *doubles(size_t n) {
  return numbers(n, PE_FLOAT64);
}
static inline double at(const void *p, size_t i, int flags) {
  return flags & PE_FLOAT64 ? ((const double *)p)[i] : ((const float *)p)[i];
}

static inline uint32_t hashed(uint32_t h, const void *p, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) h = (h ^ ((const unsigned char *)p)[i]) * 16777619u;
  return h;
}
static inline void print(const char *name, int number, const void *p, size_t bytes) {
  printf("%s %d %08x\n", name, number, (unsigned)hashed(2166136261u, p, bytes));
}

static inline int near(double a, double b, double most) {
  return fabs(a - b) <= most;
}

/* Each family of kernels has a driver in a file of its own. */
void rope_kernels(void);
void grid_kernels(void);
void half_kernels(void);
void all_biases(void), bias_hashes(void);

#endif
