/* SPDX-License-Identifier: MIT */
/* Divides memory into the areas of a plan, and finds the parts of each area. */
#include "model.h"

/* The base of the angles of sinusoidal tables and RoPE, and T5's largest distance. */
enum { BASE = 10000, MAX_DISTANCE = 128 };

/* ALiBi's max_bias in pe_alibi_slopes: with 8, the slopes of 8 heads are 1/2, 1/4, ..., 1/256. */
enum { MAX_BIAS = 8 };

static size_t layer_size(const pe_train_plan *p) {
  return p->dim * (2 + 4 * p->dim + 2 * p->hidden);
}

pe_train_layer pe_train_layer_of(const pe_train_plan *p, float *list, size_t layer) {
  const size_t dim = p->dim;
  pe_train_layer l;
  l.norm1 = list + PE_TRAIN_VOCABULARY * dim + layer * layer_size(p);
  l.vqk = l.norm1 + dim;
  l.output = l.vqk + 3 * dim * dim;
  l.norm2 = l.output + dim * dim;
  l.up = l.norm2 + dim;
  l.down = l.up + dim * p->hidden;
  return l;
}

pe_train_parts pe_train_parts_of(const pe_train_plan *p, float *list) {
  pe_train_parts parts = {.embedding = list};
  parts.norm = list + PE_TRAIN_VOCABULARY * p->dim + p->layers * layer_size(p);
  parts.head = parts.norm + p->dim;
  parts.positions = parts.head + p->dim * PE_TRAIN_VOCABULARY;
  return parts;
}

static size_t position_parameters(const pe_train_plan *p) {
  if (p->scheme == PE_TRAIN_LEARNED) return p->trained * p->dim;
  return p->scheme == PE_TRAIN_T5 ? PE_TRAIN_BUCKETS * p->heads : 0;
}

/* Returns the areas of a record, the first of which begins at `from`. */
static pe_train_record record_at(const pe_train_plan *p, float *from) {
  const size_t row = p->length * p->dim;
  pe_train_record r;
  r.x = from;
  r.h1 = r.x + row;
  r.vqk = r.h1 + row;
  r.attended = r.vqk + 3 * row;
  r.middle = r.attended + row;
  r.h2 = r.middle + row;
  r.up = r.h2 + row;
  r.scale1 = r.up + p->length * p->hidden;
  r.scale2 = r.scale1 + p->stride;
  return r;
}

pe_train_record pe_train_record_of(const pe_train_plan *p, size_t layer) {
  return record_at(p, p->records + (p->keep ? layer * p->record_size : 0));
}

/*
 * Allocates `bytes` bytes at the address *free, and moves *free to the next multiple of 16. It is
 * an integer, because pe_train_size has no memory to which a pointer could point.
 */
static void *take(uintptr_t *free, size_t bytes) {
  void *from = (void *)*free;
  *free += (bytes + 15) & ~(uintptr_t)15;
  return from;
}

static float *take_floats(uintptr_t *free, size_t count) {
  return take(free, count * sizeof(float));
}

/* Allocates the areas of parameters. */
static void place_parameters(pe_train_plan *p, uintptr_t *free) {
  const size_t parts = p->dim * (2 * PE_TRAIN_VOCABULARY + 1) + p->layers * layer_size(p);
  p->parameters = parts + position_parameters(p);
  p->weights = take_floats(free, 3 * p->parameters);
  p->means = p->weights + p->parameters;
  p->squares = p->means + p->parameters;
  if (!p->keep) return;
  p->gradients = take_floats(free, p->parameters);
  p->transposed = take_floats(free, p->parameters);
}

/* Allocates the areas of one text and of its positions. */
static void place_text(pe_train_plan *p, uintptr_t *free) {
  const size_t length = p->length, matrices = p->keep ? p->layers * p->heads : 1;
  p->losses = take(free, length * sizeof(double));
  p->tokens = take(free, length * sizeof(int32_t));
  p->targets = take(free, length * sizeof(int32_t));
  p->right = take(free, length * sizeof(int32_t));
  p->table = take_floats(free, length * p->dim);
  p->cosines = take_floats(free, length * p->head_dim / 2);
  p->sines = take_floats(free, length * p->head_dim / 2);
  p->ramp_stride = 2 * p->stride + 8;  // four floats can be read even at the last key
  p->ramps = take_floats(free, p->heads * p->ramp_stride);
  p->buckets = take(free, p->ramp_stride * sizeof(int32_t));
  p->record_size = length * (8 * p->dim + p->hidden) + 2 * p->stride;
  p->records = take_floats(free, (p->keep ? p->layers : 1) * p->record_size);
  p->attention = take_floats(free, matrices * length * p->stride);
  p->x = take_floats(free, length * p->dim);
  p->scale = take_floats(free, length);
  p->h = take_floats(free, length * p->dim);
  p->logits = take_floats(free, length * PE_TRAIN_VOCABULARY);
  p->keys = take_floats(free, p->head_dim * p->stride);
  p->values = take_floats(free, p->head_dim * p->stride);
}

