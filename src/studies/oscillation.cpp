#include "studies/oscillation.hpp"

#include "base/statistics.hpp"

#include <cmath>

namespace alcole::studies {

Oscillation oscillation_of(const Trace& trace) {
    Oscillation result;
    const std::size_t steps = trace.lambda.size();
    if (steps == 0) return result;
    const std::size_t half = steps / 2;
    const std::size_t m = trace.lambda.front().size();
    for (std::size_t i = 0; i < m; ++i) {
        std::vector<double> lambda;
        std::vector<double> slack;
        for (std::size_t t = half; t < steps; ++t) {
            lambda.push_back(trace.lambda[t][i]);
            slack.push_back(trace.slack[t][i]);
            if (t > half) result.lambda_variation += std::abs(lambda.back() - lambda[lambda.size() - 2]);
        }
        result.lambda_sd.push_back(base::standard_deviation(lambda));
        result.slack_sd.push_back(base::standard_deviation(slack));
    }
    return result;
}

}  // namespace alcole::studies
