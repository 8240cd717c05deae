/* SPDX-License-Identifier: MIT */
/*
 * This fuzzer calls all kernels with random arguments, under sanitizers.
 * tests/tools/fuzz-native.js compiles it and runs it:
 *
 *   fuzz SEED CALLS [CASE]
 *
 * It runs cases until they have made CALLS calls. What a case does depends only on SEED and on the
 * number of the case. If a case fails, the program prints this number, and CASE repeats it.
 */
#include "fuzz.h"

#include <time.h>

uint64_t fuzz_calls, fuzz_state;
bool fuzz_wild;
unsigned char fuzz_slab[1 << 20] __attribute__((aligned(64)));
size_t fuzz_used;
const double FUZZ_SPECIALS[16] = {
    NAN,       INFINITY,   -INFINITY,  0.0,       -0.0,      0x1p-1074, -0x1p-1074, 0x1p-149,
    -0x1p-149, 0x1.8p-130, -0x1p-1040, 0x1p-1022, 0x1p-1000, 0x1p127,   -0x1p127,   0x1p1023,
};

static uint64_t seed, number;
static const char *name = "none";

static void tell_case(void) {
  fprintf(stderr, "fuzz: case %llu (%s) of seed %llu, after %llu calls\n",
          (unsigned long long)number, name, (unsigned long long)seed,
          (unsigned long long)fuzz_calls);
}

void fuzz_fail(const char *truth, const char *file, int line) {
  fprintf(stderr, "%s:%d: not true: %s\n", file, line, truth);
  tell_case();
  exit(1);
}

/* The list from which cases are drawn. It contains each case as often as its weight says. */
static const fuzz_case *drawn[1024];
static size_t draws;

static void add_cases(const fuzz_case *cases) {
  for (; cases->name; cases++)
    for (unsigned i = 0; i < cases->weight; i++) {
      CHECK(draws < sizeof drawn / sizeof drawn[0]);
      drawn[draws++] = cases;
    }
}

static void run_case(void) {
  fuzz_state = seed * UINT64_C(0xd1342543de82ef95) + number * UINT64_C(0xbf58476d1ce4e5b9);
  fuzz_wild = chance(4);
  const fuzz_case *one = drawn[below(draws)];
  name = one->name;
  one->run();
  release();
}

static void tell_progress(time_t start) {
  printf("seed %llu: %llu calls in %llu cases, %.0f s\n", (unsigned long long)seed,
         (unsigned long long)fuzz_calls, (unsigned long long)number, difftime(time(NULL), start));
  fflush(stdout);
}

int main(int count, char **words) {
  if (count < 3) return fprintf(stderr, "fuzz SEED CALLS [CASE]\n"), 2;
  seed = strtoull(words[1], NULL, 10);
  const uint64_t calls = strtoull(words[2], NULL, 10);
  const uint64_t often = 10000000;
  const time_t start = time(NULL);
#ifdef FUZZ_ASAN
  __sanitizer_set_death_callback(tell_case);
  __asan_poison_memory_region(fuzz_slab, sizeof fuzz_slab);
#endif
#ifdef FUZZ_MSAN
  __msan_set_death_callback(tell_case);
#endif
  add_cases(ANGLE_CASES), add_cases(ROPE_CASES), add_cases(TABLE_CASES), add_cases(BIAS_CASES),
      add_cases(SCORE_CASES), add_cases(HALF_CASES);
  if (count > 3) {
    number = strtoull(words[3], NULL, 10);
    run_case();
    return 0;
  }
  for (uint64_t next = often; fuzz_calls < calls; number++) {
    run_case();
    if (fuzz_calls < next) continue;
    tell_progress(start);
    next += often;
  }
  tell_progress(start);
  return 0;
}
