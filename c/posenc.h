/* SPDX-License-Identifier: MIT */
/*
 * posenc: kernels (small C functions) that compute the positional encodings of transformers.
 *
 * This header declares all exported functions, and its comments are their manual.
 *
 *   Contents                                 kernels                            source
 *   numbers of 16 bits                       pe_halves; pe_widen                half.c, rope.c
 *   sinusoidal tables, RoPE: angles          pe_frequencies ... pe_angles       angles.c
 *   rope: rotation and layouts               pe_rotate, pe_swap_layout, ...     rope.c
 *   rope: scaled frequencies                 pe_scale_base ... pe_yarn_range    scaling.c
 *   rope: several axes                       pe_place, pe_compose               axes.c
 *   rope: amplitudes                         pe_xpos; pe_pope                   xpos.c, pope.c
 *   tables that are added or learned         pe_add; pe_random_*                add.c, random.c
 *   grids                                    pe_weave                           grid.c
 *   resizing                                 pe_*_taps, pe_resize               resize.c
 *   Fourier features                         pe_fourier                         fourier.c
 *   biases that depend on key - query        pe_toeplitz                        toeplitz.c
 *     ALiBi, T5 and related schemes          pe_alibi_*; pe_bucket_*            alibi.c, buckets.c
 *     KERPLE, Sandwich, FIRE                 pe_kerple_ramp ... pe_fire_ramp    kerple.c ... fire.c
 *   biases that depend on the content        pe_relative*; pe_cope              relative.c, cope.c
 *   windows of an image                      pe_swin ... pe_swin_table          swin.c
 *   temperature                              pe_temperature                     temperature.c
 *   attention and similarity                 pe_products ... pe_similarity      products.c ...
 *                                                                               similarity.c
 *   elementary functions                     pe_exp, pe_log, pe_angle           elementary.c
 *   colours                                  pe_colorize                        colorize.c
 *   the version of this interface            pe_version                         version.c
 *
 * Conventions:
 *   - Matrices are row-major, [rows][columns]. Positions and distances are counted in tokens.
 *   - Frequencies are in radians per position. A pair is the sine and cosine of one frequency, or
 *     the two elements of a vector that rotate with this frequency.
 *   - A kernel does not allocate memory, read or write files, keep state between calls or report
 *     errors. The caller has checked all sizes, and owns all memory, including work areas.
 *   - Arrays must not overlap, unless a comment allows it.
 *   - A comment marks a parameter as in (read), out (written) or inout (both), and then gives its
 *     shape in brackets. `stride` is the number of elements from the start of one row to the start
 *     of the next row.
 *   - Every operation rounds to the nearest number, as IEEE 754 defines it, and no multiply-add is
 *     fused. So the same input gives the same bits on every machine, except in the payload of a
 *     NaN.
 *   - NaN and infinity are valid data. By the rules of IEEE arithmetic they affect all results that
 *     depend on them: an element (add, colorize), a pair (rotate) or a row (attention, similarity).
 *   - "Exact" means the result of the formula in real numbers, for the position and base as given.
 *     An error is the distance from the exact result. The tests check every bound on errors. "Worst
 *     found" is the largest error that was seen in tests and searches.
 */
#ifndef POSENC_H
#define POSENC_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PE_API __attribute__((used, visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of this interface. It is raised by 1 whenever a declaration of this file changes.
 * web/wasm.js has the same number, and refuses a module with another number.
 */
enum { PE_VERSION = 3 };

/* Returns PE_VERSION of the header that the kernels were compiled with. */
PE_API int pe_version(void);

/* Flags that can be combined with |. The comment of each kernel names the flags that it accepts. */
typedef enum {
  PE_INTERLEAVED = 1, /* pair i is at (2i, 2i + 1); without this flag, at (i, i + pairs) */
  PE_FLOAT64 = 2, /* elements are doubles; without this flag, floats */
  PE_INVERSE = 4, /* rotate by the negative angle */
  PE_FLOAT32_ANGLE = 8, /* the angle is float32(float32(frequency) * float32(position)) */
  PE_FLOAT16 = 16, /* elements are the bits of float16 numbers */
  PE_BFLOAT16 = 32, /* elements are the bits of bfloat16 numbers */
  PE_HALVES = PE_FLOAT16 | PE_BFLOAT16, /* either 16-bit type; kernels that only copy accept both */
} pe_flags;

/*
 * The way in which pe_toeplitz writes. PE_FILL replaces the elements, and PE_ADD adds to them.
 * PE_STREAM replaces them too, and is faster if the result is larger than the caches.
 */
typedef enum { PE_FILL, PE_ADD, PE_STREAM } pe_write_mode;

typedef enum { PE_COSINE, PE_DOT, PE_EUCLIDEAN } pe_metric;

/* ---- numbers of 16 bits ---------------------------------------------------------------------- */

/*
 * Rounds doubles to float16 or bfloat16: to the nearest number, and in the middle between two
 * numbers to the even one. A number that rounds beyond the largest finite number becomes infinite.
 * A NaN stays a NaN.
 *
 * With PE_FLOAT64, other kernels compute the doubles that this kernel rounds. Rounding their floats
 * instead would round twice, which gives another float16 for about 6 of 100000 elements.
 *
 * to, from  out and in [count]; both may begin at the same address
 * flags     PE_FLOAT16 or PE_BFLOAT16
 */
PE_API void pe_halves(uint16_t *to, const double *from, size_t count, pe_flags flags);

/*
 * Converts numbers of 16 bits to doubles. Every value stays the same, and a NaN stays a NaN.
 *
 * to, from  out and in [count]
 * flags     PE_FLOAT16 or PE_BFLOAT16
 */
PE_API void pe_widen(double *to, const uint16_t *from, size_t count, pe_flags flags);

