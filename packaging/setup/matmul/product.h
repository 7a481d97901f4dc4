// A matrix product as the kernels take it, and what a kernel is.

#pragma once

#include <cstddef>
#include <cstdint>

constexpr int BLOCK       = 32;  // weights of Q8_0 that share a scale
constexpr int BLOCK_BYTES = 34;  // the scale, a half float, and as many signed bytes

// Columns of activations, in blocks as Q8_0 has them.
struct Columns {
    int       n_blocks;
    int8_t *  values;  // [n_columns][n_blocks][BLOCK]
    float *   scales;  // [n_columns][n_blocks]
    int32_t * sums;    // [n_columns][n_blocks]: -128 times the sum of the values of a block
};

struct Product {
    const uint8_t * weights;  // [n_rows][n_blocks][BLOCK_BYTES]
    size_t          row_bytes;
    int             n_rows;
    Columns         columns;
    int             n_columns;
    float *         out;         // [n_columns][out_stride], of which n_rows are written
    size_t          out_stride;  // in floats
};

// What computes products with the instructions of one kind of processor. One source file each, as
// only that file may be compiled for the kind; nothing in there calls functions of others.
struct Kernel {
    int n_lanes;  // rows that it computes at once

    // What compute() needs for itself, in bytes; at an address that ALIGNMENT divides.
    size_t (*scratch_bytes)(int n_blocks);

    // Makes n_blocks blocks of floats the column with a number.
    void (*quantise)(const float * from, const Columns & to, int column);

    // Computes n_lanes rows from first_row on, or those that there are.
    void (*compute)(const Product & product, int first_row, void * scratch);
};

constexpr size_t ALIGNMENT = 64;

extern const Kernel kernel_avx512_vnni;
extern const Kernel kernel_avx_vnni;
