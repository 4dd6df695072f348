#include "engine/head.hpp"

#include <algorithm>
#include <cmath>

namespace alcole::engine {

using tabular::Task;

namespace {

std::size_t index(std::int32_t k) { return static_cast<std::size_t>(k); }

/// p and norm of one point with several classes.
void softmax(const double* s, std::size_t classes, double* p, double& norm) {
    const double top = *std::max_element(s, s + classes);
    double total = 0;
    for (std::size_t k = 0; k < classes; ++k) total += p[k] = std::exp(s[k] - top);
    for (std::size_t k = 0; k < classes; ++k) p[k] /= total;
    norm = top + std::log(total);
}

}  // namespace

template <class T>
void Head::predict(const T* scores, std::size_t stride, std::size_t points, const View& at) const {
    for (std::size_t i = 0; i < points; ++i)
        for (std::size_t k = 0; k < outputs_; ++k)
            at.scores[i * outputs_ + k] = static_cast<double>(scores[i * stride + k]);
    switch (task_) {
        case Task::binary:
            return kernels<double>().sigmoid_and_softplus(at.scores, at.p, at.norms, padded(points));
        case Task::multiclass:
            for (std::size_t i = 0; i < points; ++i)
                softmax(at.scores + i * outputs_, outputs_, at.p + i * outputs_, at.norms[i]);
            return;
        case Task::regression:
            return;
    }
}

std::int32_t Head::predicted_class(const View& at, std::size_t point) const {
    if (task_ == Task::binary) return at.scores[point] > 0 ? 1 : 0;
    const double* s = at.scores + point * outputs_;
    return static_cast<std::int32_t>(std::max_element(s, s + outputs_) - s);
}

void Head::copy_predictions(const View& at, Range points, std::span<double> out) const {
    const double* from = task_ == Task::regression ? at.scores : at.p;
    std::copy_n(from, points.size() * outputs_, out.data() + points.begin * outputs_);
}

void Head::copy_scores(const View& at, Range points, std::span<double> out) const {
    std::copy_n(at.scores, points.size() * outputs_, out.data() + points.begin * outputs_);
}

double Head::loss(const View& at, std::size_t point, const Plan::Loss& loss) const {
    switch (task_) {
        case Task::binary:
            return at.norms[point] - (loss.label == 1 ? at.scores[point] : 0.0);
        case Task::multiclass:
            return at.norms[point] - at.scores[point * outputs_ + index(loss.label)];
        case Task::regression:
            break;
    }
    const double off = at.scores[point] - loss.target;
    return off * off;
}

double Head::probability(const View& at, std::size_t point, std::int32_t of_class) const {
    if (task_ == Task::multiclass) return at.p[point * outputs_ + index(of_class)];
    return of_class == 1 ? at.p[point] : 1 - at.p[point];
}

double Head::divergence(const View& at, std::size_t first, std::size_t second) const {
    const double* s = at.scores + first * outputs_;
    const double* t = at.scores + second * outputs_;
    if (task_ == Task::regression) return (s[0] - t[0]) * (s[0] - t[0]) / 2;
    double total = at.norms[second] - at.norms[first];
    for (std::size_t k = 0; k < outputs_; ++k) total += at.p[first * outputs_ + k] * (s[k] - t[k]);
    return total;
}

/// Losses and divergences are their own strict form.
void Head::add_fixed_risks(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const {
    for (std::size_t i = tile.losses.begin; i < tile.losses.end; ++i) {
        const Plan::Loss& entry = plan.losses[i];
        risks[entry.risk] += entry.weight * loss(at, entry.point - tile.points.begin, entry);
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan.pairs[i];
        risks[pair.risk] +=
            pair.weight * divergence(at, pair.first - tile.points.begin, pair.second - tile.points.begin);
    }
}

void Head::add_risks(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const {
    add_fixed_risks(plan, tile, at, risks);
    for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
        const Plan::Rate& rate = plan.rates[i];
        risks[rate.risk] += rate.weight * probability(at, rate.point - tile.points.begin, rate.of_class);
    }
}

void Head::add_strict_risks(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const {
    add_fixed_risks(plan, tile, at, risks);
    for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
        const Plan::Rate& rate = plan.rates[i];
        if (predicted_class(at, rate.point - tile.points.begin) == rate.of_class) risks[rate.risk] += rate.weight;
    }
}

void Head::add_flips(const Plan& plan, const Plan::Tile& tile, const View& at, double* risks) const {
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan.pairs[i];
        const auto before = predicted_class(at, pair.first - tile.points.begin);
        if (before != predicted_class(at, pair.second - tile.points.begin)) risks[pair.risk] += pair.weight;
    }
}

void Head::loss_gradient(const View& at, std::size_t point, const Plan::Loss& loss, double weight, double* g) const {
    double* to = g + point * outputs_;
    switch (task_) {
        case Task::binary:
            to[0] += weight * (at.p[point] - (loss.label == 1 ? 1.0 : 0.0));
            return;
        case Task::multiclass:
            for (std::size_t k = 0; k < outputs_; ++k) to[k] += weight * at.p[point * outputs_ + k];
            to[index(loss.label)] -= weight;
            return;
        case Task::regression:
            to[0] += 2 * weight * (at.scores[point] - loss.target);
            return;
    }
}

/// d p_c / d s_k = p_c ([k = c] - p_k)
void Head::rate_gradient(const View& at, std::size_t point, std::int32_t of_class, double weight, double* g) const {
    const double* p = at.p + point * outputs_;
    double* to = g + point * outputs_;
    if (task_ == Task::binary) {
        to[0] += (of_class == 1 ? weight : -weight) * p[0] * (1 - p[0]);
        return;
    }
    const double flow = weight * p[index(of_class)];
    for (std::size_t k = 0; k < outputs_; ++k) to[k] -= flow * p[k];
    to[index(of_class)] += flow;
}

/// d KL / d s_k = p_k ((s_k - t_k) - sum_j p_j (s_j - t_j)),   d KL / d t_k = q_k - p_k
void Head::pair_gradient(const View& at, std::size_t first, std::size_t second, double weight, double* g) const {
    const double* s = at.scores + first * outputs_;
    const double* t = at.scores + second * outputs_;
    const double* p = at.p + first * outputs_;
    const double* q = at.p + second * outputs_;
    double* to_s = g + first * outputs_;
    double* to_t = g + second * outputs_;
    switch (task_) {
        case Task::binary:
            to_s[0] += weight * p[0] * (1 - p[0]) * (s[0] - t[0]);
            to_t[0] += weight * (q[0] - p[0]);
            return;
        case Task::multiclass: {
            double mean = 0;
            for (std::size_t k = 0; k < outputs_; ++k) mean += p[k] * (s[k] - t[k]);
            for (std::size_t k = 0; k < outputs_; ++k) {
                to_s[k] += weight * p[k] * (s[k] - t[k] - mean);
                to_t[k] += weight * (q[k] - p[k]);
            }
            return;
        }
        case Task::regression:
            to_s[0] += weight * (s[0] - t[0]);
            to_t[0] += weight * (t[0] - s[0]);
            return;
    }
}

void Head::score_gradient(const Plan& plan, const Plan::Tile& tile, const View& at, std::span<const double> w,
                          double* gradient) const {
    std::fill_n(gradient, tile.points.size() * outputs_, 0.0);
    for (std::size_t i = tile.losses.begin; i < tile.losses.end; ++i) {
        const Plan::Loss& entry = plan.losses[i];
        loss_gradient(at, entry.point - tile.points.begin, entry, w[entry.risk] * entry.weight, gradient);
    }
    for (std::size_t i = tile.rates.begin; i < tile.rates.end; ++i) {
        const Plan::Rate& rate = plan.rates[i];
        rate_gradient(at, rate.point - tile.points.begin, rate.of_class, w[rate.risk] * rate.weight, gradient);
    }
    for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
        const Plan::Pair& pair = plan.pairs[i];
        if (w[pair.risk] == 0) continue;  // a constraint that does not bind pulls at nothing
        pair_gradient(at, pair.first - tile.points.begin, pair.second - tile.points.begin, w[pair.risk] * pair.weight,
                      gradient);
    }
}

template void Head::predict(const float*, std::size_t, std::size_t, const View&) const;
template void Head::predict(const double*, std::size_t, std::size_t, const View&) const;

}  // namespace alcole::engine