/* ---- angles: frequencies, and tables of sines and cosines ------------------------------------ */

/*
 * Computes the frequencies of the pairs first, first + 1, ... as double-double numbers, which are
 * sums of two doubles.
 *
 *     w[i] = base^(-2 (first + i) / divisor)
 *
 * high, low  out [count]: w = high + low. high is w correctly rounded, unless the distance from w
 *            to the middle between two doubles is less than the error given below
 * base       >= 1, finite
 * divisor    the dimension; or 2 (pairs - 1) for the layout of tensor2tensor and fairseq
 *
 * Error:  below 2^-85 w for 4096 pairs, or 2^-1060 where that is larger
 * Source: Vaswani et al. 2017, section 3.5; Su et al. 2021 (RoFormer), eq. 15
 */
PE_API void pe_frequencies(double *high, double *low, size_t count, size_t first, double base,
                           double divisor);

/*
 * Computes wavelengths: the number of positions in a cycle, 2 pi / w. They are correctly rounded,
 * unless the exact result is at a relative distance below 2^-80 from the middle between two
 * doubles. A wavelength larger than all doubles is infinite.
 *
 * out        out [count]
 * high, low  in [count]: w = high + low
 */
PE_API void pe_wavelengths(double *out, const double *high, const double *low, size_t count);

/* Returns the number of doubles in the work area of pe_angles. */
PE_API size_t pe_angles_size(size_t pairs);

/*
 * Prepares a work area for pe_angles. Any number of pe_angles calls can then use it. The area keeps
 * the sines and cosines that these calls share.
 *
 * work       out [pe_angles_size(pairs)]
 * high, low  in [pairs]: the frequencies high + low, in radians per position
 * amplitude  every sine and cosine is multiplied by it
 */
PE_API void pe_angles_begin(double *work, size_t pairs, const double *high, const double *low,
                            double amplitude);

/*
 * Computes the sines and cosines of position times frequency, one row for each position.
 *
 *     sine[r][i] = sin(p[r] w[i])    cosine[r][i] = cos(p[r] w[i])
 *
 * sines, cosines  out, `rows` rows, `stride` elements apart; with PE_INTERLEAVED,
 *                 cosines = sines + 1
 * cosine_count    pairs; or pairs - 1 for an odd dimension, where the last cosine is not written
 * flags           PE_INTERLEAVED, PE_FLOAT64, PE_FLOAT32_ANGLE
 * work            inout, prepared by pe_angles_begin for the same frequencies
 * high            in [pairs]: the high parts of these frequencies
 * positions       in [rows], |p| <= 2^40. If it is a null pointer, p[r] is the exact sum
 *                 whole + r + fraction, with |fraction| < 1
 *
 * bfloat16 represents all integers only up to 256, and float16 only up to 2048. Larger positions
 * that were stored in these types have already been rounded to other positions.
 *
 * Error:   float32, |p| <= 2^24, base <= 10^7: at most 1 ulp, or 2^-52 where that is larger.
 *          Worst found: 0.502 of this bound, at p = 15410927, element 28, dim 92,
 *          base 1175.7780154815309. Of 2.8 billion elements, 11 were not correctly rounded.
 *          float64, |p| <= 2^20: at most 4 x 2^-53 absolute. Worst found: 2.638 x 2^-53, at
 *          p = 33393, element 1875, dim 5730, base 6629.9183501292064 (interleaved, start 0).
 *          PE_FLOAT32_ANGLE: in all tests, the sine and cosine of the float32 angle were correctly
 *          rounded.
 * Laws:    The bits of a row depend on its position alone, not on the rows around it.
 *          The row of -p is the row of p with its sines negated.
 * Source:  Vaswani et al. 2017, section 3.5
 */
PE_API void pe_angles(void *sines, void *cosines, size_t rows, size_t stride, size_t pairs,
                      size_t cosine_count, pe_flags flags, double *work, const double *high,
                      const double *positions, double whole, double fraction);

/* ---- rope: rotation and layouts -------------------------------------------------------------- */

/*
 * Rotates the pairs of head vectors in place. The other elements of each vector do not change.
 *
 *     (x, y) -> (x cos a - y sin a, x sin a + y cos a)
 *
 * x               inout [units][head_dim]: `units` vectors. The pairs are the first 2 * pairs
 *                 elements of each vector, split in halves, or with PE_INTERLEAVED alternating
 * cosines, sines  in [period][pairs], of the same type as x; doubles if x has 16-bit elements
 * heads, first    vector u is head (first + u) % heads of row (first + u) / heads. Its angles are
 *                 in this row of `cosines` and `sines`, modulo `period`
 * rotated         <= heads: only the last `rotated` heads of each row are rotated
 * flags           PE_INTERLEAVED, PE_FLOAT64, PE_FLOAT16, PE_BFLOAT16, PE_INVERSE (the sines are
 *                 negated)
 *
 * Error:   at most 1.5 ulp of hypot(x, y), in addition to the error of cosines and sines. Worst
 *          found: 1.245 ulp (float32, random input).
 *          16-bit elements: computed in doubles, and rounded once. All of 3 million elements were
 *          correctly rounded.
 * Law:     Both layouts give the same bits, in different places.
 * Source:  Su et al. 2021, eq. 34
 */
PE_API void pe_rotate(void *x, size_t units, size_t head_dim, size_t pairs, size_t heads,
                      size_t rotated, size_t first, const void *cosines, const void *sines,
                      size_t period, pe_flags flags);

/* Multiplies each x[i] by the factor, and rounds once. x is inout [count]. flags: PE_FLOAT64. */
PE_API void pe_scale(void *x, size_t count, double factor, pe_flags flags);

