#pragma once

#include <alcole/learning/fit.hpp>
#include <alcole/learning/trained_model.hpp>
#include <alcole/tabular/learning.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace alcole::learning {

/// Judges models of one shape on one set of rows that include the target. Everything that depends on the rows alone is
/// prepared once, for any number of models and bounds.
class Judge {
  public:
    /// Throws std::invalid_argument with a sentence if a target is missing or unknown.
    Judge(const tabular::Dataset& data, const tabular::Goal& goal, const tabular::Model& shape, const Context& context);
    /// Judges on the rows of an existing problem, which must not be used elsewhere at the same time.
    explicit Judge(std::shared_ptr<tabular::LearningProblem<float>> problem);

    /// `bounds`: one per constraint of the goal.
    learning::Risks risks(std::span<const float> theta, std::span<const double> bounds);
    /// Computes metrics, the rates of the groups of the protected columns, and the risks.
    Judgement judge(std::span<const float> theta, std::span<const double> bounds,
                    const std::vector<std::string>& protected_columns);

  private:
    /// For a counterfactual constraint: how many of its rows are compared with a twin. A row whose value of the
    /// attribute did not occur in training has no twin if the change starts from a known value.
    struct Twins {
        std::size_t rows = 0;
        std::size_t compared = 0;
        double factor() const { return static_cast<double>(rows) / static_cast<double>(compared); }
    };
    void add_fractions(std::span<const float> theta, std::vector<std::optional<Judged>>& judged) const;
    static Twins twins_of(const tabular::Dataset& data, const tabular::RiskDefinition& risk);

    std::shared_ptr<tabular::LearningProblem<float>> problem_;  ///< has the constraints that these rows determine
    std::vector<std::optional<Note>> not_judged_;  ///< per constraint of the goal: why these rows do not determine it
    std::vector<std::string> names_;               ///< per constraint of the goal
    std::vector<Twins> twins_;                     ///< per constraint of the goal
};

}  // namespace alcole::learning
