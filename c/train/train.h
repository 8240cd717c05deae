/* SPDX-License-Identifier: MIT */
/*
 * These kernels train a small decoder, with one of six positional encodings. They are compiled into
 * a module of their own, train.wasm, together with the kernels of posenc.h that compute positions.
 *
 * The model is a transformer with pre-normalization. For a text of L tokens:
 *
 *     x[i] = embedding[token[i]]                   (sinusoidal, learned: + table[i])
 *     for each layer:
 *       h = norm(x) g1      [v q k] = h W_vqk      (RoPE: each q and k is rotated)
 *       s[i][j] = q[i] . k[j] / sqrt(head_dim)     (ALiBi, T5: + bias[head][j - i])
 *       x += (softmax(s) v) W_output
 *       x += relu(norm(x) g2 W_up) W_down
 *     logits = norm(x) g W_head
 *     norm(x) = x / sqrt(mean(x^2) + 2^-20)
 *     loss = -ln softmax(logits)[target], summed over the positions that have a target
 *
 * The numbers are floats, and no multiply-add is fused. Each element of a matrix product is summed
 * in the order of the inner index. Losses and the norm of the gradient are summed in doubles. The
 * factor that limits the norm is computed in doubles, too. Every result has the same bits on every
 * machine.
 *
 * The conventions of posenc.h hold. A plan is a structure at the start of a memory block, which it
 * divides into areas. The plan contains sizes and addresses, and no other state.
 *
 * Sources: Vaswani et al. 2017; Zhang and Sennrich 2019 (RMSNorm); Kingma and Ba 2015 (Adam). The
 * sources of the schemes are in posenc.h.
 */
#ifndef POSENC_TRAIN_H
#define POSENC_TRAIN_H

#include "../posenc.h"

/* The number of different tokens, the ratio hidden / dim, and the number of T5's buckets. */
enum { PE_TRAIN_VOCABULARY = 24, PE_TRAIN_WIDER = 2, PE_TRAIN_BUCKETS = 32 };

/* The positional encodings. T5's largest distance is 128, and the base of angles is 10000. */
typedef enum {
  PE_TRAIN_NONE,
  PE_TRAIN_SINUSOIDAL,
  PE_TRAIN_LEARNED, /* all positions after the last row of the table use the last row */
  PE_TRAIN_ROPE,
  PE_TRAIN_ALIBI,
  PE_TRAIN_T5,
} pe_train_scheme;

/* The parts of one layer, in weights and in gradients. */
typedef struct {
  float *norm1; /* [dim] */
  float *vqk; /* [dim][3 dim] */
  float *output; /* [dim][dim] */
  float *norm2; /* [dim] */
  float *up; /* [dim][hidden] */
  float *down; /* [hidden][dim] */
} pe_train_layer;

/* The parts of a list of parameters, in this order. The layers come after `embedding`. */
typedef struct {
  float *embedding; /* [PE_TRAIN_VOCABULARY][dim] */
  float *norm; /* [dim] */
  float *head; /* [dim][PE_TRAIN_VOCABULARY] */
  float *positions; /* learned: [trained][dim]; T5: [PE_TRAIN_BUCKETS][heads]; otherwise empty */
} pe_train_parts;

/* The results of a layer for one text. The gradient of the layer needs them. */
typedef struct {
  float *x, *h1; /* [length][dim]: the input of the layer, and norm(x) g1 */
  float *vqk; /* [length][3 dim], after the rotation of RoPE */
  float *attended; /* [length][dim]: the weighted sums of values */
  float *middle, *h2; /* [length][dim]: x after attention, and norm(middle) g2 */
  float *up; /* [length][hidden], after the ReLU */
  float *scale1, *scale2; /* [length]: the factors of the two norms */
} pe_train_record;

/* A plan: the sizes of a model and of one text, and the addresses of all areas. */
typedef struct {
  size_t dim, layers, heads, trained, head_dim, hidden, parameters;
  size_t length; /* the number of tokens in the text */
  size_t stride; /* the stride of attention weights: the length, rounded up to a multiple of 4 */
  size_t window; /* a query attends only to keys at distances below the window */
  pe_train_scheme scheme;
  bool causal;
  bool keep; /* whether all layers keep what their gradients need */

  float *weights, *means, *squares; /* [parameters] each, one after the other */
  float *gradients, *transposed; /* [parameters] each, only with `keep` */
  int32_t *tokens, *targets; /* [length]; a target is -1 where no token is to be predicted */
  int32_t *right; /* [length]: 1 if the target has the largest logit, otherwise 0 */
  double *losses; /* [length]: 0 where the target is -1 */

  float *table; /* sinusoidal: [length][dim] */
  float *cosines, *sines; /* RoPE: [length][head_dim / 2] */
  size_t ramp_stride;
  float *ramps; /* ALiBi, T5: [heads][ramp_stride], biases by key - query + length - 1 */
  int32_t *buckets; /* T5: [ramp_stride] */

  float *records; /* [layers or 1][record_size]: the areas of each pe_train_record */
  size_t record_size;
  float *attention; /* [layers heads or 1][length][stride] */
  float *x, *scale, *h, *logits;
  float *keys, *values; /* keys and values of one head, transposed: [head_dim][stride] */

  /* The gradients of x, h, up and so on; only with `keep`. */
  float *d_x, *d_h, *d_up, *d_vqk, *d_attended, *d_scores, *d_ramps;
} pe_train_plan;