/*
 * Moves the first 2 * pairs elements of each row from one layout to the other. With PE_INTERLEAVED,
 * it moves them from halves to interleaved. Without this flag, it moves them from interleaved to
 * halves.
 *
 * x        inout [rows][head_dim]
 * scratch  2 * pairs elements of the type of x
 * flags    PE_INTERLEAVED, PE_FLOAT64, PE_HALVES
 */
PE_API void pe_swap_layout(void *x, size_t rows, size_t head_dim, size_t pairs, pe_flags flags,
                           void *scratch);

/* ---- rope: scaled frequencies ---------------------------------------------------------------- */

/*
 * Published implementations disagree on these points:
 *   dynamic    The base grows with the context. Keys in a cache keep the older base, unless they
 *              are rotated again.
 *   LongRoPE   All positions of a sequence use the same factors: long_factor if the sequence is
 *              longer than the original length, and short_factor otherwise. vLLM chooses the
 *              factors only once, for the longest sequence that it will serve.
 *   NTK        Here alpha changes the base so that the first frequency stays and the last is
 *              divided by alpha. vLLM's "ntk" divides the first frequency too, by alpha^(2 / dim).
 *              Lumina multiplies the base by alpha itself.
 *   YaRN       The attention factor multiplies cosines and sines. So the scores are multiplied by
 *              its square, but only the part that comes from rotated dimensions. DeepSeek
 *              multiplies cosines and sines by the ratio of two attention factors. The ratio is 1
 *              if mscale and mscale_all_dim are equal. DeepSeek also multiplies the softmax scale
 *              by (0.1 mscale_all_dim ln(factor) + 1)^2. vLLM also uses mscale alone, without
 *              mscale_all_dim. llama.cpp's kernel itself multiplies cosines and sines by
 *              0.1 ln(factor) + 1.
 *   M-RoPE     With interleaved sections, each of three axes rotates every third pair. The
 *              remaining pairs turn with a fourth axis in ggml, and with axis 0 in transformers.
 *              With sections, vLLM's YaRN multiplies the original length by 4.
 */

/*
 * Each of these kernels changes double-double frequencies w = high + low in place, with a relative
 * error below 2^-80. high and low are inout [count].
 *
 *   pe_scale_base    replaces w[i] by w[i] factor^(-2 i / divisor). With divisor = dim - 2, this
 *                    is NTK-aware scaling: the first frequency stays, and the last is divided by
 *                    factor. The base becomes base factor^(dim / (dim - 2)).
 *   pe_scale_divide  replaces w[i] by w[i] / divisors[i stride]. With stride 0, all frequencies
 *                    have one divisor: position interpolation (Chen et al. 2023, eq. 4). With
 *                    stride 1, each has its own: LongRoPE (Ding et al. 2024, eq. 3).
 *   pe_scale_ramp    replaces w[i] by w[i] (1 - r) + (w[i] / factor) r. The ramp r is
 *                    (x - from) / (to - from), clamped to [0, 1]. With length 0, x is i. With a
 *                    length > 0, x is length w[i] / (2 pi), the number of turns within this length.
 *                    YaRN has the second form in its paper (Peng et al. 2023, eq. 13) and the first
 *                    form in its code. Llama 3 has the second form (in its published code), with
 *                    `from` as the high frequency factor and `to` as the low one.
 */
PE_API void pe_scale_base(double *high, double *low, size_t count, double factor, double divisor);
PE_API void pe_scale_divide(double *high, double *low, size_t count, const double *divisors,
                            size_t stride);
PE_API void pe_scale_ramp(double *high, double *low, size_t count, double factor, double from,
                          double to, double length);

/*
 * Computes the pair indices at which YaRN's ramp begins and ends. The pairs at these indices turn
 * `fast` and `slow` times within `length` positions.
 *
 *     index(n) = dim ln(length / (2 pi n)) / (2 ln base), rounded to a double
 *
 * With `truncate`, the first index is rounded down and the second is rounded up. If the first is
 * then negative, it becomes 0. If the second is larger than dim - 1, it becomes dim - 1. If both
 * are now equal, 0.001 is added to the second. `range` has 2 elements.
 */
PE_API void pe_yarn_range(double *range, double dim, double base, double length, double fast,
                          double slow, bool truncate);

/* ---- rope: several axes ---------------------------------------------------------------------- */

/*
 * Copies rows and leaves gaps between their elements: to[r][i step] = from[r][i].
 * from is in [rows][count]. The rows of `to` are `stride` elements apart. flags: PE_FLOAT64.
 */
PE_API void pe_place(void *to, const void *from, size_t rows, size_t stride, size_t count,
                     size_t step, pe_flags flags);

/*
 * Replaces angles by their sums with other angles. All angles are given by their sines and cosines.
 * sines and cosines are inout [count], and the other two arrays are in [count]. Without PE_FLOAT64
 * the results are floats, which fill the first half of each array. The only flag is PE_FLOAT64.
 * Source: Heo et al. 2024 (RoPE-Mixed), eq. 12, where an angle is a sum over axes
 */
PE_API void pe_compose(double *sines, double *cosines, const double *other_sines,
                       const double *other_cosines, size_t count, pe_flags flags);

/* ---- rope: amplitudes ------------------------------------------------------------------------ */

/*
 * xPos: multiplies pair i of row r by zeta[i]^((p[r] - center) / scale). With PE_INVERSE, which is
 * for keys, it multiplies by the inverse of this power.
 *
 *     zeta[i] = (2 i + gamma dim) / ((1 + gamma) dim),   dim = 2 pairs
 *
 * sines, cosines  inout [rows][pairs]; without PE_FLOAT64 the results are floats, which fill the
 *                 first half of each array
 * positions       in [rows]; if it is a null pointer, p[r] = start + r
 * work            [pairs]
 *
 * Published implementations compute the center from the sequence length of each call. It is
 * floor(length / 2) in flash-attn, and ceil(length / 2) in torchscale. Keys in a cache then keep
 * the center of an earlier call, and their scores have a wrong factor. Pass the same center in
 * every call instead.
 *
 * Error:  the relative error is at most 2^-50 (1 + |(p[r] - center) / scale ln zeta[i]|)
 * Source: Sun et al. 2022 (a length-extrapolatable transformer), eq. 15 and its published code
 */
