/*
 * posenc: the positional encodings of transformers, as kernels.
 *
 * This header is the specification and the export list. Conventions, said once:
 *   - Matrices are row-major, [rows][columns]. Positions and distances are counted in tokens.
 *   - Frequencies are in radians per position. A pair is the sine and cosine of one frequency.
 *   - No kernel allocates, does I/O, keeps state between calls or reports errors: the caller has
 *     checked sizes, and owns all memory, work areas included. Arrays do not overlap unless said.
 *   - Rounding is IEEE, to nearest; no fused multiply-add. The same input gives the same bits on
 *     every machine, the payload of a NaN excepted.
 *   - NaN and infinity in data are data: they stay in the element (add, colorize), the pair
 *     (rotate) or the row (attention, similarity) that reads them, as IEEE arithmetic has it.
 *   - "Exact" is the real-number formula, positions and base taken as given; an error is the
 *     distance from it. Errors were found by the tests named beside them, which hold the bounds.
 */
#ifndef POSENC_H
#define POSENC_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define PE_API __attribute__((used, visibility("default")))

/* Flags of the kernels that take them. */
enum {
  PE_INTERLEAVED = 1,   /* pair i at (2i, 2i + 1); otherwise at (i, i + pairs) */
  PE_FLOAT64 = 2,       /* elements are doubles; otherwise floats */
  PE_INVERSE = 4,       /* rotate back */
  PE_FLOAT32_ANGLE = 8, /* the angle is float32(float32(frequency) * float32(position)) */
};
enum { PE_COSINE, PE_DOT, PE_EUCLIDEAN };
enum { PE_FILL, PE_ADD, PE_STREAM /* fill more than the caches hold */ };

/* ---- angles: frequencies, and tables of sines and cosines ------------------------------------ */

/*
 * Frequencies of the pairs first, first + 1, ... as double-double.
 *
 *     w[i] = base^(-2 (first + i) / divisor)
 *
 * high, low  out [count]  w = high + low; high is w correctly rounded but for ties beyond 2^-85
 * base       >= 1, finite
 * divisor    the dimension; 2 (pairs - 1) for the layout of tensor2tensor and fairseq
 *
 * Error:  relative, below 2^-85 for 4096 pairs
 * Source: Vaswani et al. 2017, section 3.5; Su et al. 2021 (RoFormer), eq. 15
 */
PE_API void pe_frequencies(double *high, double *low, size_t count, size_t first, double base, double divisor);

/* Positions per cycle, 2 pi / w, correctly rounded but for ties beyond 2^-80. out, high, low [count]. */
PE_API void pe_wavelengths(double *out, const double *high, const double *low, size_t count);

/* The number of doubles in the work area of pe_angles. */
PE_API size_t pe_angles_size(size_t pairs);

/*
 * Prepares a work area for the given frequencies (double-double, radians per position). The area
 * then serves any number of pe_angles calls, whose sines and cosines are times `amplitude`, and
 * remembers the seeds they share.
 */
PE_API void pe_angles_begin(double *work, size_t pairs, const double *high, const double *low, double amplitude);

