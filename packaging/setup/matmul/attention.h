// Attention of some tokens, for vectors of any width; included like kernel.h, behind it.
//
// llama.cpp goes through keys and values once for each token and each head. Here the tokens of a batch
// and the heads that share a key are taken together: keys are put into an order in which one
// instruction multiplies LANES of them, and a value is made floats once for several rows. A row is a
// head of a token. Sums are floats, where llama.cpp adds in halves.
//
// The arithmetic of a row is the same alone and among others.

namespace {

constexpr int   ROWS_AT_ONCE    = 4;
constexpr int   VECTORS_AT_ONCE = LANES == 16 ? 4 : 2;  // of a value, so that all sums stay in registers
constexpr int   PIECE           = 128;  // positions whose scores are kept
constexpr float NOTHING         = -__builtin_huge_valf();

inline Floats all(float value) {
    return zero() + value;
}

inline Floats get(const float * from) {
    Floats values;
    __builtin_memcpy(&values, from, sizeof(values));
    return values;
}

inline void put(float * to, Floats values) {
    __builtin_memcpy(to, &values, sizeof(values));
}

// e to the power of numbers that are not above 0; 0 where that is less than a float can be.
inline Floats exponential(Floats power) {
    const Floats least = all(-87.0f);
    const Floats twos  = maximum(power, least) * 1.44269504f;
    const Floats whole = rounded(twos), part = twos - whole;
    const Floats three = (part * 1.535336188e-4f + 1.339887440e-3f) * part + 9.618437357e-3f;
    const Floats found = (((three * part + 5.550332471e-2f) * part + 2.402264791e-1f) * part + 6.931472028e-1f) * part + 1.0f;
    return where_above(power, least, times_two_to(found, whole));
}

// Bends numbers so that none is above a limit: limit * tanh(number / limit).
inline Floats bent(Floats numbers, float limit) {
    const Floats size  = maximum(numbers, -numbers);
    const Floats power = exponential(size * (-2.0f / limit));
    const Floats found = (1.0f - power) / (1.0f + power) * limit;
    return found - where_above(-numbers, zero(), found + found);
}

// The memory of one thread.
struct Desk {
    float * keys;    // [n_key][LANES]
    float * scores;  // [DESK_ROWS][PIECE], of which it makes the shares of the values
    int     first_row, n_rows;  // of a group

