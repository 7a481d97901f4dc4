// The forms in which weights are stored, put in order for the kernel (kernel.h). Included by it.
//
// Each form has several blocks of a row in one piece, and says how it makes blocks of a piece of
// LANES rows. Weights become unsigned bytes: what is added to them is taken off again by the sums of
// the activations, in whole numbers where it is the same for all rows, else with `offsets`. `taken`
// says which block comes when.
// Source of the layouts: llama.cpp ggml/src/ggml-common.h and ggml-quants.c.

namespace {

constexpr int STEPS = BLOCK / 4;  // vectors of a block

// A block of LANES rows in the order in which it is computed.
template <int N_SCALES, bool HAS_OFFSETS> struct Block {
    Integers weights[STEPS];
    Floats   scales[N_SCALES];  // of equal shares of the block
    Floats   offsets[HAS_OFFSETS ? 1 : 0];
};

// A piece of LANES rows.
struct Pieces {
    const uint8_t * first;
    size_t          stride;  // bytes from one row to the next
    const uint8_t * next;    // memory behind, as much as this, which is wanted soon

    // Of each row 16 bytes, four in each vector. Rows side by side are too many for what the
    // processor foresees by itself.
    inline void transposed(size_t offset, Integers * to) const {
        for (size_t ahead = 0; ahead < 16 * LANES; ahead += 64) {
            __builtin_prefetch(next + offset * LANES + ahead, 0, 2);
        }
        transpose(first + offset, stride, to);
    }

    // Fetches memory that lies so far behind the beginning of each row into the nearest cache.
    inline void fetch(size_t offset) const {
        for (int lane = 0; lane < LANES; lane++) {
            __builtin_prefetch(first + lane * stride + offset, 0, 3);
        }
    }

    inline Floats halves(size_t offset) const {
        __builtin_prefetch(next + offset * LANES, 0, 2);
        uint16_t each[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            __builtin_memcpy(&each[lane], first + lane * stride + offset, sizeof(uint16_t));
        }
        return from_halves(each);
    }
};

struct OfQ8_0 {
    static constexpr int  PIECE_BYTES = 34;  // the scale, a half float, and 32 signed bytes
    static constexpr int  N_BLOCKS    = 1;
    static constexpr int  N_SCALES    = 1;
    static constexpr bool HAS_OFFSETS = false;
    using OneBlock                    = Block<N_SCALES, HAS_OFFSETS>;

    static inline int32_t start(const Facts & facts, int) { return facts.off_128; }
    static inline int     taken(int i) { return i; }

    template <class Take> [[gnu::always_inline]] static inline void unpack(const Pieces & rows, Take take) {
        OneBlock block;
        block.scales[0] = rows.halves(0);
        rows.transposed(2, block.weights);
        rows.transposed(18, block.weights + 4);
#pragma GCC unroll 8
        for (int step = 0; step < STEPS; step++) {
            block.weights[step] = flipped(block.weights[step]);
        }
        take(0, block);
    }
};

// Five bits a weight, 16 too many; the fifth bits lie together.
struct OfQ5_0 {
    static constexpr int  PIECE_BYTES = 22;  // the scale, a half float, 4 bytes of fifth bits, 16 of the others
    static constexpr int  N_BLOCKS    = 1;
    static constexpr int  N_SCALES    = 1;
    static constexpr bool HAS_OFFSETS = false;
    using OneBlock                    = Block<N_SCALES, HAS_OFFSETS>;

    static inline int32_t start(const Facts & facts, int) { return facts.off_16; }
    static inline int     taken(int i) { return i; }

    template <class Take> [[gnu::always_inline]] static inline void unpack(const Pieces & rows, Take take) {
        Integers low[4], bits[4];
        OneBlock block;
        block.scales[0] = rows.halves(0);
        rows.transposed(2, bits);  // of which only the first is wanted
        rows.transposed(6, low);
        put<0>(low, bits[0], block);
        put<1>(low, bits[0], block);
        put<2>(low, bits[0], block);
        put<3>(low, bits[0], block);
        take(0, block);
    }

  private:
    template <int STEP> static inline void put(const Integers * low, Integers bits, OneBlock & block) {
        constexpr int  FAR  = STEPS / 2 + STEP;
        const Integers four = broadcast(0x0f0f0f0f);
        block.weights[STEP] = (low[STEP] & four) | fifth_bits<STEP>(bits);
        block.weights[FAR]  = (right<4>(low[STEP]) & four) | fifth_bits<FAR>(bits);
    }
};

// Four bits a weight. Scales and minima of 32 weights have six bits, and are whole multiples of two
// half floats of the piece.
struct OfQ4_K {
    static constexpr int  PIECE_BYTES = 144;  // two half floats, 12 bytes of scales, 128 of weights
    static constexpr int  N_BLOCKS    = 8;
    static constexpr int  N_SCALES    = 1;
    static constexpr bool HAS_OFFSETS = true;
    using OneBlock                    = Block<N_SCALES, HAS_OFFSETS>;

    static inline int32_t start(const Facts &, int) { return 0; }
    static inline int     taken(int i) { return i; }

