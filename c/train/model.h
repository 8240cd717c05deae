/* SPDX-License-Identifier: MIT */
/* This header declares what the files of c/train share. train.h explains the model. */
#ifndef POSENC_TRAIN_MODEL_H
#define POSENC_TRAIN_MODEL_H

#include "matrix.h"
#include "train.h"

/* Returns the addresses of the parts of weights, of gradients or of transposed matrices. */
pe_train_parts pe_train_parts_of(const pe_train_plan *p, float *list);
pe_train_layer pe_train_layer_of(const pe_train_plan *p, float *list, size_t layer);

/* Returns the addresses of a layer's results. Without `keep`, all layers use the same memory. */
pe_train_record pe_train_record_of(const pe_train_plan *p, size_t layer);

/*
 * Computes y[i] = x[i] scale[i] gains, where scale[i] = 1 / sqrt(mean(x[i]^2) + 2^-20). x and y are
 * [rows][dim].
 */
void pe_train_norm(float *y, float *scale, const float *x, const float *gains, size_t rows,
                   size_t dim);

/* Adds the gradients of pe_train_norm to d_x and d_gains. d_y is the gradient of y. */
void pe_train_norm_backward(float *d_x, float *d_gains, const float *d_y, const float *x,
                            const float *scale, const float *gains, size_t rows, size_t dim);

/*
 * Computes the output of attention from the `vqk` of the layer's record, which RoPE has rotated
 * already. Only the first `heads` heads are computed.
 */
void pe_train_attend(pe_train_plan *p, size_t layer, size_t heads);

/* Computes d_vqk from d_attended, and adds the gradients of T5's biases to d_ramps. */
void pe_train_attend_backward(pe_train_plan *p, size_t layer);

#endif
