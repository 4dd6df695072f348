#include "engine/risk/predictions.hpp"

#include "engine/cpu/kernels.hpp"
#include "engine/cpu/memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace alcole::engine {
namespace {

/// Computes p and norm of one point with several classes.
void softmax(const double* s, std::size_t classes, double* p, double& norm) {
    const double top = *std::max_element(s, s + classes);
    double total = 0;
    for (std::size_t k = 0; k < classes; ++k) total += p[k] = std::exp(s[k] - top);
    for (std::size_t k = 0; k < classes; ++k) p[k] /= total;
    norm = top + std::log(total);
}

}  // namespace

Predictions::Predictions(tabular::Task task, const tabular::Scores& scores) : Predictions(task, scores.outputs) {
    resize(scores.rows);
    std::ranges::copy(scores.values, scores_.begin());
    read({.begin = 0, .end = static_cast<std::uint32_t>(scores.rows)});
}

void Predictions::resize(std::size_t points) {
    points_ = points;
    at_least(scores_, points * outputs_);
    at_least(p_, points * outputs_);
    at_least(norms_, points);
    at_least(at_surrogate_width_, points * outputs_);
    at_least(at_own_width_, points * outputs_);
}

/// The kernel needs multiples of `lanes`; the remaining points go through a padded buffer.
void Predictions::read_binary(IndexRange points) {
    const auto& kernel = kernels<double>();
    const std::size_t whole = points.size() / lanes * lanes;
    const std::size_t rest = points.size() - whole;
    const std::size_t begin = points.begin;
    kernel.sigmoid_and_softplus(scores_.data() + begin, p_.data() + begin, norms_.data() + begin, whole);
    if (rest == 0) return;
    std::array<double, lanes> s{};
    std::array<double, lanes> p{};
    std::array<double, lanes> norms{};
    std::copy_n(scores_.data() + begin + whole, rest, s.data());
    kernel.sigmoid_and_softplus(s.data(), p.data(), norms.data(), lanes);
    std::copy_n(p.data(), rest, p_.data() + begin + whole);
    std::copy_n(norms.data(), rest, norms_.data() + begin + whole);
}

void Predictions::read_binary_at(IndexRange points, double width, double* to) const {
    const auto& kernel = kernels<double>();
    const std::size_t whole = points.size() / lanes * lanes;
    const std::size_t rest = points.size() - whole;
    const double* s = scores_.data() + points.begin;
    double* p = to + points.begin;
    for (std::size_t i = 0; i < points.size(); ++i) p[i] = s[i] / width;
    kernel.activate(Activation::sigmoid, p, nullptr, whole);
    if (rest == 0) return;
    std::array<double, lanes> last{};
    std::copy_n(p + whole, rest, last.data());
    kernel.activate(Activation::sigmoid, last.data(), nullptr, lanes);
    std::copy_n(last.data(), rest, p + whole);
}

void Predictions::read_at(IndexRange points, double width, std::vector<double>& to) const {
    if (task_ == tabular::Task::binary) return read_binary_at(points, width, to.data());
    double norm = 0;
    for (std::size_t i = points.begin; i < points.end; ++i) {
        double* p = to.data() + i * outputs_;
        for (std::size_t k = 0; k < outputs_; ++k) p[k] = scores_[i * outputs_ + k] / width;
        softmax(p, outputs_, p, norm);
    }
}

void Predictions::read(IndexRange points) {
    switch (task_) {
        case tabular::Task::binary:
            return read_binary(points);
        case tabular::Task::ordinal:
        case tabular::Task::multiclass:
            for (std::size_t i = points.begin; i < points.end; ++i)
                softmax(scores_.data() + i * outputs_, outputs_, p_.data() + i * outputs_, norms_[i]);
            return;
        case tabular::Task::regression:
            return;
    }
}

}  // namespace alcole::engine