/*
 * Sines and cosines of position times frequency, a row for each position.
 *
 *     sine[r][i] = sin(p[r] w[i])    cosine[r][i] = cos(p[r] w[i])
 *
 * sines, cosines  out       rows of `stride` elements; with PE_INTERLEAVED cosines = sines + 1
 * cosine_count    pairs, or pairs - 1: the last cosine is then not written (odd dimensions)
 * flags           PE_INTERLEAVED, PE_FLOAT64, PE_FLOAT32_ANGLE
 * work            of pe_angles_begin, for the same frequencies; `high` is theirs too
 * positions       in [rows], |p| <= 2^40 (bfloat16 is whole only to 256, float16 to 2048: such positions are not
 *                 those that were meant, whatever is computed of them); or 0, and then p[r] = whole + r + fraction, as a real
 *                 number, with |fraction| < 1
 *
 * Error:   float32, |p| <= 2^24, base <= 10^7: at most 1 ulp, or 2^-52 where that is larger; worst
 *          found 0.502 of that, p = 15410927, element 28, dim 92, base 1175.7780154815309
 *          (11 of 2.8 billion elements were not correctly rounded)
 *          float64, |p| <= 2^20: at most 4 x 2^-53 absolute; worst found 2.638 x 2^-53,
 *          p = 33393, element 1875, dim 5730, base 6629.9183501292064 (interleaved, start 0)
 *          PE_FLOAT32_ANGLE: sine and cosine of the float32 angle, correctly rounded in all tests
 * Laws:    a row's bits depend on its position alone, not on the rows around it;
 *          the row of -p is that of p with its sines negated
 * Source:  Vaswani et al. 2017, section 3.5
 */
PE_API void pe_angles(void *sines, void *cosines, size_t rows, size_t stride, size_t pairs, size_t cosine_count, int flags,
                      double *work, const double *high, const double *positions, double whole, double fraction);

/* ---- rope ------------------------------------------------------------------------------------ */

/*
 * Rotates the pairs of `units` head vectors in place; the rest of each vector stays.
 *
 *     (x, y) -> (x cos a - y sin a, x sin a + y cos a)
 *
 * x               inout [units][head_dim], the pairs in its first 2 pairs elements, split in
 *                 halves or PE_INTERLEAVED
 * cosines, sines  in [period][pairs], of the same type as x
 * heads, first    unit u is head (first + u) % heads of row (first + u) / heads; its angles are
 *                 in row modulo `period` of the table
 * rotated         how many heads of each row are rotated, the last ones; <= heads
 * flags           PE_INTERLEAVED, PE_FLOAT64, PE_INVERSE (the sines negated)
 *
 * Error:   1.5 ulp of hypot(x, y) beyond that of the table; worst found 1.245 (float32, random vectors)
 * Laws:    both layouts give the same bits, permuted
 * Source:  Su et al. 2021, eq. 34
 */
PE_API void pe_rotate(void *x, size_t units, size_t head_dim, size_t pairs, size_t heads, size_t rotated, size_t first,
                      const void *cosines, const void *sines, size_t period, int flags);

/* x[i] *= factor, rounded once. x inout [count]; PE_FLOAT64. */
PE_API void pe_scale(void *x, size_t count, double factor, int flags);

/*
 * Permutes the first 2 pairs elements of each row between the layouts: half-split to interleaved
 * with PE_INTERLEAVED, back without. x inout [rows][head_dim]; scratch 2 pairs elements.
 */
PE_API void pe_swap_layout(void *x, size_t rows, size_t head_dim, size_t pairs, int flags, void *scratch);

/* ---- rope: scaled frequencies ---------------------------------------------------------------- */

/*
 * What codes disagree about:
 *   dynamic    the base grows with the context, and keys cached before keep the older one, unless they are rotated anew
 *   LongRoPE   all of a sequence has the long or the short factors: long beyond the original length, not at it; vLLM
 *              chooses once, by the longest sequence it will serve
 *   NTK        here alpha moves the base: the first frequency stays, the last is divided by alpha; vLLM's "ntk" divides the first too, by
 *              alpha^(2 / dim), and Lumina multiplies the base by alpha itself
 *   YaRN       its factor stands on cosines and sines, so scores have its square, on the rotated dimensions alone;
 *              DeepSeek puts a ratio of two such factors there (1 where they are equal), and the square of
 *              0.1 mscale_all_dim ln(factor) + 1 on the scale of the softmax; llama.cpp's kernel multiplies by 0.1 ln(factor) + 1 itself
 */

