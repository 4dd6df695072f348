#include "engine/cpu/network.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::engine {

// The Kronecker factors of a network's curvature (kronecker.hpp).

template <class T>
std::size_t Network<T>::factor_entries(std::size_t points) const {
    std::size_t widest_input = 0;
    for (std::size_t l = 1; l < layers_.size(); ++l) widest_input = std::max(widest_input, layers_[l].inputs);
    return points * (padded(widest_input + 1) + 2 * widest());
}

/// Every how many points the products of the inputs are summed, so that this takes no longer than a gradient does. A
/// row of words has few nonzero inputs and every point counts; with many numbers, a sample of the points is enough.
template <class T>
std::size_t Network<T>::input_stride() const {
    const auto inputs = static_cast<double>(inputs_.num_numbers + inputs_.base_blocks + inputs_.variant_blocks + 1);
    constexpr double slower = 16;  // per multiplication than the kernels of a gradient
    return 1 + static_cast<std::size_t>(slower * inputs * inputs / flops_per_point(layers_));
}

/// A += c x x^T over a sample of the tile's points, where x are the inputs followed by a 1 for the bias.
template <class T>
void Network<T>::add_input_factor(const Plan& plan, const Plan::Tile& tile, const T* roots, T* sums) const {
    std::vector<std::pair<std::size_t, T>> x;
    std::vector<T> numbers(inputs_.num_numbers);
    const std::size_t row = padded(inputs_.num_inputs + 1);
    const std::size_t stride = input_stride();
    for (std::size_t i = 0; i < tile.points.size(); i += stride) {
        const std::size_t point = tile.points.begin + i;
        const std::size_t base = plan.bases[plan.point_base[point]];
        x.clear();
        inputs_.write_numbers(base, numbers.data());
        for (std::size_t j = 0; j < numbers.size(); ++j)
            if (numbers[j] != 0) x.emplace_back(j, numbers[j]);
        inputs_.for_each_one(base, [&](std::size_t j) { x.emplace_back(j, T(1)); });
        inputs_.for_each_of_variant(plan.point_variant[point], [&](std::size_t j, T xj) { x.emplace_back(j, xj); });
        x.emplace_back(inputs_.num_inputs, T(1));
        const T c = curvature(roots, i);
        for (const auto& [j, xj] : x)  // an input in both base and variant occurs twice: their sum is what counts
            for (const auto& [k, xk] : x) sums[j * row + k] += c * xj * xk;
    }
}

/// The curvature of a point, summed over its outputs.
template <class T>
T Network<T>::curvature(const T* roots, std::size_t i) const {
    T c = 0;
    for (std::size_t k = 0; k < layers_.back().outputs; ++k)
        c += roots[i * score_stride_ + k] * roots[i * score_stride_ + k];
    return c;
}

/// A += c h h^T, where h are the values of a hidden layer followed by a 1 for the bias of the next.
template <class T>
void Network<T>::add_hidden_factor(std::size_t l, std::size_t points, const T* hidden, const T* roots, T* scaled,
                                   T* sums) const {
    const std::size_t inputs = layers_[l].inputs;
    const std::size_t row = padded(inputs + 1);
    for (std::size_t i = 0; i < points; ++i) {
        const T root = std::sqrt(curvature(roots, i));
        T* to = scaled + i * row;
        for (std::size_t j = 0; j < inputs; ++j) to[j] = root * hidden[i * width(l - 1) + j];
        to[inputs] = root;
        std::fill(to + inputs + 1, to + row, T(0));
    }
    kernels_.multiply(sums, row, {scaled, 1, row}, scaled, row, inputs + 1, row, points, nullptr);
}

/// B += q q^T
template <class T>
void Network<T>::add_output_factor(std::size_t l, std::size_t points, const T* q, T* sums) const {
    const std::size_t outputs = layers_[l].outputs;
    if (!narrow(l)) {
        kernels_.multiply(sums, width(l), {q, 1, width(l)}, q, width(l), outputs, width(l), points, nullptr);
        return;
    }
    for (std::size_t i = 0; i < points; ++i)
        for (std::size_t j = 0; j < outputs; ++j)
            for (std::size_t k = 0; k < outputs; ++k) sums[j * width(l) + k] += q[i * outputs + j] * q[i * outputs + k];
}

template <class T>
void Network<T>::add_factors(const Plan& plan, const Plan::Tile& tile, const T* kept, const T* roots,
                             const KroneckerFactors<T>& factors, T* scratch, T* sums) const {
    const std::size_t points = tile.points.size();
    T* here = scratch;
    T* before = here + points * widest();
    T* scaled = before + points * widest();
    const T* q = roots;
    for (std::size_t l = num_hidden(); l > 0; --l) {
        add_hidden_factor(l, points, kept + hidden_at(l - 1, points), roots, scaled, factors.inputs(sums, l));
        add_output_factor(l, points, q, factors.outputs(sums, l));
        before_layer(l, points, q, false, before);
        const std::size_t slopes = needs_slope(activation_) ? slope_at(l - 1, points) : hidden_at(l - 1, points);
        kernels_.multiply_slope(activation_, before, kept + slopes, points * width(l - 1));
        q = before;
        std::swap(here, before);
    }
    add_input_factor(plan, tile, roots, factors.inputs(sums, 0));
    add_output_factor(0, points, q, factors.outputs(sums, 0));
}

template std::size_t Network<float>::factor_entries(std::size_t) const;
template std::size_t Network<double>::factor_entries(std::size_t) const;
template void Network<float>::add_factors(const Plan&, const Plan::Tile&, const float*, const float*,
                                          const KroneckerFactors<float>&, float*, float*) const;
template void Network<double>::add_factors(const Plan&, const Plan::Tile&, const double*, const double*,
                                           const KroneckerFactors<double>&, double*, double*) const;

}  // namespace alcole::engine
