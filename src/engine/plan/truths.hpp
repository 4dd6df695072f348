#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::engine {

/// The true outcome of a row: its class, or its number in units of the schema's sd.
struct Truth {
    std::int32_t label = -1;
    double target = 0;
};

/// The true outcomes of all rows of a table; none is missing.
struct Truths {
    std::vector<std::int32_t> labels{};  ///< the classes; empty in regression
    std::vector<double> targets{};       ///< in regression, in units of the schema's sd; otherwise empty

    Truth of(std::size_t row) const {
        return labels.empty() ? Truth{.target = targets[row]} : Truth{.label = labels[row]};
    }
};

/// Throws std::invalid_argument with a sentence if a row's target is missing or not one of the model's classes.
Truths truths_of(const tabular::Schema& schema, const tabular::Table& table);

}  // namespace alcole::engine
