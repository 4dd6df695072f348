#include <alcole/tabular/trees.hpp>

#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::tabular {
namespace {

Ensemble small() {
    return {.base = {0.5F, -1},
            .trees = {{.output = 1,
                       .nodes = {{.input = 2, .value = 0.25F, .below = 1, .above = 2, .missing = 1},
                                 {.value = -0.125F},
                                 {.value = 3}}},
                      {.output = 0, .nodes = {{.value = 7}}}}};
}

TEST(Ensemble, GoesThroughThetaAndBack) { EXPECT_EQ(ensemble_of(theta_of(small()), 3, 2), small()); }

TEST(Ensemble, ThatIsNoneIsRefused) {
    const auto theta = theta_of(small());
    EXPECT_THROW((void)ensemble_of(theta, 2, 2), std::invalid_argument);  // it asks about input 2
    EXPECT_THROW((void)ensemble_of(theta, 3, 1), std::invalid_argument);
    for (std::size_t length = 0; length < theta.size(); ++length) {
        if (length == 2 || length == 2 + 2 + 3 * 5) continue;  // whole trees
        EXPECT_THROW((void)ensemble_of(std::span(theta).first(length), 3, 2), std::invalid_argument) << length;
    }
    // Children before their parents would lead to an endless walk.
    for (const std::size_t child : {6U, 7U, 8U}) {
        auto wrong = theta;
        wrong[child] = 0;
        EXPECT_THROW((void)ensemble_of(wrong, 3, 2), std::invalid_argument) << child;
        wrong[child] = std::numeric_limits<float>::quiet_NaN();
        EXPECT_THROW((void)ensemble_of(wrong, 3, 2), std::invalid_argument) << child;
    }
}

}  // namespace
}  // namespace alcole::tabular