PE_API void pe_xpos(double *sines, double *cosines, size_t rows, size_t pairs,
                    const double *positions, double start, double center, double scale,
                    double gamma, double *work, pe_flags flags);

/*
 * PoPE: turns each element x into a pair. The length r of the pair is softplus(x). Its angle is
 * a + b, where a is the angle of the position and b is a phase.
 *
 *     (r cos(a + b), r sin(a + b)),   r = ln(1 + e^x)
 *
 * x               in [units][dim]: `units` head vectors
 * out             out [units][2 dim]: first all r cos(a + b), then all r sin(a + b); with
 *                 PE_INTERLEAVED they alternate
 * cosines, sines  in [period][dim]. Vector u is head (first + u) % heads of row (first + u) /
 *                 heads. Its angles are in this row, modulo `period`
 * phase_cosines, phase_sines  in [heads][dim]: the cosines and sines of the phases
 *
 * Error:  at most 2^-50 r, and one rounding to float32
 * Source: Gopalakrishnan et al. 2025 (PoPE), section 3
 */
PE_API void pe_pope(float *out, const float *x, size_t units, size_t dim, size_t heads,
                    size_t first, const double *cosines, const double *sines, size_t period,
                    const double *phase_cosines, const double *phase_sines, pe_flags flags);

/* ---- tables that are added or learned -------------------------------------------------------- */

/*
 * Adds a table that repeats: x[i] += table[(first + i) % period]. x is inout [count], table is in
 * [period], and first < period.
 */
PE_API void pe_add(float *x, const float *table, size_t count, size_t first, size_t period);

/*
 * These kernels fill a table with random numbers. The generator is SplitMix64 (Steele, Lea and
 * Flood 2014) in counter mode. Draw i is the mixing function of this generator, applied to
 * seed + (i + 1) 0x9e3779b97f4a7c15. The interval (0, 1) has 2^52 equal cells. The upper 52 bits of
 * a draw choose a cell, and the result is the middle of the cell. All versions of posenc keep this
 * generator.
 *
 *   uniform  element i comes from draw i and is in (-bound, bound)
 *   normal   elements 2j and 2j + 1 come from draws 2j and 2j + 1 by the method of Box and Muller
 *            (1958). The mean is 0, and the standard deviation is std
 *
 * out   out [count]: the elements first, first + 1, ... of the table
 * seed  an integer in [0, 2^53)
 */
PE_API void pe_random_uniform(float *out, size_t count, double first, double seed, double bound);
PE_API void pe_random_normal(float *out, size_t count, double first, double seed, double std);

/* ---- grids ----------------------------------------------------------------------------------- */

/*
 * pe_weave assembles rows from `count` parts. It copies `width` bytes from row r of each part to
 * row r of the result, from byte `column` of this row on. All sizes are in bytes. The rows of a
 * part are `stride` bytes apart; with stride 0, one row is repeated.
 */
typedef struct {
  const char *from;
  size_t stride, column, width;
} pe_part;
PE_API void pe_weave(char *to, size_t stride, size_t rows, const pe_part *parts, size_t count);

/* ---- resizing -------------------------------------------------------------------------------- */

/*
 * These kernels resize one axis from `from` points to `to` points. pe_cubic_taps computes the
 * weights of bicubic interpolation, pe_linear_taps those of bilinear interpolation, and pe_resize
 * computes the weighted sums. An image is resized along one axis and then along the other. k(x) is
 * the weight of a point at distance x:
 *
 *     k(x) = (a + 2)|x|^3 - (a + 3)|x|^2 + 1      for |x| < 1
 *     k(x) = a|x|^3 - 5a|x|^2 + 8a|x| - 4a        for 1 <= |x| < 2
 *
 * The distance from point i of the result to point j of the input is
 * x = (i + 1/2) from / (to + offset) - (j + 1/2).
 *   without antialias  a = -0.75; points beyond the edge have the value at the edge
 *   with antialias     a = -0.5; x is divided by from / (to + offset) where this is more than 1.
 *                      Only points within the edges count, and the weights are divided by their sum
 *
 * spans    out [to][2]: the first input point with a weight, and the number of successive points
 *          with weights
 * weights  out [to][most]; in each row, only the weights of the points in the span are written
 * most     the largest number of weights of a point of the result: min(from, 4); or with antialias
 *          min(from, ceil(4 max(from, to) / to))
 * from, to >= 1
 * offset   0; or 0.1 in DINOv2, whose scale_factor for PyTorch is (to + 0.1) / from. It is at
 *          least 0 and less than 1
 *
 * Laws:    A weight depends only on the distance, so with offset 0 mirrored points have the same
 *          weights, bit for bit. Points without weight are not read, so the result has the bits of
 *          the input if from = to and offset = 0.
 * Source:  Keys 1981, eq. 4 (a = -0.5: eq. 15). The values of a, the rule for edges and the
 *          division of x are those of PyTorch. The offset is from the code of DINOv2 (Oquab et al.
 *          2023).
 */
PE_API void pe_cubic_taps(int32_t *spans, double *weights, size_t most, size_t from, size_t to,
                          double offset, bool antialias);

/*
 * Computes the weights of bilinear interpolation, k(x) = 1 - |x| for |x| < 1. All else is as in
 * pe_cubic_taps, with the rules of PyTorch's mode 'bilinear': without antialias, points beyond the
 * edge have the value at the edge; with antialias, only points within the edges count.
 *
 * most     min(from, 2); or with antialias min(from, ceil(2 max(from, to) / to))
 */
