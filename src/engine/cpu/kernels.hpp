#pragma once

#include <alcole/tabular/model.hpp>

#include "engine/cpu/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The arithmetic of the engine, compiled for several instruction sets; the best one that the CPU supports is chosen at
/// run time. Rows of matrices are padded with zeros to a multiple of `lanes` entries, so that kernels need no code for
/// partial registers.
namespace alcole::engine {

using tabular::Activation;

/// True if the slope cannot be computed from the activation's value and has to be stored as well.
constexpr bool needs_slope(Activation activation) {
    return activation == Activation::gelu || activation == Activation::silu;
}

/// One implementation of every kernel for theta in T. Counts and widths named `padded` are multiples of `lanes`.
template <class T>
struct Kernels {
    /// C (rows x padded) = start + A B, where the row `start` is added to every row; if it is null, C += A B. Rows of B
    /// and C are ldb and ldc entries apart.
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
    /// The transpose of gather_sum: row i of c is added to row first[i] - first_from of a and to row second[i] of b.
    void (*scatter_add)(const T* c, T* a, const std::uint32_t* first, std::uint32_t first_from, T* b,
                        const std::uint32_t* second, std::size_t rows, std::size_t padded);

    /// Replaces z by activation(z). If needs_slope, also writes the slope.
    void (*activate)(Activation activation, T* z, T* slope, std::size_t padded);

    /// d *= the activation's slope. h is the activation's value, or the slope itself if needs_slope.
    void (*multiply_slope)(Activation activation, T* d, const T* h, std::size_t padded);

    /// d *= the activation's second derivative. h is the activation's value, or its argument if needs_slope.
    void (*multiply_curvature)(Activation activation, T* d, const T* h, std::size_t padded);

    /// c += a b, entry by entry.
    void (*add_product)(T* c, const T* a, const T* b, std::size_t padded);

    /// p = 1 / (1 + exp(-s)) and softplus = log(1 + exp(s)), in double for every T.
    void (*sigmoid_and_softplus)(const T* s, double* p, double* softplus, std::size_t padded);
};

/// The kernels for columns of a plan (Plan::Column): losses and rates of any number of consecutive points with two
/// classes. s, p and norm are those of loss.hpp.
struct ColumnKernels {
    /// sum_i w0_i norm_i + w1_i (norm_i - s_i)
    double (*sum_of_losses)(const double* w0, const double* w1, const double* norm, const double* s, std::size_t count);
    /// sum_i w_i p_i
    double (*sum_of_rates)(const double* w, const double* p, std::size_t count);
    /// The sum of the w_i with s_i > 0.
    double (*sum_where_positive)(const double* w, const double* s, std::size_t count);
    /// g_i += pull (w0_i p_i + w1_i (p_i - 1))
    void (*add_loss_slopes)(double pull, const double* w0, const double* w1, const double* p, double* g,
                            std::size_t count);
    /// h_i += (max(pull w0_i, 0) + max(pull w1_i, 0)) p_i (1 - p_i)
    void (*add_loss_curves)(double pull, const double* w0, const double* w1, const double* p, double* h,
                            std::size_t count);
    /// g_i += pull w_i p_i (1 - p_i)
    void (*add_rate_slopes)(double pull, const double* w, const double* p, double* g, std::size_t count);
    /// h_i += pull |w_i| p_i (1 - p_i)
    void (*add_rate_bounds)(double pull, const double* w, const double* p, double* h, std::size_t count);
};

/// The kernels for this CPU.
template <class T>
const Kernels<T>& kernels();
const ColumnKernels& column_kernels();

/// The kernels for every instruction set that this CPU supports, by name, so that tests can cover all of them.
template <class T>
std::vector<std::pair<std::string, const Kernels<T>*>> every_kernels();
std::vector<std::pair<std::string, const ColumnKernels*>> every_column_kernels();

/// The common name of the instruction set in use: "AVX-512", "AVX2", "SSE4".
std::string_view instruction_set();

/// All instruction sets that this CPU supports and the kernels are compiled for, the best one first.
std::vector<std::string> instruction_sets();

}  // namespace alcole::engine