    float * scores_of(int row) const { return scores + (size_t) (row - first_row) * PIECE; }
};

size_t attention_scratch(const Attention & of) {
    return sizeof(float) * ((size_t) of.n_key * LANES + (size_t) DESK_ROWS * PIECE);
}

bool sees_any(const Attention & of, int token, int position, int n_positions) {
    const uint16_t * mask = of.mask_at(token, position);
    if (mask == nullptr) {
        return true;
    }
    bool any = false;
    for (int i = 0; i < n_positions; i++) {
        any |= mask[i] != HALF_NOTHING;
    }
    return any;
}

// Puts the keys of LANES positions in order.
void order_keys(const Attention & of, int group, int position, float * to) {
    const uint8_t * from = (const uint8_t *) of.keys + group * of.key_group + position * of.key_stride;
    for (int i = 0; i < of.n_key; i += 8) {
        Integers pairs[4];
        transpose(from + 2 * i, of.key_stride, pairs);
        for (int k = 0; k < 4; k++) {
            put(to + (i + 2 * k) * LANES, low_halves(pairs[k]));
            put(to + (i + 2 * k + 1) * LANES, high_halves(pairs[k]));
        }
    }
}

// Scores N rows of a group from first_row on for LANES positions, whose keys are in order.
template <int N> void score_rows(const Attention & of, int group, int first_row, int position, int number, const Desk & desk) {
    const float * queries[N];
    Floats        scores[N];
    for (int n = 0; n < N; n++) {
        queries[n] = of.query(group, first_row + n);
        scores[n]  = zero();
    }
    for (int i = 0; i < of.n_key; i++) {
        const Floats key = get(desk.keys + i * LANES);
#pragma GCC unroll 4
        for (int n = 0; n < N; n++) {
            scores[n] = add_product(scores[n], key, queries[n][i]);
        }
    }
    for (int n = 0; n < N; n++) {
        Floats found = scores[n] * of.scale;
        if (of.limit != 0.0f) {
            found = bent(found, of.limit);
        }
        if (const uint16_t * mask = of.mask_at(of.token(first_row + n), position)) {
            found = found + from_halves(mask);
        }
        put(desk.scores_of(first_row + n) + number, found);
    }
}

// Adds what N rows take of the values of a piece to their sums.
template <int N, int VECTORS>
void add_values(const Attention & of, const char * values, const float * shares, int n_positions, float * const * sums) {
    Floats totals[N][VECTORS];
    for (int n = 0; n < N; n++) {
        for (int v = 0; v < VECTORS; v++) {
            totals[n][v] = get(sums[n] + v * LANES);
        }
    }
    for (int position = 0; position < n_positions; position++, values += of.value_stride) {
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; v++) {
            const Floats value = from_halves((const uint16_t *) values + v * LANES);
#pragma GCC unroll 4
            for (int n = 0; n < N; n++) {
                totals[n][v] = add_product(totals[n][v], value, shares[n * PIECE + position]);
            }
        }
    }
    for (int n = 0; n < N; n++) {
        for (int v = 0; v < VECTORS; v++) {
            put(sums[n] + v * LANES, totals[n][v]);
        }
    }
}

template <int N>
void add_piece(const Attention & of, int group, int part, int first_row, int position, int n_positions, const Desk & desk) {
    const char *  values = of.values + group * of.value_group + position * of.value_stride;
    const float * shares = desk.scores_of(first_row);
    int           i      = 0;
    const auto    sums   = [&](float ** to) {
        for (int n = 0; n < N; n++) {
            to[n] = of.partial(group, part, first_row + n) + PARTIAL_HEAD + i;
        }
    };
    float * to[N];
    for (; i + VECTORS_AT_ONCE * LANES <= of.n_value; i += VECTORS_AT_ONCE * LANES) {
        sums(to);
        add_values<N, VECTORS_AT_ONCE>(of, values + 2 * i, shares, n_positions, to);
    }
    for (; i < of.n_value; i += LANES) {
        sums(to);
        add_values<N, 1>(of, values + 2 * i, shares, n_positions, to);
    }
}

// Makes shares of the scores of a row, and its sums so small that both may be added.
void share_out(const Attention & of, float * scores, int n_positions, float * partial) {
    Floats most = all(NOTHING), total = zero();
    for (int i = 0; i < n_positions; i += LANES) {
        most = maximum(most, get(scores + i));
    }
    const float before = partial[0], now = largest(most) > before ? largest(most) : before;
    if (now == NOTHING) {
        __builtin_memset(scores, 0, sizeof(float) * n_positions);
        return;
    }
    for (int i = 0; i < n_positions; i += LANES) {
        const Floats share = exponential(get(scores + i) - now);
        total              = total + share;
        put(scores + i, share);
    }
    const float kept = before == now ? 1.0f : __builtin_expf(before - now);
    partial[0]       = now;
    partial[1]       = partial[1] * kept + sum_of(total);
    if (kept != 1.0f) {
        for (int i = 0; i < of.n_value; i += LANES) {
            put(partial + PARTIAL_HEAD + i, get(partial + PARTIAL_HEAD + i) * kept);
        }
    }
}