PE_API void pe_linear_taps(int32_t *spans, double *weights, size_t most, size_t from, size_t to,
                           double offset, bool antialias);

/*
 * Computes `count` weighted sums of rows. `in` may be a ring buffer of rows. Row j of the input is
 * then stored as row (j - first) % rows of the buffer.
 *
 *     out[x] = sum over k of weights[x][k] in[(spans[x][0] - first + k) % rows]
 *
 * out      out [count][dim]; if count is 1, it may be a row of `in`
 * in       in [rows][dim]
 * spans    in [count][2]
 * weights  in [count][most]
 */
PE_API void pe_resize(double *out, const double *in, size_t rows, const int32_t *spans,
                      size_t first, const double *weights, size_t most, size_t count, size_t dim);

/* ---- Fourier features ------------------------------------------------------------------------ */

/*
 * Computes Fourier features: the sines and cosines of sums of coordinates times frequencies.
 *
 *     angle[r][i] = (pi or 1) sum over t of x[r][t] w[t][i]
 *
 * The angle and each of its terms must be below 2^41 quarter turns.
 *
 * sines, cosines  out, `rows` rows, `stride` elements apart; pair i is element i pair_stride of
 *                 its row
 * x               in, `rows` rows, x_stride elements apart; the first `terms` elements of each are
 *                 read
 * high, low       in [terms][pairs rounded up to an even number]: w = high + low
 * work            [2][pairs rounded up to an even number]
 * times_pi        whether the sum is multiplied by pi
 * flags           PE_FLOAT64
 *
 * Error:  float32, one term: at most 1 ulp, or 2^-52 where that is larger.
 *         float64: at most 4 x 2^-53.
 * Source: Mildenhall et al. 2020 (NeRF), eq. 4; Jaegle et al. 2021 (Perceiver), section 3.2;
 *         Tancik et al. 2020 (random Fourier features), eq. 5
 */
PE_API void pe_fourier(void *sines, void *cosines, size_t rows, size_t stride, size_t pair_stride,
                       const double *x, size_t x_stride, size_t terms, const double *high,
                       const double *low, size_t pairs, double *work, bool times_pi,
                       pe_flags flags);

/* ---- biases that depend on key - query ------------------------------------------------------- */

/*
 * These biases depend only on the difference key - query. A ramp is the list of the biases for all
 * differences, in rising order. It is computed once. Each row of the bias matrix is then a section
 * of the ramp. The section begins one element earlier than the section of the row before.
 *
 * pe_toeplitz writes the matrix:
 *
 *     out[r][k] = ramp[rows - 1 - r + k]      (PE_ADD: out[r][k] + ramp[...])
 *
 * out    out, or inout with PE_ADD: `rows` rows of 4-byte elements, `stride` elements apart. The
 *        first `columns` elements of each row are written
 * ramp   in [rows - 1 + columns]
 * flags  PE_HALVES: out and ramp have 2-byte elements. It cannot be combined with PE_ADD
 *
 * The other kernels of this section compute ramps. There, ramp[i] is the bias for key - query =
 * first + i, and the distance D is |first + i|. Ramps are floats; with PE_FLOAT64 they are doubles,
 * which are not rounded to float32.
 */
PE_API void pe_toeplitz(void *out, const void *ramp, size_t rows, size_t columns, size_t stride,
                        pe_write_mode mode, pe_flags flags);

/*
 * Computes ALiBi's slopes, each correctly rounded to float32. out has `heads` >= 1 elements.
 *
 * The paper's rule: let p be the largest power of two that is at most heads, and b = max_bias. The
 * slopes are 2^(-b i / p) for i = 1..p, then 2^(-b i / 2p) for i = 1, 3, 5, ...
 * The geometric rule: the slopes are 2^(-b i / heads) for i = 1..heads, for any number of heads.
 *
 * Source: Press, Smith and Lewis 2022, section 3, and the authors' code for other numbers of heads.
 *         The geometric rule is common in tutorials, and differs from the rule of the paper.
 */
PE_API void pe_alibi_slopes(float *out, size_t heads, double max_bias, bool geometric);

/*
 * Computes ALiBi's ramp for one head: ramp[i] = 0 - slope D, rounded once, so that distance 0
 * gives +0. ramp has `count` elements. Keys need not be one position apart: keys, if it is not NULL,
 * has their `count` positions, and D is |first + keys[i]|, where `first` is minus the position of
 * the query. So BLOOM's distances skip padding.
 *
 * In some models only n heads have a bias (alibi_num_heads of x-transformers). These are the first
 * n heads, with the slopes of a model of n heads. The other heads have slope 0. BLOOM and MPT
 * add the bias to scores that are already scaled. Falcon adds it before it divides the scores by
 * sqrt(head_dim), and in bfloat16, which is coarse beyond position 256.
 *
 * Source: Press, Smith and Lewis 2022, section 3
 */
PE_API void pe_alibi_ramp(void *ramp, size_t count, double first, const double *keys, double slope,
                          pe_flags flags);

/*
 * Computes the distances at which logarithmic buckets begin. For t = 0, 1, ... let x be
 * low (high / low)^(t / divisor). The distance is the smallest integer >= x, or with `beyond` the
 * smallest integer > x. If x is within a relative 2^-85 of an integer, x is taken as this integer.
 *
 * pe_bucket_ramp can then compare integers with integers. If it computed buckets by a logarithm,
 * rounding would decide the bucket of a distance that is an exact power.
 *
 *   T5, `side` buckets per side   low = side / 2, high = max_distance, divisor = count = side -
 *                                 side / 2
 *   DeBERTa v3                    low = count = buckets / 2, high = max_distance - 1, divisor = low
 *                                 - 1, with `beyond`, since DeBERTa's code rounds up
 *
 * out has `count` elements, and 1 <= low < high. T5 adds its bias to scores without the factor
 * 1 / sqrt(head_dim).
 * Source: Raffel et al. 2020, section 2.1, and the bucket functions of T5's and DeBERTa's code
 */