/*
 * Each changes double-double frequencies in place, high, low inout [count], with a relative error
 * below 2^-80, its numbers taken as given.
 *
 *   base    w[i] factor^(-2 i / divisor): with divisor = dim - 2, NTK-aware scaling, whose base is
 *           base factor^(dim / (dim - 2)): the first frequency stays, the last is divided by factor
 *   divide  w[i] / divisors[i stride]; stride 0 or 1: position interpolation (Chen et al. 2023, eq. 4),
 *           LongRoPE (Ding et al. 2024, eq. 3)
 *   ramp    w[i] (1 - r) + (w[i] / factor) r, where r is (x - from) / (to - from) clamped to [0, 1], and x is i,
 *           or with a length > 0 the turns within it, length w[i] / (2 pi): YaRN (Peng et al. 2023, eq. 13
 *           and the index form of its code), Llama 3 (its published code: from high to low frequency factor)
 */
PE_API void pe_scale_base(double *high, double *low, size_t count, double factor, double divisor);
PE_API void pe_scale_divide(double *high, double *low, size_t count, const double *divisors, size_t stride);
PE_API void pe_scale_ramp(double *high, double *low, size_t count, double factor, double from, double to, double length);

/*
 * The pairs between which YaRN's ramp lies: those that turn `fast` and `slow` times within `length`,
 * dim ln(length / (2 pi n)) / (2 ln base), rounded to a double, or with `truncate` outwards to whole
 * pairs; then within [0, dim - 1], and 0.001 apart if they are one. range out [2].
 */
PE_API void pe_yarn_range(double *range, double dim, double base, double length, double fast, double slow, int truncate);

/* The natural logarithm of x > 0, correctly rounded but for ties beyond 2^-90. */
PE_API double pe_log(double x);

/* ---- rope: several axes, and amplitudes ------------------------------------------------------ */

/* to[r][i step] = from[r][i]; from [rows][count], rows of `to` `stride` apart; PE_FLOAT64. */
PE_API void pe_place(void *to, const void *from, size_t rows, size_t stride, size_t count, size_t step, int flags);

/*
 * The sines and cosines of the sum of two angles, in place of those of the first. Without PE_FLOAT64
 * they are left as floats, from the beginning of each array on. All [count].
 * Source: Heo et al. 2024 (RoPE-Mixed), eq. 12, whose angle is a sum over axes
 */
PE_API void pe_compose(double *sines, double *cosines, const double *other_sines, const double *other_cosines, size_t count, int flags);

/*
 * xPos: row r times zeta[i]^((p[r] - center) / scale), or to the negative power with PE_INVERSE (keys);
 *
 *     zeta[i] = (2 i + gamma dim) / ((1 + gamma) dim),   dim = 2 pairs
 *
 * sines, cosines  inout [rows][pairs], left as floats without PE_FLOAT64
 * positions       in [rows], or 0, and then p[r] = start + r
 * work            [pairs]
 *
 * The published codes centre on the length of each call: floor(length / 2) in flash-attn, ceil(length / 2) in
 * torchscale. Keys in a cache then have the centre of an earlier call, and scores a wrong factor: keep one centre.
 *
 * Error:  relative, 2^-50 (1 + |power ln zeta|)
 * Source: Sun et al. 2022 (a length-extrapolatable transformer), eq. 15 and its published code
 */
PE_API void pe_xpos(double *sines, double *cosines, size_t rows, size_t pairs, const double *positions, double start, double center,
                    double scale, double gamma, double *work, int flags);

/*
 * PoPE: each element becomes a pair of its own, whose length is softplus(x) and whose angle is that of
 * the position plus a phase.
 *
 *     (r cos(a + b), r sin(a + b)),   r = ln(1 + e^x)
 *
 * x               in [units][dim]
 * out             [units][2 dim]: the cosines, then the sines; beside one another with PE_INTERLEAVED
 * cosines, sines  in [period][dim]; unit u is head (first + u) % heads of row (first + u) / heads
 * phase_...       in [heads][dim], cosines and sines of the phases
 *
 * Error:  rounded once from doubles, within 2^-50 of r
 * Source: Gopalakrishnan et al. 2025 (PoPE), section 3
 */
