// Products of quantised weights with the activations of tokens, and attention, in a library that
// llama.cpp loads as a backend.
//
// llama.cpp computes them in the order in which the weights lie, and needs more instructions for
// scales and signs than for products; of some types it makes a copy in another order. The kernels
// here put some rows into another order first (kernel.h). Weights stay where the file was mapped.
//
// As a device it only says where weights shall lie: those of types that are computed here in a kind
// of buffer of its own, which llama.cpp asks for first; others are llama.cpp's, to be copied into its
// own order. Where a GPU is loaded it stands back, and weights lie where that reads them fastest.
// ggml's backend for the processor does the work: before it computes anything it asks the kinds of
// buffers that it knows, and the first of them asks us before it looks for itself. So all is done by
// its threads in one go, and nothing waits for other threads to wake up.
//
// What is computed here is settled for each type of weights and class of batches: by default all,
// else by what was measured here.
//
// Threads: those of ggml.
// Source of the interfaces: llama.cpp ggml/src/ggml-backend-impl.h, ggml/src/ggml-cpu/traits.h.

#include "ggml-backend-impl.h"
#include "ggml-backend.h"
#include "ggml.h"
#include "ggml-cpu-impl.h"
#include "product.h"

#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <thread>

namespace {

constexpr char NAME[]        = "Hearth";
constexpr char DESCRIPTION[] = "Matrix products and attention on the processor";
constexpr int  AT_ONCE       = 4;  // panels that a thread takes from a share
constexpr int  AHEAD         = 40 << 10;  // bytes that memory needs to come, while others are computed
constexpr int  MOST_SOME     = 32;  // columns, more are a prompt
constexpr int  PAUSES        = 1'000;  // of a thread that waits for others, some 15 microseconds
constexpr int  ALL_CLASSES   = 7;

ggml_backend_reg_t processor() {
    return ggml_backend_reg_by_name("CPU");
}

// Whether llama.cpp's backend for the processor uses these instructions: it was compiled for this
// one, or is the best of several that this one can run.
bool has(std::initializer_list<const char *> names) {
    const auto get = (ggml_backend_get_features_t) ggml_backend_reg_get_proc_address(processor(), "ggml_backend_get_features");
    return get != nullptr && std::all_of(names.begin(), names.end(), [get](const char * name) {
        for (const ggml_backend_feature * one = get(processor()); one->name != nullptr; one++) {
            if (std::strcmp(one->name, name) == 0) {
                return std::strcmp(one->value, "1") == 0;
            }
        }
        return false;
    });
}

// Returns the best kernel for this processor, nullptr for none. HEARTH_MATMUL names another one of
// those that it can run, or, with any other word, none.
const Kernel * choose() {
    const char * named = std::getenv("HEARTH_MATMUL");
    const auto   may   = [named](const char * name) { return named == nullptr || std::strcmp(named, name) == 0; };
    if (!has({ "AVX2", "FMA", "F16C" })) {
        return nullptr;
    }
    if (may("avx512_vnni") && has({ "AVX512", "AVX512_VNNI" })) {
        return &kernel_avx512_vnni;
    }
#ifdef KNOWS_AVX_VNNI
    if (may("avx_vnni") && has({ "AVX_VNNI" })) {
        return &kernel_avx_vnni;
    }
#endif
    return may("avx2") ? &kernel_avx2 : nullptr;
}

const Kernel * kernel() {
    static const Kernel * const chosen = choose();
    return chosen;
}

size_t padded(size_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

char * aligned(void * memory) {
    return (char *) (((uintptr_t) memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

// An odd number of lines: columns that lie a power of two apart would drive each other out of the cache.
size_t column_stride(int n_blocks) {
    return (padded((size_t) n_blocks * BLOCK) / ALIGNMENT | 1) * ALIGNMENT;
}

size_t columns_bytes(int n_blocks, int n_columns) {
    return padded((column_stride(n_blocks) + sizeof(Facts) * n_blocks) * n_columns);
}

Columns columns_in(char * memory, int n_blocks, int n_columns) {
    const size_t stride = column_stride(n_blocks);
    return { n_blocks, stride, (int8_t *) memory, (Facts *) (memory + stride * n_columns) };
}

// A type of weights that is computed here, where the kernel can, and for which numbers of columns.
struct Type {
    ggml_type        type;
    Form             form;
    int              largest;  // number that a weight is, as an unsigned byte
    std::atomic<int> classes{ ALL_CLASSES };  // a bit for each
};

Type types[] = {
    { GGML_TYPE_Q8_0, Form::Q8_0, 255 },
    { GGML_TYPE_Q5_0, Form::Q5_0, 31 },
    { GGML_TYPE_Q4_K, Form::Q4_K, 15 },
    { GGML_TYPE_Q6_K, Form::Q6_K, 63 },
};

Type * find_type(int type) {
    for (Type & one : types) {
        if (one.type == type) {
            return &one;
        }
    }
    return nullptr;
}

// The class of batches: one token, some that are answers of several chats or drafts, and prompts.
int class_of(int64_t n_columns) {
    return n_columns == 1 ? 1 : n_columns <= MOST_SOME ? 2 : 4;
}

std::atomic<bool> attends{ true };

// Settles for which classes of batches weights of a type are computed here; none leaves them and
// their order in memory to llama.cpp. Heeded by models that are loaded later. Of halves, which keys
// are, it settles whether attention is.
void settle(int type, int classes) {
    if (type == GGML_TYPE_F16) {
        attends = classes != 0;
    } else if (Type * one = find_type(type)) {
        one->classes = classes;
    }
}

// Where the threads that compute a node meet. It lies in the node, where its operation has no
// parameters: threads share nothing else that is known to hold zeros at first.
struct Meeting {
    std::atomic<int32_t> arrived;
    std::atomic<int32_t> meetings;  // that have ended

    void wait(int n_threads) {
        const int32_t before = meetings.load(std::memory_order_relaxed);
        if (arrived.fetch_add(1, std::memory_order_acq_rel) == n_threads - 1) {
            arrived.store(0, std::memory_order_relaxed);
            meetings.fetch_add(1, std::memory_order_release);
            return;
        }
        for (int n = 0; meetings.load(std::memory_order_acquire) == before; n++) {
            // A thread that is missed for so long waits for a processor, maybe for this one.
            n < PAUSES ? _mm_pause() : std::this_thread::yield();
        }
    }
};

constexpr size_t FREE_PARAMS = 12 * sizeof(int32_t);  // products and attention have four at most

static_assert(std::atomic<int32_t>::is_always_lock_free && FREE_PARAMS + sizeof(Meeting) <= GGML_MAX_OP_PARAMS);

Meeting & meeting_at(ggml_tensor * node) {
    return *(Meeting *) ((char *) node->op_params + FREE_PARAMS);
}

// The jobs that are left of those that a thread has to do: from one number on, before another one.
struct alignas(ALIGNMENT) Share {
    std::atomic<uint64_t> left;

    static uint64_t packed(uint64_t begin, uint64_t end) { return begin << 32 | end; }

    // Takes some jobs, the owner from the front, the others from the back; returns how many, and
    // with which number they begin.
    int take(int most, bool is_owner, int & first) {
        for (uint64_t now = left.load(std::memory_order_relaxed);;) {
            const int begin = (int) (now >> 32), end = (int) (uint32_t) now, n = std::min(most, end - begin);
            if (n <= 0) {
                return 0;
            }
            const uint64_t then = is_owner ? packed(begin + n, end) : packed(begin, end - n);
            if (left.compare_exchange_weak(now, then, std::memory_order_relaxed)) {
                first = is_owner ? begin : end - n;
                return n;
            }
        }
    }
};

// Lets the threads do a number of jobs; all have to come here, and leave together. Each has a share
// of neighbours, in which one job fetches the weights of the next; who is done takes from others, as
// other programs may have their processors for a while.
template <class Job> void share(const ggml_compute_params & params, Meeting & meeting, Share * shares, int n_jobs, int at_once, Job job) {
    const int64_t n_threads = params.nth, self = params.ith;
    shares[self].left = Share::packed(n_jobs * self / n_threads, n_jobs * (self + 1) / n_threads);
    meeting.wait(params.nth);
    for (int64_t i = 0; i < n_threads; i++) {
        Share & from  = shares[(self + i) % n_threads];
        int     first = 0;
        while (const int n = from.take(at_once, i == 0, first)) {
            for (int number = first; number < first + n; number++) {
                job(number);
            }
        }
    }
    meeting.wait(params.nth);
}

// Returns the product that a node stands for, with its columns in some memory.
Product product_of(const ggml_tensor * node, char * memory) {
    const ggml_tensor * weights = node->src[0];
    Product             product;
    product.form       = find_type(weights->type)->form;
    product.weights    = (const uint8_t *) weights->data;
    product.row_bytes  = weights->nb[1];
    const size_t panel = kernel()->n_lanes * product.row_bytes;
    product.ahead      = std::max<size_t>(1, (AHEAD + panel / 2) / panel) * panel;
    product.n_rows     = (int) weights->ne[1];
    product.n_columns  = (int) node->src[1]->ne[1];
    product.columns    = columns_in(memory, (int) (weights->ne[0] / BLOCK), product.n_columns);
    product.out        = (float *) node->data;
    product.out_stride = node->nb[1] / sizeof(float);
    return product;
}

size_t bytes_of_product(const ggml_tensor * node, int n_threads) {
    const int    n_blocks = (int) (node->src[0]->ne[0] / BLOCK);
    const size_t scratch  = padded(kernel()->scratch_bytes(find_type(node->src[0]->type)->form, n_blocks));
    return ALIGNMENT + sizeof(Share) * n_threads + columns_bytes(n_blocks, (int) node->src[1]->ne[1]) + scratch * n_threads;
}

// The inputs that this thread has quantised last, and in which graph; none where something else came
// after them. Each thread sees all nodes of a graph in order.
std::atomic<unsigned> graphs{ 0 };

struct Quantised {
    const ggml_tensor * inputs = nullptr;
    unsigned            graph  = 0;
};

thread_local Quantised quantised;

void multiply(const ggml_compute_params & params, ggml_tensor * node) {
    const Kernel &      with    = *kernel();
    Share *             shares  = (Share *) aligned(params.wdata);
    char *              memory  = (char *) (shares + params.nth);
    const Product       product = product_of(node, memory);
    const ggml_tensor * inputs  = node->src[1];
    const int           n_blocks = product.columns.n_blocks;
    const size_t        each     = padded(with.scratch_bytes(product.form, n_blocks));
    char *              mine     = memory + columns_bytes(n_blocks, product.n_columns) + each * params.ith;
    const unsigned      graph    = graphs;
    if (inputs != quantised.inputs || graph != quantised.graph) {
        for (int column = params.ith; column < product.n_columns; column += params.nth) {
            with.quantise((const float *) ((const char *) inputs->data + column * inputs->nb[1]), product.columns, column);
        }
    }
    quantised = { inputs, graph };
    const int n_panels = (product.n_rows + with.n_lanes - 1) / with.n_lanes;
    share(params, meeting_at(node), shares, n_panels, AT_ONCE, [&](int panel) {
        with.compute(product, panel * with.n_lanes, mine);
    });
}

// Returns the attention that a node stands for, without memory for its parts.
Attention attention_of(const ggml_tensor * node) {
    const ggml_tensor * queries = node->src[0], * keys = node->src[1], * values = node->src[2];
    const ggml_tensor * mask = node->src[3], * sinks = node->src[4];
    Attention           of   = {};
    of.n_tokens              = (int) queries->ne[1];
    of.n_positions           = (int) keys->ne[1];
    of.n_groups              = (int) keys->ne[2];
    of.n_shared              = (int) (queries->ne[2] / keys->ne[2]);
    of.n_key                 = (int) keys->ne[0];
    of.n_value               = (int) values->ne[0];
    of.queries               = (const char *) queries->data;
    of.query_token           = queries->nb[1];
    of.query_head            = queries->nb[2];
    of.keys                  = (const char *) keys->data;
    of.key_stride            = keys->nb[1];
    of.key_group             = keys->nb[2];
    of.values                = (const char *) values->data;
    of.value_stride          = values->nb[1];
    of.value_group           = values->nb[2];
    of.mask                  = mask != nullptr ? (const char *) mask->data : nullptr;
    of.mask_token            = mask != nullptr ? mask->nb[1] : 0;
    of.sinks                 = sinks != nullptr ? (const float *) sinks->data : nullptr;
    std::memcpy(&of.scale, (const float *) node->op_params, sizeof(float));
    std::memcpy(&of.limit, (const float *) node->op_params + 2, sizeof(float));
    of.out      = (float *) node->data;
    return of;
}

size_t bytes_of_parts(const Attention & of) {
    return padded(sizeof(float) * of.partial_size() * of.n_groups * of.n_parts() * of.n_rows());
}

size_t bytes_of_attention(const ggml_tensor * node, int n_threads) {
    const Attention of = attention_of(node);
    return ALIGNMENT + sizeof(Share) * n_threads + bytes_of_parts(of) + padded(kernel()->attention_scratch(of)) * n_threads;
}

void attend(const ggml_compute_params & params, ggml_tensor * node) {
    const Kernel & with    = *kernel();
    Attention      of      = attention_of(node);
    Share *        shares  = (Share *) aligned(params.wdata);
    char *         memory  = (char *) (shares + params.nth);
    char *         mine    = memory + bytes_of_parts(of) + padded(with.attention_scratch(of)) * params.ith;
    const int      n_parts = of.n_parts(), n_rows = of.n_rows();
    const int      n_desks = (n_rows + DESK_ROWS - 1) / DESK_ROWS;
    of.partials            = (float *) memory;
    share(params, meeting_at(node), shares, of.n_groups * n_parts * n_desks, 1, [&](int number) {
        const int desk = number % n_desks, part = number / n_desks % n_parts;
        with.attend(of, number / n_desks / n_parts, desk * DESK_ROWS, part, mine);
    });
    for (int number = params.ith; number < of.n_groups * n_rows; number += params.nth) {
        with.finish_row(of, number / n_rows, number % n_rows);
    }
}

bool has_gpu() {
    for (size_t i = 0; i < ggml_backend_dev_count(); i++) {
        const auto type = ggml_backend_dev_type(ggml_backend_dev_get(i));
        if (type == GGML_BACKEND_DEVICE_TYPE_GPU || type == GGML_BACKEND_DEVICE_TYPE_IGPU) {
            return true;
        }
    }
    return false;
}

// Whether a product has a form that is computed here.
bool can_multiply(const ggml_tensor * node) {
    const ggml_tensor * weights = node->src[0];
    const ggml_tensor * inputs  = node->src[1];
    return inputs->type == GGML_TYPE_F32 && node->type == GGML_TYPE_F32 && ggml_is_contiguous(weights) &&
           ggml_is_matrix(weights) && ggml_is_contiguous_1(inputs) && inputs->nb[0] == sizeof(float) &&
           ggml_is_matrix(inputs) && node->nb[0] == sizeof(float) && node->op_params[1] != GGML_HINT_SRC0_IS_HADAMARD;
}

bool is_vector_of_halves(const ggml_tensor * tensor, int multiple) {
    return tensor->type == GGML_TYPE_F16 && tensor->nb[0] == sizeof(ggml_fp16_t) && tensor->ne[0] % multiple == 0 && tensor->ne[3] == 1;
}

// Whether attention has a form that is computed here.
bool can_attend(const ggml_tensor * node) {
    const ggml_tensor * queries = node->src[0], * keys = node->src[1], * values = node->src[2], * mask = node->src[3];
    float               slope;  // by which scores fall with the distance
    std::memcpy(&slope, (const float *) node->op_params + 1, sizeof(float));
    return queries->type == GGML_TYPE_F32 && queries->nb[0] == sizeof(float) && queries->ne[3] == 1 &&
           is_vector_of_halves(keys, 8) && is_vector_of_halves(values, 16) && keys->ne[1] % 16 == 0 &&
           keys->ne[2] == values->ne[2] && queries->ne[2] % keys->ne[2] == 0 && slope == 0.0f &&
           (mask == nullptr || (is_vector_of_halves(mask, 16) && mask->ne[2] == 1));
}

// Whether products with weights of a type are computed here, for one of some classes of batches.
bool is_known(int kind, int classes) {
    const Type * type = find_type(kind);
    return type != nullptr && type->largest <= kernel()->largest && (type->classes & classes) != 0;
}

// -- ggml's interface of a backend --

const char * backend_name(ggml_backend_t) {
    return NAME;
}

void free_backend(ggml_backend_t backend) {
    delete backend;
}

ggml_status compute_graph(ggml_backend_t, ggml_cgraph *) {
    return GGML_STATUS_FAILED;  // it supports nothing in a graph
}

// -- that of a device --

const char * device_name(ggml_backend_dev_t) {
    return NAME;
}

const char * device_description(ggml_backend_dev_t) {
    return DESCRIPTION;
}

void device_memory(ggml_backend_dev_t, size_t * free, size_t * total) {
    *free = *total = 0;  // none of its own
}

enum ggml_backend_dev_type device_type(ggml_backend_dev_t) {
    return GGML_BACKEND_DEVICE_TYPE_ACCEL;
}

void device_props(ggml_backend_dev_t device, ggml_backend_dev_props * props) {
    *props             = {};
    props->name        = NAME;
    props->description = DESCRIPTION;
    props->type        = device_type(device);
    device_memory(device, &props->memory_free, &props->memory_total);
    props->caps.buffer_from_host_ptr = true;
    props->caps.mmap_support         = true;
    // What it computes is there when it returns, so there is nothing to wait for. Without these
    // llama.cpp gives up to have several GPUs compute at the same time.
    props->caps.async  = true;
    props->caps.events = true;
}

ggml_guid_t guid() {
    static ggml_guid own = { 0x48, 0x65, 0x61, 0x72, 0x74, 0x68, 0x20, 0x6d, 0x61, 0x74, 0x6d, 0x75, 0x6c, 0x00, 0x00, 0x01 };
    return &own;
}

ggml_backend_t init_backend(ggml_backend_dev_t device, const char *) {
    ggml_backend_i interface = {};
    interface.get_name       = backend_name;
    interface.free           = free_backend;
    interface.graph_compute  = compute_graph;
    return new ggml_backend{ guid(), interface, device, nullptr };
}

// -- that of a kind of buffer: the processor's memory under a name of its own --

const char * buffer_name(ggml_backend_buffer_type_t) {
    return NAME;
}

// Returns a buffer of the processor's as one of this kind; null as null.
ggml_backend_buffer_t own(ggml_backend_buffer_t buffer, ggml_backend_buffer_type_t type) {
    if (buffer != nullptr) {
        buffer->buft = type;
    }
    return buffer;
}

ggml_backend_buffer_t allocate(ggml_backend_buffer_type_t type, size_t size) {
    return own(ggml_backend_buft_alloc_buffer(ggml_backend_cpu_buffer_type(), size), type);
}

size_t alignment(ggml_backend_buffer_type_t) {
    return ggml_backend_buft_get_alignment(ggml_backend_cpu_buffer_type());
}

bool is_host(ggml_backend_buffer_type_t) {
    return true;
}

ggml_backend_buffer_type_t buffer_type(ggml_backend_dev_t device) {
    static ggml_backend_buffer_type type = { { buffer_name, allocate, alignment, nullptr, nullptr, is_host }, device, nullptr };
    return &type;
}

ggml_backend_buffer_t buffer_from_host_ptr(ggml_backend_dev_t device, void * memory, size_t size, size_t) {
    return own(ggml_backend_cpu_buffer_from_ptr(memory, size), buffer_type(device));
}

// llama.cpp asks where weights shall lie with a product that has no name, in a buffer of no size.
// Products in a graph have names; the backend of the processor has them, and asks us when it computes.
bool supports_op(ggml_backend_dev_t, const ggml_tensor * node) {
    if (node->op != GGML_OP_MUL_MAT || node->name[0] != 0) {
        return false;
    }
    const ggml_tensor * weights = node->src[0];
    const bool          asks    = weights->buffer != nullptr && ggml_backend_buffer_get_size(weights->buffer) == 0;
    return is_known(weights->type, asks ? ALL_CLASSES : class_of(node->ne[1])) && can_multiply(node) && !has_gpu();
}

bool supports_buffer_type(ggml_backend_dev_t, ggml_backend_buffer_type_t type) {
    return ggml_backend_buft_is_host(type);
}

// -- what the backend of the processor asks before it computes --

}  // namespace

// As ggml's classes of these names, whose own are in a library that may have any name. A compiler that
// saw them in the namespace without a name would take those below for the only ones there are.
class TensorTraits {
  public:
    virtual ~TensorTraits() = default;
    virtual bool work_size(int n_threads, const ggml_tensor * node, size_t & size) = 0;
    virtual bool compute_forward(ggml_compute_params * params, ggml_tensor * node) = 0;
};

class ExtraBufferType {
  public:
    virtual ~ExtraBufferType() = default;
    virtual bool           supports_op(ggml_backend_dev_t, const ggml_tensor *) = 0;
    virtual TensorTraits * get_tensor_traits(const ggml_tensor * node)          = 0;
};

namespace {

class Work : public TensorTraits {
    bool work_size(int n_threads, const ggml_tensor * node, size_t & size) override {
        graphs++;  // each is planned anew before it is computed
        size = node->op == GGML_OP_MUL_MAT ? bytes_of_product(node, n_threads) : bytes_of_attention(node, n_threads);
        return true;
    }

    bool compute_forward(ggml_compute_params * params, ggml_tensor * node) override {
        node->op == GGML_OP_MUL_MAT ? multiply(*params, node) : attend(*params, node);
        return true;
    }
};

// Whether a node of a graph is computed here.
bool takes(const ggml_tensor * node) {
    if (node->op == GGML_OP_FLASH_ATTN_EXT) {
        return attends && can_attend(node);
    }
    if (node->op != GGML_OP_MUL_MAT) {
        return false;
    }
    const ggml_tensor * weights = node->src[0];
    const bool is_ours = weights->buffer != nullptr && weights->buffer->buft->iface.get_name == buffer_name;
    return is_ours && is_known(weights->type, class_of(node->ne[1])) && can_multiply(node);
}

class Taker : public ExtraBufferType {
  public:
    ExtraBufferType * other = nullptr;  // what is asked behind this

  private:
    bool supports_op(ggml_backend_dev_t device, const ggml_tensor * node) override {
        return other->supports_op(device, node);
    }

    TensorTraits * get_tensor_traits(const ggml_tensor * node) override {
        static Work work;
        const bool  is_ours = takes(node);
        if (!is_ours || node->op != GGML_OP_MUL_MAT) {
            quantised.inputs = nullptr;
        }
        return is_ours ? &work : other->get_tensor_traits(node);
    }
};

// Returns the kind of buffers that the backend of the processor asks first before it computes,
// nullptr where it asks none. First, because what another one takes may overwrite what was quantised.
ggml_backend_buffer_type_t asked_first() {
    const auto get = (ggml_backend_dev_get_extra_bufts_t) ggml_backend_reg_get_proc_address(processor(), "ggml_backend_dev_get_extra_bufts");
    ggml_backend_buffer_type_t first = get == nullptr ? nullptr : get(ggml_backend_reg_dev_get(processor(), 0))[0];
    return first == nullptr || first->context == nullptr ? nullptr : first;
}

// Has it ask us before that one; returns whether it does.
bool be_asked() {
    static Taker               taker;
    ggml_backend_buffer_type_t kind = asked_first();
    taker.other                     = (ExtraBufferType *) kind->context;
    kind->context                   = &taker;
    return true;
}

// -- that of what is registered --

const char * registered_name(ggml_backend_reg_t) {
    return NAME;
}

size_t n_devices(ggml_backend_reg_t) {
    return 1;
}

ggml_backend_dev_t only_device(ggml_backend_reg_t registered, size_t) {
    static ggml_backend_device device = [registered] {
        ggml_backend_device_i interface = {};
        interface.get_name              = device_name;
        interface.get_description       = device_description;
        interface.get_memory            = device_memory;
        interface.get_type              = device_type;
        interface.get_props             = device_props;
        interface.init_backend          = init_backend;
        interface.get_buffer_type       = buffer_type;
        interface.buffer_from_host_ptr  = buffer_from_host_ptr;
        interface.supports_op           = supports_op;
        interface.supports_buft         = supports_buffer_type;
        return ggml_backend_device{ interface, registered, nullptr };
    }();
    return &device;
}

void * function(ggml_backend_reg_t, const char * name) {
    if (std::strcmp(name, "hearth_takes") == 0) {
        return (void *) takes;
    }
    return std::strcmp(name, "hearth_settle") == 0 ? (void *) settle : nullptr;
}

ggml_backend_reg_t registered() {
    static const bool is_asked = be_asked();
    (void) is_asked;
    static ggml_backend_reg one = { GGML_BACKEND_API_VERSION, { registered_name, n_devices, only_device, function }, nullptr };
    return &one;
}

int score() {
    return processor() != nullptr && kernel() != nullptr && asked_first() != nullptr ? 1 : 0;
}

}  // namespace

GGML_BACKEND_DL_SCORE_IMPL(score)
GGML_BACKEND_DL_IMPL(registered)
