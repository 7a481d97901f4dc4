// The kernel, for vectors of any width. Included by one source file for each width, which says what
// a vector is; a namespace without a name keeps their code apart.
//
// Of as many rows as a vector has lanes, four neighbouring weights of each row lie in one vector, so
// that one instruction multiplies them by four activations, which are the same for all rows, and
// adds the four products in each lane. That instruction wants weights unsigned, as unpack.h makes
// them. The rows are put into that order for each product anew, which costs little: they are then
// used by all columns.
//
// Activations are rounded as llama.cpp rounds them for Q8_0 and Q5_0, with a scale for each 32, and
// the arithmetic is its own there: exact in a block, only the order in which the blocks are added
// differs (ggml/src/ggml-cpu/arch/x86/quants.c). For Q4_K and Q6_K llama.cpp takes one scale for 256.
// The arithmetic is the same for any number of columns.

#include "product.h"
#include "unpack.h"

namespace {

constexpr int STAYING = AT_ONCE / 3;  // columns, so few that blocks stay in registers beside them

template <class Of> size_t bytes_of(int n_blocks) {
    return (size_t) n_blocks * sizeof(typename Of::OneBlock);
}

// Puts a piece of LANES rows in order, or of those that there are, and has each block of it taken.
template <class Of, class Take>
[[gnu::always_inline]] inline void unpack(const Product & product, int first_row, size_t piece, Take take) {
    const size_t    stride = product.row_bytes;
    const uint8_t * first  = product.weights + first_row * stride + piece * Of::PIECE_BYTES;
    // Of the rows that are computed some time later as much is fetched as is read here.
    const uint8_t * next = product.weights + first_row * stride + product.ahead + piece * Of::PIECE_BYTES * LANES;
    Pieces          rows = { first, stride, next };
    uint8_t         copies[LANES * Of::PIECE_BYTES];
    if (product.n_rows - first_row < LANES) {  // nothing may be read behind the last row
        __builtin_memset(copies, 0, sizeof(copies));
        for (int row = 0; row < product.n_rows - first_row; row++) {
            __builtin_memcpy(copies + row * Of::PIECE_BYTES, first + row * stride, Of::PIECE_BYTES);
        }
        rows = { copies, Of::PIECE_BYTES, next };
    }
    Of::unpack(rows, take);
}

// The sums of LANES rows for N columns, so few that they stay in registers.
template <class Of, int N> struct Sums {
    static constexpr int SHARE = STEPS / Of::N_SCALES;  // vectors with the same scales

    Floats totals[N];

    Sums() {
#pragma GCC unroll 16
        for (int n = 0; n < N; n++) {
            totals[n] = zero();
        }
    }

    template <int PART>
    [[gnu::always_inline]] inline void add_part(const typename Of::OneBlock & block, const int8_t * values,
                                                size_t stride, const Facts * facts, size_t n_blocks) {
        Integers dots[N];
#pragma GCC unroll 16
        for (int n = 0; n < N; n++) {
            dots[n] = broadcast(Of::start(facts[n * n_blocks], PART));
        }
#pragma GCC unroll 8
        for (int step = PART * SHARE; step < (PART + 1) * SHARE; step++) {
            const Integers four = block.weights[step];
#pragma GCC unroll 16
            for (int n = 0; n < N; n++) {
                int32_t theirs;
                __builtin_memcpy(&theirs, values + n * stride + 4 * step, sizeof(theirs));
                dots[n] = add_products(dots[n], four, broadcast(theirs));
            }
        }
#pragma GCC unroll 16
        for (int n = 0; n < N; n++) {
            totals[n] = add_scaled(totals[n], dots[n], block.scales[PART], facts[n * n_blocks].scale);
        }
    }

    [[gnu::always_inline]] inline void add(const typename Of::OneBlock & block, const Columns & columns,
                                           int first_column, size_t number) {
        const size_t   n_blocks = columns.n_blocks;
        const int8_t * values   = columns.values + first_column * columns.stride + number * BLOCK;
        const Facts *  facts    = columns.facts + first_column * n_blocks + number;
        add_part<0>(block, values, columns.stride, facts, n_blocks);
        if constexpr (Of::N_SCALES == 2) {
            add_part<1>(block, values, columns.stride, facts, n_blocks);
        }
        if constexpr (Of::HAS_OFFSETS) {
#pragma GCC unroll 16
            for (int n = 0; n < N; n++) {
                totals[n] = add_product(totals[n], block.offsets[0], facts[n * n_blocks].sum);
            }
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

template <class Of, int N>
void compute_columns(const Product & product, const typename Of::OneBlock * blocks, int first_row, int column) {
    Sums<Of, N> sums;
    for (int i = 0; i < product.columns.n_blocks; i++) {
        const int number = Of::taken(i);  // so that any number of columns adds them in the same order
        sums.add(blocks[number], product.columns, column, number);
    }
    sums.write(product, first_row, column);
}

// Computes the columns that are left, fewer than N.
template <class Of, int N>
void compute_rest(const Product & product, const typename Of::OneBlock * blocks, int first_row, int column) {
    if constexpr (N > 1) {
        if (product.n_columns - column == N - 1) {
            compute_columns<Of, N - 1>(product, blocks, first_row, column);
        } else {
            compute_rest<Of, N - 1>(product, blocks, first_row, column);
        }
    }
}

// Computes N columns, all that there are, from the weights where they lie.
template <class Of, int N> void compute_few(const Product & product, int first_row) {
    using OneBlock = typename Of::OneBlock;
    Sums<Of, N> sums;
    for (int piece = 0; piece < product.columns.n_blocks / Of::N_BLOCKS; piece++) {
        const size_t before = (size_t) piece * Of::N_BLOCKS;
        if constexpr (N <= STAYING) {
            unpack<Of>(product, first_row, piece, [&](int number, const OneBlock & block) __attribute__((always_inline)) {
                sums.add(block, product.columns, 0, before + number);
            });
        } else {
            OneBlock blocks[Of::N_BLOCKS];
            unpack<Of>(product, first_row, piece, [&](int number, const OneBlock & block) __attribute__((always_inline)) {
                blocks[number] = block;
            });
            for (int i = 0; i < Of::N_BLOCKS; i++) {
                sums.add(blocks[Of::taken(i)], product.columns, 0, before + Of::taken(i));
            }
        }
    }
    sums.write(product, first_row, 0);
}

// Computes all columns that there are, N at most.
template <class Of, int N> void compute_up_to(const Product & product, int first_row) {
    if constexpr (N > 0) {
        if (product.n_columns == N) {
            compute_few<Of, N>(product, first_row);
        } else {
            compute_up_to<Of, N - 1>(product, first_row);
        }
    }
}

template <class Of> void compute_many(const Product & product, int first_row, typename Of::OneBlock * blocks) {
    for (int piece = 0; piece < product.columns.n_blocks / Of::N_BLOCKS; piece++) {
        unpack<Of>(product, first_row, piece, [&](int number, const auto & block) __attribute__((always_inline)) {
            blocks[piece * Of::N_BLOCKS + number] = block;
        });
    }
    int column = 0;
    for (; column + AT_ONCE <= product.n_columns; column += AT_ONCE) {
        compute_columns<Of, AT_ONCE>(product, blocks, first_row, column);
    }
    compute_rest<Of, AT_ONCE>(product, blocks, first_row, column);
}

template <class Of> void compute_with(const Product & product, int first_row, void * scratch) {
    if (product.n_columns <= AT_ONCE) {
        compute_up_to<Of, AT_ONCE>(product, first_row);
    } else {
        compute_many<Of>(product, first_row, (typename Of::OneBlock *) scratch);
    }
}

void compute(const Product & product, int first_row, void * scratch) {
    switch (product.form) {
        case Form::Q8_0:
            return compute_with<OfQ8_0>(product, first_row, scratch);
        case Form::Q5_0:
            return compute_with<OfQ5_0>(product, first_row, scratch);
        case Form::Q4_K:
            return compute_with<OfQ4_K>(product, first_row, scratch);
        case Form::Q6_K:
            return compute_with<OfQ6_K>(product, first_row, scratch);
    }
}

size_t scratch_bytes(Form form, int n_blocks) {
    switch (form) {
        case Form::Q8_0:
            return bytes_of<OfQ8_0>(n_blocks);
        case Form::Q5_0:
            return bytes_of<OfQ5_0>(n_blocks);
        case Form::Q4_K:
            return bytes_of<OfQ4_K>(n_blocks);
        case Form::Q6_K:
            return bytes_of<OfQ6_K>(n_blocks);
    }
    return 0;
}

void quantise(const float * from, const Columns & to, int column) {
    for (size_t block = 0; block < (size_t) to.n_blocks; block++) {
        int32_t sums[2];  // of each half of the values
        Facts & facts = to.facts[column * (size_t) to.n_blocks + block];
        quantise_block(from + block * BLOCK, to.values + column * to.stride + block * BLOCK, &facts.scale, sums);
        facts.sum       = facts.scale * (float) (sums[0] + sums[1]);
        facts.off_128   = -128 * (sums[0] + sums[1]);
        facts.off_16    = -16 * (sums[0] + sums[1]);
        facts.off_32[0] = -32 * sums[0];
        facts.off_32[1] = -32 * sums[1];
    }
}

}  // namespace