PE_API void pe_pope(float *out, const float *x, size_t units, size_t dim, size_t heads, size_t first, const double *cosines,
                    const double *sines, size_t period, const double *phase_cosines, const double *phase_sines, int flags);

/* ---- tables that are added or learned -------------------------------------------------------- */

/* x[i] += table[(first + i) % period]. x inout [count], table in [period], first < period. */
PE_API void pe_add(float *x, const float *table, size_t count, size_t first, size_t period);

/*
 * Random initial tables. The generator is SplitMix64 (Steele, Lea and Flood 2014) in counter mode:
 * draw i is its mixing function of seed + (i + 1) 0x9e3779b97f4a7c15, and its upper 52 bits are
 * the middle of a cell of (0, 1). It never changes.
 *   uniform: element i from draw i, in (-bound, bound)
 *   normal:  elements 2j and 2j + 1 from draws 2j and 2j + 1 by Box and Muller (1958), mean 0
 * out [count] holds the elements first, first + 1, ...; seed is an integer in [0, 2^53).
 */
PE_API void pe_random_uniform(float *out, size_t count, double first, double seed, double bound);
PE_API void pe_random_normal(float *out, size_t count, double first, double seed, double std);

/* ---- grids ----------------------------------------------------------------------------------- */

/* Rows out of parts: width bytes from each part's row go to each row's column; all sizes in bytes. Stride 0 repeats a row. */
typedef struct {
  const char *from;
  size_t stride, column, width;
} pe_part;
PE_API void pe_weave(char *to, size_t stride, size_t rows, const pe_part *parts, size_t count);

/*
 * Bicubic resizing, one axis after the other: the weights of an axis, then the weighted sums.
 *
 *     k(x) = (a + 2)|x|^3 - (a + 3)|x|^2 + 1,  |x| < 1;    a|x|^3 - 5a|x|^2 + 8a|x| - 4a,  1 <= |x| < 2
 *
 * Point i of `to` lies at (i + 1/2) from / to, and the centre of point j of `from` at j + 1/2; x is the distance.
 *   plain      a = -0.75; points beyond the edge are the one at the edge
 *   antialias  a = -0.5; x is divided by from / to where that is above 1; only points within the edge, and the
 *              weights divided by their sum
 *
 * spans    out [to][2]: the first point with a weight, and how many points from it on have one
 * weights  out [to][most], of which that many are written; most = min(from, 4), or with antialias
 *          min(from, ceil(4 max(from, to) / to)). from, to >= 1
 *
 * Laws:    a weight depends on its distance alone, so mirrored points have mirrored weights, to the bit;
 *          points without weight are not read, so from = to changes no bit
 * Source:  Keys 1981, eq. 4 (a = -0.5: eq. 15); the choices of a, edge and widening are PyTorch's
 */
PE_API void pe_cubic_taps(int32_t *spans, double *weights, size_t most, size_t from, size_t to, int antialias);

/*
 * out[x] = sum over k of weights[x][k] in[(spans[x][0] - first + k) % rows]; out [count][dim], in [rows][dim],
 * spans [count][2], weights [count][most].
 */
PE_API void pe_resize(double *out, const double *in, size_t rows, const int32_t *spans, size_t first, const double *weights, size_t most,
                      size_t count, size_t dim);

/* ---- fourier features ------------------------------------------------------------------------ */