PE_API void pe_bucket_thresholds(double *out, size_t count, double low, double high, double divisor,
                                 bool beyond);

/*
 * Computes a ramp of bucket numbers: ramp[i] = at + sign b, where b is the bucket of the distance
 * D. For keys at or before their query, `at` is before_at and `sign` is before_sign. For keys after
 * their query, they are after_at and after_sign. A distance below `exact` is its own bucket. Bucket
 * exact + t begins at the distance thresholds[t]. The last bucket contains all larger distances.
 *
 *                                 before     sign  at        after        sign  at
 *   T5, bidirectional             side        1    0         side          1    side
 *   T5, causal                    side        1    0         side          0    0
 *   DeBERTa, query - key          buckets     1    0         buckets + 1  -1    0
 *   Shaw, clip(key - query) + K   K + 1      -1    K         K + 1         1    K
 *   Transformer-XL                clamp + 1  -1    keys - 1  1             0    -1
 *   XLNet                         clamp + 1  -1    keys      clamp + 1     1    keys
 *
 * T5 has `side` buckets per side. Distances beyond Shaw's K or beyond `clamp` share the bucket of K
 * or `clamp`. The tables of Transformer-XL and XLNet begin with the largest distance, so the sign
 * is -1 for keys before their query. The bucket -1 means that the table has no row for the key.
 *
 * ramp        out [count]
 * thresholds  in [max(before, after) - exact], from pe_bucket_thresholds
 * before      the number of buckets for keys at or before their query, at least 1
 * after       the number of buckets for keys after their query, at least 1
 */
PE_API void pe_bucket_ramp(int32_t *ramp, size_t count, double first, const double *thresholds,
                           size_t exact, size_t before, int before_sign, int before_at,
                           size_t after, int after_sign, int after_at);

/*
 * Looks up the bias of each bucket for one head: ramp[i] = table[buckets[i]][head]. ramp and
 * buckets may begin at the same address. Each row of the table has `heads` elements.
 */
PE_API void pe_bucket_lookup(void *ramp, const int32_t *buckets, size_t count, const float *table,
                             size_t heads, size_t head, pe_flags flags);

/*
 * Computes KERPLE's ramp for one head: ramp[i] = -p ln(1 + a D), or with `power` -a D^p. Each head
 * learns its own p and a. The authors' code keeps p and a at 0.01 or more. With `power` it also
 * keeps p at 2 or less, as the theory requires. Both a D and D^p must be below 2^1000.
 *
 * Error:  worst found: 0.500000 ulp (p <= 2, D < 2^31). All of 10 million powers and all of 10
 *         million logarithms were correctly rounded. Of 100 million further powers, 1 was not.
 *         tests/tools/sweep-biases.c found these errors and the errors of the biases below.
 *         With PE_FLOAT64, results are rounded to 46 significant bits. So a power that has at most
 *         46 significant bits is exact.
 * Source: Chi, Fan, Ramadge and Rudnicky 2022 (KERPLE)
 */
PE_API void pe_kerple_ramp(void *ramp, size_t count, double first, double p, double a, bool power,
                           pe_flags flags);

/*
 * Sandwich: the bias is the dot product of two rows of a sinusoidal table. A constant is
 * subtracted, so that the bias is 0 at distance 0.
 *
 *     ramp[i] = (sum over j = 1..pairs of cos(D w[j]) - pairs) / (8 h / heads)
 *     w[j] = 10000^(-2j / dim),  h = 1..heads,  dim = the dimensions of a head (128 in the paper)
 *
 * j starts at 1, so the pair with frequency 1 is left out.
 * pe_sandwich_sums  computes sums[r], the sum over j of 1 - cos(D[r] w[j]). Its input `angles`
 *                   [rows][2][pairs] comes from pe_angles: sines, then cosines
 * pe_sandwich_ramp  computes ramp[i] = -sums[i] / divisor
 *
 * Error:  all of 1 million elements were correctly rounded; worst found: 0.500000 ulp (D < 2^20)
 * Source: Chi, Fan, Rudnicky and Ramadge 2023 (Dissecting Transformer Length Extrapolation)
 */
PE_API void pe_sandwich_sums(double *sums, const double *angles, size_t rows, size_t pairs);
PE_API void pe_sandwich_ramp(void *ramp, const double *sums, size_t count, double divisor,
                             pe_flags flags);

/*
 * FIRE: a small network computes the bias from one number x. This number is the logarithm of the
 * distance, divided by the logarithm of the distance to the first key.
 *
 *     bias = b2 + sum over u of w2[u] max(0, w1[u] x + b1[u])
 *     x = ln(1 + c D) / (ln(1 + longest) + epsilon)
 *
 * The bias is a piecewise linear function of x. Its lines are computed once, for all x.
 * pe_fire_lines  computes lines [hidden + 1][3]. Each line has the x at which the next line begins
 *                (infinity for the last line), its slope, and its height at x = 0
 * pe_fire_logs   computes logs[i] = ln(1 + c D), which all heads and queries share. c >= 0; the
 *                authors' code takes |c|
 * pe_fire_ramp   computes the ramp of one query. longest = c max(position of the query, threshold).
 *                In the authors' code the threshold is |L_multiplier init_L|
 *
 * Error:  at most 2^-48 times the sum of the magnitudes of all terms, and one rounding to float32.
 *         With 32 units, all of 1 million elements were correctly rounded.
 * Source: Li et al. 2024 (Functional Interpolation for Relative Positions), and its appendix
 */
