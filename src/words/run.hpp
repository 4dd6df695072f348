#pragma once

#include <alcole/learning/outcome.hpp>

#include "words/common.hpp"

#include <optional>
#include <string>
#include <vector>

/// What came of a run, as documents.
namespace alcole::words {

/// The page: is every constraint met, what does each cost, how did it get there, what does it mean for groups.
Document run_page(const learning::Outcome& outcome);

/// To lie beside the model: what it predicts, from what, under which promises, and what it is not for.
Document model_card(const learning::Outcome& outcome);

/// For a terminal: quality, constraints, certificate, notes.
Document run_summary(const learning::Outcome& outcome);

/// A constraint of a model on new rows; what cannot be judged there has no risk.
struct Evaluated {
    std::string name{};
    double bound = 0;
    bool at_least = false;
    std::optional<learning::Judged> judged{};
    bool met = false;
};

/// For a terminal: a model on new rows.
Document evaluation_summary(const std::vector<Evaluated>& constraints, const learning::Side& side,
                            const std::vector<std::string>& notes);

}  // namespace alcole::words