/*
 * Sines and cosines of sums of coordinates times frequencies, by pi or not.
 *
 *     angle[r][i] = (pi or 1) sum over t of x[r][t] w[t][i],   which is below 2^41 quarter turns, as is each term
 *
 * sines, cosines  out [rows] rows of `stride` elements, pair i at i pair_stride; PE_FLOAT64
 * x               in [rows] rows of x_stride, `terms` of them read
 * high, low       in [terms][pairs rounded up to an even number]: w = high + low
 * work            [2][pairs rounded up to an even number]
 *
 * Error:  float32, one term: at most 1 ulp, or 2^-52 where that is larger; float64: at most 4 x 2^-53
 * Source: Mildenhall et al. 2020 (NeRF), eq. 4; Jaegle et al. 2021 (Perceiver), section 3.2;
 *         Tancik et al. 2020 (random Fourier features), eq. 5
 */
PE_API void pe_fourier(void *sines, void *cosines, size_t rows, size_t stride, size_t pair_stride, const double *x, size_t x_stride,
                       size_t terms, const double *high, const double *low, size_t pairs, double *work, int pi, int flags);

/* ---- biases: functions of the distance between key and query --------------------------------- */

/*
 * Every bias here depends on key - query alone, so it is made once as a ramp over that difference,
 * and its rows are the ramp shifted.
 *
 *     out[r][k] = ramp[rows - 1 - r + k]      (PE_ADD: out[r][k] + ramp[...])
 *
 * out   out or inout [rows] rows of `stride` elements of 4 bytes, `columns` of them written
 * ramp  in [rows - 1 + columns]
 */
PE_API void pe_toeplitz(float *out, const float *ramp, size_t rows, size_t columns, size_t stride, int mode);

/*
 * ALiBi's slopes, each correctly rounded to float32. out [heads], heads >= 1.
 * With p = heads if that is a power of two, else the largest power of two below it, and
 * b = max_bias: 2^(-b i / p) for i = 1..p, then 2^(-b i / 2p) for i = 1, 3, 5, ...
 * geometric: 2^(-b i / heads) for i = 1..heads, whatever the number of heads.
 * Source: Press, Smith and Lewis 2022, section 3, and the rule of the authors' code for other
 * head counts; the geometric rule is common in tutorials and differs from it.
 */
PE_API void pe_alibi_slopes(float *out, size_t heads, double max_bias, int geometric);

/*
 * ramp[i] = -slope |first + i|, rounded once, -0 at distance 0. first is the smallest key - query.
 * Where some heads have no bias (x-transformers' alibi_num_heads), the first n heads have the
 * slopes of n heads and the others slope 0. Added to scores that are scaled already, as in BLOOM and
 * MPT; Falcon's code adds it before it divides by sqrt(head_dim), in bfloat16, coarse beyond position 256. Source: Press, Smith and Lewis 2022, section 3.
 */
PE_API void pe_alibi_ramp(float *ramp, size_t count, double first, double slope);

/*
 * The distances at which logarithmic buckets begin: for t = 0, 1, ... the smallest integer that is at
 * least low (high / low)^(t / divisor), or with `beyond` greater than that (an integer within 2^-85 of
 * that root is taken for it, where the root is one). Integers compared with integers then replace the
 * logarithm, whose last bit decides a bucket at exact powers. out [count], 1 <= low < high.
 *   T5 with `side` buckets on a side: low = side / 2, high = max_distance, divisor = count = side - side / 2
 *   DeBERTa v3: low = count = buckets / 2, high = max_distance - 1, divisor = low - 1, beyond (a ceiling there)
 * T5 adds its bias to scores that are not scaled by 1 / sqrt(head_dim).
 * Source: Raffel et al. 2020, section 2.1, and the bucket functions of T5's and DeBERTa's code.
 */
PE_API void pe_bucket_thresholds(double *out, size_t count, double low, double high, double divisor, int beyond);

