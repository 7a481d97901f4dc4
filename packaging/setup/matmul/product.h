// A matrix product as the kernels take it, and what a kernel is.

#pragma once

#include <cstddef>
#include <cstdint>

constexpr int BLOCK = 32;  // activations that share a scale, and weights that are computed at once

// What the weights are stored in.
enum class Form { Q8_0, Q5_0, Q4_K, Q6_K };

// Of a block of activations. The sums take back what is added to weights to have them unsigned.
struct Facts {
    float   scale;
    float   sum;      // of the values, times the scale
    int32_t off_128;    // -128 times the sum of the values
    int32_t off_16;     // -16 times that
    int32_t off_32[2];  // -32 times the sums of the first and the last half
};

// Columns of activations in blocks.
struct Columns {
    int      n_blocks;
    size_t   stride;  // bytes from one column to the next, in values
    int8_t * values;  // [n_columns][stride], of which n_blocks * BLOCK are values
    Facts *  facts;   // [n_columns][n_blocks]
};

struct Product {
    Form            form;
    const uint8_t * weights;  // [n_rows][row_bytes]
    size_t          row_bytes;
    size_t          ahead;  // bytes from a row to the one that is fetched while it is computed
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
    int largest;  // number that a weight may be, as an unsigned byte

    // What compute() needs for itself, in bytes; at an address that ALIGNMENT divides.
    size_t (*scratch_bytes)(Form form, int n_blocks);

    // Makes n_blocks blocks of floats the column with a number.
    void (*quantise)(const float * from, const Columns & to, int column);

    // Computes n_lanes rows from first_row on, or those that there are.
    void (*compute)(const Product & product, int first_row, void * scratch);
};

constexpr size_t ALIGNMENT = 64;

extern const Kernel kernel_avx512_vnni;
extern const Kernel kernel_avx_vnni;
extern const Kernel kernel_avx2;
