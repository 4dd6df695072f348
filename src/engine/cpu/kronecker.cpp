#include "engine/cpu/kronecker.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::engine {
namespace {

using Matrix = std::vector<double>;

/// Replaces a symmetric positive definite matrix by its inverse, by Gauss-Jordan elimination. No pivoting is needed:
/// the matrices are damped, so that no eigenvalue is less than half of the mean eigenvalue.
void invert_positive(Matrix& a, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
        double* pivot = a.data() + k * n;
        const double inverse = 1 / pivot[k];
        pivot[k] = 1;
        for (std::size_t j = 0; j < n; ++j) pivot[j] *= inverse;
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            double* row = a.data() + i * n;
            const double factor = row[k];
            row[k] = 0;
            for (std::size_t j = 0; j < n; ++j) row[j] -= factor * pivot[j];
        }
    }
}

template <class T>
Matrix read(const T* from, std::size_t n) {
    Matrix a(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) a[i * n + j] = static_cast<double>(from[i * padded(n) + j]);
    return a;
}

template <class T>
void write(const Matrix& a, std::size_t n, T* to) {
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) to[i * padded(n) + j] = static_cast<T>(a[i * n + j]);
}

Matrix identity(std::size_t n) {
    Matrix a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] = 1;
    return a;
}

double mean_eigenvalue(const Matrix& a, std::size_t n) {
    double trace = 0;
    for (std::size_t i = 0; i < n; ++i) trace += a[i * n + i];
    return trace / static_cast<double>(n);
}

void damp(Matrix& a, std::size_t n, double by) {
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] += by;
}

}  // namespace

template <class T>
KroneckerFactors<T>::KroneckerFactors(std::span<const tabular::Layer> layers) : kernels_(kernels<T>()) {
    std::size_t largest = 0;
    std::size_t widest = 0;
    for (const tabular::Layer& layer : layers) {
        Block block{.inputs = layer.inputs + 1, .outputs = layer.outputs, .theta_at = layer.weights_at};
        block.inputs_at = size_;
        size_ += block.inputs * padded(block.inputs);
        block.outputs_at = size_;
        size_ += block.outputs * padded(block.outputs);
        blocks_.push_back(block);
        widest = std::max(widest, padded(block.outputs));
        largest = std::max(largest, block.inputs * padded(block.outputs));
    }
    v_.resize(largest);
    half_.resize(largest);
    zeros_.resize(widest);
}

template <class T>
double KroneckerFactors<T>::cost() const {
    const auto cube = [](std::size_t n) { return std::pow(static_cast<double>(n), 3); };
    double cost = 0;
    for (const Block& block : blocks_) cost += cube(block.inputs) + cube(block.outputs);
    return cost;
}

/// Inverts (A + s a I) (x) (B + s b I), where a and b are the mean eigenvalues of A and B and s^2 = 1 + l2 / (a b). The
/// product of the two additions is then (a b + l2) I.
template <class T>
void KroneckerFactors<T>::invert(std::span<T> list, double l2) const {
    for (const Block& block : blocks_) {
        const std::size_t n = block.inputs;
        const std::size_t m = block.outputs;
        Matrix a = read(list.data() + block.inputs_at, n);
        Matrix b = read(list.data() + block.outputs_at, m);
        const double total = a.back();  // the input of the bias is 1, so this is the sum of c
        for (double& x : a) x /= total;
        const double of_a = mean_eigenvalue(a, n);
        const double of_b = mean_eigenvalue(b, m);
        const double both = of_a * of_b;
        if (total > 0 && both > 0 && std::isfinite(both)) {
            const double share = std::sqrt(1 + l2 / both);
            damp(a, n, share * of_a);
            damp(b, m, share * of_b);
            invert_positive(a, n);
            invert_positive(b, m);
        } else {  // flat: there is nothing to go by
            a = identity(n);
            b = identity(m);
        }
        write(a, n, list.data() + block.inputs_at);
        write(b, m, list.data() + block.outputs_at);
    }
}

template <class T>
void KroneckerFactors<T>::apply(std::span<const T> list, std::span<const T> v, std::span<T> out) {
    for (const Block& block : blocks_) {
        const std::size_t n = block.inputs;
        const std::size_t m = block.outputs;
        const std::size_t width = padded(m);
        for (std::size_t i = 0; i < n; ++i) {
            std::copy_n(v.data() + block.theta_at + i * m, m, v_.data() + i * width);
            std::fill_n(v_.data() + i * width + m, width - m, T(0));
        }
        kernels_.multiply(half_.data(), width, {v_.data(), width, 1}, list.data() + block.outputs_at, width, n, width,
                          m, zeros_.data());
        kernels_.multiply(v_.data(), width, {list.data() + block.inputs_at, padded(n), 1}, half_.data(), width, n,
                          width, n, zeros_.data());
        for (std::size_t i = 0; i < n; ++i) std::copy_n(v_.data() + i * width, m, out.data() + block.theta_at + i * m);
    }
}

template class KroneckerFactors<float>;
template class KroneckerFactors<double>;

}  // namespace alcole::engine
