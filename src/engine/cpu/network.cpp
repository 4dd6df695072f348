#include "engine/cpu/network.hpp"

#include <algorithm>

namespace alcole::engine {

template <class T>
Network<T>::Network(const Model& model, const Inputs<T>& inputs, std::size_t outputs)
    : inputs_(inputs),
      kernels_(kernels<T>()),
      activation_(model.activation),
      layers_(layers_of(model, inputs.num_inputs, outputs)),
      packed_(layers_.size()),
      per_variant_(inputs.num_variants * width(0)) {
    std::size_t widest = 0;
    for (std::size_t l = 0; l < layers_.size(); ++l) {
        const Layer& layer = layers_[l];
        Packed& packed = packed_[l];
        widest = std::max(widest, std::max(width(l), padded(layer.inputs)));
        if (!narrow(l)) packed.weights.resize(layer.inputs * width(l));
        if (l > 0) packed.transposed.resize(layer.outputs * padded(layer.inputs));
        packed.biases.resize(width(l));
        packed.weights_at = gradient_entries_;
        gradient_entries_ += narrow(l) ? layer.outputs * padded(layer.inputs) : layer.inputs * width(l);
        packed.biases_at = gradient_entries_;
        gradient_entries_ += width(l);
    }
    variants_at_ = gradient_entries_;
    gradient_entries_ += per_variant_.size();
    zeros_.resize(widest);
    score_stride_ = narrow(num_hidden()) ? outputs : width(num_hidden());
}

double flops_per_point(std::span<const Layer> layers) {
    double products = 0;
    for (const Layer& layer : layers.subspan(1))
        products += static_cast<double>(layer.inputs) * static_cast<double>(layer.outputs);
    return 6 * products;  // forward, gradient of inputs, gradient of weights: a multiplication and an addition each
}

template <class T>
void Network<T>::load(std::span<const T> theta) {
    for (std::size_t l = 0; l < layers_.size(); ++l) {
        const Layer& layer = layers_[l];
        Packed& packed = packed_[l];
        const std::size_t out = layer.outputs;
        const std::size_t in_width = padded(layer.inputs);
        const T* weights = theta.data() + layer.weights_at;
        if (!packed.weights.empty())
            for (std::size_t i = 0; i < layer.inputs; ++i)
                std::copy_n(weights + i * out, out, packed.weights.data() + i * width(l));
        if (!packed.transposed.empty())
            for (std::size_t i = 0; i < layer.inputs; ++i)
                for (std::size_t j = 0; j < out; ++j) packed.transposed[j * in_width + i] = weights[i * out + j];
        std::copy_n(theta.data() + layer.biases_at, out, packed.biases.data());
    }
    const std::size_t w = width(0);
    for (std::size_t v = 0; v < inputs_.num_variants; ++v) {
        T* row = per_variant_.data() + v * w;
        std::fill_n(row, w, T(0));
        inputs_.for_each_of_variant(v, [&](std::size_t i, T value) {
            const T* weights = packed_[0].weights.data() + i * w;
            for (std::size_t j = 0; j < w; ++j) row[j] += value * weights[j];
        });
    }
}

// The memory of a tile holds, in this order: the values of each hidden layer, their slopes if needed, and the scores.

template <class T>
std::size_t Network<T>::hidden_at(std::size_t l, std::size_t points) const {
    std::size_t at = 0;
    for (std::size_t k = 0; k < l; ++k) at += points * width(k) * (needs_slope(activation_) ? 2 : 1);
    return at;
}

template <class T>
std::size_t Network<T>::slope_at(std::size_t l, std::size_t points) const {
    return hidden_at(l, points) + (needs_slope(activation_) ? points * width(l) : 0);
}

template <class T>
std::size_t Network<T>::scores_at(std::size_t points) const {
    return hidden_at(num_hidden(), points);
}

template <class T>
std::size_t Network<T>::kept_entries(std::size_t points) const {
    return padded(scores_at(points) + padded(points) * score_stride_);
}

template <class T>
std::size_t Network<T>::scratch_entries(std::size_t points, std::size_t bases) const {
    return bases * (width(0) + padded(inputs_.num_numbers)) + 4 * points * widest();
}

template <class T>
std::size_t Network<T>::widest() const {
    std::size_t widest = 0;
    for (std::size_t l = 0; l < layers_.size(); ++l) widest = std::max(widest, width(l));
    return widest;
}

/// Copies the numbers of a tile's bases, which are scattered over the table, into a contiguous matrix.
template <class T>
void Network<T>::gather_numbers(const Plan& plan, const Plan::Tile& tile, T* numbers) const {
    const std::size_t d = inputs_.num_numbers;
    for (std::size_t b = tile.bases.begin; b < tile.bases.end; ++b, numbers += d)
        inputs_.write_numbers(plan.bases[b], numbers);
}

template <class T>
void Network<T>::first_layer(const Plan& plan, const Plan::Tile& tile, T* out, T* scratch) const {
    const std::size_t w = width(0);
    const std::size_t d = inputs_.num_numbers;
    const std::size_t bases = tile.bases.size();
    const T* weights = packed_[0].weights.data();
    T* per_base = scratch;
    T* numbers = per_base + bases * w;
    gather_numbers(plan, tile, numbers);
    kernels_.multiply(per_base, w, {numbers, d, 1}, weights, w, bases, w, d, packed_[0].biases.data());
    for (std::size_t b = 0; b < bases; ++b) {
        T* row = per_base + b * w;
        inputs_.for_each_one(plan.bases[tile.bases.begin + b],
                             [&](std::size_t i) { kernels_.sum(row, row, weights + i * w, w); });
    }
    kernels_.gather_sum(out, per_base, plan.point_base.data() + tile.points.begin, tile.bases.begin,
                        per_variant_.data(), plan.point_variant.data() + tile.points.begin, tile.points.size(), w);
}

/// out = in W + biases
template <class T>
void Network<T>::layer(std::size_t l, std::size_t points, const T* in, T* out) const {
    const Packed& packed = packed_[l];
    const std::size_t in_width = width(l - 1);
    if (narrow(l))
        kernels_.dot_rows(out, packed.biases.data(), in, in_width, packed.transposed.data(), padded(layers_[l].inputs),
                          points, layers_[l].outputs, in_width);
    else
        kernels_.multiply(out, width(l), {in, in_width, 1}, packed.weights.data(), width(l), points, width(l),
                          layers_[l].inputs, packed.biases.data());
}

/// out += in W
template <class T>
void Network<T>::add_layer(std::size_t l, std::size_t points, const T* in, T* out, T* scratch) const {
    const Packed& packed = packed_[l];
    const std::size_t in_width = width(l - 1);
    const std::size_t outputs = layers_[l].outputs;
    if (!narrow(l))
        return kernels_.multiply(out, width(l), {in, in_width, 1}, packed.weights.data(), width(l), points, width(l),
                                 layers_[l].inputs, nullptr);
    kernels_.dot_rows(scratch, zeros_.data(), in, in_width, packed.transposed.data(), padded(layers_[l].inputs), points,
                      outputs, in_width);
    for (std::size_t i = 0; i < points * outputs; ++i) out[i] += scratch[i];
}

/// before = gradient W^T, or before += gradient W^T if `add`: from the outputs of a layer to its inputs.
template <class T>
void Network<T>::before_layer(std::size_t l, std::size_t points, const T* gradient, bool add, T* before) const {
    const std::size_t stride = narrow(l) ? layers_[l].outputs : width(l);
    kernels_.multiply(before, width(l - 1), {gradient, stride, 1}, packed_[l].transposed.data(),
                      padded(layers_[l].inputs), points, width(l - 1), layers_[l].outputs,
                      add ? nullptr : zeros_.data());
}

template <class T>
void Network<T>::forward(const Plan& plan, const Plan::Tile& tile, T* kept, T* scratch) const {
    const std::size_t points = tile.points.size();
    const auto hidden = [&](std::size_t l) { return kept + hidden_at(l, points); };
    first_layer(plan, tile, hidden(0), scratch);  // for a linear model these are the scores
    for (std::size_t l = 0; l < num_hidden(); ++l) {
        kernels_.activate(activation_, hidden(l), kept + slope_at(l, points), points * width(l));
        layer(l + 1, points, hidden(l), hidden(l + 1));
    }
}

/// weights += in^T gradient and, if with_biases, biases += column sums of the gradient.
template <class T>
void Network<T>::layer_gradient(std::size_t l, std::size_t points, const T* in, const T* gradient, bool with_biases,
                                T* sums) const {
    const Layer& layer = layers_[l];
    const std::size_t in_width = width(l - 1);
    T* weights = sums + packed_[l].weights_at;
    T* biases = sums + packed_[l].biases_at;
    if (narrow(l)) {
        const std::size_t outputs = layer.outputs;
        kernels_.multiply(weights, in_width, {gradient, 1, outputs}, in, in_width, outputs, in_width, points, nullptr);
        for (std::size_t i = 0; with_biases && i < points; ++i)
            for (std::size_t k = 0; k < outputs; ++k) biases[k] += gradient[i * outputs + k];
        return;
    }
    constexpr T one = 1;
    kernels_.multiply(weights, width(l), {in, 1, in_width}, gradient, width(l), layer.inputs, width(l), points,
                      nullptr);
    if (with_biases)
        kernels_.multiply(biases, width(l), {&one, 0, 0}, gradient, width(l), 1, width(l), points, nullptr);
}

template <class T>
void Network<T>::first_layer_gradient(const Plan& plan, const Plan::Tile& tile, const T* gradient, T* scratch,
                                      T* sums) const {
    constexpr T one = 1;
    const std::size_t w = width(0);
    const std::size_t d = inputs_.num_numbers;
    const std::size_t bases = tile.bases.size();
    T* weights = sums + packed_[0].weights_at;
    T* per_base = scratch;
    T* numbers = per_base + bases * w;
    std::fill_n(per_base, bases * w, T(0));
    kernels_.scatter_add(gradient, per_base, plan.point_base.data() + tile.points.begin, tile.bases.begin,
                         sums + variants_at_, plan.point_variant.data() + tile.points.begin, tile.points.size(), w);
    gather_numbers(plan, tile, numbers);
    kernels_.multiply(weights, w, {numbers, 1, d}, per_base, w, d, w, bases, nullptr);
    kernels_.multiply(sums + packed_[0].biases_at, w, {&one, 0, 0}, per_base, w, 1, w, bases, nullptr);
    for (std::size_t b = 0; b < bases; ++b)
        inputs_.for_each_one(plan.bases[tile.bases.begin + b], [&](std::size_t i) {
            T* to = weights + i * w;
            kernels_.sum(to, to, per_base + b * w, w);
        });
}

template <class T>
void Network<T>::add_gradient(const Plan& plan, const Plan::Tile& tile, const T* kept, const T* score_gradient,
                              T* scratch, T* sums) const {
    const std::size_t points = tile.points.size();
    // Two alternating buffers, behind the memory that the first layer needs.
    T* here = scratch + tile.bases.size() * (width(0) + padded(inputs_.num_numbers));
    T* before = here + points * widest();
    const T* gradient = score_gradient;
    for (std::size_t l = num_hidden(); l > 0; --l) {
        layer_gradient(l, points, kept + hidden_at(l - 1, points), gradient, true, sums);
        before_layer(l, points, gradient, false, before);
        const std::size_t slopes = needs_slope(activation_) ? slope_at(l - 1, points) : hidden_at(l - 1, points);
        kernels_.multiply_slope(activation_, before, kept + slopes, points * width(l - 1));
        gradient = before;
        std::swap(here, before);
    }
    first_layer_gradient(plan, tile, gradient, scratch, sums);
}

// The changes of a tile along a direction, in this order: for each hidden layer the change of its values, a'(z) dz, and
// its bend, a''(z) dz, which is the change of a'(z); then the change of the scores.

template <class T>
std::size_t Network<T>::change_at(std::size_t l, std::size_t points) const {
    std::size_t at = 0;
    for (std::size_t k = 0; k < l; ++k) at += 2 * points * width(k);
    return at;
}

template <class T>
std::size_t Network<T>::bend_at(std::size_t l, std::size_t points) const {
    return change_at(l, points) + points * width(l);
}

template <class T>
std::size_t Network<T>::change_entries(std::size_t points) const {
    return padded(change_at(num_hidden(), points) + padded(points) * score_stride_);
}

template <class T>
const T* Network<T>::score_changes(const T* changes, std::size_t points) const {
    return changes + change_at(num_hidden(), points);
}

/// dz_0 = dW_0 x + db_0,   dh_l = a'(z_l) dz_l,   dz_{l+1} = dh_l W_{l+1} + h_l dW_{l+1} + db_{l+1}
template <class T>
void Network<T>::push_forward(const Plan& plan, const Plan::Tile& tile, const Network& along, const T* kept, T* changes,
                              T* scratch) const {
    const std::size_t points = tile.points.size();
    T* beside = scratch + tile.bases.size() * (width(0) + padded(inputs_.num_numbers));
    const auto change = [&](std::size_t l) { return changes + change_at(l, points); };
    along.first_layer(plan, tile, change(0), scratch);
    for (std::size_t l = 0; l < num_hidden(); ++l) {
        const std::size_t entries = points * width(l);
        const T* hidden = kept + hidden_at(l, points);
        const T* by = hidden;
        if (needs_slope(activation_)) {  // the curvature needs the layer's argument z, which is not kept: recompute it
            if (l == 0)
                first_layer(plan, tile, beside, scratch);
            else
                layer(l, points, kept + hidden_at(l - 1, points), beside);
            by = beside;
        }
        T* bend = changes + bend_at(l, points);
        std::copy_n(change(l), entries, bend);
        kernels_.multiply_curvature(activation_, bend, by, entries);
        kernels_.multiply_slope(activation_, change(l), needs_slope(activation_) ? kept + slope_at(l, points) : hidden,
                                entries);
        along.layer(l + 1, points, hidden, change(l + 1));
        add_layer(l + 1, points, change(l), change(l + 1), beside);
    }
}

/// Backward, where e is the gradient with respect to a layer's values and g = a'(z) e that with respect to its
/// arguments:
///     d(weights of l) = dh_{l-1}^T g_l + h_{l-1}^T dg_l,
///     de_{l-1} = dg_l W_l^T + g_l dW_l^T,    dg_{l-1} = a'(z) de_{l-1} + bend e_{l-1}.
template <class T>
void Network<T>::add_gradient_change(const Plan& plan, const Plan::Tile& tile, const Network& along, const T* kept,
                                     const T* changes, const T* score_gradient, const T* score_gradient_change,
                                     T* scratch, T* sums) const {
    const std::size_t points = tile.points.size();
    const std::size_t room = points * widest();
    T* here = scratch + tile.bases.size() * (width(0) + padded(inputs_.num_numbers));
    T* before = here + room;
    T* here_change = before + room;
    T* before_change = here_change + room;
    const T* gradient = score_gradient;
    const T* gradient_change = score_gradient_change;
    for (std::size_t l = num_hidden(); l > 0; --l) {
        layer_gradient(l, points, changes + change_at(l - 1, points), gradient, false, sums);
        layer_gradient(l, points, kept + hidden_at(l - 1, points), gradient_change, true, sums);
        before_layer(l, points, gradient, false, before);
        before_layer(l, points, gradient_change, false, before_change);
        along.before_layer(l, points, gradient, true, before_change);
        const std::size_t entries = points * width(l - 1);
        const T* slopes = kept + (needs_slope(activation_) ? slope_at(l - 1, points) : hidden_at(l - 1, points));
        kernels_.multiply_slope(activation_, before_change, slopes, entries);
        kernels_.add_product(before_change, before, changes + bend_at(l - 1, points), entries);
        if (l > 1) kernels_.multiply_slope(activation_, before, slopes, entries);
        gradient = before;
        gradient_change = before_change;
        std::swap(here, before);
        std::swap(here_change, before_change);
    }
    first_layer_gradient(plan, tile, gradient_change, scratch, sums);
}

template <class T>
void Network<T>::unload(T* sums, std::span<T> g) const {
    const std::size_t w = width(0);
    for (std::size_t v = 0; v < inputs_.num_variants; ++v)
        inputs_.for_each_of_variant(v, [&](std::size_t i, T value) {
            T* to = sums + packed_[0].weights_at + i * w;
            const T* from = sums + variants_at_ + v * w;
            for (std::size_t j = 0; j < w; ++j) to[j] += value * from[j];
        });
    for (std::size_t l = 0; l < layers_.size(); ++l) {
        const Layer& layer = layers_[l];
        const std::size_t out = layer.outputs;
        const T* weights = sums + packed_[l].weights_at;
        T* to = g.data() + layer.weights_at;
        for (std::size_t i = 0; i < layer.inputs; ++i)
            for (std::size_t j = 0; j < out; ++j)
                to[i * out + j] = narrow(l) ? weights[j * padded(layer.inputs) + i] : weights[i * width(l) + j];
        std::copy_n(sums + packed_[l].biases_at, out, g.data() + layer.biases_at);
    }
}

template class Network<float>;
template class Network<double>;

}  // namespace alcole::engine
