// The kernel, for vectors of any width. Included by one source file for each width, which says what
// a vector is; a namespace without a name keeps their code apart.
//
// Of as many rows as a vector has lanes, four neighbouring weights of each row lie in one vector, so
// that one instruction multiplies them by four activations, which are the same for all rows, and
// adds the four products in each lane. Weights are signed and that instruction wants them unsigned:
// 128 is added to each, and 128 times the sum of the activations taken off again. The rows are put
// into that order for each product anew, which costs little: they are then used by all columns.
//
// The arithmetic is llama.cpp's own for Q8_0: exact in a block, only the order in which the blocks
// are added differs (ggml/src/ggml-cpu/arch/x86/quants.c). It is the same for any number of columns.

#include "product.h"

namespace {

constexpr int STEPS = BLOCK / 4;  // vectors of a block

// A block of LANES rows in the order in which it is computed.
struct Block {
    Integers weights[STEPS];
    Floats   scales;
};

size_t scratch_bytes(int n_blocks) {
    return (size_t) n_blocks * sizeof(Block);
}

// The rows of a panel where they lie; the last one stands for those behind the end.
struct Rows {
    const uint8_t * at[LANES];

    Rows(const Product & product, int first_row) {
        for (int lane = 0; lane < LANES; lane++) {
            const int row = first_row + lane < product.n_rows ? first_row + lane : product.n_rows - 1;
            at[lane]      = product.weights + (size_t) row * product.row_bytes;
        }
    }

    inline void reorder(size_t block, Block & to) const {
        const size_t offset = block * BLOCK_BYTES;
        // Of the rows that come next, which lie behind these, as much as is read here. Rows side by
        // side are too many for what the processor foresees by itself.
        const uint8_t * next = at[0] + LANES * (size_t) (at[1] - at[0]) + offset * LANES;
        for (size_t ahead = 0; ahead < LANES * BLOCK_BYTES; ahead += 64) {
            __builtin_prefetch(next + ahead, 0, 2);
        }
        uint16_t halves[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            __builtin_memcpy(&halves[lane], at[lane] + offset, sizeof(uint16_t));
        }
        to.scales = from_halves(halves);
        transpose(at, offset + sizeof(uint16_t), to.weights);
    }
};

// The sums of LANES rows for N columns, so few that they stay in registers.
template <int N> struct Sums {
    Floats totals[N];

    Sums() {
#pragma GCC unroll 16
        for (int n = 0; n < N; n++) {
            totals[n] = zero();
        }
    }

    inline void add(const Block & block, const Columns & columns, int first_column, size_t number) {
        const size_t    n_blocks = columns.n_blocks;
        const size_t    at       = first_column * n_blocks + number;
        const int8_t *  values   = columns.values + at * BLOCK;
        const float *   scales   = columns.scales + at;
        const int32_t * sums     = columns.sums + at;
        Integers        dots[N];
#pragma GCC unroll 16
        for (int n = 0; n < N; n++) {
            dots[n] = broadcast(sums[n * n_blocks]);
        }
#pragma GCC unroll 8
        for (int step = 0; step < STEPS; step++) {
            const Integers four = block.weights[step];
#pragma GCC unroll 16
            for (int n = 0; n < N; n++) {
                int32_t theirs;
                __builtin_memcpy(&theirs, values + n * n_blocks * BLOCK + 4 * step, sizeof(theirs));
                dots[n] = add_products(dots[n], four, broadcast(theirs));
            }
        }
#pragma GCC unroll 16
        for (int n = 0; n < N; n++) {
            totals[n] = add_scaled(totals[n], dots[n], block.scales, scales[n * n_blocks]);
        }
    }

    void write(const Product & product, int first_row, int first_column) const {
#pragma GCC unroll 16
        for (int n = 0; n < N; n++) {
            float * to = product.out + (size_t) (first_column + n) * product.out_stride + first_row;
            store(to, totals[n], product.n_rows - first_row);
        }
    }
};

template <int N> void compute_columns(const Product & product, const Block * blocks, int first_row, int column) {
    Sums<N> sums;
    for (int number = 0; number < product.columns.n_blocks; number++) {
        sums.add(blocks[number], product.columns, column, number);
    }
    sums.write(product, first_row, column);
}

// Computes the columns that are left, fewer than N.
template <int N> void compute_rest(const Product & product, const Block * blocks, int first_row, int column) {
    if constexpr (N > 1) {
        if (product.n_columns - column == N - 1) {
            compute_columns<N - 1>(product, blocks, first_row, column);
        } else {
            compute_rest<N - 1>(product, blocks, first_row, column);
        }
    }
}

// Computes N columns, all that there are, from the weights where they lie.
template <int N> void compute_few(const Product & product, int first_row) {
    const Rows rows(product, first_row);
    Sums<N>    sums;
    for (int number = 0; number < product.columns.n_blocks; number++) {
        Block block;
        rows.reorder(number, block);
        sums.add(block, product.columns, 0, number);
    }
    sums.write(product, first_row, 0);
}

void compute_many(const Product & product, int first_row, Block * blocks) {
    const Rows rows(product, first_row);
    for (int number = 0; number < product.columns.n_blocks; number++) {
        rows.reorder(number, blocks[number]);
    }
    int column = 0;
    for (; column + AT_ONCE <= product.n_columns; column += AT_ONCE) {
        compute_columns<AT_ONCE>(product, blocks, first_row, column);
    }
    compute_rest<AT_ONCE>(product, blocks, first_row, column);
}

void compute(const Product & product, int first_row, void * scratch) {
    switch (product.n_columns) {
        case 1:
            return compute_few<1>(product, first_row);
        case 2:
            return compute_few<2>(product, first_row);
        case 3:
            return compute_few<3>(product, first_row);
        case 4:
            return compute_few<4>(product, first_row);
        default:
            return compute_many(product, first_row, (Block *) scratch);
    }
}

void quantise(const float * from, const Columns & to, int column) {
    const size_t n_blocks = to.n_blocks;
    for (size_t block = 0; block < n_blocks; block++) {
        const size_t at = column * n_blocks + block;
        quantise_block(from + block * BLOCK, to.values + at * BLOCK, to.scales + at, to.sums + at);
        to.sums[at] *= -128;
    }
}

}  // namespace