/*
 * ramp[i] = at + sign b, b the bucket of the distance |first + i|, and at, sign those of keys at or
 * before their query, or after it. A distance below `exact` is its own bucket, thresholds[t] begins
 * bucket exact + t, and the last of a side (of its number before, after) holds all beyond.
 *                       keys before: sign, at       keys after: number, sign, at
 *   T5, bidirectional                1, 0           side, 1, side
 *   T5, causal                       1, 0           side, 0, 0
 *   DeBERTa, query - key             1, 0           buckets + 1, -1, 0
 *   Shaw, clip(key - query) + K     -1, K           K + 1, 1, K
 *   Transformer-XL, rows descending -1, keys - 1    1, 0, -1 (none)
 * ramp [count]; thresholds [the larger number - exact], of pe_bucket_thresholds.
 */
PE_API void pe_bucket_ramp(int32_t *ramp, size_t count, double first, const double *thresholds, size_t exact, size_t before, int before_sign,
                           int before_at, size_t after, int after_sign, int after_at);

/* ramp[i] = table[buckets[i]][head], the two of which may be one array. table [][heads]. */
PE_API void pe_bucket_lookup(float *ramp, const int32_t *buckets, size_t count, const float *table, size_t heads, size_t head);

/*
 * KERPLE: ramp[i] = -p ln(1 + a D), or with power -a D^p, where D = |first + i|; p and a are learned, one of each a head.
 * Their code keeps p and a at 0.01 at least, and p at 2 at most in the power, which the theory wants.
 * Error:  correctly rounded in nearly all: worst found 0.500000 ulp (p <= 2, D < 2^31; all of 10 million powers and
 *         as many logarithms by tests/sweep-biases.c, as the errors of biases below; 1 of 100 million powers beyond them was not)
 * Source: Chi, Fan, Ramadge and Rudnicky 2022 (KERPLE)
 */
PE_API void pe_kerple_ramp(float *ramp, size_t count, double first, double p, double a, int power);

/*
 * Sandwich: what is left of the products of sinusoidal rows, without content, lowered to 0 at distance 0.
 *
 *     ramp[i] = (sum over j = 1..pairs of cos(D w[j]) - pairs) / (8 h / heads),  w[j] = 10000^(-2j / dim), h = 1..heads
 *
 * j starts at 1: the pair of frequency 1 is not among them. sums[r] = sum of 1 - cos(D[r] w[j]), from
 * angles [rows][2][pairs] of pe_angles, sines and then cosines; the ramp is -sums / divisor.
 * Error:  all of 1 million correctly rounded, worst 0.500000 ulp (D < 2^20)
 * Source: Chi, Fan, Rudnicky and Ramadge 2023 (Dissecting Transformer Length Extrapolation); dim is that of a head, 128 there
 */
PE_API void pe_sandwich_sums(double *sums, const double *angles, size_t rows, size_t pairs);
PE_API void pe_sandwich_ramp(float *ramp, const double *sums, size_t count, double divisor);

/*
 * FIRE: a network of one number, the distance against that of the first key, both through a logarithm.
 *
 *     bias = b2 + sum over u of w2[u] max(0, w1[u] x + b1[u]),   x = ln(1 + c D) / (ln(1 + longest) + epsilon)
 *
 * It is a function of x in pieces that are lines, made once: lines [hidden + 1][3] get the x at which
 * the next piece begins (infinity for the last), slope and height. logs[i] = ln(1 + c |first + i|) serve
 * all heads and queries; a ramp, those of one longest = c max(position of the query, threshold).
 * c >= 0, in their code |c|; threshold is |L_multiplier init_L| there.
 * Error:  beside the rounding, 2^-48 of the sum of all terms without their signs; 32 units: all of 1 million correctly rounded
 * Source: Li et al. 2024 (Functional Interpolation for Relative Positions), and the listing of its appendix
 */
PE_API void pe_fire_lines(double *lines, const double *w1, const double *b1, const double *w2, double b2, size_t hidden);
PE_API void pe_fire_logs(double *logs, size_t count, double first, double c);
PE_API void pe_fire_ramp(float *ramp, const double *logs, size_t count, double longest, double epsilon, const double *lines);

/* ---- biases that read the queries ------------------------------------------------------------ */