static void place_gradients(pe_train_plan *p, uintptr_t *free) {
  const size_t row = p->length * p->dim;
  p->d_x = take_floats(free, row);
  p->d_h = take_floats(free, row);
  p->d_up = take_floats(free, p->length * p->hidden);
  p->d_vqk = take_floats(free, 3 * row);
  p->d_attended = take_floats(free, row);
  p->d_scores = take_floats(free, p->length * p->stride);
  p->d_ramps = take_floats(free, p->heads * p->ramp_stride);
}

/* Computes the sines and cosines of all positions, with the kernels of posenc.h. */
static void write_angles(pe_train_plan *p, uintptr_t free, bool rope) {
  const size_t dim = rope ? p->head_dim : p->dim, pairs = dim / 2;
  double *high = take(&free, pairs * sizeof(double)), *low = take(&free, pairs * sizeof(double));
  double *work = (double *)free;
  pe_frequencies(high, low, pairs, 0, BASE, (double)dim);
  pe_angles_begin(work, pairs, high, low, 1);
  if (rope)
    pe_angles(p->sines, p->cosines, p->length, pairs, pairs, pairs, 0, work, high, NULL, 0, 0);
  else
    pe_angles(p->table, p->table + 1, p->length, dim, pairs, pairs, PE_INTERLEAVED, work, high,
              NULL, 0, 0);
}

/* Writes T5's bucket of each difference key - query. */
static void write_buckets(pe_train_plan *p) {
  const size_t side = p->causal ? PE_TRAIN_BUCKETS : PE_TRAIN_BUCKETS / 2, exact = side / 2;
  double thresholds[PE_TRAIN_BUCKETS];
  pe_bucket_thresholds(thresholds, side - exact, (double)exact, MAX_DISTANCE,
                       (double)(side - exact), false);
  pe_bucket_ramp(p->buckets, 2 * p->length - 1, 1 - (double)p->length, thresholds, exact, side, 1,
                 0, side, !p->causal, p->causal ? 0 : (int)side);
}

/* The slopes are computed in the work area, which has room for dim doubles. */
static void write_slopes(pe_train_plan *p, uintptr_t free) {
  float *slopes = (float *)free;
  pe_alibi_slopes(slopes, p->heads, MAX_BIAS, false);
  for (size_t head = 0; head < p->heads; head++)
    pe_alibi_ramp(p->ramps + head * p->ramp_stride, 2 * p->length - 1, 1 - (double)p->length, NULL,
                  slopes[head], 0);
}

/*
 * Places a plan and its areas from the address `from` on. Writes only to *p. Returns the address of
 * the work area.
 */
static uintptr_t place(pe_train_plan *p, uintptr_t from, const pe_train_plan *settings) {
  const size_t dim = settings->dim, length = settings->length;
  *p = *settings;
  p->head_dim = dim / p->heads;
  p->hidden = PE_TRAIN_WIDER * dim;
  p->stride = (length + 3) & ~(size_t)3;
  uintptr_t free = from;
  take(&free, sizeof *p);
  place_parameters(p, &free);
  place_text(p, &free);
  if (p->keep) place_gradients(p, &free);
  return free;
}

size_t pe_train_size(size_t dim, size_t layers, size_t heads, size_t trained,
                     pe_train_scheme scheme, size_t length, bool keep) {
  enum { ANYWHERE = 16 };
  pe_train_plan p, settings = {.dim = dim, .layers = layers, .heads = heads, .trained = trained};
  settings.scheme = scheme;
  settings.length = length;
  settings.keep = keep;
  const size_t work = (dim + pe_angles_size(dim / 2)) * sizeof(double);
  return (size_t)(place(&p, ANYWHERE, &settings) - ANYWHERE) + work;
}

void pe_train_begin(pe_train_plan *p, size_t dim, size_t layers, size_t heads, size_t trained,
                    pe_train_scheme scheme, bool causal, size_t length, size_t window, bool keep) {
  const pe_train_plan settings = {
      .dim = dim,
      .layers = layers,
      .heads = heads,
      .trained = trained,
      .length = length,
      .window = window,
      .scheme = scheme,
      .causal = causal,
      .keep = keep,
  };
  const uintptr_t free = place(p, (uintptr_t)p, &settings);
  if (scheme == PE_TRAIN_SINUSOIDAL || scheme == PE_TRAIN_ROPE)
    write_angles(p, free, scheme == PE_TRAIN_ROPE);
  if (scheme == PE_TRAIN_T5) write_buckets(p);
  if (scheme == PE_TRAIN_ALIBI) write_slopes(p, free);
}

size_t pe_train_parameters(const pe_train_plan *p) {
  return p->parameters;
}

void *pe_train_area(const pe_train_plan *p, pe_train_area_name name) {
  void *areas[] = {
      [PE_TRAIN_WEIGHTS] = p->weights, [PE_TRAIN_GRADIENTS] = p->gradients,
      [PE_TRAIN_TOKENS] = p->tokens,   [PE_TRAIN_TARGETS] = p->targets,
      [PE_TRAIN_RIGHT] = p->right,     [PE_TRAIN_LOSSES] = p->losses,
      [PE_TRAIN_LOGITS] = p->logits,   [PE_TRAIN_TABLE] = p->table,
      [PE_TRAIN_COSINES] = p->cosines, [PE_TRAIN_SINES] = p->sines,
      [PE_TRAIN_RAMPS] = p->ramps,
  };
  return areas[name];
}
