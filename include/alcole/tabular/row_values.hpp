#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/dataset.hpp>
#include <alcole/tabular/model.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

/// The rows behind the means. A risk is a sum of means over rows. A confidence interval, a bootstrap or a look at the
/// worst rows needs the values that are averaged.
namespace alcole::tabular {

/// The values of a model on the rows of a table, for each term of the risks:
///
///     RowValues rows(held_out, model, theta);
///     const auto losses = rows.of(Term{});                             // of all rows; their mean is the objective
///     const auto kl = rows.of(risk.terms.front(), risk.change);        // of a counterfactual constraint
///
/// All values are computed from the scores of the model in single precision, as deployed, with the formulas of the
/// risks themselves. Not thread-safe: use an object from one thread at a time. The scores after a change are cached
/// until another change is requested.
class ALCOLE_EXPORT RowValues {
  public:
    /// theta is held by reference and must outlive this object. Throws std::invalid_argument if theta has the wrong
    /// length, or if a target is missing or is not one of the model's classes.
    RowValues(const Dataset& data, Model model, std::span<const float> theta, const Context& context = Context());
    RowValues(const RowValues&) = delete;
    RowValues& operator=(const RowValues&) = delete;
    RowValues(RowValues&& other) noexcept;
    RowValues& operator=(RowValues&& other) noexcept;
    ~RowValues();

    /// One value per row that the term averages, in the order of the table: the loss, KL(f(x) || f(x')), 0 or 1 for
    /// rates, ...; 0 for rows that do not meet its event. Their mean is the term's contribution to its risk, before its
    /// coefficient. `change` is that of the risk; only pairs use it. Empty if the table has no such row.
    [[nodiscard]] std::vector<double> of(const Term& term, const AttributeChange& change = {});

    /// One value per row of the term: 1 if the change alters its predicted class, otherwise 0. For classes only.
    [[nodiscard]] std::vector<double> flips(const Term& term, const AttributeChange& change);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// For each risk, the number of rows that each of its terms averages.
[[nodiscard]] ALCOLE_EXPORT std::vector<std::vector<std::size_t>> row_counts(const Dataset& data,
                                                                             std::span<const RiskDefinition> risks);

/// The largest Euclidean norm of a row as the model sees it: standardised numbers, and 1 for each word. Theorems about
/// whole classes of models need it.
[[nodiscard]] ALCOLE_EXPORT double largest_input(const Dataset& data);

}  // namespace alcole::tabular