/*
 * What tables of relative positions add to the scores, from products of pe_products:
 *
 *     out[r][k] = by_row[r][i - lowest] + by_column[k][i - lowest],  i = index[rows - 1 - r + k];  -infinity where i < 0
 *
 * Shaw: by_row = q . table. Transformer-XL: by_row = q . R, by_column = v . R, the same for every key
 * (column_stride 0). DeBERTa: by_row = q . key_table (c2p), by_column = k . query_table (p2c), both at
 * the bucket of query - key: the paper writes the other order for p2c, its code does this.
 * by_row [rows][width]; by_column rows of column_stride, or 0; sums in double precision, rounded once: beside that
 * rounding within sqrt(dim) 1e-14 of the sum of all terms without their signs.
 * Source: Shaw et al. 2018, eq. 4; Dai et al. 2019, section 3.3; He et al. 2021, eq. 4
 */
PE_API void pe_relative(float *out, size_t rows, size_t columns, size_t stride, const int32_t *index, int lowest, const double *by_row,
                        const double *by_column, size_t width, size_t column_stride);

/*
 * CoPE: positions counted by gates, from the query back to the key, both included.
 *
 *     position[r][k] = min(last, sum over j = k..query of 1 / (1 + e^-x[r][j]))
 *     bias[r][k] = projected[r] at that position, between its two neighbours by proportion
 *
 * x         inout [rows][columns]: logits, then positions, or biases if there are positions in projected
 * limit     the query of row r is column limit + r; later keys get position 0, bias -infinity
 * sums      inout [rows]: the sum so far. Tiles of keys go from the last to the first, sums from 0
 * projected in [rows][positions], q . embedding; last <= positions - 1. Logits beyond the last position are not read
 * Error:  positions, all of 10 million correctly rounded, worst 0.500000 ulp (256 and 512 keys)
 * Source: Golovneva et al. 2024 (Contextual Position Encoding), whose listing scales the logits by 1 / sqrt(head_dim) before the gates
 */
PE_API void pe_cope(float *x, size_t rows, size_t columns, double limit, double *sums, double last, const double *projected, size_t positions);

/* ---- windows of an image --------------------------------------------------------------------- */

/*
 * Biases of a window of height x width tokens, row by row, which depend on the two offsets alone. With
 * (dy, dx) = query - key, the index of a pair is (dy + height - 1)(2 width - 1) + dx + width - 1, and
 *
 *     out[r][k] = ramp[(2 height - 1)(2 width - 1) - 1 - index of (first + r, k)]
 *
 * out [rows] rows of `stride` elements of 4 bytes; ramp [(2 height - 1)(2 width - 1)]: the table of a head, backwards.
 * Source: Liu et al. 2021, eq. 4
 */
PE_API void pe_swin(float *out, size_t rows, size_t first, size_t stride, const float *ramp, size_t height, size_t width);

/*
 * Swin V2: sign(d) log2(1 + 8 |d| / span) / log2 8 for dy and dx of the indices first, first + 1, ...;
 * span is that of the window of the training, its height or width less 1. out [count][2].
 * As float32 all of 10 million correctly rounded, worst 0.499998 ulp. Source: Liu et al. 2022, section 3.3, and their code, which divides by log2 8.
 */
PE_API void pe_swin_coordinates(double *out, size_t count, size_t first, size_t height, size_t width, double span_y, double span_x);

/*
 * Swin V2's table: 16 sigmoid(w2 relu(w1 (dy, dx) + b1)) of those coordinates. out [count][heads], w1 [hidden][2], b1 [hidden],
 * w2 [heads][hidden], work count (2 + hidden + heads) doubles. Source: Liu et al. 2022, section 3.3; the 16 is of their code.
 */
PE_API void pe_swin_table(float *out, double *work, size_t count, size_t first, size_t height, size_t width, double span_y, double span_x,
                          const double *w1, const double *b1, size_t hidden, const double *w2, size_t heads);