PE_API void pe_fire_lines(double *lines, const double *w1, const double *b1, const double *w2,
                          double b2, size_t hidden);
PE_API void pe_fire_logs(double *logs, size_t count, double first, double c);
PE_API void pe_fire_ramp(void *ramp, const double *logs, size_t count, double longest,
                         double epsilon, const double *lines, pe_flags flags);

/* ---- biases that depend on the content ------------------------------------------------------- */

/*
 * Computes biases from tables of relative positions. pe_products has computed by_row and by_column.
 *
 *     out[r][k] = by_row[r][i - lowest] + by_column[k][i - lowest],   i = index[rows - 1 - r + k]
 *
 * out[r][k] is -infinity where i < 0.
 *   Shaw            by_row = q . table
 *   Transformer-XL  by_row = q . R; by_column = v . R, which is the same for every key
 *   and XLNet       (column_stride 0)
 *   DeBERTa         by_row = q . key_table (c2p); by_column = k . query_table (p2c). Both use the
 *                   bucket of query - key. For p2c the paper writes key - query, but its code uses
 *                   query - key. For the term of two positions (p2p), a multiple of a row of
 *                   query_table is added to q before the products.
 *
 * out        out, `rows` rows, `stride` elements apart
 * index      in [rows - 1 + columns]
 * by_row     in [rows][width]
 * by_column  in, rows that are column_stride elements apart; or a null pointer, which stands for
 *            zeros
 *
 * Error:  at most sqrt(dim) 1e-14 times the sum of the magnitudes of all terms, and one rounding to
 *         float32
 * Source: Shaw et al. 2018, eq. 4; Dai et al. 2019, section 3.3; He et al. 2021, eq. 4
 */
PE_API void pe_relative(float *out, size_t rows, size_t columns, size_t stride,
                        const int32_t *index, int lowest, const double *by_row,
                        const double *by_column, size_t width, size_t column_stride);

/*
 * Sums the attention weights of the keys that have the same index. A scheme needs these sums if it
 * adds a table of relative positions to the values.
 *
 *     sums[r][i] = sum of weights[r][k] over all k with index[rows - 1 - r + k] = f[r] + i
 *
 * f[r] = index[rows - 1 - r] is the index of the first column. From each column to the next, the
 * index stays or rises by 1. pe_resize then computes what attention adds to its output, which is
 * the sum of sums[r][i] table[f[r] + i] over i. So each row of the table is multiplied only once.
 *
 * sums     out, `rows` rows, `stride` elements apart; stride >= columns is always enough. In each
 *          row, only the sums of indices that occur are written
 * weights  in [rows][columns]
 * index    in [rows - 1 + columns]
 *
 * Error:  at most columns 2^-53 times the sum of the magnitudes of the weights
 * Source: Shaw et al. 2018, eq. 3
 */
PE_API void pe_relative_sums(double *sums, const float *weights, size_t rows, size_t columns,
                             const int32_t *index, size_t stride);

/*
 * CoPE: the position of a key is counted back from the query. Each key has a gate, a number from 0
 * to 1. The position is the sum of the gates from the key to the query, including both.
 *
 *     position[r][k] = min(last, sum over j = k..query of 1 / (1 + e^-x[r][j]))
 *     bias[r][k] = projected[r] at this position, interpolated between its two neighbours
 *
 * x          inout [rows][columns]: logits on entry. On return it contains biases if `positions` >
 *            0, and otherwise positions
 * limit      the query of row r is column limit + r. Later keys get position 0 and bias -infinity
 * sums       inout [rows]: the sum of gates so far. Keys may be split into tiles (blocks of
 *            columns), one tile for each call, from the last tile to the first. Sums are 0 before
 *            the first call
 * last       the largest position. Logits of keys beyond it are not read
 * projected  in [rows][positions]: q . embedding, with last <= positions - 1
 *
 * Error:  positions: all of 10 million were correctly rounded; worst found: 0.500000 ulp (256 and
 *         512 keys)
 * Source: Golovneva et al. 2024 (Contextual Position Encoding), whose listing scales the logits by
 *         1 / sqrt(head_dim) before the gates
 */
PE_API void pe_cope(float *x, size_t rows, size_t columns, double limit, double *sums, double last,
                    const double *projected, size_t positions);

/* ---- windows of an image --------------------------------------------------------------------- */

/*
 * Writes the biases of a window: a rectangle of height x width tokens in row-major order. A bias
 * depends only on the offset (dy, dx): the position of the query q minus that of the key k.
 *
 *     index(q, k) = (dy + height - 1)(2 width - 1) + dx + width - 1
 *     out[r][k] = ramp[(2 height - 1)(2 width - 1) - 1 - index(first + r, k)]
 *
 * out    `rows` rows of 4-byte elements, `stride` elements apart; row r is query first + r
 * ramp   in [(2 height - 1)(2 width - 1)]: the table of a head, in reverse order
 * flags  PE_HALVES: out and ramp have 2-byte elements
 *
 * Source: Liu et al. 2021, eq. 4
 */
PE_API void pe_swin(void *out, size_t rows, size_t first, size_t stride, const void *ramp,
                    size_t height, size_t width, pe_flags flags);

/*
 * Computes Swin V2's coordinates of `count` offsets (dy, dx), beginning at the index `first` of
 * pe_swin. Each row of out [count][2] has two coordinates, of dy and of dx:
 *
 *     sign(d) log2(1 + 8 |d| / span) / log2 8
 *
 * The span of dy is span_y, the height of the training window minus 1. The span of dx is span_x,
 * its width minus 1.
 *
 * Error:  after rounding to float32, all of 10 million were correctly rounded; worst found:
 *         0.499998 ulp
 * Source: Liu et al. 2022, section 3.3, and their code, which divides by log2 8
 */
