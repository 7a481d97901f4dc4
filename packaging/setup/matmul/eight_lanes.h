// Eight rows at once, for kernels with vectors of 256 bits. Included by one source file for each, which
// says before what an Integers is and how products are added.

namespace {

constexpr int LANES   = 8;
constexpr int AT_ONCE = 6;  // columns, each with two of 16 registers

using Floats = __m256;

inline Floats zero() {
    return _mm256_setzero_ps();
}

inline Integers broadcast(int32_t value) {
    return _mm256_set1_epi32(value);
}

inline Floats add_scaled(Floats totals, Integers dots, Floats ours, float theirs) {
    return _mm256_fmadd_ps(_mm256_cvtepi32_ps(dots), _mm256_mul_ps(ours, _mm256_set1_ps(theirs)), totals);
}

inline Floats add_product(Floats totals, Floats ours, float theirs) {
    return _mm256_fmadd_ps(ours, _mm256_set1_ps(theirs), totals);
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

inline Integers flipped(Integers bytes) {
    return _mm256_xor_si256(bytes, _mm256_set1_epi8((char) 0x80));
}

// Of pairs of bytes; bits move from one byte into the other.
template <int N> inline Integers right(Integers pairs) {
    return _mm256_srli_epi16(pairs, N);
}

template <int N> inline Integers left(Integers pairs) {
    return _mm256_slli_epi16(pairs, N);
}

// Of 32 bits in each lane, those with the numbers from 4 STEP on as the fifth ones of four bytes.
template <int STEP> inline Integers fifth_bits(Integers bits) {
    constexpr int  EACH  = 0x01010101, BYTE = STEP / 2 * EACH;
    const __m128i  half  = _mm_setr_epi32(BYTE, 4 * EACH + BYTE, 8 * EACH + BYTE, 12 * EACH + BYTE);
    const Integers where = _mm256_broadcastsi128_si256(half);
    const Integers mask  = broadcast(STEP % 2 == 0 ? 0x08040201 : (int32_t) 0x80402010);
    const Integers found = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(bits, where), mask), mask);
    return _mm256_and_si256(found, _mm256_set1_epi8(0x10));
}

// The byte I of each four, as a number.
template <int I> inline Floats unsigned_byte(Integers fours) {
    return _mm256_cvtepi32_ps(_mm256_srli_epi32(_mm256_slli_epi32(fours, 24 - 8 * I), 24));
}

template <int I> inline Floats signed_byte(Integers fours) {
    return _mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(fours, 24 - 8 * I), 24));
}

inline Floats high_halves(Integers pairs) {
    const Integers words = _mm256_srli_epi32(pairs, 16);
    return _mm256_cvtph_ps(_mm256_castsi256_si128(_mm256_permute4x64_epi64(_mm256_packus_epi32(words, words), 0x08)));
}

inline Floats low_halves(Integers pairs) {
    return high_halves(_mm256_slli_epi32(pairs, 16));
}

inline int32_t sum_of(__m128i fours) {
    fours = _mm_add_epi32(fours, _mm_shuffle_epi32(fours, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(fours, _mm_shuffle_epi32(fours, 0xb1)));
}

inline Floats maximum(Floats a, Floats b) {
    return _mm256_max_ps(a, b);
}

inline Floats rounded(Floats values) {
    return _mm256_round_ps(values, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// Of powers that are whole numbers, from -126 to 127.
inline Floats times_two_to(Floats values, Floats powers) {
    const Integers exponents = _mm256_add_epi32(_mm256_cvtps_epi32(powers), broadcast(127));
    return values * _mm256_castsi256_ps(_mm256_slli_epi32(exponents, 23));
}

// Those values whose number is above a limit, 0 in place of the others.
inline Floats where_above(Floats numbers, Floats limits, Floats values) {
    return _mm256_and_ps(_mm256_cmp_ps(numbers, limits, _CMP_GT_OQ), values);
}

inline float largest(Floats values) {
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(values), _mm256_extractf128_ps(values, 1));
    four        = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
}

inline float sum_of(Floats values) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(values), _mm256_extractf128_ps(values, 1));
    four        = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}

// Makes 32 floats bytes with a scale, and adds up the bytes of each half.
inline void quantise_block(const float * from, int8_t * values, float * scale, int32_t * sums) {
    const Floats sign = _mm256_set1_ps(-0.0f);
    Floats       parts[4], mosts = zero();
    for (int i = 0; i < 4; i++) {
        parts[i] = _mm256_loadu_ps(from + i * LANES);
        mosts    = _mm256_max_ps(mosts, _mm256_andnot_ps(sign, parts[i]));
    }
    const float  most    = largest(mosts);
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
    *scale               = _cvtsh_ss(_cvtss_sh(most / 127.0f, 0));
    sums[0]              = sum_of(_mm256_castsi256_si128(eight));
    sums[1]              = sum_of(_mm256_extracti128_si256(eight, 1));
}

// Puts 16 bytes of each row into the order in which they are computed; rows lie a stride apart.
inline void transpose(const uint8_t * from, size_t stride, Integers * to) {
    Integers two[4];  // rows, one in each half
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++, from += stride) {
        const auto row = [=](int half) { return _mm_loadu_si128((const __m128i *) (from + 4 * half * stride)); };
        two[i]         = _mm256_inserti128_si256(_mm256_castsi128_si256(row(0)), row(1), 1);
    }
    const Integers a = _mm256_unpacklo_epi32(two[0], two[1]), b = _mm256_unpackhi_epi32(two[0], two[1]);
    const Integers c = _mm256_unpacklo_epi32(two[2], two[3]), d = _mm256_unpackhi_epi32(two[2], two[3]);
    to[0] = _mm256_unpacklo_epi64(a, c);
    to[1] = _mm256_unpackhi_epi64(a, c);
    to[2] = _mm256_unpacklo_epi64(b, d);
    to[3] = _mm256_unpackhi_epi64(b, d);
}

}  // namespace
