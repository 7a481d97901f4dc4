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

constexpr uint16_t HALF_NOTHING = 0xfc00;  // minus infinity as a half
constexpr int      PART         = 512;     // positions that one thread takes at once, of few tokens
constexpr int      FEW_TOKENS   = 64;      // more are enough for all threads
constexpr int      DESK_ROWS    = 64;      // rows that one thread takes at once
constexpr int      PARTIAL_HEAD = 16;      // floats before the sums: the largest score, and the sum of all shares

// Attention of some tokens: a row is a head of a token. Heads of a group share their keys and values.
struct Attention {
    int n_tokens, n_positions;
    int n_groups, n_shared;  // heads are n_groups * n_shared
    int n_key, n_value;      // numbers in a key, and in a value

    const char * queries;  // floats
    size_t       query_token, query_head;  // bytes from one to the next
    const char * keys;  // halves
    size_t       key_stride, key_group;  // bytes from one position, or group, to the next
    const char * values;
    size_t       value_stride, value_group;
    const char * mask;  // halves that are added to scores: [n_tokens][mask_token bytes]; nullptr for none
    size_t       mask_token;
    const float * sinks;  // [n_heads], scores that take a share of nothing; nullptr for none

    float   scale;  // of all scores
    float   limit;  // that none of them passes; 0 for none
    float * partials;
    float * out;  // [n_tokens][n_heads][n_value]

    int n_rows() const { return n_tokens * n_shared; }  // of a group
    int part_size() const { return n_tokens < FEW_TOKENS ? PART : n_positions; }
    int n_parts() const { return (n_positions + part_size() - 1) / part_size(); }
    int token(int row) const { return row / n_shared; }

    const float * query(int group, int row) const {
        const int head = group * n_shared + row % n_shared;
        return (const float *) (queries + token(row) * query_token + head * query_head);
    }

    const uint16_t * mask_at(int of_token, int position) const {
        return mask == nullptr ? nullptr : (const uint16_t *) (mask + of_token * mask_token) + position;
    }

    size_t partial_size() const { return PARTIAL_HEAD + n_value; }

    float * partial(int group, int part, int row) const {
        return partials + (((size_t) group * n_parts() + part) * n_rows() + row) * partial_size();
    }
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

    // What attend() needs for itself, in bytes; at an address that ALIGNMENT divides.
    size_t (*attention_scratch)(const Attention & of);

    // Computes for DESK_ROWS rows of a group, or those that there are, the sums over a part of all positions.
    void (*attend)(const Attention & of, int group, int first_row, int part, void * scratch);

    // Adds up the parts of a row, and writes what comes out.
    void (*finish_row)(const Attention & of, int group, int row);
};

constexpr size_t ALIGNMENT = 64;

extern const Kernel kernel_avx512_vnni;
extern const Kernel kernel_avx_vnni;
extern const Kernel kernel_avx2;
