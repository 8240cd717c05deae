/* SPDX-License-Identifier: MIT */
/*
 * Trains small models natively, and prints hashes of their results. native.test.js computes the
 * same hashes with the kernels in wasm. All memory begins as NaN, so that a number that is read
 * before it is written changes a hash.
 */
#include "../../c/train/train.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the FNV-1a hash of a list of 32-bit words. */
static uint32_t hash_of(const void *list, size_t count) {
  const uint32_t *words = list;
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < count; i++) hash = (hash ^ words[i]) * 16777619u;
  return hash;
}

typedef struct {
  size_t dim, layers, heads, trained;
  pe_train_scheme scheme;
  bool causal;
} model;

/* Makes a plan in memory of exactly the size that pe_train_size returns. The caller frees it. */
static pe_train_plan *begin(model m, size_t length, size_t window, bool keep) {
  size_t size = pe_train_size(m.dim, m.layers, m.heads, m.trained, m.scheme, length, keep);
  pe_train_plan *plan = malloc(size);
  memset(plan, 0xff, size);
  pe_train_begin(plan, m.dim, m.layers, m.heads, m.trained, m.scheme, m.causal, length, window,
                 keep);
  return plan;
}

/* Writes a text. Token i is (7 i^2 + 5 n) % 24. Targets are the next tokens; each fifth is -1. */
static void write_text(pe_train_plan *plan, size_t length, size_t n) {
  int32_t *tokens = pe_train_area(plan, PE_TRAIN_TOKENS);
  int32_t *targets = pe_train_area(plan, PE_TRAIN_TARGETS);
  for (size_t i = 0; i < length; i++) {
    tokens[i] = (int32_t)((7 * i * i + 5 * n) % 24);
    targets[i] = i % 5 == 4 ? -1 : (int32_t)((7 * (i + 1) * (i + 1) + 5 * n) % 24);
  }
}

/* Trains for three steps. Prints one hash of the weights and of Adam's means and squares. */
static pe_train_plan *train(model m) {
  pe_train_plan *plan = begin(m, m.trained, m.trained, true);
  pe_train_initialize(plan, 9);
  size_t count = pe_train_parameters(plan);
  for (size_t step = 1; step <= 3; step++) {
    pe_train_prepare(plan);
    for (size_t n = 0; n < 2; n++) {
      write_text(plan, m.trained, 2 * step + n);
      pe_train_backward(plan, 1.0 / 16);
    }
    pe_train_adam(plan, (double)step, pe_train_rate((double)step, 40, 0.01), 1);
  }
  printf("%u %zu %08x", m.scheme, count, hash_of(pe_train_area(plan, PE_TRAIN_WEIGHTS), 3 * count));
  return plan;
}

/* Reads a longer text, and prints hashes of losses, attention and probabilities. */
static void evaluate(model m, const pe_train_plan *trained, size_t length, size_t window) {
  pe_train_plan *plan = begin(m, length, window, false);
  size_t count = pe_train_parameters(plan);
  memcpy(pe_train_area(plan, PE_TRAIN_WEIGHTS), pe_train_area(trained, PE_TRAIN_WEIGHTS),
         count * sizeof(float));
  pe_train_prepare(plan);
  write_text(plan, length, 1);
  pe_train_forward(plan);
  pe_train_loss(plan);
  printf(" %08x", hash_of(pe_train_area(plan, PE_TRAIN_LOSSES), 2 * length));
  printf(" %08x", hash_of(pe_train_area(plan, PE_TRAIN_RIGHT), length));
  const float *attention = pe_train_attention(plan, m.layers - 1, m.heads - 1);
  printf(" %08x", hash_of(attention, length * ((length + 3) / 4 * 4)));
  pe_train_forward(plan);
  pe_train_probabilities(plan);
  printf(" %08x\n", hash_of(pe_train_area(plan, PE_TRAIN_LOGITS), length * PE_TRAIN_VOCABULARY));
  free(plan);
}

int main(void) {
  for (int scheme = PE_TRAIN_NONE; scheme <= PE_TRAIN_T5; scheme++)
    for (int causal = 0; causal < 2; causal++) {
      model m = {16, 2, 2, 13, (pe_train_scheme)scheme, causal};
      pe_train_plan *trained = train(m);
      evaluate(m, trained, 38, causal ? 38 : 6);
      free(trained);
    }
  return 0;
}
