#pragma once

#include <alcole/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Distributions on [0, 1] whose means are known.
namespace alcole::tests {

struct Distribution {
    std::string name;
    double mean;
    std::function<double(Random&)> draw;
    bool rate = false;  ///< 0 or 1
};

inline Distribution bernoulli(double p) {
    return {"bernoulli " + std::to_string(p), p, [p](Random& random) { return random.uniform() < p ? 1.0 : 0.0; },
            true};
}

/// The second smallest of four uniform numbers: Beta(2, 3).
inline Distribution beta_2_3() {
    return {"beta", 0.4, [](Random& random) {
                std::array<double, 4> u{};
                for (double& v : u) v = random.uniform();
                std::ranges::sort(u);
                return u[1];
            }};
}

/// Mostly zero, sometimes small, rarely 1: what divergences look like.
inline Distribution mixed() {
    return {"mixed", 0.9 * 0 + 0.08 * 0.1 + 0.02 * 1, [](Random& random) {
                const double which = random.uniform();
                return which < 0.9 ? 0.0 : which < 0.98 ? 0.2 * random.uniform() : 1.0;
            }};
}

inline std::vector<Distribution> distributions() {
    return {bernoulli(0.02), bernoulli(0.3), bernoulli(0.9), beta_2_3(), mixed()};
}

inline std::vector<double> drawn(const Distribution& distribution, std::size_t n, std::uint64_t seed) {
    Random random(seed, n);
    std::vector<double> values(n);
    for (double& v : values) v = distribution.draw(random);
    return values;
}

}  // namespace alcole::tests
