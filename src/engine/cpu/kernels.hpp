#pragma once

#include <alcole/tabular/model.hpp>

#include "engine/cpu/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The arithmetic of the engine, compiled for several instruction sets; the best one the CPU has is chosen at run time.
/// Rows of matrices are padded with zeros to a multiple of `lanes` entries, so that no kernel has a ragged edge.
namespace alcole::engine {

using tabular::Activation;

/// True when a slope cannot be had from the activation's value and is kept beside it.
constexpr bool needs_slope(Activation activation) {
    return activation == Activation::gelu || activation == Activation::silu;
}

/// One implementation of every kernel for theta in T. Counts and widths named `padded` are multiples of `lanes`.
template <class T>
struct Kernels {
    /// C (rows x padded) = start + A B, where every row starts from the row `start`, or from C itself when that is
    /// null. Rows of B and C lie ldb and ldc entries apart.
    void (*multiply)(T* c, std::size_t ldc, Strided<T> a, const T* b, std::size_t ldb, std::size_t rows,
                     std::size_t padded, std::size_t depth, const T* start);

    /// c[i * outputs + k] = bias[k] + sum_j a[i * lda + j] b[k * ldb + j]: a layer with a handful of outputs.
    void (*dot_rows)(T* c, const T* bias, const T* a, std::size_t lda, const T* b, std::size_t ldb, std::size_t rows,
                     std::size_t outputs, std::size_t padded);

    /// c = a + b, entry by entry.
    void (*sum)(T* c, const T* a, const T* b, std::size_t padded);

    /// Row i of c = row first[i] - first_from of a + row second[i] of b.
    void (*gather_sum)(T* c, const T* a, const std::uint32_t* first, std::uint32_t first_from, const T* b,
                       const std::uint32_t* second, std::size_t rows, std::size_t padded);
    /// The transpose of it: row i of c is added to row first[i] - first_from of a and to row second[i] of b.
    void (*scatter_add)(const T* c, T* a, const std::uint32_t* first, std::uint32_t first_from, T* b,
                        const std::uint32_t* second, std::size_t rows, std::size_t padded);

    /// z becomes activation(z). Where the slope cannot be had from the value (needs_slope), it is written to `slope`.
    void (*activate)(Activation activation, T* z, T* slope, std::size_t padded);

    /// d *= the activation's slope, which is given by its value h, or lies in h itself where needs_slope.
    void (*multiply_slope)(Activation activation, T* d, const T* h, std::size_t padded);

    /// d *= the activation's second derivative, which is given by its value h, or by what went into it, in h, where
    /// needs_slope.
    void (*multiply_curvature)(Activation activation, T* d, const T* h, std::size_t padded);

    /// c += a b, entry by entry.
    void (*add_product)(T* c, const T* a, const T* b, std::size_t padded);

    /// p = 1 / (1 + exp(-s)) and softplus = log(1 + exp(s)), in double whatever the network computes in.
    void (*sigmoid_and_softplus)(const T* s, double* p, double* softplus, std::size_t padded);
};

/// The kernels for this CPU.
template <class T>
const Kernels<T>& kernels();

/// The kernels for every instruction set that this CPU has, by name: so that tests see more than the best one.
template <class T>
std::vector<std::pair<std::string, const Kernels<T>*>> every_kernels();

/// The instruction set in use, as people call it: "AVX-512", "AVX2", "SSE4".
std::string_view instruction_set();

/// All that this CPU has and the kernels are compiled for, the best one first.
std::vector<std::string> instruction_sets();

}  // namespace alcole::engine
