#pragma once

#include <alcole/random.hpp>
#include <alcole/state.hpp>

#include <stdexcept>
#include <vector>

/// Predictors made of many iterates. Ordinary dual ascent needs them because its last iterate may not be an answer. Set
/// Options::Sample to keep iterates; Result::samples() returns them.
namespace alcole {

/// The mean of the sampled thetas. It is meaningful only for models that are linear in theta. Throws
/// std::invalid_argument if there are no samples.
template <class T>
[[nodiscard]] std::vector<T> averaged(const std::vector<Kept<T>>& samples) {
    if (samples.empty()) throw std::invalid_argument("there are no samples to average; set sample.every");
    std::vector<double> sum(samples.front().theta.size());
    for (const auto& sample : samples)
        for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += static_cast<double>(sample.theta[j]);
    std::vector<T> mean(sum.size());
    for (std::size_t j = 0; j < sum.size(); ++j) mean[j] = static_cast<T>(sum[j] / static_cast<double>(samples.size()));
    return mean;
}

/// The randomised predictor: one sample, all equally likely. Draw once per prediction, or once per row if its
/// counterfactual twin is to share the draw.
template <class T>
[[nodiscard]] const Kept<T>& draw(const std::vector<Kept<T>>& samples, Random& random) {
    if (samples.empty()) throw std::invalid_argument("there are no samples to draw from; set sample.every");
    return samples[random.below(samples.size())];
}

}  // namespace alcole
