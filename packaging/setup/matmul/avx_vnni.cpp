// Eight rows at once: AVX-VNNI (Intel since Alder Lake, AMD since Zen 5).

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace {

using Integers = __m256i;

inline Integers add_products(Integers sums, Integers unsigned_bytes, Integers signed_bytes) {
    return _mm256_dpbusd_avx_epi32(sums, unsigned_bytes, signed_bytes);
}

}  // namespace

#include "eight_lanes.h"
#include "kernel.h"

#include "attention.h"

const Kernel kernel_avx_vnni = { LANES, 255, scratch_bytes, quantise, compute, attention_scratch, attend, finish_row };
