/* SPDX-License-Identifier: MIT */
#include "model.h"

void pe_train_norm(float *y, float *scale, const float *x, const float *gains, size_t rows,
                   size_t dim) {
  for (size_t i = 0; i < rows; i++, x += dim, y += dim) {
    f32x4 squares = {0};
    for (size_t k = 0; k < dim; k += 4) {
      f32x4 v = f32x4_load(x + k);
      squares += v * v;
    }
    scale[i] = 1 / __builtin_sqrtf(f32x4_sum(squares) / (float)dim + 0x1p-20f);
    for (size_t k = 0; k < dim; k += 4)
      f32x4_store(y + k, f32x4_load(x + k) * scale[i] * f32x4_load(gains + k));
  }
}

void pe_train_norm_backward(float *d_x, float *d_gains, const float *d_y, const float *x,
                            const float *scale, const float *gains, size_t rows, size_t dim) {
  for (size_t i = 0; i < rows; i++, x += dim, d_x += dim, d_y += dim) {
    f32x4 sum = {0};
    const float s = scale[i];
    for (size_t k = 0; k < dim; k += 4) {
      f32x4 product = f32x4_load(d_y + k) * f32x4_load(x + k);
      sum += product * f32x4_load(gains + k);
      f32x4_store(d_gains + k, f32x4_load(d_gains + k) + product * s);
    }
    const float part = f32x4_sum(sum) * s * s / (float)dim;
    for (size_t k = 0; k < dim; k += 4) {
      f32x4 direct = f32x4_load(d_y + k) * f32x4_load(gains + k);
      f32x4_store(d_x + k, f32x4_load(d_x + k) + s * (direct - part * f32x4_load(x + k)));
    }
  }
}

/* Returns the largest logit of a row. */
static float largest(const float *logits) {
  f32x4 top = f32x4_load(logits);
  for (size_t k = 4; k < PE_TRAIN_VOCABULARY; k += 4)
    top = f32x4_larger(top, f32x4_load(logits + k));
  float a = top[0] > top[1] ? top[0] : top[1], b = top[2] > top[3] ? top[2] : top[3];
  return a > b ? a : b;
}

/* Replaces a row of logits by probabilities, and returns ln(sum of e^(logit - top)). */
static double softmax(float *logits, float top) {
  f32x4 sum = {0};
  for (size_t k = 0; k < PE_TRAIN_VOCABULARY; k += 4) {
    f32x4 e = f32x4_exp(f32x4_load(logits + k) - top);
    f32x4_store(logits + k, e);
    sum += e;
  }
  const float total = f32x4_sum(sum), part = 1 / total;
  for (size_t k = 0; k < PE_TRAIN_VOCABULARY; k += 4)
    f32x4_store(logits + k, f32x4_load(logits + k) * part);
  return f64x2_log(f64x2_splat(total))[0];
}

double pe_train_loss(pe_train_plan *p) {
  double sum = 0;
  for (size_t i = 0; i < p->length; i++) {
    float *logits = p->logits + i * PE_TRAIN_VOCABULARY;
    const int32_t target = p->targets[i];
    const float top = largest(logits), own = target < 0 ? 0 : logits[target];
    const double log_sum = softmax(logits, top);
    p->losses[i] = target < 0 ? 0 : log_sum + ((double)top - own);
    p->right[i] = target >= 0 && own == top;
    sum += p->losses[i];
  }
  return sum;
}

void pe_train_probabilities(pe_train_plan *p) {
  for (size_t i = 0; i < p->length; i++) {
    float *logits = p->logits + i * PE_TRAIN_VOCABULARY;
    softmax(logits, largest(logits));
  }
}
