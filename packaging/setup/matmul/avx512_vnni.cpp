// Sixteen rows at once: AVX-512 with VNNI (Intel since 2019, AMD since Zen 4).

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace {

constexpr int LANES   = 16;
constexpr int AT_ONCE = 12;  // columns, each with two of 32 registers

using Integers = __m512i;
using Floats   = __m512;

inline Floats zero() {
    return _mm512_setzero_ps();
}

inline Integers broadcast(int32_t value) {
    return _mm512_set1_epi32(value);
}

inline Integers add_products(Integers sums, Integers unsigned_bytes, Integers signed_bytes) {
    return _mm512_dpbusd_epi32(sums, unsigned_bytes, signed_bytes);
}

inline Floats add_scaled(Floats totals, Integers dots, Floats ours, float theirs) {
    return _mm512_fmadd_ps(_mm512_cvtepi32_ps(dots), _mm512_mul_ps(ours, _mm512_set1_ps(theirs)), totals);
}

inline Floats add_product(Floats totals, Floats ours, float theirs) {
    return _mm512_fmadd_ps(ours, _mm512_set1_ps(theirs), totals);
}

inline void store(float * to, Floats totals, int n_rows) {
    const __mmask16 rows = n_rows >= LANES ? 0xffff : (__mmask16) ((1u << n_rows) - 1);
    _mm512_mask_storeu_ps(to, rows, totals);
}

inline Floats from_halves(const uint16_t * halves) {
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *) halves));
}

inline Integers flipped(Integers bytes) {
    return _mm512_xor_si512(bytes, _mm512_set1_epi8((char) 0x80));
}

// Of pairs of bytes; bits move from one byte into the other.
template <int N> inline Integers right(Integers pairs) {
    return _mm512_srli_epi16(pairs, N);
}

template <int N> inline Integers left(Integers pairs) {
    return _mm512_slli_epi16(pairs, N);
}

// Of 32 bits in each lane, those with the numbers from 4 STEP on as the fifth ones of four bytes.
template <int STEP> inline Integers fifth_bits(Integers bits) {
    constexpr int  EACH  = 0x01010101, BYTE = STEP / 2 * EACH;
    const Integers where = _mm512_broadcast_i32x4(_mm_setr_epi32(BYTE, 4 * EACH + BYTE, 8 * EACH + BYTE, 12 * EACH + BYTE));
    const Integers mask  = broadcast(STEP % 2 == 0 ? 0x08040201 : (int32_t) 0x80402010);
    return _mm512_maskz_set1_epi8(_mm512_test_epi8_mask(_mm512_shuffle_epi8(bits, where), mask), 0x10);
}

// The byte I of each four, as a number.
template <int I> inline Floats unsigned_byte(Integers fours) {
    return _mm512_cvtepi32_ps(_mm512_srli_epi32(_mm512_slli_epi32(fours, 24 - 8 * I), 24));
}

template <int I> inline Floats signed_byte(Integers fours) {
    return _mm512_cvtepi32_ps(_mm512_srai_epi32(_mm512_slli_epi32(fours, 24 - 8 * I), 24));
}

inline Floats low_halves(Integers pairs) {
    return _mm512_cvtph_ps(_mm512_cvtepi32_epi16(pairs));
}

inline Floats high_halves(Integers pairs) {
    return low_halves(_mm512_srli_epi32(pairs, 16));
}

inline Floats maximum(Floats a, Floats b) {
    return _mm512_max_ps(a, b);
}

inline Floats rounded(Floats values) {
    return _mm512_roundscale_ps(values, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

inline Floats times_two_to(Floats values, Floats powers) {
    return _mm512_scalef_ps(values, powers);
}

// Those values whose number is above a limit, 0 in place of the others.
inline Floats where_above(Floats numbers, Floats limits, Floats values) {
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(numbers, limits, _CMP_GT_OQ), values);
}

inline float largest(Floats values) {
    return _mm512_reduce_max_ps(values);
}

inline float sum_of(Floats values) {
    return _mm512_reduce_add_ps(values);
}

// Makes 32 floats bytes with a scale, and adds up the bytes of each half.
inline void quantise_block(const float * from, int8_t * values, float * scale, int32_t * sums) {
    const Floats   low = _mm512_loadu_ps(from), high = _mm512_loadu_ps(from + LANES);
    const float    most    = _mm512_reduce_max_ps(_mm512_max_ps(_mm512_abs_ps(low), _mm512_abs_ps(high)));
    const Floats   inverse = _mm512_set1_ps(most != 0.0f ? 127.0f / most : 0.0f);
    const Integers a       = _mm512_cvtps_epi32(_mm512_mul_ps(low, inverse));
    const Integers b       = _mm512_cvtps_epi32(_mm512_mul_ps(high, inverse));
    _mm_storeu_si128((__m128i *) values, _mm512_cvtepi32_epi8(a));
    _mm_storeu_si128((__m128i *) (values + LANES), _mm512_cvtepi32_epi8(b));
    *scale  = _cvtsh_ss(_cvtss_sh(most / 127.0f, 0));
    sums[0] = _mm512_reduce_add_epi32(a);
    sums[1] = _mm512_reduce_add_epi32(b);
}

// Puts 16 bytes of each row into the order in which they are computed; rows lie a stride apart.
inline void transpose(const uint8_t * from, size_t stride, Integers * to) {
    Integers four[4];  // rows, one in each quarter
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++, from += stride) {
        asm("" : "+r"(from));  // else GCC keeps sixteen addresses, which it has no room for
        const auto row = [=](int quarter) { return _mm_loadu_si128((const __m128i *) (from + 4 * quarter * stride)); };
        four[i]        = _mm512_castsi128_si512(row(0));
        four[i]        = _mm512_mask_broadcast_i32x4(four[i], 0x00f0, row(1));
        four[i]        = _mm512_mask_broadcast_i32x4(four[i], 0x0f00, row(2));
        four[i]        = _mm512_mask_broadcast_i32x4(four[i], 0xf000, row(3));
    }
    const Integers a = _mm512_unpacklo_epi32(four[0], four[1]), b = _mm512_unpackhi_epi32(four[0], four[1]);
    const Integers c = _mm512_unpacklo_epi32(four[2], four[3]), d = _mm512_unpackhi_epi32(four[2], four[3]);
    to[0] = _mm512_unpacklo_epi64(a, c);
    to[1] = _mm512_unpackhi_epi64(a, c);
    to[2] = _mm512_unpacklo_epi64(b, d);
    to[3] = _mm512_unpackhi_epi64(b, d);
}

}  // namespace

#include "kernel.h"

#include "attention.h"

const Kernel kernel_avx512_vnni = { LANES, 255, scratch_bytes, quantise, compute, attention_scratch, attend, finish_row };
