// Sixteen rows at once: AVX-512 with VNNI (Intel since 2019, AMD since Zen 4).

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

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

inline void store(float * to, Floats totals, int n_rows) {
    const __mmask16 rows = n_rows >= LANES ? 0xffff : (__mmask16) ((1u << n_rows) - 1);
    _mm512_mask_storeu_ps(to, rows, totals);
}

inline Floats from_halves(const uint16_t * halves) {
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *) halves));
}

// Makes 32 floats bytes with a scale, and adds up the bytes.
inline void quantise_block(const float * from, int8_t * values, float * scale, int32_t * sum) {
    const Floats   low = _mm512_loadu_ps(from), high = _mm512_loadu_ps(from + LANES);
    const float    most    = _mm512_reduce_max_ps(_mm512_max_ps(_mm512_abs_ps(low), _mm512_abs_ps(high)));
    const Floats   inverse = _mm512_set1_ps(most != 0.0f ? 127.0f / most : 0.0f);
    const Integers a       = _mm512_cvtps_epi32(_mm512_mul_ps(low, inverse));
    const Integers b       = _mm512_cvtps_epi32(_mm512_mul_ps(high, inverse));
    _mm_storeu_si128((__m128i *) values, _mm512_cvtepi32_epi8(a));
    _mm_storeu_si128((__m128i *) (values + LANES), _mm512_cvtepi32_epi8(b));
    *scale = _cvtsh_ss(_cvtss_sh(most / 127.0f, 0));
    *sum   = _mm512_reduce_add_epi32(_mm512_add_epi32(a, b));
}

// Puts a block of each row, which begins at an offset, into the order in which it is computed.
inline void transpose(const uint8_t * const * rows, size_t offset, Integers * to) {
    const Integers flip = _mm512_set1_epi8((char) 0x80);
    Integers       half[2][4];  // of eight rows: the steps i and i + 4, for four rows in each quarter
    for (int h = 0; h < 2; h++) {
        Integers pair[4];
        for (int i = 0; i < 4; i++) {
            const __m256i low  = _mm256_loadu_si256((const __m256i *) (rows[8 * h + i] + offset));
            const __m256i high = _mm256_loadu_si256((const __m256i *) (rows[8 * h + i + 4] + offset));
            pair[i]            = _mm512_xor_si512(_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1), flip);
        }
        const Integers a = _mm512_unpacklo_epi32(pair[0], pair[1]);
        const Integers b = _mm512_unpackhi_epi32(pair[0], pair[1]);
        const Integers c = _mm512_unpacklo_epi32(pair[2], pair[3]);
        const Integers d = _mm512_unpackhi_epi32(pair[2], pair[3]);
        half[h][0]       = _mm512_unpacklo_epi64(a, c);
        half[h][1]       = _mm512_unpackhi_epi64(a, c);
        half[h][2]       = _mm512_unpacklo_epi64(b, d);
        half[h][3]       = _mm512_unpackhi_epi64(b, d);
    }
    for (int i = 0; i < 4; i++) {
        to[i]     = _mm512_shuffle_i32x4(half[0][i], half[1][i], 0x88);
        to[i + 4] = _mm512_shuffle_i32x4(half[0][i], half[1][i], 0xdd);
    }
}

}  // namespace

#include "kernel.h"

const Kernel kernel_avx512_vnni = { LANES, scratch_bytes, quantise, compute };