PE_API void pe_swin_coordinates(double *out, size_t count, size_t first, size_t height,
                                size_t width, double span_y, double span_x);

/*
 * Computes Swin V2's table of biases, 16 sigmoid(w2 relu(w1 (dy, dx) + b1)). Here dy and dx are the
 * coordinates of pe_swin_coordinates.
 *
 * out   out [count][heads]
 * work  count (2 + hidden + heads) doubles
 * w1    in [hidden][2]
 * b1    in [hidden]
 * w2    in [heads][hidden]
 *
 * Source: Liu et al. 2022, section 3.3; the factor 16 is in their code
 */
PE_API void pe_swin_table(float *out, double *work, size_t count, size_t first, size_t height,
                          size_t width, double span_y, double span_x, const double *w1,
                          const double *b1, size_t hidden, const double *w2, size_t heads);

/* ---- temperature ----------------------------------------------------------------------------- */

/*
 * Computes Llama 4's temperatures, which multiply the queries in its layers without positions
 * (NoPE):
 *
 *     out[i] = 1 + beta ln(floor((p + 1) / floor) + 1),   p >= 0
 *
 * p is positions[i]; or start + i if positions is a null pointer. out and positions have `count`
 * elements.
 *
 * Error:  all of 10 million were correctly rounded; worst found: 0.500000 ulp
 * Source: the code of Llama 4; the idea is in Nakanishi 2025 (scalable softmax)
 */
PE_API void pe_temperature(float *out, size_t count, const double *positions, double start,
                           double beta, double floor);

/* ---- attention and similarity ---------------------------------------------------------------- */

/*
 * Computes dot products: out[i][j] = scale (a[i] . b[j]). a is in [a_rows][dim], b is in
 * [b_rows][dim], and the rows of out are `stride` elements apart.
 * Law: every sum adds its terms in the same order, so the bits of a result do not depend on other
 * rows.
 */
PE_API void pe_products(double *out, size_t stride, const double *a, size_t a_rows, const double *b,
                        size_t b_rows, size_t dim, double scale);

/*
 * These kernels compute attention (Vaswani et al. 2017, eq. 1) in tiles, which are blocks of
 * successive keys. All sums are in double precision.
 *
 *   1. For each tile, call pe_attention_scores, then pe_softmax_scan. The scan replaces each score
 *      by exp(score - highest so far), or by -1 for a key that is not attended to.
 *   2. If there are several tiles, compute the scores of a tile again before its step 3. Then scan
 *      them with `again`, which leaves the state as it is.
 *   3. For each tile, call pe_softmax_weights, then pe_weighted_sum.
 *
 * A score of -infinity means that the key is not attended to: its weight is 0, and its value is not
 * read. If all scores of a row are -infinity, the weights and output of the row are 0.
 *
 * scores   out [rows][columns]: scale (q . k) + bias, and -infinity for column j > limit + r
 * state    inout [rows][2]: the highest score so far, and the sum of exp(score - highest). Before
 *          the first tile it is {-infinity, 0}
 * weights  out [rows][columns], rounded once. pe_softmax_weights also leaves them in `scores` in
 *          double precision, with -1 for keys that are not attended to
 * out      inout [rows][dim]: the sum of weights times values so far
 *
 * Error: weights and output are within 1e-6 of a double-precision reference for |v| <= 1. Worst
 * found: 3.0e-8, including the rounding to float32 (random q, k, v; 3000 keys).
 */
PE_API void pe_attention_scores(double *scores, const double *q, size_t rows, const double *k,
                                size_t columns, size_t dim, const float *bias, double scale,
                                double limit);
PE_API void pe_softmax_scan(double *state, double *scores, size_t rows, size_t columns, bool again);
PE_API void pe_softmax_weights(double *scores, float *weights, const double *state, size_t rows,
                               size_t columns);
PE_API void pe_weighted_sum(double *out, const double *weights, const double *values, size_t rows,
                            size_t columns, size_t dim);

/*
 * Computes the similarity of every row of a with every row of b: the cosine of the angle between
 * them, their dot product, or their Euclidean distance. If either row is zero, the cosine is 0.
 * Sums are in double precision, and each result is rounded once.
 *
 * out      out [a_rows][b_rows]
 * scratch  a_rows b_rows + b_rows doubles
 */
PE_API void pe_similarity(float *out, double *scratch, const double *a, size_t a_rows,
                          const double *b, size_t b_rows, size_t dim, pe_metric metric);

/* ---- elementary functions -------------------------------------------------------------------- */

/*
 * Returns e^x, or 0 or infinity beyond the range of doubles. For |x| < 700 the result is correctly
 * rounded, unless e^x is at a relative distance below 2^-90 from the middle between two doubles.
 */
PE_API double pe_exp(double x);

/*
 * Returns the natural logarithm of a finite x > 0. It is correctly rounded, unless the exact result
 * is at a relative distance below 2^-90 from the middle between two doubles.
 */
PE_API double pe_log(double x);

/*
 * Returns the angle of the vector (x, y), in [-pi, pi], with an error of at most 2^-50, and 0 for
 * (0, 0).
 */
PE_API double pe_angle(double y, double x);

/* ---- colours --------------------------------------------------------------------------------- */

/*
 * Looks up the colour of each value: out[i] = palette[floor(colors (values[i] - min) / (max -
 * min))]. The index is clamped to the ends of the palette. The colour of NaN is 0, which is
 * transparent. An entry of the palette is four bytes: red, green, blue and alpha.
 */
PE_API void pe_colorize(uint32_t *out, const double *values, size_t count, const uint32_t *palette,
                        size_t colors, double min, double max);

#ifdef __cplusplus
}
#endif

#endif
