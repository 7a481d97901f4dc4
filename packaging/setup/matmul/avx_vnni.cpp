// Eight rows at once: AVX-VNNI (Intel since Alder Lake, AMD since Zen 5).

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace {

constexpr int LANES   = 8;
constexpr int AT_ONCE = 6;  // columns, each with two of 16 registers

using Integers = __m256i;
using Floats   = __m256;

inline Floats zero() {
    return _mm256_setzero_ps();
}

inline Integers broadcast(int32_t value) {
    return _mm256_set1_epi32(value);
}

inline Integers add_products(Integers sums, Integers unsigned_bytes, Integers signed_bytes) {
    return _mm256_dpbusd_avx_epi32(sums, unsigned_bytes, signed_bytes);
}

inline Floats add_scaled(Floats totals, Integers dots, Floats ours, float theirs) {
    return _mm256_fmadd_ps(_mm256_cvtepi32_ps(dots), _mm256_mul_ps(ours, _mm256_set1_ps(theirs)), totals);
}

inline void store(float * to, Floats totals, int n_rows) {
    if (n_rows >= LANES) {
        _mm256_storeu_ps(to, totals);
        return;
    }
    const Integers rows = _mm256_cmpgt_epi32(_mm256_set1_epi32(n_rows), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    _mm256_maskstore_ps(to, rows, totals);
}

inline Floats from_halves(const uint16_t * halves) {
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *) halves));
}

// Makes 32 floats bytes with a scale, and adds up the bytes.
inline void quantise_block(const float * from, int8_t * values, float * scale, int32_t * sum) {
    const Floats sign = _mm256_set1_ps(-0.0f);
    Floats       parts[4], mosts = zero();
    for (int i = 0; i < 4; i++) {
        parts[i] = _mm256_loadu_ps(from + i * LANES);
        mosts    = _mm256_max_ps(mosts, _mm256_andnot_ps(sign, parts[i]));
    }
    __m128 four       = _mm_max_ps(_mm256_castps256_ps128(mosts), _mm256_extractf128_ps(mosts, 1));
    four              = _mm_max_ps(four, _mm_movehl_ps(four, four));
    four              = _mm_max_ss(four, _mm_movehdup_ps(four));
    const float  most = _mm_cvtss_f32(four);
    const Floats inverse = _mm256_set1_ps(most != 0.0f ? 127.0f / most : 0.0f);
    Integers     whole[4];
    for (int i = 0; i < 4; i++) {
        whole[i] = _mm256_cvtps_epi32(_mm256_mul_ps(parts[i], inverse));
    }
    const Integers words0 = _mm256_packs_epi32(whole[0], whole[1]), words1 = _mm256_packs_epi32(whole[2], whole[3]);
    const Integers order  = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const Integers bytes  = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(words0, words1), order);
    _mm256_storeu_si256((__m256i *) values, bytes);
    const Integers eight = add_products(_mm256_setzero_si256(), _mm256_set1_epi8(1), bytes);
    __m128i        sums  = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    sums                 = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4e));
    sums                 = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xb1));
    *scale               = _cvtsh_ss(_cvtss_sh(most / 127.0f, 0));
    *sum                 = _mm_cvtsi128_si32(sums);
}

// Puts a block of each row, which begins at an offset, into the order in which it is computed.
inline void transpose(const uint8_t * const * rows, size_t offset, Integers * to) {
    const Integers flip = _mm256_set1_epi8((char) 0x80);
    Integers       half[2][4];  // of four rows: the steps i and i + 4
    for (int h = 0; h < 2; h++) {
        Integers row[4];
        for (int i = 0; i < 4; i++) {
            row[i] = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *) (rows[4 * h + i] + offset)), flip);
        }
        const Integers a = _mm256_unpacklo_epi32(row[0], row[1]), b = _mm256_unpackhi_epi32(row[0], row[1]);
        const Integers c = _mm256_unpacklo_epi32(row[2], row[3]), d = _mm256_unpackhi_epi32(row[2], row[3]);
        half[h][0]       = _mm256_unpacklo_epi64(a, c);
        half[h][1]       = _mm256_unpackhi_epi64(a, c);
        half[h][2]       = _mm256_unpacklo_epi64(b, d);
        half[h][3]       = _mm256_unpackhi_epi64(b, d);
    }
    for (int i = 0; i < 4; i++) {
        to[i]     = _mm256_permute2x128_si256(half[0][i], half[1][i], 0x20);
        to[i + 4] = _mm256_permute2x128_si256(half[0][i], half[1][i], 0x31);
    }
}

}  // namespace

#include "kernel.h"

const Kernel kernel_avx_vnni = { LANES, scratch_bytes, quantise, compute };
