// Eight rows at once: AVX2 alone (Intel since Haswell, AMD since Zen).

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace {

using Integers = __m256i;

// Two products and the next two are added in 16 bits, for which weights of eight bits are too large.
inline Integers add_products(Integers sums, Integers unsigned_bytes, Integers signed_bytes) {
    const Integers pairs = _mm256_maddubs_epi16(unsigned_bytes, signed_bytes);
    return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

}  // namespace

#include "eight_lanes.h"
#include "kernel.h"

#include "attention.h"

const Kernel kernel_avx2 = { LANES, 128, scratch_bytes, quantise, compute, attention_scratch, attend, finish_row };
