#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/learning.hpp>

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

/// The same risks, written a second time without any of the engine's ideas: one dense input vector per row, one network
/// evaluation per row and counterfactual, plain loops in double.
namespace alcole::tests {

/// Words that replace a row's own, and what is added to its numbers.
struct NaiveChange {
    std::map<std::string, std::string> words{};
    std::map<std::string, double> added{};
};

class NaiveModel {
  public:
    NaiveModel(const tabular::Schema& schema, const tabular::Model& model, std::span<const double> theta)
        : schema_(schema), model_(model), theta_(theta.begin(), theta.end()) {}

    /// The scores for row `row` of the table, unchanged or changed.
    std::vector<double> scores(const tabular::Table& table, std::size_t row, const NaiveChange& change = {}) const;
    /// exp(score) normalised; for a binary target {1 - p, p}.
    std::vector<double> probabilities(const std::vector<double>& scores) const;

  private:
    tabular::Schema schema_;
    tabular::Model model_;
    std::vector<double> theta_;
};

/// The values of the constraint's risks (l_i, bound subtracted), in the order in which the library defines them.
std::vector<double> naive_risks(const tabular::Constraint& constraint, const tabular::Table& table,
                                const tabular::Schema& schema, const NaiveModel& model, bool strict);
double naive_objective(const tabular::Table& table, const tabular::Schema& schema, const NaiveModel& model,
                       const std::string& weights);

}  // namespace alcole::tests
