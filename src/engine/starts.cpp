#include "engine/starts.hpp"

#include <algorithm>

namespace alcole::engine {
namespace {

template <class T>
void set_biases(const LearningParts<T>& parts, const std::vector<double>& biases, std::vector<T>& theta) {
    std::ranges::transform(biases, theta.begin() + parts.last_bias(), [](double bias) { return static_cast<T>(bias); });
}

}  // namespace

template <class T>
std::vector<T> random_start(const LearningParts<T>& parts, std::uint64_t seed) {
    const tabular::Schema& schema = parts.data.schema();
    const auto biases = parts.biases_of(parts.rows.base_scores(schema));
    if (parts.model.trees) return {biases.begin(), biases.end()};
    const auto weights = tabular::initial_weights(parts.model, schema, seed);
    std::vector<T> theta(weights.begin(), weights.end());
    set_biases(parts, biases, theta);
    const double variance = schema.target.sd * schema.target.sd;
    if (parts.has_bound)
        theta.push_back(static_cast<T>(schema.target.task == tabular::Task::regression ? variance : 1));
    return theta;
}

template <class T>
std::vector<std::vector<T>> constant_models(const LearningParts<T>& parts) {
    constexpr double lead = 1e-3;  // over the score of a class that is more frequent
    std::vector<std::vector<T>> models;
    const tabular::Target& target = parts.data.schema().target;
    if (target.task == tabular::Task::regression || parts.has_bound) return models;
    const std::vector<double> scores = parts.rows.base_scores(parts.data.schema());
    for (std::size_t k = 0; k < target.classes.size(); ++k) {
        std::vector<double> own = scores;
        if (target.task == tabular::Task::binary)
            own[0] = k == 1 ? std::max(own[0], lead) : std::min(own[0], -lead);
        else
            own[k] = std::max(own[k], std::ranges::max(scores) + lead);
        own = parts.biases_of(std::move(own));
        auto& theta = models.emplace_back(parts.model.trees ? own.size() : parts.num_variables(), T{0});
        set_biases(parts, own, theta);
    }
    return models;
}

/// The bias of a score moves its threshold. biases_of() says by how much for a network whose last layer rescales it.
template <class T>
std::vector<std::vector<T>> moved_thresholds(const LearningParts<T>& parts, std::span<const T> theta,
                                             std::vector<double> scores, std::size_t count) {
    std::vector<std::vector<T>> moved;
    if (scores.empty()) return moved;
    const double at_zero = parts.biases_of({0.0}).front();
    std::ranges::sort(scores);
    for (std::size_t k = 1; k < count; ++k) {
        auto& other = moved.emplace_back(theta.begin(), theta.end());
        const double by = parts.biases_of({-scores[scores.size() * k / count]}).front() - at_zero;
        *(other.begin() + parts.last_bias()) += static_cast<T>(by);
    }
    return moved;
}

template std::vector<float> random_start(const LearningParts<float>&, std::uint64_t);
template std::vector<double> random_start(const LearningParts<double>&, std::uint64_t);
template std::vector<std::vector<float>> constant_models(const LearningParts<float>&);
template std::vector<std::vector<double>> constant_models(const LearningParts<double>&);
template std::vector<std::vector<float>> moved_thresholds(const LearningParts<float>&, std::span<const float>,
                                                          std::vector<double>, std::size_t);
template std::vector<std::vector<double>> moved_thresholds(const LearningParts<double>&, std::span<const double>,
                                                           std::vector<double>, std::size_t);

}  // namespace alcole::engine