/* ---- temperature ----------------------------------------------------------------------------- */

/*
 * Llama 4's temperature of the layers without positions (NoPE), by which a query is multiplied:
 * out[i] = 1 + beta ln(floor((p + 1) / floor) + 1) at position p >= 0, of positions [count], or start + i if there are none.
 * Error:  all of 10 million correctly rounded, worst 0.500000 ulp
 * Source: the code of Llama 4; Nakanishi 2025 (scalable softmax) for the idea
 */
PE_API void pe_temperature(float *out, size_t count, const double *positions, double start, double beta, double floor);

/* ---- attention and similarity ---------------------------------------------------------------- */

/*
 * out[i][j] = scale (a[i] . b[j]). a [a_rows][dim], b [b_rows][dim], rows of out `stride` apart.
 * Each sum is taken in the same order wherever its rows stand, so its bits are its own.
 */
PE_API void pe_products(double *out, size_t stride, const double *a, size_t a_rows, const double *b, size_t b_rows, size_t dim,
                        double scale);

/*
 * Attention in tiles of keys, all sums in double precision (Vaswani et al. 2017, eq. 1):
 * pe_attention_scores and pe_softmax_scan for each tile of a row, then for each tile
 * pe_softmax_weights and pe_weighted_sum. The scan leaves exp(score - highest so far) in the scores,
 * and -1 for a key that is not attended to; where there are several tiles the scores are made and
 * scanned `again`, which leaves the state as it is, before the weights. A score of -infinity means "not attended to": its weight
 * is 0 and its value is not read; a row of nothing else has weights and output 0.
 *
 * Error: weights and output within 1e-6 of a double-precision reference for |v| <= 1; worst found
 *        3.0e-8, the final rounding to float32 included (random q, k, v; 3000 keys)
 *
 * scores  out [rows][columns]: scale (q . k) + bias, and -infinity for column j > limit + r
 * state   inout [rows][2]: the highest score so far and the sum of exp(score - highest);
 *         {-infinity, 0} before the first tile
 * weights out [rows][columns], rounded once; `scores` then hold them in double precision
 * out     inout [rows][dim]: the sum of weights times values
 */
PE_API void pe_attention_scores(double *scores, const double *q, size_t rows, const double *k, size_t columns, size_t dim,
                                const float *bias, double scale, double limit);
PE_API void pe_softmax_scan(double *state, double *scores, size_t rows, size_t columns, int again);
PE_API void pe_softmax_weights(double *scores, float *weights, const double *state, size_t rows, size_t columns);
PE_API void pe_weighted_sum(double *out, const double *weights, const double *values, size_t rows, size_t columns, size_t dim);

/*
 * Similarity of every row of a with every row of b: the cosine of their angle (0 if either row is
 * zero), their dot product, or their Euclidean distance. out [a_rows][b_rows], sums in double
 * precision, rounded once; scratch a_rows b_rows + b_rows doubles.
 */
PE_API void pe_similarity(float *out, double *scratch, const double *a, size_t a_rows, const double *b, size_t b_rows, size_t dim,
                          int metric);

/* ---- identify: what the search for a table's formula needs ------------------------------------ */

/* e^x, |x| < 700, correctly rounded but for ties beyond 2^-90. */
PE_API double pe_exp(double x);

/* The angle of the vector (x, y) in [-pi, pi], 0 for (0, 0), within 2^-50; squares neither overflow nor vanish. */
PE_API double pe_angle(double y, double x);

/* ---- colours --------------------------------------------------------------------------------- */

/*
 * out[i] = palette[floor(colors (values[i] - min) / (max - min))], clamped to the palette's ends;
 * 0, transparent, for NaN. A palette entry is four bytes, red, green, blue and alpha.
 */
PE_API void pe_colorize(uint32_t *out, const double *values, size_t count, const uint32_t *palette, size_t colors, double min,
                        double max);

#endif