    template <class Take> [[gnu::always_inline]] static inline void unpack(const Pieces & rows, Take take) {
        Integers head[4];
        rows.transposed(0, head);
        const Floats   scale = low_halves(head[0]), least = -high_halves(head[0]);
        const Integers six = broadcast(0x3f3f3f3f), four = broadcast(0x0f0f0f0f), two = broadcast(0x30303030);
        // Bytes: of the blocks 0 to 3, and 4 to 7
        Floats scales[N_BLOCKS], offsets[N_BLOCKS];
        bytes_times(head[1] & six, scale, scales);
        bytes_times((head[3] & four) | (right<2>(head[1]) & two), scale, scales + 4);
        bytes_times(head[2] & six, least, offsets);
        bytes_times((right<4>(head[3]) & four) | (right<2>(head[2]) & two), least, offsets + 4);
        for (int pair = 0; pair < N_BLOCKS; pair += 2) {
            OneBlock first, second;
            first.scales[0] = scales[pair], first.offsets[0] = offsets[pair];
            second.scales[0] = scales[pair + 1], second.offsets[0] = offsets[pair + 1];
            Integers both[STEPS];
            rows.transposed(16 + 16 * pair, both);
            rows.transposed(32 + 16 * pair, both + 4);
#pragma GCC unroll 8
            for (int step = 0; step < STEPS; step++) {
                first.weights[step]  = both[step] & four;
                second.weights[step] = right<4>(both[step]) & four;
            }
            take(pair, first);
            take(pair + 1, second);
        }
    }

  private:
    // Makes the four bytes of each lane numbers, times one.
    static inline void bytes_times(Integers bytes, Floats one, Floats * to) {
        to[0] = unsigned_byte<0>(bytes) * one;
        to[1] = unsigned_byte<1>(bytes) * one;
        to[2] = unsigned_byte<2>(bytes) * one;
        to[3] = unsigned_byte<3>(bytes) * one;
    }
};

// Six bits a weight, 32 too many. Scales of 16 weights are signed bytes, multiples of a half float.
struct OfQ6_K {
    static constexpr int  PIECE_BYTES = 210;  // 128 bytes of low bits, 64 of high ones, 16 scales, the half float
    static constexpr int  N_BLOCKS    = 8;
    static constexpr int  N_SCALES    = 2;
    static constexpr bool HAS_OFFSETS = false;
    using OneBlock                    = Block<N_SCALES, HAS_OFFSETS>;

    static inline int32_t start(const Facts & facts, int half) { return facts.off_32[half]; }
    static inline int     taken(int i) { return (i & ~3) | (i & 1) << 1 | (i >> 1 & 1); }

    template <class Take> [[gnu::always_inline]] static inline void unpack(const Pieces & rows, Take take) {
        Integers bytes[4], tail[4];
        rows.transposed(192, bytes);
        rows.transposed(194, tail);
        const Floats scale = high_halves(tail[3]);
        Floats       scales[N_BLOCKS * N_SCALES];
        for (int i = 0; i < 4; i++) {
            scales[4 * i]     = signed_byte<0>(bytes[i]) * scale;
            scales[4 * i + 1] = signed_byte<1>(bytes[i]) * scale;
            scales[4 * i + 2] = signed_byte<2>(bytes[i]) * scale;
            scales[4 * i + 3] = signed_byte<3>(bytes[i]) * scale;
        }
        for (int half = 0; half < 2; half++) {
            Integers high[STEPS];
            rows.transposed(128 + 32 * half, high);
            rows.transposed(144 + 32 * half, high + 4);
            unpack_pair<0>(rows, 4 * half, high, scales, take);
            unpack_pair<1>(rows, 4 * half + 1, high, scales, take);
        }
    }

  private:
    // Puts a block in order and the one that shares its bytes of low bits, 64 weights behind it.
    template <int PART, class Take>
    [[gnu::always_inline]] static inline void unpack_pair(const Pieces & rows, int number, const Integers * high,
                                                          const Floats * scales, Take take) {
        const Integers four = broadcast(0x0f0f0f0f), two = broadcast(0x30303030);
        Integers       low[STEPS];
        rows.fetch(PIECE_BYTES + 32 * (number & ~1) + 64 * PART);  // of the next piece, which lies across lines
        rows.transposed(64 * (number / 4) + 32 * PART, low);
        rows.transposed(64 * (number / 4) + 32 * PART + 16, low + 4);
        OneBlock first, second;
        for (int i = 0; i < N_SCALES; i++) {
            first.scales[i]  = scales[N_SCALES * number + i];
            second.scales[i] = scales[N_SCALES * (number + 2) + i];
        }
#pragma GCC unroll 8
        for (int step = 0; step < STEPS; step++) {
            first.weights[step]  = (low[step] & four) | (left<4 - 2 * PART>(high[step]) & two);
            second.weights[step] = (right<4>(low[step]) & four) | (right<2 * PART>(high[step]) & two);
        }
        take(number, first);
        take(number + 2, second);
    }
};

}  // namespace
