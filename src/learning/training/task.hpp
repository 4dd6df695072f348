#pragma once

#include <alcole/learning/fit.hpp>
#include <alcole/tabular/learning.hpp>

#include <optional>
#include <string>
#include <vector>

namespace alcole::learning {

/// One split with everything that is fitted on its training rows.
struct Task : Rows {
    tabular::Goal goal{};
    tabular::Model shape{};
    tabular::BatchOptions batches{};
    std::optional<tabular::Dataset> calibrate{};  ///< training rows kept from the search, for Config::model.calibrate
    std::vector<std::string> notes{};             ///< what a user should know of these constraints on these rows

    const tabular::Schema& schema() const { return train.schema(); }
    bool linear() const { return shape.is_linear(); }
};

}  // namespace alcole::learning