// Calls take(N, first row) for all rows of a desk, as many at once as there are.
template <class Take> void by_rows(const Desk & desk, Take take) {
    const int end = desk.first_row + desk.n_rows;
    int       row = desk.first_row;
    for (; row + ROWS_AT_ONCE <= end; row += ROWS_AT_ONCE) {
        take(std::integral_constant<int, ROWS_AT_ONCE>(), row);
    }
    switch (end - row) {
        case 3:
            return take(std::integral_constant<int, 3>(), row);
        case 2:
            return take(std::integral_constant<int, 2>(), row);
        case 1:
            return take(std::integral_constant<int, 1>(), row);
    }
}

void attend_piece(const Attention & of, int group, int part, int begin, int n_positions, const Desk & desk) {
    for (int number = 0; number < n_positions; number += LANES) {
        const int position   = begin + number;
        bool      is_ordered = false;
        by_rows(desk, [&](auto n, int row) {
            bool is_seen = false;
            for (int i = 0; i < n; i++) {
                is_seen |= sees_any(of, of.token(row + i), position, LANES);
            }
            if (is_seen) {
                if (!is_ordered) {
                    order_keys(of, group, position, desk.keys);
                    is_ordered = true;
                }
                return score_rows<n>(of, group, row, position, number, desk);
            }
            for (int i = 0; i < n; i++) {
                put(desk.scores_of(row + i) + number, all(NOTHING));
            }
        });
    }
    for (int row = desk.first_row; row < desk.first_row + desk.n_rows; row++) {
        share_out(of, desk.scores_of(row), n_positions, of.partial(group, part, row));
    }
    by_rows(desk, [&](auto n, int row) {
        bool is_seen = false;
        for (int i = 0; i < n; i++) {
            is_seen |= sees_any(of, of.token(row + i), begin, n_positions);
        }
        if (is_seen) {
            add_piece<n>(of, group, part, row, begin, n_positions, desk);
        }
    });
}

void attend(const Attention & of, int group, int first_row, int part, void * scratch) {
    float *    keys = (float *) scratch;
    const int  rest = of.n_rows() - first_row;
    const Desk desk = { keys, keys + of.n_key * LANES, first_row, rest < DESK_ROWS ? rest : DESK_ROWS };
    for (int row = first_row; row < first_row + desk.n_rows; row++) {
        float * partial = of.partial(group, part, row);
        __builtin_memset(partial, 0, sizeof(float) * of.partial_size());
        partial[0] = NOTHING;
    }
    const int begin = part * of.part_size(), rest_of_all = of.n_positions - begin;
    const int end   = begin + (rest_of_all < of.part_size() ? rest_of_all : of.part_size());
    for (int piece = begin; piece < end; piece += PIECE) {
        attend_piece(of, group, part, piece, end - piece < PIECE ? end - piece : PIECE, desk);
    }
}

// Adds up the parts of a row.
void finish_row(const Attention & of, int group, int row) {
    const int head = group * of.n_shared + row % of.n_shared;
    float *   out  = of.out + ((size_t) of.token(row) * of.n_groups * of.n_shared + head) * of.n_value;
    float     most = of.sinks != nullptr ? of.sinks[head] : NOTHING;
    for (int part = 0; part < of.n_parts(); part++) {
        const float other = of.partial(group, part, row)[0];
        most              = other > most ? other : most;
    }
    float total = of.sinks != nullptr ? __builtin_expf(of.sinks[head] - most) : 0.0f;
    __builtin_memset(out, 0, sizeof(float) * of.n_value);
    for (int part = 0; part < of.n_parts(); part++) {
        const float * partial = of.partial(group, part, row);
        if (partial[0] == NOTHING) {
            continue;
        }
        const float weight = __builtin_expf(partial[0] - most);
        total += partial[1] * weight;
        for (int i = 0; i < of.n_value; i += LANES) {
            put(out + i, get(out + i) + get(partial + PARTIAL_HEAD + i) * weight);
        }
    }
    for (int i = 0; i < of.n_value && total != 0.0f; i += LANES) {
        put(out + i, get(out + i) * (1.0f / total));
    }
}

}  // namespace
