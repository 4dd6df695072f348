#pragma once

#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/learning.hpp>

#include <optional>
#include <string>
#include <vector>

namespace alcole::learning {

/// One split with everything that is fitted on its training rows.
struct Task {
    tabular::Dataset train;
    std::optional<tabular::Dataset> test{};
    std::optional<tabular::Dataset> apart{};  ///< for the certificate alone
    tabular::Goal goal{};
    tabular::Model shape{};
    tabular::BatchOptions batches{};
    std::vector<std::string> notes{};  ///< what a user should know of these constraints on these rows

    const tabular::Schema& schema() const { return train.schema(); }
    bool linear() const { return shape.hidden.empty(); }
};

}  // namespace alcole::learning
