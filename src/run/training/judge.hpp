#pragma once

#include <alcole/tabular/learning.hpp>

#include "run/outcome/outcome.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace alcole::run {

/// A model and what is asked of it, as it is deployed: in single precision.
struct Deployed {
    const tabular::Schema& schema;
    const tabular::Learning& learning;  ///< model, l2, constraints, weights
    std::span<const float> theta;
    const std::vector<std::string>& protected_columns;
};

/// Within 1 % of its bound.
bool is_met(const Judged& judged, double bound);

struct Judgement {
    Side side{};
    std::vector<std::optional<Judged>> constraints{};  ///< none where these rows do not determine it
    std::vector<std::string> notes{};                  ///< why not
};

/// Metrics, group rates and the risk of every constraint on a table with the target in it. Throws std::invalid_argument
/// with a sentence when the table does not fit the schema.
Judgement judge(const Deployed& model, const tabular::Table& table, std::size_t threads = 0);

}  // namespace alcole::run