/*
 * Returns how many bytes a plan and its areas take. The arguments are those of pe_train_begin.
 * Writes nothing.
 */
PE_API size_t pe_train_size(size_t dim, size_t layers, size_t heads, size_t trained,
                            pe_train_scheme scheme, size_t length, bool keep);

/*
 * Writes a plan for texts of one length. There must be pe_train_size bytes at `plan`, at an address
 * that is a multiple of 16. Writes only the plan, the table, angles, buckets or biases of its scheme,
 * and a work area at the end. If plans for one model begin at the same address, their weights, means
 * and squares have the same addresses.
 *
 * dim      a multiple of 4 times heads
 * trained  the number of rows of a learned table
 * window   at least 1
 * keep     whether to keep what gradients need; without `keep`, the plan takes less memory, so
 *          texts may be longer, but pe_train_backward cannot be called
 */
PE_API void pe_train_begin(pe_train_plan *plan, size_t dim, size_t layers, size_t heads,
                           size_t trained, pe_train_scheme scheme, bool causal, size_t length,
                           size_t window, bool keep);

/* Returns the number of parameters. */
PE_API size_t pe_train_parameters(const pe_train_plan *plan);

/* The areas that pe_train_area returns. */
typedef enum {
  PE_TRAIN_WEIGHTS,
  PE_TRAIN_GRADIENTS,
  PE_TRAIN_TOKENS,
  PE_TRAIN_TARGETS,
  PE_TRAIN_RIGHT,
  PE_TRAIN_LOSSES,
  PE_TRAIN_LOGITS,
  PE_TRAIN_TABLE,
  PE_TRAIN_COSINES,
  PE_TRAIN_SINES,
  PE_TRAIN_RAMPS,
} pe_train_area_name;

/* Returns the address of an area. */
PE_API void *pe_train_area(const pe_train_plan *plan, pe_train_area_name name);

/*
 * Writes the initial weights, and sets means and squares to 0. Gains are 1, and T5's biases 0. All
 * other weights are normally distributed. The standard deviation of matrices is 1 / sqrt(rows), or
 * 1 / sqrt(rows 2 layers) for W_output and W_down. The standard deviation of embeddings and of the
 * table of PE_TRAIN_LEARNED is 0.1. Equal seeds give equal weights to all schemes, except the
 * learned table, which only one scheme has.
 */
PE_API void pe_train_initialize(pe_train_plan *plan, double seed);

/* Prepares a step or an evaluation. With `keep`, it clears gradients and transposes matrices. */
PE_API void pe_train_prepare(pe_train_plan *plan);

/* Computes the logits of the text in `tokens`. */
PE_API void pe_train_forward(pe_train_plan *plan);

/*
 * Computes the attention weights of one head, [length][stride], and returns their address. Weights
 * outside of the mask are 0. Later layers are not computed.
 */
PE_API float *pe_train_attention(pe_train_plan *plan, size_t layer, size_t head);

/*
 * Computes `losses` and `right` after pe_train_forward, and replaces logits by probabilities.
 * Returns the sum of the losses.
 */
PE_API double pe_train_loss(pe_train_plan *plan);

/* Replaces logits by probabilities after pe_train_forward. It does not need targets. */
PE_API void pe_train_probabilities(pe_train_plan *plan);

/*
 * Computes the loss of the text, and adds the gradient of `weight` times this loss to `gradients`.
 * Returns the loss. It needs a plan with `keep`, and calls pe_train_forward.
 *
 * Error: below 1e-5 in each matrix of the gradient, relative to the largest element of the matrix.
 *        Worst found: 1.1e-6.
 */
PE_API double pe_train_backward(pe_train_plan *plan, double weight);

/*
 * Makes a step of Adam: g is the gradient, made shorter if its norm is larger than `most`.
 *
 *     m = b1 m + (1 - b1) g      v = b2 v + (1 - b2) g^2      b1 = 0.9, b2 = 0.98
 *     w -= rate m / (1 - b1^step) / (sqrt(v / (1 - b2^step)) + 1e-9)
 *
 * step  1 for the first step
 * Returns the norm of the gradient before it is made shorter.
 * Source: Kingma and Ba 2015, algorithm 1
 */
PE_API double pe_train_adam(pe_train_plan *plan, double step, double rate, double most);

/*
 * Returns the rate of a step. It grows linearly in the first 5 % of the steps. Then it falls as
 * half a period of a cosine. Here warm = ceil(steps / 20).
 *
 *     rate[step] = peak step / warm                                   step = 1 ... warm
 *                  peak (1 + cos(pi (step - warm) / (steps - warm))) / 2   afterwards
 */
PE_API double pe_train_rate(double step, double steps, double peak);

#endif
